"""Take away what the site holds about a person, erase it, and keep it no longer than said."""
