"""Placeholder while the parser is built."""
from __future__ import annotations
from typing import NoReturn, Any
from adcli.errors import AdError
from adcli.source import Source, Span

def check_coefficient(source: Source, number: int, at: int, end: int) -> None: ...
def extra_bracket(source: Source, at: int) -> NoReturn: raise AdError("syntax", "extra bracket", Span(source, at, at+1))
def wrong_bracket(source: Source, opened: int, at: int) -> NoReturn: raise AdError("syntax", "wrong bracket", Span(source, at, at+1))
def unclosed_bracket(source: Source, at: int) -> NoReturn: raise AdError("syntax", "unclosed bracket", Span(source, at, at+1))
def misplaced_import(source: Source, at: int) -> NoReturn: raise AdError("syntax", "import", Span(source, at, at+1))
def string(source: Source, at: int, end: int) -> NoReturn: raise AdError("syntax", "string", Span(source, at, end))
def unreadable(source: Source, at: int) -> NoReturn: raise AdError("syntax", "unreadable", Span(source, at, at+1))
def indentation(source: Source, margins: Any, at: int, end: int) -> NoReturn: raise AdError("syntax", "indentation", Span(source, at, end))
def empty(source: Source, start: str) -> NoReturn: raise AdError("syntax", "empty expression", Span(source, 0, 0))
def unexpected(source: Source, tokens: Any, k: int, start: str) -> NoReturn: raise AdError("syntax", f"unexpected", Span(source, k, k+1))
