"""YAML text to positioned data, by the YAML 1.2 core schema; the only module that knows the yaml library.

Only the library's parser is used, since it resolves scalars by YAML 1.1. Files are strangers' input: every fault is a
finding, and nothing in a file can make this module slow or recurse far.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import yaml

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.node import Node, Source, Value, key_place, place, plain
from terrus_dsl.source.scalars import TooManyDigitsError, resolve

__all__ = ["Node", "key_place", "load", "place", "plain"]

MAX_CHARACTERS = 4_000_000
MAX_DEPTH = 40
MAX_ALIASES = 200
MAX_ALIASED = 20_000  # values that aliases may add to the document when they are written out

_BREAKS = re.compile("\r(?!\n)|[\x85\u2028\u2029]")
_PLAIN, _QUOTED, _MAP, _LIST = "plain", "quoted", "map", "list"
_TEXT_TAG = "tag:yaml.org,2002:str"  # written !!str; no other tag has a use in a card file
_HINTS = (
    ("mapping values are not allowed", 'a text with ": " in it needs quotes or `text: |`'),
    ("cannot start any token", "a text that begins with this character needs quotes; indent with spaces, not tabs"),
    ("alias", "a text that begins with * needs quotes"),
    ("expected ':'", "a line is `key: value` or `- entry`, or the text before it lacks its closing quote"),
    ("escape character", "in double quotes write \\\\ for a backslash, or use single quotes"),
    ("flow", "a [ or { needs its ] or }, and commas between entries"),
    ("block", "check the indentation: entries of one list or mapping begin in the same column"),
    ("quoted scalar", "the closing quote is missing"),
    ("single document", "one file holds one document; remove the line ---"),
)

_Parser: Any = getattr(yaml, "CLoader", yaml.Loader)


def load(text: str, file: str, findings: Findings) -> Node | None:
    """Read one YAML document; where a finding says that it is broken beyond use, None."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    source = Source(file, text.split("\n"))
    try:
        _keep_out(text)
        with _collector_paused():
            top = _compose(text)
            return Node(None, 1, 1, source) if top is None else _Maker(source, findings).make(top)
    except _Fault as fault:
        findings.add(fault.code, fault.message, source.place(fault.line, fault.column), hint=fault.hint)
    return None


