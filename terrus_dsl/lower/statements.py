"""Sentences: what is done, for whom, under which condition, how often and for how long."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import continuous
from terrus_dsl.lower.actions import Action, perform, possible, read_action, restriction
from terrus_dsl.lower.book import python_name
from terrus_dsl.lower.chained import chain_test
from terrus_dsl.lower.choices import pick, pick_from
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.filters import candidates
from terrus_dsl.lower.nouns import Phrase, each_of, phrase
from terrus_dsl.lower.numbers import number_code
from terrus_dsl.lower.unit import LOST, Problem, Unit, Value

__all__ = ["body", "chain", "statement"]


def body(u: Unit, node: Node) -> None:
    """All sentences of an ability."""
    for sentence in node.children:
        assert isinstance(sentence, Node)
        write_sentence(u, sentence)


def write_sentence(u: Unit, sentence: Node) -> None:
    """One sentence with what hangs on whether it was done."""
    inner = sentence.children[0]
    assert isinstance(inner, Node)
    follow = next((c for c in sentence.children[1:] if isinstance(c, Node)), None)
    if follow is None:
        statement(u, inner)
        return
    u.branch = None
    follow_up(u, follow, statement(u, inner))


def follow_up(u: Unit, follow: Node, done: str) -> None:
    """`If they do, …; otherwise, …` after something that may not have been done."""
    if follow.kind == "if_they_do_not":
        with u.block(f"if not {done}:"), u.inner():
            _forget_branch(u)
            chain(u, follow.first("chain"))  # type: ignore[arg-type]
        return
    with u.block(f"if {done}:"), u.inner():
        if u.branch is not None:  # what was named in the branch that was taken
            u.scope = u.branch.copy()
        chain(u, follow.first("chain"))  # type: ignore[arg-type]
    otherwise = follow.first("otherwise")
    if otherwise is not None:
        with u.block("else:"), u.inner():
            _forget_branch(u)
            chain(u, otherwise.first("chain"))  # type: ignore[arg-type]


def _forget_branch(u: Unit) -> None:
    """What only the other branch named is no “it” here, and neither is what was “it” before."""
    if u.branch is not None and u.branch.it is not u.scope.it:
        u.scope.it = LOST


def statement(u: Unit, node: Node) -> str:
    """One statement; the result is the code of whether it was done."""
    handler = _STATEMENTS.get(node.kind)
    if handler is None:
        raise Problem("no-executor", f"this cannot be done here ({node.kind})", node)
    return handler(u, node)


def chain(u: Unit, node: Node) -> str:
    """Clauses joined by “, then”; the result is that of the last one."""
    done = "1"
    for child in node.children:
        if isinstance(child, Node):
            done = clause(u, child)
    return done


def clause(u: Unit, node: Node) -> str:
    """One clause."""
    handler = _CLAUSES.get(node.kind)
    if handler is None:
        raise Problem("no-executor", f"this cannot be done here ({node.kind})", node)
    return handler(u, node)


# ---------------------------------------------------------------- clauses


def _imperative(u: Unit, node: Node) -> str:
    vp = node.children[0]
    assert isinstance(vp, Node)
    return verb_phrase(u, vp, None, node)


def _declarative(u: Unit, node: Node) -> str:
    np, vp = node.children[0], node.children[1]
    assert isinstance(np, Node) and isinstance(vp, Node)
    if vp.kind in continuous.KINDS:
        return continuous.effect(u, node)
    p = phrase(u, np)
    if p.value is not None and not p.value.many:
        return _with_subject(u, p.value, vp, node)
    domain = p.value.domain if p.value is not None else p.filter.domain  # type: ignore[union-attr]
    if domain == "player" and (p.value is not None or p.quantity == "all"):
        return _each_player(u, p, vp, node)
    if p.value is not None:
        return _each_thing(u, p.value, vp, node)
    value = pick_from(u, p)
    return _each_thing(u, value, vp, node) if value.many else _with_subject(u, value, vp, node, chosen=True)


def _with_subject(u: Unit, value: Value, vp: Node, node: Node, *, chosen: bool = False) -> str:
    if value.domain == "player":
        saved = u.scope
        u.scope = saved.copy()
        u.scope.you = value.code
        u.scope.they = value.code if value.code != saved.you else saved.they
        done = u.temp("0") if chosen else ""
        if chosen:
            with u.block(f"if {value.code} >= 0:"):
                u.line(f"{done} = {verb_phrase(u, vp, None, node)}")
        else:
            done = verb_phrase(u, vp, None, node)
        inner = u.scope
        u.scope = saved
        _keep(u, inner, value)
        return done
    u.bind(value)
    done = u.temp("0")
    with u.block(f"if {value.code} >= 0:"):
        u.line(f"{done} = {verb_phrase(u, vp, value, node)}")
    return done


def _keep(u: Unit, inner: object, value: Value) -> None:
    """What was named with another subject stays named; “they” is that subject."""
    from terrus_dsl.lower.unit import Scope

    assert isinstance(inner, Scope)
    u.scope.it, u.scope.them, u.scope.things, u.scope.past = inner.it, inner.them, inner.things, inner.past
    u.scope.amount, u.scope.rest, u.scope.names = inner.amount, inner.rest, inner.names
    if value.code != u.scope.you:
        u.scope.they = value.code


def _each_player(u: Unit, p: Phrase, vp: Node, node: Node) -> str:
    """Each player in turn order; where all must choose, all choose before anything happens (cards say it at once)."""
    players = p.value.code if p.value is not None else u.temp(candidates(u, p.filter))  # type: ignore[arg-type]
    verb = _verb_of(vp)
    if verb in ("choose", "secretly choose"):
        return _each_chooses(u, players, vp, node)
    if verb in ("win", "lose") and any(leaf.id == "game" for leaf in vp.leaves()):
        u.line(f"{verb}_all(S, {players}, {u.rule or u.subject!r})")
        return "1"
    choice = _shared_choice(u, vp)
    if choice is None:
        player = u.temp("-1")
        with u.block(f"for {player} in {players}:"), u.inner():
            u.scope.you = u.scope.they = player
            u.scope.amount = u.scope.amount
            verb_phrase(u, vp, None, node)
        return "1"
    chosen = u.temp("()")
    player = u.temp("-1")
    with u.block(f"for {player} in {players}:"), u.inner():
        u.scope.you = u.scope.they = player
        value = pick(u, choice)
        u.line(f"{chosen} = (*{chosen}, ({player}, {value.code if value.many else f'one({value.code})'}))")
    pair = u.temp("()")
    batch = u.batch()
    with u.block(f"for {pair} in {chosen}:"), u.inner():
        u.scope.you = u.scope.they = u.temp(f"{pair}[0]")
        u.scope.names["§chosen"] = u.temp(f"{pair}[1]")
        _perform_chosen(u, vp, choice)
    u.batch_over(batch)
    return "1"


def _verb_of(vp: Node) -> str:
    inner = vp.children[0]
    return read_action(inner).verb if vp.kind == "act" and isinstance(inner, Node) else ""


def _each_chooses(u: Unit, players: str, vp: Node, node: Node) -> str:
    """Each player chooses; what all have chosen is “them”, and “it” for each of them."""
    chosen = u.temp("()")
    player = u.temp("-1")
    with u.block(f"for {player} in {players}:"), u.inner():
        u.scope.you = u.scope.they = player
        verb_phrase(u, vp, None, node)
        value = u.scope.past[read_action(vp.children[0]).verb]  # type: ignore[arg-type]
        u.line(f"{chosen} = (*{chosen}, *{value.code if value.many else f'one({value.code})'})")
    u.scope.them = u.scope.it = Value(chosen, "object", True)
    u.scope.they = u.scope.they or "S.active"
    u.scope.past["choose"] = u.scope.them
    return f"len({chosen})"


def _shared_choice(u: Unit, vp: Node) -> Node | None:
    if vp.kind != "act" or not isinstance(vp.children[0], Node) or vp.children[0].kind != "act_on":
        return None
    action = read_action(vp.children[0])
    if (
        action.verb not in u.book.definitions
        or action.preps
        or not isinstance(action.arg, Node)
        or action.arg.kind != "np"
    ):
        return None
    saved = u.scope
    u.scope = saved.copy()
    u.scope.they = "they"
    p = phrase(u, action.arg)
    u.scope = saved
    return action.arg if p.filter is not None and p.quantity in ("one", "some") else None


def _perform_chosen(u: Unit, vp: Node, choice: Node) -> None:
    action = read_action(vp.children[0])  # type: ignore[arg-type]
    thing = u.temp("-1")
    name = python_name(action.verb)
    with u.block(f"for {thing} in {u.scope.names['§chosen']}:"):
        result = u.temp(f"do_{name}(S, {u.scope.me or '-1'}, {u.scope.you}, {thing}, 1, -1)")
        u.line(f"_ = {result}")


def _each_thing(u: Unit, value: Value, vp: Node, node: Node) -> str:
    thing = u.temp("-1")
    with u.block(f"for {thing} in {value.code}:"), u.inner():
        one = u.bind(Value(thing, value.domain, False, value.noun))
        verb_phrase(u, vp, one, node)
    u.scope.them = value
    return f"len({value.code})"


def _optional(u: Unit, node: Node) -> str:
    """`X may do something`: an offer, made only if it can be done."""
    np, vp = node.children[0], node.children[2]
    assert isinstance(np, Node) and isinstance(vp, Node)
    p = phrase(u, np)
    if (p.filter is not None and p.filter.domain == "object") or vp.kind != "act":
        return continuous.permission(u, node)
    if p.value is not None and p.value.domain == "object":
        return continuous.permission(u, node)
    if p.value is None and p.quantity == "all":
        players = u.temp(candidates(u, p.filter))  # type: ignore[arg-type]
        player = u.temp("-1")
        with u.block(f"for {player} in {players}:"), u.inner():
            u.scope.you = u.scope.they = player
            _offer(u, vp, node)
        return "1"
    value = p.value if p.value is not None else pick_from(u, p)
    saved = u.scope
    u.scope = saved.copy()
    u.scope.you = value.code
    if value.code != saved.you:
        u.scope.they = value.code
    done = _offer(u, vp, node)
    inner = u.scope
    u.scope = saved
    _keep(u, inner, value)
    return done


def _offer(u: Unit, vp: Node, node: Node) -> str:
    action_node = vp.children[0]
    assert isinstance(action_node, Node)
    action = read_action(action_node)
    if _choice_is_offer(u, action):
        action.optional = True
        u.conditional += 1
        done = perform(u, action)
        u.conditional -= 1
        return done
    from terrus_dsl.language.show import show

    done = u.temp("0")
    site, args = u.options("[1]", show(vp, u.book.words))
    with u.block(f"if {possible(u, action_node)}:"):
        answer = u.temp(f"confirm(S, {u.scope.you}, {site.number}, {args})")
        with u.block(f"if {answer}:"):
            u.conditional += 1
            u.line(f"{done} = {perform(u, action)}")
            u.conditional -= 1
    return done


def _choice_is_offer(u: Unit, action: Action) -> bool:
    """Whether declining is one of the options of the action's own choice, so that nothing else need be asked."""
    if not isinstance(action.arg, Node) or action.arg.kind != "np":
        return False
    if action.verb not in u.book.definitions and action.verb not in ("choose", "put", "return", "move", "reveal"):
        return False
    if any(isinstance(n, Node) and n.kind == "np" for _, n in action.preps):
        return False  # two choices: an offer of its own, then both
    p = phrase(u, action.arg)
    return (
        p.value is None
        and p.quantity == "one"
        and p.filter is not None
        and p.filter.supply is None
        and p.filter.superlative is None
    )


