"""Clauses with a subject: who does it, or to what it happens, one or several."""

from __future__ import annotations

from terrus_dsl.language.tree import Node
from terrus_dsl.lower import continuous, lasting
from terrus_dsl.lower.actions import read_action
from terrus_dsl.lower.book import python_name
from terrus_dsl.lower.choices import pick, pick_from
from terrus_dsl.lower.filters import candidates
from terrus_dsl.lower.nouns import Phrase, phrase
from terrus_dsl.lower.unit import Scope, Unit, Value
from terrus_dsl.lower.verb_phrases import verb_phrase

__all__ = ["declarative", "keep_named"]


def declarative(u: Unit, node: Node) -> str:
    """`X does something`, `X becomes something`, `X has something for a while`."""
    np, vp = node.children[0], node.children[1]
    assert isinstance(np, Node) and isinstance(vp, Node)
    if vp.kind in continuous.KINDS:
        return lasting.effect(u, node)
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
        keep_named(u, inner, value)
        return done
    u.bind(value)
    done = u.temp("0")
    with u.block(f"if {value.code} >= 0:"):
        u.line(f"{done} = {verb_phrase(u, vp, value, node)}")
    return done


def keep_named(u: Unit, inner: Scope, value: Value) -> None:
    """What was named with another subject stays named; “they” is that subject."""
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
