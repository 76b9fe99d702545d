"""Trees to functions: rules first, then cards; a sentence that means nothing becomes a finding."""

from __future__ import annotations

from functools import partial

from terrus_dsl.check.unused import declaration
from terrus_dsl.compile.attempt import attempt
from terrus_dsl.compile.cards import Printed, card_def, listed, lower_line, token_def
from terrus_dsl.compile.lending import borrows, lend
from terrus_dsl.compile.program import CardDef
from terrus_dsl.compile.read import Text
from terrus_dsl.compile.sheet_texts import lower_means, lower_worth
from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.tree import Node
from terrus_dsl.language.vocabulary import Vocabulary
from terrus_dsl.lower import rules
from terrus_dsl.lower.book import CHOOSE, Book, Definition, python_name
from terrus_dsl.lower.departing import departing
from terrus_dsl.lower.rules import Rules
from terrus_dsl.lower.unit import Draft
from terrus_dsl.source.load import Files
from terrus_dsl.verbs import KERNEL

__all__ = ["translate"]


def translate(
    files: Files, words: Vocabulary, texts: list[Text], findings: Findings
) -> tuple[Draft, Rules, list[CardDef]]:
    """Lower all texts of a game."""
    book = _book(files, words)
    draft = Draft(book, kernel=dict(KERNEL), first_token=len(files.cards))
    found = Rules()
    definitions = _declare(book, texts, findings)
    book.departing = departing((_inner(text.tree) for text, _ in definitions), files.sheet)
    _restricted(draft, texts)
    _undefined(book, found)
    for text, definition in definitions:
        draft.line = text.line.text
        attempt(text, findings, partial(rules.define, draft, _inner(text.tree), definition, found))
    for text in texts:
        if text.rule and not _is_definition(text.tree):
            draft.line = text.line.text
            attempt(text, findings, partial(rules.rule, draft, text.tree, text.rule, found))
    by_card: dict[int, list[Text]] = {}
    for text in texts:
        if text.card >= 0:
            by_card.setdefault(text.card, []).append(text)
    cards = [card_def(draft, index, card, by_card.get(index, []), findings) for index, card in enumerate(files.cards)]
    cards += [token_def(files.sheet, token) for token in draft.tokens]
    cards = [_borrower(draft, files, card, cards, by_card, findings) for card in cards]
    lower_means(draft, files.sheet, words, findings)
    lower_worth(draft, files.sheet, words, findings)
    _unsaid(draft, files, findings)
    return draft, found, cards


def _book(files: Files, words: Vocabulary) -> Book:
    book = Book(files.sheet, words)
    for number, card in enumerate(files.cards):
        book.titles[card.name] = number
        if "plural" in card.data:
            book.names[card.name] = number
            book.name_types[card.name] = card.types[0]
        printed = {word for group in files.sheet.groups for word in listed(card.data.get(group))}
        if printed.intersection(files.sheet.unlent):
            book.unlent.add(card.name)
    return book


def _inner(tree: Node) -> Node:
    first = tree.children[0]
    return first if tree.kind == "ability" and isinstance(first, Node) else tree


def _is_definition(tree: Node) -> bool:
    return _inner(tree).kind == "definition"


def _declare(book: Book, texts: list[Text], findings: Findings) -> list[tuple[Text, Definition]]:
    """Register every `To …:` before anything is lowered; one verb may be defined once for each counter."""
    declared = [(t, rules.read_definition(_inner(t.tree), t.rule)) for t in texts if t.rule and _is_definition(t.tree)]
    repeated = {d.verb for _, d in declared if sum(e.verb == d.verb for _, e in declared) > 1}
    result = []
    for text, definition in declared:
        key = (
            f"{definition.verb} {definition.counter}"
            if definition.counter and definition.verb in repeated
            else definition.verb
        )
        if key in book.definitions:
            findings.add(
                "rule-duplicate",
                f"“{key}” is defined twice, in {book.definitions[key].rule} and {text.rule}",
                text.line.place(),
                subject=text.subject,
                rule=text.rule,
            )
            continue
        definition.key = key
        book.definitions[key] = definition
        result.append((text, definition))
    return result


def _undefined(book: Book, found: Rules) -> None:
    """A declared verb that no rule defines is a bare event: nothing happens, but it counts as done."""
    defined = {d.verb for d in book.definitions.values()}
    for verb in book.sheet.verbs:
        if verb not in defined and verb not in KERNEL:
            book.definitions[verb] = Definition(verb, "", (), "", verb)
            found.bodies[verb] = ("", "")


def _restricted(draft: Draft, texts: list[Text]) -> None:
    """The verbs that some text forbids: only for these is it asked whether they may be done."""
    for text in texts:
        if text.rule and _is_definition(text.tree) and rules.gated(_inner(text.tree)):
            draft.restricted.add(rules.read_definition(_inner(text.tree), text.rule).verb)
        if text.rule and rules.preceded_verb(text.tree):
            draft.preceded.add(rules.preceded_verb(text.tree))
        for node in text.tree.walk():
            if node.kind in ("cannot", "cannot_be"):
                verb = next(
                    (leaf for leaf in node.leaves() if leaf.terminal in ("VERB", "PAST") or leaf.id == CHOOSE), None
                )
                if verb is not None:
                    draft.restricted.add(verb.id)


def _borrower(
    draft: Draft, files: Files, card: CardDef, cards: list[CardDef], texts: dict[int, list[Text]], findings: Findings
) -> CardDef:
    """The card with what it has of others."""
    borrowing = next((text for text in texts.get(card.number, []) if borrows(text.tree)), None)
    if borrowing is None:
        return card
    source = files.cards[card.number]
    printed = Printed(source, draft.book.sheet.types[source.types[0]])
    lower = partial(lower_line, draft, printed, findings)
    return attempt(borrowing, findings, partial(lend, draft, card, cards, texts, lower)) or card


def _unsaid(draft: Draft, files: Files, findings: Findings) -> None:
    """An adjective or relation that is declared as defined by a rule needs that rule."""
    sheet = files.sheet
    declared = (
        ("adjectives", "adjective", sheet.adjectives),
        ("defined_relations", "relation", sheet.defined_relations),
    )
    for section, stem, names in declared if not findings.errors else ():
        for name in names:
            if f"{stem}_{python_name(name)}" not in draft.functions:
                findings.add(
                    "no-executor",
                    f"no rule says when something is “{name}”",
                    declaration(files.sheet_node, section, name),
                    subject=sheet.id,
                    hint=f"write a rule “A … is {name} if …”, or declare a state",
                )
