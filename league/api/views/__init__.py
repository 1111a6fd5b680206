"""Pages of the api app: the description of the API, and tokens."""
