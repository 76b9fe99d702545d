"""Rulebook entries: definitions of verbs and words, standing checks, static rules, triggers, abilities of players."""

from __future__ import annotations

from dataclasses import dataclass, field

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import abilities, clauses, events, statements
from terrus_dsl.lower.actions import possible
from terrus_dsl.lower.book import Definition, python_name
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.filters import candidates, matches
from terrus_dsl.lower.made import Made
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.unit import Draft, Problem, Scope, Unit, Value

__all__ = ["Rules", "define", "read_definition", "rule"]


@dataclass
class Rules:
    """What a rulebook gives besides verbs: programs by their role, entries, abilities of players."""

    made: Made = field(default_factory=Made)
    checks: list[int] = field(default_factory=list)
    losses: list[int] = field(default_factory=list)
    loss_counters: set[int] = field(default_factory=set)
    before_priority: list[int] = field(default_factory=list)
    bodies: dict[str, tuple[str, str]] = field(default_factory=dict)  # verb -> (body lines, rule)


def read_definition(node: Node, rule_id: str) -> Definition:
    """What `To … :` declares, before anything is lowered."""
    verb = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "VERB")
    params_node = node.first("params")
    params: list[tuple[str, str]] = []
    counter = ""
    for part in params_node.children if params_node is not None else ():
        if not isinstance(part, Node):
            continue
        if part.kind in ("amount_param", "counter_param"):
            params.append(("amount", ""))
            counter = next((leaf.id for leaf in part.leaves() if leaf.terminal == "COUNTER"), "")
            continue
        noun = next(leaf.id for leaf in part.leaves() if leaf.terminal == "NOUN")
        kind = "player" if noun in ("player", "opponent") else "space" if noun == "space" else "object"
        params.append((kind, noun))
    return Definition(verb.id, rule_id, tuple(params), counter, verb.id)


def define(draft: Draft, node: Node, definition: Definition, rules: Rules) -> None:
    """Lower the body of a definition; the function is completed when all texts are known."""
    rule_id = definition.rule
    scope = Scope(me="me", amount="amount")
    slots = ["it", "target"]
    for kind, noun in definition.params:
        if kind == "amount":
            continue
        code = slots.pop(0)
        if kind == "player":
            scope.they = code
        else:
            value = Value(code, kind, False, noun)
            scope.things.append(value)
            if code == "it":
                scope.it = value
    u = Unit(draft, scope, definition.verb, rule_id)
    body = node.first("body")
    assert body is not None
    for sentence in body.children:
        assert isinstance(sentence, Node)
        statements.write_sentence(u, sentence)
        if not definition.params and len(body.children) > 1:
            u.checkpoint()
    _gate(draft, definition, body)
    rules.bodies[definition.key] = ("\n".join(u.lines), rule_id)


def gated(node: Node) -> bool:
    """Whether a definition begins by paying or choosing, so that it must be asked whether it can be begun."""
    return bool(_first_actions(node.first("body")))


def _first_actions(body: Node | None) -> list[Node]:
    """The payments and choices with which a definition begins."""
    found: list[Node] = []
    for sentence in body.children if body is not None else ():
        statement = sentence.children[0]  # type: ignore[union-attr]
        if not isinstance(statement, Node) or statement.kind != "plain_statement":
            break
        for clause in statement.children[0].children:  # type: ignore[union-attr]
            if not isinstance(clause, Node):
                continue
            vp = clause.children[0]
            if clause.kind != "imperative" or not isinstance(vp, Node) or vp.kind != "act":
                return found
            action = vp.children[0]
            verb = next((leaf.id for leaf in action.leaves() if leaf.terminal == "VERB" or leaf.id == "choose"), "")  # type: ignore[union-attr]
            if verb not in ("pay", "choose"):
                return found
            found.append(action)  # type: ignore[arg-type]
    return found


def _gate(draft: Draft, definition: Definition, body: Node) -> None:
    """The function that says whether a verb can be begun with a thing."""
    if not definition.params or definition.params[0][0] != "object":
        return
    tests = []
    for action in _first_actions(body):
        u = Unit(
            draft,
            Scope(me=None, it=Value("it", "object", False, definition.params[0][1])),
            definition.verb,
            definition.rule,
        )
        u.scope.things.append(u.scope.it)  # type: ignore[arg-type]
        tests.append(possible(u, action))
    tests = [t for t in tests if t != "True"]
    if tests:
        name = draft.name("gate")
        draft.functions[name] = f"def {name}(S, you, it):\n    return {' and '.join(f'({t})' for t in tests)}"
        draft.places[name] = (definition.verb, definition.rule)
        draft.gates[draft.book.verbs[definition.verb]] = name