def verb_phrase(u: Unit, vp: Node, subject: Value | None, clause_node: Node) -> str:
    """A verb phrase in an effect."""
    if vp.kind == "act":
        inner = vp.children[0]
        assert isinstance(inner, Node)
        return perform(u, read_action(inner), subject=subject)
    if vp.kind in ("become", "stop"):
        return _become(u, vp, subject)
    raise Problem("no-executor", f"this cannot be done by “{vp.kind}”", vp)


def _become(u: Unit, vp: Node, subject: Value | None) -> str:
    if subject is None:
        raise Problem("type-mismatch", "a player becomes nothing by this", vp)
    if vp.kind == "stop":
        leaf = next(c for c in vp.children if isinstance(c, Leaf) and c.terminal == "RELATION")
        u.line(f"relate(S, {_relation(u, leaf)}, {subject.code}, -1)")
        return "1"
    predicate = vp.children[-1]
    assert isinstance(predicate, Node)
    leaf = next(leaf for leaf in predicate.leaves() if not leaf.literal)
    if predicate.kind in ("adjective", "not_adjective"):
        on = predicate.kind == "adjective"
        if leaf.id in ("face down", "face up"):
            u.line(f"turn_face(S, {subject.code}, {(leaf.id == 'face down') == on})")
        elif leaf.id in u.book.states:
            u.line(f"set_state(S, {subject.code}, {u.book.states[leaf.id]}, {on})")
        else:
            raise Problem("no-executor", f"nothing can become “{leaf.id}”: it is defined by a rule or printed", leaf)
    elif predicate.kind == "relating_to":
        bare = predicate.first("bare")
        assert bare is not None
        value = pick(u, bare)
        u.line(f"relate(S, {_relation(u, leaf)}, {subject.code}, {value.code})")
        u.scope.it = subject
    else:
        return continuous.effect(u, Node("declarative", (Node("§", ()), vp)), subject=subject)
    return "1"


