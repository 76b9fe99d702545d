"""`terrus rules`: every rule of a game, where it is answered and which cases show it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from terrus_dsl.cli.places import game_argument, resolve
from terrus_dsl.diagnostics import Findings, render
from terrus_dsl.diagnostics.render import clean
from terrus_dsl.source.files import cases_folder, read_text
from terrus_dsl.source.node import Node, plain
from terrus_dsl.source.schema import validate
from terrus_dsl.source.yaml import load

__all__ = ["Rule", "index", "rules"]

INDEX = "rules.yaml"
SHOWN = ("id", "kind", "text", "where", "cases")
KINDS = ("behaviour", "data", "display", "none")
FINDINGS = 1


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by its id; `example` holds situations and their outcomes, the cases are known in a checkout only."""

    id: str
    kind: str
    text: str
    where: tuple[str, ...]
    cases: list[str] = field(default_factory=list)
    example: tuple[str, ...] = ()


@click.command()
@game_argument
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def rules(game: str, form: str) -> None:
    """List every rule of GAME: its kind, where it is answered, and the cases that show it."""
    folder = resolve(game).folder
    found = index(folder)
    if form == "json":
        listed = [{key: getattr(rule, key) for key in SHOWN} for rule in found]
        click.echo(json.dumps(listed, indent=2, ensure_ascii=True))
        return
    width = max((len(rule.id) for rule in found), default=0)
    for rule in found:
        answer = "; ".join(rule.where)
        click.echo(clean(f"{rule.id:{width}}  {rule.kind:9}  {len(rule.cases):3}  {rule.text} [{answer}]"))
    counts = Counter(rule.kind for rule in found)
    kinds = ", ".join(f"{kind} {counts[kind]}" for kind in KINDS)
    shown = len({case for rule in found for case in rule.cases})
    click.echo(f"\n{len(found)} rules: {kinds}; {shown} cases")


def index(folder: Path) -> list[Rule]:
    """The index of a game; where it has none or a faulty one, the command stops."""
    path = folder / INDEX
    if not path.is_file():
        raise click.UsageError(f"{folder} has no {INDEX}")
    findings = Findings()
    node = _read(path, findings)
    if node is None or not validate(node, "index", findings):
        click.echo(render.text(findings), err=True)
        raise click.exceptions.Exit(FINDINGS)
    shown = _cases(folder)
    return [_rule(entry, shown.get(entry["id"], [])) for entry in plain(node)]


def _rule(entry: dict[str, Any], shown: list[str]) -> Rule:
    example = entry.get("example", ())
    situations = (example,) if isinstance(example, str) else tuple(example)
    return Rule(entry["id"], entry["kind"], entry["text"], tuple(entry["where"]), shown, situations)


def _cases(folder: Path) -> dict[str, list[str]]:
    """The cases of a game by the rules that they cite."""
    found: dict[str, list[str]] = {}
    place = cases_folder(folder)
    for path in sorted(place.glob("*.yaml")) if place is not None else ():
        node = _read(path, Findings())
        data: Any = plain(node) if node is not None else {}
        for case in data.get("cases", []) if isinstance(data, dict) else []:
            for rule in case["rules"]:
                found.setdefault(str(rule), []).append(f"{path.stem}: {case['says']}")
    return found


def _read(path: Path, findings: Findings) -> Node | None:
    text = read_text(path, findings)
    return load(text, str(path), findings) if text is not None else None
