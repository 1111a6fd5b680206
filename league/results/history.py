"""The history of a hand: every revision, who, when, by which right, why, and what it changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from league.results.board import facts_of
from league.results.franks_zoo import Fact, difference
from league.results.models import Hand, HandRevision


@dataclass(frozen=True, slots=True)
class Step:
    """A revision, its reason, and what it says or has changed."""

    revision: HandRevision
    reason: str
    facts: tuple[Fact, ...]


def history_of(hand: Hand, names: Sequence[str]) -> list[Step]:
    """Return the revisions of a hand, oldest first; they are fetched."""
    steps: list[Step] = []
    before: Mapping[str, Any] | None = None
    for revision in sorted(hand.revisions.all(), key=lambda revision: revision.number):
        record = revision.record
        if record is None:
            facts: tuple[Fact, ...] = ()
        elif before is None:
            facts = facts_of(record, names)
        else:
            facts = tuple(difference(before, record, names))
        before = record or before
        # What we say ourselves is kept in English; what people wrote stays as it is.
        steps.append(Step(revision, gettext(revision.reason) if revision.reason else "", facts))
    return steps
