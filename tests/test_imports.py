"""The package's layers: what may import what, read from the source rather than promised in a page."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "terrus_dsl"

# From low to high: a package may import those before it and itself, nothing after it.
LAYERS = (
    "diagnostics",
    "source",
    "language",
    "lower",
    "verbs",
    "check",
    "compile",
    "engine",
    "bots",
    "playtest",
    "cli",
)

# A foreign module and the only modules of ours that may know it.
ALONE = {
    "lark": {"language/parse.py"},
    "yaml": {"source/yaml.py"},
    "jsonschema": {"source/schema.py"},
    "random": {"engine/chance.py"},
    "secrets": {"engine/chance.py"},
}
# Foreign modules that only the command line may know.
ONLY_CLI = {"click", "rich"}

MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def imported(module: str) -> Iterator[tuple[str, int]]:
    """The dotted names that a module imports anywhere, late and type-only imports included."""
    path = PACKAGE / module
    package = ["terrus_dsl", *Path(module).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((f"{stem}.{alias.name}", node.lineno) for alias in node.names)


def layer_of(module: str) -> str | None:
    """The layer that a module lies in; None for the modules at the top of the package, which may see all."""
    return module.split("/")[0] if "/" in module else None


def test_every_package_has_a_layer() -> None:
    """A new package must be given its place among the layers."""
    packages = {layer_of(module) for module in MODULES} - {None}
    assert packages <= set(LAYERS)


@pytest.mark.parametrize("module", MODULES)
def test_no_lower_layer_imports_a_higher_one(module: str) -> None:
    """Upper layers import lower ones, never the reverse."""
    layer = layer_of(module)
    if layer is None:
        return
    higher = set(LAYERS[LAYERS.index(layer) + 1 :])
    wrong = [
        f"{module}:{line} imports {name}"
        for name, line in imported(module)
        if name.startswith("terrus_dsl.") and name.split(".")[1] in higher
    ]
    assert wrong == []


@pytest.mark.parametrize("module", MODULES)
def test_foreign_modules_are_known_in_one_place(module: str) -> None:
    """A library that has one owner can be replaced in one file, and chance has one source."""
    wrong = [
        f"{module}:{line} imports {name}"
        for name, line in imported(module)
        if module not in ALONE.get(name.split(".")[0], {module})
        or (name.split(".")[0] in ONLY_CLI and layer_of(module) != "cli")
    ]
    assert wrong == []


def test_the_contract_would_notice() -> None:
    """The reader of imports sees late, relative and type-only imports alike."""
    seen = {name for name, _ in imported("source/schema.py")}
    assert {"jsonschema.Draft7Validator", "terrus_dsl.source.files.grammar_dir"} <= seen
