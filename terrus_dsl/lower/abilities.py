"""Ability lines: labelled, triggered, static and keyword lines of cards, rules and effects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import continuous, events
from terrus_dsl.lower.about import subject_of
from terrus_dsl.lower.activated import activated
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.labelled import labelled, type_labels
from terrus_dsl.lower.made import Made
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.unit import Draft, Problem, Scope, Unit, Value

__all__ = ["ability", "keyword"]


def ability(draft: Draft, node: Node, subject: str, rule: str, *, card: Any = None, me: str | None = "me") -> Made:
    """Lower one line; `card` gives the printed type of plain text that is played."""
    if node.kind == "ability":
        return ability(draft, node.children[0], subject, rule, card=card, me=me)  # type: ignore[arg-type]
    if node.kind == "keyword_line":
        made = Made()
        for leaf in node.leaves():
            if leaf.terminal == "KEYWORD":
                made.add(keyword(draft, leaf.id, subject, rule))
        return made
    u = Unit(draft, Scope(me=me), subject, rule)
    if node.kind == "labelled":
        return labelled(u, node, card)
    if node.kind == "plain":
        return _plain(u, node, card)
    raise Problem("no-executor", "only a rulebook defines verbs", node)


def keyword(draft: Draft, name: str, subject: str, rule: str) -> Made:
    """The abilities that a keyword stands for; a keyword that stands for itself is a finding."""
    text = draft.book.sheet.keywords[name]
    if name in draft.open_keywords:
        raise Problem("keyword-cycle", f"keyword {name} is defined by itself", Leaf("KEYWORD", name))
    made = Made()
    draft.open_keywords.append(name)
    try:
        for line in text.strip().splitlines():
            tree = parse(line.strip(), draft.book.words)
            if isinstance(tree, SyntaxProblem):
                raise Problem(
                    "keyword-unknown",
                    f"the text of keyword {name} does not parse: {line.strip()}",
                    Leaf("KEYWORD", name),
                )
            made.add(ability(draft, tree, subject, rule))
    finally:
        draft.open_keywords.pop()
    return made


def _plain(u: Unit, node: Node, card: Any) -> Made:
    body = node.children[0]
    assert isinstance(body, Node)
    sentences = [s for s in body.children if isinstance(s, Node)]
    first = sentences[0].children[0]
    assert isinstance(first, Node)
    if first.kind in ("triggered", "triggered_if") and not (card and card.text):
        follow = tuple(c for c in sentences[0].children[1:] if isinstance(c, Node))
        entry = events.trigger(u, first, follow + tuple(sentences[1:]))
        condition = first.first("condition")
        works = _named_zones(u, condition) if condition is not None else ()
        return Made(entries=[replace(entry, works=works) if works else entry])
    if card is not None and card.text:
        return activated(u, body, type_labels(u, card), card, text=show(node, u.book.words))
    made = Made()
    for sentence in sentences:
        statement = sentence.children[0]
        assert isinstance(statement, Node)
        made.add(static(u, statement))
    return made


def static(u: Unit, node: Node) -> Made:
    """A sentence that holds all the time."""
    if node.kind == "replacement":
        entry = events.replacement(u, node)
        named = node.first("condition")
        where = _named_zones(u, named) if named is not None else ()
        return Made(entries=[replace(entry, works=where) if where else entry])
    condition = None
    then = node.first("chain")
    works: tuple[int, ...] = ()
    if node.kind in ("while_then", "suffix_if"):
        test = node.first("condition")
        assert test is not None
        works = _named_zones(u, test)
        lone = _lone_subject(u, then) if node.kind == "suffix_if" else None
        saved = u.scope
        if lone is not None:
            u.scope = saved.copy()
            u.scope.it = lone
        condition = condition_code(u, test)
        u.scope = saved
    elif node.kind != "plain_statement":
        raise Problem(
            "no-executor", f"this cannot hold all the time ({node.kind})", node, "begin with “when”, “while” or a label"
        )
    assert then is not None
    made = Made()
    for clause in then.children:
        if isinstance(clause, Node):
            made.add(_static_clause(u, clause, condition))
    if works:
        made.entries = [replace(entry, works=works) for entry in made.entries]
    return made


def _named_zones(u: Unit, condition: Node) -> tuple[int, ...]:
    """A text that names the zone where its card is (`While this card is in …`) works there."""
    for test in condition.walk():
        if test.kind == "is_test" and any(leaf.id == "this" for leaf in test.leaves()):
            place = next((n for n in test.walk() if n.kind == "in_place"), None)
            if place is not None:
                return tuple(u.book.sheet.zones[leaf.id].number for leaf in place.leaves() if leaf.terminal == "ZONE")
    return ()


def _lone_subject(u: Unit, then: Node | None) -> Any:
    """In “A … can't … if it …”, “it” is the one that is tested."""
    if then is None:
        return None
    np = then.children[0].first("np")  # type: ignore[union-attr]
    if np is None:
        return None
    p = phrase(u, np)
    if p.filter is None:
        return None
    return Value("by" if p.filter.domain == "player" else "o", p.filter.domain, False, p.filter.noun)


def _static_clause(u: Unit, clause: Node, condition: str | None) -> Made:
    if clause.kind == "optional":
        np, vp = clause.children[0], clause.children[2]
        assert isinstance(np, Node) and isinstance(vp, Node)
        return Made(entries=[continuous.permission_entry(u, vp, subject_of(u, np), condition)])
    be = clause.first("be")
    if be is not None:
        return _is_a(u, clause, be, condition)
    if clause.kind not in ("declarative", "set_number"):
        raise Problem("no-executor", "this is an effect; say when it happens", clause, "begin with “when” or a label")
    return Made(entries=continuous.entries(u, clause, condition))


def _is_a(u: Unit, clause: Node, vp: Node, condition: str | None) -> Made:
    predicate = vp.children[-1]
    assert isinstance(predicate, Node)
    subject = subject_of(u, clause.first("np"))  # type: ignore[arg-type]
    if predicate.kind != "kind_of" or subject.value is None or subject.value.code != "me" or condition:
        raise Problem("no-executor", "only “this … is a …” can be printed on a card", vp)
    mask = 0
    for leaf in predicate.leaves():
        if leaf.terminal == "NOUN":
            mask |= u.book.sheet.mask(leaf.id)
    return Made(tags=mask)
