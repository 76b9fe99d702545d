"""The language of printed text: words, tree, parser and printer."""
