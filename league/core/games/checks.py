"""Say at start what is missing of the games of the site."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from django.contrib.staticfiles.finders import find
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ImproperlyConfigured
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from league.core.games import SiteGame, site_games


def check_games(**_kwargs: Any) -> list[CheckMessage]:
    """Check every game of the setting SITE_GAMES, and that their rules can be told apart."""
    try:
        games = site_games()
    except ImproperlyConfigured as error:
        return [_error("E001", str(error))]
    found = [message for game in games for message in _check_game(game)]
    return [*found, *_check_rules(games)]


def _check_game(game: SiteGame) -> Iterator[CheckMessage]:
    """Check one game: its options, and that its templates and static files are there."""
    asked = set(game.options_form.base_fields)
    if unknown := asked - set(game.engine.options({}).as_json()):
        names = ", ".join(sorted(unknown))
        yield _error("E002", f"{game.slug}: options_form asks for options unknown to it: {names}.")
    yield from _check_templates(game)
    yield from _check_static_files(game)
    rules = game.engine.rules()
    told = {*game.rule_texts.places, *game.rule_texts.shared, game.totals_rule.order}
    for rule in sorted(told - set(rules)):
        yield _error("E005", f"{game.slug}: the engine has no rule {rule}.")


def _check_templates(game: SiteGame) -> Iterator[CheckMessage]:
    templates = {"entry.form.TEMPLATE": game.entry.form.TEMPLATE}
    if game.sealed:
        templates["sealed.own_template"] = game.sealed.own_template
        templates["sealed.seasons_template"] = game.sealed.seasons_template
    for part, name in templates.items():
        try:
            get_template(name)
        except TemplateDoesNotExist:
            yield _error("E003", f"{game.slug}: {part}: there is no template {name!r}.")


def _check_static_files(game: SiteGame) -> Iterator[CheckMessage]:
    files = {
        "entry.form.SCRIPT": game.entry.form.SCRIPT,
        "entry.preview_script": game.entry.preview_script,
        "online.script": game.online.script if game.online else "",
        "online.stylesheet": game.online.stylesheet if game.online else "",
    }
    for part, name in files.items():
        if name and find(name) is None:
            yield _error("E004", f"{game.slug}: {part}: there is no static file {name!r}.")


def _check_rules(games: Iterable[SiteGame]) -> Iterator[CheckMessage]:
    """Check that no two games share the id of a rule."""
    for one, other in combinations(games, 2):
        if shared := set(one.engine.rules()) & set(other.engine.rules()):
            names = ", ".join(sorted(shared))
            yield _error("E006", f"{one.slug} and {other.slug} share the ids of rules: {names}.")


def _error(number: str, text: str) -> CheckMessage:
    return Error(text, id=f"games.{number}")
