"""The verbs that the kernel itself performs: one line each."""

from __future__ import annotations

from collections.abc import Callable

from terrus_dsl.verbs import cards, chain, chance, pay, prevent, put, tally, times, use, win

__all__ = ["KERNEL"]

#: Verb -> how an action with it is lowered.
KERNEL: dict[str, Callable[..., str | None]] = {
    "add": tally.lower,
    "begin": times.begin,
    "cancel": chain.cancel,
    "choose": cards.choose,
    "copy": chain.copy,
    "draw": cards.draw,
    "end": times.end,
    "gain": tally.lower,
    "look at": cards.look_at,
    "lose": tally.lower,
    "move": put.lower,
    "name": cards.name,
    "pay": pay.lower,
    "prevent": prevent.lower,
    "put": put.lower,
    "remove": tally.lower,
    "return": put.lower,
    "reveal": cards.reveal,
    "roll": chance.roll,
    "search": cards.search,
    "secretly choose": cards.secretly_choose,
    "shuffle": cards.shuffle,
    "skip": times.skip,
    "spend": tally.lower,
    "use": use.lower,
    "win": win.lower,
}
