"""Seat and rank the entries of a competition: ids in, ids out."""
