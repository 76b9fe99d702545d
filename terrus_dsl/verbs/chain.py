"""cancel, copy: what waits on the chain."""

from __future__ import annotations

from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.chained import chain_test
from terrus_dsl.lower.unit import Unit, Value

__all__ = ["cancel", "copy"]


def cancel(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Cancel the nearest thing on the chain that the text allows (rule of cancelling)."""
    return u.temp(f"cancel(S, {u.scope.you}, {chain_test(u, action)})")


def copy(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Put a copy of something used this turn on the chain."""
    return u.temp(f"copy_used(S, {u.scope.you}, {chain_test(u, action)})")
