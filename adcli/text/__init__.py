"""Texts, without computation: source files, numbers as text, errors, warnings, carets."""
