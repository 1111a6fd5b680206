"""Template tags of the pages of hands."""
