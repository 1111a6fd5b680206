"""Pages of showing: screen, widget, search."""
