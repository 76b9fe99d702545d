"""The sheet: every name that one part of it uses is declared by another part."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.load import Files
from terrus_dsl.source.node import Node, place
from terrus_dsl.source.sheet import Sheet

__all__ = ["check"]


def check(files: Files, findings: Findings) -> None:
    """Check the names inside `game.yaml`."""
    for what, word, known, node in _uses(files.sheet, files.sheet_node):
        if word not in known:
            near = difflib.get_close_matches(word, known, 2, 0.6)
            meant = "did you mean " + " or ".join(f"“{w}”" for w in near) + "?"
            hint = meant if near else "known: " + ", ".join(known[:12])
            message = f"no {what} is called “{word}”"
            findings.add("unknown-name", message, place(node), subject=files.sheet.id, hint=hint)


def _uses(sheet: Sheet, top: Node) -> Iterable[tuple[str, str, list[str], Node]]:
    zones, labels, verbs = list(sheet.zones), list(sheet.labels), list(sheet.verbs)
    types, periods, groups = list(sheet.types), list(sheet.periods), list(sheet.groups)
    for _, spec in _entries(top, "types"):
        yield from _each("zone", spec, ("home", "works"), zones)
        text = spec.get("text")
        if text is not None:
            yield from _each("zone", text, ("from",), zones)
            yield from _each("verb", text, ("verb", "after"), verbs)
            yield from _each("label or field", text, ("label",), [*labels, *_printed(top)])
    for _, spec in _entries(top, "nouns"):
        yield from _each("type", spec, ("of",), [*types, *sheet.unions])
        yield from _each("zone", spec, ("home",), zones)
    yield from _of_fields(sheet, top)
    for _, stat in _entries(top, "stats"):
        yield from (("type", word, types, number) for word, number in _entries(stat, "unset"))
    for _, spec in _entries(top, "labels"):
        yield from _each("zone", spec, ("from",), zones)
        yield from _each("period", spec, ("limit",), periods)
        yield from _each("type", spec, ("types",), [*types, *sheet.unions])
    for _, spec in _entries(top, "windows"):
        yield from _each("label", spec, ("offers",), labels)
    for _, spec in _entries(top, "sections"):
        yield from _each("zone", spec, ("to",), zones)
    for _, spec in _entries(top, "formats"):
        yield from _each("verb", spec, ("start",), verbs)
    for _, spec in _entries(top, "spans"):
        if isinstance(spec.value, str):
            yield "verb", spec.value, verbs, spec
        else:
            yield from _each("track", spec, ("track",), list({group for group, _ in sheet.tracks.values()}))
    for group, spec in _entries(top, "tracks"):
        yield "group of subtypes", group, groups, spec
        yield "role", str(spec.value), list(sheet.roles), spec
    yield from _leaving(sheet, top.get("leaving") or top)
    yield from _each("period", top, ("own_periods",), periods)
    yield from _each("subtype", top, ("unlent",), [word for members in sheet.groups.values() for word in members])
    yield from _each("window", top, ("response",), list(sheet.windows))


def _of_fields(sheet: Sheet, top: Node) -> Iterable[tuple[str, str, list[str], Node]]:
    fields = list(dict.fromkeys(name for card_type in sheet.types.values() for name in card_type.fields))
    for name, spec in _entries(top, "printed"):
        yield "field", name, fields, spec
        yield from _each("field", spec, ("unless",), fields)


def _leaving(sheet: Sheet, leaving: Node) -> Iterable[tuple[str, str, list[str], Node]]:
    yield from _each("zone", leaving, ("to",), list(sheet.zones))
    for verb, needed in _entries(leaving, "ends"):
        yield "verb", verb, list(sheet.verbs), needed
        yield from (("role", str(role.value), list(sheet.roles), role) for role in needed.entries())


def _printed(top: Node) -> list[str]:
    return [str(entry.value) for _, spec in _entries(top, "types") for entry in (spec.get("fields") or spec).entries()]


def _entries(top: Node, section: str) -> list[tuple[str, Node]]:
    node = top.get(section)
    return node.pairs() if node is not None else []


def _each(what: str, spec: Node, keys: tuple[str, ...], known: list[str]) -> Iterable[tuple[str, str, list[str], Node]]:
    for key in keys:
        node = spec.get(key)
        if node is None or node.value is None:
            continue
        for entry in node.entries() or [node]:
            if isinstance(entry.value, str) and entry.value:
                yield what, entry.value, known, entry
