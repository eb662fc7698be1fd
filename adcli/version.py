"""The version, where the command line need not load the library to tell it."""

__version__ = "0.1.0"
