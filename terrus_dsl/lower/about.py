"""Whom a continuous sentence is about, and the functions that ask it."""

from __future__ import annotations

from dataclasses import dataclass

from terrus_dsl.language.tree import Node
from terrus_dsl.lower.filters import matches
from terrus_dsl.lower.hooks import parameters
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.unit import Unit, Value

__all__ = ["Subject", "listening", "subject_of"]


@dataclass
class Subject:
    """Whom a continuous sentence is about: the test over `o` (an object) or `by` (a player)."""

    domain: str
    test: str
    value: Value | None = None


def subject_of(u: Unit, np: Node) -> Subject:
    """The test that a subject stands for."""
    p = phrase(u, np)
    if p.value is not None:
        variable = "by" if p.value.domain == "player" else "o"
        test = f"{variable} in {p.value.code}" if p.value.many else f"{variable} == {p.value.code}"
        return Subject(p.value.domain, test, p.value)
    assert p.filter is not None
    if p.filter.domain == "player":
        return Subject("player", matches(u, p.filter, "by"))
    return Subject("object", matches(u, p.filter, "o"))


def listening(u: Unit, hook: int, test: str, result: str, condition: str | None) -> int:
    """A function that listens to a hook and gives `result` where the test holds; its number."""
    tests = [t for t in (test, condition) if t and t != "True"]  # whom it is about is cheaper to ask than when
    name = u.draft.name("hook")
    head = f"def {name}({parameters(hook)}):\n"
    if tests:
        source = head + f"    if {' and '.join(f'({t})' for t in tests)}:\n        return {result}\n    return None"
    else:
        source = head + f"    return {result}"
    return u.draft.hook(name, source, u.subject, u.rule)
