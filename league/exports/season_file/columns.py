"""Which column of a spreadsheet means what: guessed by its heading, and chosen by hand."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rapidfuzz import fuzz, process

from league.core.games import SiteGame
from league.core.names import fold
from league.core.workbooks import UnreadableFileError
from league.exports.listings import Column
from league.exports.results_file.plan import (
    HAND,
    OUTCOME,
    WHERE,
    ResultsFile,
    columns_of_hands,
    in_each_language,
    names_of_columns,
    own_names,
    read_rows,
)

DATE: Final = Column("date", gettext_lazy("Date"))
ALIKE_FROM: Final = 85  # measured: "Plcae" and "Place" are 80 alike, "Points" and "Place" 36
OTHER_NAMES: Final = {
    "date": "date data datum day played giorno tag",
    "round": "event evening abend giornata matchday round_number spieltag serata week woche",
    "table": "board court gruppe group pod tavolo tisch",
    "player": "entry participant partecipante spieler teilnehmer giocatore nome team who",
    "place": "finish platz pos position posizione rang rank ranking",
    "total": "gesamt points pts punkte punti result score totale",
}
"""What else spreadsheets of clubs call a column."""
NUMBERS: Final = ["nr", "no", "n", "nummer", "number", "numero"]
"""What spreadsheets write behind the game's own word for a hand to number the hands."""


def columns_of_season(game: SiteGame) -> list[Column]:
    """Return what a column may mean."""
    of_hands = [Column(each.key, each.label) for each in columns_of_hands(game)]
    numbered = Column(HAND.key, game.hand_title("1, 2, 3 …")) if game.own_hand_word else HAND
    known = (WHERE[1], DATE, *WHERE[2:], *OUTCOME, numbered, *of_hands)
    return list({column.key: column for column in known}.values())


def guess_columns(headings: Sequence[str], game: SiteGame) -> list[str]:
    """Return the key of each column, "" where its heading says nothing known; each key once.

    In Skat a column "Hand" is the number of a hand only where none before it was.
    """
    keys = {column.key for column in columns_of_season(game)}
    names = {fold(each): key for key, others in OTHER_NAMES.items() for each in others.split()}
    names |= {fold(str(DATE.label)): DATE.key, **_numbers_of_hands(game), **names_of_columns(game)}
    own = own_names(game)
    names = {name: key for name, key in names.items() if key in keys}
    found: list[str] = []
    for heading in map(fold, headings):
        key = names.get(heading, "")
        if not key and len(heading) > 3:
            alike = process.extractOne(
                heading, names, scorer=fuzz.ratio, score_cutoff=ALIKE_FROM, processor=None
            )
            key = names[alike[0]] if alike else ""
        if key in found:
            key = own.get(heading, "")
        found.append("" if key in found else key)
    return found


def _numbers_of_hands(game: SiteGame) -> dict[str, str]:
    if not game.own_hand_word:
        return {}
    words = in_each_language(lambda: str(game.hand_word))
    return {
        fold(f"{word}{between}{each}"): HAND.key
        for word in words
        for between in ("", " ", "-")
        for each in ("", *NUMBERS)
    }


class SeasonRows(NamedTuple):
    """The headings of a season, the key of each ("": not read), and the rows."""

    headings: list[str]
    columns: list[str]
    file: ResultsFile


def read_season(text: str, game: SiteGame, chosen: Sequence[str] = ()) -> SeasonRows:
    """Return the rows of a season, by the columns chosen by hand or else guessed.

    Raises UnreadableFileError.
    """
    rows = read_rows(text)
    is_whole = len(chosen) == len(rows.headings)
    columns = list(chosen) if is_whole else guess_columns(rows.headings, game)
    allowed = {column.key for column in columns_of_season(game)}
    columns = [key if key in allowed else "" for key in columns]
    if doubled := {key for key in columns if key and columns.count(key) > 1}:
        raise UnreadableFileError(
            _("Two columns are marked as “%(name)s”. Choose one.") % {"name": min(doubled)}
        )
    file = rows.by(columns) if any(columns) else ResultsFile((), frozenset(), ())
    return SeasonRows(rows.headings, columns, file)


def missing_columns(file: ResultsFile) -> list[str]:
    """Return the names of columns without which nothing can be imported."""
    missing = [] if "player" in file.columns else [str(WHERE[3].label)]
    if not {"round", "date"} & file.columns:
        missing.append(str(WHERE[1].label))
    return missing