class _Fault(Exception):
    """Stops the reading of a file that cannot be read on; never leaves this module."""

    def __init__(self, code: str, message: str, line: int, column: int, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint
        self.line, self.column = line, column


@contextmanager
def _collector_paused() -> Iterator[None]:
    # Thousands of nodes are made and none is dropped: the garbage collector would walk them all again and again, and
    # reading would take half as long again.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _keep_out(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        message = f"the file has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read"
        raise _Fault("text-too-long", message, 1, 1, "split it into several files")
    # YAML 1.1 would end a line here and editors would not, so that every later position would be wrong.
    if found := _BREAKS.search(text):
        raise _Fault("yaml-syntax", f"the line break {found[0]!r} is not allowed", *_line_of(text, found.start()))
    try:
        text.encode()
    except UnicodeEncodeError as fault:
        raise _Fault("yaml-syntax", "half of a surrogate pair", *_line_of(text, fault.start)) from None


def _line_of(text: str, index: int) -> tuple[int, int]:
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


class _Loader(_Parser):  # type: ignore[misc]
    """The library's parser with its YAML 1.1 resolver switched off and a limit on depth."""

    depth = 0

    def resolve(self, kind: type, value: object, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _PLAIN if implicit[0] else _QUOTED
        return _MAP if kind is yaml.MappingNode else _LIST

    def descend_resolver(self, node: Any, index: Any) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            mark = node.start_mark
            raise _Fault("yaml-alias", f"nested deeper than {MAX_DEPTH} levels", mark.line + 1, mark.column + 1)

    def ascend_resolver(self) -> None:
        self.depth -= 1


def _compose(text: str) -> Any:
    try:
        loader = _Loader(text)
        try:
            return loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as fault:
        raise _syntax_fault(fault, text) from None
    except yaml.reader.ReaderError as fault:
        # The library counts bytes here, so the character is found again by its value.
        char = chr(fault.character) if isinstance(fault.character, int) else str(fault.character)[0]
        where = _line_of(text, max(text.find(char), 0))
        raise _Fault("yaml-syntax", f"the character {char!r} is not allowed", *where) from None
    except RecursionError:
        raise _Fault("yaml-alias", "nested too deeply to read", 1, 1) from None


def _syntax_fault(fault: yaml.MarkedYAMLError, text: str) -> _Fault:
    message = " ".join(part for part in (fault.context, fault.problem) if part)
    mark = fault.problem_mark or fault.context_mark
    # What is missed at the end of the file was opened elsewhere, and that is the place to look at.
    if mark and fault.context_mark and mark.index >= len(text.rstrip()):
        mark = fault.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    code = "yaml-alias" if "maximum nesting" in message else "yaml-syntax"
    return _Fault(code, message, line, column, next((hint for said, hint in _HINTS if said in message), ""))


class _Maker:
    """Turns the library's nodes into ours; faults that leave the rest readable are noted and passed over."""

    __slots__ = ("added", "aliases", "done", "findings", "open", "source")

    def __init__(self, source: Source, findings: Findings) -> None:
        self.source, self.findings = source, findings
        self.done: dict[int, tuple[Node, int]] = {}
        self.open: set[int] = set()
        self.aliases = self.added = 0

    def make(self, top: Any) -> Node:
        return self._node(top)[0]

    def _node(self, raw: Any) -> tuple[Node, int]:
        """The node and how many values it would be with every alias written out."""
        key = id(raw)
        if key in self.done:
            return self._alias(raw, *self.done[key])
        tag = raw.tag
        if tag is _PLAIN or tag is _QUOTED:
            made = self._scalar(raw, tag is _PLAIN), 1
        elif tag is _MAP or tag is _LIST:
            made = self._nested(raw, key)
        else:
            made = self._tagged(raw), 1
        self.done[key] = made
        return made

    def _alias(self, raw: Any, node: Node, size: int) -> tuple[Node, int]:
        self.aliases += 1
        self.added += size
        if self.aliases > MAX_ALIASES or self.added > MAX_ALIASED:
            mark, message = raw.start_mark, "aliases stand for too many values"
            raise _Fault("yaml-alias", message, mark.line + 1, mark.column + 1, "write the values out")
        return node, size

    def _scalar(self, raw: Any, plain: bool) -> Node:
        mark, text = raw.start_mark, raw.value
        value: Value = text
        if plain:
            try:
                value = resolve(text)
            except TooManyDigitsError as fault:
                self._note("yaml-syntax", str(fault), raw, "put it in quotes if it is text")
        return Node(value, mark.line + 1, mark.column + 1, self.source, raw.style or "", text)

    def _tagged(self, raw: Any) -> Node:
        if raw.tag != _TEXT_TAG or not isinstance(raw, yaml.ScalarNode):
            self._note("yaml-syntax", "tags are not allowed", raw, "leave out the part that begins with !")
            return Node(None, raw.start_mark.line + 1, raw.start_mark.column + 1, self.source)
        return self._scalar(raw, plain=False)

    def _nested(self, raw: Any, key: int) -> tuple[Node, int]:
        if key in self.open:
            mark, message = raw.start_mark, "it holds an alias of itself"
            raise _Fault("yaml-alias", message, mark.line + 1, mark.column + 1, "write the value out")
        self.open.add(key)
        made = self._map(raw) if raw.tag is _MAP else self._list(raw)
        self.open.discard(key)
        return made

    def _list(self, raw: Any) -> tuple[Node, int]:
        mark, entries, total = raw.start_mark, [], 1
        for entry in raw.value:
            node, size = self._node(entry)
            entries.append(node)
            total += size
        return Node(entries, mark.line + 1, mark.column + 1, self.source), total

    def _map(self, raw: Any) -> tuple[Node, int]:
        mark, entries, total = raw.start_mark, {}, 1
        places: dict[str, tuple[int, int]] = {}
        for raw_key, raw_value in raw.value:
            if not isinstance(raw_key, yaml.ScalarNode):
                self._note("yaml-syntax", "a key must be a word", raw_key, "")
                continue
            name: str = raw_key.value
            if name in entries:
                hint = f"the first one is in line {places[name][0]}"
                self._note("yaml-duplicate-key", f"the key {name[:60]!r} occurs twice", raw_key, hint, len(name))
                continue
            places[name] = raw_key.start_mark.line + 1, raw_key.start_mark.column + 1
            entries[name], size = self._node(raw_value)
            total += size
        return Node(entries, mark.line + 1, mark.column + 1, self.source, "", "", places), total

    def _note(self, code: str, message: str, raw: Any, hint: str, length: int = 1) -> None:
        mark = raw.start_mark
        self.findings.add(code, message, self.source.place(mark.line + 1, mark.column + 1, length), hint=hint)
