"""The index of a game's rules: what each says, and where it is answered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source import yaml
from terrus_dsl.source.files import read_text
from terrus_dsl.source.node import plain
from terrus_dsl.source.schema import validate

__all__ = ["INDEX", "Indexed", "read_index", "rules_by_place"]

INDEX = "rules.yaml"


@dataclass(frozen=True, slots=True)
class Indexed:
    """A rule by its id: its kind, its text, the places that answer it, and situations with their outcomes."""

    id: str
    kind: str
    text: str
    where: tuple[str, ...]
    example: tuple[str, ...]


def read_index(folder: Path, findings: Findings) -> list[Indexed]:
    """The index of a game; a game need not have one."""
    path = folder / INDEX
    if not path.is_file():
        return []
    text = read_text(path, findings)
    node = yaml.load(text, str(path), findings) if text is not None else None
    if node is None or not validate(node, "index", findings):
        return []
    return [_indexed(entry) for entry in plain(node)]


def rules_by_place(rules: list[Indexed]) -> dict[str, str]:
    """The first rule that each place answers, so that a finding there can cite it."""
    found: dict[str, str] = {}
    for rule in rules:
        for place in rule.where:
            found.setdefault(place, rule.id)
    return found


def _indexed(entry: dict[str, Any]) -> Indexed:
    example = entry.get("example", ())
    situations = (example,) if isinstance(example, str) else tuple(example)
    return Indexed(entry["id"], entry["kind"], entry["text"], tuple(entry["where"]), situations)
