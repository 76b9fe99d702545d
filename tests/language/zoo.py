"""The cases of the language, compiled all at once as cards and rules of a small invented game."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from terrus_dsl.compile import Compiled, compile_game
from terrus_dsl.diagnostics import Diagnostic, Findings
from terrus_dsl.language.tree import Node
from terrus_dsl.source.node import plain
from terrus_dsl.source.yaml import load

HERE = Path(__file__).resolve().parent
GAME = HERE / "game"
FOLDERS = sorted((HERE / "cases").glob("*.yaml"))
# What a text may be printed on, beside a rule of the rulebook.
PRINTED = {"card": {"type": "beast"}, "trick": {"type": "trick", "hour": "Morning"}}


@dataclass(frozen=True, slots=True)
class Case:
    """A text, where it stands, and what is expected of it."""

    name: str
    text: str
    where: str  # card, trick, rule
    shows: str = ""  # the canonical wording of a good text
    code: str = ""  # the finding of a bad one, the words that it points at, and a part of what it advises
    at: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the compiler made of a text."""

    tree: Node | None
    findings: tuple[Diagnostic, ...] = field(default=())


def cases() -> list[Case]:
    """All cases: each good text comes with a bad twin."""
    return [case for path in FOLDERS for case in _read(path)]


def _read(path: Path) -> Iterator[Case]:
    findings = Findings()
    top = load(path.read_text(encoding="utf-8"), str(path), findings)
    assert top is not None and not findings.errors, [*findings]
    for number, entry in enumerate(plain(top), 1):
        name, where = f"{path.stem} {number}", entry.get("in", "card")
        yield Case(name, entry["text"], where, entry.get("shows", entry["text"]))
        bad = entry["bad"]
        yield Case(f"{name} bad", bad["text"], where, "", bad["code"], str(bad["at"]), str(bad.get("hint", "")))


@cache
def game() -> Compiled:
    """The game itself."""
    return compile_game(GAME, cache=False)


@cache
def outcomes() -> dict[str, Outcome]:
    """What became of every case, by its name."""
    return outcomes_of(cases())


def outcomes_of(some: Sequence[Case]) -> dict[str, Outcome]:
    """Compile the game with these texts on it, each on a card or rule of its own."""
    with TemporaryDirectory() as folder:
        made = compile_game(written(some, Path(folder)), cache=False)
    found: dict[str, list[Diagnostic]] = {case.name: [] for case in some}
    for one in made.findings:
        found[one.subject.removeprefix("rule ").replace("-", " ")].append(one)
    return {case.name: Outcome(_tree(made, case), tuple(found[case.name])) for case in some}


def _tree(made: Compiled, case: Case) -> Node | None:
    subject = f"rule {case.name.replace(' ', '-')}" if case.where == "rule" else case.name
    return next((tree for owner, _, tree in made.texts if owner == subject), None)


def written(some: Sequence[Case], folder: Path) -> Path:
    """A copy of the game that has the texts, too."""
    game = folder / "zoo"
    shutil.copytree(GAME, game)
    block = game / "cases"
    block.mkdir()
    (block / "block.yaml").write_text("{name: Cases, game: zoo}")
    cards: list[dict[str, Any]] = [
        {"name": case.name, **PRINTED[case.where], "text": case.text} for case in some if case.where != "rule"
    ]
    rules = [{"rule": case.name.replace(" ", "-"), "text": case.text} for case in some if case.where == "rule"]
    (block / "cards.yaml").write_text(json.dumps(cards))  # JSON is YAML
    (game / "rulebook" / "cases.yaml").write_text(json.dumps(rules))
    return game