def _relation(u: Unit, leaf: Leaf) -> int:
    number = u.book.relation_numbers.get(leaf.id)
    if number is None:
        raise Problem("no-executor", f"“{leaf.id}” is defined by a rule and cannot be set", leaf)
    return number


def _let_number(u: Unit, node: Node) -> str:
    name = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "VAR")
    number = node.first("number")
    assert number is not None
    code = number_code(u, number)
    known = u.scope.names.get(name.id)
    if known is not None:
        u.line(f"{known} = {code}")
        return "1"
    u.scope.names[name.id] = u.temp(code)
    u.scope.amount = u.scope.names[name.id]
    return "1"


def _let_role(u: Unit, node: Node) -> str:
    role = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "ROLE")
    np = node.first("np")
    assert np is not None
    saved = u.scope.you
    value = pick(u, np)
    kind = u.book.sheet.roles[role.id]
    if value.domain != kind or value.many:
        raise Problem("type-mismatch", f"“{role.id}” is one {kind}", np)
    u.scope.you = saved
    u.line(f"set_role(S, {u.book.roles[role.id]}, {value.code})")
    return "1"


def _become_count(u: Unit, node: Node) -> str:
    from terrus_dsl.lower import nouns
    from terrus_dsl.lower.numbers import _thing

    poss, counter, number = node.children[0], node.children[1], node.children[-1]
    assert isinstance(poss, Node) and isinstance(counter, Leaf) and isinstance(number, Node)
    spec = u.book.sheet.counters[counter.id]
    code = number_code(u, number)
    if spec.of == "player":
        u.line(f"set_tally(S, {spec.number}, {nouns.player_of(u, poss)}, {code})")
    else:
        own = poss if poss.kind == "own" else poss.children[0]
        u.line(f"set_counters(S, {spec.number}, {_thing(u, own)}, {code})")  # type: ignore[arg-type]
    return "1"


