"""Put a text of a YAML file into other words and leave every other character of the file as it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.node import Node, place, plain
from terrus_dsl.source.yaml import load

__all__ = ["reword"]

def reword(text: str, changes: Iterable[tuple[Node, str]]) -> str:
    """The file with new values for some of its nodes, each as near to its old style as YAML allows.

    A value that no style can carry where it stands keeps its old wording.
    """
    # From the bottom up, so that the places of what is still to be changed stay true.
    for node, new in sorted(changes, key=lambda change: (change[0].line, change[0].column), reverse=True):
        text = _change(text, node, new)
    return text


def _read(text: str) -> Node | None:
    findings = Findings()
    top = load(text, "", findings)
    return top if not findings.errors else None


def _change(text: str, node: Node, new: str) -> str:
    before = _read(text) if new != node.value else None
    if before is None:
        return text
    wanted = _with_change(before, node, new)
    for candidate in _candidates(text, node, new):
        after = _read(candidate)
        if after is not None and plain(after) == wanted:
            return candidate
    return text


def _with_change(tree: Node, node: Node, new: str) -> Any:
    """The data of a file as it should become."""
    if isinstance(tree.value, dict):
        return {key: _with_change(entry, node, new) for key, entry in tree.value.items()}
    if isinstance(tree.value, list):
        return [_with_change(entry, node, new) for entry in tree.value]
    return new if (tree.line, tree.column) == (node.line, node.column) else tree.value


def _candidates(text: str, node: Node, new: str) -> Iterator[str]:
    """The file with the new value in ever safer styles."""
    if node.style == "|":
        yield _literal(text, node, new)
    elif node.style == ">":
        yield _folded(text, node, new)
    else:
        start, stop = _stretch(text, node)
        for style in dict.fromkeys((node.style, "'", '"')):
            yield text[:start] + _STYLES[style](new) + text[stop:]


_STYLES: dict[str, Callable[[str], str]] = {
    "": lambda value: value,
    "'": lambda value: "'" + value.replace("'", "''") + "'",
    '"': lambda value: json.dumps(value, ensure_ascii=False),
}


def _literal(text: str, node: Node, new: str) -> str:
    lines = text.split("\n")
    old_lines, new_lines = node.raw.rstrip("\n").split("\n"), new.rstrip("\n").split("\n")
    first = node.line  # of the list, from 0: the sign | stands in the line before
    # Lines that stay the same at the top and at the bottom are not touched at all.
    head = _common(old_lines, new_lines)
    tail = _common(old_lines[head:][::-1], new_lines[head:][::-1])
    indent, ending = _indent(lines[first], old_lines[0]), "\r" if lines[first].endswith("\r") else ""
    middle = [f"{indent}{line}{ending}" if line else ending for line in new_lines[head : len(new_lines) - tail]]
    lines[first + head : first + len(old_lines) - tail] = middle
    return "\n".join(lines)


def _folded(text: str, node: Node, new: str) -> str:
    lines = text.split("\n")
    first = node.line
    while not lines[first].strip():
        first += 1
    stop = place(node, max(0, len(node.raw.rstrip("\n")) - 1)).line
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
    ending = "\r" if lines[first].endswith("\r") else ""
    paragraphs: list[str] = []
    for line in new.rstrip("\n").split("\n"):
        paragraphs += [ending, f"{indent}{line}{ending}"] if paragraphs else [f"{indent}{line}{ending}"]
    lines[first:stop] = paragraphs
    return "\n".join(lines)


def _indent(source_line: str, value_line: str) -> str:
    line = source_line.removesuffix("\r")
    return line[: len(line) - len(value_line)] if value_line else line


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _stretch(text: str, node: Node) -> tuple[int, int]:
    """Where a plain or quoted value stands, its quotes included."""
    start = _offset(text, node.line, node.column)
    if node.style:
        return start, _closing(text, start) + 1
    last = place(node, max(0, len(node.raw) - 1))
    return start, _offset(text, last.line, last.column) + 1


def _offset(text: str, line: int, column: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    # The mark at the beginning of a file is no character of its first line.
    return at + column - 1 + (line == 1 and text.startswith("\ufeff"))


def _closing(text: str, start: int) -> int:
    quote, at = text[start], start + 1
    while text[at] != quote or (quote == "'" and text[at + 1 : at + 2] == "'"):
        at += 2 if (quote == '"' and text[at] == "\\") or text[at] == quote else 1
    return at
