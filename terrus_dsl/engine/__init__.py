"""One engine for every game: state, decisions, events, windows."""