def _open_window(u: Unit, node: Node) -> str:
    window = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "WINDOW")
    number = u.book.sheet.windows[window.id].number
    phrases = [phrase(u, c) for c in node.children if isinstance(c, Node) and c.kind == "np"]
    if len(phrases) == 2:
        codes = [p.value.code for p in phrases if p.value is not None]
        if len(codes) != 2:
            raise Problem("ambiguous-reference", "say which two players", node)
        u.line(f"_ = priority(S, {number}, ({codes[0]}, {codes[1]}))")
        return "1"
    p = phrases[0]
    if p.value is not None and not p.value.many:
        u.line(f"_ = open_window(S, {number}, {p.value.code})")
    else:
        players = p.value.code if p.value is not None else candidates(u, p.filter)  # type: ignore[arg-type]
        u.line(f"_ = priority(S, {number}, tuple({players}))")
    return "1"


def _offer_window(u: Unit, node: Node) -> str:
    """`Each player may act in the … window.`: done where somebody acts, which closes it."""
    window, np = node.children[-1], node.children[0]
    assert isinstance(window, Leaf) and isinstance(np, Node)
    p = phrase(u, np)
    if p.value is not None:
        players = p.value.code if p.value.many else f"one({p.value.code})"
    else:
        players = candidates(u, p.filter)  # type: ignore[arg-type]
    return u.temp(f"one_act(S, {u.book.sheet.windows[window.id].number}, tuple({players}))")


