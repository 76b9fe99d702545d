"""Labelled lines: used in windows, set off by their label, or conditions on decks."""

from __future__ import annotations

from typing import Any

from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import events, statements
from terrus_dsl.lower.activated import activated, first_possible
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.events import Entry
from terrus_dsl.lower.header import Header, label_conditions, read_header
from terrus_dsl.lower.made import DeckLimit, Made
from terrus_dsl.lower.nouns import noun_groups
from terrus_dsl.lower.unit import Problem, Unit

__all__ = ["labelled", "type_labels"]


def labelled(u: Unit, node: Node, card: Any) -> Made:
    """What a labelled line gives: an ability, a trigger of its label, or a condition on decks."""
    header_node, body = node.children[0], node.children[-1]
    assert isinstance(header_node, Node) and isinstance(body, Node)
    limit = next((n for n in body.walk() if n.kind == "deck_limit"), None)
    if limit is not None:
        return Made(limits=[_deck_limit(u, limit, show(node, u.book.words))])
    header = read_header(header_node)
    sheet = u.book.sheet
    labels = [sheet.labels[name] for name in header.labels]
    triggered = next((label for label in labels if label.on), None)
    if triggered is not None:
        return _label_trigger(u, triggered, header, body)
    timing = {name for window in sheet.windows.values() for name in window.offers}
    if not any(label.name in timing for label in labels) and card is not None and card.text:
        labels += [sheet.labels[name] for name in type_labels(u, card)]
    return activated(u, body, [label.name for label in labels], card, header, show(node, u.book.words))


def _deck_limit(u: Unit, node: Node, text: str) -> DeckLimit:
    amount = node.first("amount")
    word = next(leaf for leaf in node.leaves() if leaf.id in ("at most", "at least", "exactly"))
    nominals = node.first("nominals") or node.first("nominal")
    assert amount is not None and nominals is not None
    number = next(amount.leaves()).id
    if not number.isdigit():
        raise Problem("type-mismatch", "a limit on decks is a plain number", amount)
    kinds = tuple(tuple(u.book.sheet.mask(leaf.id) for leaf in group) for group in noun_groups(nominals))
    if not all(mask for kind in kinds for mask in kind):
        raise Problem("type-mismatch", "a limit on decks is about types or subtypes", nominals)
    return DeckLimit(word.id, int(number), kinds, text)


def type_labels(u: Unit, card: Any) -> list[str]:
    """The label under which a card of this type plays its plain text."""
    name = card.text["label"]
    value = card.data.get(name, name) if card.data else name
    for label in u.book.sheet.labels:
        if label.lower() == str(value).lower():
            return [label]
    raise Problem("unknown-word", f"no label is called “{value}”", Leaf("LABEL", str(value)))


def _label_trigger(u: Unit, label: Any, header: Header, body: Node) -> Made:
    """A label that stands for an event: `Label: Draw a card.` is a trigger, optional where the label says so."""
    tree = parse(f"When {label.on}, draw a card.", u.book.words)
    if isinstance(tree, SyntaxProblem):
        raise Problem("no-executor", f"the event of label {label.name} does not parse: {label.on}", body)
    head = next(n for n in tree.walk() if n.kind == "when")
    inner = Unit(u.draft, u.scope.copy(), u.subject, u.rule)
    happening = events.event_test(inner, head)
    number = events.listener(inner, happening)
    inner.scope.it = None
    text = Unit(u.draft, inner.scope, u.subject, u.rule)
    tests = [condition_code(text, c) for c in header.conditions] + label_conditions(text, [label.name], header)
    tests += [t for t in (first_possible(text, body),) if t != "True"]
    for t in tests:
        text.line(f"if not ({t}):")
        text.line("    return 0")
    if label.optional:
        site = u.draft.site("[1]", show(body, u.book.words), ("me",))
        answer = text.temp(f"confirm(S, you, {site.number}, (me,))")
        text.line(f"if not {answer}:")
        text.line("    return 0")
    text.line("used(S, you, me)")
    statements.body(text, body)
    program_name = u.draft.name("then")
    program = u.draft.effect(
        program_name, text.function(program_name, "S, me, you, it, by, amount, bound, target"), u.subject, u.rule
    )
    zones = tuple(u.book.sheet.zones[z].number for z in label.zones)
    return Made(entries=[Entry(happening.hook, number, program, False, zones)])
