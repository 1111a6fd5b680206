"""The games that a field may name."""

from league.core.games import online_games, site_games

GAMES = [(game.slug, game.title) for game in site_games()]
ONLINE_GAMES = [(game.slug, game.title) for game in online_games()]
EXAMPLE_GAME = GAMES[0][0]
