"""Everything that can be wrong with a game's files, all at once: each fault is found, and nothing breaks."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from terrus_dsl.cli.main import run

GAME = Path(__file__).resolve().parent.parent / "language" / "game"

# File, what it holds, and the code that it must be found under.
FAULTS = [
    ("bad/broken.yaml", "- name: Broken\n  type: [beast\n", "yaml-syntax"),
    ("bad/twice.yaml", "- {name: Twice, name: Again, type: beast}\n", "yaml-duplicate-key"),
    ("bad/key.yaml", "- {name: Key, type: beast, migth: 3}\n", "unknown-field"),
    ("bad/missing.yaml", "- {name: Missing}\n", "missing-key"),
    ("bad/kind.yaml", "- {name: Kind, type: beast, text: [a list]}\n", "wrong-type"),
    ("bad/type.yaml", "- {name: Type, type: baest}\n", "unknown-type"),
    ("bad/value.yaml", "- {name: Value, type: beast, species: oter}\n", "wrong-value"),
    ("bad/word.yaml", "- {name: Word, type: beast, text: 'Morning: Drow a card.'}\n", "unknown-word"),
    ("bad/parse.yaml", "- {name: Parse, type: beast, text: 'Morning: Draw a card a card.'}\n", "unexpected-word"),
    ("bad/open.yaml", "- {name: Open, type: beast, text: 'Morning: Draw a card'}\n", "unfinished-sentence"),
    ("bad/number.yaml", "- {name: Number, type: beast, text: 'Morning: Draw 2 card.'}\n", "bad-number"),
    ("bad/dangling.yaml", "- {name: Dangling, type: beast, text: 'Morning: Drop that beast.'}\n", "dangling-reference"),
    ("bad/cycle.yaml", "- {name: Cycle, type: beast, text: Circling.}\n", "keyword-cycle"),
    ("bad/quotes.yaml", "- {name: 'so \"called\" {x}', type: beast}\n", "hostile-name"),
    ("bad/newline.yaml", '- {name: "two\\nlines", type: beast}\n', "hostile-name"),
    ("bad/long.yaml", f"- {{name: {'x' * 10_000}, type: beast}}\n", "hostile-name"),
    ("bad/text.yaml", f"- {{name: Text, type: beast, text: {'x' * 10_000}}}\n", "text-too-long"),
    ("bad/latin.yaml", "- {name: Stra\xdfe, type: beast}\n", "file-encoding"),
    ("rulebook/key.yaml", "- {rule: '9.1', text: Beasts have +1 might., remark: none}\n", "unknown-key"),
    ("rulebook/endless.yaml", "- {rule: '9.2', text: 'To graze: gain 1 berry, then graze.'}\n", "rule-impossible"),
    ("rulebook/twice.yaml", "- {rule: '9.3', text: 'To drop an object: put it into the barn.'}\n", "rule-duplicate"),
    ("decks/big.yaml", "{name: Big, game: zoo, format: evening, cards: {Straw Pen: 9, Old Otter: 1}}\n", "deck-size"),
    ("decks/ghost.yaml", "{name: Ghost, game: zoo, format: evening, cards: {Gost: 3, Ball: 3}}\n", "deck-unknown-card"),
]  # fmt: skip


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """The small game with every fault in it."""
    game = tmp_path / "zoo"
    shutil.copytree(GAME, game)
    (game / "bad").mkdir()
    block = "{name: Bad, game: zoo, keywords: {Circling: Turning., Turning: Circling.}}\n"
    (game / "bad" / "block.yaml").write_text(block)
    for file, text, _ in FAULTS:
        (game / file).write_text(text, encoding="latin-1")
    return game


def test_every_fault_is_found_in_one_run(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One run, exit 1, each fault under its code in its file, no traceback."""
    assert run(["check", str(faulty), "--format", "json"]) == 1
    printed = capsys.readouterr()
    found = {(Path(one["file"]).relative_to(faulty).as_posix(), one["code"]) for one in json.loads(printed.out)}
    assert {(file, code) for file, _, code in FAULTS} - found == set()
    assert "Traceback" not in printed.out + printed.err


def test_the_report_is_safe_to_print(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever the files hold, the report has short lines and no control characters."""
    assert run(["check", str(faulty)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) < 400 and all(line.isprintable() for line in lines)


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("zones: [stable]\n", "wrong-type"),
        ("zonse: {}\n", "unknown-key"),
        ("states: [sleepy, the]\n", "vocabulary-clash"),
        ('states: [sleepy, "so {called}: \\"x\\""]\n', "hostile-name"),
        ("states: [sleepy, '']\n", "hostile-name"),
        (f"states: [sleepy, {'x' * 10_000}]\n", "wrong-value"),
        ("response: the rely window\n", "unknown-name"),
        ("stats: {strength: {unset: {nobody: 1}}}\n", "unknown-name"),
        ("leaving: {ends: {nap: [keeper]}}\n", "unknown-name"),
        ("worth: the number of\n", "wrong-value"),
        ("game: [\n", "yaml-syntax"),
    ],
)
def test_a_faulty_sheet(part: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sheet that cannot be used is a finding like any other."""
    game = tmp_path / "zoo"
    shutil.copytree(GAME, game)
    key = part.partition(":")[0]
    lines: list[str] = []
    replaced = False
    for line in (game / "game.yaml").read_text(encoding="utf-8").splitlines():
        replaced = line.startswith(f"{key}:") or (replaced and line.startswith(" "))
        lines += [] if replaced else [line]
    (game / "game.yaml").write_text("\n".join(lines) + "\n" + part, encoding="utf-8")
    assert run(["check", str(game), "--format", "json"]) == 1
    printed = capsys.readouterr()
    assert code in {one["code"] for one in json.loads(printed.out)}
    assert "Traceback" not in printed.err