def rule(draft: Draft, node: Node, rule_id: str, rules: Rules) -> None:
    """Lower one line of a rulebook that is no definition."""
    inner = node.children[0] if node.kind == "ability" else node
    assert isinstance(inner, Node)
    if inner.kind == "labelled":
        made = abilities.ability(draft, inner, f"rule {rule_id}", rule_id, me=None)
        rules.made.add(made)
        return
    if inner.kind != "plain":
        raise Problem("no-executor", "a rulebook cannot say this", inner)
    body = inner.children[0]
    assert isinstance(body, Node)
    first = body.children[0].children[0]  # type: ignore[union-attr]
    assert isinstance(first, Node)
    if first.kind == "if_then":
        _check(draft, first, rule_id, rules)
    elif first.kind == "triggered" and first.children[0].kind == "before_priority":  # type: ignore[union-attr]
        _before(draft, first, rule_id, rules)
    elif first.kind == "triggered" and first.children[0].kind == "before_event":  # type: ignore[union-attr]
        _before_event(draft, first, rule_id)
    elif first.kind == "suffix_if" and _defines(draft, first):
        _definition(draft, first, rule_id)
    else:
        u = Unit(draft, Scope(me=None), f"rule {rule_id}", rule_id)
        if first.kind in ("triggered", "triggered_if"):
            rest = tuple(c for c in body.children[1:] if isinstance(c, Node))
            follow = tuple(c for c in body.children[0].children[1:] if isinstance(c, Node))  # type: ignore[union-attr]
            rules.made.entries.append(events.trigger(u, first, follow + rest))
        else:
            for sentence in body.children:
                rules.made.add(abilities.static(u, sentence.children[0]))  # type: ignore[union-attr,arg-type]


# ---------------------------------------------------------------- standing checks


def _check(draft: Draft, node: Node, rule_id: str, rules: Rules) -> None:
    """`If a card …, discard it.`: everything that the condition admits is found first, then all is done at once."""
    condition, then = node.first("condition"), node.first("chain")
    assert condition is not None and then is not None
    u = Unit(draft, Scope(me=None, you="you"), f"rule {rule_id}", rule_id)
    np = _open_subject(condition)
    verbs = {leaf.id for leaf in then.leaves() if leaf.terminal == "VERB"}
    ends_game = bool(verbs & {"lose", "win"}) and any(leaf.id == "game" for leaf in then.leaves())
    u.line("you = S.active")
    if np is None:
        with u.block(f"if {condition_code(u, condition)}:"):
            clauses.chain(u, then)
            u.line("return 1")
        u.line("return 0")
    else:
        found = u.temp(_found(u, condition, np))
        u.line(f"if not {found}:")
        u.line("    return 0")
        batch = u.batch()
        thing = u.temp("-1")
        p = phrase(u, np)
        assert p.filter is not None
        if ends_game and p.filter.domain == "object" and _loser(then) == "owner":
            u.line(f"lose_all(S, [owner(S, o) for o in {found}], {rule_id!r})")
        elif ends_game and p.filter.domain == "player":
            u.line(f"{'lose_all' if 'lose' in verbs else 'win_all'}(S, {found}, {rule_id!r})")
        else:
            with u.block(f"for {thing} in {found}:"), u.inner():
                if p.filter.domain == "player":
                    u.scope.they = thing
                else:
                    u.bind(Value(thing, p.filter.domain, False, p.filter.noun))
                clauses.chain(u, then)
        u.batch_over(batch)
        u.line("return 1")
    name = draft.name("check")
    number = draft.program(name, u.function(name, "S"), f"rule {rule_id}", rule_id)
    if ends_game:
        rules.losses.append(number)
        for leaf in condition.leaves():
            if leaf.terminal == "COUNTER":
                rules.loss_counters.add(draft.book.sheet.counters[leaf.id].number)
    else:
        rules.checks.append(number)


def _loser(then: Node) -> str:
    for leaf in then.leaves():
        if leaf.terminal == "PERSON":
            return "owner"
    return ""


def _found(u: Unit, condition: Node, np: Node) -> str:
    p = phrase(u, np)
    assert p.filter is not None
    saved = u.scope
    u.scope = saved.copy()
    player = p.filter.domain == "player"
    pronoun = Leaf("THEY" if player else "IT", "they" if player else "it", literal=True)
    if player:
        u.scope.they = "§§"
    else:
        u.scope.it = Value("§§", p.filter.domain, False, p.filter.noun)
    test = condition_code(u, _replaced(condition, np, Node("pronoun", (pronoun,))))
    u.scope = saved
    return f"[o for o in {candidates(u, p.filter, 'S.active')} if {test.replace('§§', 'o')}]"


