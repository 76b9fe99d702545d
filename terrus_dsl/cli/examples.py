"""Sentences for constructs that a game's own texts may lack, to be filled with the game's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from terrus_dsl.language.tree import Node
from terrus_dsl.language.words import inflect
from terrus_dsl.source.sheet import CardType, Sheet

__all__ = ["sentences"]

# In braces: l a label, ln one that is a noun; t and ts a kind of card in both numbers, u another one, g a subtype of
# it, N the name of one card; a an adjective, r a relation, s a stat, c a counter of cards, b a resource; v and p
# a verb with its participle; z a pile, h a hand; k a keyword, w a window, n a player, o and o2 roles of players, R one
# of a card; d a period, x a tracked value, f a printed group.
_TEXTS = (
    "{l}: Draw a card if it is {x}.",
    "{l}: If it is {x}, draw a card; otherwise, shuffle your {z}.",
    "{l}: Draw a card unless an opponent draws a card.",
    "{l}: Draw a card unless you draw 2 cards.",
    "{l}: The next time you would draw a card, draw 2 cards instead.",
    "{l}: The next time a {t} is {p}, draw a card.",
    "{l}: This {d}, {ts} have +1 {s}.",
    "{l}: This turn, {ts} have +1 {s}.",
    "{l}: Until the end of the {d}, {ts} have +1 {s}.",
    "{l}: A {t} has +1 {s} until the end of the {d}.",
    "{l}: A {t} has +1 {s} until the {d}.",
    "{l}: A {t} has +1 {s} until your next {d}.",
    "{l}: A {t} has +1 {s} until the next {d}.",
    "{l}: A {t} has +1 {s} until {d}.",
    "At the beginning of your {d}, draw a card.",
    "At the end of the {d}, draw a card.",
    "At the beginning of {d}, draw a card.",
    "At the beginning of the {d}, draw a card.",
    "When a {t} is {p}, draw a card.",
    "Whenever a {t} is {p}, draw a card.",
    "When a {t} is {p}, if it is {a}, draw a card.",
    "When a {t} is {p} by an opponent, draw a card.",
    "When a {t} enters your {z}, draw a card.",
    "When a {t} leaves your {z}, draw a card.",
    "If a {t} would be {p}, draw a card instead.",
    "If 1 {c} would be put on this {t}, put 2 {c} on this {t} instead.",
    "{l}: A {t}'s {s} becomes 1 until the end of the {d}.",
    "{l}: Its {s} becomes 1.",
    "This {t}'s {s} is the number of {ts}.",
    "{ts} can't be {p}.",
    "{ts} have {k}.",
    "{k}.",
    "{ts} have +1 {s} for each {u}.",
    "This {t} has +1 {s} for each {u}.",
    "Each {t} costs 1 {b} less to {v}.",
    "{l}: Choose a number from 1 to 3, then draw a card.",
    "{l}: Name a {t}, then reveal each {t} with that name.",
    "{l}: Use a {ln} of a {t}.",
    "{l}: Choose up to two: draw a card; or shuffle your {z}.",
    "{l}: Let {o} be an opponent.",
    "{l}: If this {t} can {v}, draw a card.",
    "While this {t} is {r}, it has +1 {s}.",
    "While this {t} is not {r}, it has +1 {s}.",
    "While this {t} has 2 or more {c}, it has +1 {s}.",
    "{l}: Choose a {t}. If it is not a {u}, draw a card.",
    "{l}: Choose a {t}. If it is a {g}, draw a card.",
    "{l}: If a {t} was {p} this turn, draw a card.",
    "{l}: If a {t} was {p} by an opponent this turn, draw a card.",
    "{l}: If you have drawn a card this turn, shuffle your {z}.",
    "{l}: {V} a {t}. If a {t} was {p} this way, draw a card.",
    "{l}: If the number of {ts} is odd, draw a card.",
    "{l}: If the number of {ts} is even, draw a card.",
    "{l}: If the number of {ts} is more than 3, draw a card.",
    "{l}: If you have 2 or more cards in your {h}, draw a card.",
    "{l}: If this {t} has the same {f} as the {R}, draw a card.",
    "{l}: {V} a {t} with the same {f} as this {t}.",
    "{l}: {V} a {t} that is {a}.",
    "{l}: {V} a {t} that is not {a}.",
    "{l}: {V} a {t} that is {r} a {u}.",
    "{l}: {V} a {t} that is not {r} a {u}.",
    "{l}: {V} a {t} that is a {g}.",
    "{l}: {V} a {t} that is not a {u}.",
    "{l}: {V} a {t} that has a {c}.",
    "{l}: {V} a {t} that can {v}.",
    "{l}: {V} a {t} that can be {p}.",
    "{l}: {V} each {t} that was {p} this way.",
    "{l}: {V} each {t} {p} in this turn.",
    "{l}: {V} each {t} other than this {t}.",
    "{l}: Each {n} who {controls} a {u} draws a card.",
    "{l}: {V} each {t} that was {p} in this turn.",
    '{l}: {V} a {t} named "{N}".',
    "{l}: {V} the {t} with the lowest {s}.",
    "{l}: {V} the {t} with the highest {s}.",
    "{l}: {V} the {t} with the highest {c}.",
    "{l}: The {n} with the highest number of all {ts} draws a card.",
    "{l}: The {n} with the highest total {s} of all {ts} draws a card.",
    "{l} (once per {d}): Draw a card.",
    "{l} (only as a response): Draw a card.",
    "{l} (2): Draw a card.",
    "(2): Draw a card.",
    "{l} (2 {s}): Draw a card.",
    "{l}: The {t}'s {n} draws a card.",
    "When a {t} is {p}, that {t}'s {n} draws a card.",
    "{l}: {V} a {t} whose {cost} you can pay.",
    "{l}: {o} and then {o2} get {w}.",
    "At the beginning of each {d}, draw a card.",
    "{l}: Your deck has at most 2 {ts}.",
    "While this {t} is in your {z}, it has +1 {s}.",
    "{l}: If this {t} is in your {z}, draw a card.",
    "{l}: If this {t} is not in your {z}, draw a card.",
    "This {t} has the abilities of a {u}.",
    "This {t} has the abilities of each {t}, with {g} in place of each kind of {t}.",
    "{l}: Choose a {u}, then a {t} has the abilities of that {u} until the end of the {d}.",
    '{l}: Put a 1/1 {g} {t} token with "{L2}: Draw a card." onto an empty {space}.',
)
_RULES = (
    "Before a {n} gets priority, they draw a card.",
    "Before a {n} draws a card, they shuffle their {z}.",
    "To {free} an amount: draw that many cards.",
    "To {free} an amount of {c}: put that many {c} on each {t}.",
)


def sentences(sheet: Sheet, trees: list[Node], name: str) -> Iterator[tuple[str, str]]:
    """Each sentence that this game has the words for, with the type of card that prints it, or none for a rule."""
    words = _words(sheet, trees, name)
    for printed, texts in ((words["t"], _TEXTS), ("", _RULES)):
        for text in texts:
            try:
                filled = text.format_map(words)
            except KeyError:
                continue
            yield printed, filled[0].upper() + filled[1:]


def _words(sheet: Sheet, trees: list[Node], name: str) -> dict[str, str]:
    stats = {field: word for word, field in sheet.stats.items()}
    kinds = [kind for kind in sheet.types.values() if not kind.text]
    main = max(kinds, key=lambda kind: sum(field in stats for field in kind.fields))
    other = next((kind for kind in kinds if kind is not main and _in_play(sheet, kind)), main)
    offered = [label for window in sheet.windows.values() for label in window.offers]
    found: dict[str, str | None] = {
        "t": main.name, "ts": main.plural, "u": other.name, "n": sheet.player[0], "ns": sheet.player[1],
        "s": next((stats[field] for field in main.fields if field in stats), None),
        "l": _first(label for label in offered if not sheet.labels[label].condition),
        "a": _first(sheet.states), "r": _first(sheet.relations), "k": _first(sheet.keywords),
        "w": _first(sheet.windows),
        "c": _first(name for name, counter in sheet.counters.items() if counter.of == "object"),
        "b": _first(name for name, counter in sheet.counters.items() if counter.resource),
        "z": _first(zone.name for zone in sheet.zones.values() if zone.of_player and zone.shape == "pile"),
        "h": _first(zone.name for zone in sheet.zones.values() if zone.shape == "hand"),
        "x": _first(sheet.tracks), "d": _first(sheet.periods), "cost": _first(sheet.costs),
        "f": _first(group for group in sheet.groups if group in main.fields),
        "g": _first(name for group in sheet.groups if group in main.fields for name in sheet.groups[group]),
        "controls": sheet.controls[0][1] if sheet.controls else None,
    }  # fmt: skip
    taken = {word.lower() for word in (*sheet.periods, *sheet.verbs)}
    found["ln"] = _first(label for label in sheet.labels if label.lower() not in taken)
    found["L2"] = found["l"]
    found["space"] = "space" if any(zone.shape == "grid" for zone in sheet.zones.values()) else None
    found["N"] = name
    players = [role for role, kind in sheet.roles.items() if kind == "player"]
    found.update(zip(("o", "o2"), players, strict=False))
    role = _first(role for role, kind in sheet.roles.items() if kind == "object")
    found["R"] = role.removeprefix("the ") if role else None
    found.update(_verbs(sheet, trees))
    return {key: word for key, word in found.items() if word}


def _verbs(sheet: Sheet, trees: list[Node]) -> dict[str, str]:
    """A verb that is done to a thing, and one that no rule defines."""
    defined: dict[str, str] = {}
    for tree in trees:
        if tree.kind == "definition":
            verb = next(leaf.id for leaf in tree.leaves() if leaf.terminal == "VERB")
            params = tree.first("params")
            kinds = [child.kind for child in params.children if isinstance(child, Node)] if params is not None else []
            defined[verb] = "one" if kinds == ["object_param"] else "other"
    found: dict[str, str] = {}
    done = next((name for name, kind in defined.items() if kind == "one" and name in sheet.verbs), None)
    if done is not None:
        found |= {"v": done, "V": done, "p": inflect(done, *sheet.verbs[done]).past}
    free = next((verb for verb in sheet.verbs if verb not in defined), None)
    return found | ({"free": free} if free is not None else {})


def _in_play(sheet: Sheet, kind: CardType) -> bool:
    return any(sheet.zones[zone].play for zone in kind.home)


def _first(words: Iterable[str]) -> str | None:
    return next(iter(words), None)
