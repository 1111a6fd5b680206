"""A match on paper, all its hands in one form: plain inputs, quick by keyboard alone."""
