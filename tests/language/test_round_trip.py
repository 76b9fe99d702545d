"""Both ways: what is printed from a tree is parsed to the same tree, on real texts and on derived ones."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from terrus_dsl.compile import Compiled, compile_game
from terrus_dsl.compile.read import local_words
from terrus_dsl.language.parse import STARTS, SyntaxProblem, parse
from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Node
from terrus_dsl.language.vocabulary import Vocabulary
from tests.language.derive import Deriver, unsayable
from tests.language.zoo import game

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = sorted(path.parent for top in ("cards", "tests/games") for path in ROOT.glob(f"{top}/*/game.yaml"))


@cache
def compiled(folder: Path) -> Compiled:
    """A game, read once."""
    return compile_game(folder)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_real_texts(folder: Path) -> None:
    """Every text of a game prints as something that parses to the same tree and prints the same again."""
    made = compiled(folder)
    assert made.words is not None and made.texts
    for subject, line, tree in made.texts:
        words = local_words(line.text, made.words)
        wording = show(tree, words)
        again = parse(wording, words)
        assert again == tree, f"{subject}: {line.text}"
        assert show(again, words) == wording
        if wording != line.text:
            warnings.warn(f"{folder.name}, {subject}: not canonical: {line.text!r}, but {wording!r}", stacklevel=1)


@cache
def vocabulary() -> Vocabulary:
    """The words of the invented game, with a number that a text has named."""
    words = game().words
    assert words is not None
    own = words.copy()
    own.word("VAR", "the haul")
    return own


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.randoms(use_true_random=False), st.sampled_from(STARTS), st.integers(4, 30))
def test_derived_trees(random: Random, start: str, depth: int) -> None:
    """A tree that the grammar derives is printed in words that are parsed to the same tree."""
    words = vocabulary()
    tree = Deriver(words, random).tree(start, depth)
    text = show(tree, words)
    again = parse(text, words, start)
    if again != tree:
        why = unsayable(tree, again, words)
        event(why or "different")
        assume(not why)
    assert not isinstance(again, SyntaxProblem), text
    assert again == tree, text
    assert show(again, words) == text


def test_the_derivation_would_notice() -> None:
    """A printer that loses a word is caught, unless two phrases have become one: that cannot be said at all."""
    words = vocabulary()
    tree = Deriver(words, Random(3)).tree("condition", 12)
    assert isinstance(tree, Node) and len(list(tree.leaves())) > 4
    lost = show(tree, words).rsplit(" ", 1)[0]
    again = parse(lost, words, "condition")
    assert again != tree and not unsayable(tree, again, words)
