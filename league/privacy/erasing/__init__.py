"""Erase a person, and keep what others have played."""
