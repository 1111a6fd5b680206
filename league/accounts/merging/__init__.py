"""Two players who are one person become one, and two again."""
