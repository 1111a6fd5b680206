"""A season of any size, to see how the site bears it: see manage.py loadtest."""
