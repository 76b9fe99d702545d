"""Text to tree: the only module that knows lark."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from terrus_dsl.language.lexer import Word, words
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.language.vocabulary import Vocabulary
from terrus_dsl.source.files import cache_dir, grammar_dir

__all__ = ["AGREEING", "Production", "SyntaxProblem", "kinds", "literals", "parse", "productions", "terminal_words"]

STARTS = ("ability", "number", "condition")


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """Where a text stops making sense, which terminals could stand there, and what stands before."""

    word: Word | None
    expected: tuple[str, ...]
    before: Word | None = None


def parse(text: str, vocabulary: Vocabulary, start: str = "ability") -> Node | SyntaxProblem:
    """The tree of one ability line (or number, or condition)."""
    lark = _lark()
    try:
        tree = lark.parse((text, vocabulary), start=start)
    except UnexpectedToken as error:
        token = error.token
        word = None if token.type == "$END" else Word(token.type, str(token), "base", token.start_pos, token.end_pos)
        return SyntaxProblem(word, tuple(sorted(error.accepts or error.expected)), _last(text, vocabulary, word))
    except UnexpectedInput:  # pragma: no cover - the custom lexer never raises it
        return SyntaxProblem(None, ())
    return tree  # type: ignore[return-value]


def _last(text: str, vocabulary: Vocabulary, stop: Word | None) -> Word | None:
    """The last word that made sense."""
    before = None
    for word in words(text, vocabulary, _literal_names()):
        if stop is not None and word.start >= stop.start:
            break
        before = word
    return before


def literals() -> list[str]:
    """The grammar's own words and phrases."""
    return list(_literal_names())


def terminal_words() -> dict[str, str]:
    """The grammar's own words by the name of their terminal."""
    return {name: word for word, name in _literal_names().items()}


def kinds() -> frozenset[str]:
    """The closed set of node kinds: every production of the grammar by its name."""
    return frozenset(str(rule.alias or rule.origin.name) for rule in _lark().rules
                     if not rule.origin.name.startswith("_"))


class Production(NamedTuple):
    """One alternative of a symbol of the grammar; symbols in capitals are terminals."""

    origin: str
    kind: str  # of the node that it makes; empty where its parts go into the node above
    symbols: tuple[str, ...]


def productions() -> list[Production]:
    """The grammar as the parser knows it."""
    found = []
    for rule in _lark().rules:
        kind = "" if rule.origin.name.startswith("_") else str(rule.alias or rule.origin.name)
        found.append(Production(str(rule.origin.name), kind, tuple(str(symbol.name) for symbol in rule.expansion)))
    return found


@cache
def _lark() -> Lark:
    grammar = (grammar_dir() / "language.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer=_Words, strict=True, start=list(STARTS), keep_all_tokens=True,
                transformer=_Nodes(), cache=_tables(grammar))


def _tables(grammar: str) -> str | bool:
    """Where lark keeps the tables of this grammar; it compares its own fingerprint and makes anew what is stale."""
    try:
        folder = cache_dir()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # nowhere to write, or nobody's home
        return False
    return str(folder / f"grammar-{hashlib.sha256(grammar.encode()).hexdigest()[:16]}.lark")


@cache
def _literal_names() -> dict[str, str]:
    return {t.pattern.value: t.name for t in _lark().terminals if t.pattern is not None}


@cache
def _literal_terminals() -> frozenset[str]:
    return frozenset(_literal_names().values())


class _Words(Lexer):
    """Feeds lark with the terminals that the vocabulary gives."""

    __future_interface__ = 1  # lark's name for lexers that may ask the parser

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        text, vocabulary = lexer_state.text
        for word in words(text, vocabulary, _literal_names(), lambda terminal: _accepts(parser_state, terminal)):
            token = _Form(word.terminal, word.id, word.start, end_pos=word.end)
            token.form = word.form
            yield token


def _accepts(parser_state: Any, terminal: str) -> bool:
    """Whether the parser would take a terminal now, once it has reduced what stands before."""
    table, stack = parser_state.parse_conf.parse_table.states, list(parser_state.state_stack)
    while terminal in table[stack[-1]]:
        action, rule = table[stack[-1]][terminal]
        if action is Shift:
            return True
        del stack[len(stack) - len(rule.expansion) :]
        stack.append(table[stack[-1]][rule.origin.name][1])
    return False


class _Form(Token):
    """A token that remembers which inflection it was written in."""

    form: str = "base"


class _Nodes:
    """Turns each reduction into a node while lark parses."""

    def __getattr__(self, name: str) -> Any:
        if not name.islower() or name.startswith("__"):  # terminals and inlined repetitions stay as they are
            raise AttributeError(name)

        kind = str(name)  # lark's own name knows its place in the grammar file; a node needs the word only

        def node(children: list[Any]) -> Node:
            return Node(kind, tuple(_leaf(c) if isinstance(c, Token) else c for c in children))

        return node


#: Words of the grammar that differ by agreement alone; a tree holds the first, the leaf's form says which was written.
AGREEING = {
    "are": "is", "have": "has", "were": "was", "get": "gets", "an": "a", "become": "becomes", "stop": "stops",
    "cost": "costs", "enter": "enters", "leave": "leaves",
}  # fmt: skip


def _leaf(token: Token) -> Leaf:
    literal = token.type in _literal_terminals()
    word, terminal, form = str(token), token.type, getattr(token, "form", "base")
    if literal:
        form = word
    if literal and word in AGREEING:
        word = AGREEING[word]
        terminal = _literal_names()[word]
    return Leaf(terminal, word, token.start_pos or 0, token.end_pos or 0, literal, form)
