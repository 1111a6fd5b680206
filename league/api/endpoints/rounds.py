"""Rounds: their life, who is there, how they are seated, their clock, who was away."""

from collections.abc import Callable, Mapping

from django.db.models import QuerySet

from league.api import locking, lookups
from league.api.api_view import ApiView
from league.api.operations import Call, operation
from league.api.paging import list_of
from league.api.scopes import Scope
from league.api.serializers import competitions, rounds
from league.api.serializers.seating import ClockCreateSerializer
from league.competitions.models import Round, Table
from league.competitions.schedule import RoundTimes
from league.rounds import queries, services
from league.rounds.services import check_in_new_player, clock
from league.rounds.services.absences import set_absence
from league.rounds.services.closing import begin_next_round
from league.rounds.services.deadlines import adjourn_table, take_up_table

PRESSES: Mapping[str, Callable[..., Round]] = {
    "pause": clock.pause_clock,
    "resume": clock.resume_clock,
    "last_hand": clock.call_last_hand,
}


class RoundByIdView(ApiView):
    @operation(rounds.RoundSerializer, lock=locking.lock_round)
    def get(self, call: Call, pk: int) -> Round:
        """Show a round."""
        return lookups.round_seen(call, pk)

    @operation(rounds.RoundSerializer, takes=competitions.RoundTimesSerializer)
    def patch(self, call: Call, pk: int) -> Round:
        """Change when a round opens and closes; once it is open, only when it closes."""
        round = lookups.round_organised(call, pk)
        times = {"opens_at": round.opens_at, "closes_at": round.closes_at, **call.sent}
        services.set_round_times(round_id=pk, times=RoundTimes(**times), now=call.now)
        return lookups.round_seen(call, pk)

    @operation()
    def delete(self, call: Call, pk: int) -> None:
        """Remove a scheduled round for which nobody has checked in."""
        lookups.round_organised(call, pk)
        services.delete_round(round_id=pk)


class RoundOpeningView(ApiView):
    @operation(rounds.RoundSerializer)
    def post(self, call: Call, pk: int) -> Round:
        """Open a round; one that is open stays as it is."""
        lookups.round_organised(call, pk)
        return services.open_round(round_id=pk, now=call.now)


class RoundClosingView(ApiView):
    @operation(rounds.RoundSerializer)
    def post(self, call: Call, pk: int) -> Round:
        """Close a round and post its standings; one that is closed stays as it is."""
        lookups.round_organised(call, pk)
        return services.close_round(round_id=pk, now=call.now)


class RoundReopeningView(ApiView):
    @operation(rounds.RoundSerializer)
    def post(self, call: Call, pk: int) -> Round:
        """Open a closed round again; from then on it closes by hand."""
        lookups.round_organised(call, pk)
        return services.reopen_round(round_id=pk, now=call.now)


class RoundCallingOffView(ApiView):
    @operation(rounds.RoundSerializer)
    def post(self, call: Call, pk: int) -> Round:
        """Call off a round that was not opened; one that is called off stays so."""
        lookups.round_organised(call, pk)
        return services.call_off_round(round_id=pk, now=call.now)

    @operation()
    def delete(self, call: Call, pk: int) -> None:
        """Undo that a round was called off."""
        lookups.round_organised(call, pk)
        services.undo_call_off(round_id=pk)


class RoundPlayersView(ApiView):
    @operation(list_of(rounds.AttendeeSerializer), lock=locking.lock_round)
    def get(self, call: Call, pk: int) -> object:
        """List who is there, who could be, and where they sit."""
        return {"results": queries.attendance_of(lookups.round_seen(call, pk))}

    @operation(list_of(rounds.AttendeeSerializer), takes=rounds.CheckInCreateSerializer)
    def post(self, call: Call, pk: int) -> object:
        """Check players in; those who did not take part yet are entered."""
        round = lookups.round_organised(call, pk)
        by = lookups.acting_in(call, round.stage.competition.club)
        services.check_in_players(round_id=pk, **call.sent, by=by, now=call.now)
        return {"results": queries.attendance_of(round, call.sent["player_ids"])}


class RoundPlayerView(ApiView):
    @operation()
    def delete(self, call: Call, pk: int, player: int) -> None:
        """Take a check-in back."""
        lookups.round_organised(call, pk)
        services.check_out_player(round_id=pk, player_id=player)


