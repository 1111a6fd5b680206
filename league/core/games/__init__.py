"""The games of the setting SITE_GAMES, one `SiteGame` each."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ImproperlyConfigured
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import gettext

from games.registry import UnknownGameError
from games.score_sheet.sheet import ScoreSheet
from league.core.games.online import OnlinePart
from league.core.games.site_game import (
    DemoPart,
    SiteGame,
    load_games,
    sheet_games,
    site_game,
    site_games,
)

__all__ = ["SiteGame", "UnknownGameError", "site_game", "site_games"]


def offered_games(club: int | None = None) -> tuple[SiteGame, ...]:
    """Return all games that a club may choose, or anybody."""
    return (*site_games(), *sheet_games().offered(club))


def grouped_games(games: Iterable[SiteGame]) -> list[tuple[str, list[SiteGame]]]:
    """Return games by where they come from, with the name of each group that has some."""
    built_in = {game.slug for game in site_games()}
    ready = {game.slug for game in sheet_games().offered(None)}
    own: list[SiteGame] = []
    built: list[SiteGame] = []
    sheets: list[SiteGame] = []
    for game in games:
        (built if game.slug in built_in else sheets if game.slug in ready else own).append(game)
    groups = [
        (gettext("Own games"), own),
        (gettext("Built-in games"), built),
        (gettext("Ready score sheets"), sheets),
    ]
    return [(name, group) for name, group in groups if group]


def game_of_sheet(sheet: ScoreSheet) -> SiteGame:
    """Return a score sheet as a game, whether or not anybody keeps it."""
    return sheet_games().of_sheet(sheet)


def online_games() -> tuple[SiteGame, ...]:
    """Return all games that are played online."""
    return tuple(game for game in site_games() if game.online)


def demo_game() -> tuple[SiteGame, DemoPart]:
    """Return the first game with a demo part."""
    return next((game, game.demo) for game in site_games() if game.demo)


def is_played_online(slug: str) -> bool:
    """Say whether a game is played online."""
    return site_game(slug).online is not None


def online_part(slug: str) -> OnlinePart:
    """Return the online part of a game; raise UnknownGameError."""
    part = site_game(slug).online
    if part is None:
        raise UnknownGameError(slug)
    return part


def game_of_rule(rule: str | None) -> SiteGame | None:
    """Return the game of a rule's id, or None."""
    return _load_rules(tuple(settings.SITE_GAMES)).get(rule)


@cache
def _load_rules(names: tuple[str, ...]) -> Mapping[str | None, SiteGame]:
    return {rule: game for game in load_games(names).values() for rule in game.engine.rules()}


def check_games(**_kwargs: Any) -> list[CheckMessage]:
    """Check all games, and that their rules differ."""
    try:
        games = site_games()
    except ImproperlyConfigured as error:
        return [_error("E001", str(error))]
    found = [message for game in games for message in _check_game(game)]
    return [*found, *_check_rules(games)]


def _check_game(game: SiteGame) -> Iterator[CheckMessage]:
    if unknown := set(game.options_form.base_fields) - set(game.engine.options({}).as_json()):
        names = ", ".join(sorted(unknown))
        yield _error("E002", f"{game.slug}: options_form asks for options unknown to it: {names}.")
    yield from _check_files(game)
    texts = {*game.rule_texts.places, *game.rule_texts.shared, game.totals_rule.order}
    for rule in sorted(texts - set(game.engine.rules())):
        yield _error("E005", f"{game.slug}: the engine has no rule {rule}.")


def _check_files(game: SiteGame) -> Iterator[CheckMessage]:
    templates = ("entry.form.TEMPLATE", "sealed.own_template", "sealed.seasons_template")
    for part, name in _named(game, *templates):
        try:
            get_template(name)
        except TemplateDoesNotExist:
            yield _error("E003", f"{game.slug}: {part}: there is no template {name!r}.")
    scripts = ("entry.form.SCRIPT", "entry.preview_script", "online.script")
    for part, name in _named(game, *scripts, "online.stylesheet", "online.pictures"):
        if name and find(name) is None:
            yield _error("E004", f"{game.slug}: {part}: there is no static file {name!r}.")


def _named(game: SiteGame, *parts: str) -> Iterator[tuple[str, str]]:
    """Yield the names of files in the parts that a game has."""
    for part in parts:
        if getattr(game, part.partition(".")[0]):
            yield part, attrgetter(part)(game)


def _check_rules(games: Iterable[SiteGame]) -> Iterator[CheckMessage]:
    for one, other in combinations(games, 2):
        if shared := set(one.engine.rules()) & set(other.engine.rules()):
            names = ", ".join(sorted(shared))
            yield _error("E006", f"{one.slug} and {other.slug} share the ids of rules: {names}.")


def _error(number: str, text: str) -> CheckMessage:
    return Error(text, id=f"games.{number}")
