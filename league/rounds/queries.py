"""Queries of the pages of a round."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.models import Player, User
from league.clubs.rights import PLAY
from league.competitions.models import (
    SETTLED,
    AbsenceReason,
    CheckIn,
    Cut,
    Entry,
    EntryAbsence,
    Round,
    RoundStatus,
    Seat,
    Stage,
    StageEntry,
    Table,
    TableQuerySet,
)
from league.competitions.queries import (
    entries_in_stage,
    rounds,
    rounds_of,
    seats_in_order,
    stage_to_begin,
    stages_of,
    tables_of_round,
)
from league.competitions.schedule import USUAL_LENGTH, too_late_from
from league.core.names import fold
from league.notifications import visibility
from league.notifications.calendars import Event
from league.results.models import Hand, TableScore
from league.results.queries import with_next_hand

SWEEP = "league.rounds.tasks.sweep"
"""Name of the task that does what is due."""
SELF_CHECK_IN_BEFORE = timedelta(hours=12)
"""How long before its time a round lets players check themselves in."""


def next_number(competition_id: int) -> int:
    """Return the number of the next round of a competition."""
    last = Round.objects.filter(stage__competition=competition_id).aggregate(last=Max("number"))
    return (last["last"] or 0) + 1


def newest_player(round: Round) -> int:
    """Return the id of the club's newest player, or 0."""
    players = Player.objects.filter(club=round.stage.competition.club_id)
    return players.aggregate(newest=Max("pk"))["newest"] or 0


def recorded_table_ids(round: Round) -> set[int]:
    """Return the ids of tables with hands or a result."""
    counting = Q(hands__is_void=False) | Q(final_result__is_void=False)
    tables = Table.objects.filter(counting, round=round).order_by()
    return set(tables.values_list("pk", flat=True))


def checked_in(round: Round) -> list[Entry]:
    """Return the checked-in entries of a round by name."""
    entries = Entry.objects.filter(check_ins__round=round).select_related("player")
    return list(entries.order_by("player__name", "pk"))


class Attendee(NamedTuple):
    """Presence and seat of a player at a round.

    `seat` is where they play, perhaps as a substitute; `substitute` is their own seat while
    another plays there. `away` is an AbsenceReason or "".
    """

    player: Player
    takes_part: bool
    checked_in_at: datetime | None
    seat: Seat | None
    substitute: Seat | None = None
    away: str = ""
    team: str = ""
    is_guest: bool = False

    @property
    def is_here(self) -> bool:
        """Return whether the player is checked in."""
        return self.checked_in_at is not None

    @property
    def is_expected(self) -> bool:
        """Return whether the player takes part or is here."""
        return self.takes_part or self.is_here or self.seat is not None

    @property
    def absence_text(self) -> str:
        """Return why they have no seat, or ""."""
        return str(AbsenceReason(self.away).label) if self.away else ""


class CheckInFilter(NamedTuple):
    """What is sought in the check-in list: part of a name, and "missing", "here" or ""."""

    find: str = ""
    show: str = ""

    def __bool__(self) -> bool:
        """Return whether it leaves anybody out."""
        return bool(self.find or self.show)

    def shows(self, attendee: Attendee) -> bool:
        """Return whether a player is listed."""
        is_sought = fold(self.find) in fold(attendee.player.name)
        return is_sought and self.show in ("", "here" if attendee.is_here else "missing")


