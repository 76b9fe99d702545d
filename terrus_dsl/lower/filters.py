"""Filters: where a phrase looks and what must hold, and the code that lists or tests what they admit."""

from __future__ import annotations

from dataclasses import dataclass, field

from terrus_dsl.lower.unit import Problem, Unit

__all__ = ["HOIST", "VAR", "Filter", "candidates", "exists", "matches", "source_code"]

#: Marks around a listing that a loop may look up once instead of for each thing it tests.
HOIST = ("⟦", "⟧")

#: The variable of a filter's conditions; replaced by the local that is tested.
VAR = "§"

_BESIDE = f"beside(S, {VAR}, {HOIST[0]}"


@dataclass
class Filter:
    """What a noun phrase admits: where to look and what must hold for each."""

    domain: str = "object"
    noun: str = ""
    sources: list[tuple[str, str | None]] = field(default_factory=list)  # (zone kind, player code or None for all)
    explicit: bool = False
    conditions: list[str] = field(default_factory=list)
    top: str | None = None  # number of cards from the top of the only source
    bottom: bool = False
    supply: int | None = None  # card number that a supply creates
    superlative: tuple[str, str] | None = None
    tied: bool = False  # of several with the highest value all are meant: the phrase does not say “the”
    among: str | None = None
    players: str | None = None
    name: str = ""  # the number of the card that a phrase names
    single: bool = False  # one is wanted, so of equal cards one needs to be listed


def source_code(u: Unit, f: Filter) -> str:
    """The code of the list of objects that a filter looks through, before its conditions."""
    if f.among is not None:
        return f.among
    parts = []
    for name, player in f.sources:
        base = u.book.zone_base(name)
        spec = u.book.sheet.zones[name]
        if not spec.of_player:
            parts.append(f"S.zones[{base}]")
        elif player is None:
            parts.append(f"*S.zones[{base}:{base} + S.n]" if len(f.sources) > 1 else f"S.zones[{base}:{base} + S.n]")
        else:
            parts.append(f"S.zones[{base} + {player}]")
    if (
        f.single
        and len(parts) == 1
        and ":" not in parts[0]
        and any("able(" in c or "can_pay(" in c for c in f.conditions)
    ):
        spec = u.book.sheet.zones[f.sources[0][0]]
        if not spec.play and spec.shape != "grid":
            return f"unlike(S, {parts[0]})"  # cards that nothing tells apart are asked about once
    if len(parts) == 1:
        return f"joined({parts[0]})" if ":" in parts[0] else parts[0]
    if not parts:
        return "()"
    return f"joined(({', '.join(parts)}))"


def candidates(u: Unit, f: Filter, you: str | None = None) -> str:
    """The code of the list of everything that a filter admits, in canonical order."""
    if f.domain == "card":
        code = _comprehension(f.players or "", f)
    elif f.domain == "player":
        base = f.players or f"order(S, {you or u.scope.you})" if u.scope.you else "S.alive"
        code = _comprehension(base, f)
    elif f.domain == "space":
        code = _spaces(u, f)
    elif f.top is not None:
        code = f"{'bottom_of' if f.bottom else 'top_of'}({source_code(u, f)}, {f.top})"
        if [c for c in f.conditions if "S.flags" not in c or "not" not in c]:
            code = _comprehension(code, f)
    else:
        code = _comprehension(source_code(u, f), f)
    if f.superlative is not None:
        which, measure = f.superlative
        code = f"{which}_{'all' if f.tied else 'of'}({code}, lambda o: {measure.replace(VAR, 'o')})"
    return code


def exists(u: Unit, f: Filter, you: str | None = None) -> str:
    """The code of whether a filter admits anything; it stops at the first."""
    code = candidates(u, f, you)
    if code.startswith("[o for ") and f.superlative is None:
        return f"any(1 {code[3:-1]})"
    return f"bool({code})"


def _hoisted(tests: list[str]) -> tuple[list[str], str]:
    """A listing that does not depend on what is tested is made once, before the loop."""
    for index, test in enumerate(tests):
        before, mark, rest = test.partition(HOIST[0])
        inside, _, after = rest.partition(HOIST[1])
        if mark and VAR not in inside and HOIST[0] not in inside:
            return [*tests[:index], f"{before}those{after}", *tests[index + 1 :]], f"those in ({inside},)"
    return tests, ""


def _comprehension(base: str, f: Filter) -> str:
    tests = [c for c in f.conditions if c != "True"]
    if not tests:
        return f"list({base})"
    tests, once = _hoisted(tests)
    if once:
        return f"[o for {once} for o in {base} if {' and '.join(t.replace(VAR, 'o') for t in tests)}]"
    if base.startswith("joined(S.zones["):  # one loop over zones and things, no list between them
        base = f"{base.removeprefix('joined(').removesuffix(')')} for o in zs"
        return f"[o for zs in {base} if {' and '.join(t.replace(VAR, 'o') for t in tests)}]"
    return f"[o for o in {base} if {' and '.join(t.replace(VAR, 'o') for t in tests)}]"


def _spaces(u: Unit, f: Filter) -> str:
    grid = next((z for z in u.book.sheet.zones.values() if z.shape == "grid"), None)
    if grid is None:
        raise Problem("type-mismatch", "this game has no zone with spaces", f.noun)  # type: ignore[arg-type]
    player = f.sources[0][1] if f.sources else u.scope.you
    base = u.book.zone_base(f.sources[0][0] if f.sources else grid.name)
    f.conditions = [c for c in f.conditions if c != f"vacant(S, {VAR})"]  # only vacant spaces are listed
    zone = f"{base} + {player or u.scope.you}"
    beside = next((c for c in f.conditions if c.startswith(_BESIDE) and c.count(HOIST[0]) == 1), None)
    things = "" if beside is None else beside.removeprefix(_BESIDE).removesuffix(f"{HOIST[1]})")
    if beside is None or VAR in things:
        return _comprehension(f"spaces(S, {zone})", f)
    f.conditions.remove(beside)
    return _comprehension(f"spaces_beside(S, {zone}, {things})", f)


def matches(u: Unit, f: Filter, var: str, *, zones: bool = True, controller: str | None = None) -> str:
    """The code of the test whether one thing is admitted; `zones=False` for things that have just moved."""
    tests = [c for c in f.conditions if c != "True"]
    if f.domain == "object" and f.among is not None:
        tests.append(f"{VAR} in {f.among}")
    if f.domain == "object" and f.sources:
        tests.extend(_zone_tests(u, f, zones, controller))
    return " and ".join(f"{t.replace(VAR, var)}" for t in tests) or "True"


def _zone_tests(u: Unit, f: Filter, zones: bool, controller: str | None) -> list[str]:
    players = {player for _, player in f.sources}
    if not zones:
        if players == {None}:
            return []
        return [f"{controller or f'controller(S, {VAR})'} == {players.pop()}"]
    tests = []
    for name, player in f.sources:
        base = u.book.zone_base(name)
        if player is None or not u.book.sheet.zones[name].of_player:
            tests.append(f"{base} <= S.zone[{VAR}] < {base + u.book.stride}")
        else:
            tests.append(f"S.zone[{VAR}] == {base} + {player}")
    return [tests[0] if len(tests) == 1 else "(" + " or ".join(tests) + ")"]
