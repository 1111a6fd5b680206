"""A table's score sheet while its competition is locked: read it, add a revision, close it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, cast
from uuid import UUID

from django.db.models import Count, Subquery

from games.base import Match
from league.clubs.models import Player
from league.competitions.models import Competition, Table
from league.competitions.services import bump, lock_competition_of_table
from league.results.models import (
    Hand,
    HandRevision,
    HandScore,
    RevisionKind,
    Submission,
    TableScore,
)
from league.results.projections import project
from league.results.scoring import ComputedHand, Record, compute_hands, match_before


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes, by which right, and when. `player` is None for a phone that did not say."""

    player: Player | None
    via: str
    now: datetime


@dataclass(slots=True)
class Sheet:
    """A table with all its hands, void ones too, each with its revision in force.

    `scores` are kept by hand id. `sent` is the id of the submission under the key that was asked
    for, None if there is none.
    """

    competition: Competition
    table: Table
    size: int
    hands: list[Hand]
    scores: dict[int, HandScore]
    sent: int | None

    @property
    def next_number(self) -> int:
        """The number of the next hand: void hands at the end give theirs back."""
        return 1 + max((hand.number for hand in self.hands if not hand.is_void), default=0)

    def hand(self, number: int) -> Hand | None:
        """Return the hand that counts under a number."""
        return next(
            (hand for hand in self.hands if hand.number == number and not hand.is_void), None
        )

    def match_before(self, number: int) -> Match:
        """Return the match as it was before hand `number`."""
        return match_before(self.table, self.size, self.hands, number)


class _Asked(Protocol):
    """What is asked of the database with a table."""

    size: int
    sent: int | None


def open_sheet(*, table_id: int, key: UUID | None = None) -> Sheet:
    """Lock a table's competition and read the table; raises Competition.DoesNotExist."""
    competition = lock_competition_of_table(table_id=table_id)
    sent = Submission.objects.filter(key__in=[key] if key else []).values("pk")[:1]
    tables = Table.objects.select_related("round")
    table = tables.annotate(size=Count("seats"), sent=Subquery(sent)).get(pk=table_id)
    asked = cast("_Asked", table)
    hands = Hand.objects.filter(table=table_id).select_related("current", "score")
    scores = {hand.pk: hand.score for hand in hands if hasattr(hand, "score")}
    in_order = sorted(hands, key=lambda hand: (hand.number, hand.pk))
    return Sheet(competition, table, asked.size, in_order, scores, asked.sent)


def add_hand(sheet: Sheet, number: int, author: Author) -> Hand:
    """Add a hand to the sheet; it needs a revision before the sheet is closed."""
    hand = Hand.objects.create(table=sheet.table, number=number, created_at=author.now)
    sheet.hands.append(hand)
    return hand


def add_revision(
    hand: Hand, kind: str, record: Record | None, author: Author, reason: str = ""
) -> HandRevision:
    """Put a new revision of a hand in force; with one, a dispute is over."""
    revision = HandRevision.objects.create(
        hand=hand,
        number=hand.current.number + 1 if hand.current else 1,
        kind=kind,
        record=record,
        reason=reason,
        by=author.player,
        via=author.via,
        created_at=author.now,
    )
    hand.current = revision
    hand.is_void = kind == RevisionKind.VOIDED
    hand.is_disputed = False
    hand.save(update_fields=["current", "is_void", "is_disputed"])
    return revision


def close_sheet(sheet: Sheet) -> None:
    """Bring all that is derived from the sheet up to date, and tell the screens."""
    write_scores(sheet)
    project(table_id=sheet.table.pk, competition_id=sheet.competition.pk)
    bump(competition_id=sheet.competition.pk, table_ids=[sheet.table.pk])


def write_scores(sheet: Sheet) -> None:
    """Write the scores of the hands that have changed, and the table's; none without hands."""
    computed = compute_hands(sheet.table, sheet.size, sheet.hands)
    _write_hand_scores(sheet.scores, computed.hands)
    if computed.hands:
        fields = computed.as_fields()
        TableScore.objects.bulk_create(
            [TableScore(table=sheet.table, **fields)],
            update_conflicts=True,
            unique_fields=["table"],
            update_fields=list(fields),
        )
    else:
        TableScore.objects.filter(table=sheet.table).delete()


def _write_hand_scores(kept: Mapping[int, HandScore], computed: Iterable[ComputedHand]) -> None:
    # Read first: a new score takes the kept one's place at its hand as soon as it is made.
    right = {
        each.hand.pk: HandScore(hand=each.hand, score=each.score, is_surplus=each.is_surplus)
        for each in computed
    }
    changed = [score for pk, score in right.items() if not _is_same(kept.get(pk), score)]
    if changed:
        HandScore.objects.bulk_create(
            changed,
            update_conflicts=True,
            unique_fields=["hand"],
            update_fields=["score", "is_surplus"],
        )
    if extra := kept.keys() - right.keys():
        HandScore.objects.filter(hand__in=extra).delete()


def _is_same(kept: HandScore | None, right: HandScore) -> bool:
    return kept is not None and (kept.score, kept.is_surplus) == (right.score, right.is_surplus)
