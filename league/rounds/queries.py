"""Read what the screens of a round show, and what a seating would be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Max, Prefetch, Q, QuerySet

from league.clubs.models import Player, User
from league.competitions.models import (
    CheckIn,
    Competition,
    Entry,
    Round,
    RoundStatus,
    Seat,
    Table,
)
from league.competitions.queries import rounds, seats_in_order, tables_of_round
from league.results.models import Hand

SELF_CHECK_IN_BEFORE = timedelta(hours=12)
"""How long before its time a round lets players check themselves in."""


def due_rounds(now: datetime) -> list[tuple[int, str]]:
    """List the rounds whose opening or closing is due: id and status, the longest due first."""
    to_open = Q(status=RoundStatus.SCHEDULED, opens_at__lte=now)
    to_close = Q(status=RoundStatus.OPEN, closes_at__lte=now)
    due = Round.objects.filter(to_open | to_close)
    return list(due.order_by("opens_at", "pk").values_list("pk", "status"))


def next_number(competition: Competition) -> int:
    """Return the number that the next round of a competition gets."""
    last = Round.objects.filter(stage__competition=competition).aggregate(last=Max("number"))
    return (last["last"] or 0) + 1


def newest_player(round: Round) -> int:
    """Return the id of the club's newest player, 0 when it has none."""
    players = Player.objects.filter(club=round.stage.competition.club_id)
    return players.aggregate(newest=Max("pk"))["newest"] or 0


def recorded_table_ids(round: Round) -> set[int]:
    """Return the tables of a round at which a hand that counts is recorded: their seats stay."""
    hands = Hand.objects.filter(table__round=round, is_void=False)
    return set(hands.values_list("table", flat=True))


def checked_in(round: Round) -> list[Entry]:
    """List the entries that are there for a round, by name."""
    entries = Entry.objects.filter(check_ins__round=round).select_related("player")
    return list(entries.order_by("player__name", "pk"))


@dataclass(frozen=True, slots=True)
class Attendee:
    """Say of a player whether and since when they are there, and where they sit."""

    player: Player
    entry_id: int | None
    checked_in_at: datetime | None
    table_number: int | None

    @property
    def is_here(self) -> bool:
        """Say whether the player is checked in."""
        return self.checked_in_at is not None

    @property
    def is_expected(self) -> bool:
        """Say whether the player takes part, or is here anyway."""
        return self.entry_id is not None or self.is_here


def attendance_of(round: Round, players: Iterable[int] | None = None) -> list[Attendee]:
    """List who could check in, by name: those who take part, and the club's other players.

    `players` narrows it down to these ids. Somebody who has left is listed only while checked in.
    """
    competition = round.stage.competition
    entries = Entry.objects.filter(competition=competition)
    check_ins = CheckIn.objects.filter(round=round)
    here = Q(entries__check_ins__round=round)
    candidates = Player.objects.filter(Q(left_at=None) | here, club=competition.club_id).distinct()
    if players is not None:
        candidates = candidates.filter(pk__in=list(players))
    entry_of = dict(entries.filter(withdrawn_at=None).values_list("player", "pk"))
    since = dict(check_ins.values_list("entry__player", "created_at"))
    seats = Seat.objects.filter(table__round=round, table__dissolved_at=None)
    table_of = dict(seats.values_list("player", "table__number"))
    return [
        Attendee(player, entry_of.get(player.pk), since.get(player.pk), table_of.get(player.pk))
        for player in candidates.order_by("name", "pk")
    ]


def waiting_entries(round: Round) -> list[Entry]:
    """List who is there and sits nowhere, in the order they came."""
    seats = Seat.objects.filter(table__round=round, table__dissolved_at=None)
    check_ins = CheckIn.objects.filter(round=round).exclude(entry__in=seats.values("entry"))
    in_order = check_ins.select_related("entry__player").order_by("created_at", "pk")
    return [check_in.entry for check_in in in_order]


def tables_with_scores(round: Round) -> QuerySet[Table]:
    """Return the standing tables of a round with seats and, where there is one, the score."""
    return tables_of_round(round).select_related("score", "round__stage__competition__club")


def can_check_in_self(round: Round, now: datetime) -> bool:
    """Say whether players may check themselves in: while it is open, and shortly before."""
    if round.status == RoundStatus.SCHEDULED and round.opens_at is not None:
        return now >= round.opens_at - SELF_CHECK_IN_BEFORE
    return round.is_open


@dataclass(frozen=True, slots=True)
class MyRound:
    """Say of a round that concerns a player now whether they are there, and where they sit."""

    round: Round
    player: Player
    is_here: bool
    seat: Seat | None


def rounds_for_user(user: User, now: datetime) -> list[MyRound]:
    """List the rounds of a user's clubs that are open, or that open within hours, soonest first."""
    players = {player.club_id: player for player in Player.objects.active().filter(user=user)}
    is_soon = Q(status=RoundStatus.SCHEDULED, opens_at__lte=now + SELF_CHECK_IN_BEFORE)
    found = list(
        rounds()
        .filter(Q(status=RoundStatus.OPEN) | is_soon, stage__competition__club__in=players)
        .order_by(F("opens_at").asc(nulls_first=True), "pk")
    )
    here = set(
        CheckIn.objects.filter(round__in=found, entry__player__in=players.values()).values_list(
            "round", flat=True
        )
    )
    seats = {
        seat.table.round_id: seat
        for seat in Seat.objects.filter(
            table__round__in=found, table__dissolved_at=None, player__in=players.values()
        )
        .select_related("table")
        .prefetch_related(Prefetch("table__seats", queryset=seats_in_order()))
    }
    return [
        MyRound(
            round=round,
            player=players[round.stage.competition.club_id],
            is_here=round.pk in here,
            seat=seats.get(round.pk),
        )
        for round in found
    ]


@dataclass(frozen=True, slots=True)
class TableOnScreen:
    """Hold what the projector shows of a table; `hand` is the one being played, 1-based."""

    table: Table
    hand: int
    is_over: bool
    leaders: Sequence[str]
    rows: Sequence[tuple[Seat, int | None]]


def tables_on_screen(round: Round) -> list[TableOnScreen]:
    """List the tables of a round with how they stand."""
    shown = []
    for table in tables_with_scores(round):
        score = getattr(table, "score", None)
        seats = list(table.seats.all())
        is_started = score is not None and score.hands > 0
        totals = score.totals if score and is_started else [None] * len(seats)
        places = score.places if score and is_started else []
        shown.append(
            TableOnScreen(
                table=table,
                hand=score.hands + 1 if score else 1,
                is_over=bool(score and score.is_over),
                leaders=[
                    seat.player.name
                    for seat, place in zip(seats, places, strict=False)
                    if place == 1
                ],
                rows=list(zip(seats, totals, strict=True)),
            )
        )
    return shown
