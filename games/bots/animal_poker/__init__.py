"""Players of Animal Poker."""
