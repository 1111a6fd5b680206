"""Template tags of the rounds app."""
