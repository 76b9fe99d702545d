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
from terrus_dsl.source.index import INDEX, Indexed, read_index
from terrus_dsl.source.node import plain
from terrus_dsl.source.yaml import load

__all__ = ["Rule", "index", "rules"]

SHOWN = ("id", "kind", "text", "where", "cases")
KINDS = ("behaviour", "data", "display", "none")
FINDINGS = 1


@dataclass(frozen=True, slots=True)
class Rule(Indexed):
    """A rule with the cases that cite it, which are known in a checkout only."""

    cases: list[str] = field(default_factory=list)


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
    findings = Findings()
    found = read_index(folder, findings)
    if len(findings):
        click.echo(render.text(findings), err=True)
        raise click.exceptions.Exit(FINDINGS)
    if not found:
        raise click.UsageError(f"{folder} has no {INDEX}")
    shown = _cases(folder)
    return [Rule(r.id, r.kind, r.text, r.where, r.example, shown.get(r.id, [])) for r in found]


def _cases(folder: Path) -> dict[str, list[str]]:
    """The cases of a game by the rules that they cite."""
    found: dict[str, list[str]] = {}
    place = cases_folder(folder)
    for path in sorted(place.glob("*.yaml")) if place is not None else ():
        text = read_text(path, Findings())
        node = load(text, str(path), Findings()) if text is not None else None
        data: Any = plain(node) if node is not None else {}
        for case in data.get("cases", []) if isinstance(data, dict) else []:
            for rule in case["rules"]:
                found.setdefault(str(rule), []).append(f"{path.stem}: {case['says']}")
    return found
