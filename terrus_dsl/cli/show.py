"""`terrus show`: a card as the engine understands it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

import click

from terrus_dsl.cli.loading import compiled
from terrus_dsl.cli.places import Target, games_of, known_targets, with_option
from terrus_dsl.compile import Compiled
from terrus_dsl.compile.pipeline import Card
from terrus_dsl.diagnostics import Findings
from terrus_dsl.diagnostics.render import clean
from terrus_dsl.language.tree import Leaf, Tree
from terrus_dsl.source.load import load

CANDIDATES = 20  # that are listed where a name is ambiguous


@click.command()
@click.argument("card", metavar="CARD")
@with_option
@click.option("--tree", "form", flag_value="tree", help="The sentences as the grammar takes them apart.")
@click.option("--python", "form", flag_value="python", help="The Python that they are compiled to.")
@click.option("--json", "form", flag_value="json", help="All of it, for programs.")
def show(card: str, more: tuple[str, ...], form: str | None) -> None:
    """Show a CARD: the text that the engine has understood, in the words in which it prints it.

    CARD is its name, its id game/block/name, or any part of one that only one card has.
    """
    # All games are read, which is quick; only the card's own is compiled. The blocks of --with go before what lies in
    # the working directory, and that before a shipped card of the same id.
    targets = [*games_of(more), *known_targets()]
    owners = {number: (name, target) for target in reversed(targets) for number, name in _cards(target)}
    found = matching(card, {number: name for number, (name, _) in owners.items()})
    if len(found) != 1:
        raise click.UsageError(_candidates(card, found))
    game = compiled(owners[found[0]][1])
    one = next(one for one in game.cards if one.id == found[0])
    click.echo(FORMS[form or "text"](game, one))


def _cards(target: Target) -> list[tuple[str, str]]:
    files = load(target.folder, target.blocks, Findings())
    return [(card.id, card.name) for card in files.cards] if files is not None else []


def matching(part: str, names: Mapping[str, str]) -> list[str]:
    """The ids whose card is meant by a part of its id or name: of all ways to mean one, the closest that fits any."""
    wanted = part.strip().casefold()
    ways: tuple[Callable[[str, str], bool], ...] = (
        lambda number, name: number == wanted,
        lambda number, name: number.endswith(f"/{wanted}") or name == wanted,
        lambda number, name: number.rsplit("/", 1)[-1].startswith(wanted) or name.startswith(wanted),
        lambda number, name: wanted in number or wanted in name,
    )
    for way in ways:
        found = [number for number, name in names.items() if way(number.casefold(), name.casefold())]
        if found:
            return found
    return []


def _candidates(part: str, found: Sequence[str]) -> str:
    if not found:
        return f"no card is called {clean(part[:80])!r}"
    more = f"\n  and {len(found) - CANDIDATES} more" if len(found) > CANDIDATES else ""
    listed = "".join(f"\n  {clean(name)}" for name in sorted(found)[:CANDIDATES])
    return f"{clean(part[:80])!r} could be any of{listed}{more}"


def _as_text(game: Compiled, card: Card) -> str:
    lines = [f"{card.name} ({card.type})", card.id]
    fields = [(key, value) for key, value in card.data.items() if key not in ("name", "type", "text")]
    lines += [f"  {key}: {value}" for key, value in fields]
    lines += ["", *card.text_lines] if card.text_lines else []
    if card.place is not None:
        lines += ["", f"{card.place.file}:{card.place.line}"]
    return "\n".join(map(clean, lines))


def _trees(game: Compiled, card: Card) -> list[Tree]:
    return [tree for subject, line, tree in game.texts if subject == card.name and line.text in card.text_lines]


def _as_tree(game: Compiled, card: Card) -> str:
    return "\n".join(line for tree in _trees(game, card) for line in drawn(tree))


def _as_python(game: Compiled, card: Card) -> str:
    program = game.program
    if program is None:
        raise click.ClickException(f"{card.id}: its game has errors, so nothing was compiled; see terrus check")
    parts = [program.plain[name] for name in program.plain if program.places.get(name, ("", ""))[0] == card.name]
    head = [f"# {card.name}", *(f"#   {line}" for line in card.text_lines), ""]
    return "\n".join(map(clean, [*head, *"\n\n".join(parts).splitlines()]))


def _as_json(game: Compiled, card: Card) -> str:
    place = card.place
    data = {
        "id": card.id, "name": card.name, "type": card.type, "file": place.file if place else None,
        "line": place.line if place else None, "data": card.data, "text": list(card.text_lines),
        "tree": [_nested(tree) for tree in _trees(game, card)],
    }  # fmt: skip
    return json.dumps(data, indent=2, ensure_ascii=True)


FORMS: dict[str, Callable[[Compiled, Card], str]] = {
    "text": _as_text, "tree": _as_tree, "python": _as_python, "json": _as_json,
}  # fmt: skip


def drawn(tree: Tree, depth: int = 0) -> Iterator[str]:
    """A tree with a line for each node; words of the grammar stand beside their node."""
    if isinstance(tree, Leaf):
        yield f"{'  ' * depth}{tree.terminal} {clean(tree.id)}"
        return
    own = " ".join(child.id for child in tree.children if isinstance(child, Leaf) and child.literal)
    yield f"{'  ' * depth}{tree.kind}" + (f"  ‹{own}›" if own else "")
    for child in tree.parts:
        yield from drawn(child, depth + 1)


def _nested(tree: Tree) -> object:
    if isinstance(tree, Leaf):
        return tree.id if tree.literal else {tree.terminal: tree.id}
    return {tree.kind: [_nested(child) for child in tree.children]}
