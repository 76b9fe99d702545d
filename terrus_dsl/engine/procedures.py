"""Procedures of the kernel that can pause: choices, windows, priority, the chain, payment, triggers.

This module is read as source and goes through the same transformation as compiled sentences
(`terrus_dsl.lower.resumable`): every function becomes an entry and a resume half. A call that may pause therefore
stands alone, as a statement or as the value of a plain assignment.
"""

from __future__ import annotations

from terrus_dsl.engine.ops import *

# mypy: ignore-errors


def pick_many(S, you, site, args, low, high):
    """Choose several things one after the other, in canonical order; fewer where the text allows it."""
    chosen = ()
    while len(chosen) < high:
        thing = pick_next(S, you, site, args, chosen, low, high)
        if thing == STOP:
            break
        chosen = (*chosen, thing)
    return chosen


def distribute(S, you, site, args, amount):
    """Divide an amount unit by unit; units go in canonical order, so that no division is offered twice."""
    x_units = ()
    while len(x_units) < amount:
        thing = pick_unit(S, you, site, args, x_units)
        if thing == STOP:
            break
        x_units = (*x_units, thing)
    return shares(x_units)


def ordered(S, you, items):
    """Put things in an order: the one that goes first is chosen first."""
    rest = tuple(items)
    done = ()
    while len(rest) > 1:
        thing = pick(S, you, SITE_ORDER, (rest,))
        done = (*done, thing)
        rest = tuple(without(rest, done))
    return (*done, *rest)


def checkpoint(S):
    """State checks, then waiting triggers, until neither does anything."""
    if not S.dirty and not S.pending:
        return 0
    x_rounds = 0
    while True:
        bring_away(S)
        settle(S)
        drop_lost(S)
        if not S.pending:
            return 0
        x_rounds = x_rounds + 1
        S.decisions = S.decisions + 1
        stalled(S)
        x_player = first_waiting(S)
        x_index = pick(S, x_player, SITE_TRIGGERS, (x_player,))
        if x_index == STOP:
            continue
        x_trigger = take_trigger(S, x_index)
        if S.G.response >= 0:
            S.chain = (*S.chain, (2, x_trigger[0], x_trigger[1], x_trigger[2], x_trigger, 0))
            if not S.responding:
                respond(S)
        else:
            run(
                S,
                x_trigger[0],
                x_trigger[1],
                x_trigger[2],
                x_trigger[3],
                x_trigger[4],
                x_trigger[5],
                x_trigger[6],
                x_trigger[7],
            )


def settle(S):
    """State checks until nothing changes."""
    x_rounds = 0
    while S.dirty:
        S.unseen = S.unseen | S.dirty
        x_due = S.G.due_checks[S.dirty]
        S.dirty = 0
        for x_check in x_due:
            run(S, x_check)
        x_rounds = x_rounds + 1
        if x_rounds > 1000:
            endless(S)
    return 0


def open_window(S, window, player):
    """One player acts until passing."""
    x_before = S.window
    while True:
        S.window = window
        checkpoint(S)
        if player not in S.alive:
            break
        before_priority(S, player)
        x_code = pick_use(S, player, window)
        if x_code == STOP:
            break
        use(S, player, x_code)
    S.window = x_before
    checkpoint(S)
    return 1


def before_priority(S, player):
    """What rules do before a player gets priority; not again before something has changed that they look at."""
    if not S.G.window_priority[S.window]:
        return 0
    x_due = S.G.due_before[S.unseen]
    S.unseen = 0
    for x_program in x_due:
        run(S, x_program, player)
    return 0


def priority(S, window, players):
    """Players act in turn until all have passed in a row; after something was done the first one is asked again."""
    x_before = S.window
    x_passes = 0
    x_seat = 0
    while x_passes < len(players):
        S.window = window
        player = players[x_seat]
        checkpoint(S)
        before_priority(S, player)
        x_code = STOP if player not in S.alive else pick_use(S, player, window)
        if x_code == STOP:
            x_passes = x_passes + 1
            x_seat = (x_seat + 1) % len(players)
        else:
            use(S, player, x_code)
            if not is_free(S, x_code):
                x_passes = 0
                x_seat = 0
    S.window = x_before
    return 1


def one_act(S, window, players):
    """Players are asked in turn until one of them acts; the result is whether somebody did."""
    x_before = S.window
    x_acted = 0
    for player in players:
        while not x_acted:
            S.window = window
            checkpoint(S)
            before_priority(S, player)
            x_code = STOP if player not in S.alive else pick_use(S, player, window)
            if x_code == STOP:
                break
            use(S, player, x_code)
            if not is_free(S, x_code):
                x_acted = 1
    S.window = x_before
    return x_acted


