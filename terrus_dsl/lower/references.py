"""References: pronouns, roles, “this …”, “that …” and what was named before."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node, Tree
from terrus_dsl.lower.unit import LOST, Problem, Unit, Value

__all__ = ["controller_code", "it", "past_reference", "pronoun", "reference", "role"]


def role(u: Unit, leaf: Leaf) -> Value:
    """What has a role of the game."""
    number = u.book.roles[leaf.id]
    return Value(f"S.roles[{number}]", u.book.sheet.roles[leaf.id])


def pronoun(u: Unit, node: Node) -> Value:
    """What “you”, “it”, “they” or “the rest” stand for."""
    leaf = node.children[0]
    assert isinstance(leaf, Leaf)
    scope = u.scope
    if leaf.id == "you":
        return Value(scope.you, "player")
    if leaf.terminal == "PERSON":
        thing = it(u, node)
        return Value(f"owner(S, {thing.code})" if leaf.id == "owner" else controller_code(u, thing.code), "player")
    if leaf.id == "it":
        return it(u, node)
    if leaf.id == "the rest":
        if scope.rest is None:
            raise Problem("dangling-reference", "“the rest” of nothing named before", node)
        return scope.rest
    if leaf.id == "they" and scope.they is not None:
        return Value(scope.they, "player")
    if scope.them is not None:
        return scope.them
    if scope.they is not None:
        return Value(scope.they, "player")
    raise Problem("dangling-reference", f"“{leaf.id}” refers to nothing named before", node)


def it(u: Unit, node: Tree) -> Value:
    """What “it” is: the last single thing named, else the card itself."""
    if u.scope.it is LOST:
        raise Problem("ambiguous-reference", "what was named before is not there if that was not done", node,
                      "name the thing again")  # fmt: skip
    if u.scope.it is not None:
        return u.scope.it
    if u.scope.me is not None:
        return Value(u.scope.me)
    raise Problem(
        "dangling-reference",
        "“it” refers to nothing named before",
        node,
        "name the thing first, for example with “choose”",
    )


def reference(u: Unit, head: str, nominal: Node) -> Value:
    """What `this token`, `that card`, `those cards` stand for."""
    noun = head_noun(nominal)
    if head == "this":
        if u.scope.me is None:
            raise Problem("dangling-reference", f"“this {noun.id}” has no card to stand for in a rule", nominal)
        return Value(u.scope.me, noun=noun.id)
    many = head == "those"
    if noun.id in ("player", "opponent"):
        if u.scope.they is None:
            raise Problem("dangling-reference", f"“{head} {noun.id}” refers to nobody named before", nominal)
        return Value(u.scope.they, "player")
    if many:
        if u.scope.them is not None:
            return u.scope.them
    else:
        for value in reversed(u.scope.things):
            if value.noun == noun.id:
                return value
        if u.scope.known is not None and _may_be(u, u.scope.known.noun, noun.id):
            return u.scope.known
    raise Problem("dangling-reference", f"“{head} …” refers to nothing named before that is a {noun.id}", nominal)


def _may_be(u: Unit, named: str, noun: str) -> bool:
    """Whether something named by one noun can be meant by another; two printed types exclude each other."""
    sheet = u.book.sheet
    kinds = {*sheet.types, *sheet.unions}
    return named not in kinds or noun not in kinds or bool(sheet.mask(named) & sheet.mask(noun))


def past_reference(u: Unit, past: Leaf, node: Node) -> Value:
    """What was done to something before, by the participle that says so."""
    value = u.scope.past.get(past.id)
    if value is None:
        if u.scope.them is not None and node.children[-1].kind == "nominals":  # type: ignore[union-attr]
            return u.scope.them
        if u.scope.known is not None:
            return u.scope.known
        raise Problem("dangling-reference", "nothing before was done to what this phrase names", node)
    return value


def head_noun(nominal: Node) -> Leaf:
    """The noun that a phrase is about."""
    leaves = [leaf for leaf in nominal.leaves() if leaf.terminal in ("NOUN", "NOUNS")]
    return leaves[-1]


def controller_code(u: Unit, code: str) -> str:
    """The code of who controls a thing, known from before an event where the text names one."""
    if u.scope.controller is not None and u.scope.it is not None and code == u.scope.it.code:
        return u.scope.controller
    return f"controller(S, {code})"
