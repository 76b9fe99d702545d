"""Ability lines: activated abilities, triggers, static abilities and keywords of cards, rules and effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import continuous, events, statements
from terrus_dsl.lower.actions import independent, perform, possible, read_action
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.events import Entry
from terrus_dsl.lower.nouns import noun_groups
from terrus_dsl.lower.numbers import counters
from terrus_dsl.lower.unit import Draft, Problem, Scope, Unit, Value

__all__ = ["Ability", "Made", "ability", "keyword"]


@dataclass(slots=True)
class Ability:
    """An activated ability: when and from where it may be used, what it costs, and its programs."""

    number: int
    text: str
    source: str
    rule: str
    labels: tuple[int, ...]
    zones: tuple[int, ...]
    limit: int
    ok: int
    cost: tuple[Any, ...]
    counter_costs: tuple[tuple[int, int], ...]
    slots: tuple[tuple[int, tuple[str, ...], int, int, bool], ...]
    effect: int
    response: bool
    answers: bool  # used as an answer alone
    before: str = ""
    after: str = ""
    yields: tuple[int, ...] = ()  # resource and amount, where that is all the text does
    pays: int = -1  # the program of a cost in words
    at_once: bool = False
    own: bool = False  # only the card that prints it uses it


@dataclass(frozen=True, slots=True)
class DeckLimit:
    """A condition on a deck: how many cards of some kind; a kind is alternatives of bits that must all be there."""

    bound: str  # at most, at least, exactly
    amount: int
    kinds: tuple[tuple[int, ...], ...]
    text: str

    def admits(self, deck: Iterable[tuple[int, int]]) -> bool:
        """Whether a deck, given as (tags, copies), satisfies it."""
        count = sum(n for tags, n in deck if any(all(tags & mask for mask in kind) for kind in self.kinds))
        return {"at most": count <= self.amount, "at least": count >= self.amount}.get(self.bound, count == self.amount)


@dataclass
class Made:
    """What one line of text gives: abilities by number, entries that listen, and types that it adds."""

    activated: list[int] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    tags: int = 0
    limits: list[DeckLimit] = field(default_factory=list)

    def keep(self) -> None:
        """Make all of it the printing card's own."""
        self.entries = [replace(entry, own=True) for entry in self.entries]

    def add(self, other: Made) -> None:
        """Take over what another line gives."""
        self.activated += other.activated
        self.entries += other.entries
        self.tags |= other.tags
        self.limits += other.limits


def ability(draft: Draft, node: Node, subject: str, rule: str, *, card: Any = None, me: str | None = "me") -> Made:
    """Lower one line; `card` gives the printed type of plain text that is played."""
    if node.kind == "ability":
        return ability(draft, node.children[0], subject, rule, card=card, me=me)  # type: ignore[arg-type]
    if node.kind == "keyword_line":
        made = Made()
        for leaf in node.leaves():
            if leaf.terminal == "KEYWORD":
                made.add(keyword(draft, leaf.id, subject, rule))
        return made
    u = Unit(draft, Scope(me=me), subject, rule)
    if node.kind == "labelled":
        return _labelled(u, node, card)
    if node.kind == "plain":
        return _plain(u, node, card)
    raise Problem("no-executor", "only a rulebook defines verbs", node)


def keyword(draft: Draft, name: str, subject: str, rule: str) -> Made:
    """The abilities that a keyword stands for; a keyword that stands for itself is a finding."""
    text = draft.book.sheet.keywords[name]
    if name in draft.open_keywords:
        raise Problem("keyword-cycle", f"keyword {name} is defined by itself", Leaf("KEYWORD", name))
    made = Made()
    draft.open_keywords.append(name)
    try:
        for line in text.strip().splitlines():
            tree = parse(line.strip(), draft.book.words)
            if isinstance(tree, SyntaxProblem):
                raise Problem(
                    "keyword-unknown",
                    f"the text of keyword {name} does not parse: {line.strip()}",
                    Leaf("KEYWORD", name),
                )
            made.add(ability(draft, tree, subject, rule))
    finally:
        draft.open_keywords.pop()
    return made


# ---------------------------------------------------------------- plain lines


