"""Everything the site knows of one game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Protocol

from django import forms
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.base import Game, HandSetup, Json, Problem, Seat
from games.final_result import TotalsRule
from games.registry import UnknownGameError
from games.score_sheet.sheet import ScoreSheet
from league.core.games.entry import EntryFormContext, EntryPart, RuleTexts, Text, Who
from league.core.games.online import OnlinePart
from league.core.games.score_sheet import PrintedColumns, ScoreSheetPart, points_and_total


class Submitted(Protocol):
    """A seat's submission, accepted by the engine."""

    def as_json(self) -> dict[str, Json]:
        """Return the JSON of a record."""


class SealedEntry(Protocol):
    """Input of a seat's sealed choice, perhaps invalid; false while empty."""

    @classmethod
    def of_form(cls, data: Mapping[str, str], seat: Seat) -> "SealedEntry":
        """Return the input of a form."""

    @classmethod
    def of_json(cls, value: Mapping[str, Any]) -> "SealedEntry":
        """Return the input of an accepted submission."""

    def __bool__(self) -> bool:
        """Say whether anything is chosen."""

    def as_json(self) -> dict[str, Any]:
        """Return the choice to submit, perhaps invalid."""

    def fields(self, who: Who, size: int, asked: EntryFormContext, at: str) -> object:
        """Return the template's data; `at` is the prefix of the error fields."""


@dataclass(frozen=True, kw_only=True)
class SealedPart:
    """How players submit in secret, beside the public seasons.

    `read` and `read_seasons` return the parsed value, or None, and the problems; `known_seasons`
    follow from earlier hands; `as_record` joins all submissions.
    """

    entry: type[SealedEntry]
    read: Callable[[Mapping[str, Any], int], tuple[Submitted | None, list[Problem]]]
    read_seasons: Callable[
        [Mapping[str, Any], HandSetup], tuple[dict[str, str] | None, list[Problem]]
    ]
    known_seasons: Callable[[HandSetup], dict[str, str]]
    as_record: Callable[[Mapping[str, str], Sequence[Mapping[str, Any]]], dict[str, Any]]
    seasons_text: Callable[[Mapping[str, str]], str]
    season_fields: Callable[[Mapping[str, str], EntryFormContext], object]
    seasons_of_form: Callable[[Mapping[str, str], int], dict[str, str]]
    own_template: str
    seasons_template: str


@dataclass(frozen=True, kw_only=True)
class DemoPart:
    """How hands of the demonstration are made up.

    `play_hand` takes a skill by seat, 0 for average; `misread` is a record with a typing error.
    """

    play_hand: Callable[[HandSetup, Sequence[float], Random], dict[str, Any]]
    misread: Callable[[Mapping[str, Any], int], dict[str, Any]]
    long_match: dict[str, Any]


Schema = Mapping[str, Json]
"""A JSON Schema."""
ANY_OBJECT: Schema = {"type": "object"}


@dataclass(frozen=True, kw_only=True)
class SiteGame:
    """Everything the site knows of a game; absent parts are None.

    `script_name` is the name by which scripts know its hands, by default its slug, `own_hand_word`
    what its players call a hand, and `own_title` its name where languages have several.
    `record_schemas` are the kinds of a hand's record by name: "" is the usual one.
    """

    engine: Game
    totals_rule: TotalsRule
    options_form: type[forms.Form]
    entry: EntryPart
    rule_texts: RuleTexts = field(default_factory=RuleTexts)
    printed_columns: PrintedColumns = points_and_total
    score_sheet: ScoreSheetPart | None = None
    sealed: SealedPart | None = None
    online: OnlinePart | None = None
    demo: DemoPart | None = None
    icon: str = "layers"
    script_name: str = ""
    own_hand_word: Text = ""
    own_title: Text = ""
    option_schema: Schema = field(default_factory=lambda: ANY_OBJECT)
    record_schemas: Mapping[str, Schema] = field(default_factory=lambda: {"": ANY_OBJECT})

    @property
    def slug(self) -> str:
        """The name in addresses and rows."""
        return self.engine.slug

    @property
    def scripts(self) -> str:
        """The name by which scripts know its hands."""
        return self.script_name or self.slug

    @property
    def title(self) -> str:
        """The name on screens."""
        return str(self.own_title or self.engine.title)

    @property
    def hand_word(self) -> Text:
        """What players call a hand, for headings."""
        return self.own_hand_word or _("Hand")

    def hand_title(self, number: int | str) -> str:
        """Return the heading of a hand, by the game's own word if it has one."""
        if self.own_hand_word:
            return f"{self.own_hand_word} {number}"
        return _("Hand %(number)s") % {"number": number}

    def hand_named(self, number: int | str = "") -> str:
        """Return a hand within a sentence, "hand 3", or without a number as "hand"."""
        if self.own_hand_word:
            return self.hand_title(number).strip()
        return (pgettext("after a verb", "hand %(number)s") % {"number": number}).strip()

    @property
    def seats(self) -> range:
        """Possible numbers of players."""
        return self.engine.seats


class SheetGames(Protocol):
    """Games that data describes: the setting SHEET_GAMES names the object that finds them."""

    def find(self, slug: str, version: int | None) -> SiteGame | None:
        """Return the game of a slug as a version of its sheet has it, by default the newest."""

    def of_sheet(self, sheet: ScoreSheet) -> SiteGame:
        """Return a sheet as a game, whether or not anybody keeps it."""

    def offered(self, club: int | None) -> tuple[SiteGame, ...]:
        """Return the games that a club may choose, its own ones first."""


def site_games() -> tuple[SiteGame, ...]:
    """Return all games, in the order of the screens."""
    return tuple(load_games(tuple(settings.SITE_GAMES)).values())


def site_game(slug: str, options: Mapping[str, Any] | None = None) -> SiteGame:
    """Return the game of a slug, in the version that options name; raise UnknownGameError."""
    game = load_games(tuple(settings.SITE_GAMES)).get(slug)
    if game is None:
        version = options.get("version") if options else None
        game = sheet_games().find(slug, version if type(version) is int else None)
    if game is None:
        raise UnknownGameError(slug)
    return game


def sheet_games() -> SheetGames:
    """Return what finds the games of score sheets."""
    games: SheetGames = import_string(settings.SHEET_GAMES)
    return games


@cache
def load_games(names: tuple[str, ...]) -> Mapping[str, SiteGame]:
    """Import the games once, when first needed; raise ImproperlyConfigured."""
    games: dict[str, SiteGame] = {}
    for name in names:
        try:
            game = import_string(name)
        except ImportError as error:
            text = f"SITE_GAMES: {name} cannot be imported: {error}"
            raise ImproperlyConfigured(text) from error
        if not isinstance(game, SiteGame):
            raise ImproperlyConfigured(f"SITE_GAMES: {name} is not a SiteGame.")
        if game.slug in games:
            raise ImproperlyConfigured(f"SITE_GAMES: two games are called {game.slug}.")
        games[game.slug] = game
    if not games:
        raise ImproperlyConfigured("SITE_GAMES lists no game.")
    return games
