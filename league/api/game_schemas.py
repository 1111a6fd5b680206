"""The shapes of options and hand records of all games, for the API's description."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, cast

from games.base import Json, PlayableGame
from league.core.games import SiteGame, site_games

RECORD: Final = "HandRecord"
GAME_RECORD: Final = "GameRecord"
SHEET_RECORD: Final = "SheetRecord"
SHEET_OPTIONS: Final = "SheetOptions"
OPTIONS: Final = "GameOptions"
SEATS: Final = 4

Shape = Mapping[str, Any]


def game_components() -> dict[str, Shape]:
    """Return the shape of each game's options and records, and those of any game."""
    options = {_name(game, "Options"): _options(game) for game in site_games()}
    records = {name: shape for game in site_games() for name, shape in _records(game)}
    return {
        **options,
        **records,
        SHEET_OPTIONS: {"type": "object", "description": "The options of a score sheet."},
        SHEET_RECORD: {
            "type": "object",
            "description": "A hand by a score sheet: its columns, by their ids.",
        },
        OPTIONS: {
            "description": "Options, by the game of the competition or table.",
            # Games may share an option, so that one object may be of several.
            "anyOf": [_reference(name) for name in (*options, SHEET_OPTIONS)],
        },
        GAME_RECORD: {
            "description": "What happened in a hand of a game of this site.",
            "oneOf": [_reference(name) for name in records],
        },
        RECORD: {
            "description": "What happened in a hand, by the game of the table.",
            "anyOf": [_reference(name) for name in (GAME_RECORD, SHEET_RECORD)],
        },
    }


def example_records() -> dict[str, Shape]:
    """Return a record of the first hand of each game that the engine plays, by its slug."""
    games = [game for game in site_games() if game.online is not None]
    return {game.slug: play_first_hand(cast("PlayableGame", game.engine)) for game in games}


def play_first_hand(game: PlayableGame) -> dict[str, Json]:
    """Return the record of a first hand of four that is played by lot."""
    rng = Random(1)  # noqa: S311 - an example, the same each time
    match = game.new_match(game.options({}), SEATS, 0)
    setup = match.next_hand()
    if setup is None:
        raise ValueError("A match is not over before its first hand.")
    hand = game.start(setup, game.sample_deal(setup, rng))
    while acting := hand.acting_seats():
        actions = hand.legal_actions(acting[0])
        hand.apply_unchecked(acting[0], actions[rng.randrange(len(actions))])
    return hand.record().as_json()


def _options(game: SiteGame) -> Shape:
    defaults = game.engine.options({}).as_json()
    text = f"The options of {game.title}."
    return {**game.option_schema, "description": text, "examples": [defaults]}


def _records(game: SiteGame) -> Iterator[tuple[str, Shape]]:
    for kind, shape in game.record_schemas.items():
        text = f"A hand of {game.title}{f', as {kind.lower()} alone' if kind else ''}."
        yield _name(game, f"{kind}Record"), {**shape, "description": text}


def _name(game: SiteGame, kind: str) -> str:
    return game.slug.replace("-", " ").title().replace(" ", "") + kind


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
