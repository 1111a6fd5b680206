"""The addresses of the API, a chapter a module: each method calls one query or one service."""
