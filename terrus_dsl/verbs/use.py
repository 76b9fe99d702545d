"""use: an ability of another card, as one's own."""

from __future__ import annotations

from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.chained import borrowable
from terrus_dsl.lower.unit import Unit, Value

__all__ = ["lower"]


def lower(u: Unit, action: Action, subject: Value | None) -> str | None:
    """`use a … of a card in your hand`: the ability is used with this card as its source."""
    options, label = borrowable(u, action)
    site, args = u.options(options, f"{label} to use")
    chosen = u.temp(f"pick(S, {u.scope.you}, {site.number}, {args})")
    return u.temp(f"use_copied(S, {u.scope.you}, {u.scope.me or '-1'}, {chosen})")
