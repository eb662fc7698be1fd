"""Every answer, frozen, without computation."""
