"""Rounds: their life, who is there, how they are seated."""

from typing import Any

from django.db.models import QuerySet

from league.api import finding, holding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import competitions as terms
from league.api.shapes import rounds as shapes
from league.competitions.models import Round, Table
from league.competitions.schedule import RoundTimes
from league.rounds import queries, services

CHAPTER = "Rounds"


class RoundById(Endpoint):
    """One round."""

    tag = CHAPTER
    hold = staticmethod(holding.hold_round)

    @operation(gives=shapes.RoundShown)
    def get(self, call: Call, pk: int) -> Round:
        """Show a round."""
        return finding.round_seen(call, pk)

    @operation(takes=terms.RoundSent, gives=shapes.RoundShown, scope=Scope.ORGANISE)
    def patch(self, call: Call, pk: int) -> Round:
        """Change when a round opens and closes; once it is open, only when it closes."""
        round = finding.round_organised(call, pk)
        times = {"opens_at": round.opens_at, "closes_at": round.closes_at, **call.sent}
        services.set_round_times(round_id=pk, times=RoundTimes(**times), now=call.now)
        return finding.round_seen(call, pk)

    @operation(scope=Scope.ORGANISE)
    def delete(self, call: Call, pk: int) -> None:
        """Remove a scheduled round for which nobody has checked in."""
        finding.round_organised(call, pk)
        services.delete_round(round_id=pk)


class RoundOpening(Endpoint):
    """A round opens."""

    tag = CHAPTER

    @operation(gives=shapes.RoundShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Round:
        """Open a round; one that is open stays as it is."""
        finding.round_organised(call, pk)
        return services.open_round(round_id=pk, now=call.now)


class RoundClosing(Endpoint):
    """A round closes."""

    tag = CHAPTER

    @operation(gives=shapes.RoundShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Round:
        """Close a round and post its standings; one that is closed stays as it is."""
        finding.round_organised(call, pk)
        return services.close_round(round_id=pk, now=call.now)


class RoundReopening(Endpoint):
    """A round opens again."""

    tag = CHAPTER

    @operation(gives=shapes.RoundShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Round:
        """Open a closed round again; from then on it closes by hand."""
        finding.round_organised(call, pk)
        return services.reopen_round(round_id=pk, now=call.now)


class RoundCallingOff(Endpoint):
    """A round does not take place."""

    tag = CHAPTER

    @operation(gives=shapes.RoundShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Round:
        """Call off a round that was not opened; one that is called off stays so."""
        finding.round_organised(call, pk)
        return services.call_off_round(round_id=pk, now=call.now)

    @operation(scope=Scope.ORGANISE)
    def delete(self, call: Call, pk: int) -> None:
        """Undo that a round was called off."""
        finding.round_organised(call, pk)
        services.undo_call_off(round_id=pk)


class RoundPlayers(Endpoint):
    """Who is there for a round."""

    tag = CHAPTER
    hold = staticmethod(holding.hold_round)

    @operation(gives=shapes.AttendanceShown)
    def get(self, call: Call, pk: int) -> object:
        """List who is there, who could be, and where they sit."""
        return {"players": queries.attendance_of(finding.round_seen(call, pk))}

    @operation(takes=shapes.CheckInSent, gives=shapes.AttendanceShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> object:
        """Check players in; those who did not take part yet are entered."""
        round = finding.round_organised(call, pk)
        services.check_in_players(
            round_id=pk,
            player_ids=call.sent["players"],
            by=finding.acting_in(call, round.stage.competition.club),
            now=call.now,
        )
        return {"players": queries.attendance_of(round, call.sent["players"])}


class RoundPlayer(Endpoint):
    """One player's being there."""

    tag = CHAPTER

    @operation(scope=Scope.ORGANISE)
    def delete(self, call: Call, pk: int, player: int) -> None:
        """Take a check-in back."""
        finding.round_organised(call, pk)
        services.check_out_player(round_id=pk, player_id=player)


class OwnCheckIn(Endpoint):
    """One's own being there."""

    tag = CHAPTER

    @operation(gives=shapes.RoundShown, scope=Scope.PLAY)
    def post(self, call: Call, pk: int) -> Round:
        """Say that you are there, as a player of the club."""
        round = finding.round_seen(call, pk)
        player = finding.acting_in(call, round.stage.competition.club)
        return services.check_in_self(
            round_id=pk, player=finding.shown_or_404(player), now=call.now
        )

    @operation(scope=Scope.PLAY)
    def delete(self, call: Call, pk: int) -> None:
        """Say that you are not there after all."""
        round = finding.round_seen(call, pk)
        player: Any = finding.shown_or_404(finding.acting_in(call, round.stage.competition.club))
        services.check_out_player(round_id=pk, player_id=player.pk)


class RoundTables(Endpoint):
    """The seating of a round."""

    tag = CHAPTER

    @operation(gives=shapes.TableShown, order=("number", "pk"))
    def get(self, call: Call, pk: int) -> QuerySet[Table]:
        """List the tables of a round: who sits where, and how the matches stand."""
        return queries.tables_with_scores(finding.round_seen(call, pk))


class RoundSeating(Endpoint):
    """A round is seated."""

    tag = CHAPTER

    @operation(takes=shapes.SeatingSent, gives=shapes.RoundShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Round:
        """Seat everybody who is checked in, but those at tables where a hand was recorded.

        The stage says by which method. A `seating` that is not the round's is refused with 409:
        somebody else has seated it meanwhile.
        """
        round = finding.round_organised(call, pk)
        sent = call.sent
        services.seat_round(
            round_id=pk,
            seating=sent["seating"],
            seed=sent["seed"],
            sizes=sent.get("sizes"),
            balance=sent.get("balance", ""),
            known=sent.get("known", ""),
            accepts_broken=sent.get("accepts_broken", False),
            by=finding.acting_in(call, round.stage.competition.club),
            now=call.now,
        )
        return finding.round_seen(call, pk)