def _open_subject(condition: Node) -> Node | None:
    """The first unnamed thing of a condition: `a card`, also as a possessor (`a card's counters`)."""
    for node in condition.walk():
        if node.kind == "there_is":
            return None
        if node.kind in ("np", "bare"):
            bare = node.children[0] if node.kind == "np" else node
            inner = bare.children[0] if isinstance(bare, Node) else None
            if isinstance(inner, Node) and inner.kind == "phrase" and isinstance(inner.children[0], Node):
                words = {leaf.id for leaf in inner.children[0].leaves()}
                return node if words & {"a", "an", "each"} else None
    return None


def _replaced(tree: Node, old: Node, pronoun: Node) -> Node:
    if tree is old:
        bare = Node("bare", (pronoun,))
        return Node("np", (bare,)) if old.kind == "np" else bare
    return Node(tree.kind, tuple(_replaced(c, old, pronoun) if isinstance(c, Node) else c for c in tree.children))


def _before(draft: Draft, node: Node, rule_id: str, rules: Rules) -> None:
    u = Unit(draft, Scope(me=None, they="you"), f"rule {rule_id}", rule_id)
    clauses.chain(u, node.first("chain"))  # type: ignore[arg-type]
    name = draft.name("before")
    rules.before_priority.append(draft.program(name, u.function(name, "S, you"), f"rule {rule_id}", rule_id))


def preceded_verb(node: Node) -> str:
    """The verb of `Before a player …s, …`, or nothing."""
    head = next((n for n in node.walk() if n.kind == "before_event"), None)
    return next((leaf.id for leaf in head.leaves() if leaf.terminal == "VERB"), "") if head is not None else ""


def _before_event(draft: Draft, node: Node, rule_id: str) -> None:
    """`Before a player discards a card, they …`: once for everything that is done at the same time."""
    if not preceded_verb(node) or not any(n.kind == "does" for n in node.walk()):
        raise Problem("no-executor", "only “before a player does something” can be said", node)
    u = Unit(draft, Scope(me=None, they="you"), f"rule {rule_id}", rule_id)
    clauses.chain(u, node.first("chain"))  # type: ignore[arg-type]
    name = draft.name("before")
    draft.functions[name] = u.function(name, "S, you")
    draft.places[name] = (f"rule {rule_id}", rule_id)
    draft.befores.setdefault(preceded_verb(node), []).append(name)


# ---------------------------------------------------------------- defined words


def _defines(draft: Draft, node: Node) -> bool:
    chain = node.first("chain")
    assert chain is not None
    clause = chain.children[0]
    assert isinstance(clause, Node)
    be = clause.first("be")
    if be is None:
        return False
    word = next((leaf for leaf in be.children[-1].leaves() if not leaf.literal), None)  # type: ignore[union-attr]
    sheet = draft.book.sheet
    return word is not None and (word.id in sheet.adjectives or word.id in sheet.defined_relations)


def _definition(draft: Draft, node: Node, rule_id: str) -> None:
    """`A card is … if …`, `A card is … another card if …`."""
    clause = node.first("chain").children[0]  # type: ignore[union-attr]
    condition = node.first("condition")
    assert isinstance(clause, Node) and condition is not None
    np, be = clause.first("np"), clause.first("be")
    assert np is not None and be is not None
    predicate = be.children[-1]
    assert isinstance(predicate, Node)
    word = next(leaf for leaf in predicate.leaves() if not leaf.literal)
    u = Unit(draft, Scope(me=None, you="S.active"), f"rule {rule_id}", rule_id)
    p = phrase(u, np)
    if p.filter is None:
        raise Problem("type-mismatch", "define the word for a kind of thing, such as “a card”", np)
    tests = [matches(u, p.filter, "x")] if p.filter.domain == "object" else []
    if p.filter.domain == "player":
        u.scope.they = "x"
    u.scope.it = Value("x", p.filter.domain, False, p.filter.noun)
    u.scope.things.append(u.scope.it)
    stem, params = "adjective", "S, x"
    bare = predicate.first("bare")
    if bare is not None:
        stem, params = "relation", "S, x, target"
        q = phrase(u, bare)
        assert q.filter is not None
        tests.append(matches(u, q.filter, "target"))
        u.scope.things.append(Value("target", q.filter.domain, False, q.filter.noun))
    tests.append(condition_code(u, condition))
    name = f"{stem}_{python_name(word.id)}"
    body = " and ".join(f"({t})" for t in tests if t != "True") or "True"
    old = draft.functions.get(name)
    if old is not None:
        body = f"({old.partition('return ')[2]}) or ({body})"
    draft.functions[name] = f"def {name}({params}):\n    return {body}"
    draft.places[name] = (f"rule {rule_id}", rule_id)
