"""Online tables: the three games in the browser, for people and bots."""
