"""The numbers of the kernel's own questions, and the value of a function that pauses."""

from __future__ import annotations

__all__ = [
    "NEXT",
    "ONE",
    "OPTIONAL",
    "PAUSE",
    "SITE_ANY",
    "SITE_MEANS",
    "SITE_ORDER",
    "SITE_REPLACEMENTS",
    "SITE_RESPONSE",
    "SITE_TRIGGERS",
    "SITE_USE",
    "STOP",
    "UNIT",
    "YES_NO",
    "Pause",
]


class Pause:
    """The value that every function returns while somebody must decide."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "PAUSE"


PAUSE = Pause()


#: The option of choosing no more, of declining and of passing.
STOP = -1


#: Questions of the kernel; compiled questions are numbered from 0.
SITE_USE, SITE_RESPONSE, SITE_TRIGGERS, SITE_ORDER, SITE_ANY, SITE_MEANS, SITE_REPLACEMENTS = -1, -2, -3, -4, -5, -6, -7


ONE, OPTIONAL, NEXT, YES_NO, UNIT = 0, 1, 2, 3, 4
