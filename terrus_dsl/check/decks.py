"""Decks: sizes, copies, totals and kinds of cards, all violations at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from terrus_dsl.diagnostics import Findings, Place
from terrus_dsl.source.load import CardSource, Files
from terrus_dsl.source.node import Node, place

__all__ = ["Listed", "check"]

#: Keys of a deck file that are no section.
ABOUT = frozenset({"name", "game", "format", "note"})

#: What deck building needs of a card: its tags and the limits it prints.
Printed = tuple[int, Sequence[Any]]

Listed = tuple[str, str, str, tuple[tuple[str, tuple[tuple[int, int], ...]], ...]]


def check(files: Files, findings: Findings, printed: Sequence[Printed] = ()) -> dict[str, Listed]:
    """Check every deck; the legal ones and their card numbers come back by id."""
    numbers = {card.name: i for i, card in enumerate(files.cards)}
    decks: dict[str, Listed] = {}
    for deck_id, node in files.decks:
        before = len(findings)
        sections = [(key, _section(files, node, key, value, numbers, findings)) for key, value in node.pairs()
                    if key not in ABOUT]
        format_name = str(_value(node, "format") or next(iter(files.sheet.formats), ""))
        _legal(files, node, format_name, dict(sections), findings)
        _limits(files, node, dict(sections), printed, findings)
        if len(findings) == before:
            decks[deck_id] = (deck_id, str(_value(node, "name") or deck_id), format_name,
                              tuple((key, tuple(cards)) for key, cards in sections))
    return decks


def _limits(files: Files, node: Node, sections: dict[str, list[tuple[int, int]]], printed: Sequence[Printed],
            findings: Findings) -> None:
    """Conditions that the cards of a deck print on the deck that they are in."""
    listed = [(number, count) for cards in sections.values() for number, count in cards if number < len(printed)]
    deck = [(printed[number][0], count) for number, count in listed]
    for number, _ in listed:
        for limit in printed[number][1]:
            if not limit.admits(deck):
                card, path = files.cards[number], f"labels.{limit.text.partition(':')[0]}"
                findings.add("deck-limit", f"{card.name} does not allow this deck: {limit.text}", place(node),
                             subject=str(_value(node, "name")),
                             rule=files.rule_at("sheet", path) or files.rule_at(card.block, path))


def _value(node: Node, key: str) -> Any:
    found = node.get(key)
    return found.value if found is not None else None


def _section(files: Files, deck: Node, key: str, node: Node, numbers: dict[str, int],
             findings: Findings) -> list[tuple[int, int]]:
    if key not in files.sheet.sections:
        findings.add("unknown-key", f"a deck has no section “{key}”", place(node), subject=str(_value(deck, "name")),
                     hint="sections: " + ", ".join(files.sheet.sections))
        return []
    cards: list[tuple[int, int]] = []
    for name, count, at in _entries(node):
        number = numbers.get(name)
        if number is None:
            near = difflib.get_close_matches(name, list(numbers), 2, 0.6)
            findings.add("deck-unknown-card", f"no card is named “{name}”", at, subject=str(_value(deck, "name")),
                         hint="did you mean " + " or ".join(near) + "?" if near else "")
        else:
            cards.append((number, count))
    return cards


def _entries(node: Node) -> Iterable[tuple[str, int, Place]]:
    if isinstance(node.value, dict):
        for name, count in node.pairs():
            yield name, count.value if isinstance(count.value, int) else 1, place(count)
    elif isinstance(node.value, list):
        for entry in node.entries():
            yield str(entry.value), 1, place(entry)
    else:
        yield str(node.value), 1, place(node)


@dataclass(frozen=True, slots=True)
class _Section:
    """A section of a deck beside what its format says of it, and where a finding about it stands."""

    files: Files
    findings: Findings
    deck: str
    name: str
    at: Node
    spec: dict[str, Any]
    path: str  # of the specification in the sheet

    def add(self, code: str, message: str, key: str) -> None:
        """A finding that cites the rule which the key of the format answers."""
        rule = self.files.rule_at("sheet", f"{self.path}.{key}")
        self.findings.add(code, message, place(self.at), subject=self.deck, rule=rule)


def _legal(files: Files, node: Node, format_name: str, sections: dict[str, list[tuple[int, int]]],
           findings: Findings) -> None:
    spec = files.sheet.formats.get(format_name)
    deck = str(_value(node, "name"))
    if spec is None:
        findings.add("deck-forbidden", f"no format is called “{format_name}”", place(node), subject=deck,
                     hint="formats: " + ", ".join(files.sheet.formats))
        return
    path = f"formats.{format_name}"
    specs = {name: (section, f"{path}.sections.{name}") for name, section in spec.get("sections", {}).items()}
    if "size" in spec:
        specs.setdefault("cards", (spec, path))
    for name, (inner, where) in specs.items():
        section = _Section(files, findings, deck, name, node.get(name) or node, inner, where)
        if name not in sections and _bounds(inner.get("size", 0))[0] > 0:
            section.add("deck-missing", f"the deck has no section “{name}”", "size")
        else:
            _check_section(section, sections.get(name, []))


def _bounds(size: Any) -> tuple[int, int]:
    return (size[0], size[-1]) if isinstance(size, list) else (size, size)


def _check_section(section: _Section, cards: list[tuple[int, int]]) -> None:
    low, high = _bounds(section.spec.get("size", [0, 10_000]))
    total = sum(count for _, count in cards)
    if not low <= total <= high:
        section.add("deck-size", f"{section.name} holds {total} cards, not {_wanted(low, high)}", "size")
    for field, bounds in section.spec.get("total", {}).items():
        points = sum(count * _points(section.files.cards[number].data.get(field)) for number, count in cards)
        least, most = _bounds(bounds)
        if not least <= points <= most:
            message = f"{field} of {section.name} add up to {points}, not {_wanted(least, most)}"
            section.add("deck-total", message, "total")
    for number, count in cards:
        _check_card(section, section.files.cards[number], count)


def _wanted(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _points(value: Any) -> int:
    """What a field adds to a total: its number; each symbol of a printed cost is one."""
    if isinstance(value, list):
        return sum(_points(entry) for entry in value)
    return value if isinstance(value, int) else int(value is not None)


def _check_card(section: _Section, card: CardSource, count: int) -> None:
    copies = section.spec.get("copies")
    if copies is not None and count > copies:
        section.add("deck-copies", f"{count} copies of {card.name}, at most {copies} are allowed", "copies")
    types = section.spec.get("types")
    if types is not None and not set(card.types) & set(types):
        message = f"{card.name} is a {card.types[0]}; {section.name} holds only {', '.join(types)}"
        section.add("deck-forbidden", message, "types")
    words = {str(v) for value in card.data.values() for v in (value if isinstance(value, list) else [value])}
    for key in ("without", "forbid"):
        for word in section.spec.get(key, ()):
            if word in words:
                section.add("deck-forbidden", f"{card.name} is {word} and not allowed in {section.name}", key)
