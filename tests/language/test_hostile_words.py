"""Vocabularies that collide with the language: each word works or is a finding; nothing is read differently."""

from __future__ import annotations

from functools import cache

import pytest

from terrus_dsl.check.names import clashes
from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.parse import SyntaxProblem, parse, terminal_words
from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Node
from terrus_dsl.language.vocabulary import Vocabulary
from terrus_dsl.source.load import Files, load
from tests.language.zoo import GAME, cases, game

# As a noun with this plural, each of these would break or change a good sentence.
CLASH = [
    ("draw", "draws"), ("it", "its"), ("the", "thes"), ("of", "ofs"), ("to", "tos"), ("Draw", "drawings"),
    ("turn", "turns"), ("hare", "the"), ("each", "eaches"), ("fish", "fishes"), ("beast the", "beasts the"),
    ("hunting", "huntings"), ("draw a", "draw as"), ("beast on", "beasts on"), ("keeper in", "keepers in"),
    ("the beast", "the beasts"), ("up to 1", "up to 2"), ("beast you keep", "beasts you keep"),
    ("X", "Xs"), ("as long as", "longs"), ("even", "evens"), ("hare", "cards"), ("2 beasts", "twos"), ("into", "intos"),
]  # fmt: skip
# No sentence can say these.
UNSAYABLE = [
    ("two", "twos"), ("7", "7s"), ("", "nothings"), ("a.b", "a.bs"), ("a: b", "a: bs"), ('so "called"', "calleds"),
    ("(rare)", "rares"), ("+1", "+1s"), ("hare", "hares, all"), (" ", "  "),
]  # fmt: skip
# And these are odd, but good.
FINE = [
    ("drawer", "drawers"), ("itch", "itches"), ("thesis", "theses"), ("Baron's hat", "Baron's hats"),
    ("x-ray", "x-rays"),
    ("Mark-2", "Mark-2s"), ("of course", "of courses"), ("to-do", "to-dos"), ("the moon child", "the moon children"),
    ("draw bridge", "draw bridges"), ("card shark", "card sharks"), ("otterhound", "otterhounds"),
    ("émigré", "émigrés"),
    ("K9", "K9s"), ("then", "thens"), ("O'Brien", "O'Briens"), ("sheep", "sheep"), ("a priori", "a prioris"),
    ("up tempo", "up tempos"), ("İstanbul", "İstanbuls"), ("Straße", "Straßen"), ("b" * 300, "c" * 300),
]  # fmt: skip


def with_noun(singular: str, plural: str) -> Vocabulary:
    """The invented game's words and one noun more."""
    words = game().words
    assert words is not None
    own = words.copy()
    own.noun(singular, plural)
    return own


@cache
def files() -> Files:
    """The files of the invented game."""
    read = load(GAME, [], Findings())
    assert read is not None
    return read


def found(words: Vocabulary) -> set[str]:
    """The codes of what is wrong with a vocabulary."""
    findings = Findings()
    clashes(words, files(), findings)
    return {one.code for one in findings}


@pytest.mark.parametrize(("singular", "plural"), CLASH)
def test_a_word_with_two_meanings_is_a_clash(singular: str, plural: str) -> None:
    """Words of the language, other words of the game, and phrases that can be read word by word."""
    assert found(with_noun(singular, plural)) == {"vocabulary-clash"}


@pytest.mark.parametrize(("singular", "plural"), UNSAYABLE)
def test_a_word_that_no_sentence_can_say_is_hostile(singular: str, plural: str) -> None:
    """Marks, numbers and nothing at all."""
    assert "hostile-name" in found(with_noun(singular, plural))


@pytest.mark.parametrize(("singular", "plural"), FINE)
def test_an_odd_word_works(singular: str, plural: str) -> None:
    """It is read as itself in both numbers, printed as it was declared, and changes no other sentence."""
    words = with_noun(singular, plural)
    assert found(words) == set()
    a = "an" if show_article(singular) else "a"
    for text, terminal in ((f"Wake {a} {singular}.", "NOUN"), (f"Wake 2 {plural}.", "NOUNS")):
        tree = parse(text, words)
        assert isinstance(tree, Node), (text, tree)
        assert (terminal, singular) in {(leaf.terminal, leaf.id) for leaf in tree.leaves()}
        assert show(tree, words) == text


def show_article(word: str) -> bool:
    """Whether English says “an”, by the letters of these words."""
    return word.lower()[0] in "aeiou"


@pytest.mark.parametrize(("singular", "plural"), FINE)
def test_an_odd_word_changes_no_other_sentence(singular: str, plural: str) -> None:
    """Every case that has no such word is read as before."""
    before, after = game().words, with_noun(singular, plural)
    assert before is not None
    for case in cases()[::7]:
        assert outcome(case.text, after) == outcome(case.text, before)


def outcome(text: str, words: Vocabulary) -> object:
    """A tree, or where a text goes wrong."""
    tree = parse(text, words)
    return (tree.word, tree.before) if isinstance(tree, SyntaxProblem) else tree


@pytest.mark.parametrize("word", sorted(terminal_words().values()))
def test_no_word_of_the_grammar_can_be_a_noun(word: str) -> None:
    """Each is a clash, or cannot be said at all."""
    assert found(with_noun(word, f"{word}s")) & {"vocabulary-clash", "hostile-name"}


LABELS = ["Baron's Day", "Tap-2", "K9", "O'Clock", "Twice-Born", "Draw", "Of", "It"]


@pytest.mark.parametrize("label", LABELS)
def test_labels_and_keywords(label: str) -> None:
    """Before the colon a label may even be a word of the language; it is read as a label, or it clashes."""
    words = game().words
    assert words is not None
    own = words.copy()
    own.word("LABEL", label, header=True)
    if found(own):
        assert found(own) == {"vocabulary-clash"}
        return
    for header in (label, f"Unlimited {label}, 1 fish", f"1 fish, {label}"):
        text = f"{header}: Draw a card."
        tree = parse(text, own)
        assert isinstance(tree, Node) and label in {leaf.id for leaf in tree.leaves() if leaf.terminal == "LABEL"}
        assert show(tree, own) == text


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Morning: Drop a Stable beast from your stable.", 1),
        ("Morning: Drop each Stable beast in your Stable.", 1),
        ("Morning: Drop each Draw beast, then draw a card.", 1),
        ("Each Draw beast can't be dropped.", 1),
        ("Scratch Stable Draw beasts you keep have +1 might.", 3),
        ("Morning: Put 1 scratch on a Scratch beast.", 1),
        ("Morning: Draw a card.", 0),
        ("Morning: Put a beast in your Stable into your paddock.", 0),
    ],
)
def test_a_name_may_mean_something_else_alone(text: str, kinds: int) -> None:
    """A kind that is called like a zone, a counter or a verb is meant with a capital letter and before a noun."""
    words = game().words
    assert words is not None
    own = words.copy()
    for name in ("Stable", "Draw", "Scratch"):
        own.kind(name)
    tree = parse(text, own)
    assert isinstance(tree, Node), tree
    assert sum(leaf.terminal == "ADJ" and leaf.id in ("Stable", "Draw", "Scratch") for leaf in tree.leaves()) == kinds
    assert parse(show(tree, own), own) == tree
