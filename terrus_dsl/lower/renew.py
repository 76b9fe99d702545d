"""Piles that a verb renews: their player is asked when a text is about to take a card from one that is empty."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf
from terrus_dsl.lower.book import python_name
from terrus_dsl.lower.filters import Filter
from terrus_dsl.lower.unit import Problem, Unit

__all__ = ["backed", "pile_of", "renew", "renewed"]


def pile_of(u: Unit, f: Filter) -> tuple[str, str] | None:
    """The pile from whose top a phrase takes and its player, where that pile can be renewed."""
    if f.domain != "object" or f.top is None or len(f.sources) != 1:
        return None
    name, player = f.sources[0]
    return (name, player) if u.book.sheet.zones[name].renew and player is not None else None


def renew(u: Unit, name: str, player: str | None) -> None:
    """Write that the pile may be renewed now, if it is empty."""
    if u.book.sheet.zones[name].renew and player is not None:
        with u.block(f"if not S.zones[{u.book.zone_base(name)} + {player}]:"):
            u.line(renewed(u, name, player))


def renewed(u: Unit, name: str, player: str) -> str:
    """The call of the verb that may renew a pile."""
    verb = u.book.sheet.zones[name].renew["by"]
    definition = u.book.definitions.get(verb)
    if definition is None or definition.params:
        hint = f"To {verb}: …"
        raise Problem("no-executor", f"{name} is renewed by “{verb}”, which no rule defines", Leaf("ZONE", name), hint)
    return f"do_{python_name(verb)}(S, -1, {player}, -1, 1, -1)"


def backed(u: Unit, name: str, player: str) -> str:
    """The code of whether there is anything that a pile could be renewed with."""
    source = u.book.sheet.zones[name].renew["from"]
    if source not in u.book.sheet.zones:
        raise Problem("unknown-name", f"{name} is renewed from {source}, which is no zone", Leaf("ZONE", name))
    return f"bool(S.zones[{u.book.zone_base(source)} + {player}])"