def _plain(u: Unit, node: Node, card: Any) -> Made:
    body = node.children[0]
    assert isinstance(body, Node)
    sentences = [s for s in body.children if isinstance(s, Node)]
    first = sentences[0].children[0]
    assert isinstance(first, Node)
    if first.kind in ("triggered", "triggered_if") and not (card and card.text):
        follow = tuple(c for c in sentences[0].children[1:] if isinstance(c, Node))
        entry = events.trigger(u, first, follow + tuple(sentences[1:]))
        condition = first.first("condition")
        works = _named_zones(u, condition) if condition is not None else ()
        return Made(entries=[replace(entry, works=works) if works else entry])
    if card is not None and card.text:
        return _activated(u, body, _type_labels(u, card), card, text=show(node, u.book.words))
    made = Made()
    for sentence in sentences:
        statement = sentence.children[0]
        assert isinstance(statement, Node)
        made.add(static(u, statement))
    return made


def static(u: Unit, node: Node) -> Made:
    """A sentence that holds all the time."""
    if node.kind == "replacement":
        entry = events.replacement(u, node)
        named = node.first("condition")
        where = _named_zones(u, named) if named is not None else ()
        return Made(entries=[replace(entry, works=where) if where else entry])
    condition = None
    then = node.first("chain")
    works: tuple[int, ...] = ()
    if node.kind in ("while_then", "suffix_if"):
        test = node.first("condition")
        assert test is not None
        works = _named_zones(u, test)
        lone = _lone_subject(u, then) if node.kind == "suffix_if" else None
        saved = u.scope
        if lone is not None:
            u.scope = saved.copy()
            u.scope.it = lone
        condition = condition_code(u, test)
        u.scope = saved
    elif node.kind != "plain_statement":
        raise Problem(
            "no-executor", f"this cannot hold all the time ({node.kind})", node, "begin with “when”, “while” or a label"
        )
    assert then is not None
    made = Made()
    for clause in then.children:
        if isinstance(clause, Node):
            made.add(_static_clause(u, clause, condition))
    if works:
        made.entries = [replace(entry, works=works) for entry in made.entries]
    return made


def _named_zones(u: Unit, condition: Node) -> tuple[int, ...]:
    """A text that names the zone where its card is (`While this card is in …`) works there."""
    for test in condition.walk():
        if test.kind == "is_test" and any(leaf.id == "this" for leaf in test.leaves()):
            place = next((n for n in test.walk() if n.kind == "in_place"), None)
            if place is not None:
                return tuple(u.book.sheet.zones[leaf.id].number for leaf in place.leaves() if leaf.terminal == "ZONE")
    return ()


def _lone_subject(u: Unit, then: Node | None) -> Any:
    """In “A … can't … if it …”, “it” is the one that is tested."""
    from terrus_dsl.lower.nouns import phrase

    if then is None:
        return None
    np = then.children[0].first("np")  # type: ignore[union-attr]
    if np is None:
        return None
    p = phrase(u, np)
    if p.filter is None:
        return None
    return Value("by" if p.filter.domain == "player" else "o", p.filter.domain, False, p.filter.noun)


def _static_clause(u: Unit, clause: Node, condition: str | None) -> Made:
    if clause.kind == "optional":
        np, vp = clause.children[0], clause.children[2]
        assert isinstance(np, Node) and isinstance(vp, Node)
        return Made(entries=[continuous.permission_entry(u, vp, continuous.subject_of(u, np), condition)])
    be = clause.first("be")
    if be is not None:
        return _is_a(u, clause, be, condition)
    if clause.kind not in ("declarative", "set_number"):
        raise Problem("no-executor", "this is an effect; say when it happens", clause, "begin with “when” or a label")
    return Made(entries=continuous.entries(u, clause, condition))


def _is_a(u: Unit, clause: Node, vp: Node, condition: str | None) -> Made:
    predicate = vp.children[-1]
    assert isinstance(predicate, Node)
    subject = continuous.subject_of(u, clause.first("np"))  # type: ignore[arg-type]
    if predicate.kind != "kind_of" or subject.value is None or subject.value.code != "me" or condition:
        raise Problem("no-executor", "only “this … is a …” can be printed on a card", vp)
    mask = 0
    for leaf in predicate.leaves():
        if leaf.terminal == "NOUN":
            mask |= u.book.sheet.mask(leaf.id)
    return Made(tags=mask)


