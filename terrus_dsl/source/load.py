"""The files of a game and its blocks, read and checked against their schemas; nothing is compiled yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from terrus_dsl.diagnostics import Findings, Place
from terrus_dsl.source import yaml
from terrus_dsl.source.files import read_text
from terrus_dsl.source.index import read_index, rules_by_place
from terrus_dsl.source.node import Node, place, plain
from terrus_dsl.source.schema import validate
from terrus_dsl.source.sheet import Sheet, add_block, read_sheet

__all__ = ["CardSource", "Files", "RuleSource", "TextLine", "load"]


@dataclass(frozen=True, slots=True)
class TextLine:
    """One ability line: its text and the offset at which it starts inside the YAML scalar."""

    text: str
    node: Node
    offset: int

    def place(self, start: int = 0, length: int = 1) -> Place:
        """Where a part of the line stands in its file."""
        return place(self.node, self.offset + start, max(1, length))


@dataclass(slots=True)
class CardSource:
    """A card as written."""

    id: str
    name: str
    types: tuple[str, ...]
    data: dict[str, Any]
    lines: list[TextLine]
    node: Node
    block: str


@dataclass(slots=True)
class RuleSource:
    """A rulebook entry as written."""

    rule: str
    lines: list[TextLine]
    node: Node


@dataclass
class Files:
    """Everything that was read."""

    folder: Path
    sheet: Sheet
    sheet_node: Node
    rules: list[RuleSource] = field(default_factory=list)
    cards: list[CardSource] = field(default_factory=list)
    decks: list[tuple[str, Node]] = field(default_factory=list)
    answered: dict[str, str] = field(default_factory=dict)  # place, as the index of rules names it -> rule

    def rule_at(self, kind: str, path: str) -> str:
        """The rule that a place of the sheet or a field of cards answers, or one around it."""
        while path:
            rule = self.answered.get(f"{kind} {path}")
            if rule is not None:
                return rule
            path = path.rpartition(".")[0]
        return ""


def load(folder: Path, blocks: Sequence[Path], findings: Findings) -> Files | None:
    """Read a game folder and any further block folders."""
    node = _read(folder / "game.yaml", "game", findings)
    if node is None:
        return None
    before = len(findings.errors)
    try:
        sheet = read_sheet(plain(node))
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        findings.add("wrong-type", f"game.yaml: {type(fault).__name__}: {fault}", place(node), subject=folder.name,
                     hint="compare with the sheet of a game that works")
        return None
    if len(findings.errors) > before:
        return None
    files = Files(folder, sheet, node)
    files.answered = rules_by_place(read_index(folder, findings))
    for path in sorted((folder / "rulebook").glob("*.yaml")):
        _rules(files, path, findings)
    folders = [p.parent for p in sorted(folder.glob("*/block.yaml"))] + list(blocks)
    for block in folders:
        _block(files, block, findings)
    for deck_folder in [folder / "decks", *(b / "decks" for b in blocks)]:
        for path in sorted(deck_folder.glob("*.yaml")):
            deck = _read(path, "deck", findings)
            if deck is not None:
                files.decks.append((f"{sheet.id}/{path.stem}", deck))
    return files


def _read(path: Path, schema: str, findings: Findings) -> Node | None:
    text = read_text(path, findings)
    if text is None:
        return None
    node = yaml.load(text, str(path), findings)
    if node is None or not validate(node, schema, findings):
        return None
    return node


def _rules(files: Files, path: Path, findings: Findings) -> None:
    node = _read(path, "rules", findings)
    for entry in node.entries() if node is not None else ():
        rule, text = entry.get("rule"), entry.get("text")
        if rule is None or text is None:
            continue
        files.rules.append(RuleSource(str(rule.raw or rule.value), text_lines(text), entry))


def _block(files: Files, folder: Path, findings: Findings) -> None:
    block = _read(folder / "block.yaml", "block", findings)
    if block is None:
        return
    add_block(files.sheet, plain(block))
    for path in sorted(folder.glob("*.yaml")):
        if path.name == "block.yaml":
            continue
        node = _read(path, "card", findings)
        for entry in node.entries() if node is not None else ():
            _card(files, entry, folder.name)


def _card(files: Files, entry: Node, block: str) -> None:
    data = plain(entry)
    if not isinstance(data, dict):
        return
    name = str(data.get("name", ""))
    kind = data.get("type", "")
    types = tuple(kind) if isinstance(kind, list) else (str(kind),)
    slug = "".join(c if c.isalnum() else "-" for c in name.lower()).strip("-")
    text = entry.get("text")
    files.cards.append(CardSource(f"{files.sheet.id}/{block}/{slug}", name, types, data,
                                  text_lines(text) if text is not None else [], entry, block))


def text_lines(node: Node) -> list[TextLine]:
    """The ability lines of a text; a definition (`To …:`) takes all lines."""
    text = node.value
    if not isinstance(text, str) or not text.strip():
        return []
    if text.lstrip().lower().startswith("to ") and ":" in text:
        start = len(text) - len(text.lstrip())
        return [TextLine(text.rstrip()[start:].replace("\n", " "), node, start)]
    lines = []
    offset = 0
    for line in text.split("\n"):
        if line.strip():
            lead = len(line) - len(line.lstrip())
            lines.append(TextLine(line.strip(), node, offset + lead))
        offset += len(line) + 1
    return lines
