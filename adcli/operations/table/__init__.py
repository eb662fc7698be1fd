"""The table of operations, a file a subject: each operation is declared once, here."""
