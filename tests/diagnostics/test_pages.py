"""Every code has a page, and the page's examples do what it says."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from terrus_dsl.check import wording
from terrus_dsl.compile import compile_game
from terrus_dsl.compile.read import local_words
from terrus_dsl.diagnostics import BY_NAME, CODES, Findings
from terrus_dsl.diagnostics.catalogue import lookup
from terrus_dsl.source.files import pages_dir, read_text
from terrus_dsl.source.node import plain
from terrus_dsl.source.schema import validate
from terrus_dsl.source.yaml import load

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = pages_dir()
GAME = ROOT / "tests" / "language" / "game"
BLOCK = re.compile(r"^```(?:yaml|text) (?P<verdict>bad|good)(?P<options>[^\n]*)\n(?P<body>.*?)^```$", re.M | re.S)


@dataclass(frozen=True, slots=True)
class Example:
    """One fenced block of a page: what it holds and how it is to be read."""

    code: str
    verdict: str
    options: dict[str, str]
    body: str


def examples(code: str) -> list[Example]:
    """The examples of a code's page."""
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    found = []
    for block in BLOCK.finditer(text):
        words = [word.partition("=") for word in block["options"].split()]
        found.append(Example(code, block["verdict"], {key: value for key, _, value in words}, block["body"]))
    return found


def run(example: Example, folder: Path) -> set[str]:
    """The codes that an example yields."""
    if "in" in example.options:
        return compiled(example, folder)
    findings = Findings()
    path, kind = folder / "example.yaml", example.options.get("kind")
    body = example.body
    if kind == "path":
        path = ROOT / body.strip()
    else:
        head, last = body.splitlines()[:-1], body.splitlines()[-1]
        lines = [*head, *[last] * int(example.options.get("repeat", "1"))]
        path.write_bytes("".join(f"{line}\n" for line in lines).encode(example.options.get("encoding", "utf-8")))
    text = read_text(path, findings)
    if text is not None and kind != "path":
        node = load(text, str(path), findings)
        if node is not None and kind is not None:
            validate(node, kind, findings)
    return {found.code for found in findings}


def compiled(example: Example, folder: Path) -> set[str]:
    """The codes that a game yields which has the example in it."""
    game = folder / "zoo"
    shutil.copytree(GAME, game)
    block = game / "example"
    block.mkdir()
    (block / "block.yaml").write_text("{name: Example, game: zoo}")
    where, body = example.options["in"], example.body
    if where == "text":
        cards = [{"name": f"Example {n}", "type": "beast", "text": line} for n, line in enumerate(body.splitlines())]
        (block / "cards.yaml").write_text(json.dumps(cards))
    elif where == "sheet":
        top = load((game / "game.yaml").read_text(encoding="utf-8"), "game.yaml", Findings())
        part = load(body, "part", Findings())
        assert top is not None and part is not None
        (game / "game.yaml").write_text(json.dumps(plain(top) | plain(part)))
    else:
        place = {"cards": block, "rules": game / "rulebook", "deck": game / "decks"}[where]
        (place / "example.yaml").write_text(body)
    made = compile_game(game, cache=False)
    words = made.words
    if words is not None:
        texts = ((subject, line.node) for subject, line, _ in made.texts)
        wording.check(texts, lambda text: local_words(text, words), made.findings)
    return {found.code for found in made.findings}


RUNNING = [example for code in CODES for example in examples(code.name)]


@pytest.mark.parametrize("example", RUNNING, ids=lambda example: f"{example.code}-{example.verdict}")
def test_examples_do_what_their_page_says(example: Example, tmp_path: Path) -> None:
    """The bad example has this finding and no other; the good one has none."""
    assert run(example, tmp_path) == ({example.code} if example.verdict == "bad" else set())


def test_each_code_has_a_page_and_each_page_a_code() -> None:
    """`terrus explain` never comes up empty, and no page outlives its code."""
    assert {path.stem for path in PAGES.glob("*.md")} - {"README"} == set(BY_NAME)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_a_page_begins_with_its_code(code: object) -> None:
    """A page can be read on its own: name, number, severity, then why."""
    known = next(one for one in CODES if one is code)
    text = (PAGES / f"{known.name}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {known.name} ({known.id}, {known.severity})\n\n")
    assert len(text.splitlines()[2]) > 20


def test_every_code_has_both_examples() -> None:
    """No page only tells: each shows what is wrong and what is right."""
    shown = {(example.code, example.verdict) for example in RUNNING}
    assert {(name, verdict) for name in BY_NAME for verdict in ("bad", "good")} - shown == set()


def test_the_catalogue_is_in_order() -> None:
    """Numbers are sorted and unique, names are spoken words, and both find their code."""
    ids, names = [code.id for code in CODES], [code.name for code in CODES]
    assert ids == sorted(set(ids)) and len(names) == len(set(names))
    assert all(re.fullmatch(r"T[1-9]\d\d", one) for one in ids)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one) for one in names)
    assert all(lookup(code.name.upper()) is code and lookup(code.id.lower()) is code for code in CODES)
    assert lookup("nothing") is None


def test_names_in_the_code_are_in_the_catalogue() -> None:
    """A misspelt code would only be noticed when its fault occurs; so the source is read; unused ones go."""
    raised = re.compile(r"\b(?:add|Problem)\(\s*\"([a-z]+(?:-[a-z]+)+)\"")
    modules = (path for path in ROOT.glob("terrus_dsl/**/*.py") if path.name != "catalogue.py")
    sources = [path.read_text(encoding="utf-8") for path in modules]
    used = {name for source in sources for name in raised.findall(source)}
    assert used <= set(BY_NAME)
    said = "".join(sources) + "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("grammar/*.json"))
    assert {name for name in BY_NAME if f'"{name}"' not in said} == set()
