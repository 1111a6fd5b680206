"""Players of Frank's Zoo."""