def attendance_of(round: Round, players: Iterable[int] | None = None) -> list[Attendee]:
    """Return the players who could check in, by name; `players` limits them to these ids."""
    competition = round.stage.competition
    here = Q(entries__check_ins__round=round)
    plays = Q(left_at=None, role__in=PLAY.roles)
    candidates = Player.objects.filter(plays | here, club=competition.club_id).distinct()
    if players is not None:
        candidates = candidates.filter(pk__in=list(players))
    entries = {entry.player_id: entry for entry in entries_in_stage(round.stage)}
    since = dict(round.check_ins.values_list("entry__player", "created_at"))
    seats = Seat.objects.filter(table__round=round, table__dissolved_at=None)
    found = list(seats.select_related("table", "entry", "player"))
    seat_of = {seat.player_id: seat for seat in found}
    substitutes = {
        seat.entry.player_id: seat for seat in found if seat.player_id != seat.entry.player_id
    }
    idle = EntryAbsence.objects.filter(round=round, entry__player=OuterRef("pk")).order_by("pk")
    away = Coalesce(Subquery(idle.values("reason")[:1]), Value(""))
    return [
        Attendee(
            player=player,
            takes_part=player.pk in entries,
            checked_in_at=since.get(player.pk),
            seat=seat_of.get(player.pk),
            substitute=substitutes.get(player.pk),
            away=getattr(player, "away", ""),
            team=entries[player.pk].team if player.pk in entries else "",
            is_guest=player.pk in entries and entries[player.pk].is_guest,
        )
        for player in candidates.annotate(away=away).order_by("name", "pk")
    ]


def expected_of(people: Sequence[Attendee]) -> list[Attendee]:
    """Return whom one press checks in: who takes part, without guests unless all are guests."""
    taking_part = [each for each in people if each.takes_part]
    return [each for each in taking_part if not each.is_guest] or taking_part


def waiting_entries(round: Round) -> list[Entry]:
    """Return the checked-in entries without seat or absence, by time of arrival.

    Who plays on the seat of another does not wait.
    """
    seats = Seat.objects.filter(table__round=round, table__dissolved_at=None)
    waiting = round.check_ins.exclude(
        Q(entry__in=seats.values("entry"))
        | Q(entry__player__in=seats.values("player"))
        | Q(entry__in=round.absences.values("entry"))
    )
    in_order = waiting.select_related("entry__player").order_by("created_at", "pk")
    return [check_in.entry for check_in in in_order]


def absent(round: Round) -> QuerySet[EntryAbsence]:
    """Return the absences of a round, by name."""
    return round.absences.select_related("entry__player").order_by("entry__player__name", "pk")


def sitting_out(round: Round) -> list[EntryAbsence]:
    """Return byes and requested byes of a round, by name."""
    byes = (AbsenceReason.BYE, AbsenceReason.REQUESTED_BYE)
    return list(absent(round).filter(reason__in=byes))


def tables_with_scores(round: Round) -> QuerySet[Table]:
    """Return the standing tables of a round with seats, score, next hand, and any dispute."""
    disputed = Hand.objects.filter(table=OuterRef("pk"), is_disputed=True, is_void=False)
    tables = with_next_hand(tables_of_round(round)).annotate(is_disputed=Exists(disputed))
    return tables.select_related("score", "round__stage__competition__club")


def unfinished_of(tables: Iterable[Table]) -> list[Table]:
    """Return the tables (read with scores) that go on and are not adjourned."""
    going_on = [table for table in tables if not table.adjourned_at]
    return [table for table in going_on if not _is_over(table)]


def finished_of(tables: Iterable[Table]) -> list[Table]:
    """Return the tables (read with scores) whose match is over."""
    return [table for table in tables if _is_over(table)]


def _is_over(table: Table) -> bool:
    return hasattr(table, "score") and table.score.is_over


def can_check_in_self(round: Round, now: datetime) -> bool:
    """Return whether players may check themselves in."""
    if round.status == RoundStatus.SCHEDULED and round.opens_at is not None:
        return not round.is_missed and now >= round.opens_at - SELF_CHECK_IN_BEFORE
    return round.is_open


def may_play(round: Round, player: Player) -> bool:
    """Return whether no cut excludes a player from a round."""
    stage = round.stage
    return not stage.has_cut or stage.stage_entries.filter(entry__player=player).exists()


class MyRound(NamedTuple):
    """A player's round with their seat; `substitute` is their seat if another plays there."""

    round: Round
    player: Player
    is_here: bool
    sits_out: bool
    seat: Seat | None
    substitute: Seat | None


