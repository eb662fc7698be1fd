"""The formats that answers leave in: JSON, CSV, and whole files."""
