"""`terrus reference`: the language in the words of one game, with an example for every construct."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from terrus_dsl.cli.examples import sentences
from terrus_dsl.cli.loading import Ready, ready
from terrus_dsl.cli.places import game_argument, resolve
from terrus_dsl.compile import compile_game
from terrus_dsl.compile.read import local_words
from terrus_dsl.language.parse import Production, productions, terminal_words
from terrus_dsl.language.show import show
from terrus_dsl.language.suggest import spoken
from terrus_dsl.language.tree import Node
from terrus_dsl.source.files import grammar_dir

__all__ = ["reference"]

_SECTION = re.compile(r"^// -+ (?P<title>[a-z ]+)$|^(?P<rule>[a-z_]+):", re.M)
_FORMS = 12  # forms of one construct that are listed


@click.command()
@game_argument
def reference(game: str) -> None:
    """Print the language of GAME in Markdown: its vocabulary, and every construct with an example that compiles."""
    click.echo(written(ready(resolve(game))), nl=False)


def written(one: Ready) -> str:
    """The page."""
    found = examples(one)
    lines = [
        f"# The language of {one.program.sheet.name}",
        "",
        "Written by `terrus reference`; do not edit. Every example compiles. In a form, words in capitals stand for",
        "the words of this game that are listed at the end, and names in italics for other constructs.",
    ]
    for title, origins in sections():
        lines += ["", f"## {title.capitalize()}"]
        for kind in dict.fromkeys(p.kind for origin in origins for p in alternatives(origin)):
            lines += ["", f"### {kind.replace('_', ' ')}", ""]
            forms = [form(p) for origin in origins for p in alternatives(origin) if p.kind == kind]
            lines += [f"* {one_form}" for one_form in forms[:_FORMS]]
            lines += ["* …"] if len(forms) > _FORMS else []
            lines += ["", f"> {found[kind]}" if kind in found else "Nothing in this game says it."]
    lines += ["", "## Vocabulary", *vocabulary(one)]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- constructs


def sections() -> list[tuple[str, list[str]]]:
    """The parts of the grammar with the symbols that each defines, in its own order."""
    found: list[tuple[str, list[str]]] = []
    for match in _SECTION.finditer((grammar_dir() / "language.lark").read_text(encoding="utf-8")):
        if match["title"]:
            found.append((match["title"], []))
        elif found:
            found[-1][1].append(match["rule"])
    return found


def alternatives(origin: str) -> list[Production]:
    """The productions of a symbol."""
    return [p for p in productions() if p.origin == origin]


def form(production: Production) -> str:
    """A production as people read it."""
    return " ".join(_symbol(symbol) for symbol in production.symbols) or "nothing"


def _symbol(symbol: str) -> str:
    names = terminal_words()
    if symbol in names:
        return f"`{names[symbol]}`"
    if symbol.startswith("_"):
        inner = next(p for p in productions() if p.origin == symbol and symbol not in p.symbols)
        return f"[{' '.join(_symbol(one) for one in inner.symbols)} …]"
    return symbol if symbol.isupper() else f"*{symbol.replace('_', ' ')}*"


# ---------------------------------------------------------------- examples


def examples(one: Ready) -> dict[str, str]:
    """For each construct the shortest sentence that has it.

    Sentences made of the game's words come first, then its rules, then its cards: a new card seldom changes the page.
    """
    words = one.compiled.words
    assert words is not None
    texts = [(subject, show(tree, local_words(line.text, words)), tree) for subject, line, tree in one.compiled.texts]
    rules = shortest((text, tree) for subject, text, tree in texts if subject.startswith("rule "))
    return {**shortest((text, tree) for _, text, tree in texts), **rules, **shortest(compiled_sentences(one))}


def shortest(texts: Iterable[tuple[str, Node]]) -> dict[str, str]:
    """The shortest text for each kind of node."""
    found: dict[str, str] = {}
    for text, tree in texts:
        for kind in {node.kind for node in tree.walk()}:
            if kind not in found or (len(text), text) < (len(found[kind]), found[kind]):
                found[kind] = text
    return found


def compiled_sentences(one: Ready) -> Iterator[tuple[str, Node]]:
    """The prepared sentences that this game can say, in their canonical wording."""
    words = one.compiled.words
    assert words is not None
    trees = [tree for _, _, tree in one.compiled.texts]
    made = list(sentences(one.program.sheet, trees, one.compiled.cards[0].name))
    cards = [{"name": f"Example {n}", "type": kind, "text": text} for n, (kind, text) in enumerate(made) if kind]
    rules = [{"rule": f"example.{n}", "text": text} for n, (kind, text) in enumerate(made) if not kind]
    with TemporaryDirectory() as folder:
        game = Path(folder) / one.target.folder.name
        shutil.copytree(one.target.folder, game)
        block = game / "examples of the reference"
        block.mkdir()
        (block / "block.yaml").write_text(json.dumps({"name": "Examples", "game": one.program.sheet.id}))
        (block / "cards.yaml").write_text(json.dumps(cards))
        (game / "rulebook" / "examples.yaml").write_text(json.dumps(rules))
        result = compile_game(game, cache=False)
    faulty = {found.subject for found in result.findings.errors}
    for subject, line, tree in result.texts:
        if subject.startswith(("Example ", "rule example.")) and subject not in faulty:
            yield show(tree, local_words(line.text, words)), tree


# ---------------------------------------------------------------- vocabulary


def vocabulary(one: Ready) -> Iterator[str]:
    """The game's words by what they are in a sentence; a card that has a plural is a noun as well."""
    words = one.compiled.words
    assert words is not None
    cards = {card.name for card in one.compiled.cards}
    found: dict[str, set[str]] = {}
    for entry in words.entries():
        if not entry.terminal.startswith("=") and entry.id not in cards:
            spelled = words.spell(entry.terminal, entry.id, entry.form if entry.form != "both" else "base")
            found.setdefault(entry.terminal, set()).add(spelled)
    for terminal in sorted(found):
        listed = ", ".join(sorted(found[terminal], key=lambda word: (word.casefold(), word)))
        yield from ("", f"### {terminal} ({spoken(terminal)})", "", listed)
