"""Borrowed abilities: a card that has those of others gets what they listen to, and its own reading of their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from terrus_dsl.compile.program import CardDef
from terrus_dsl.compile.read import Text
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower.events import Entry
from terrus_dsl.lower.granted import carried
from terrus_dsl.lower.hooks import ACTS, BORROWED, EVENT, IF_IT_LEAVES, WOULD, parameters
from terrus_dsl.lower.made import Made
from terrus_dsl.lower.unit import Draft, Lending, Scope, Unit

__all__ = ["borrows", "lend"]

#: Lowers a text with other words, as one of the borrower's own.
Lower = Callable[[Text, Node], Made]


def borrows(tree: Node) -> bool:
    """Whether a text says that something has the abilities of others."""
    return any(node.kind in ("borrowed", "borrowed_as") for node in tree.walk())


def lend(
    draft: Draft, card: CardDef, cards: Sequence[CardDef], texts: dict[int, list[Text]], lower: Lower
) -> CardDef:
    """The card with the triggers and traits of all cards whose abilities it may have.

    Which cards do lend is looked up whenever it matters. Labelled abilities need nothing here, unless the borrower
    reads other words in them. What a text lends for a while is registered when it resolves.
    """
    standing = {entry.function for entry in card.entries if _borrows(entry)}
    more: list[Entry] = []
    for function, lending in list(draft.lendings.items()):  # a lender may borrow, too, which nobody borrows
        if lending.subject == card.name:
            found = _lent_entries(draft, card, cards, texts, lower, function)
            if function in standing:
                more += found
            else:
                draft.lent_entries[function] = tuple((e.hook, e.function, e.effect) for e in found)
    for entry in more:
        draft.hot.add(entry.hook)
    return replace(card, entries=(*card.entries, *more)) if more else card


def _lent_entries(
    draft: Draft,
    card: CardDef,
    cards: Sequence[CardDef],
    texts: dict[int, list[Text]],
    lower: Lower,
    function: int,
) -> list[Entry]:
    """What all possible lenders listen to, and their labelled abilities where these read differently."""
    lending = draft.lendings[function]
    found: list[Entry] = []
    for lender in cards:
        if lender.number != card.number and all(lender.tags & mask for mask in lending.masks):
            made = _read(lender, lending, texts.get(lender.number, []), lower)
            if made.activated != list(lender.abilities):
                draft.lent.setdefault(function, {})[lender.number] = tuple(made.activated)
            found += [_lent(draft, card, lender, function, e) for e in made.entries if not (e.own or _borrows(e))]
    return found


def _borrows(entry: Entry) -> bool:
    return entry.hook == ACTS and entry.effect == BORROWED


def _read(lender: CardDef, lending: Lending, texts: list[Text], lower: Lower) -> Made:
    """What the lender's texts give the borrower; only a text with words that mean something else is lowered again."""
    trees = [_with_words(text.tree, lending.words) for text in texts]
    if all(tree is text.tree for tree, text in zip(trees, texts, strict=True)):
        return Made(list(lender.abilities), list(lender.entries))
    made = Made()
    for tree, text in zip(trees, texts, strict=True):
        made.add(lower(text, tree))
    return made


def _with_words(tree: Node, words: dict[str, str]) -> Node:
    """The tree with other words; itself where it has none of them."""
    changed = False
    children: list[Node | Leaf] = []
    for child in tree.children:
        if isinstance(child, Node):
            new: Node | Leaf = _with_words(child, words)
        elif child.terminal in ("NOUN", "NOUNS", "ADJ") and child.id in words:
            new = replace(child, id=words[child.id])
        else:
            new = child
        changed = changed or new is not child
        children.append(new)
    return Node(tree.kind, tuple(children)) if changed else tree


def _lent(draft: Draft, card: CardDef, lender: CardDef, function: int, entry: Entry) -> Entry:
    """What the lender listens to, for whatever has its abilities."""
    test = f"lent(S, {function}, {lender.number}, me, you, bound"
    name = draft.name("hook")
    if not draft.lendings[function].own:
        source = f"def {name}({parameters(ACTS)}):\n    return {test}, o)"
        holds = draft.hook(name, source, card.name, "")
        made = carried(Unit(draft, Scope(), card.name, ""), entry, holds)
        return replace(made, per_turn=entry.per_turn, works=entry.works)
    given = parameters(entry.hook)
    inner = draft.hooks[entry.function]
    source = f"def {name}({given}):\n    return {inner}({given}) if {test}, me) else None"
    looks = max(IF_IT_LEAVES, draft.looks.get(entry.function, 0)) if EVENT <= entry.hook < WOULD else 0
    return replace(entry, function=draft.hook(name, source, card.name, "", looks))
