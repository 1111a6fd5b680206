"""Template tags of the clubs app."""
