"""Keep what concerns persons no longer than said, and say it."""
