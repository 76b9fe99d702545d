"""YAML text to positioned data, by the YAML 1.2 core schema; the only module that knows the yaml library.

PyYAML reads YAML 1.1, where `on` is True and `12:30` is 750. So only its parser is used: scalars are resolved here.
Files are strangers' input: every fault is a finding, and nothing in a file can make this module slow or deep.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.node import Node, Source, Value, place

MAX_CHARACTERS = 4_000_000
MAX_DEPTH = 40
MAX_ALIASES = 200
MAX_ALIASED = 20_000  # nodes that aliases may add to the document when they are written out
MAX_DIGITS = 18  # a 64-bit integer; longer ones make int() itself refuse

_NUMBER = re.compile(
    r"(?P<int>[-+]?[0-9]+)|(?P<oct>0o[0-7]+)|(?P<hex>0x[0-9a-fA-F]+)"
    r"|(?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)"
)
_WORDS: dict[str, None | bool | float] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    ".nan": float("nan"), ".NaN": float("nan"), ".NAN": float("nan"),
    **{sign + word: float("-inf" if sign == "-" else "inf") for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")},
}  # fmt: skip
_BREAKS = re.compile("\r(?!\n)|[\x85\u2028\u2029]")
_PLAIN, _QUOTED, _MAP, _LIST = "plain", "quoted", "map", "list"
_TAG = "tag:yaml.org,2002:"
_SCALAR_TAGS = frozenset(_TAG + name for name in ("str", "int", "float", "bool", "null"))

_Parser: Any = getattr(yaml, "CLoader", yaml.Loader)


def load(text: str, file: str, findings: Findings) -> Node | None:
    """Read one YAML document; None means that a finding says why not."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    source = Source(file, text.split("\n"))
    try:
        _guard(text)
        top = _compose(text)
        return Node(None, 1, 1, source, "", "") if top is None else _Builder(source).build(top)
    except _Fault as fault:
        line, column, length = fault.line, fault.column, fault.length
        findings.add(fault.code, fault.message, source.place(line, column, length), hint=fault.hint)
    return None


