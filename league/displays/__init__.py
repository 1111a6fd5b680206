"""What others look at: the screen on the wall, the frame on a club's own website, the search."""