def _concerning(players: Collection[Player]) -> Q:
    """Return the condition that no cut excludes these players from a round."""
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
    """Return a user's open and upcoming rounds, then closed ones with an adjourned table."""
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
    own = Q(entry__player__in=players.values())
    check_ins = CheckIn.objects.filter(own, round__in=found)
    here = set(check_ins.values_list("round", flat=True))
    byes = EntryAbsence.objects.filter(own, round__in=found, reason=AbsenceReason.BYE)
    idle = set(byes.values_list("round", flat=True))
    seats: dict[int, Seat] = {}
    substitutes: dict[int, Seat] = {}
    for seat in (
        Seat.objects.filter(own | Q(player__in=players.values()), table__round__in=found)
        .filter(table__dissolved_at=None)
        .select_related("table", "entry", "player")
        .prefetch_related(Prefetch("table__seats", queryset=seats_in_order()))
    ):
        (seats if seat.player in players.values() else substitutes)[seat.table.round_id] = seat
    return [
        MyRound(
            round=round,
            player=players[round.stage.competition.club_id],
            is_here=round.pk in here,
            sits_out=round.pk in idle,
            seat=seats.get(round.pk),
            substitute=substitutes.get(round.pk),
        )
        for round in sorted(found, key=lambda round: round.status == RoundStatus.CLOSED)
    ]


def following(round: Round) -> Round | None:
    """Return the next round of a stage, unsaved if none is planned; None if there is none."""
    stage = round.stage
    later = stage.rounds.filter(number__gt=round.number)
    to_come = later.exclude(status__in=SETTLED).exclude(
        status=RoundStatus.SCHEDULED, missed_at__isnull=False
    )
    if (found := to_come.order_by("number").first()) is not None:
        return found
    is_last = stage.planned_rounds is not None and stage.rounds.count() >= stage.planned_rounds
    if is_last or later.exclude(status=RoundStatus.CALLED_OFF).exists():
        return None
    return Round(stage=stage, number=next_number(stage.competition_id))


def following_stage(round: Round) -> Stage | None:
    """Return the stage that can begin after this round, or None."""
    competition = round.stage.competition
    found = stage_to_begin(stages_of(competition), rounds_of(competition))
    return found if found is not None and found.number > round.stage.number else None


def rounds_in_calendar(player: Player, about: str, since: datetime) -> Iterator[Event]:
    """Yield the dated rounds of a player, or of the competition `about`; not those called off."""
    kind, _colon, pk = about.partition(":")
    if about and kind != "competition":
        return
    recent = Q(opens_at__gte=since) | Q(opens_at__isnull=False, closes_at__gte=since)
    found = rounds().filter(recent, stage__competition__club=player.club_id)
    found = found.exclude(status=RoundStatus.CALLED_OFF)
    if about:
        found = found.filter(stage__competition=int(pk))
    else:
        found = found.filter(
            stage__competition__entries__player=player,
            stage__competition__entries__withdrawn_at=None,
        )
    for round in found:
        if round.opens_at is not None:
            yield _event(round, round.opens_at)


def _event(round: Round, opens_at: datetime) -> Event:
    ends_at = round.closes_at or opens_at + USUAL_LENGTH
    competition = round.stage.competition
    title = f"{competition.name}, {round.label}"
    if round.is_missed:
        title = _("%(round)s: missed") % {"round": title}
    return Event(
        uid=f"round-{round.pk}",
        title=title,
        begins_at=opens_at,
        ends_at=ends_at,
        description=competition.club.name,
        path=reverse("rounds:detail", args=[round.pk]),
        about=visibility.name_of("competition", competition.pk),
        takes_time=ends_at - opens_at <= timedelta(hours=24),
    )


def unfinished_tables() -> TableQuerySet:
    """Return the standing tables whose match is not over."""
    return Table.objects.standing().filter(~Exists(ended_score()))


def ended_score() -> QuerySet[TableScore]:
    """Return the subquery of the outer table's score if its match is over."""
    return TableScore.objects.filter(is_over=True, table=OuterRef("pk"))


def is_too_late(round: Round, now: datetime) -> bool:
    """Return whether a round, read with its club, can no longer open automatically."""
    if round.opens_at is None:
        return False
    zone = ZoneInfo(round.stage.competition.club.time_zone)
    return too_late_from(round.opens_at, round.closes_at, zone) <= now
