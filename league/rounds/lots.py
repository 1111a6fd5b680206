"""The number that lots are drawn with: short enough to be called out across a room."""

import secrets

HIGHEST_SEED = 999_999


def new_seed() -> int:
    """Return a seed that nobody can foresee."""
    return secrets.randbelow(HIGHEST_SEED + 1)
