"""Answers as text for other programs."""
