"""Answers for people and for programs: as JSON, as CSV, drawn. An answer's three forms stand in one file."""
