"""Random trees, derived from the grammar's own productions; their words are those of a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from terrus_dsl.language.lexer import Word, words
from terrus_dsl.language.parse import AGREEING, Production, SyntaxProblem, productions, terminal_words
from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Leaf, Node, Tree
from terrus_dsl.language.vocabulary import Vocabulary

# What no vocabulary lists.
LOOSE = {
    "DIGITS": ("1", "2", "3", "12"), "SIGNED": ("+1", "-2", "+X", "-X"), "SHAPE": ("1/1", "8/8", "2/3/4"),
    "STRING": ("Old Otter", "Ball"), "TITLE": ("Moss", "Umbra"), "OPEN": ('"',), "CLOSE": ('"',), "LPAR": ("(",),
    "RPAR": (")",),
}  # fmt: skip
# Words of the grammar that are adjectives or prepositions as well; the parser tells them apart.
HOMONYMS = {"even", "odd", "as"}
# Here “1” is another phrase of the grammar, or a noun in the singular.
PLURAL = {"det_many", "phrase"}


@cache
def by_origin() -> dict[str, list[Production]]:
    """The productions of each symbol."""
    found: dict[str, list[Production]] = {}
    for production in productions():
        found.setdefault(production.origin, []).append(production)
    return found


@cache
def shallowest(symbol: str, quoted: bool) -> int:
    """How deep the least tree of a symbol is."""
    return _depths(quoted)[symbol]


@cache
def _depths(quoted: bool) -> dict[str, int]:
    depth: dict[str, int] = {}
    changed = True
    while changed:
        changed = False
        for production in productions():
            found = _depth(production, depth, quoted)
            if found < depth.get(production.origin, 1_000):
                depth[production.origin] = found
                changed = True
    return depth


def _depth(production: Production, depth: dict[str, int], quoted: bool) -> int:
    if quoted and "OPEN" in production.symbols:
        return 1_000  # an ability in quotes cannot quote another
    return 1 + max((0 if s.isupper() else depth.get(s, 1_000) for s in production.symbols), default=0)


class Deriver:
    """Derives trees of a start symbol, no deeper than it may."""

    def __init__(self, vocabulary: Vocabulary, random: Random) -> None:
        self.vocabulary = vocabulary
        self.random = random
        self.quoted = False
        self.plural = False

    def tree(self, symbol: str, depth: int) -> Node:
        """A tree of this symbol."""
        (found,) = self.symbol(symbol, depth)
        assert isinstance(found, Node)
        return found

    def symbol(self, symbol: str, depth: int) -> list[Tree]:
        if symbol.isupper():
            return [self.leaf(symbol)]
        fitting = [p for p in by_origin()[symbol] if _depth(p, _depths(self.quoted), self.quoted) <= max(depth, 0)]
        if not fitting:
            least = shallowest(symbol, self.quoted)
            fitting = [p for p in by_origin()[symbol] if _depth(p, _depths(self.quoted), self.quoted) == least]
        chosen = self.random.choice(fitting)
        outside = self.plural
        self.plural = outside or chosen.kind in PLURAL
        if chosen.kind not in ("det_many", "phrase", "amount", ""):
            self.plural = False
        children: list[Tree] = []
        for inner in chosen.symbols:
            self.quoted = inner == "OPEN" or (self.quoted and inner != "CLOSE")
            children += self.symbol(inner, depth - 1)
        self.plural = outside
        return [Node(chosen.kind, tuple(children))] if chosen.kind else children

    def leaf(self, terminal: str) -> Leaf:
        names = terminal_words()
        if terminal in names:
            word = AGREEING.get(names[terminal], names[terminal])
            return Leaf(next(t for t, w in names.items() if w == word), word, literal=True)
        pool = pools(self.vocabulary)[terminal]
        if terminal == "DIGITS" and self.plural:
            pool = pool[1:]
        return Leaf(terminal, self.random.choice(pool))


_POOLS: dict[int, dict[str, tuple[str, ...]]] = {}


def pools(vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """What each terminal can stand for."""
    if id(vocabulary) not in _POOLS:
        found: dict[str, dict[str, None]] = {}
        for entry in vocabulary.entries():
            found.setdefault(entry.terminal, {})[entry.id] = None
            if entry.form == "both":
                found.setdefault("NOUNS", {})[entry.id] = None
        _POOLS[id(vocabulary)] = {**{t: tuple(ids) for t, ids in found.items()}, **LOOSE}
    return _POOLS[id(vocabulary)]


def unsayable(tree: Node, again: Node | SyntaxProblem, vocabulary: Vocabulary) -> str:
    """Why no text can have this tree: two phrases that follow each other are a longer phrase as well."""
    text = show(tree, vocabulary)
    for leaf, word in zip(tree.leaves(), read(text, again, vocabulary), strict=False):
        if word.id == leaf.id and (word.terminal == leaf.terminal or word.id in HOMONYMS):
            continue
        said = text[word.start : word.end]
        spelled = leaf.id if leaf.literal else vocabulary.spell(leaf.terminal, leaf.id)
        if len(said.split()) > len(spelled.split()):
            return f"“{said.lower()}” is one phrase"
        if leaf.terminal == "TITLE":
            return "a name at the beginning of a sentence"
        if {word.terminal, leaf.terminal} == {"NOUN", "NOUNS"} and said.lower() == spelled:
            return f"the number of “{spelled}” cannot be seen"
        return ""
    return ""


def read(text: str, again: Node | SyntaxProblem, vocabulary: Vocabulary) -> Iterator[Leaf | Word]:
    """The words that the parser has seen; their inflection is that of a tree."""
    if isinstance(again, Node):
        yield from again.leaves()
        return
    literals = {word: name for name, word in terminal_words().items()}
    for word in words(text, vocabulary, literals):
        base = AGREEING.get(word.id) if word.terminal == literals.get(word.id) else None
        yield word if base is None else word._replace(terminal=literals[base], id=base)
