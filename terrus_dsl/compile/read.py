"""All texts of a game to trees; a text that does not parse becomes a finding with what could stand there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from terrus_dsl.check import endless, labels, unused
from terrus_dsl.check.agreement import disagreements
from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.lexer import Word, scan
from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.suggest import meant, suggestion, unsaid_name, wrong_number
from terrus_dsl.language.tree import Node
from terrus_dsl.language.vocabulary import Vocabulary
from terrus_dsl.source.load import Files, TextLine

__all__ = ["Text", "local_words", "parse_texts", "report"]

#: Takes a finding: code, message, offset and length of the words, hint.
Report = Callable[[str, str, int, int, str], None]

_LET = re.compile(r"[Ll]et (the [a-z -]+?) be\b")
MAX_TEXT = 4_000


@dataclass(slots=True)
class Text:
    """A line with its tree; `rule` is empty for cards, `card` is the index of the card it is printed on."""

    subject: str
    rule: str
    line: TextLine
    tree: Node
    card: int = -1


def parse_texts(files: Files, words: Vocabulary, findings: Findings) -> list[Text]:
    """Parse every line of every rule and card."""
    texts: list[Text] = []
    for entry in files.rules:
        for line in entry.lines:
            _parse(texts, f"rule {entry.rule}", entry.rule, -1, line, words, findings)
    for index, card in enumerate(files.cards):
        for line in card.lines:
            _parse(texts, card.name, "", index, line, words, findings)
    endless.check(((text.rule, text.line, text.tree) for text in texts if text.rule), findings)
    labels.check(files, ((text.card, text.line, text.tree) for text in texts), findings)
    unused.check(files, (text.tree for text in texts), findings)
    return texts


def local_words(text: str, words: Vocabulary) -> Vocabulary:
    """The vocabulary of one text: it may name numbers with `let the … be`."""
    names = [name for name in _LET.findall(text) if not _known(name, words)]
    if not names:
        return words
    own = words.copy()
    for name in names:
        own.word("VAR", name)
    return own


def _known(name: str, words: Vocabulary) -> bool:
    first, *rest = name.split(" ")
    return any(entry.words == (first, *rest) for entry in words.body.get(first, ()))


def _parse(
    texts: list[Text], subject: str, rule: str, card: int, line: TextLine, words: Vocabulary, findings: Findings
) -> None:
    if len(line.text) > MAX_TEXT:
        message = f"a line of {len(line.text)} characters; at most {MAX_TEXT} are read"
        findings.add("text-too-long", message, line.place(), subject=subject, rule=rule)
        return

    def add(code: str, message: str, start: int, length: int, hint: str) -> None:
        findings.add(code, message, line.place(start, length), subject=subject, rule=rule, hint=hint)

    own = local_words(line.text, words)
    tree = parse(line.text, own)
    problem = tree if isinstance(tree, SyntaxProblem) else next(_strange_titles(tree), None)
    if isinstance(tree, SyntaxProblem) or problem is not None:
        assert problem is not None
        report(problem, line.text, own, add)
        return
    for leaf, right in disagreements(tree, line.text, own):
        _does_not_agree(line.text, leaf.start, leaf.end, right, add)
    texts.append(Text(subject, rule, line, tree, card))


def _strange_titles(tree: Node, inside: bool = False) -> Iterator[SyntaxProblem]:
    """Capitalised words are the name of a token that is made; anywhere else they are misspelt."""
    nominal = tree.kind in ("nominal", "nominals")
    if nominal and not inside:
        leaves = list(tree.leaves())
        title = next((leaf for leaf in leaves if leaf.terminal == "TITLE"), None)
        if title is not None and not any(leaf.terminal == "SHAPE" or leaf.id == "token" for leaf in leaves):
            yield SyntaxProblem(Word("UNKNOWN", title.id, "base", title.start, title.end), ())
    for child in tree.children:
        if isinstance(child, Node):
            yield from _strange_titles(child, nominal)


def _does_not_agree(text: str, start: int, end: int, right: str, add: Report) -> None:
    message = f"“{text[start:end]}” does not agree with what stands around it"
    add("bad-number", message, start, end - start, meant([right]))


def report(problem: SyntaxProblem, text: str, words: Vocabulary, add: Report) -> None:
    """Turn a syntax problem into a finding: what stands there, what could stand there."""
    name = unsaid_name(problem, words, text)
    if name is not None:
        start, end = name
        written = text[start:end]
        hint = f"give that card a `plural:`, or write: a card named \"{written}\""
        add("unknown-word", f"“{written}” is the name of a card, and no noun", start, end - start, hint)
        return
    hint = suggestion(problem, words, text)
    word = problem.word
    wrong = wrong_number(problem, words, text)
    if wrong is not None:
        noun, right = wrong
        message = f"“{text[noun.start : noun.end]}” does not agree with what stands around it"
        add("bad-number", message, noun.start, noun.end - noun.start, meant(right))
    elif word is None:
        last = scan(text)[-1]
        add("unfinished-sentence", "the sentence ends too early", last.start, len(last.text), hint)
    elif word.terminal in ("UNKNOWN", "TITLE"):
        written = text[word.start : word.end]
        add("unknown-word", f"“{written}” is no word of this game", word.start, word.end - word.start, hint)
    else:
        written = text[word.start : word.end]
        add("unexpected-word", f"“{written}” cannot stand here", word.start, word.end - word.start, hint)
