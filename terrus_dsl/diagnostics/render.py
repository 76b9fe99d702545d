"""Findings to text: for people, for programs, for code scanning and for a pull request's margin.

All four are pure. What they print comes from strangers' files, so control characters never reach a terminal or a log.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from terrus_dsl.diagnostics.catalogue import BY_NAME, CODES
from terrus_dsl.diagnostics.finding import Diagnostic, Place

_WIDTH = 120  # columns of a source line that are shown
_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def text(found: Iterable[Diagnostic]) -> str:
    """For people: one paragraph each, with the line and a caret under the word."""
    return "\n".join(_paragraph(one) for one in found)


def as_json(found: Iterable[Diagnostic]) -> str:
    """For programs: a list of flat records."""
    return json.dumps([_record(one) for one in found], indent=2, ensure_ascii=True) + "\n"


def sarif(found: Iterable[Diagnostic]) -> str:
    """For code scanning: SARIF 2.1.0."""
    listed = list(found)
    used = {one.code for one in listed}
    rules = [
        {"id": code.id, "name": code.name, "shortDescription": {"text": code.summary}}
        for code in CODES
        if code.name in used
    ]
    index = {rule["id"]: position for position, rule in enumerate(rules)}
    results = [_result(one, index[one.id]) for one in listed]
    driver = {"name": "terrus", "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": _SARIF, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=True) + "\n"


def github(found: Iterable[Diagnostic]) -> str:
    """For a workflow's log: commands that annotate the changed lines."""
    return "".join(_annotation(one) for one in found)


FORMATS: dict[str, Callable[[Iterable[Diagnostic]], str]] = {
    "text": text,
    "json": as_json,
    "sarif": sarif,
    "github": github,
}


def summary(found: Iterable[Diagnostic]) -> str:
    """The last line of a report: how many there are."""
    severities = [one.severity for one in found]
    if not severities:
        return "no findings"
    counts = [(severities.count(kind), kind) for kind in ("error", "warning")]
    return ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for count, kind in counts if count)


def clean(line: str) -> str:
    """One line that is safe to print: control and direction characters are written as escapes."""
    return "".join(char if char.isprintable() else _escape(char) for char in line)


def _escape(char: str) -> str:
    return " " if char == "\t" else char.encode("unicode_escape").decode("ascii")


def _paragraph(one: Diagnostic) -> str:
    lines = [f"{_where(one.place)}{one.severity}[{one.code} {one.id}]: {clean(one.message)}"]
    if one.place and one.place.text:
        lines += _caret(one.place)
    lines += [f"  {label}: {clean(said)}" for label, said in _labelled(one)]
    return "\n".join(lines) + "\n"


def _labelled(one: Diagnostic) -> list[tuple[str, str]]:
    labels = (("on", one.subject), ("rule", one.rule), ("try", one.hint))
    return [(label, said) for label, said in labels if said]


def _where(place: Place | None) -> str:
    return f"{clean(place.file)}:{place.line}:{place.column}: " if place else ""


def _caret(place: Place) -> list[str]:
    start = place.column - 1
    # A long line is cut so that the word stands in the middle of what is shown.
    cut = max(0, start - _WIDTH // 2) if len(place.text) > _WIDTH else 0
    shown = place.text[cut : cut + _WIDTH]
    before = clean(shown[: start - cut])
    length = min(len(clean(shown[start - cut : start - cut + place.length])) or 1, _WIDTH)
    number = str(place.line)
    return [f" {number} | {clean(shown)}", f" {' ' * len(number)} | {' ' * len(before)}{'^' * length}"]


def _record(one: Diagnostic) -> dict[str, object]:
    place = one.place
    return {
        "code": one.code,
        "id": one.id,
        "severity": one.severity,
        "message": one.message,
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "length": place.length if place else None,
        "subject": one.subject or None,
        "rule": one.rule or None,
        "hint": one.hint or None,
    }


def _result(one: Diagnostic, index: int) -> dict[str, object]:
    said = ". ".join(part for part in (one.message, one.hint and f"Try: {one.hint}") if part)
    result: dict[str, object] = {
        "ruleId": one.id,
        "ruleIndex": index,
        "level": one.severity,
        "message": {"text": said},
    }
    if place := one.place:
        region = {"startLine": place.line, "startColumn": place.column, "endColumn": place.column + place.length}
        uri = {"uri": place.file.replace("\\", "/")}
        result["locations"] = [{"physicalLocation": {"artifactLocation": uri, "region": region}}]
    return result


def _annotation(one: Diagnostic) -> str:
    where = ""
    if place := one.place:
        where = f" file={_property(place.file)},line={place.line},col={place.column}"
        where += f",endColumn={place.column + place.length},title={one.code} {BY_NAME[one.code].id}"
    said = "; ".join([one.message, *(f"{label}: {word}" for label, word in _labelled(one))])
    return f"::{one.severity}{where}::{_data(said)}\n"


def _data(said: str) -> str:
    escaped = said.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return "".join(char if char.isprintable() else _escape(char) for char in escaped)


def _property(said: str) -> str:
    return _data(said).replace(":", "%3A").replace(",", "%2C")