# ---------------------------------------------------------------- labelled lines


@dataclass
class _Header:
    labels: list[str] = field(default_factory=list)
    unlimited: bool = False
    limit: str = ""
    conditions: list[Node] = field(default_factory=list)
    thresholds: list[tuple[str, str]] = field(default_factory=list)
    resources: list[Node] = field(default_factory=list)
    special: int = 0
    response: bool = False
    actions: list[Node] = field(default_factory=list)


def _read_header(node: Node) -> _Header:
    header = _Header()
    for part in node.children:
        if not isinstance(part, Node):
            continue
        if part.kind in ("label_part", "unlimited_part"):
            header.labels.append(next(leaf.id for leaf in part.leaves() if leaf.terminal == "LABEL"))
            header.unlimited |= part.kind == "unlimited_part"
        if part.kind == "action_part":
            header.actions.append(part.children[0])  # type: ignore[arg-type]
        if part.kind == "cost_part":
            header.resources.append(part.children[0])  # type: ignore[arg-type]
        paren = part.first("paren")
        for limit in paren.children if paren is not None else ():
            if isinstance(limit, Node):
                _read_limit(header, limit)
    return header


def _read_limit(header: _Header, limit: Node) -> None:
    leaves = [leaf for leaf in limit.leaves() if not leaf.literal]
    if limit.kind == "number_limit":
        header.special += int(leaves[0].id)
    elif limit.kind == "threshold_limit":
        header.thresholds.append((leaves[0].id, leaves[1].id))
    elif limit.kind == "period_limit":
        header.limit = leaves[0].id
    elif limit.kind == "condition_limit":
        header.conditions.append(limit.first("condition"))  # type: ignore[arg-type]
    else:
        header.response = True


def _labelled(u: Unit, node: Node, card: Any) -> Made:
    header_node, body = node.children[0], node.children[-1]
    assert isinstance(header_node, Node) and isinstance(body, Node)
    limit = next((n for n in body.walk() if n.kind == "deck_limit"), None)
    if limit is not None:
        return Made(limits=[_deck_limit(u, limit, show(node, u.book.words))])
    header = _read_header(header_node)
    sheet = u.book.sheet
    labels = [sheet.labels[name] for name in header.labels]
    triggered = next((label for label in labels if label.on), None)
    if triggered is not None:
        return _label_trigger(u, triggered, header, body)
    timing = {name for window in sheet.windows.values() for name in window.offers}
    if not any(label.name in timing for label in labels) and card is not None and card.text:
        labels += [sheet.labels[name] for name in _type_labels(u, card)]
    return _activated(u, body, [label.name for label in labels], card, header, show(node, u.book.words))


def _deck_limit(u: Unit, node: Node, text: str) -> DeckLimit:
    amount = node.first("amount")
    word = next(leaf for leaf in node.leaves() if leaf.id in ("at most", "at least", "exactly"))
    nominals = node.first("nominals") or node.first("nominal")
    assert amount is not None and nominals is not None
    number = next(amount.leaves()).id
    if not number.isdigit():
        raise Problem("type-mismatch", "a limit on decks is a plain number", amount)
    kinds = tuple(tuple(u.book.sheet.mask(leaf.id) for leaf in group) for group in noun_groups(nominals))
    if not all(mask for kind in kinds for mask in kind):
        raise Problem("type-mismatch", "a limit on decks is about types or subtypes", nominals)
    return DeckLimit(word.id, int(number), kinds, text)


def _type_labels(u: Unit, card: Any) -> list[str]:
    name = card.text["label"]
    value = card.data.get(name, name) if card.data else name
    for label in u.book.sheet.labels:
        if label.lower() == str(value).lower():
            return [label]
    raise Problem("unknown-word", f"no label is called “{value}”", Leaf("LABEL", str(value)))