# ---------------------------------------------------------------- statements


def _plain(u: Unit, node: Node) -> str:
    return chain(u, node.children[0])  # type: ignore[arg-type]


def _if_then(u: Unit, node: Node) -> str:
    condition, then = node.first("condition"), node.first("chain")
    otherwise = node.first("otherwise")
    assert condition is not None and then is not None
    done = u.temp("0")
    with u.block(f"if {condition_code(u, condition)}:"), u.inner():
        u.line(f"{done} = {chain(u, then)}")
        branch = u.scope
    u.branch = branch
    if otherwise is not None:
        with u.block("else:"), u.inner():
            chain(u, otherwise.first("chain"))  # type: ignore[arg-type]
    return done


def _suffix_if(u: Unit, node: Node) -> str:
    then, condition = node.first("chain"), node.first("condition")
    assert condition is not None and then is not None
    with u.block(f"if {condition_code(u, condition)}:"), u.inner():
        chain(u, then)
    return "1"


def _unless(u: Unit, node: Node) -> str:
    then, np, vp = node.first("chain"), node.first("np"), node.first("vp") or node.children[-1]
    assert then is not None and np is not None and isinstance(vp, Node)
    then, there_is = _named_first(u, then)
    p = phrase(u, np)
    if p.value is None or p.value.domain != "player":
        raise Problem("ambiguous-reference", "say who may prevent it", np)
    saved = u.scope
    u.scope = saved.copy()
    u.scope.you = p.value.code
    prevented = u.temp("0")
    with u.block(f"if {there_is}:"):
        u.line(f"{prevented} = {_offer(u, vp, node)}")
    u.scope = saved
    with u.block(f"if not {prevented}:"), u.inner():
        chain(u, then)
    return "1"


def _named_first(u: Unit, then: Node) -> tuple[Node, str]:
    """What is done with “it” in place of its one thing, which is chosen here, and the code of whether there is one.

    So “unless its owner …” means the owner of what it would be done to.
    """
    clause = then.children[0]
    vp = clause.children[0] if isinstance(clause, Node) and clause.kind == "imperative" else None
    inner = vp.children[0] if isinstance(vp, Node) and vp.kind == "act" else None
    action = read_action(inner) if isinstance(inner, Node) else None
    if action is None or not isinstance(action.arg, Node) or action.arg.kind != "np":
        return then, "True"
    if action.verb == "cancel":
        found = u.temp(f"cancelling(S, {u.scope.you}, {chain_test(u, action)})")
        return then, f"{u.bind(Value(found, 'object', False)).code} >= 0"
    if not _choice_is_offer(u, action):
        return then, "True"
    value = pick(u, action.arg, condition=restriction(u, action))
    it = Node("np", (Node("bare", (Node("pronoun", (Leaf("IT", "it", literal=True),)),)),))
    return _replaced(then, action.arg, it), f"{value.code} >= 0"


def _replaced(tree: Node, old: Node, new: Node) -> Node:
    """A tree with another node in the place of one of its own."""
    parts = (new if c is old else _replaced(c, old, new) if isinstance(c, Node) else c for c in tree.children)
    return Node(tree.kind, tuple(parts))


