"""Every rule case of every game: given a position, when these choices are made, then this has come of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases.harness import HERE, Case, cases, complete, folder_of, play, problem, read_list

CASES = list(cases())
GAMES = sorted(path.name for path in HERE.iterdir() if complete(path))


def _marked(case: Case) -> Any:
    """A case as a parameter; one that is known to fail says why."""
    marks = [pytest.mark.xfail(reason=case.data["xfail"])] if "xfail" in case.data else []
    return pytest.param(case, id=case.id, marks=marks)


@pytest.mark.parametrize("case", [_marked(case) for case in CASES])
def test_case(case: Case) -> None:
    """The position after the choices is the one that the rule asks for."""
    assert not problem(case)
    play(case)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_case(game: str) -> None:
    """No rule of the rulebook goes without a case that cites it."""
    cited = {rule for case in CASES if case.path.parent.name == game for rule in case.data["rules"]}
    written = {str(entry["rule"]) for path in _rulebook(game) for entry in read_list(path)}
    assert not written - cited


def _rulebook(game: str) -> list[Path]:
    return sorted((folder_of(game) / "rulebook").glob("*.yaml"))