def use(S, you, x_code):
    """Use an ability: choose what it points at, pay, then resolve it or put it on the chain."""
    x_ability = ability_of(S, x_code)
    me = source_of(S, x_code)
    count_use(S, you, me, x_ability)
    x_saved = S.me
    S.me = me
    x_program = cost_in_words(S, x_ability)
    x_named = ()
    if x_program >= 0:
        x_named = run(S, x_program, me, you)
    target = announce(S, you, me, x_ability)
    target = (*x_named, *target)
    S.me = x_saved
    pay_ability(S, you, me, x_ability)
    x_verb = verb_before(S, x_ability)
    if x_verb >= 0:
        run_verb(S, x_verb, me, you, me)
    x_entry = chain_entry(S, x_ability, me, you, target)
    if has_chain(S, x_ability):
        S.chain = (*S.chain, x_entry)
        if not S.responding:
            respond(S)
    else:
        resolve(S, x_entry)
    checkpoint(S)
    return 1


def announce(S, you, me, x_ability):
    """Choose the targets of an ability, in the order of its text."""
    target = ()
    for x_slot in slots_of(S, x_ability):
        x_args = slot_args(x_slot, me, you)
        if x_slot[4]:
            x_thing = pick_optional(S, you, x_slot[0], x_args) if x_slot[2] == 0 else pick(S, you, x_slot[0], x_args)
            target = (*target, seen(S, one(x_thing)))
        else:
            x_things = pick_many(S, you, x_slot[0], x_args, x_slot[2], x_slot[3])
            target = (*target, seen(S, x_things))
    return target


def pay_ability(S, you, me, x_ability):
    """Pay what stands before the colon."""
    for x_pair in counter_costs(S, x_ability):
        remove_counters(S, you, me, x_pair[0], x_pair[1])
    x_cost = ability_cost(S, x_ability)
    if x_cost != NOTHING:
        pay(S, you, x_cost, me)
    return 1


def respond(S):
    """Let every player answer what lies on top of the chain; it resolves when all decline."""
    S.responding = 1
    while S.chain:
        x_answered = offer_responses(S)
        if not x_answered and S.chain:
            x_entry = pop_chain(S)
            x_pending = S.pending
            S.pending = ()
            resolve(S, x_entry)
            S.pending = (*x_pending, *S.pending)
            settle(S)
    S.responding = 0
    return 1


def offer_responses(S):
    """One round of answers; the result is whether somebody answered."""
    x_window = S.window
    for x_player in order(S, S.active):
        x_code = pick_response(S, x_player)
        if x_code != STOP:
            use(S, x_player, x_code)
            S.window = x_window
            return 1
    return 0


def resolve(S, x_entry):
    """Carry out what came off the chain."""
    if x_entry[0] == 2:
        x_t = x_entry[4]
        run(S, x_t[0], x_t[1], x_t[2], x_t[3], x_t[4], x_t[5], x_t[6], x_t[7])
        return 1
    x_saved = S.me
    S.me = x_entry[2]
    run(S, effect_of(S, x_entry[1]), x_entry[2], x_entry[3], x_entry[4])
    note_resolved(S, x_entry)
    S.me = x_saved
    bring_away(S)
    after(S, x_entry)
    return 1


def bring_away(S):
    """What came off the chain without having resolved goes where it would go afterwards."""
    while S.undone:
        x_entry = take_undone(S)
        after(S, x_entry)
    return 1


def after(S, x_entry):
    """What happens to a card when what it did is done or cancelled."""
    x_verb = verb_after(S, x_entry)
    if x_verb >= 0:
        run_verb(S, x_verb, x_entry[2], x_entry[3], x_entry[2])
    return 1


