"""A new wording changes the characters of its text and not one more."""

from __future__ import annotations

import pytest

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.edit import reword
from terrus_dsl.source.yaml import load, plain

CASES = {
    "plain": ("- text: Draw one card.  # why\n  x: 1\n", "Draw a card.", "- text: Draw a card.  # why\n  x: 1\n"),
    "plain over two lines": ("- text: Draw one\n    card.\n  x: 1\n", "Draw a card.", "- text: Draw a card.\n  x: 1\n"),
    "single quotes": ("- text: 'It''s one.'   # y\n", "It's a.", "- text: 'It''s a.'   # y\n"),
    "double quotes": ('- {text: "a \\"b\\"\\u0041", x: 2}\n', 'a "c"', '- {text: "a \\"c\\"", x: 2}\n'),
    "plain that needs quotes now": ("- text: Day draw.\n", "Day: draw.", "- text: 'Day: draw.'\n"),
    "plain in braces": ("- {text: Draw., x: 1}\n", "Draw, then.", "- {text: 'Draw, then.', x: 1}\n"),
    "literal": (
        "- text: |\n    One.\n    Two one.\n    Three.\n  x: 1  # z\n", "One.\nTwo a.\nThree.\n",
        "- text: |\n    One.\n    Two a.\n    Three.\n  x: 1  # z\n",
    ),
    "literal, lines joined": (
        "- text: |-\n      One,\n      then two.\n      Three.\n", "One, then two.\nThree.",
        "- text: |-\n      One, then two.\n      Three.\n",
    ),
    "folded": ("- text: >\n    Draw one\n    card.\n\n    Two.\n  x: 1\n", "Draw a card.\nTwo.\n",
               "- text: >\n    Draw a card.\n\n    Two.\n  x: 1\n"),
    "lines of Windows": ("- x: 1\r\n  text: |\r\n    Draw one.\r\n    B.\r\n", "Draw a.\nB.\n",
                         "- x: 1\r\n  text: |\r\n    Draw a.\r\n    B.\r\n"),
    "a mark at the beginning": ("\ufeff- text: Draw one.\n", "Draw a.", "\ufeff- text: Draw a.\n"),
    "no end of line": ("- text: Draw one.", "Draw a.", "- text: Draw a."),
}  # fmt: skip


def reworded(file: str, *texts: str) -> str:
    """The file with new texts for its entries, from the first one on."""
    top = load(file, "f", Findings())
    assert top is not None
    nodes = [entry.get("text") for entry in top.entries()]
    return reword(file, [(node, text) for node, text in zip(nodes, texts, strict=True) if node is not None])


@pytest.mark.parametrize("name", CASES)
def test_only_the_text_changes(name: str) -> None:
    """Comments, order, quotes, indentation and line ends stay."""
    before, new, after = CASES[name]
    assert reworded(before, new) == after
    top = load(after, "f", Findings())
    assert top is not None and plain(top)[0]["text"] == new


def test_several_texts_of_one_file() -> None:
    """Places stay true although earlier lines grow or vanish."""
    before = "- text: |\n    A,\n    b.\n- text: C.\n- other: D.\n  text: 'E.'\n"
    after = "- text: |\n    A, b.\n- text: 'C c: c.'\n- other: D.\n  text: 'E e.'\n"
    assert reworded(before, "A, b.\n", "C c: c.", "E e.") == after


def test_the_same_value_changes_nothing() -> None:
    """A text that is canonical keeps even an unusual layout."""
    before = "- text: Draw a\n     card.\n"
    assert reworded(before, "Draw a card.") == before


def test_a_broken_file_is_left_alone() -> None:
    """What cannot be read cannot be written."""
    top = load("- text: x\n", "f", Findings())
    assert top is not None
    assert reword("- text: [\n", [(top.entries()[0], "y")]) == "- text: [\n"
