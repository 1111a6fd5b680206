"""Import of results that were played elsewhere."""
