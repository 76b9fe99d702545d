"""Python of a program: both halves of every function, compiled once and cached by content."""

from __future__ import annotations

import ast
import hashlib
import inspect
import marshal
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from terrus_dsl.compile.program import Program
from terrus_dsl.engine import procedures
from terrus_dsl.lower import resumable as transformation
from terrus_dsl.lower.resumable import pausing, resumable
from terrus_dsl.source.files import cache_dir

__all__ = ["compiled", "transformed"]

#: Kernel functions that ask by themselves.
ROOTS = (
    "pick", "pick_optional", "pick_next", "confirm", "pick_use", "pick_response", "pick_unit", "leave",
    "run", "run_verb",
)  # fmt: skip


def compiled(program: Program) -> tuple[Any, list[str], None]:
    """The code of a program and the names of its functions by number; compiled once for each content."""
    kernel = inspect.getsource(procedures)
    key = hashlib.sha256(
        (program.source + kernel + sys.version + inspect.getsource(transformation)).encode()
    ).hexdigest()[:32]
    path = cache_dir() / f"{key}.code"
    try:
        names, blob = marshal.loads(path.read_bytes())
        return marshal.loads(blob), names, None
    except (OSError, ValueError, EOFError, TypeError):
        pass
    text, names = transformed(program.source, kernel)
    code = compile(text, "<program>", "exec")
    _store(path, marshal.dumps((names, marshal.dumps(code))))
    return code, names, None


def transformed(source: str, kernel: str) -> tuple[str, list[str]]:
    """Both halves of every function, and the names of functions by number."""
    trees = [n for text in (kernel, source) for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
    functions = {tree.name: tree for tree in trees}
    for tree in functions.values():
        if tree.body and isinstance(tree.body[0], ast.Expr) and isinstance(tree.body[0].value, ast.Constant):
            tree.body = tree.body[1:] or [ast.Pass()]
    pauses = pausing(functions, ROOTS)
    parts = []
    names = list(functions)
    for number, name in enumerate(names):
        entry, resume = resumable(functions[name], number, pauses)
        parts.append(entry)
        if resume:
            parts.append(resume)
    return "\n\n".join(parts), names


def _store(path: Path, blob: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(blob)
        Path(name).replace(path)
    except OSError:
        return
