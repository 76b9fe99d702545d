"""Every construct has a sentence that compiles and prints as it was written, and a bad twin that is explained."""

from __future__ import annotations

import pytest

from terrus_dsl.compile.read import local_words
from terrus_dsl.language.parse import kinds, terminal_words
from terrus_dsl.language.show import show
from tests.language.zoo import Case, cases, game, outcomes

CASES = cases()
GOOD = [case for case in CASES if not case.code]
BAD = [case for case in CASES if case.code]


def name(case: Case) -> str:
    """What a failing test is called: the text itself."""
    return f"{case.name}: {case.text[:60]}"


@pytest.mark.parametrize("case", GOOD, ids=name)
def test_a_good_sentence_compiles_and_prints_itself(case: Case) -> None:
    """Nothing is found, and the canonical wording is the text, or what the case says."""
    outcome = outcomes()[case.name]
    assert outcome.findings == () and outcome.tree is not None
    assert show(outcome.tree, local_words(case.text, game().words)) == case.shows


@pytest.mark.parametrize("case", BAD, ids=name)
def test_its_bad_twin_is_explained(case: Case) -> None:
    """One finding: its code, the words that it points at, and what it advises."""
    (found,) = outcomes()[case.name].findings
    assert found.place is not None
    start = found.place.column - 1
    assert (found.code, found.place.text[start : start + found.place.length]) == (case.code, case.at)
    assert case.hint in found.hint


def test_every_production_has_a_case() -> None:
    """A production that no case uses fails here, and so does a word of the grammar."""
    trees = [outcome.tree for outcome in outcomes().values() if outcome.tree is not None]
    used = {node.kind for tree in trees for node in tree.walk()}
    assert kinds() - used == set()
    written = {leaf.form for tree in trees for leaf in tree.leaves() if leaf.literal}
    assert set(terminal_words().values()) - written == set()


def test_the_game_of_the_cases_is_clean() -> None:
    """What the cases are printed on has no fault of its own."""
    assert [*game().findings] == []
