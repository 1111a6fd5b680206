"""A table's score sheet while nobody else may write on it: read it, add a revision, close it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.base import Match
from league.clubs.models import Player
from league.competitions.models import Competition, Table
from league.competitions.services import bump, lock_table, share_lock_of_table
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
from league.results.new_hand import keep_score, write_new_hand
from league.results.place import Place, read_place
from league.results.scoring import (
    ComputedHand,
    Record,
    compute_hands,
    match_before,
    score_fields,
    score_hand,
    total_fields,
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
    """A place to write at; `disputed` are the hands that were so when it was opened."""

    place: Place
    disputed: frozenset[int] = frozenset()

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
        """The final result in force; None for a void one too."""
        final = self.place.final
        return None if final is None or final.is_void else final

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


def open_sheet(*, table_id: int) -> Sheet:
    """Lock a table's competition and read the table; raises Table.DoesNotExist."""
    lock_table(table_id=table_id)
    return _read_sheet(table_id)


def open_sheet_for_hand(*, table_id: int, key: UUID) -> Sheet:
    """Likewise to add a hand under a key, which hinders no other table of the competition."""
    share_lock_of_table(table_id=table_id)
    return _read_sheet(table_id, key)


def _read_sheet(table_id: int, key: UUID | None = None) -> Sheet:
    place = read_place(table_id, key)
    if place is None:
        raise Table.DoesNotExist
    sheet = Sheet(place)
    sheet.disputed = sheet.disputed_now()
    return sheet


def add_hand(sheet: Sheet, number: int, record: Record, author: Author) -> Hand:
    """Add a hand with its first revision to the sheet, which `close_with_hand` writes."""
    hand = Hand(table=sheet.table, number=number, created_at=author.now)
    _revise(hand, RevisionKind.ENTERED, record, author, "")
    sheet.hands.append(hand)
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


def close_sheet(sheet: Sheet) -> None:
    """Bring all that is derived from the sheet up to date, and tell the screens."""
    _follow(sheet, _rescore(sheet))


def close_with_hand(sheet: Sheet, submission: Submission, before: Match) -> None:
    """Likewise after a hand was added, which was sent so, and write it; `before` is its match.

    What is derived from the hands before it is left as it was.
    """
    hand = sheet.hands[-1]
    last, match = score_hand(before, hand)
    counted = sum(not each.is_void for each in sheet.hands)
    score = TableScore(table=sheet.table, **total_fields(match, counted))
    write_new_hand(hand, submission, _score_row(last), score)
    _follow(sheet, score)


def _follow(sheet: Sheet, score: TableScore | None) -> None:
    """Tell what follows from the table's score, and the screens."""
    projections.tell_score(place=sheet.place, score=score)
    bump(competition_id=sheet.competition.pk, table_ids=[sheet.table.pk])
    if sheet.disputed_now() != sheet.disputed:
        raise_desk(club_id=sheet.competition.club_id)


def _rescore(sheet: Sheet) -> TableScore | None:
    """Write the scores of hands that have changed, and that of the table; return it if any."""
    computed = compute_hands(sheet.table, sheet.size, sheet.hands)
    kept = HandScore.objects.filter(hand__table=sheet.table).in_bulk(field_name="hand_id")
    right = {each.hand.pk: _score_row(each) for each in computed.hands}
    HandScore.objects.bulk_create(
        [score for pk, score in right.items() if not _is_same(kept.get(pk), score)],
        update_conflicts=True,
        unique_fields=["hand"],
        update_fields=["score", "is_surplus"],
    )
    if gone := kept.keys() - right.keys():
        HandScore.objects.filter(hand__in=gone).delete()
    fields = score_fields(computed, sheet.result)
    if fields is None:
        TableScore.objects.filter(table=sheet.table).delete()
        return None
    score = TableScore(table=sheet.table, **fields)
    keep_score(score)
    return score


def _score_row(computed: ComputedHand) -> HandScore:
    return HandScore(hand=computed.hand, score=computed.score, is_surplus=computed.is_surplus)


def _is_same(kept: HandScore | None, right: HandScore) -> bool:
    return kept is not None and (kept.score, kept.is_surplus) == (right.score, right.is_surplus)
