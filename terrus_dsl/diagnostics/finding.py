"""What a stage hands over when something is wrong: findings are collected, never raised."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from terrus_dsl.diagnostics.catalogue import BY_NAME, Severity


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one source line; line and column count from 1, as editors do."""

    file: str
    line: int
    column: int
    length: int = 1
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: what, where, on which card or rule, by which rule, and what to try."""

    code: str
    message: str
    place: Place | None = None
    subject: str = ""
    rule: str = ""
    hint: str = ""

    @property
    def severity(self) -> Severity:
        """Whether the finding fails a check or only advises."""
        return BY_NAME[self.code].severity

    @property
    def id(self) -> str:
        """The number of the code, for tools."""
        return BY_NAME[self.code].id


class Findings:
    """The collector that every stage writes to and only the command line prints."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def add(
        self,
        code: str,
        message: str,
        place: Place | None = None,
        *,
        subject: str = "",
        rule: str = "",
        hint: str = "",
    ) -> None:
        """Note a finding under a code of the catalogue."""
        assert code in BY_NAME, f"no such code in the catalogue: {code}"
        self._found.append(Diagnostic(code, message, place, subject, rule, hint))

    def extend(self, more: Findings | list[Diagnostic]) -> None:
        """Take over findings that another stage, process or cache has made."""
        self._found.extend(more)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self._found, key=_position))

    def __len__(self) -> int:
        return len(self._found)

    def __bool__(self) -> bool:
        # An empty collector is still a collector: `findings or Findings()` must not throw it away.
        return True

    @property
    def errors(self) -> list[Diagnostic]:
        """The findings that fail a check, in order of place."""
        return [found for found in self if found.severity == "error"]

    @property
    def warnings(self) -> list[Diagnostic]:
        """The findings that only advise, in order of place."""
        return [found for found in self if found.severity == "warning"]


def _position(found: Diagnostic) -> tuple[str, int, int]:
    # Findings without a place come first: they concern everything.
    return (found.place.file, found.place.line, found.place.column) if found.place else ("", 0, 0)
