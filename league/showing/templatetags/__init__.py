"""Template tags of the showing app."""
