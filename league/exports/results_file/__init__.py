"""The file in which results of matches that were played elsewhere are brought in."""
