"""Every rule case of every game: given a position, when these choices are made, then this has come of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
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


@pytest.mark.parametrize(("game", "block"), [
    pytest.param(path.parent.parent.name, path.parent, id=f"{path.parent.parent.name}/{path.parent.name}")
    for game in GAMES for path in sorted(folder_of(game).glob("*/block.yaml"))
])  # fmt: skip
def test_every_card_has_a_case(game: str, block: Path) -> None:
    """No card of a block goes without a case that names it in its sentence, its position or its choices."""
    printed = {str(card["name"]) for path in block.glob("*.yaml") if path.stem != "block" for card in read_list(path)}
    words = "|".join(re.escape(name) for name in sorted(printed, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)")
    named: set[str] = set()
    for case in CASES:
        if case.path.parent.name == game and "xfail" not in case.data:
            told = [case.data["says"], case.data.get("given"), case.data.get("when")]
            named.update(pattern.findall(" ".join(_texts(told))))
    assert printed
    assert sorted(printed - named) == []


def _texts(part: Any) -> Iterator[str]:
    """All texts of a value, keys included."""
    if isinstance(part, dict):
        part = [*part, *part.values()]
    if isinstance(part, list):
        for inner in part:
            yield from _texts(inner)
    else:
        yield str(part)


def _rulebook(game: str) -> list[Path]:
    return sorted((folder_of(game) / "rulebook").glob("*.yaml"))