class _Fault(Exception):
    """Stops the reading of a file at its first fault; never leaves this module."""

    def __init__(self, code: str, message: str, line: int, column: int, length: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint
        self.line, self.column, self.length = line, column, length


def _guard(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        message = f"the file has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read"
        raise _Fault("text-too-long", message, 1, 1, hint="split it into several files")
    # YAML 1.1 would end a line here and editors would not, so that every later position would be wrong.
    if found := _BREAKS.search(text):
        raise _Fault("yaml-syntax", f"the line break {found[0]!r} is not allowed", *_line_of(text, found.start()))
    try:
        text.encode()
    except UnicodeEncodeError as fault:
        raise _Fault("yaml-syntax", "half of a surrogate pair", *_line_of(text, fault.start)) from None


def _line_of(text: str, index: int) -> tuple[int, int]:
    start = text.rfind("\n", 0, index) + 1
    return text.count("\n", 0, index) + 1, index - start + 1


class _Loader(_Parser):  # type: ignore[misc]
    """The library's parser with its YAML 1.1 resolver switched off and a limit on depth."""

    depth = 0

    def resolve(self, kind: type, value: object, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _PLAIN if implicit[0] else _QUOTED
        return _MAP if kind is yaml.MappingNode else _LIST

    def descend_resolver(self, node: Any, index: Any) -> None:
        self.depth += 1
        # Keys, values and entries each descend once, so this is the nesting of the file itself.
        if self.depth > MAX_DEPTH:
            mark = node.start_mark
            message = f"nested deeper than {MAX_DEPTH} levels"
            raise _Fault("yaml-alias", message, mark.line + 1, mark.column + 1, hint="a card file needs about five")

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
        raise _syntax_fault(fault) from None
    except yaml.reader.ReaderError as fault:
        # With bytes the library counts bytes, so the character is found again by its value.
        code = fault.character if isinstance(fault.character, int) else ord(str(fault.character)[0])
        index = max(text.find(chr(code)), 0)
        raise _Fault("yaml-syntax", f"the character {chr(code)!r} is not allowed", *_line_of(text, index)) from None
    except RecursionError:
        raise _Fault("yaml-alias", "nested too deeply to read", 1, 1) from None


def _syntax_fault(fault: yaml.MarkedYAMLError) -> _Fault:
    message = " ".join(part for part in (fault.context, fault.problem) if part)
    mark = fault.problem_mark or fault.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    if "mapping values are not allowed" in message:
        return _Fault("yaml-syntax", message, line, column, hint='a text with ": " in it needs quotes or `text: |`')
    if "cannot start any token" in message and "\t" in message:
        return _Fault("yaml-syntax", message, line, column, hint="indent with spaces, not tabs")
    return _Fault("yaml-syntax", message, line, column)


class _Builder:
    """Turns the library's nodes into ours and counts what aliases add."""

    __slots__ = ("added", "aliases", "done", "open", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.done: dict[int, tuple[Node, int]] = {}
        self.open: set[int] = set()
        self.aliases = self.added = 0

    def build(self, top: Any) -> Node:
        return self._node(top)[0]

    def _node(self, raw: Any) -> tuple[Node, int]:
        """The node and how many nodes it would be with every alias written out."""
        if (key := id(raw)) in self.done:
            return self._alias(raw, *self.done[key])
        tag = raw.tag
        if tag is _PLAIN or tag is _QUOTED:
            built = self._scalar(raw, tag is _PLAIN), 1
        elif tag is _MAP or tag is _LIST:
            built = self._nested(raw, key)
        else:
            built = self._tagged(raw), 1
        self.done[key] = built
        return built

    def _alias(self, raw: Any, node: Node, size: int) -> tuple[Node, int]:
        self.aliases += 1
        self.added += size
        if self.aliases > MAX_ALIASES or self.added > MAX_ALIASED:
            raise self._fault("yaml-alias", "its aliases stand for too many values", raw, "write the values out")
        return node, size

    def _scalar(self, raw: Any, plain: bool) -> Node:
        mark, text = raw.start_mark, raw.value
        value: Value = text
        if plain and (text in _WORDS or text[0] in "-+.0123456789"):
            value = self._number(raw, text)
        return Node(value, mark.line + 1, mark.column + 1, self.source, raw.style or "", text)

    def _number(self, raw: Any, text: str) -> Value:
        if text in _WORDS:
            return _WORDS[text]
        found = _NUMBER.fullmatch(text)
        if found is None:
            return str(text)
        if len(text) > MAX_DIGITS and found.lastgroup != "float":
            raise self._fault("yaml-syntax", f"a number of {len(text):,} digits", raw, "put it in quotes if it is text")
        base = {"int": 10, "oct": 8, "hex": 16}.get(found.lastgroup or "")
        return float(text) if base is None else int(text if base == 10 else text[2:], base)

    def _tagged(self, raw: Any) -> Node:
        if raw.tag not in _SCALAR_TAGS or not isinstance(raw, yaml.ScalarNode):
            raise self._fault("yaml-syntax", "tags are not allowed", raw, "leave out the part that begins with !")
        node = self._scalar(raw, plain=raw.tag != _TAG + "str")
        return node

    def _nested(self, raw: Any, key: int) -> tuple[Node, int]:
        if key in self.open:
            raise self._fault("yaml-alias", "it holds an alias of itself", raw, "write the value out")
        self.open.add(key)
        built = self._map(raw) if raw.tag is _MAP else self._list(raw)
        self.open.discard(key)
        return built

    def _list(self, raw: Any) -> tuple[Node, int]:
        mark, entries, total = raw.start_mark, [], 1
        for entry in raw.value:
            node, size = self._node(entry)
            entries.append(node)
            total += size
        return Node(entries, mark.line + 1, mark.column + 1, self.source, "", ""), total

    def _map(self, raw: Any) -> tuple[Node, int]:
        mark, entries, total = raw.start_mark, {}, 1
        places: dict[str, tuple[int, int]] = {}
        for raw_key, raw_value in raw.value:
            if not isinstance(raw_key, yaml.ScalarNode):
                raise self._fault("yaml-syntax", "a key must be a word", raw_key, "")
            name: str = raw_key.value
            if name in entries:
                first = places[name][0]
                hint = f"the first one is in line {first}"
                raise self._fault("yaml-duplicate-key", f"the key {name!r} occurs twice", raw_key, hint, len(name))
            places[name] = raw_key.start_mark.line + 1, raw_key.start_mark.column + 1
            entries[name], size = self._node(raw_value)
            total += size
        return Node(entries, mark.line + 1, mark.column + 1, self.source, "", "", places), total

    def _fault(self, code: str, message: str, raw: Any, hint: str, length: int = 1) -> _Fault:
        mark = raw.start_mark
        return _Fault(code, message, mark.line + 1, mark.column + 1, length, hint)


__all__ = ["Node", "Source", "load", "place"]
