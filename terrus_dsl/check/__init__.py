"""What a set of files must satisfy beyond its sentences: one question per module."""
