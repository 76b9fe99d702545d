"""Which kinds of change a compiled function looks at: it need not run again before one of them happens."""

from __future__ import annotations

import re
from collections.abc import Iterable

from terrus_dsl.engine.listening import EFFECTS, MOVES

__all__ = ["Looks"]


class Looks:
    """The kinds of change that can alter what a function finds, read off its source and what it calls."""

    PATTERNS = (
        (re.compile(r"S\.(zone|card|tags|at|owner)\b|adjacent|in_front|same_row|spaces|controller|owner"), 1),
        (re.compile(r"S\.counters"), 2),
        (re.compile(r"S\.(flags|relations|roles)"), 8),
        (re.compile(r"S\.(tallies|totals)"), 16),
        (re.compile(r"can_pay|S\.history|happened"), 63),
    )
    ZONES = re.compile(r"S\.zones\[(\d+)")
    CALLS = re.compile(r"\b(\w+)\(S")

    def __init__(self, plain: dict[str, str], play: list[bool], stride: int, modifiers: Iterable[str]) -> None:
        self.plain, self.play, self.stride = plain, play, stride
        self.stats = 0
        # Numbers look at what their modifiers look at: in play, and where things are.
        self.stats = MOVES | EFFECTS | self._all(modifiers)

    def _all(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            found |= self.of(name)
        return found

    def of(self, name: str, known: set[str] | None = None) -> int:
        """The bits of one function."""
        known = known if known is not None else set()
        if name in known:
            return 0
        known.add(name)
        source = self.plain.get(name, "")
        found = self.stats if re.search(r"\bstat(_total)?\(", source) else 0
        for pattern, bits in self.PATTERNS:
            if pattern.search(source):
                found |= bits
        for base in self.ZONES.findall(source):
            found |= 1 if self.play[int(base) // self.stride] else 32
        for called in set(self.CALLS.findall(source)):
            if called in self.plain and not called.startswith(("do_", "body_")):
                found |= self.of(called, known)
        return found

    def names_player(self, name: str) -> bool:
        """Whether what a program does depends on who is about to be asked; an order of play does not count."""
        body = self.plain.get(name, "").partition("\n")[2]
        return bool(re.search(r"\byou\b", re.sub(r"order\(S, you\)", "", body)))
