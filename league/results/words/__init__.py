"""What is told about hands and matches, in words: one interface, a module for each game."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import Match
from games.duplicate import DuplicateMatch
from games.limited import LimitedMatch
from league.results.words import animal_poker, franks_zoo, zop_zoo
from league.results.words.fact import Fact, GameWords, Told

__all__ = ["Fact", "GameWords", "Told", "difference", "explain", "why_over", "words_of"]

WORDS: Mapping[str, GameWords] = {
    "franks-zoo": franks_zoo,
    "zop-zoo": zop_zoo,
    "animal-poker": animal_poker,
}


def words_of(game: str) -> GameWords:
    """Return the words of a game, given its slug."""
    return WORDS[game]


def why_over(game: str, match: Match, names: Sequence[str]) -> str:
    """Say why a match has ended: by its own rules, or by the limit of hands."""
    if not isinstance(match, LimitedMatch):
        return words_of(game).why_over(match, names)
    if match.is_cut_short:
        return ngettext(
            "%(count)d hand was to be played.", "%(count)d hands were to be played.", match.limit
        ) % {"count": match.limit}
    return why_over(game, match.match, names)


def explain(game: str, match: Match, record: Mapping[str, Any], names: Sequence[str]) -> list[Told]:
    """Tell step by step how the hand after a match was judged."""
    own = match.match if isinstance(match, LimitedMatch | DuplicateMatch) else match
    return list(words_of(game).explain(own, record, names))


def difference(
    game: str, before: Mapping[str, Any], after: Mapping[str, Any], names: Sequence[str]
) -> list[Fact]:
    """Say in words what a new version of a hand has changed."""
    describe = words_of(game).describe_record
    old = dict(describe(before, names))
    return [
        Fact(label, _("%(after)s (was: %(before)s)") % {"after": words, "before": old[label]})
        if label in old
        else Fact(label, words)
        for label, words in describe(after, names)
        if old.get(label) != words
    ]
