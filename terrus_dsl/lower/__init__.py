"""From trees to Python: names, references, statements, and functions that can pause."""
