"""What waits for organisers: tables that call, hands that are disputed, missed rounds."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Prefetch

from league.clubs.models import Club
from league.competitions.models import Round, RoundStatus
from league.competitions.queries import rounds, seats_in_order
from league.core import live
from league.results.models import AnswerKind, Desk, Hand, HandAnswer, TableCall

TOPIC = "desk"


@dataclass(frozen=True, slots=True)
class Waiting:
    """All that waits in a club, the longest wait first, as of a version of its desk."""

    version: int
    calls: tuple[TableCall, ...]
    disputes: tuple[Hand, ...]
    missed: tuple[Round, ...]

    def __bool__(self) -> bool:
        return bool(self.calls or self.disputes or self.missed)


def waiting_in(club: Club) -> Waiting:
    """Return what waits for the organisers of a club."""
    # The version first: what changes after it was read makes the page fetch itself again.
    version = desk_versions([club.pk])[club.pk]
    calls = TableCall.objects.filter(table__round__stage__competition__club=club, done_at=None)
    disputes = Hand.objects.filter(
        table__round__stage__competition__club=club,
        table__dissolved_at=None,
        is_disputed=True,
        is_void=False,
    )
    objections = HandAnswer.objects.filter(kind=AnswerKind.DISPUTED).select_related("by")
    missed = rounds().filter(
        stage__competition__club=club, status=RoundStatus.SCHEDULED, missed_at__isnull=False
    )
    return Waiting(
        version=version,
        calls=tuple(
            calls.select_related("table__round__stage__competition", "by", "coming_by").order_by(
                "pk"
            )
        ),
        disputes=tuple(
            disputes.select_related("table__round__stage__competition", "current")
            .prefetch_related(
                Prefetch("current__answers", queryset=objections.order_by("pk")),
                Prefetch("table__seats", queryset=seats_in_order()),
            )
            .order_by("pk")
        ),
        missed=tuple(missed.order_by("opens_at", "pk")),
    )


def desk_versions(ids: Collection[int]) -> dict[int, int]:
    """Return the version of the desk of each of these clubs: 0 before anything has waited there."""
    desks = Desk.objects.filter(club__in=ids).values_list("club", "version")
    return {**dict.fromkeys(ids, 0), **dict(desks)}


@transaction.atomic
def raise_desk(*, club_id: int) -> None:
    """Give a club's desk a newer version, and tell the organisers' screens."""
    Desk.objects.get_or_create(club_id=club_id)
    Desk.objects.filter(club=club_id).update(version=F("version") + 1)
    version = Desk.objects.values_list("version", flat=True).get(club=club_id)
    live.publish({live.topic_name(TOPIC, club_id): version})
