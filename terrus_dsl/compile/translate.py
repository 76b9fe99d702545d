"""Trees to functions: rules first, then cards; a sentence that means nothing becomes a finding."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from terrus_dsl.check.unused import declaration
from terrus_dsl.compile.lending import borrows, lend
from terrus_dsl.compile.program import CardDef
from terrus_dsl.compile.read import Text
from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.language.vocabulary import Vocabulary
from terrus_dsl.lower import abilities, rules
from terrus_dsl.lower.book import CHOOSE, Book, Definition, python_name
from terrus_dsl.lower.departing import departing
from terrus_dsl.lower.made import Made
from terrus_dsl.lower.numbers import listing, number_code
from terrus_dsl.lower.rules import Rules
from terrus_dsl.lower.unit import Draft, Problem, Scope, Unit, Value
from terrus_dsl.source.load import CardSource, Files
from terrus_dsl.source.sheet import Sheet
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
        _attempt(text, findings, partial(rules.define, draft, _inner(text.tree), definition, found))
    for text in texts:
        if text.rule and not _is_definition(text.tree):
            _attempt(text, findings, partial(rules.rule, draft, text.tree, text.rule, found))
    by_card: dict[int, list[Text]] = {}
    for text in texts:
        if text.card >= 0:
            by_card.setdefault(text.card, []).append(text)
    cards = [_card(draft, index, card, by_card.get(index, []), findings) for index, card in enumerate(files.cards)]
    cards += [_token(files.sheet, token) for token in draft.tokens]
    cards = [_borrower(draft, files, card, cards, by_card, findings) for card in cards]
    _means(draft, files.sheet, words, findings)
    _worth(draft, files.sheet, words, findings)
    _unsaid(draft, files, findings)
    return draft, found, cards


def _attempt(text: Text, findings: Findings, work: Callable[[], Any]) -> Any:
    """Run a lowering; its problem becomes a finding at the words that cause it."""
    try:
        return work()
    except Problem as problem:
        _report(text, findings, problem)
    except (AssertionError, AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError) as fault:
        # A combination of words that no lowering foresaw: fail closed, and never with a traceback for a card file.
        message = f"these words have no meaning together ({type(fault).__name__})"
        _report(text, findings, Problem("no-executor", message, text.tree, "say it in simpler sentences"))
    return None


def _report(text: Text, findings: Findings, problem: Problem) -> None:
    where = problem.where
    start = where.start if where.end > 0 else 0
    place = text.line.place(start, max(1, where.end - start))
    findings.add(problem.code, problem.message, place, subject=text.subject, rule=text.rule, hint=problem.hint)


def _book(files: Files, words: Vocabulary) -> Book:
    book = Book(files.sheet, words)
    for number, card in enumerate(files.cards):
        book.titles[card.name] = number
        if "plural" in card.data:
            book.names[card.name] = number
            book.name_types[card.name] = card.types[0]
        printed = {word for group in files.sheet.groups for word in _listed(card.data.get(group))}
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


def _card(draft: Draft, number: int, card: CardSource, texts: list[Text], findings: Findings) -> CardDef:
    sheet = draft.book.sheet
    types = [sheet.types[t] for t in card.types if t in sheet.types]
    made = Made()
    printed = _Printed(card, types[0]) if types else None
    if types:
        for text in texts:
            assert printed is not None
            made.add(_line(draft, printed, findings, text, text.tree))
    tags = made.tags
    for card_type in types:
        tags |= 1 << card_type.tag
    for group in sheet.groups:
        for word in _listed(card.data.get(group)):
            tags |= sheet.mask(str(word))
    works = tuple(dict.fromkeys(sheet.zones[z].number for t in types for z in t.works if z in sheet.zones))
    for entry in made.entries:
        draft.hot.add(entry.hook)
    return CardDef(
        number,
        card.id,
        card.name,
        card.types[0],
        tags,
        _stats(sheet, card),
        _costs(sheet, card),
        tuple(made.activated),
        tuple(made.entries),
        works,
        tuple(line.text for line in card.lines),
        False,
        tuple(made.limits),
    )


def _line(draft: Draft, printed: _Printed, findings: Findings, text: Text, tree: Node) -> Made:
    """What one line of a card gives."""
    lowered = partial(abilities.ability, draft, tree, printed.name, "", card=printed)
    made: Made = _attempt(text, findings, lowered) or Made()
    if any(leaf.terminal in ("NOUN", "NOUNS", "STRING") and leaf.id in draft.book.unlent for leaf in tree.leaves()):
        made.keep()
        for number in made.activated:
            draft.abilities[number].own = True
    return made


def _borrower(
    draft: Draft, files: Files, card: CardDef, cards: list[CardDef], texts: dict[int, list[Text]], findings: Findings
) -> CardDef:
    """The card with what it has of others."""
    borrowing = next((text for text in texts.get(card.number, []) if borrows(text.tree)), None)
    if borrowing is None:
        return card
    source = files.cards[card.number]
    printed = _Printed(source, draft.book.sheet.types[source.types[0]])
    lower = partial(_line, draft, printed, findings)
    return _attempt(borrowing, findings, partial(lend, draft, card, cards, texts, lower)) or card


class _Printed:
    """What lowering needs of the card that a text is printed on."""

    def __init__(self, card: CardSource, card_type: Any) -> None:
        self.name = card.name
        self.text = card_type.text
        self.works = card_type.works
        self.data = card.data


def _token(sheet: Sheet, token: Any) -> CardDef:
    """A token as a card; a number that the text does not set is what the sheet says for its type, else 0."""
    fields = sheet.types[token.type].fields
    shape = dict(zip([f for f in sheet.stats.values() if f in fields and f in sheet.stats], token.shape, strict=False))
    printed = [shape.get(field, sheet.unset[stat].get(token.type, 0)) for stat, field in sheet.stats.items()]
    works = tuple(sheet.zones[z].number for z in sheet.types[token.type].works)
    empty = tuple(((), 0, 0) for _ in sheet.costs)
    return CardDef(
        token.number,
        f"{sheet.id}/token/{token.number}",
        token.name,
        token.type,
        token.tags,
        tuple(printed),
        empty,
        tuple(token.made.activated),
        tuple(token.made.entries),
        works,
        (),
        True,
    )


def _means(draft: Draft, sheet: Sheet, words: Vocabulary, findings: Findings) -> None:
    """The game's own means of payment: which cards can be given with which verb, and what each is worth."""
    for name, entries in sheet.payments.items():
        for entry in entries:
            verb, what = next((k, v) for k, v in entry.items() if k != "worth")
            if verb == "spend":
                draft.means.append(("spend", "", ""))
                continue
            try:
                np = _phrase(what, words)
                u = Unit(draft, Scope(me=None), name, "")
                candidates = draft.name("means")
                draft.functions[candidates] = f"def {candidates}(S, you):\n    return {listing(u, np)}"
                tree = parse(str(entry.get("worth", "1")), words, "number")
                if isinstance(tree, SyntaxProblem):
                    raise Problem("wrong-value", f"the worth {entry['worth']!r} is no number", np)
                u.scope.it = Value("it", "object", False, "card")
                worth = draft.name("worth")
                draft.functions[worth] = f"def {worth}(S, you, it):\n    return {number_code(u, tree)}"
                draft.means.append((verb, candidates, worth))
            except Problem as problem:
                findings.add(
                    problem.code, f"payments of {name}: {problem.message}", None, subject=sheet.id, hint=problem.hint
                )


