"""A table's score sheet while nobody else may write on it: read it, add a revision, close it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, Subquery, UUIDField

from games.base import Match
from league.clubs.models import Player
from league.competitions.models import Competition, Table
from league.competitions.services import lock_table, share_lock_of_table, versions_with
from league.core.planned import in_one_go
from league.core.prepared import Prepared
from league.core.writing import Insert, write
from league.results import projections
from league.results.desk import raise_desk
from league.results.models import (
    FinalResult,
    Hand,
    HandRevision,
    HandScore,
    RevisionKind,
    Submission,
    TableScore,
)
from league.results.place import LISTS, Place
from league.results.scoring import (
    ComputedHand,
    Record,
    compute_hands,
    match_before,
    result_in_force,
    score_fields,
    score_hand,
    total_fields,
)

OF_COMPETITION = (
    "club",
    "confirmation",
    "phone_use",
    "scoring",
    "place_points",
    "size_points",
    "win_bonus",
    "target_bonus",
    "substitutes",
    "unfinished",
    "best_of",
    "attendance_bonus",
    "attendance_min",
    "are_guests_ranked",
    "tie_breaks",
    "lot_seed",
)
READ_WITH_TABLE = (
    *(field.name for field in Table._meta.concrete_fields),
    "round__number",
    "round__status",
    *(f"round__stage__competition__{name}" for name in OF_COMPETITION),
    "round__stage__competition__club__slug",
    "final_result__is_void",
    "final_result__current__number",
    "final_result__current__outcome",
)
"""What decides about a hand and what it is worth; a round and its stage hold far more."""
TABLES: Prepared[Table] = Prepared(
    lambda given: (
        Table.objects.filter(pk=given("table"))
        .select_related("round__stage__competition__club", "final_result__current")
        .only(*READ_WITH_TABLE)
        .annotate(
            sent=Subquery(
                Submission.objects.filter(key=given("key", UUIDField())).values("pk")[:1]
            ),
            **LISTS,
            **projections.readings(),
        )
    )
)


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes, by which right, when, on which phone. `player` is None where nobody said."""

    player: Player | None
    via: str
    now: datetime
    phone: str = ""


@dataclass(slots=True)
class Sheet:
    """A place to write at, whose table comes with round, stage, competition and final result.

    `sent` is the id of the submission under the key that was asked for, None if there is none.
    `disputed` are the hands that were so when it was opened. `fresh` are the rows that closing it
    writes, in this order.
    """

    place: Place
    sent: int | None
    disputed: frozenset[int]
    fresh: list[Model] = field(default_factory=list)

    @property
    def table(self) -> Table:
        """The table."""
        return self.place.table

    @property
    def hands(self) -> list[Hand]:
        """All its hands, void ones too, each with its revision in force."""
        return self.place.hands

    @property
    def competition(self) -> Competition:
        """The competition, of which nothing can change meanwhile but its version."""
        return self.table.round.stage.competition

    @property
    def size(self) -> int:
        """How many sit at the table."""
        return len(self.place.seats)

    @property
    def next_number(self) -> int:
        """The number of the next hand: void hands at the end give theirs back."""
        return 1 + max((hand.number for hand in self.hands if not hand.is_void), default=0)

    @property
    def result(self) -> FinalResult | None:
        """The final result in force."""
        return result_in_force(self.table)

    def hand(self, number: int) -> Hand | None:
        """Return the hand that counts under a number."""
        return next(
            (hand for hand in self.hands if hand.number == number and not hand.is_void), None
        )

    def match_before(self, number: int) -> Match:
        """Return the match as it was before hand `number`."""
        return match_before(self.table, self.size, self.hands, number)

    def disputed_now(self) -> frozenset[int]:
        """Return the ids of the hands that are disputed."""
        return frozenset(hand.pk for hand in self.hands if hand.is_disputed)


class _Asked(Protocol):
    """What is asked of the database with a table."""

    sent: int | None


def open_sheet(*, table_id: int) -> Sheet:
    """Lock a table's competition and read the table; raises Table.DoesNotExist."""
    lock_table(table_id=table_id)
    return _sheet_of(TABLES.read(table=table_id, key=None))


