"""A whole club in one file: everything that is truth, nothing derived, nothing secret."""
