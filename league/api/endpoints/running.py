"""A round while it runs and when it is over: its clock, tables that finish later, who was away."""

from collections.abc import Callable, Mapping

from league.api import finding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import rounds as shapes
from league.api.shapes.seating import ClockSent
from league.competitions.models import Round, Table
from league.rounds import queries
from league.rounds.services import check_in_new_player, clock
from league.rounds.services.absences import set_absence
from league.rounds.services.closing import begin_next_round
from league.rounds.services.deadlines import adjourn_table, take_up_table

CHAPTER = "Rounds"

PRESSES: Mapping[str, Callable[..., Round]] = {
    "pause": clock.pause_clock,
    "resume": clock.resume_clock,
    "last_hand": clock.call_last_hand,
}


class RoundClock(Endpoint):
    """The clock of a round."""

    tag = CHAPTER

    @operation(takes=ClockSent, gives=shapes.RoundShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Round:
        """Start, stop or change the clock of an open round; the same press twice is one."""
        finding.round_organised(call, pk)
        sent = call.sent
        press = PRESSES.get(sent["do"])
        if press is not None:
            press(round_id=pk, now=call.now)
        elif sent["do"] == "start":
            clock.start_clock(round_id=pk, minutes=sent.get("minutes"), now=call.now)
        elif sent["do"] == "restart":
            clock.restart_clock(
                round_id=pk,
                minutes=sent.get("minutes"),
                started_at=sent["started_at"],
                now=call.now,
            )
        else:
            clock.set_clock_minutes(round_id=pk, minutes=sent["minutes"], now=call.now)
        return finding.round_seen(call, pk)


class NextRound(Endpoint):
    """The next round begins."""

    tag = CHAPTER

    @operation(gives=shapes.RoundShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Round:
        """Begin the round after one that has closed, at once."""
        finding.round_organised(call, pk)
        following = begin_next_round(round_id=pk, now=call.now)
        return finding.round_seen(call, following.pk)


class NewRoundPlayer(Endpoint):
    """Somebody new is there."""

    tag = CHAPTER

    @operation(takes=shapes.NewPlayerSent, gives=shapes.AttendanceShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> object:
        """Make somebody a player of the club and check them in; sent twice, it is one player."""
        round = finding.round_organised(call, pk)
        player = check_in_new_player(
            round_id=pk,
            name=call.sent["name"],
            seen=call.sent["seen"],
            by=finding.acting_in(call, round.stage.competition.club),
            now=call.now,
        )
        return {"players": queries.attendance_of(round, [player.pk])}


class RoundAbsences(Endpoint):
    """Who did not play."""

    tag = CHAPTER

    @operation(gives=shapes.AbsencesShown, is_personal=True)
    def get(self, call: Call, pk: int) -> object:
        """List who takes part and has no table in a round, and why."""
        return {"absences": queries.absent(finding.round_organised(call, pk))}


class RoundAbsence(Endpoint):
    """Why somebody did not play."""

    tag = CHAPTER

    @operation(takes=shapes.AbsenceSent, gives=shapes.AbsencesShown, scope=Scope.ORGANISE)
    def put(self, call: Call, pk: int, entry: int) -> object:
        """Say otherwise why somebody did not play in a round that has closed; points follow."""
        round = finding.round_organised(call, pk)
        set_absence(round_id=pk, entry_id=entry, reason=call.sent["reason"], now=call.now)
        return {"absences": queries.absent(round)}


class TableAdjourning(Endpoint):
    """A table finishes later."""

    tag = CHAPTER

    @operation(gives=shapes.TableShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Table:
        """Let a table of an open round finish later: the round can close without it."""
        table = finding.table_organised(call, pk)
        adjourn_table(round_id=table.round_id, table_id=pk, now=call.now)
        return finding.table_seen(call, pk)


class TableTakingUp(Endpoint):
    """A table goes on."""

    tag = CHAPTER

    @operation(gives=shapes.TableShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Table:
        """Let an adjourned table of an open round be like the others again."""
        table = finding.table_organised(call, pk)
        take_up_table(round_id=table.round_id, table_id=pk)
        return finding.table_seen(call, pk)
