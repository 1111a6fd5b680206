"""How dates and times are written, a package a language."""
