"""Answers as Rich renderables: the only room that knows Rich."""
