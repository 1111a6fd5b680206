"""Pages of competitions, one module a noun."""
