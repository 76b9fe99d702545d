"""Choices: noun phrases with an indefinite article become questions to a player."""

from __future__ import annotations

import re

from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Node
from terrus_dsl.lower.book import CHOOSE
from terrus_dsl.lower.filters import VAR, Filter, candidates, exists
from terrus_dsl.lower.nouns import Phrase, phrase
from terrus_dsl.lower.renew import backed, pile_of, renew
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["any_candidate", "pick", "pick_from"]

_ARTICLES = frozenset({"A", "An", "Another", "Up", "Any", "One", "The"})
_LOCALS = re.compile(r"\b(v\d+|it|amount|target|by|bound)\b")


def pick(
    u: Unit,
    np: Node,
    *,
    actor: str | None = None,
    optional: bool = False,
    default_zone: str | None = None,
    condition: str | None = None,
) -> Value:
    """What a noun phrase in an effect stands for; whatever it leaves open is asked."""
    p = phrase(u, np, default_zone=default_zone)
    if p.value is not None:
        return p.value
    if condition is not None and p.filter is not None and p.filter.domain == "object":
        p.filter.conditions.append(condition)
    return pick_from(u, p, actor=actor, optional=optional)


def pick_from(u: Unit, p: Phrase, *, actor: str | None = None, optional: bool = False) -> Value:
    """What a phrase that was taken apart stands for, bound in scope."""
    f = p.filter
    assert f is not None
    actor = actor or u.scope.you
    if f.domain == "object" and not f.sources and f.among is None:
        _default_place(u, f, actor, p)
    if p.quantity == "none":
        return Value("-1", f.domain, False, f.noun)
    _choosable(u, p, actor)
    f.single = p.quantity == "one"
    pile = pile_of(u, f)
    if pile is not None:
        renew(u, *pile)
    code = candidates(u, f)
    if p.quantity in ("all",) or (p.quantity == "the" and p.plural):
        return u.bind(Value(u.temp(code), f.domain, True, f.noun))
    if p.quantity == "the":
        return u.bind(Value(u.temp(f"first({code})"), f.domain, False, f.noun))
    if p.quantity == "top":
        if p.high == "1" and not p.plural:
            return u.bind(Value(u.temp(f"first({code})"), f.domain, False, f.noun))
        more = (*pile, p.high) if pile is not None and code.startswith("top_of") else None
        return u.bind(Value(u.temp(code), f.domain, True, f.noun, pile=more))
    if p.quantity == "random":
        if p.plural:
            return u.bind(Value(u.temp(f"random_of(S, {code}, {p.high})"), f.domain, True, f.noun))
        return u.bind(Value(u.temp(f"first(random_of(S, {code}, 1))"), f.domain, False, f.noun))
    return _asked(u, p, f, code, actor, optional)


def _choosable(u: Unit, p: Phrase, actor: str) -> None:
    """What a player cannot choose is no candidate of that player's choices."""
    f = p.filter
    if CHOOSE in u.draft.restricted and f is not None and f.domain == "object" and p.quantity in ("one", "some"):
        f.conditions.append(f"able(S, {u.book.verbs[CHOOSE]}, {actor}, {VAR})")


def _asked(u: Unit, p: Phrase, f: Filter, code: str, actor: str, optional: bool) -> Value:
    question = show(p.node, u.book.words) if p.node is not None else ""
    if question.split(" ")[0] in _ARTICLES:
        question = question[0].lower() + question[1:]
    site, args = u.options(code, question)
    site.domain = f.domain
    single = p.quantity == "one"
    optional = optional or (single and p.low == "0")
    low, high = ("0" if optional else p.low), p.high
    if _announced(u, f, code, actor):
        assert u.targets is not None
        slot = u.offset + len(u.targets)
        u.targets.append(site)
        u.target_modes.append((low if not single else ("0" if optional else "1"), high, single))
        keep = "kept" if single else "kept_all"
        return u.bind(Value(u.temp(f"{keep}(S, target[{slot}], {site.number}, {args})"), f.domain, not single, f.noun))
    if single:
        call = "pick_optional" if optional else "pick"
        return u.bind(Value(u.temp(f"{call}(S, {actor}, {site.number}, {args})"), f.domain, False, f.noun))
    value = Value(u.temp(f"pick_many(S, {actor}, {site.number}, {args}, {low}, {high})"), f.domain, True, f.noun)
    if f.among is not None and f.domain == "object":
        u.scope.rest = Value(u.temp(f"without({f.among}, {value.code})"), "object", True, f.noun)
    return u.bind(value)


def _announced(u: Unit, f: Filter, code: str, actor: str) -> bool:
    """Whether the choice is made when the effect is announced: open to all, and fixed by nothing in the effect."""
    if u.targets is None or u.conditional or actor != "you" or _LOCALS.search(code) or f.superlative:
        return False
    if f.domain == "player":
        return True
    if f.domain != "object" or f.top is not None or f.among is not None:
        return False
    zones = u.book.sheet.zones
    return bool(f.sources) and all(zones[z].faces == "all" and not zones[z].supply for z, _ in f.sources)


def _default_place(u: Unit, f: Filter, actor: str, p: Phrase) -> None:
    hand = u.book.hand()
    if f.noun in ("card", "object") and hand:
        f.sources = [(hand, actor)]
        return
    raise Problem("type-mismatch", "say where to look for it", p.node or Node("np", ()), "add “in …” or “from …”")


def any_candidate(
    u: Unit, np: Node, *, actor: str | None = None, default_zone: str | None = None, condition: str | None = None,
    enough: bool = True,
) -> str:
    """The code of whether enough, or at least one, can be chosen for a phrase; `True` for what needs no choice."""
    p = phrase(u, np, default_zone=default_zone)
    if p.value is not None:
        return "True" if p.value.domain == "player" or p.value.many else f"{p.value.code} >= 0"
    f = p.filter
    assert f is not None
    if condition is not None and f.domain == "object":
        f.conditions.append(condition)
    if f.domain == "object" and not f.sources and f.among is None:
        _default_place(u, f, actor or u.scope.you, p)
    if f.supply is not None or p.quantity in ("all", "none"):
        return "True"
    _choosable(u, p, actor or u.scope.you)
    f.single = p.quantity == "one" or (p.quantity == "some" and p.low == "1")
    if p.quantity in ("some", "exactly", "random") and p.low != "0":
        return f"len({candidates(u, f)}) >= {p.low}" if enough and p.low != "1" else exists(u, f)
    if p.low == "0":
        return "True"
    pile = pile_of(u, f)
    return exists(u, f) if pile is None else f"({exists(u, f)} or {backed(u, *pile)})"
