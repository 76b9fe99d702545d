"""Clauses: one thing that is done; chains of them are joined by “, then”."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import lasting, whose
from terrus_dsl.lower.choices import pick
from terrus_dsl.lower.filters import candidates
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.numbers import number_code, thing
from terrus_dsl.lower.offers import optional
from terrus_dsl.lower.subjects import declarative
from terrus_dsl.lower.unit import Problem, Unit
from terrus_dsl.lower.verb_phrases import verb_phrase

__all__ = ["chain", "clause"]


def chain(u: Unit, node: Node) -> str:
    """Clauses joined by “, then”; the result is that of the last one."""
    done = "1"
    for child in node.children:
        if isinstance(child, Node):
            done = clause(u, child)
    return done


def clause(u: Unit, node: Node) -> str:
    """One clause."""
    handler = _CLAUSES.get(node.kind)
    if handler is None:
        raise Problem("no-executor", f"this cannot be done here ({node.kind})", node)
    return handler(u, node)


def _imperative(u: Unit, node: Node) -> str:
    vp = node.children[0]
    assert isinstance(vp, Node)
    return verb_phrase(u, vp, None, node)


def _let_number(u: Unit, node: Node) -> str:
    name = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "VAR")
    number = node.first("number")
    assert number is not None
    code = number_code(u, number)
    known = u.scope.names.get(name.id)
    if known is not None:
        u.line(f"{known} = {code}")
        return "1"
    u.scope.names[name.id] = u.temp(code)
    u.scope.amount = u.scope.names[name.id]
    return "1"


def _let_role(u: Unit, node: Node) -> str:
    role = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "ROLE")
    np = node.first("np")
    assert np is not None
    saved = u.scope.you
    value = pick(u, np)
    kind = u.book.sheet.roles[role.id]
    if value.domain != kind or value.many:
        raise Problem("type-mismatch", f"“{role.id}” is one {kind}", np)
    u.scope.you = saved
    u.line(f"set_role(S, {u.book.roles[role.id]}, {value.code})")
    return "1"


def _become_count(u: Unit, node: Node) -> str:
    poss, counter, number = node.children[0], node.children[1], node.children[-1]
    assert isinstance(poss, Node) and isinstance(counter, Leaf) and isinstance(number, Node)
    spec = u.book.sheet.counters[counter.id]
    code = number_code(u, number)
    if spec.of == "player":
        u.line(f"set_tally(S, {spec.number}, {whose.player_of(u, poss)}, {code})")
    else:
        own = poss if poss.kind == "own" else poss.children[0]
        u.line(f"set_counters(S, {spec.number}, {thing(u, own)}, {code})")  # type: ignore[arg-type]
    return "1"


def _open_window(u: Unit, node: Node) -> str:
    window = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "WINDOW")
    number = u.book.sheet.windows[window.id].number
    phrases = [phrase(u, c) for c in node.children if isinstance(c, Node) and c.kind == "np"]
    if len(phrases) == 2:
        codes = [p.value.code for p in phrases if p.value is not None]
        if len(codes) != 2:
            raise Problem("ambiguous-reference", "say which two players", node)
        u.line(f"_ = priority(S, {number}, ({codes[0]}, {codes[1]}))")
        return "1"
    p = phrases[0]
    if p.value is not None and not p.value.many:
        u.line(f"_ = open_window(S, {number}, {p.value.code})")
    else:
        players = p.value.code if p.value is not None else candidates(u, p.filter)  # type: ignore[arg-type]
        u.line(f"_ = priority(S, {number}, tuple({players}))")
    return "1"


def _offer_window(u: Unit, node: Node) -> str:
    """`Each player may act in the … window.`: done where somebody acts, which closes it."""
    window, np = node.children[-1], node.children[0]
    assert isinstance(window, Leaf) and isinstance(np, Node)
    p = phrase(u, np)
    if p.value is not None:
        players = p.value.code if p.value.many else f"one({p.value.code})"
    else:
        players = candidates(u, p.filter)  # type: ignore[arg-type]
    return u.temp(f"one_act(S, {u.book.sheet.windows[window.id].number}, tuple({players}))")

_CLAUSES = {
    "imperative": _imperative,
    "declarative": declarative,
    "optional": optional,
    "set_number": lambda u, node: lasting.effect(u, node),
    "become_number": lambda u, node: lasting.effect(u, node),
    "become_count": _become_count,
    "let_number": _let_number,
    "let_role": _let_role,
    "open_window": _open_window,
    "open_window_two": _open_window,
    "offer_window": _offer_window,
}
