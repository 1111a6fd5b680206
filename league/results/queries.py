"""Queries for tables with their hands, and hands with their history."""

from typing import Any

from django.db.models import F, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.competitions.models import Competition, Table
from league.competitions.queries import tables
from league.results.models import (
    Hand,
    HandResponse,
    HandRevision,
    SealedHand,
    SealedSeat,
    SealReset,
    Submission,
)


def hands_of_table(table: Table) -> QuerySet[Hand]:
    """Return a table's hands, void ones too, with current revision, score, submissions."""
    return (
        Hand.objects.filter(table=table)
        .select_related("current__by", "score")
        .prefetch_related(Prefetch("submissions", queryset=submissions_in_order()))
        .order_by("number", "pk")
    )


def tables_with_hands(competition: Competition) -> QuerySet[Table]:
    """Return the tables of a competition that have hands which count, in the order of play."""
    found = Table.objects.standing().filter(
        round__stage__competition=competition, score__hands__gt=0
    )
    return found.select_related("round__stage").order_by(
        "round__stage__number", "round__number", "number", "pk"
    )


def with_next_hand(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Add the numbers of the next hand and of the last, as void hands keep theirs."""
    latest = Hand.objects.filter(table=OuterRef("pk"), is_void=False).order_by("-number")
    return tables.annotate(
        next_hand=Coalesce(Subquery(latest.values("number")[:1]), 0) + 1,
        last_hand=F("hands_limit") + F("next_hand") - 1 - Coalesce("score__hands", 0),
    )


def hands_to_agree_on(table: Table) -> QuerySet[Hand]:
    """Return the hands of `hands_of_table` with the responses to their revisions in force."""
    return hands_of_table(table).prefetch_related(
        Prefetch("current__responses", queryset=responses_in_order())
    )


def responses_in_order() -> QuerySet[HandResponse]:
    """Return all responses, oldest first."""
    return HandResponse.objects.select_related("by").order_by("pk")


def submissions_in_order() -> QuerySet[Submission]:
    """Return all submissions, oldest first."""
    return Submission.objects.select_related("by").order_by("pk")


def table_of_hand(hand: Hand) -> Table:
    """Return the table of a hand with its seats, round, competition and club."""
    return tables().get(pk=hand.table_id)


def hands_to_show() -> QuerySet[Hand]:
    """Return all hands with every revision and submission; visitors see `hands_seen_by`."""
    answers = Prefetch("responses", queryset=responses_in_order())
    revisions = HandRevision.objects.select_related("by").prefetch_related(answers)
    return Hand.objects.select_related("current__by", "score").prefetch_related(
        Prefetch("revisions", queryset=revisions.order_by("number")),
        Prefetch("submissions", queryset=submissions_in_order()),
    )


def sealed_hand_of(table: Table, *, recorded: int) -> SealedHand | None:
    """Return the open sealed hand of a table with so many hands, its choices deferred."""
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
    """Return what this phone has submitted for a seat; None for every other."""
    stored = SealedSeat.objects.filter(hand=sealed, number=seat, phone=phone)
    return stored.values_list("content", flat=True).first()


def places_of(table: Table) -> dict[str, Any]:
    """Return the context that the template of each page of a table needs."""
    round = table.round
    competition = round.stage.competition
    return {"club": competition.club, "competition": competition, "round": round, "table": table}
