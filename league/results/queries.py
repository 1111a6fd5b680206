"""Read tables with their hands, and hands with their history."""

from typing import Any

from django.db.models import Prefetch, QuerySet

from league.competitions.models import Competition, Table, TableCode
from league.competitions.queries import tables
from league.results.models import (
    Hand,
    HandAnswer,
    HandRevision,
    SealedHand,
    SealedSeat,
    SealReset,
    Submission,
)


def hands_of_table(table: Table) -> QuerySet[Hand]:
    """Return a table's hands, void ones too, each with revision in force, score, submissions."""
    return (
        Hand.objects.filter(table=table)
        .select_related("current__by", "score")
        .prefetch_related(Prefetch("submissions", queryset=submissions_in_order()))
        .order_by("number", "pk")
    )


def tables_told(competition: Competition) -> QuerySet[Table]:
    """Return the tables of a competition that have hands which count, in the order of play."""
    found = Table.objects.standing().filter(
        round__stage__competition=competition, score__hands__gt=0
    )
    return found.select_related("round__stage").order_by(
        "round__stage__number", "round__number", "number", "pk"
    )


def hands_to_agree_on(table: Table) -> QuerySet[Hand]:
    """Return the hands of `hands_of_table` with the answers to their revisions in force."""
    return hands_of_table(table).prefetch_related(
        Prefetch("current__answers", queryset=answers_in_order())
    )


def answers_in_order() -> QuerySet[HandAnswer]:
    """Return what those at tables have said of hands, oldest first."""
    return HandAnswer.objects.select_related("by").order_by("pk")


def submissions_in_order() -> QuerySet[Submission]:
    """Return what phones have sent, oldest first."""
    return Submission.objects.select_related("by").order_by("pk")


def table_of_hand(hand: Hand) -> Table:
    """Return the table of a hand with its seats, round, competition and club."""
    return tables().get(pk=hand.table_id)


def hands_to_show() -> QuerySet[Hand]:
    """Return all hands with every revision and submission; visitors see `hands_seen_by`."""
    answers = Prefetch("answers", queryset=answers_in_order())
    revisions = HandRevision.objects.select_related("by").prefetch_related(answers)
    return Hand.objects.select_related("current__by", "score").prefetch_related(
        Prefetch("revisions", queryset=revisions.order_by("number")),
        Prefetch("submissions", queryset=submissions_in_order()),
    )


def code_with_table(token: str) -> TableCode | None:
    """Return a table's code, valid or not; None for a token that never was one."""
    codes = TableCode.objects.select_related("table__round__stage__competition__club")
    return codes.filter(token=token).first()


def sealed_hand_of(table: Table, *, recorded: int) -> SealedHand | None:
    """Return the open sealed hand of a table that has `recorded` hands, with its resets.

    Its seats come without what they hold.
    """
    seats = SealedSeat.objects.defer("content", "phone").order_by("number")
    resets = SealReset.objects.select_related("by").order_by("pk")
    return (
        SealedHand.objects.filter(
            table=table, ended_at=None, recorded=recorded, seating=table.seating
        )
        .prefetch_related(Prefetch("seats", queryset=seats), Prefetch("resets", queryset=resets))
        .first()
    )


def sealed_content(sealed: SealedHand, *, seat: int, phone: str) -> dict[str, Any] | None:
    """Return what this very phone has submitted for a seat; None for every other."""
    kept = SealedSeat.objects.filter(hand=sealed, number=seat, phone=phone)
    return kept.values_list("content", flat=True).first()


def resets_of(hand: Hand) -> QuerySet[SealReset]:
    """Return the resets of seats while a hand was sealed."""
    return SealReset.objects.filter(hand__submission__hand=hand).select_related("by").order_by("pk")
