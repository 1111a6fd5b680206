"""Read what the screens of a round show, and what a seating would be."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from league.clubs.models import Player, User
from league.clubs.rights import PLAY
from league.competitions.models import (
    Absence,
    CheckIn,
    Competition,
    Cut,
    Entry,
    Round,
    RoundStatus,
    Seat,
    SittingOut,
    StageEntry,
    Table,
)
from league.competitions.queries import (
    entries_in_stage,
    rounds,
    seats_in_order,
    tables_of_round,
)

SELF_CHECK_IN_BEFORE = timedelta(hours=12)
"""How long before its time a round lets players check themselves in."""


def next_number(competition: Competition) -> int:
    """Return the number that the next round of a competition gets."""
    last = Round.objects.filter(stage__competition=competition).aggregate(last=Max("number"))
    return (last["last"] or 0) + 1


def newest_player(round: Round) -> int:
    """Return the id of the club's newest player, 0 when it has none."""
    players = Player.objects.filter(club=round.stage.competition.club_id)
    return players.aggregate(newest=Max("pk"))["newest"] or 0


def recorded_table_ids(round: Round) -> set[int]:
    """Return the tables of a round at which hands or a result are recorded: their seats stay."""
    counting = Q(hands__is_void=False) | Q(final_result__is_void=False)
    tables = Table.objects.filter(counting, round=round).order_by()
    return set(tables.values_list("pk", flat=True))


def checked_in(round: Round) -> list[Entry]:
    """List the entries that are there for a round, by name."""
    entries = Entry.objects.filter(check_ins__round=round).select_related("player")
    return list(entries.order_by("player__name", "pk"))


@dataclass(frozen=True, slots=True)
class Attendee:
    """Say of a player whether and since when they are there, and where they sit.

    The seat of a substitute is somebody else's entry; `stand_in` is the own one while somebody else
    plays there. `away` is why they have none, see Absence. `team` is for whom they take part.
    """

    player: Player
    takes_part: bool
    checked_in_at: datetime | None
    seat: Seat | None
    stand_in: Seat | None = None
    away: str = ""
    team: str = ""

    @property
    def is_here(self) -> bool:
        """Say whether the player is checked in."""
        return self.checked_in_at is not None

    @property
    def is_expected(self) -> bool:
        """Say whether the player takes part, or is here anyway."""
        return self.takes_part or self.is_here or self.seat is not None

    @property
    def away_words(self) -> str:
        """Say why they have no seat, "" where nothing is noted."""
        return str(Absence(self.away).label) if self.away else ""


def attendance_of(round: Round, players: Iterable[int] | None = None) -> list[Attendee]:
    """List who could check in, by name: those who take part, and the club's other players.

    In a stage after a cut those take part who have gone on.
    `players` narrows it down to these ids. Spectators, and who has left, are listed only while
    checked in.
    """
    competition = round.stage.competition
    check_ins = CheckIn.objects.filter(round=round)
    here = Q(entries__check_ins__round=round)
    plays = Q(left_at=None, role__in=PLAY.roles)
    candidates = Player.objects.filter(plays | here, club=competition.club_id).distinct()
    if players is not None:
        candidates = candidates.filter(pk__in=list(players))
    teams = dict(entries_in_stage(round.stage).values_list("player", "team"))
    since = dict(check_ins.values_list("entry__player", "created_at"))
    seats = Seat.objects.filter(table__round=round, table__dissolved_at=None)
    seat_of: dict[int, Seat] = {}
    stand_in_for: dict[int, Seat] = {}
    for seat in seats.select_related("table", "entry", "player"):
        seat_of[seat.player_id] = seat
        if seat.player_id != seat.entry.player_id:
            stand_in_for[seat.entry.player_id] = seat
    idle = SittingOut.objects.filter(round=round, entry__player=OuterRef("pk")).order_by("pk")
    away = Coalesce(Subquery(idle.values("reason")[:1]), Value(""))
    return [
        Attendee(
            player=player,
            takes_part=player.pk in teams,
            checked_in_at=since.get(player.pk),
            seat=seat_of.get(player.pk),
            stand_in=stand_in_for.get(player.pk),
            away=getattr(player, "away", ""),
            team=teams.get(player.pk, ""),
        )
        for player in candidates.annotate(away=away).order_by("name", "pk")
    ]


def waiting_entries(round: Round) -> list[Entry]:
    """List who is there, sits nowhere and does not sit out, in the order they came."""
    seats = Seat.objects.filter(table__round=round, table__dissolved_at=None)
    idle = SittingOut.objects.filter(round=round)
    check_ins = CheckIn.objects.filter(round=round).exclude(
        Q(entry__in=seats.values("entry")) | Q(entry__in=idle.values("entry"))
    )
    in_order = check_ins.select_related("entry__player").order_by("created_at", "pk")
    return [check_in.entry for check_in in in_order]