def _label_trigger(u: Unit, label: Any, header: _Header, body: Node) -> Made:
    """A label that stands for an event: `Label: Draw a card.` is a trigger, optional where the label says so."""
    tree = parse(f"When {label.on}, draw a card.", u.book.words)
    if isinstance(tree, SyntaxProblem):
        raise Problem("no-executor", f"the event of label {label.name} does not parse: {label.on}", body)
    head = next(n for n in tree.walk() if n.kind == "when")
    inner = Unit(u.draft, u.scope.copy(), u.subject, u.rule)
    happening = events.event_test(inner, head)
    number = events.listener(inner, happening)
    inner.scope.it = None
    text = Unit(u.draft, inner.scope, u.subject, u.rule)
    tests = [condition_code(text, c) for c in header.conditions] + _label_conditions(text, [label.name], header)
    tests += [t for t in (first_possible(text, body),) if t != "True"]
    for t in tests:
        text.line(f"if not ({t}):")
        text.line("    return 0")
    if label.optional:
        site = u.draft.site("[1]", show(body, u.book.words), ("me",))
        answer = text.temp(f"confirm(S, you, {site.number}, (me,))")
        text.line(f"if not {answer}:")
        text.line("    return 0")
    text.line("used(S, you, me)")
    statements.body(text, body)
    program_name = u.draft.name("then")
    program = u.draft.effect(
        program_name, text.function(program_name, "S, me, you, it, by, amount, bound, target"), u.subject, u.rule
    )
    zones = tuple(u.book.sheet.zones[z].number for z in label.zones)
    return Made(entries=[Entry(happening.hook, number, program, False, zones)])


def first_possible(u: Unit, body: Node) -> str:
    """Whether a text can be begun: its first clause that must choose or pay has something to choose or pay with."""
    probe = Unit(u.draft, u.scope.copy(), u.subject, u.rule)
    for sentence in body.children:
        assert isinstance(sentence, Node)
        statement = sentence.children[0]
        if not isinstance(statement, Node) or statement.kind not in ("plain_statement", "unless"):
            return "True"
        for clause in statement.children[0].children:  # type: ignore[union-attr]
            if not isinstance(clause, Node):
                continue
            vp = clause.children[0]
            if clause.kind != "imperative" or not isinstance(vp, Node) or vp.kind != "act":
                return "True"
            action = vp.children[0]
            assert isinstance(action, Node)
            if not independent(action):
                return "True"
            test = possible(probe, action)
            if test != "True" or any(n.kind == "np" for n in action.walk()):
                return test
        if len(sentence.children) > 2:  # something hangs on whether this is done
            return "True"
    return "True"


def _label_conditions(u: Unit, labels: Iterable[str], header: _Header) -> list[str]:
    tests = []
    for name in labels:
        text = u.book.sheet.labels[name].condition
        if not text:
            continue
        for amount, stat in header.thresholds or [("X", "STAT")]:
            words = " ".join(amount if w == "X" else stat if w == "STAT" else w for w in text.split(" "))
            tree = parse(words, u.book.words, "condition")
            if isinstance(tree, SyntaxProblem):
                raise Problem(
                    "no-executor", f"the condition of label {name} does not parse: {words}", Leaf("LABEL", name)
                )
            tests.append(condition_code(u, tree))
    return tests


