"""Pages of clubs, their players, and the ways in."""
