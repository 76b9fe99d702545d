"""The YAML loader: 1.2 core scalars, every fault a finding with its place, and nothing that a stranger can blow up."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.yaml import MAX_CHARACTERS, load, plain
from tests.source.cases import cases, lines


def read(text: str) -> Any:
    """The plain data of a text without faults."""
    findings = Findings()
    node = load(text, "f.yaml", findings)
    assert node is not None and len(findings) == 0, [*findings]
    return plain(node)


@pytest.mark.parametrize("case", cases("scalars.yaml"))
def test_scalars_follow_the_core_schema(case: dict[str, str]) -> None:
    """A word on a card stays a word, and a number is the number that a person reads."""
    assert repr(read(f"a: {case['written']}\n")["a"]) == case["is"]
    assert repr(read(f"- {case['written']}\n")[0]) == case["is"]


@pytest.mark.parametrize("case", cases("faults.yaml"))
def test_faults_have_their_place(case: dict[str, Any]) -> None:
    """Each fault is found at its character, all of them in one run."""
    findings = Findings()
    load(case["text"], "f.yaml", findings)
    assert lines(findings) == case["found"]


def test_keys_are_text_as_written() -> None:
    """A key is never turned into a truth value or a number: `on:` and `9.10:` stay what they are."""
    assert list(read("on: 1\n9.10: 2\n~: 3\nTrue: 4\n")) == ["on", "9.10", "~", "True"]


def test_raw_keeps_the_written_number() -> None:
    """A rule numbered 9.10 is not rule 9.1."""
    node = load("rule: 9.10", "f.yaml", Findings())
    assert node is not None
    rule = node.get("rule")
    assert rule is not None and (rule.value, rule.raw) == (9.1, "9.10")


def test_aliases_within_reason_are_shared() -> None:
    """An anchor may save a designer some typing."""
    assert read("a: &x [1, 2]\nb: *x\n") == {"a": [1, 2], "b": [1, 2]}


def test_an_empty_file_is_nothing() -> None:
    """A file of comments is valid YAML; whether it may be empty is its schema's matter."""
    assert read("# nothing\n") is None


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "[[{a: "])
@pytest.mark.parametrize("count", [41, 1_000, 100_000])
def test_a_depth_bomb_is_one_finding(opening: str, count: int) -> None:
    """However deep a file nests, it costs one finding and no stack."""
    findings = Findings()
    started = time.process_time()
    assert load(opening * count, "f.yaml", findings) is None
    assert [found.code for found in findings] == ["yaml-alias"]
    assert time.process_time() - started < 2


def test_depth_is_counted_along_one_path() -> None:
    """Many shallow values are not one deep value."""
    assert len(read("- [[a]]\n" * 500)) == 500
    assert read("[" * 40 + "]" * 40) is not None


def test_many_aliases_are_one_finding() -> None:
    """Aliases are counted as well as what they stand for."""
    findings = Findings()
    assert load("a: &x 1\nb: [" + "*x, " * 300 + "]", "f.yaml", findings) is None
    assert [found.code for found in findings] == ["yaml-alias"]


def test_a_huge_file_is_not_read() -> None:
    """The limit is checked before anything is parsed."""
    findings = Findings()
    assert load("x" * (MAX_CHARACTERS + 1), "f.yaml", findings) is None
    assert [found.code for found in findings] == ["text-too-long"]


@pytest.mark.parametrize("digits", [19, 5_000, 100_000])
def test_a_huge_number_is_a_finding(digits: int) -> None:
    """Python itself refuses to read some numbers; that must not end the run."""
    findings = Findings()
    load("a: " + "9" * digits, "f.yaml", findings)
    assert lines(findings) == ["1:4 yaml-syntax"]


def test_half_a_surrogate_pair_is_a_finding() -> None:
    """A string that cannot be written as UTF-8 can still reach the loader from an editor."""
    findings = Findings()
    assert load("a: b\nc: \ud800", "f.yaml", findings) is None
    assert lines(findings) == ["2:4 yaml-syntax"]


@pytest.mark.parametrize(
    "name", ['"\'"', "{0}", "{{x}}", "%s", "a\nb", "\\", "__import__('os')", "x" * 10_000, "''' + 1"]
)
def test_hostile_names_are_only_text(name: str) -> None:
    """Whatever a name holds, it is read as that text."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    assert read(f'- name: "{quoted}"\n')[0]["name"] == name


@given(st.text())
def test_no_text_raises(text: str) -> None:
    """Any text at all is data or findings."""
    findings = Findings()
    node = load(text, "f.yaml", findings)
    assert node is not None or len(findings) == 1
    assert all(found.place is not None for found in findings)


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#%@`?, \n\t~1.", max_size=60))
def test_no_yaml_like_text_raises(text: str) -> None:
    """Indicators in every order are data or findings."""
    test_no_text_raises.hypothesis.inner_test(text)  # type: ignore[attr-defined]


def test_a_thousand_cards_load_quickly() -> None:
    """Reading is a small part of a check; the bound is loose because machines are noisy."""
    card = "- name: Card {0}\n  type: tree\n  cost: {0}\n  tags: [a, b]\n  text: |\n" + "    Draw a card.\n" * 6
    text = "".join(card.format(number) for number in range(1000))
    best = min(_seconds(text) for _ in range(3))
    assert best < 0.6


def _seconds(text: str) -> float:
    started = time.process_time()
    assert load(text, "f.yaml", Findings()) is not None
    return time.process_time() - started
