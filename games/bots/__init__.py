"""Players that see only what a seat sees, and the arena that measures them."""
