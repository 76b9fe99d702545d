"""The general words that the kernel itself needs, each in one sense.

A game may use any of them for something of its own; in code and grammar they mean what stands here. Every other word
of a game's vocabulary is a stranger in this package, and a test looks for it. The list may not outgrow 40.
"""

from __future__ import annotations

KERNEL_WORDS: dict[str, str] = {
    "ability": "one line of a card's text: what it does, when, and at what cost",
    "action": "the index of a legal option, as a player or bot answers a decision",
    "active": "of the player whose turn it is",
    "attached": "of an object that is fixed to another and moves with it",
    "cancel": "remove what waits to happen before it does",
    "card": "a printed thing that a player can own; the definition that objects share",
    "control": "the right of a player to decide for an object, whoever owns it",
    "cost": "what must be paid before something may happen",
    "counter": "a named amount that lies on an object or beside a player",
    "deck": "a list of cards that a player brings to a game",
    "discard": "move a card from a hand to the pile of what was used",
    "draw": "move the top card of a pile to a hand",
    "event": "something that has happened, as a tuple that listeners are told",
    "face": "which side of a card is up, and so who may know it",
    "game": "a folder of vocabulary, rules and cards; one playing of it",
    "hand": "a zone of cards that one player sees",
    "lose": "be out of the game, or have less of something",
    "mark": "a sign on an object that lasts until it is taken away",
    "name": "what a card or a word of the vocabulary is called",
    "object": "a card or token in a zone, known by a number",
    "owner": "the player whose deck an object came from",
    "pass": "use no opportunity now",
    "phase": "a named part of a turn",
    "pile": "a zone whose objects lie on each other in an order",
    "play": "put a card to its use; let a game run",
    "player": "one who decides",
    "resource": "an amount that pays costs",
    "reveal": "show a hidden card to all",
    "rule": "a numbered sentence of a rulebook",
    "score": "an amount that decides the end of a game",
    "stat": "a number printed on a card that modifiers change",
    "state": "everything that the next decision depends on; a condition that an object can be in",
    "text": "the sentences of a card or rule",
    "token": "an object that no deck holds and that ends when it leaves",
    "turn": "the part of a game in which one player is active",
    "type": "the kind of a card, which says which fields it prints",
    "win": "end the game as its best",
    "window": "a moment in which players may act before the game goes on",
    "zone": "a place where objects lie",
}
