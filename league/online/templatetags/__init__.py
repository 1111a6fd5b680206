"""Tags of online tables."""
