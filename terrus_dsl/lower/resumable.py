"""Python functions that can pause: each becomes a plain *entry* and a cold *resume* half.

Nothing is pushed while a function runs. When something below asks a player, it returns `PAUSE`; every caller
appends one frame `(function, label, live locals)` and returns `PAUSE` too. Resuming a frame enters its resume
half, a ladder of straight-line blocks, with the value that the paused call would have returned.

The input is ordinary Python in a small subset: a call that may pause stands alone, as `f(...)`, `x = f(...)` or
`return f(...)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

__all__ = ["pausing", "resumable"]

PAUSE = "PAUSE"


def pausing(functions: Mapping[str, ast.FunctionDef], roots: Iterable[str]) -> frozenset[str]:
    """The names of all functions that may pause: those that reach a root, by a fixpoint over the call graph."""
    calls = {name: _called(function) for name, function in functions.items()}
    found = set(roots)
    grown = True
    while grown:
        grown = False
        for name, callees in calls.items():
            if name not in found and callees & found:
                found.add(name)
                grown = True
    return frozenset(found)


def resumable(function: ast.FunctionDef, number: int, pauses: frozenset[str]) -> tuple[str, str]:
    """The source of both halves of one function; the resume half is empty where nothing below can pause."""
    if not _contains(function.body, pauses):
        return ast.unparse(function), ""
    flat = _Flattener(pauses)
    flat.block(function.body)
    flat.emit(_Return(ast.Constant(None)))
    live = _liveness(flat.code, _locals(function))
    saved = {op.label: tuple(sorted(live[i] - {"S"})) for i, op in enumerate(flat.code) if isinstance(op, _Call)}
    _initialise(function, flat, saved)
    return _entry(function, number, flat, saved), _resume(function, number, flat, saved)


# ---------------------------------------------------------------- flat code


@dataclass(slots=True)
class _Code:
    node: ast.stmt


@dataclass(slots=True)
class _Call:
    target: str | None
    call: ast.expr
    label: int
    statement: ast.stmt


@dataclass(slots=True)
class _Jump:
    to: int


@dataclass(slots=True)
class _Branch:
    test: ast.expr
    otherwise: int


@dataclass(slots=True)
class _Label:
    number: int


@dataclass(slots=True)
class _Return:
    value: ast.expr


_Op = _Code | _Call | _Jump | _Branch | _Label | _Return


class _Flattener:
    """Structured statements to a flat list of operations; loops and branches that hold no pause stay whole."""

    def __init__(self, pauses: frozenset[str]) -> None:
        self.pauses = pauses
        self.code: list[_Op] = []
        self.labels = 0
        self.loops: list[tuple[int, int]] = []
        self.iterators: dict[int, tuple[str, str]] = {}

    def emit(self, op: _Op) -> None:
        self.code.append(op)

    def label(self) -> int:
        self.labels += 1
        return self.labels

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Return):
            self.emit(_Return(node.value or ast.Constant(None)))
        elif isinstance(node, ast.Break):
            self.emit(_Jump(self.loops[-1][1]))
        elif isinstance(node, ast.Continue):
            self.emit(_Jump(self.loops[-1][0]))
        elif not _contains([node], self.pauses) and not _escapes(node):
            self.emit(_Code(node))
        elif isinstance(node, ast.If):
            self.branch(node)
        elif isinstance(node, ast.While):
            self.loop(node)
        elif isinstance(node, ast.For):
            self.iteration(node)
        else:
            self.call(node)

    def call(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            self.emit(_Call(node.targets[0].id, node.value, self.label(), node))
        elif isinstance(node, ast.Expr):
            self.emit(_Call(None, node.value, self.label(), node))
        else:
            raise ValueError(f"a call that may pause stands inside another expression: {ast.unparse(node)}")

    def branch(self, node: ast.If) -> None:
        otherwise, end = self.label(), self.label()
        self.emit(_Branch(node.test, otherwise))
        self.block(node.body)
        if node.orelse:
            self.emit(_Jump(end))
        self.emit(_Label(otherwise))
        self.block(node.orelse)
        self.emit(_Label(end))

    def loop(self, node: ast.While) -> None:
        head, end = self.label(), self.label()
        self.emit(_Label(head))
        self.emit(_Branch(node.test, end))
        self.loops.append((head, end))
        self.block(node.body)
        self.loops.pop()
        self.emit(_Jump(head))
        self.emit(_Label(end))

    def iteration(self, node: ast.For) -> None:
        number = self.label()
        items, index = f"_items{number}", f"_next{number}"
        self.iterators[id(node)] = (items, index)
        head, end = self.label(), self.label()
        assert isinstance(node.target, ast.Name)
        setup = ast.parse(f"{items} = {ast.unparse(node.iter)}\n{index} = 0").body
        step = ast.parse(f"{node.target.id} = {items}[{index}]\n{index} = {index} + 1").body
        for statement in setup:
            self.emit(_Code(statement))
        self.emit(_Label(head))
        self.emit(_Branch(ast.parse(f"{index} < len({items})", mode="eval").body, end))
        for statement in step:
            self.emit(_Code(statement))
        self.loops.append((head, end))
        self.block(node.body)
        self.loops.pop()
        self.emit(_Jump(head))
        self.emit(_Label(end))


def _initialise(function: ast.FunctionDef, flat: _Flattener, saved: dict[int, tuple[str, ...]]) -> None:
    """Give a first value to names that a frame saves although some path has not assigned them yet."""
    certain = {a.arg for a in function.args.args}
    for statement in function.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            certain.add(statement.targets[0].id)
        elif not isinstance(statement, ast.Expr):
            break
    every = {name for names in saved.values() for name in names}
    doubtful = sorted(name for name in every - certain if not name.startswith(("_items", "_next")))
    function.body = [*(ast.parse(f"{name} = None").body[0] for name in doubtful), *function.body]


def _locals(function: ast.FunctionDef) -> set[str]:
    stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    made = set(stored) | {a.arg for a in function.args.args}
    return made | {f"{kind}{n}" for n in range(200) for kind in ("_items", "_next")}


def _liveness(code: list[_Op], local: set[str]) -> list[set[str]]:
    """For each operation, the names whose values are needed behind it."""
    where = {op.number: i for i, op in enumerate(code) if isinstance(op, _Label)}
    before: list[set[str]] = [set() for _ in range(len(code) + 1)]
    inner = [_only_inside(i, code) for i in range(len(code))]
    after: list[set[str]] = [set() for _ in code]
    changed = True
    while changed:
        changed = False
        for i in range(len(code) - 1, -1, -1):
            op = code[i]
            out = set() if isinstance(op, _Return | _Jump) else set(before[i + 1])
            if isinstance(op, _Jump):
                out |= before[where[op.to]]
            elif isinstance(op, _Branch):
                out |= before[where[op.otherwise]]
            if isinstance(op, _Call) and op.target:
                out.discard(op.target)
            uses, kills = _effect(op)
            uses = (uses & local) - inner[i]
            new = uses | (out - kills)
            if out != after[i] or new != before[i]:
                after[i], before[i], changed = out, new, True
    return after


def _only_inside(index: int, code: list[_Op]) -> set[str]:
    """Names that a compound statement alone assigns: they carry nothing into it."""
    op = code[index]
    if not isinstance(op, _Code) or isinstance(op.node, ast.Assign | ast.Expr):
        return set()
    inside = _stored(op.node)
    outside = {name for k, other in enumerate(code) if k != index for name in _assigned(other)}
    return inside - outside


def _stored(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _assigned(op: _Op) -> set[str]:
    if isinstance(op, _Code):
        return _stored(op.node)
    return {op.target} if isinstance(op, _Call) and op.target else set()


def _effect(op: _Op) -> tuple[set[str], set[str]]:
    if isinstance(op, _Code):
        kills = (
            {op.node.targets[0].id}
            if isinstance(op.node, ast.Assign) and isinstance(op.node.targets[0], ast.Name)
            else set()
        )
        return _names(op.node), kills
    if isinstance(op, _Call):
        return _names(op.call), {op.target} if op.target else set()
    if isinstance(op, _Branch):
        return _names(op.test), set()
    if isinstance(op, _Return):
        return _names(op.value), set()
    return set(), set()


def _names(node: ast.AST) -> set[str]:
    stored = {
        n.id
        for n in ast.walk(node)
        if isinstance(n, ast.comprehension)
        for n in ast.walk(n.target)
        if isinstance(n, ast.Name)
    }
    used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return used - stored


# ---------------------------------------------------------------- the two halves


def _entry(function: ast.FunctionDef, number: int, flat: _Flattener, saved: dict[int, tuple[str, ...]]) -> str:
    labels = {id(op.statement): op for op in flat.code if isinstance(op, _Call)}

    class Rewrite(ast.NodeTransformer):
        def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
            return self.paused(node)

        def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
            return self.paused(node)

        def paused(self, node: ast.stmt) -> ast.AST | list[ast.stmt]:
            op = labels.get(id(node))
            return node if op is None else ast.parse(_paused_call(op, number, saved)).body

        def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
            names = flat.iterators.get(id(node))
            body = [part for s in node.body for part in _as_list(self.visit(s))]
            if names is None:
                return ast.For(node.target, node.iter, body, [])
            items, index = names
            setup = ast.parse(f"{items} = {ast.unparse(node.iter)}").body
            head = ast.parse(f"for {index}, {ast.unparse(node.target)} in enumerate({items}, 1): pass").body[0]
            assert isinstance(head, ast.For)
            head.body = body
            return [*setup, head]

    new = Rewrite().visit(function)
    return ast.unparse(ast.fix_missing_locations(new))


def _as_list(value: object) -> list[ast.stmt]:
    return value if isinstance(value, list) else [value]  # type: ignore[list-item]


def _paused_call(op: _Call, number: int, saved: dict[int, tuple[str, ...]]) -> str:
    name = op.target or "_"
    return (
        f"{name} = {ast.unparse(op.call)}\n"
        f"if {name} is PAUSE:\n"
        f"    S.paused.append(({number}, {op.label}, ({''.join(n + ', ' for n in saved[op.label])})))\n"
        f"    return PAUSE"
    )


def _resume(function: ast.FunctionDef, number: int, flat: _Flattener, saved: dict[int, tuple[str, ...]]) -> str:
    blocks, starts = _blocks(number, flat, saved)
    calls = [op for op in flat.code if isinstance(op, _Call)]
    lines = [f"def {function.name}__resume(S, pc, saved, value):"]
    for op in calls:
        names = saved[op.label]
        lines.append(f"    if pc == {op.label}:")
        if names:
            lines.append(f"        ({', '.join(names)},) = saved")
        if op.target:
            lines.append(f"        {op.target} = value")
        lines.append(f"        pc = {-starts[op.label]}")
    lines.append("    while True:")
    entered = {starts[op.label] for op in calls} | {starts[n] for b in blocks for line in b for n in _targets(line)}
    for i, block in enumerate(blocks):
        if i >= min(entered):
            lines.extend(_ladder_step(i, block, starts))
    return "\n".join(lines)


def _blocks(number: int, flat: _Flattener, saved: dict[int, tuple[str, ...]]) -> tuple[list[list[str]], dict[int, int]]:
    """Straight-line blocks of source; jumps name labels as @n@, and `starts` says which block a label begins."""
    blocks: list[list[str]] = [[]]
    starts: dict[int, int] = {}
    for op in flat.code:
        if isinstance(op, _Label):
            blocks.append([])
            starts[op.number] = len(blocks) - 1
        elif isinstance(op, _Call):
            blocks[-1].extend(_paused_call(op, number, saved).splitlines())
            blocks.append([])
            starts[op.label] = len(blocks) - 1
        elif isinstance(op, _Code):
            blocks[-1].extend(ast.unparse(op.node).splitlines())
        elif isinstance(op, _Jump):
            blocks[-1].extend([f"pc = @{op.to}@", "continue"])
        elif isinstance(op, _Branch):
            blocks[-1].extend([f"if not ({ast.unparse(op.test)}):", f"    pc = @{op.otherwise}@", "    continue"])
        else:
            blocks[-1].append(f"return {ast.unparse(op.value)}")
    return blocks, starts


def _ladder_step(i: int, block: list[str], starts: dict[int, int]) -> list[str]:
    lines = [f"        if pc == {-i}:"]
    for line in block:
        for target in _targets(line):
            line = line.replace(f"@{target}@", str(-starts[target]))
        lines.append("            " + line)
    if not (block and block[-1].startswith(("return ", "continue"))):
        lines.append(f"            pc = {-(i + 1)}")
    return lines


def _targets(line: str) -> list[int]:
    parts = line.split("@")
    return [int(parts[1])] if len(parts) == 3 and parts[1].isdigit() else []


# ---------------------------------------------------------------- looking at code


def _called(node: ast.AST) -> set[str]:
    return {n.func.id for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}


def _contains(body: list[ast.stmt], pauses: frozenset[str]) -> bool:
    """Whether a call that may pause stands in these statements, other than as the value of a `return`."""
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Return):
                continue
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in pauses
            if named and not _is_tail(statement, node):  # type: ignore[arg-type]
                return True
    return False


def _is_tail(statement: ast.stmt, call: ast.Call) -> bool:
    return any(isinstance(n, ast.Return) and n.value is call for n in ast.walk(statement))


def _escapes(node: ast.stmt) -> bool:
    """Whether a `break` or `continue` in it belongs to a loop around it."""
    if isinstance(node, ast.Break | ast.Continue):
        return True
    if isinstance(node, ast.For | ast.While):
        return False
    return any(_escapes(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt))
