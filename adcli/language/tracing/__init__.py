"""Runs the instructions and records what ran as a graph."""
