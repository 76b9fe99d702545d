"""Is every word that a game declares said somewhere?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from terrus_dsl.diagnostics import Findings, Place
from terrus_dsl.language.tree import Node as Tree
from terrus_dsl.source.load import Files
from terrus_dsl.source.node import Node, key_place, place

__all__ = ["check", "declaration"]


def check(files: Files, trees: Iterable[Tree], findings: Findings) -> None:
    """Advise on words that no text, no card and no other part of the sheet uses."""
    used = {leaf.id for tree in trees for leaf in tree.leaves() if not leaf.literal}
    used |= {word for card in files.cards for value in card.data.values() for word in _strings(value)}
    said = " ".join(_sentences(files))
    for section, names in _declared(files):
        for name in names:
            if name not in used and name not in said:
                findings.add("unused-name", f"“{name}” is declared among the {section}, and nothing uses it",
                             declaration(files.sheet_node, section, name), subject=files.sheet.id,
                             hint="delete it, or correct what should use it")


def _declared(files: Files) -> Iterator[tuple[str, Iterable[str]]]:
    sheet = files.sheet
    yield "states", sheet.states
    yield "adjectives", sheet.adjectives
    yield "relations", sheet.relations
    yield "defined_relations", sheet.defined_relations
    yield "roles", sheet.roles
    yield "counters", (name for name, counter in sheet.counters.items() if not counter.resource)
    yield "keywords", sheet.keywords
    yield "windows", sheet.windows


def declaration(sheet: Node, section: str, name: str) -> Place:
    """Where a word is declared; a block's words are pointed at from the sheet that they join."""
    node = sheet.get(section)
    if node is not None and node.get(name) is not None:
        return key_place(node, name)
    entry = next((entry for entry in (node.entries() if node is not None else ()) if entry.value == name), sheet)
    return place(entry)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for entry in value:
            yield from _strings(entry)
    elif isinstance(value, str):
        yield value


def _sentences(files: Files) -> Iterator[str]:
    """The sentences of the sheet itself."""
    sheet = files.sheet
    yield from (text for _, text in sheet.worth)
    yield sheet.response
    yield from sheet.keywords.values()
    yield from (role for _, role in sheet.tracks.values())
    for label in sheet.labels.values():
        yield from (label.condition, label.on)
    for entries in sheet.payments.values():
        yield from (str(value) for entry in entries for value in entry.values())
