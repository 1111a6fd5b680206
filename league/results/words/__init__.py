"""What is said of hands and matches, in the words of their game (`SiteGame.entry`)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import Match
from games.duplicate import DuplicateMatch
from games.limited import LimitedMatch
from league.core.games import site_game
from league.core.games.entry import ExplanationStep, Fact


def why_over(game: str, match: Match, names: Sequence[str]) -> str:
    """Say why a match has ended: by its own rules, or by the limit of hands."""
    if not isinstance(match, LimitedMatch):
        return site_game(game).entry.why_over(match, names)
    if match.is_cut_short:
        return ngettext(
            "%(count)d hand was to be played.", "%(count)d hands were to be played.", match.limit
        ) % {"count": match.limit}
    return why_over(game, match.match, names)


def explain(
    game: str, match: Match, record: Mapping[str, Any], names: Sequence[str]
) -> list[ExplanationStep]:
    """Tell step by step how the hand after a match was judged."""
    own = match.match if isinstance(match, LimitedMatch | DuplicateMatch) else match
    return list(site_game(game).entry.explain(own, record, names))


def difference(
    game: str, before: Mapping[str, Any], after: Mapping[str, Any], names: Sequence[str]
) -> list[Fact]:
    """Say in words what a new version of a hand has changed."""
    describe = site_game(game).entry.describe_record
    old = dict(describe(before, names))
    return [
        Fact(label, _("%(after)s (was: %(before)s)") % {"after": words, "before": old[label]})
        if label in old
        else Fact(label, words)
        for label, words in describe(after, names)
        if old.get(label) != words
    ]
