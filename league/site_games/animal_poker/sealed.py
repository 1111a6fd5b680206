"""How the players of Animal Poker submit in secret, and what all see: the seasons on show."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.animal_poker.cards import ANIMALS, SEASONS
from games.animal_poker.seasons import read_seasons as read_all_seasons
from games.animal_poker.seasons import seasons_as_json
from games.animal_poker.submission import read_submission
from games.base import HandSetup, Problem
from league.core.games.sealed import SealedPart
from league.site_games.animal_poker.entry import own_setup, read_season_fields, season_fields
from league.site_games.animal_poker.record_texts import seasons_words
from league.site_games.animal_poker.submission import SubmissionEntry


def read_seasons(
    seasons: Mapping[str, Any], setup: HandSetup
) -> tuple[dict[str, str] | None, list[Problem]]:
    """Read the seasons on show: the value, or all that is wrong."""
    own, problems = own_setup(setup), list[Problem]()
    read = read_all_seasons(seasons, own.seats, own.cycle, problems)
    return (None, problems) if read is None or problems else (seasons_as_json(read), [])


def known_seasons(setup: HandSetup) -> dict[str, str]:
    """Return the seasons that follow from earlier hands."""
    known = own_setup(setup).known_seasons
    return {ANIMALS[animal]: SEASONS[season] for animal, season in known.items()}


def as_record(seasons: Mapping[str, str], seats: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the record of a hand in which all are in."""
    return {"seasons": seasons, "seats": list(seats)}


SEALED = SealedPart(
    entry=SubmissionEntry,
    read=read_submission,
    read_seasons=read_seasons,
    known_seasons=known_seasons,
    as_record=as_record,
    seasons_text=seasons_words,
    season_fields=season_fields,
    seasons_of_form=read_season_fields,
    own_template="results/animal_poker/_own_fields.html",
    seasons_template="results/animal_poker/_season_fields.html",
)