def _for_each(u: Unit, node: Node) -> str:
    then = node.first("chain")
    assert then is not None
    p = each_of(u, node, "chain")
    assert p.filter is not None
    items = u.temp(candidates(u, p.filter))
    thing = u.temp("-1")
    with u.block(f"for {thing} in {items}:"), u.inner():
        if p.filter.domain == "player":
            u.scope.they = thing
        else:
            u.bind(Value(thing, p.filter.domain, False, p.filter.noun))
        chain(u, then)
    return f"len({items})"


def _for_each_player(u: Unit, node: Node) -> str:
    then = node.first("chain")
    assert then is not None
    noun = next(leaf for leaf in node.children if isinstance(leaf, Leaf) and leaf.terminal == "NOUN")
    others = f"[o for o in order(S, {u.scope.you}) if o != {u.scope.you}]"
    player = u.temp("-1")
    with u.block(f"for {player} in {others if noun.id == 'opponent' else f'order(S, {u.scope.you})'}:"), u.inner():
        u.scope.they = player
        chain(u, then)
    return "1"


def _repeat_until(u: Unit, node: Node) -> str:
    condition, then = node.first("condition"), node.first("chain")
    assert condition is not None and then is not None
    with u.block("while True:"), u.inner():
        with u.block(f"if {condition_code(u, condition)}:"):
            u.line("break")
        chain(u, then)
        u.checkpoint()
    return "1"


def _repeat_times(u: Unit, node: Node) -> str:
    number, then = node.first("number"), node.first("chain")
    assert number is not None and then is not None
    turn = u.temp("0")
    with u.block(f"for {turn} in list(range({number_code(u, number)})):"), u.inner():
        chain(u, then)
    return "1"


def _modes(u: Unit, node: Node) -> str:
    from terrus_dsl.language.show import show

    count = next(c for c in node.children if isinstance(c, Node) and c.kind in ("exactly", "up_to"))
    modes = [c for c in node.children if isinstance(c, Node) and c.kind == "mode"]
    number = next(leaf.id for leaf in count.leaves() if leaf.terminal == "DIGITS")
    tests = []
    for mode in modes:
        first = next(
            (n for n in mode.walk() if n.kind in ("act_on", "act_alone", "act_from", "act_toward", "choose")), None
        )
        tests.append(possible(u, first) if first is not None else "True")
    options = " + ".join(f"([{i}] if {t} else [])" if t != "True" else f"[{i}]" for i, t in enumerate(tests))
    words = "; or ".join(show(m, u.book.words) for m in modes)
    site, args = u.options(options, f"modes: {words}")
    low = "0" if count.kind == "up_to" else number
    chosen = u.temp(f"pick_many(S, {u.scope.you}, {site.number}, {args}, {low}, {number})")
    for i, mode in enumerate(modes):
        with u.block(f"if {i} in {chosen}:"), u.inner():
            chain(u, mode.first("chain"))  # type: ignore[arg-type]
    return f"len({chosen})"


def _delayed(u: Unit, node: Node) -> str:
    return continuous.delayed(u, node)


def _lasting(u: Unit, node: Node) -> str:
    return continuous.lasting(u, node)


_CLAUSES = {
    "imperative": _imperative,
    "declarative": _declarative,
    "optional": _optional,
    "set_number": lambda u, node: continuous.effect(u, node),
    "become_number": lambda u, node: continuous.effect(u, node),
    "become_count": _become_count,
    "let_number": _let_number,
    "let_role": _let_role,
    "open_window": _open_window,
    "open_window_two": _open_window,
    "offer_window": _offer_window,
}

_STATEMENTS = {
    "plain_statement": _plain,
    "suffix_if": _suffix_if,
    "unless": _unless,
    "if_then": _if_then,
    "for_each": _for_each,
    "for_each_player": _for_each_player,
    "repeat_until": _repeat_until,
    "repeat_times": _repeat_times,
    "modes": _modes,
    "triggered": _delayed,
    "triggered_if": _delayed,
    "replacement": _delayed,
    "next_replacement": _delayed,
    "while_then": _lasting,
    "duration_then": _lasting,
}
