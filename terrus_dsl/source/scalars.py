"""What an unquoted word means by the YAML 1.2 core schema; YAML 1.1 would read `on` as True and `12:30` as 750."""

from __future__ import annotations

import re

MAX_DIGITS = 18  # a 64-bit integer; int() itself refuses some thousand digits, and no card prints them

_NUMBER = re.compile(
    r"(?P<decimal>[-+]?[0-9]+)|(?P<octal>0o[0-7]+)|(?P<hex>0x[0-9a-fA-F]+)"
    r"|(?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)"
)
_WORDS: dict[str, bool | float | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    ".nan": float("nan"), ".NaN": float("nan"), ".NAN": float("nan"),
    **{sign + word: float(sign + "inf") for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")},
}  # fmt: skip
_BASES = {"decimal": 10, "octal": 8, "hex": 16}


class TooManyDigitsError(ValueError):
    """A number that is longer than any that a card file needs."""


def resolve(text: str) -> str | int | float | bool | None:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "-+.0123456789":
        return text
    found = _NUMBER.fullmatch(text)
    if found is None:
        return text
    kind = str(found.lastgroup)
    if kind == "float":
        return float(text)
    if len(text) > MAX_DIGITS:
        raise TooManyDigitsError(f"a number of {len(text):,} digits")
    return int(text if kind == "decimal" else text[2:], _BASES[kind])