def open_sheet_for_hand(*, table_id: int, key: UUID) -> Sheet:
    """Likewise to add a hand under a key, which hinders no other table of the competition."""
    with in_one_go(connections[DEFAULT_DB_ALIAS]):
        share_lock_of_table(table_id=table_id)
        fetch = TABLES.ask(table=table_id, key=key)
    return _sheet_of(fetch())


def _sheet_of(found: Sequence[Table]) -> Sheet:
    if not found:
        raise Table.DoesNotExist
    sheet = Sheet(Place.of(found[0]), cast("_Asked", found[0]).sent, frozenset())
    sheet.disputed = sheet.disputed_now()
    return sheet


def add_hand(sheet: Sheet, number: int, record: Record, author: Author) -> Hand:
    """Add a hand with its first revision to the sheet, which closing it writes."""
    hand = Hand(table=sheet.table, number=number, created_at=author.now)
    revision = _revise(hand, RevisionKind.ENTERED, record, author, "")
    sheet.hands.append(hand)
    sheet.fresh += [hand, revision]
    return hand


def add_revision(
    hand: Hand, kind: str, record: Record | None, author: Author, reason: str = ""
) -> HandRevision:
    """Put a new revision of a hand in force; with one, a dispute is over."""
    revision = _revise(hand, kind, record, author, reason)
    revision.save()
    hand.save(update_fields=["revision", "is_void", "is_disputed"])
    return revision


def _revise(
    hand: Hand, kind: str, record: Record | None, author: Author, reason: str
) -> HandRevision:
    revision = HandRevision(
        hand=hand,
        number=hand.current.number + 1 if hand.current else 1,
        kind=kind,
        record=record,
        reason=reason,
        by=author.player,
        via=author.via,
        phone=author.phone,
        created_at=author.now,
    )
    hand.current = revision
    hand.is_void = kind == RevisionKind.VOIDED
    hand.is_disputed = False
    return revision


def close_sheet(sheet: Sheet, added: Match | None = None) -> None:
    """Bring all that is derived from the sheet up to date, and tell the screens.

    `added` is the match before the last hand, if all that has happened is that this was added: it
    leaves what is derived from the hands before it as it was.
    """
    scores, fields = _rescore(sheet) if added is None else _score_last(sheet, added)
    score = TableScore(table=sheet.table, **fields) if fields else None
    if score is None:
        TableScore.objects.filter(table=sheet.table).delete()
    write(
        [
            *(Insert([row]) for row in sheet.fresh),
            Insert(scores, unique=["hand"], update=["score", "is_surplus"]),
            Insert([score] if score else [], unique=["table"], update=list(fields)),
            *projections.changes(sheet.place, score),
        ],
        raised=versions_with(competition_id=sheet.competition.pk, table_ids=[sheet.table.pk]),
    )
    sheet.fresh.clear()
    if sheet.disputed_now() != sheet.disputed:
        raise_desk(club_id=sheet.competition.club_id)


def _score_last(sheet: Sheet, before: Match) -> tuple[list[HandScore], dict[str, Any]]:
    """Return the score of the last hand, which is new, and that of the table."""
    last, match = score_hand(before, sheet.hands[-1])
    counted = sum(not hand.is_void for hand in sheet.hands)
    return [_score_row(last)], total_fields(match, counted)


def _rescore(sheet: Sheet) -> tuple[list[HandScore], dict[str, Any]]:
    """Return the scores of hands that have changed, and that of the table if it has any."""
    computed = compute_hands(sheet.table, sheet.size, sheet.hands)
    kept = HandScore.objects.filter(hand__table=sheet.table).in_bulk(field_name="hand_id")
    # A hand that is not written yet has no id; there is at most one.
    right = {each.hand.pk: _score_row(each) for each in computed.hands}
    changed = [score for pk, score in right.items() if not _is_same(kept.get(pk), score)]
    if gone := kept.keys() - right.keys():
        HandScore.objects.filter(hand__in=gone).delete()
    return changed, score_fields(computed, sheet.result) or {}


def _score_row(computed: ComputedHand) -> HandScore:
    return HandScore(hand=computed.hand, score=computed.score, is_surplus=computed.is_surplus)


def _is_same(kept: HandScore | None, right: HandScore) -> bool:
    return kept is not None and (kept.score, kept.is_surplus) == (right.score, right.is_surplus)
