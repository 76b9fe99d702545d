"""The commands on a real game: exit codes, what they print, and what they leave alone."""

from __future__ import annotations

import json
import shutil
from io import StringIO
from pathlib import Path

import pytest

from terrus_dsl.cli.main import run
from terrus_dsl.cli.show import matching
from terrus_dsl.source.files import cards_dir

GAME = "tides"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a game, with the working directory above it."""
    shutil.copytree(cards_dir() / GAME, tmp_path / GAME)
    monkeypatch.chdir(tmp_path)
    return tmp_path / GAME


@pytest.fixture
def block(copy: Path) -> Path:
    """A lone block of that game with one card."""
    folder = copy.parent / "lone"
    folder.mkdir()
    (folder / "block.yaml").write_text("name: Lone\ngame: tides\n")
    (folder / "cards.yaml").write_text(
        "# kept\n- name: Test Ship\n  type:   Battleship # and this\n  credits: 1\n  strength: 1\n  resistance: 1\n"
        "  text: |\n    Tactic: Draw an card.   \n"
    )
    return folder


def test_check_is_clean(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A shipped game has no error, named or found below the working directory."""
    assert run(["check", str(copy)]) == 0 == run(["check"])
    assert "error" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("cards.yaml", "- name: X\n  type: [\n", "yaml-syntax"),
        ("cards.yaml", "- name: X\n  type: Battleship\n  text: Tactic: Drow a card.\n", "yaml-syntax"),
        ("cards.yaml", "- {name: X, type: Battleship, text: Drow a card.}\n", "unknown-word"),
        ("cards.yaml", "- {name: 'a{b}', type: Battleship}\n", "hostile-name"),
        ("cards.yaml", f"- {{name: X, type: Battleship, text: {'x' * 10_000}}}\n", "text-too-long"),
        ("block.yaml", "name: Lone\ngame: tides\nnope: 1\n", "unknown-key"),
    ],
)
def test_bad_input_is_findings(
    block: Path, file: str, text: str, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each fault is a finding at its place, exit 1; the same for every command that needs the game."""
    (block / file).write_text(text)
    assert run(["check", str(block)]) == 1
    assert f"[{code} T" in capsys.readouterr().out
    assert run(["check", str(block), "--format", "json"]) == 1
    assert code in {one["code"] for one in json.loads(capsys.readouterr().out)}
    assert run(["playtest", str(block), "--games", "2"]) == 1 == run(["play", str(block)])
    assert f"[{code} T" in capsys.readouterr().err


def test_fmt_changes_the_text_and_nothing_else(block: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--check and --diff change nothing; then only the words of the text change; then there is nothing left to do."""
    file = block / "cards.yaml"
    before = file.read_bytes()
    assert run(["fmt", "--check", str(block)]) == 1 and file.read_bytes() == before
    assert run(["fmt", "--diff", str(block)]) == 1 and file.read_bytes() == before
    assert "-    Tactic: Draw an card.   \n+    Tactic: Draw a card.\n" in capsys.readouterr().out
    assert run(["fmt", str(block)]) == 0
    assert file.read_bytes() == before.replace(b"Draw an card.   ", b"Draw a card.")
    assert run(["fmt", "--check", str(block)]) == 0


def test_a_block_serves_as_a_game(block: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The game plus this block, by itself or with --with."""
    assert run(["check", block.name]) == 0
    alone = capsys.readouterr().out
    assert run(["check", GAME, "--with", "lone"]) == 0
    assert capsys.readouterr().out == alone and "not-canonical" in alone


def test_show_takes_any_part_of_an_id(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Text, tree, Python and JSON of one card; candidates where several fit."""
    assert run(["show", "crusade"]) == 0
    assert "Tactic: Scrap 2 cards in your hand." in capsys.readouterr().out
    assert run(["show", "crusade", "--tree"]) == 0
    assert capsys.readouterr().out.startswith("labelled")
    assert run(["show", "crusade", "--python"]) == 0
    compile(capsys.readouterr().out, "card", "exec")
    assert run(["show", "crusade", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Crusade"
    assert run(["show", "s"]) == 2
    assert "could be any of" in capsys.readouterr().err
    assert run(["show", "no such card"]) == 2


def test_show_takes_a_name_and_a_block(block: Path, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A card of a block from elsewhere is shown by its name, as for other commands."""
    elsewhere = copy.parent.parent / f"{copy.parent.name}-elsewhere"
    shutil.move(block, elsewhere)
    (elsewhere / "cards.yaml").write_text(
        "- name: Test Ship\n  type: Battleship\n  credits: 1\n  strength: 1\n  resistance: 1\n"
        "  text: |\n    Tactic: Draw a card.\n"
    )
    assert run(["show", "Test Ship"]) == 2
    assert run(["show", "test SHIP", "--with", str(elsewhere), "--python"]) == 0
    assert "# Test Ship" in capsys.readouterr().out
    assert run(["show", "Crusade", "--with", str(elsewhere)]) == 0
    assert run(["show", "Crusade", "--with", str(copy)]) == 2
    assert "no block.yaml" in capsys.readouterr().err


def test_the_closest_meaning_wins() -> None:
    """A whole name beats a beginning, a beginning beats a part."""
    cards = {"a/b/oak": "Oak", "a/b/oaken": "Oaken", "a/c/old-oak": "Old Oak"}
    assert matching("OAK", cards) == ["a/b/oak"] == matching("b/oak", cards)
    assert matching("oake", cards) == ["a/b/oaken"] and matching("old", cards) == ["a/c/old-oak"]
    assert matching("old oak", cards) == ["a/c/old-oak"] == matching("D O", cards)
    assert matching("a/b", cards) == ["a/b/oak", "a/b/oaken"] and matching("elm", cards) == []


def test_play_tells_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed tells the same game; its lines cite rules, the last one says who won and why."""
    call = ["play", GAME, "--bot", "random", "--bot", "random", "--seed", "3", "--decks", "Iron Reef,bone"]
    assert run(call) == 0
    told = capsys.readouterr().out
    assert run(call) == 0 and capsys.readouterr().out == told
    assert "[" in told.splitlines()[-1] and "turn" in told


def test_a_person_plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Asked by number, shown what they know and nothing that is hidden, and free to concede."""
    monkeypatch.setattr("sys.stdin", StringIO("?\n1\nconcede\n"))
    assert run(["play", GAME, "--bot", "human", "--bot", "human"]) == 0
    told = capsys.readouterr().out
    assert "  1. " in told and "hidden" in told and "[concede]" in told.splitlines()[-1]


@pytest.mark.parametrize(
    "more", [["--decks", "nope"], ["--decks", "iron"], ["--bot", "nope"], ["--bot", "random"] * 3, ["--seed", "x"]]
)
def test_play_called_wrongly(more: list[str]) -> None:
    """Unknown and ambiguous names, and more players than seats."""
    assert run(["play", GAME, *more]) == 2


def test_playtest_does_not_depend_on_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    """One process or two: the same bytes."""
    assert run(["playtest", GAME, "--games", "4", "--format", "json", "--jobs", "1"]) == 0
    alone = capsys.readouterr().out
    assert run(["playtest", GAME, "--games", "4", "--format", "json", "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone and json.loads(alone)["games"] == 4


def test_playtest_with_random_bots_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """The report names the bot, and other bots play other games."""
    reports = []
    for bot in ("random", "greedy"):
        capsys.readouterr()
        assert run(["playtest", GAME, "--games", "2", "--jobs", "1", "--format", "json", "--bot", bot]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert [report["bot"] for report in reports] == ["random", "greedy"]
    assert reports[0]["decisions"] != reports[1]["decisions"]


def test_playtest_prints_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that a designer asks for has its heading."""
    assert run(["playtest", GAME, "--games", "2", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert all(heading in told for heading in ("Wins", "who begins", "Length", "Outcomes", "Cards", "wins when played"))
