"""From a character of a text back to its line and column in the file, for every style that YAML has."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.node import Node, key_place, place
from terrus_dsl.source.yaml import load
from tests.source.cases import cases


def text_node(file: str) -> Node:
    """The node under `text`, in a mapping or in the first entry of a list."""
    top = load(file, "f.yaml", Findings())
    assert top is not None
    found = (top.entries() or [top])[0].get("text")
    assert found is not None
    return found


@pytest.mark.parametrize("case", cases("places.yaml"))
def test_a_word_is_found_in_the_file(case: dict[str, Any]) -> None:
    """The caret stands under the word that the finding is about."""
    node = text_node(case["file"])
    found = place(node, node.raw.index(case["word"]), len(case["word"]))
    assert f"{found.line}:{found.column}" == case["at"]
    assert found.text[found.column - 1 :][: found.length] == case["word"]


WORDS = st.lists(st.sampled_from(["Draw", "a", "card", "it's", "Tüll", "12", "(1):x"]), min_size=1, max_size=5).map(
    " ".join
)
LINES = st.lists(WORDS, min_size=1, max_size=5)


def files(lines: list[str]) -> dict[str, str]:
    """The same lines in each style of YAML."""
    indented = "".join(f"    {line}\n" for line in lines)
    joined = "\n      ".join(lines)
    return {
        "literal": f"- text: |\n{indented}",
        "folded": f"- text: >\n{indented}",
        "plain": f"- text: {joined}\n",
        "double": f'- text: "{joined}"\n',
        "single": "- text: '" + joined.replace("'", "''") + "'\n",
    }


@given(LINES)
def test_every_character_maps_to_itself(lines: list[str]) -> None:
    """Whatever the style, a character of the value stands in the file where `place` says."""
    for style, file in files(lines).items():
        node = text_node(file)
        for offset, char in enumerate(node.raw):
            if char not in " \n":
                found = place(node, offset)
                assert found.text[found.column - 1] == char, (style, file, offset)


@given(LINES, st.integers(-5, 200))
def test_an_offset_outside_stays_in_the_file(lines: list[str], offset: int) -> None:
    """A finding at the end of a sentence, or beyond it, still has a line."""
    for file in files(lines).values():
        node = text_node(file)
        found = place(node, offset)
        assert 1 <= found.line <= len(node.source.lines) and found.column >= 1


def test_a_node_and_its_key_have_places() -> None:
    """What is wrong with a whole value, or with a key, is underlined whole."""
    top = load("- name: Oak\n  size: 'big'\n", "f.yaml", Findings())
    assert top is not None
    card = top.entries()[0]
    size = card.get("size")
    assert size is not None
    found, key = place(size), key_place(card, "size")
    assert (found.line, found.column, found.length) == (2, 9, 5)
    assert (key.line, key.column, key.length, key.text) == (2, 3, 4, "  size: 'big'")
