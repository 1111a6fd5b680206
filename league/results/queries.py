"""Read tables with their hands, and hands with their history."""

from django.db.models import Prefetch, QuerySet

from league.competitions.models import Table, TableCode
from league.competitions.queries import tables
from league.results.models import Hand, HandRevision, Submission


def hands_of_table(table: Table) -> QuerySet[Hand]:
    """Return a table's hands, void ones too, each with revision in force, score, submissions."""
    return (
        Hand.objects.filter(table=table)
        .select_related("current__by", "score")
        .prefetch_related(Prefetch("submissions", queryset=submissions_in_order()))
        .order_by("number", "pk")
    )


def submissions_in_order() -> QuerySet[Submission]:
    """Return what phones have sent, oldest first."""
    return Submission.objects.select_related("by").order_by("pk")


def table_of_hand(hand: Hand) -> Table:
    """Return the table of a hand with its seats, round, competition and club."""
    return tables().get(pk=hand.table_id)


def hands_to_show() -> QuerySet[Hand]:
    """Return what everybody may read of hands: all, with every revision and submission."""
    revisions = HandRevision.objects.select_related("by").order_by("number")
    return Hand.objects.select_related("current__by", "score").prefetch_related(
        Prefetch("revisions", queryset=revisions),
        Prefetch("submissions", queryset=submissions_in_order()),
    )


def code_with_table(token: str) -> TableCode | None:
    """Return a table's code, valid or not; None for a token that never was one."""
    codes = TableCode.objects.select_related("table__round__stage__competition__club")
    return codes.filter(token=token).first()
