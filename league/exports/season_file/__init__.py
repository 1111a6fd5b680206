"""Import of past seasons and of tournaments that were planned elsewhere."""
