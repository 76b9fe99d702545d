"""Cases as data: reading them, and writing findings the way they are written there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.yaml import load, plain

HERE = Path(__file__).parent


def cases(file: str) -> list[Any]:
    """The cases of a file beside this one, each with its name as the test's id."""
    findings = Findings()
    top = load((HERE / file).read_text(encoding="utf-8"), file, findings)
    assert top is not None and len(findings) == 0, [*findings]
    return [pytest.param(case, id=case.get("name") or case.get("written") or "empty") for case in plain(top)]


def lines(findings: Findings) -> list[str]:
    """Findings as `line:column code`."""
    return [f"{found.place.line}:{found.place.column} {found.code}" for found in findings if found.place]
