"""What organisers do, written down for their club to read."""