def _phrase(text: str, words: Vocabulary) -> Node:
    tree = parse(f"Choose {text}.", words)
    if isinstance(tree, SyntaxProblem):
        raise Problem("wrong-value", f"“{text}” names no things", Leaf("STRING", text))
    return next(n for n in tree.walk() if n.kind == "np")


def _worth(draft: Draft, sheet: Sheet, words: Vocabulary, findings: Findings) -> None:
    """How good a position is for a player: the weighted sum of the sheet's numbers."""
    terms = []
    for times, text in sheet.worth:
        tree = parse(" ".join(text.split()), words, "number")
        try:
            if isinstance(tree, SyntaxProblem):
                raise Problem("wrong-value", f"“{text}” is no number in the language", Leaf("STRING", text))
            code = number_code(Unit(draft, Scope(me=None), "worth", ""), tree)
            terms.append(code if times == 1 else f"{times} * ({code})")
        except Problem as problem:
            findings.add(problem.code, f"worth: {problem.message}", None, subject=sheet.id, hint=problem.hint)
    if terms:
        draft.worth = "worth_of_position"
        draft.functions[draft.worth] = f"def {draft.worth}(S, you):\n    return {' + '.join(terms)}"


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


def _stats(sheet: Sheet, card: CardSource) -> tuple[int, ...]:
    return tuple(int(v) if isinstance(v := card.data.get(field), int) else 0 for field in sheet.stats.values())


def _costs(sheet: Sheet, card: CardSource) -> tuple[tuple[Any, ...], ...]:
    return tuple(_cost(sheet, card.data.get(field)) for field in sheet.costs.values())


def _listed(value: Any) -> list[Any]:
    """What a field of a card holds: one word, several or none."""
    return value if isinstance(value, list) else [] if value is None else [value]


def _cost(sheet: Sheet, value: Any) -> tuple[Any, ...]:
    amounts: dict[int, int] = {}
    free = 0
    for symbol in _listed(value):
        if isinstance(symbol, int):
            free += symbol
        elif symbol in sheet.counters:
            number = sheet.counters[symbol].number
            amounts[number] = amounts.get(number, 0) + 1
    return (tuple(amounts.items()), free, 0)