def sitting_out(round: Round) -> list[SittingOut]:
    """List who is here for a round and has no seat because none was left, or by wish, by name."""
    idle = SittingOut.objects.filter(round=round, reason__in=[Absence.BYE, Absence.WISH])
    return list(idle.select_related("entry__player").order_by("entry__player__name", "pk"))


def absent(round: Round) -> list[SittingOut]:
    """List who takes part and did not play in a round that has closed, by name."""
    missing = SittingOut.objects.filter(round=round).select_related("entry__player")
    return list(missing.order_by("entry__player__name", "pk"))


def tables_with_scores(round: Round) -> QuerySet[Table]:
    """Return the standing tables of a round with seats and, where there is one, the score."""
    return tables_of_round(round).select_related("score", "round__stage__competition__club")


def unfinished_of(tables: Iterable[Table]) -> list[Table]:
    """Keep the tables, read with scores, whose match goes on and that nobody has adjourned."""
    return [table for table in tables if not table.adjourned_at and not has_ended(table)]


def has_ended(table: Table) -> bool:
    """Say of a table, read with its score, whether its match is over."""
    score = getattr(table, "score", None)
    return score is not None and score.is_over


def can_check_in_self(round: Round, now: datetime) -> bool:
    """Say whether players may check themselves in: while it is open, and shortly before."""
    if round.status == RoundStatus.SCHEDULED and round.opens_at is not None:
        return not round.is_missed and now >= round.opens_at - SELF_CHECK_IN_BEFORE
    return round.is_open


def may_play(round: Round, player: Player) -> bool:
    """Say whether no cut keeps a player from a round."""
    stage = round.stage
    return not stage.has_cut or stage.stage_entries.filter(entry__player=player).exists()


@dataclass(frozen=True, slots=True)
class MyRound:
    """Say of a round that concerns a player now whether they are there, and where they sit.

    `stand_in` is the own seat while somebody else plays there.
    """

    round: Round
    player: Player
    is_here: bool
    sits_out: bool
    seat: Seat | None
    stand_in: Seat | None


def _concerning(players: Collection[Player]) -> Q:
    """Match the rounds that these players may play in: not those that a cut keeps them from."""
    gone_on = StageEntry.objects.filter(entry__player__in=players)
    here = CheckIn.objects.filter(entry__player__in=players)
    seated = Seat.objects.filter(player__in=players, table__dissolved_at=None)
    return (
        Q(stage__number=1)
        | Q(stage__cut=Cut.EVERYBODY)
        | Q(stage__in=gone_on.values("stage"))
        | Q(pk__in=here.values("round"))
        | Q(pk__in=seated.values("table__round"))
    )


def rounds_for_user(user: User, now: datetime) -> list[MyRound]:
    """List the rounds of a user's clubs that are open, or that open within hours, soonest first.

    After a cut these are those of who has gone on, or is there all the same.
    A closed one is listed last while the user's own table in it is adjourned.
    """
    players = {player.club_id: player for player in Player.objects.active().filter(user=user)}
    soon = now + SELF_CHECK_IN_BEFORE
    is_soon = Q(status=RoundStatus.SCHEDULED, opens_at__lte=soon, missed_at=None)
    adjourned = Table.objects.filter(
        adjourned_at__isnull=False, dissolved_at=None, seats__player__in=players.values()
    )
    goes_on = Q(status=RoundStatus.CLOSED, pk__in=adjourned.values("round"))
    is_listed = Q(status=RoundStatus.OPEN) | is_soon | goes_on
    found = list(
        rounds()
        .filter(is_listed, _concerning(players.values()), stage__competition__club__in=players)
        .order_by(F("opens_at").asc(nulls_first=True), "pk")
    )
    here = set(
        CheckIn.objects.filter(round__in=found, entry__player__in=players.values()).values_list(
            "round", flat=True
        )
    )
    idle = set(
        SittingOut.objects.filter(
            round__in=found, entry__player__in=players.values(), reason=Absence.BYE
        ).values_list("round", flat=True)
    )
    own = Q(player__in=players.values()) | Q(entry__player__in=players.values())
    seats: dict[int, Seat] = {}
    stand_ins: dict[int, Seat] = {}
    for seat in (
        Seat.objects.filter(own, table__round__in=found, table__dissolved_at=None)
        .select_related("table", "entry", "player")
        .prefetch_related(Prefetch("table__seats", queryset=seats_in_order()))
    ):
        is_own = seat.player in players.values()
        (seats if is_own else stand_ins)[seat.table.round_id] = seat
    return [
        MyRound(
            round=round,
            player=players[round.stage.competition.club_id],
            is_here=round.pk in here,
            sits_out=round.pk in idle,
            seat=seats.get(round.pk),
            stand_in=stand_ins.get(round.pk),
        )
        for round in sorted(found, key=lambda round: round.status == RoundStatus.CLOSED)
    ]
