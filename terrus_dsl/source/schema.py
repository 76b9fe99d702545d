"""Does a YAML file have the keys and values that its kind may have?

The JSON Schemas under grammar/ say so, for editors as well as for this module. A part of a schema may name the code
that its violation is reported under: `"code": "hostile-name"`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.files import grammar_dir
from terrus_dsl.source.node import Node, key_place, place, plain

if TYPE_CHECKING:
    from jsonschema import Draft7Validator

# The library types every part of its errors as possibly unset, which none of those that it yields are.
_Error: TypeAlias = Any

_KINDS = {
    "object": "a mapping", "array": "a list", "string": "text", "integer": "a whole number", "number": "a number",
    "boolean": "true or false", "null": "nothing",
}  # fmt: skip
_SHOWN = 60  # characters of a wrong value that a message repeats


def validate(node: Node, schema_name: str, findings: Findings) -> bool:
    """Report every way in which a file breaks its schema; True means it has none."""
    before = len(findings)
    for error in _validator(schema_name).iter_errors(plain(node)):
        for leaf in _leaves(error):
            _report(leaf, node, findings)
    return len(findings) == before


@cache
def _validator(schema_name: str) -> Draft7Validator:
    # Imported late: reading an unchanged set from the cache needs no schema, and the library loads slowly.
    from jsonschema import Draft7Validator

    path = grammar_dir() / f"{schema_name}.schema.json"
    return Draft7Validator(json.loads(path.read_text(encoding="utf-8")))


def _leaves(error: _Error) -> Iterator[_Error]:
    """Of several alternatives that all fail, the errors of the one that got furthest."""
    if error.validator not in ("anyOf", "oneOf") or not error.context or "code" in error.schema:
        yield error
        return
    branches: dict[Any, list[_Error]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    if all(inner.validator == "type" and not inner.path for inner in error.context):
        yield error
        return
    deepest = max(branches.values(), key=lambda inners: max(len(inner.path) for inner in inners))
    for inner in deepest:
        yield from _leaves(inner)


def _report(error: _Error, top: Node, findings: Findings) -> None:
    path = list(error.absolute_path)
    node = _follow(top, path)
    subject = _subject(top, path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        _unknown_keys(error, node, subject, findings)
    elif error.validator == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        key = next(key for key in missing if repr(key) in error.message)
        findings.add("missing-key", f"the key {key!r} is missing", place(node), subject=subject)
    elif error.validator == "type" or (error.validator in ("anyOf", "oneOf") and "code" not in error.schema):
        message = f"{_named(path)} must be {_wanted(error)}, not {_kind(node)}"
        findings.add("wrong-type", message, place(node), subject=subject)
    else:
        code = error.schema.get("code", "wrong-value")
        hint = str(error.schema.get("hint", ""))
        findings.add(code, f"{_named(path)} {_complaint(error)}", place(node), subject=subject, hint=hint)


def _unknown_keys(error: _Error, node: Node, subject: str, findings: Findings) -> None:
    known = list(error.schema.get("properties", {}))
    patterns = error.schema.get("patternProperties", {})
    for key in error.instance:
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        close = get_close_matches(key, known, 1, 0.6)
        hint = f"did you mean {close[0]!r}?" if close else "the keys are " + ", ".join(known)
        message = f"the key {_short(key)} is unknown here"
        findings.add("unknown-key", message, key_place(node, key), subject=subject, hint=hint)


def _follow(node: Node, path: list[str | int]) -> Node:
    for step in path:
        value = node.value
        node = value[step]  # type: ignore[index, assignment]  # the path was made from this very value
    return node


def _subject(top: Node, path: list[str | int]) -> str:
    """The card, rule or deck that the path leads into."""
    node = _follow(top, path[:1]) if path and isinstance(path[0], int) else top
    named = node.get("name") or node.get("rule")
    return named.raw[:_SHOWN] if named is not None else ""


def _named(path: list[str | int]) -> str:
    keys = [step for step in path if isinstance(step, str)]
    if not path:
        return "the file"
    if isinstance(path[-1], int):
        return f"entry {path[-1] + 1}" + (f" of {_short(keys[-1])}" if keys else "")
    return _short(path[-1])


def _wanted(error: _Error) -> str:
    if error.validator == "type":
        kinds = error.validator_value
        return " or ".join(_KINDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))
    kinds = [inner.validator_value for inner in error.context or []]
    return " or ".join(_KINDS.get(str(kind), str(kind)) for kind in kinds)


def _kind(node: Node) -> str:
    value = node.value
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f"the text {_short(value)}"
    return node.raw if isinstance(value, bool) else f"the number {node.raw[:_SHOWN]}"


def _complaint(error: _Error) -> str:
    limit, shown = error.validator_value, _short(error.instance)
    words: dict[str, Callable[[], str]] = {
        "enum": lambda: f"must be one of {', '.join(map(str, limit))}, not {shown}",
        "const": lambda: f"must be {limit}, not {shown}",
        "pattern": lambda: f"cannot be {shown}",
        "maxLength": lambda: f"has {len(error.instance):,} characters; at most {limit:,} are allowed",
        "minLength": lambda: "must not be empty",
        "minItems": lambda: f"needs at least {limit} entries",
        "maxItems": lambda: f"has {len(error.instance):,} entries; at most {limit:,} are allowed",
        "minProperties": lambda: f"needs at least {limit} entries",
        "minimum": lambda: f"must be at least {limit}, not {shown}",
        "maximum": lambda: f"must be at most {limit}, not {shown}",
        "uniqueItems": lambda: "holds the same entry twice",
        "additionalProperties": lambda: f"may not hold {shown}",
    }
    return words.get(str(error.validator), lambda: f"is not allowed: {shown}")()


def _short(value: object) -> str:
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
