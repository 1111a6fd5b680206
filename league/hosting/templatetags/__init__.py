"""What templates ask of hosting."""
