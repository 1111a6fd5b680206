"""Pages of what is told: feeds, outbox, wishes, ways, and how to hear no more."""
