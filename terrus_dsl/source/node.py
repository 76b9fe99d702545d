"""Positioned data: what a YAML file says, and where each character of it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from terrus_dsl.diagnostics import Place

Value: TypeAlias = "dict[str, Node] | list[Node] | str | int | float | bool | None"


@dataclass(slots=True)
class Source:
    """One file's name and lines, shared by all its nodes."""

    file: str
    lines: list[str]

    def place(self, line: int, column: int, length: int = 1) -> Place:
        """A place in this file, with the source line that a caret is drawn under."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return Place(self.file, line, column, max(1, length), text)


@dataclass(slots=True)
class Node:
    """A value with its position; line and column count from 1.

    `raw` is a scalar as written before it became a number (a rule numbered 9.10 is not 9.1); `style` is its YAML
    style: empty for plain, else one of ' " | >.  `key_places` has the position of each key of a mapping.
    """

    value: Value
    line: int
    column: int
    source: Source = field(repr=False, compare=False)
    style: str = ""
    raw: str = ""
    key_places: dict[str, tuple[int, int]] | None = field(default=None, repr=False)

    @property
    def file(self) -> str:
        """The file that the node was read from."""
        return self.source.file

    def get(self, key: str) -> Node | None:
        """The value under a key, or None where there is none or this is no mapping."""
        return self.value.get(key) if isinstance(self.value, dict) else None

    def entries(self) -> list[Node]:
        """The entries of a list, none where this is no list."""
        return self.value if isinstance(self.value, list) else []

    def pairs(self) -> list[tuple[str, Node]]:
        """The keys and values of a mapping, none where this is no mapping."""
        return list(self.value.items()) if isinstance(self.value, dict) else []


def plain(node: Node) -> Any:
    """The same data without positions."""
    value = node.value
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    return value


def place(node: Node, offset: int | None = None, length: int = 1) -> Place:
    """Where a node stands, or where the characters from `offset` on of its text stand in the file."""
    if offset is None:
        return node.source.place(node.line, node.column, _width(node))
    offset = min(max(offset, 0), len(node.raw))
    line, column = _literal(node, offset) if node.style == "|" else _walk(node, offset)
    end_of_line = node.raw.find("\n", offset)
    if end_of_line >= 0:
        length = min(length, end_of_line - offset)  # a caret line underlines one line only
    return node.source.place(line, column, length)


def key_place(node: Node, key: str) -> Place:
    """Where a key of a mapping stands."""
    line, column = (node.key_places or {}).get(key, (node.line, node.column))
    return node.source.place(line, column, len(key))


def _width(node: Node) -> int:
    if node.style in ("|", ">"):
        return 1
    return len(node.raw.split("\n", 1)[0]) + (2 if node.style else 0)


def _literal(node: Node, offset: int) -> tuple[int, int]:
    # A literal block keeps its lines, each a suffix of the source line: the difference in length is the indentation.
    before = node.raw[:offset]
    number = before.count("\n")
    column = offset - (before.rfind("\n") + 1)
    line = node.line + 1 + number
    value_line = node.raw.split("\n")[number]
    source_line = node.source.lines[line - 1] if line <= len(node.source.lines) else ""
    return line, max(0, len(source_line) - len(value_line)) + column + 1


_LONG_ESCAPES = {"x": 4, "u": 6, "U": 10}
_ESCAPED_GAPS = ("\\n", "\\ ", "\\")  # the last one stands at the end of its line


def _walk(node: Node, offset: int) -> tuple[int, int]:
    """Step through the file and the value side by side; folding and escapes make them differ."""
    text, lines, style = node.raw, node.source.lines, node.style
    line, column = node.line, node.column - 1
    if style == ">":
        line, column = _skip(lines, line + 1, 0, style)
    elif style:
        column += 1
    at = 0
    while at < offset:
        gap = _run(text, at)
        if at + gap > offset:
            return line, column + 1 + offset - at
        if gap:
            line, column = _skip(lines, line, column, style)
        elif style == '"' and lines[line - 1][column:] == "\\":
            line, column = _skip(lines, line, column, style)  # an escaped line end stands for nothing
            continue
        else:
            column += _step(lines[line - 1], column, style)
        at += gap or 1
    return line, column + 1


def _run(text: str, at: int) -> int:
    end = at
    while end < len(text) and text[end] in " \n":
        end += 1
    return end - at


def _skip(lines: list[str], line: int, column: int, style: str) -> tuple[int, int]:
    """The next place in the file that is not between words."""
    while line <= len(lines):
        rest = lines[line - 1][column:]
        column += len(rest) - len(rest.lstrip(" \t"))
        if style == '"' and lines[line - 1][column : column + 2] in _ESCAPED_GAPS:
            column += 2
        elif column < len(lines[line - 1]):
            return line, column
        if column >= len(lines[line - 1]):
            line, column = line + 1, 0
    return len(lines), len(lines[-1])


def _step(source_line: str, column: int, style: str) -> int:
    """How many characters of the file make one character of the value."""
    char = source_line[column : column + 1]
    if style == '"' and char == "\\":
        return _LONG_ESCAPES.get(source_line[column + 1 : column + 2], 2)
    return 2 if style == "'" and char == "'" else 1
