"""Offers: what somebody may do, asked only where it can be done."""

from __future__ import annotations

from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Node
from terrus_dsl.lower import lasting
from terrus_dsl.lower.actions import Action, perform, possible, read_action
from terrus_dsl.lower.choices import pick_from
from terrus_dsl.lower.filters import candidates
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.subjects import keep_named
from terrus_dsl.lower.unit import Unit

__all__ = ["choice_is_offer", "offer", "optional"]


def optional(u: Unit, node: Node) -> str:
    """`X may do something`: an offer, made only if it can be done."""
    np, vp = node.children[0], node.children[2]
    assert isinstance(np, Node) and isinstance(vp, Node)
    p = phrase(u, np)
    if (p.filter is not None and p.filter.domain == "object") or vp.kind != "act":
        return lasting.permission(u, node)
    if p.value is not None and p.value.domain == "object":
        return lasting.permission(u, node)
    if p.value is None and p.quantity == "all":
        players = u.temp(candidates(u, p.filter))  # type: ignore[arg-type]
        player = u.temp("-1")
        with u.block(f"for {player} in {players}:"), u.inner():
            u.scope.you = u.scope.they = player
            offer(u, vp, node)
        return "1"
    value = p.value if p.value is not None else pick_from(u, p)
    saved = u.scope
    u.scope = saved.copy()
    u.scope.you = value.code
    if value.code != saved.you:
        u.scope.they = value.code
    done = offer(u, vp, node)
    inner = u.scope
    u.scope = saved
    keep_named(u, inner, value)
    return done


def offer(u: Unit, vp: Node, node: Node) -> str:
    """Ask whether an action is done, where it can be; the result says whether it was."""
    action_node = vp.children[0]
    assert isinstance(action_node, Node)
    action = read_action(action_node)
    if choice_is_offer(u, action):
        action.optional = True
        u.conditional += 1
        done = perform(u, action)
        u.conditional -= 1
        return done
    done = u.temp("0")
    site, args = u.options("[1]", show(vp, u.book.words))
    with u.block(f"if {possible(u, action_node)}:"):
        answer = u.temp(f"confirm(S, {u.scope.you}, {site.number}, {args})")
        with u.block(f"if {answer}:"):
            u.conditional += 1
            u.line(f"{done} = {perform(u, action)}")
            u.conditional -= 1
    return done


def choice_is_offer(u: Unit, action: Action) -> bool:
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
