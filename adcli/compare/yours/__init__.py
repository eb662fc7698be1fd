"""The derivatives of a program against the user's own: read, compared, and what is wrong with them."""
