"""The history of a hand: every revision, who, when, by which right, why, and what it changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from league.core.games.entry import Fact
from league.results.match_board import facts_of
from league.results.models import Hand, HandAnswer, HandRevision
from league.results.words import difference


@dataclass(frozen=True, slots=True)
class Step:
    """A revision, its reason, what it says or has changed, and what people said of it."""

    revision: HandRevision
    reason: str
    facts: tuple[Fact, ...]
    answers: tuple[HandAnswer, ...]


def history_of(hand: Hand, game: str, names: Sequence[str]) -> list[Step]:
    """Return the revisions of a hand, oldest first; they are fetched, with answers."""
    steps: list[Step] = []
    before: Mapping[str, Any] | None = None
    for revision in sorted(hand.revisions.all(), key=lambda revision: revision.number):
        record = revision.record
        if record is None:
            facts: tuple[Fact, ...] = ()
        elif before is None:
            facts = facts_of(game, record, names)
        else:
            facts = tuple(difference(game, before, record, names))
        before = record or before
        # What we say ourselves is kept in English; what people wrote stays as it is.
        reason = gettext(revision.reason) if revision.reason else ""
        steps.append(Step(revision, reason, facts, tuple(revision.answers.all())))
    return steps
