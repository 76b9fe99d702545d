"""Abilities that things have from others: quoted ones, keywords, and those of other cards."""

from __future__ import annotations

import re

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower.about import Subject, listening
from terrus_dsl.lower.events import Entry
from terrus_dsl.lower.hooks import ACTS, BORROWED, CANNOT, ENTERS, EVENT, IF_IT_LEAVES, WOULD, parameters
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.numbers import listing
from terrus_dsl.lower.unit import Lending, Problem, Unit

__all__ = ["borrowed", "carried", "grant"]

_TAGGED = re.compile(r"S\.tags\[§\] & (\d+)")


def grant(u: Unit, mod: Node, subject: Subject, condition: str | None) -> list[Entry]:
    """`X has "…"` and `X has <keyword>`: every ability in the quoted text, for whoever bears it."""
    from terrus_dsl.lower import abilities

    if mod.kind == "granted":
        inner = next(c for c in mod.children if isinstance(c, Node))
        result = abilities.ability(u.draft, inner, u.subject, u.rule)
    else:
        keyword = next(mod.leaves())
        result = abilities.keyword(u.draft, keyword.id, u.subject, u.rule)
    found: list[Entry] = []
    holds = listening(u, ACTS, subject.test, "True", condition)
    for number in result.activated:
        found.append(Entry(ACTS, holds, number))
    for entry in result.entries:
        found.append(carried(u, entry, holds))
    return found


def borrowed(u: Unit, mod: Node, subject: Subject, condition: str | None) -> Entry:
    """`the abilities of each …`: those of these cards, as one's own, while they are there."""
    np = mod.first("np")
    assert np is not None
    p = phrase(u, np)
    fixed = [int(test[1]) for c in p.filter.conditions if (test := _TAGGED.fullmatch(c))] if p.filter else []
    if p.value is not None and p.value.noun in u.book.sheet.tags:
        fixed = [u.book.sheet.mask(p.value.noun)]
    words: dict[str, str] = {}
    if mod.kind == "borrowed_as":
        own, kind = [leaf for leaf in mod.children if isinstance(leaf, Leaf) and not leaf.literal]
        words = {word: own.id for word in _kinds(u, own, kind) if word != own.id}
    function = listening(u, ACTS, subject.test, listing(u, np), condition)
    mine = subject.value is not None and subject.value.code == "me"
    u.draft.lendings[function] = Lending(u.subject, tuple(fixed), words, mine)
    return Entry(ACTS, function, BORROWED)


def _kinds(u: Unit, own: Leaf, kind: Leaf) -> tuple[str, ...]:
    """The words of which one is in place of all: the subtypes of its group, or the types that a noun stands for."""
    sheet = u.book.sheet
    group = next((members for members in sheet.groups.values() if own.id in members), ())
    found = group or sheet.unions.get(kind.id, ("", "", ()))[2]
    if own.id not in found:
        raise Problem("type-mismatch", f"“{own.id}” is no kind of {kind.id}", own)
    return tuple(found)


def carried(u: Unit, entry: Entry, holds: int) -> Entry:
    """An entry whose bearer is whatever the function `holds` admits."""
    name = u.draft.name("hook")
    looks = 0
    kind = "carried_rule" if CANNOT <= entry.hook < ENTERS else "carried"
    if EVENT <= entry.hook < CANNOT or ENTERS <= entry.hook < ACTS:
        kind = "carried_event"
    if kind == "carried_event" and not WOULD <= entry.hook < CANNOT:
        looks = max(IF_IT_LEAVES, u.draft.looks.get(entry.function, 0))  # who bears it may leave by the event
    _, *rest = parameters(entry.hook).split(", ")
    source = (
        f"def {name}({parameters(entry.hook)}):\n    return {kind}(S, {entry.function}, {holds}, {', '.join(rest)})"
    )
    return Entry(entry.hook, u.draft.hook(name, source, u.subject, u.rule, looks), entry.effect)
