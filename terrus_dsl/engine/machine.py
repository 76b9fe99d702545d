"""A program made ready to run: functions loaded, tables laid out by number."""

from __future__ import annotations

import re
from typing import Any

from terrus_dsl.compile.program import Program
from terrus_dsl.engine import ops
from terrus_dsl.engine.code import compiled
from terrus_dsl.engine.looks import Looks
from terrus_dsl.lower.book import python_name
from terrus_dsl.lower.hooks import COST, EVENT, WOULD

__all__ = ["Machine", "load"]


class Machine:
    """Everything of a game that does not change while it is played."""

    def __init__(self, program: Program) -> None:
        sheet = program.sheet
        self.program = program
        self.sheet = sheet
        self.stride = sheet.stride
        self._zones(program)
        self._numbers(program)
        self._code(program)
        self._cards(program)
        self._windows(program)
        self._checks(program)

    def _zones(self, program: Program) -> None:
        zones = list(program.sheet.zones.values())
        stride = self.stride
        self.zone_count = len(zones) * stride
        self.zone_player = [p if z.of_player else -1 for z in zones for p in range(stride)]
        self.zone_faces = [z.faces for z in zones for _ in range(stride)]
        self.zone_play = [z.play for z in zones for _ in range(stride)]
        self.zone_shape = [z.shape for z in zones for _ in range(stride)]
        self.zone_back = [z.back for z in zones for _ in range(stride)]
        self.zone_distinct = [z.shape in ("grid", "row") for z in zones for _ in range(stride)]
        self.zone_grid = [shape == "grid" for shape in self.zone_shape]
        self.everybody = (1 << stride) - 1

    def _numbers(self, program: Program) -> None:
        sheet = program.sheet
        counters = list(sheet.counters.values())
        self.role_count = len(sheet.roles)
        self.object_roles = [number for number, kind in enumerate(sheet.roles.values()) if kind == "object"]
        self.counter_count = len(counters)
        self.counter_starts = [c.start if c.of == "player" else 0 for c in counters]
        self.object_starts = [c.start if c.of == "object" else 0 for c in counters]
        self.floors = [c.floor for c in counters]
        self.resources = tuple(c.number for c in counters if c.resource)
        self.relation_count = len(sheet.relations)
        self.player_stats = {len(sheet.stats) + i: start for i, start in enumerate(sheet.player_stats.values())}
        periods = {name: i for i, name in enumerate(sheet.periods)}
        self.turn_period = periods.get("turn", -1)
        self.own_periods = frozenset(periods[p] for p in sheet.own_periods)
        self.limits = sheet.limits
        self.loss_counters = program.loss_counters
        self.losses = program.losses
        self.checks = program.checks
        self.before_priority = program.before_priority
        self.remembered = program.remembered
        self.draw_verb = program.verbs["draw"]
        self.gain_verb = program.verbs["gain"]
        self.player_verbs = program.player_verbs
        self.put_verb = program.verbs["put"]
        self.lose_verb = program.verbs["lose"]
        self.verbs = program.verbs
        roles = {name: i for i, name in enumerate(sheet.roles)}
        self.tracks = []
        for period, group in sheet.track_spans.items():
            mask = 0
            for member in sheet.groups[group]:
                mask |= sheet.mask(member)
            role = next(r for v, (g, r) in sheet.tracks.items() if g == group)
            self.tracks.append((roles[role], mask, periods[period]))
        names = list(program.verbs)
        self.cost_verbs = [
            next((program.verbs[v] for v in names if v == cost.split(" ")[0]), -1) for cost in sheet.costs
        ]

    def _code(self, program: Program) -> None:
        space: dict[str, Any] = {name: getattr(ops, name) for name in ops.__all__ if hasattr(ops, name)}
        space.update(skips=_skips, run=_run, run_verb=_run_verb)
        code, names, _resumes = compiled(program)
        exec(code, space)
        self.space = space
        self.names = names
        self.resume = [space.get(f"{name}__resume") for name in names]
        self.numbers = {name: i for i, name in enumerate(names)}
        self.hooks = [space[name] for name in program.hooks]
        self.looks = program.looks
        self.recalls = program.recalls
        self.bearers = program.bearers
        self.lent = program.lent
        self.lent_entries = program.lent_entries
        self.programs = [space[name] for name in program.programs]
        self.sites = [space[f"site_{i}"] for i in range(len(program.sites))]
        self.site_domains = [domain for _, _, domain in program.questions]
        self.site_objects = [domain == "object" for domain in self.site_domains]
        self.verb_functions = {
            number: space[name]
            for verb, number in program.verbs.items()
            if (name := f"do_{python_name(verb)}") in space
        }
        self.span_functions = {period: self.numbers.get(name, -1) for period, name in program.span_bodies.items()}
        self.spanned: dict[int, list[int]] = {}
        for period, number in self.span_functions.items():
            self.spanned.setdefault(number, []).append(period)
        self._leaving(program)
        self.gates = {verb: space[name] for verb, name in program.gates.items()}
        self.worth = space[program.worth] if program.worth else None
        self.means = [
            (program.verbs[verb], space[candidates], space[worth])
            for verb, candidates, worth in program.means
            if verb != "spend"
        ]
        self.spends_any = any(verb == "spend" for verb, _, _ in program.means)

    def _leaving(self, program: Program) -> None:
        """Where things of others go from the zones of a player who leaves, and which procedures end by it."""
        sheet = program.sheet
        zone = sheet.leaving.get("to")
        self.leavings = sheet.zones[zone].number * self.stride if zone else -1
        roles = list(sheet.roles)
        self.needs = {
            self.numbers[f"do_{python_name(verb)}"]: tuple(roles.index(role) for role in needed)
            for verb, needed in sheet.leaving.get("ends", {}).items()
        }

    def _cards(self, program: Program) -> None:
        self.cards = program.cards
        self.abilities = program.abilities
        self.stats = [c.stats for c in program.cards]
        self.costs = [c.costs for c in program.cards]
        self.tags = [c.tags for c in program.cards]
        self.card_numbers = [c.number for c in program.cards]
        self.token = [c.token for c in program.cards]
        self.card_abilities = [c.abilities for c in program.cards]
        self.entries = [
            tuple((e.hook, e.function, e.effect, e.per_turn, e.works or c.works) for e in c.entries)
            for c in program.cards
        ]
        self.trigger_works = {
            e.effect: frozenset(e.works)
            for c in program.cards
            for e in c.entries
            if e.works and EVENT <= e.hook < WOULD
        }
        kinds = sorted({k for c in program.cards for k in c.works})
        listening = {k for row in self.entries for entry in row for k in entry[4]}
        self.works_in_pile = [z // self.stride in listening for z in range(self.zone_count)]
        self.work_zones = tuple(k * self.stride + p for k in kinds for p in range(self.stride))
        self.rule_entries = program.rule_entries
        self.yielders: dict[int, tuple[int, int, int]] = {}
        self.yielder_zone = -1
        for card in program.cards:
            for number in card.abilities:
                ability = program.abilities[number]
                if ability.yields and len(card.abilities) == 1 and ability.before:
                    self.yielders[card.number] = (ability.yields[0], ability.yields[1], number)
                    self.yielder_zone = ability.zones[0] * self.stride

    def _checks(self, program: Program) -> None:
        """Which state checks are due after which kinds of change, read off what their code looks at."""
        looks = Looks(program.plain, [z.play for z in program.sheet.zones.values()], self.stride, _modifiers(program))
        needs = {number: looks.of(program.programs[number]) for number in program.checks}
        self.due_checks = [tuple(number for number in program.checks if needs[number] & dirty) for dirty in range(64)]
        self.stat_looks = looks.stats
        looked = {
            number: 63 if looks.names_player(program.programs[number]) else looks.of(program.programs[number])
            for number in program.before_priority
        }
        always = [n for n in program.before_priority if looks.names_player(program.programs[n])]
        self.due_before = [
            tuple(n for n in program.before_priority if n in always or looked[n] & changed) for changed in range(64)
        ]

    def _windows(self, program: Program) -> None:
        sheet = program.sheet
        labels = {name: label.number for name, label in sheet.labels.items()}
        windows = list(sheet.windows.values())
        self.response = sheet.windows[sheet.response].number if sheet.response else -1
        self.window_chain = [w.chain for w in windows]
        self.window_priority = [w.priority for w in windows]
        self.window_all = []
        for window in windows:
            offers = {labels[name] for name in window.offers}
            answers = window.number == self.response
            self.window_all.append(
                frozenset(
                    a.number
                    for a in self.abilities
                    if ((set(a.labels) & offers and not (a.answers and not answers)) or (answers and a.response))
                    and (window.yielding or not a.yields)
                )
            )
        plain = [(a.number, a.zones, a.limit, a.ok) for a in self.abilities]
        self.window_rules = [
            tuple((n, plain[n][2], plain[n][3]) for n in program.rule_abilities if n in offered)
            for offered in self.window_all
        ]
        self.window_cards = [
            [tuple(plain[n] for n in c.abilities if n in offered) for c in program.cards] for offered in self.window_all
        ]
        zones = list(sheet.zones.values())
        kinds = sorted(
            {k for c in program.cards for n in c.abilities for k in self.abilities[n].zones}
            | {k for c in program.cards for k in c.works}
        )
        self.act_zones = tuple((k, zones[k].of_player) for k in kinds)

    def verb_of(self, verb: str) -> int:
        """The number of a verb, or -1 for none."""
        return self.verbs[verb] if verb else -1


def _modifiers(program: Program) -> set[str]:
    """The functions that change numbers: those of cards, of rules, and those that texts register."""
    entries = [*program.rule_entries, *(e for card in program.cards for e in card.entries)]
    found = {program.hooks[e.function] for e in entries if e.hook < COST}
    for source in program.plain.values():
        for hook, function in re.findall(r"register\(S, (\d+), (\d+),", source):
            if int(hook) < COST:
                found.add(program.hooks[int(function)])
    return found


def load(program: Program) -> Machine:
    """The machine of a program, made once."""
    machine = program.__dict__.get("_machine")
    if machine is None:
        machine = Machine(program)
        program.__dict__["_machine"] = machine
    return machine


def _skips(S: Any, period: int, you: int) -> bool:
    """Whether a period is left out: an effect says so, or the player has left the game."""
    if you not in S.alive:
        return True
    for skip in S.skips:
        if skip == (period, you):
            skips = list(S.skips)
            skips.remove(skip)
            S.skips = tuple(skips)
            return True
    return False


def _run(S: Any, number: int, *args: Any) -> Any:
    return S.G.programs[number](S, *args)


def _run_verb(S: Any, verb: int, me: int, you: int, it: int) -> Any:
    return S.G.verb_functions[verb](S, me, you, it, 1, -1)
