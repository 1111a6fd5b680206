"""Crazy Eights, an old card game in the public domain: a game that the site only scores.

The example of docs/adding-a-game.md. `engine` would be games/crazy_eights.py, `on_site`
league/site_games/crazy_eights.py.
"""
