"""All that the site holds about a person, in one file."""
