"""What can be printed: one module for each kind of paper, from rows to a document."""
