"""use: an ability of another card, as one's own."""

from __future__ import annotations

from terrus_dsl.language.tree import Node
from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.choices import pick
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["lower"]


def lower(u: Unit, action: Action, subject: Value | None) -> str | None:
    """`use a … of a card in your hand`: the ability is used with this card as its source."""
    if not isinstance(action.arg, Node) or action.arg.kind != "ability_of":
        raise Problem("unfinished-sentence", "use which ability of what?", action.node)
    label = next(leaf for leaf in action.arg.leaves() if leaf.terminal == "LABELNOUN")
    np = action.arg.first("np")
    assert np is not None
    number = u.book.sheet.labels[label.id].number
    from terrus_dsl.lower.nouns import candidates, phrase

    p = phrase(u, np)
    listing = candidates(u, p.filter) if p.filter is not None else f"one({p.value.code})"  # type: ignore[union-attr]
    site, args = u.options(
        f"copyable(S, {u.scope.you}, {u.scope.me or '-1'}, {listing}, {number})", f"{label.id} to use"
    )
    chosen = u.temp(f"pick(S, {u.scope.you}, {site.number}, {args})")
    return u.temp(f"use_copied(S, {u.scope.you}, {u.scope.me or '-1'}, {chosen})")


__all__ += ["pick"]
