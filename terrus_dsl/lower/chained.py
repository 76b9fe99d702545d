"""Abilities as texts speak of them: what waits on the chain, and what other cards can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from terrus_dsl.language.tree import Node
from terrus_dsl.lower.filters import candidates, matches
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.relative import controller_test
from terrus_dsl.lower.unit import Problem, Unit

if TYPE_CHECKING:
    from terrus_dsl.lower.actions import Action

__all__ = ["borrowable", "chain_test"]


def chain_test(u: Unit, action: Action) -> int:
    """A hook function over an entry of the chain: `it` is its source, `by` its player, `bound` the entry."""
    if not isinstance(action.arg, Node) or action.arg.kind != "np":
        raise Problem("unfinished-sentence", f"{action.verb} what?", action.node)
    np = action.arg
    tests: list[str] = []
    posts = []
    for post in np.children[1:]:
        assert isinstance(post, Node)
        by = post.first("by")
        if post.kind == "past_by" and by is not None:
            tests.append(controller_test(u, by.first("bare"), "by"))  # type: ignore[arg-type]
        else:
            posts.append(post)
    p = phrase(u, Node("np", (np.children[0], *posts)))
    if p.value is not None:
        tests.append(f"it == {p.value.code}")
    elif p.filter is not None and p.filter.noun == "ability":
        tests.append("bound == 1")
    else:
        assert p.filter is not None
        tests.append("bound == 0")
        tests.append(matches(u, p.filter, "it", zones=False, controller="by"))
    name = u.draft.name("chained")
    body = " and ".join(f"({t})" for t in tests if t != "True") or "True"
    return u.draft.hook(name, f"def {name}(S, me, you, bound, by, it):\n    return {body}", u.subject, u.rule)


def borrowable(u: Unit, action: Action) -> tuple[str, str]:
    """The code of the abilities that `use a … of a card …` may use, and their label."""
    if not isinstance(action.arg, Node) or action.arg.kind != "ability_of":
        raise Problem("unfinished-sentence", "use which ability of what?", action.node)
    label = next(leaf for leaf in action.arg.leaves() if leaf.terminal == "LABELNOUN")
    np = action.arg.first("np")
    assert np is not None
    p = phrase(u, np)
    listing = candidates(u, p.filter) if p.filter is not None else f"one({p.value.code})"  # type: ignore[union-attr]
    number = u.book.sheet.labels[label.id].number
    return f"copyable(S, {u.scope.you}, {u.scope.me or '-1'}, {listing}, {number})", label.id