def _activated(
    u: Unit, body: Node, labels: list[str], card: Any, header: _Header | None = None, text: str = ""
) -> Made:
    header = header or _Header()
    sheet = u.book.sheet
    draft = u.draft
    effect = Unit(draft, Scope(me=u.scope.me), u.subject, u.rule)
    cost_program = _cost_program(u, header, effect)
    effect.targets = (
        [] if sheet.response else None
    )  # without a chain nothing can happen between announcing and resolving
    statements.body(effect, body)
    name = draft.name("effect")
    program = draft.effect(name, effect.function(name, "S, me, you, target"), u.subject, u.rule)
    cost, counter_costs = _costs(u, header)
    tests = [condition_code(u, c) for c in header.conditions] + _label_conditions(u, labels, header)
    if cost != ((), 0, 0):
        tests.append(f"can_pay(S, you, {cost!r}, me)")
    tests += [f"S.counters[{number}][me] >= {amount}" for number, amount in counter_costs]
    tests += [possible(u, action) for k, action in enumerate(header.actions) if not k or independent(action)]
    if not header.actions:
        tests.append(first_possible(u, body))
    slots = []
    for site, (low, high, single) in zip(effect.targets or [], effect.target_modes, strict=True):
        if low != "0":
            listed = site.source.removeprefix("[o ").removesuffix("]")
            if not any(listed in test for test in tests):  # the same listing has not been asked for yet
                tests.append(f"bool({site.source})")
        slots.append((site.number, site.params, int(low), min(int(high), 999), single))
    ok = draft.name("ok")
    tests = [t for t in tests if t != "True"]
    ok_number = (
        draft.hook(
            ok,
            f"def {ok}(S, me, you):\n    return {' and '.join(f'({t})' for t in tests) or 'True'}",
            u.subject,
            u.rule,
        )
        if tests
        else -1
    )
    specs = [sheet.labels[name] for name in labels]
    zones: tuple[str, ...] = tuple(z for spec in specs for z in spec.zones)
    if card is not None and not card.text and set(zones) & set(card.works):
        zones = tuple(z for z in zones if z in card.works)
    if card is not None and card.text and not any(spec.zones for spec in specs):
        zones = (card.text["from"],)
    elif card is not None and not zones:
        zones = card.works
    limit = header.limit or next((spec.limit for spec in specs if spec.limit), "")
    answers = header.response or any(leaf.terminal == "VERB" and leaf.id == "cancel" for leaf in body.leaves())
    number = len(draft.abilities)
    draft.abilities.append(
        Ability(
            number,
            text,
            u.subject,
            u.rule,
            tuple(spec.number for spec in specs),
            tuple(sheet.zones[z].number for z in zones),
            -1 if header.unlimited or not limit else u.book.periods[limit],
            ok_number,
            cost,
            counter_costs,
            tuple(slots),
            program,
            answers or any(spec.response for spec in specs),
            answers,
            card.text.get("verb", "") if card is not None and card.text else "",
            card.text.get("after", "") if card is not None and card.text else "",
            _yields(u, body) if cost == ((), 0, 0) and not counter_costs else (),
            cost_program,
            any(spec.at_once for spec in specs),
        )
    )
    return Made(activated=[number])


def _cost_program(u: Unit, header: _Header, effect: Unit) -> int:
    """A cost in words is carried out when the ability is announced; what it names is known to the effect."""
    if not header.actions:
        return -1
    cost = Unit(u.draft, Scope(me=u.scope.me), u.subject, u.rule)
    for action in header.actions:
        perform(cost, read_action(action))
    named = [v for v in cost.scope.things if not v.many]
    cost.line(f"return seen(S, ({''.join(v.code + ', ' for v in named)}))")
    for index, value in enumerate(named):
        local = effect.temp(f"current(S, target[{index}])")
        effect.bind(Value(local, value.domain, False, value.noun))
    effect.offset = len(named)
    effect.scope.x = None
    name = u.draft.name("cost")
    return u.draft.program(name, cost.function(name, "S, me, you"), u.subject, u.rule)


def _yields(u: Unit, body: Node) -> tuple[int, ...]:
    """The resource and amount of a text that does nothing but yield one."""
    acts = [
        n for n in body.walk() if n.kind in ("act_on", "act_alone", "act_from", "act_toward", "choose", "choose_number")
    ]
    if (
        len(body.children) != 1
        or len(acts) != 1
        or any(n.kind in ("if_then", "for_each", "optional") for n in body.walk())
    ):
        return ()
    verb = next(acts[0].leaves())
    phrase = next((n for n in acts[0].walk() if n.kind == "counters"), None)
    if phrase is None or verb.id in ("lose", "remove", "spend", "pay"):
        return ()
    if not next(phrase.leaves()).id.isdigit():
        return ()
    amount, counter = counters(u, phrase)
    spec = u.book.sheet.counters[counter.id]
    return (spec.number, int(amount)) if spec.resource and amount.isdigit() else ()


def _costs(u: Unit, header: _Header) -> tuple[tuple[Any, ...], tuple[tuple[int, int], ...]]:
    resources: list[tuple[int, int]] = []
    on_card: list[tuple[int, int]] = []
    for node in header.resources:
        amount, counter = counters(u, node)
        spec = u.book.sheet.counters[counter.id]
        if not amount.isdigit():
            raise Problem("type-mismatch", "a cost is a plain number", node)
        (resources if spec.of == "player" else on_card).append((spec.number, int(amount)))
    return (tuple(resources), 0, header.special), tuple(on_card)
