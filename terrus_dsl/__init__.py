"""A language for card games: the printed text of a card is its program."""

__version__ = "0.1.0"
