"""Every code has a page, and the page's examples do what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from terrus_dsl.diagnostics import BY_NAME, CODES, Findings
from terrus_dsl.diagnostics.catalogue import lookup
from terrus_dsl.source.files import pages_dir, read_text
from terrus_dsl.source.schema import validate
from terrus_dsl.source.yaml import load

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = pages_dir()
BLOCK = re.compile(r"^```(?:yaml|text) (?P<verdict>bad|good)(?P<options>[^\n]*)\n(?P<body>.*?)^```$", re.M | re.S)


@dataclass(frozen=True, slots=True)
class Example:
    """One fenced block of a page: what it holds and how it is to be read."""

    code: str
    verdict: str
    options: dict[str, str]
    body: str

    @property
    def runs(self) -> bool:
        """Whether the stage that raises the code exists already."""
        return "later" not in self.options


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


RUNNING = [example for code in CODES for example in examples(code.name) if example.runs]


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


def test_the_list_of_missing_examples_is_true() -> None:
    """What does not run yet is listed, so that it cannot be forgotten."""
    listed = re.findall(r"^\* ([a-z-]+)$", (PAGES / "README.md").read_text(encoding="utf-8"), re.M)
    running = {(example.code, example.verdict) for example in RUNNING}
    missing = [name for name in sorted(BY_NAME) if not {(name, "bad"), (name, "good")} <= running]
    assert listed == missing


def test_the_catalogue_is_in_order() -> None:
    """Numbers are sorted and unique, names are spoken words, and both find their code."""
    ids, names = [code.id for code in CODES], [code.name for code in CODES]
    assert ids == sorted(set(ids)) and len(names) == len(set(names))
    assert all(re.fullmatch(r"T[1-9]\d\d", one) for one in ids)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one) for one in names)
    assert all(lookup(code.name.upper()) is code and lookup(code.id.lower()) is code for code in CODES)
    assert lookup("nothing") is None


def test_names_in_the_code_are_in_the_catalogue() -> None:
    """A misspelt code would only be noticed when its fault occurs; so the source is read."""
    call = re.compile(r"findings\.add\(\s*\"([^\"]+)\"")
    used = {name for path in ROOT.glob("terrus_dsl/**/*.py") for name in call.findall(path.read_text(encoding="utf-8"))}
    assert used <= set(BY_NAME)
