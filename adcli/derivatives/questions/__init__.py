"""The questions: one file an answer."""
