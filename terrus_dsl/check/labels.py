"""Can a card of this type use what stands under its labels?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.source.load import Files, TextLine
from terrus_dsl.source.sheet import Sheet

__all__ = ["check"]


def check(files: Files, texts: Iterable[tuple[int, TextLine, Node]], findings: Findings) -> None:
    """Advise on labels of a card's own abilities that are for cards of other types; `texts` come with their card."""
    sheet = files.sheet
    for number, line, tree in texts:
        if number < 0:
            continue
        card = files.cards[number]
        for leaf in _labels(tree):
            nouns = [noun for noun in sheet.labels[leaf.id].types if noun in sheet.unions or noun in sheet.types]
            kinds = frozenset().union(*map(sheet.kinds, nouns))
            if nouns and kinds.isdisjoint(card.types):
                findings.add("unusable-label", f"a {card.types[0]} can never use “{leaf.id}”",
                             line.place(leaf.start, leaf.end - leaf.start), subject=card.name,
                             rule=files.rule_at("sheet", f"labels.{leaf.id}"),
                             hint="such an ability is for " + " or ".join(_plural(noun, sheet) for noun in nouns))


def _plural(noun: str, sheet: Sheet) -> str:
    return sheet.unions[noun][0] if noun in sheet.unions else sheet.types[noun].plural


def _labels(tree: Node) -> Iterator[Leaf]:
    """The labels of a line itself; what it grants to others stands in quotes."""
    header = tree.first("header")
    for part in header.children if header is not None else ():
        if isinstance(part, Node):
            yield from (leaf for leaf in part.children if isinstance(leaf, Leaf) and leaf.terminal == "LABEL")
