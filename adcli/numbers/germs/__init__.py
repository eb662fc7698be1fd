"""Germs: one-sided power series, numbers followed just beside a point."""
