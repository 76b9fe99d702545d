"""Four ways to print findings: people, programs, code scanning, a workflow's log."""

from __future__ import annotations

import json

import pytest

from terrus_dsl.diagnostics import Diagnostic, Findings, Place, render

ONE = Diagnostic(
    "unknown-word", "'kard' is no word", Place("cards/a.yaml", 3, 12, 4, "    Draw a kard."), "Oak", "9.4d", "card"
)
NOWHERE = Diagnostic("unused-name", "the label 'x' is never used")
HOSTILE = Diagnostic(
    "hostile-name", "a\x1b[31mb\nc\u202e", Place("f\n,:%.yaml", 1, 1, 3, "\x1b]0;x\x07"), hint="::error::x\r"
)


def test_text_draws_a_caret() -> None:
    """File, line, column, code, the line with a caret under the word, and what to try."""
    assert render.text([ONE]) == (
        "cards/a.yaml:3:12: error[unknown-word T201]: 'kard' is no word\n"
        " 3 |     Draw a kard.\n"
        "   |            ^^^^\n"
        "  on: Oak\n"
        "  rule: 9.4d\n"
        "  try: card\n"
    )


def test_text_without_a_place() -> None:
    """A finding about everything has one line."""
    assert render.text([NOWHERE]) == "warning[unused-name T701]: the label 'x' is never used\n"


def test_text_cuts_a_long_line_around_the_word() -> None:
    """A line of ten thousand characters shows the part that matters."""
    line = "x" * 5000 + "kard" + "y" * 5000
    shown = render.text([Diagnostic("unknown-word", "m", Place("f", 1, 5001, 4, line))]).splitlines()
    assert len(shown[1]) < 140 and shown[1][shown[2].index("^") :].startswith("kard")


@pytest.mark.parametrize("name", render.FORMATS)
def test_control_characters_never_come_through(name: str) -> None:
    """A card cannot colour a terminal, turn a line around, or write a workflow command."""
    shown = render.FORMATS[name]([HOSTILE, HOSTILE])
    assert all(char.isprintable() or char == "\n" for char in shown)
    if name == "github":
        assert shown.count("\n") == 2 and all(line.startswith("::error file=") for line in shown.splitlines())


def test_json_has_every_part() -> None:
    """A program needs no text to be taken apart."""
    (record,) = json.loads(render.as_json([ONE]))
    assert record == {
        "code": "unknown-word", "id": "T201", "severity": "error", "message": "'kard' is no word",
        "file": "cards/a.yaml", "line": 3, "column": 12, "length": 4, "subject": "Oak", "rule": "9.4d", "hint": "card",
    }  # fmt: skip


def test_sarif_points_at_the_word() -> None:
    """Code scanning gets rules, levels and regions."""
    (run,) = json.loads(render.sarif([ONE, NOWHERE]))["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["T201", "T701"]
    first, second = run["results"]
    region = first["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 3, "startColumn": 12, "endColumn": 16}
    assert (second["level"], second["ruleIndex"], "locations" in second) == ("warning", 1, False)


def test_github_escapes_its_properties() -> None:
    """A colon or comma in a file's name does not end the property."""
    assert render.github([ONE]).startswith(
        "::error file=cards/a.yaml,line=3,col=12,endColumn=16,title=unknown-word T201::'kard'"
    )
    assert "file=f%0A%2C%3A%25.yaml,line=1" in render.github([HOSTILE])


@pytest.mark.parametrize("name", render.FORMATS)
def test_no_findings_is_valid_too(name: str) -> None:
    """Every format has an empty form."""
    shown = render.FORMATS[name]([])
    assert shown in ("", "[]\n") or json.loads(shown)["runs"][0]["results"] == []


def test_findings_come_in_order_of_place() -> None:
    """Stages report when they find; readers read from top to bottom."""
    findings = Findings()
    findings.add("wrong-type", "third", Place("b", 1, 1))
    findings.add("wrong-type", "second", Place("a", 10, 1))
    findings.add("unused-name", "first", Place("a", 9, 5))
    assert [found.message for found in findings] == ["first", "second", "third"]
    assert [found.message for found in findings.errors] == ["second", "third"]
    assert render.summary(findings) == "2 errors, 1 warning"
    with pytest.raises(AssertionError):
        findings.add("no-such-code", "m")