def pay(S, you, x_cost, x_card):
    """Pay in full or not at all: fixed amounts, then units of any resource, then the game's own means."""
    if not can_pay(S, you, x_cost, x_card):
        return 0
    for x_pair in x_cost[0]:
        while S.tallies[x_pair[0]][you] < x_pair[1]:
            yield_now(S, you, yielder(S, you, x_pair[0]))
        spend(S, you, x_pair[0], x_pair[1])
    x_left = x_cost[1]
    while x_left > 0:
        x_unit = pick(S, you, SITE_ANY, (you,))
        if x_unit == STOP:
            return 0
        if is_counter(x_unit):
            spend(S, you, x_unit, 1)
            x_left = x_left - 1
        else:
            yield_now(S, you, means_card(x_unit))
    x_due = x_cost[2]
    x_least = 999
    while x_due > 0:
        x_unit = pick(S, you, SITE_MEANS, (you, x_due, x_least, x_card))
        if x_unit == STOP:
            return 0
        x_worth = worth_of(S, you, x_unit)
        x_least = min(x_least, x_worth)
        x_due = x_due - x_worth
        x_verb = means_verb(S, you, x_unit)
        if x_verb >= 0:
            run_verb(S, x_verb, -1, you, means_card(x_unit))
        else:
            spend(S, you, means_counter(x_unit), 1)
    return 1


def yield_now(S, you, me):
    """Use a purely yielding card while paying; it resolves at once."""
    x_ability = yielding_ability(S, me)
    count_use(S, you, me, x_ability)
    x_verb = verb_before(S, x_ability)
    if x_verb >= 0:
        run_verb(S, x_verb, me, you, me)
    resolve(S, chain_entry(S, x_ability, me, you, ()))
    return 1


def replaced(S, x_number, me, you, it, amount, target):
    """Ask whether something happens instead; -1 where nothing does, else what then was done."""
    x_entries = replacements(S, x_number, you, it, amount, target)
    if not x_entries:
        return -1
    x_entry = x_entries[0]
    if len(x_entries) > 1:
        x_choice = pick(S, affected(S, you, it), SITE_REPLACEMENTS, (x_number, you, it, amount, target))
        x_entry = replacement_by_sequence(S, x_choice, x_number, you, it, amount, target)
    x_saved = S.replacing
    S.replacing = (*S.replacing, x_entry[6])
    if x_entry[7] == 1:
        unregister(S, x_entry)
    x_done = run(S, x_entry[3], x_entry[0], replacing_player(S, x_entry, you), it, you, amount, x_entry[4], target)
    S.replacing = x_saved
    return positive(x_done)


def draw_or(S, you, pile, hand):
    """Draw where something may happen instead."""
    x_done = replaced(S, S.G.draw_verb, -1, you, first(top_of(S.zones[pile], 1)), 1, -1)
    if x_done >= 0:
        return x_done
    return draw(S, you, pile, hand)


def put_counters_or(S, you, items, x_counter, amount):
    """Put counters on things where something may happen instead."""
    x_sum = 0
    for it in items:
        x_done = replaced(S, S.G.put_verb, -1, you, it, amount, x_counter)
        if x_done < 0:
            x_done = put_counters(S, you, (it,), x_counter, amount)
        x_sum = x_sum + x_done
    return x_sum


def gain_or(S, you, x_counter, amount):
    """Gain where something may happen instead."""
    x_done = replaced(S, S.G.gain_verb, -1, you, -1, amount, x_counter)
    if x_done >= 0:
        return x_done
    return gain(S, you, x_counter, amount)


def lose_or(S, you, x_counter, amount):
    """Lose where something may happen instead."""
    x_done = replaced(S, S.G.lose_verb, -1, you, -1, amount, x_counter)
    if x_done >= 0:
        return x_done
    return lose(S, you, x_counter, amount)


def use_copied(S, you, me, x_code):
    """Use an ability of another card with this card as its source."""
    if x_code < 0:
        return 0
    x_ability = ability_of(S, x_code)
    x_saved = S.copying
    S.copying = (*S.copying, source_of(S, x_code))
    x_named = ()
    x_program = cost_in_words(S, x_ability)
    if x_program >= 0:
        x_named = run(S, x_program, me, you)
    target = announce(S, you, me, x_ability)
    target = (*x_named, *target)
    pay_ability(S, you, me, x_ability)
    run(S, effect_of(S, x_ability), me, you, target)
    S.copying = x_saved
    return 1


def copy_used(S, you, x_test):
    """Put a copy of the last thing that resolved on the chain: same choices, no cost, nobody plays it."""
    x_entry = last_resolved(S, you, x_test)
    if not x_entry:
        return 0
    x_copy = (1, x_entry[1], x_entry[2], you, x_entry[4], 0)
    if has_chain(S, x_entry[1]):
        S.chain = (*S.chain, x_copy)
        if not S.responding:
            respond(S)
    else:
        resolve(S, x_copy)
    return 1


def play(S, x_verb):
    """The whole game: the verb that starts it, performed by the player who begins."""
    run_verb(S, x_verb, -1, S.active, -1)
    finish(S)
    return 0
