"""Cards and tokens as the engine sees them: their texts, tags, numbers and costs."""

from __future__ import annotations

from functools import partial
from typing import Any

from terrus_dsl.compile.attempt import attempt
from terrus_dsl.compile.program import CardDef
from terrus_dsl.compile.read import Text
from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.tree import Node
from terrus_dsl.lower import abilities
from terrus_dsl.lower.made import Made
from terrus_dsl.lower.unit import Draft
from terrus_dsl.source.load import CardSource
from terrus_dsl.source.sheet import Sheet

__all__ = ["Printed", "card_def", "listed", "lower_line", "token_def"]


def card_def(draft: Draft, number: int, card: CardSource, texts: list[Text], findings: Findings) -> CardDef:
    """A card as the engine sees it; its texts are lowered here."""
    sheet = draft.book.sheet
    types = [sheet.types[t] for t in card.types if t in sheet.types]
    made = Made()
    printed = Printed(card, types[0]) if types else None
    if types:
        for text in texts:
            assert printed is not None
            made.add(lower_line(draft, printed, findings, text, text.tree))
    tags = made.tags
    for card_type in types:
        tags |= 1 << card_type.tag
    for group in sheet.groups:
        for word in listed(card.data.get(group)):
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


def lower_line(draft: Draft, printed: Printed, findings: Findings, text: Text, tree: Node) -> Made:
    """What one line of a card gives."""
    draft.line = text.line.text
    lowered = partial(abilities.ability, draft, tree, printed.name, "", card=printed)
    made: Made = attempt(text, findings, lowered) or Made()
    if any(leaf.terminal in ("NOUN", "NOUNS", "STRING") and leaf.id in draft.book.unlent for leaf in tree.leaves()):
        made.keep()
        for number in made.activated:
            draft.abilities[number].own = True
    return made


class Printed:
    """What lowering needs of the card that a text is printed on."""

    def __init__(self, card: CardSource, card_type: Any) -> None:
        self.name = card.name
        self.text = card_type.text
        self.works = card_type.works
        self.data = card.data


def token_def(sheet: Sheet, token: Any) -> CardDef:
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


def _stats(sheet: Sheet, card: CardSource) -> tuple[int, ...]:
    return tuple(int(v) if isinstance(v := card.data.get(field), int) else 0 for field in sheet.stats.values())


def _costs(sheet: Sheet, card: CardSource) -> tuple[tuple[Any, ...], ...]:
    return tuple(_cost(sheet, card.data.get(field)) for field in sheet.costs.values())


def listed(value: Any) -> list[Any]:
    """What a field of a card holds: one word, several or none."""
    return value if isinstance(value, list) else [] if value is None else [value]


def _cost(sheet: Sheet, value: Any) -> tuple[Any, ...]:
    amounts: dict[int, int] = {}
    free = 0
    for symbol in listed(value):
        if isinstance(symbol, int):
            free += symbol
        elif symbol in sheet.counters:
            number = sheet.counters[symbol].number
            amounts[number] = amounts.get(number, 0) + 1
    return (tuple(amounts.items()), free, 0)
