"""Sentences: under which condition something is done, how often, for how long, and what hangs on it."""

from __future__ import annotations

from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import lasting
from terrus_dsl.lower.actions import possible, read_action, restriction
from terrus_dsl.lower.chained import chain_test
from terrus_dsl.lower.choices import pick
from terrus_dsl.lower.clauses import chain
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.filters import candidates
from terrus_dsl.lower.nouns import each_of, phrase
from terrus_dsl.lower.numbers import number_code
from terrus_dsl.lower.offers import choice_is_offer, offer
from terrus_dsl.lower.unit import LOST, Problem, Unit, Value

__all__ = ["body", "follow_up", "statement", "write_sentence"]


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
        u.line(f"{prevented} = {offer(u, vp, node)}")
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
    if not choice_is_offer(u, action):
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
    return lasting.delayed(u, node)


def _lasting(u: Unit, node: Node) -> str:
    return lasting.lasting(u, node)

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
