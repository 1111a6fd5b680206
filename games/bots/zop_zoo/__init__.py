"""Players of ZOP ZOO."""
