"""Verb phrases of effects: an action, or what something becomes."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import lasting
from terrus_dsl.lower.actions import perform, read_action
from terrus_dsl.lower.choices import pick
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["verb_phrase"]


def verb_phrase(u: Unit, vp: Node, subject: Value | None, clause_node: Node) -> str:
    """A verb phrase in an effect."""
    if vp.kind == "act":
        inner = vp.children[0]
        assert isinstance(inner, Node)
        return perform(u, read_action(inner), subject=subject)
    if vp.kind in ("become", "stop"):
        return _become(u, vp, subject)
    raise Problem("no-executor", f"this cannot be done by “{vp.kind}”", vp)


def _become(u: Unit, vp: Node, subject: Value | None) -> str:
    if subject is None:
        raise Problem("type-mismatch", "a player becomes nothing by this", vp)
    if vp.kind == "stop":
        leaf = next(c for c in vp.children if isinstance(c, Leaf) and c.terminal == "RELATION")
        u.line(f"relate(S, {_relation(u, leaf)}, {subject.code}, -1)")
        return "1"
    predicate = vp.children[-1]
    assert isinstance(predicate, Node)
    leaf = next(leaf for leaf in predicate.leaves() if not leaf.literal)
    if predicate.kind in ("adjective", "not_adjective"):
        on = predicate.kind == "adjective"
        if leaf.id in ("face down", "face up"):
            u.line(f"turn_face(S, {subject.code}, {(leaf.id == 'face down') == on})")
        elif leaf.id in u.book.states:
            u.line(f"set_state(S, {subject.code}, {u.book.states[leaf.id]}, {on})")
        else:
            raise Problem("no-executor", f"nothing can become “{leaf.id}”: it is defined by a rule or printed", leaf)
    elif predicate.kind == "relating_to":
        bare = predicate.first("bare")
        assert bare is not None
        value = pick(u, bare)
        number = _relation(u, leaf)
        u.draft.bearers[number] = u.draft.bearers.get(number, 0) | (u.book.sheet.mask(subject.noun) or -1)
        u.line(f"relate(S, {number}, {subject.code}, {value.code})")
        u.scope.it = subject
    else:
        return lasting.effect(u, Node("declarative", (Node("§", ()), vp)), subject=subject)
    return "1"


def _relation(u: Unit, leaf: Leaf) -> int:
    number = u.book.relation_numbers.get(leaf.id)
    if number is None:
        raise Problem("no-executor", f"“{leaf.id}” is defined by a rule and cannot be set", leaf)
    return number