class OwnCheckInView(ApiView):
    @operation(rounds.RoundSerializer, scope=Scope.PLAY)
    def post(self, call: Call, pk: int) -> Round:
        """Say that you are there, as a player of the club."""
        round = lookups.round_seen(call, pk)
        player = lookups.shown_or_404(lookups.acting_in(call, round.stage.competition.club))
        return services.check_in_self(round_id=pk, player=player, now=call.now)

    @operation(scope=Scope.PLAY)
    def delete(self, call: Call, pk: int) -> None:
        """Say that you are not there after all."""
        round = lookups.round_seen(call, pk)
        player = lookups.shown_or_404(lookups.acting_in(call, round.stage.competition.club))
        services.check_out_player(round_id=pk, player_id=player.pk)


class RoundTablesView(ApiView):
    @operation(rounds.TableSerializer, order=("number", "pk"))
    def get(self, call: Call, pk: int) -> QuerySet[Table]:
        """List the tables of a round: who sits where, and how the matches stand."""
        return queries.tables_with_scores(lookups.round_seen(call, pk))


class RoundSeatingView(ApiView):
    @operation(rounds.RoundSerializer, takes=rounds.SeatingCreateSerializer)
    def post(self, call: Call, pk: int) -> Round:
        """Seat everybody who is checked in, but those at tables where a hand was recorded.

        The stage says by which method. A `seating` that is not the round's is refused with 409:
        somebody else has seated it meanwhile.
        """
        round = lookups.round_organised(call, pk)
        by = lookups.acting_in(call, round.stage.competition.club)
        services.seat_round(round_id=pk, **call.sent, by=by, now=call.now)
        return lookups.round_seen(call, pk)


class RoundClockView(ApiView):
    @operation(rounds.RoundSerializer, takes=ClockCreateSerializer)
    def post(self, call: Call, pk: int) -> Round:
        """Start, stop or change the clock of an open round; the same press twice is one."""
        lookups.round_organised(call, pk)
        sent = call.sent
        press = PRESSES.get(sent["do"])
        if press is not None:
            press(round_id=pk, now=call.now)
        elif sent["do"] == "start":
            clock.start_clock(round_id=pk, minutes=sent.get("minutes"), now=call.now)
        elif sent["do"] == "restart":
            times = {"minutes": sent.get("minutes"), "started_at": sent["started_at"]}
            clock.restart_clock(round_id=pk, **times, now=call.now)
        else:
            clock.set_clock_minutes(round_id=pk, minutes=sent["minutes"], now=call.now)
        return lookups.round_seen(call, pk)


class NextRoundView(ApiView):
    @operation(rounds.RoundSerializer)
    def post(self, call: Call, pk: int) -> Round:
        """Begin the round after one that has closed, at once."""
        lookups.round_organised(call, pk)
        following = begin_next_round(round_id=pk, now=call.now)
        return lookups.round_seen(call, following.pk)


class NewRoundPlayerView(ApiView):
    @operation(list_of(rounds.AttendeeSerializer), takes=rounds.NewPlayerCreateSerializer)
    def post(self, call: Call, pk: int) -> object:
        """Make somebody a player of the club and check them in; sent twice, it is one player."""
        round = lookups.round_organised(call, pk)
        by = lookups.acting_in(call, round.stage.competition.club)
        player = check_in_new_player(round_id=pk, **call.sent, by=by, now=call.now)
        return {"results": queries.attendance_of(round, [player.pk])}


class RoundAbsencesView(ApiView):
    @operation(list_of(rounds.AbsenceSerializer), is_personal=True)
    def get(self, call: Call, pk: int) -> object:
        """List who takes part and has no table in a round, and why, by name."""
        return {"results": queries.absent(lookups.round_organised(call, pk))}


class RoundAbsenceView(ApiView):
    @operation(list_of(rounds.AbsenceSerializer), takes=rounds.AbsenceCreateSerializer)
    def put(self, call: Call, pk: int, entry: int) -> object:
        """Say otherwise why somebody did not play in a round that has closed; points follow."""
        round = lookups.round_organised(call, pk)
        set_absence(round_id=pk, entry_id=entry, **call.sent, now=call.now)
        return {"results": queries.absent(round)}


class TableAdjourningView(ApiView):
    @operation(rounds.TableSerializer)
    def post(self, call: Call, pk: int) -> Table:
        """Let a table of an open round finish later: the round can close without it."""
        table = lookups.table_organised(call, pk)
        adjourn_table(round_id=table.round_id, table_id=pk, now=call.now)
        return lookups.table_seen(call, pk)


class TableTakingUpView(ApiView):
    @operation(rounds.TableSerializer)
    def post(self, call: Call, pk: int) -> Table:
        """Let an adjourned table of an open round be like the others again."""
        table = lookups.table_organised(call, pk)
        take_up_table(round_id=table.round_id, table_id=pk)
        return lookups.table_seen(call, pk)
