"""Actions: a verb with what it acts on, performed by a player or by a thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Leaf, Node, Tree
from terrus_dsl.lower.book import Definition, python_name
from terrus_dsl.lower.chained import borrowable, chain_test
from terrus_dsl.lower.choices import any_candidate, pick
from terrus_dsl.lower.filters import VAR, candidates
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.numbers import counters, number_code
from terrus_dsl.lower.renew import renewed
from terrus_dsl.lower.unit import Problem, Unit, Value
from terrus_dsl.lower.whose import zone_index

__all__ = ["Action", "independent", "perform", "possible", "read_action", "restriction"]


@dataclass
class Action:
    """An action taken apart: the verb and the nodes it takes."""

    verb: str
    node: Node
    arg: Tree | None = None
    preps: list[tuple[str, Node]] = field(default_factory=list)
    adverbs: tuple[str, ...] = ()
    source: Node | None = None  # "from" a thing, with counters
    optional: bool = False

    def prep(self, *names: str) -> Node | None:
        """What stands behind one of these prepositions."""
        return next((node for name, node in self.preps if name in names), None)


def read_action(node: Node) -> Action:
    """Take an `action` (or the inside of a passive) apart."""
    verb = next(
        leaf for leaf in node.children if isinstance(leaf, Leaf) and not (leaf.literal and leaf.id not in ("choose",))
    )
    action = Action(verb.id, node)
    for child in node.children:
        if isinstance(child, Leaf):
            if child.terminal == "ADVERB":
                action.adverbs += (child.id,)
        elif child.kind == "prep":
            word, target = child.children[0], child.children[-1]
            assert isinstance(word, Leaf) and isinstance(target, Node)
            action.preps.append((word.id, target.children[0]))  # type: ignore[arg-type]
        elif child.kind == "arg":
            action.arg = child.children[0]
    if node.kind == "act_from":
        action.arg = Node("counters", tuple(c for c in node.children[1:3]))
        action.source = node.children[-1]  # type: ignore[assignment]
    if node.kind == "choose":
        action.arg = node.first("np")
    return action


def perform(u: Unit, action: Action, *, subject: Value | None = None) -> str:
    """Write an action; the result is the code of whether (or how often) it happened."""
    if action.node.kind == "choose_number":
        numbers = [number_code(u, c) for c in action.node.children if isinstance(c, Node)]
        site, args = u.options(f"list(range({numbers[0]}, {numbers[1]} + 1))", "a number")
        u.scope.amount = u.temp(f"pick(S, {u.scope.you}, {site.number}, {args})")
        return "1"
    if definition_of(u, action) is not None:
        return _perform_defined(u, action, subject)
    lower = u.draft.kernel.get(action.verb)
    if lower is None:
        raise Problem(
            "no-executor",
            f"nothing says what “{action.verb}” does",
            action.node,
            f"define it in the rulebook: To {action.verb} …: …",
        )
    return lower(u, action, subject) or "1"


def definition_of(u: Unit, action: Action) -> Definition | None:
    """What the rulebook says of the verb; a verb may be defined once for each kind of counter."""
    arg = action.arg
    if isinstance(arg, Node) and arg.kind == "counters":
        counter = next((leaf.id for leaf in arg.leaves() if leaf.terminal == "COUNTER"), "")
        special = u.book.definitions.get(f"{action.verb} {counter}")
        if special is not None:
            return special
    return u.book.definitions.get(action.verb)


def _perform_defined(u: Unit, action: Action, subject: Value | None) -> str:
    definition = definition_of(u, action)
    assert definition is not None
    values, amount = arguments(u, action)
    me = subject.code if subject is not None else (u.scope.me or "-1")
    slots = list(values)
    call = f"do_{python_name(definition.key)}"
    shares = _divided(u, action, me, amount, call)
    if shares is not None:
        return shares
    loops = [v for v in slots if v.many]
    codes = [v.code for v in slots] + ["-1"] * (2 - len(slots))
    if not loops:
        done = u.temp(f"{call}(S, {me}, {u.scope.you}, {codes[0]}, {amount}, {codes[1]})")
        _remember(u, action.verb, slots)
        return done
    if len(loops) > 1:
        raise Problem("type-mismatch", f"“{action.verb}” takes several things in one place only", action.node)
    done = u.temp("()")

    def at_once(things: str) -> None:
        if action.verb in u.draft.preceded:
            with u.block(f"if {things}:"):
                u.line(f"before_{python_name(definition.key)}(S, {u.scope.you})")
        batch = u.batch()
        thing = u.temp("-1")
        with u.block(f"for {thing} in {things}:"):
            inner = [thing if v.many else v.code for v in slots] + ["-1"] * (2 - len(slots))
            result = u.temp(f"{call}(S, {me}, {u.scope.you}, {inner[0]}, {amount}, {inner[1]})")
            with u.block(f"if {result}:"):
                u.line(f"{done} = ({thing}, *{done})")
        u.batch_over(batch)

    at_once(loops[0].code)
    if loops[0].pile is not None:
        _taken_on(u, loops[0], done, at_once)
    u.scope.past[action.verb] = Value(done, loops[0].domain, True, loops[0].noun)
    u.scope.them = Value(done, loops[0].domain, True, loops[0].noun) if loops[0].domain == "object" else u.scope.them
    u.scope.amount = f"len({done})"
    return f"len({done})"


def _taken_on(u: Unit, taken: Value, done: str, at_once: Callable[[str], None]) -> None:
    """Where a pile runs out, it may be renewed and the rest is taken; what went back into it is not spoken of."""
    assert taken.pile is not None
    name, player, count = taken.pile
    pile = f"S.zones[{u.book.zone_base(name)} + {player}]"
    left = u.temp(f"{count} - len({taken.code}) if {taken.code} else 0")
    turn = u.temp("0")
    with u.block(f"for {turn} in list(range({left})):"):
        cards = u.temp("()")
        with u.block(f"if {left} > 0 and not {pile}:"):
            u.line(renewed(u, name, player))
            u.line(f"{done} = without({done}, {pile})")
            u.line(f"{cards} = top_of({pile}, {left})")
        u.line(f"{left} = {left} - len({cards}) if {cards} else 0")
        at_once(cards)


def _divided(u: Unit, action: Action, me: str, amount: str, call: str) -> str | None:
    """`… divided as you choose among …`: unit by unit, to any of what the phrase admits."""
    among = next((node for name, node in action.preps if name.startswith("divided")), None)
    if among is None:
        return None
    p = phrase(u, among)
    if p.filter is None:
        raise Problem("type-mismatch", "divide among a kind of thing", among)
    site, args = u.options(candidates(u, p.filter), show(among, u.book.words))
    site.domain = p.filter.domain
    shares = u.temp(f"distribute(S, {u.scope.you}, {site.number}, {args}, {amount})")
    share = u.temp("()")
    batch = u.batch()
    with u.block(f"for {share} in {shares}:"):
        u.line(f"{call}(S, {me}, {u.scope.you}, {share}[0], {share}[1], -1)")
    u.batch_over(batch)
    return f"len({shares})"


def arguments(u: Unit, action: Action) -> tuple[list[Value], str]:
    """The things and the amount that a defined verb is given, in the order of its parameters."""
    definition = definition_of(u, action)
    assert definition is not None
    values: list[Value] = []
    amount = "1"
    wants = list(definition.params)
    given = [("", action.arg)] if isinstance(action.arg, Node) else []
    for name, node in (*given, *action.preps):
        if name.startswith("divided"):
            return [], amount
        if node.kind == "counters":
            amount, counter = counters(u, node)
            if definition.counter and counter.id != definition.counter:
                raise Problem("type-mismatch", f"“{action.verb}” takes {definition.counter}, not {counter.id}", node)
        elif node.kind == "number":
            amount = number_code(u, node)
        elif node.kind == "zone":
            values.append(Value(zone_index(u, node), "zone"))
        elif node.kind == "np":
            values.append(_argument(u, action, node, wants, len(values)))
        else:
            raise Problem("type-mismatch", f"“{action.verb}” cannot take this", node)
    expected = sum(kind in ("object", "player", "space") for kind, _ in wants)
    if len(values) != expected or len(values) > 2:
        message = f"“{action.verb}” takes {expected} things, here are {len(values)}"
        raise Problem("type-mismatch", message, action.node)
    return values, amount


def _argument(u: Unit, action: Action, node: Node, wants: list[tuple[str, str]], index: int) -> Value:
    objects = [w for w in wants if w[0] in ("object", "player", "space")]
    if index >= len(objects):
        raise Problem("type-mismatch", f"“{action.verb}” takes no such thing", node)
    kind, noun = objects[index]
    value = pick(u, node, optional=action.optional, condition=allowed(u, action.verb, index))
    if value.domain not in (kind, "number") and not (kind == "object" and value.domain == "space"):
        raise Problem("type-mismatch", f"“{action.verb}” takes a {noun}, not a {value.domain}", node)
    return value


def restriction(u: Unit, action: Action) -> str | None:
    """What the first thing that an action is done to must satisfy besides what its phrase says."""
    return allowed(u, action.verb) if action.verb in u.book.definitions else None


def allowed(u: Unit, verb: str, index: int = 0) -> str | None:
    """What the verb's first thing must satisfy besides: nothing forbids doing it; what can't be moved stays put."""
    barred = "move" if verb in ("put", "return") else verb
    if index or barred not in u.draft.restricted:
        return None
    return f"able(S, {u.book.verbs[barred]}, {u.scope.you}, {VAR})"


def _remember(u: Unit, verb: str, values: list[Value]) -> None:
    if values and values[0].domain == "object":
        u.scope.past[verb] = values[0]


def possible(u: Unit, node: Node, *, enough: bool = True) -> str:
    """The code of whether an action can be begun: its first mandatory choices have options, its cost can be paid.

    Where not as many as are asked for are needed, one is enough.
    """
    if node.kind == "choose_number":
        return "True"
    action = read_action(node)
    if action.verb == "pay" and isinstance(action.arg, Node):
        if next(action.arg.leaves()).id == "X":
            return "True"
        from terrus_dsl.lower.costs import payable

        return payable(u, action)
    tests = []
    if action.verb == "cancel":
        return f"cancellable(S, {u.scope.you}, {chain_test(u, action)})"
    if action.verb == "use":
        return f"bool({borrowable(u, action)[0]})"
    if action.verb in ("draw", "name", "roll", "shuffle", "search", "win", "lose"):
        return "True"
    if action.verb == "put" and _makes(action):
        return "True"
    nodes = [n for n in (action.arg, *(n for _, n in action.preps)) if isinstance(n, Node) and n.kind == "np"]
    for index, np in enumerate(nodes if action.verb in u.book.definitions else nodes[:1]):
        if index and not independent(np):
            continue
        tests.append(any_candidate(u, np, condition=allowed(u, action.verb, index), enough=enough))
    if (
        action.arg is not None
        and isinstance(action.arg, Node)
        and action.arg.kind == "counters"
        and action.verb in ("remove", "spend", "lose")
    ):
        from terrus_dsl.lower.costs import has_counters

        tests.append(has_counters(u, action))
    tests = [t for t in tests if t != "True"]
    return " and ".join(tests) or "True"


def _makes(action: Action) -> bool:
    """Whether what is put is made by the text itself."""
    return isinstance(action.arg, Node) and any(
        leaf.terminal == "SHAPE" or leaf.id == "token" for leaf in action.arg.leaves()
    )


def independent(np: Node) -> bool:
    """Whether what a later phrase admits does not depend on what an earlier one chose."""
    return not any(leaf.id in ("it", "its", "that", "those", "them") for leaf in np.leaves())
