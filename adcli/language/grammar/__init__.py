"""The tables of the grammar, the syntax tree, the words of the language."""
