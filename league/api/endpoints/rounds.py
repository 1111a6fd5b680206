"""Rounds: life cycle, clock, attendance, absences, seating and its changes."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from league.api import lookups
from league.api.chapters import ROUNDS, SEATING
from league.api.models import Scope
from league.api.operations import Call
from league.api.serializers import rounds
from league.api.serializers.base import list_of
from league.api.serializers.competitions import RoundTimesSerializer
from league.clubs.models import Player
from league.clubs.queries import player_of
from league.competitions.models import Round, Table
from league.competitions.schedule import RoundTimes
from league.rounds import move_options, queries, seating_impact
from league.rounds.draw_input import plan_seating
from league.rounds.models import SeatingChange
from league.rounds.operations import change
from league.rounds.seating_context import SeatingChangeRequest, load_seating_context
from league.rounds.services import absences, check_in, clock, closing, lifecycle, seating

ROUND = "rounds/<int:pk>/"
PLAYERS = f"{ROUND}players/"
ATTENDEES = list_of(rounds.AttendeeSerializer)
ABSENCES = list_of(rounds.AbsenceSerializer)
CLOCK_ACTIONS: Mapping[str, tuple[Callable[..., Round], tuple[str, ...]]] = {
    "start": (clock.start_clock, ("minutes",)),
    "restart": (clock.restart_clock, ("minutes", "started_at")),
    "minutes": (clock.set_clock_minutes, ("minutes",)),
    "pause": (clock.pause_clock, ()),
    "resume": (clock.resume_clock, ()),
    "last_hand": (clock.call_last_hand, ()),
}


def _round_and_actor(call: Call, pk: int) -> tuple[Round, Player | None]:
    round = lookups.round_organised(call, pk)
    return round, player_of(call.user, round.stage.competition.club)


@ROUNDS.get(ROUND, rounds.RoundSerializer, lock=lookups.lock_round)
def retrieve_round(call: Call, pk: int) -> Round:
    """Show a round."""
    return lookups.round_seen(call, pk)


@ROUNDS.patch(ROUND, rounds.RoundSerializer, takes=RoundTimesSerializer)
def update_round(call: Call, pk: int) -> Round:
    """Change when a round opens and closes; of an open round, only when it closes."""
    round = lookups.round_organised(call, pk)
    times = {"opens_at": round.opens_at, "closes_at": round.closes_at, **call.sent}
    lifecycle.set_round_times(round_id=pk, times=RoundTimes(**times), now=call.now)
    return lookups.round_seen(call, pk)


@ROUNDS.delete(ROUND)
def delete_round(call: Call, pk: int) -> None:
    """Delete a scheduled round without check-ins."""
    lookups.round_organised(call, pk)
    lifecycle.delete_round(round_id=pk)


@ROUNDS.post(f"{ROUND}open/", rounds.RoundSerializer)
def open_round(call: Call, pk: int) -> Round:
    """Open a round; an open round stays unchanged."""
    lookups.round_organised(call, pk)
    return lifecycle.open_round(round_id=pk, now=call.now)


@ROUNDS.post(f"{ROUND}close/", rounds.RoundSerializer)
def close_round(call: Call, pk: int) -> Round:
    """Close a round and post its standings; a closed round stays unchanged."""
    lookups.round_organised(call, pk)
    return closing.close_round(round_id=pk, now=call.now)


@ROUNDS.post(f"{ROUND}reopen/", rounds.RoundSerializer)
def reopen_round(call: Call, pk: int) -> Round:
    """Reopen a closed round; it then has to be closed manually."""
    lookups.round_organised(call, pk)
    return lifecycle.reopen_round(round_id=pk, now=call.now)


@ROUNDS.post(f"{ROUND}call-off/", rounds.RoundSerializer)
def call_off_round(call: Call, pk: int) -> Round:
    """Call off a round that was not opened."""
    lookups.round_organised(call, pk)
    return lifecycle.call_off_round(round_id=pk, now=call.now)


@ROUNDS.delete(f"{ROUND}call-off/")
def undo_call_off(call: Call, pk: int) -> None:
    """Undo that a round was called off."""
    lookups.round_organised(call, pk)
    lifecycle.undo_call_off(round_id=pk)


@ROUNDS.get(PLAYERS, ATTENDEES, lock=lookups.lock_round)
def list_attendance(call: Call, pk: int) -> object:
    """List who is checked in, who could be, and where they sit."""
    return {"results": queries.attendance_of(lookups.round_seen(call, pk))}


@ROUNDS.post(PLAYERS, ATTENDEES, takes=rounds.CheckInCreateSerializer)
def check_in_players(call: Call, pk: int) -> object:
    """Check in players; players without an entry are entered."""
    round, by = _round_and_actor(call, pk)
    check_in.check_in_players(round_id=pk, **call.sent, by=by, now=call.now)
    return {"results": queries.attendance_of(round, call.sent["player_ids"])}


@ROUNDS.delete(f"{PLAYERS}<int:player>/")
def check_out_player(call: Call, pk: int, player: int) -> None:
    """Cancel a check-in."""
    lookups.round_organised(call, pk)
    check_in.check_out_player(round_id=pk, player_id=player)


@ROUNDS.post(f"{PLAYERS}me/", rounds.RoundSerializer, scope=Scope.PLAY)
def check_in_self(call: Call, pk: int) -> Round:
    """Check in yourself, as a player of the club."""
    round = lookups.round_seen(call, pk)
    player = lookups.shown_or_404(player_of(call.user, round.stage.competition.club))
    return check_in.check_in_self(round_id=pk, player=player, now=call.now)


@ROUNDS.delete(f"{PLAYERS}me/", scope=Scope.PLAY)
def check_out_self(call: Call, pk: int) -> None:
    """Cancel your own check-in."""
    round = lookups.round_seen(call, pk)
    player = lookups.shown_or_404(player_of(call.user, round.stage.competition.club))
    check_in.check_out_player(round_id=pk, player_id=player.pk)


@ROUNDS.get(f"{ROUND}tables/", rounds.TableSerializer, order=("number", "pk"))
def list_tables(call: Call, pk: int) -> QuerySet[Table]:
    """List the tables of a round with their seats and scores."""
    return queries.tables_with_scores(lookups.round_seen(call, pk))


@ROUNDS.post(f"{ROUND}seating/", rounds.RoundSerializer, takes=rounds.SeatingCreateSerializer)
def seat_round(call: Call, pk: int) -> Round:
    """Seat the checked-in players, except at tables with hands; 409 if `seating` is outdated."""
    _round, by = _round_and_actor(call, pk)
    seating.seat_round(round_id=pk, **call.sent, by=by, now=call.now)
    return lookups.round_seen(call, pk)


@ROUNDS.post(f"{ROUND}clock/", rounds.RoundSerializer, takes=rounds.ClockCreateSerializer)
def change_clock(call: Call, pk: int) -> Round:
    """Start, change or stop the clock of an open round; repeated requests are safe."""
    lookups.round_organised(call, pk)
    values = {"minutes": None, **call.sent}
    service, names = CLOCK_ACTIONS[values["action"]]
    service(round_id=pk, now=call.now, **{name: values[name] for name in names})
    return lookups.round_seen(call, pk)


@ROUNDS.post(f"{ROUND}next/", rounds.RoundSerializer)
def start_next_round(call: Call, pk: int) -> Round:
    """Start the round after a closed one."""
    lookups.round_organised(call, pk)
    following = closing.begin_next_round(round_id=pk, now=call.now)
    return lookups.round_seen(call, following.pk)


@ROUNDS.post(f"{PLAYERS}new/", ATTENDEES, takes=rounds.NewPlayerCreateSerializer)
def check_in_new_player(call: Call, pk: int) -> object:
    """Add a player to the club and check them in; repeated requests add one player."""
    round, by = _round_and_actor(call, pk)
    player = check_in.check_in_new_player(round_id=pk, **call.sent, by=by, now=call.now)
    return {"results": queries.attendance_of(round, [player.pk])}


@ROUNDS.get(f"{ROUND}absences/", ABSENCES, is_personal=True)
def list_absences(call: Call, pk: int) -> object:
    """List the entries without a table in a round, by name, and why."""
    return {"results": queries.absent(lookups.round_organised(call, pk))}


@ROUNDS.put(f"{ROUND}absences/<int:entry>/", ABSENCES, takes=rounds.AbsenceUpdateSerializer)
def update_absence(call: Call, pk: int, entry: int) -> object:
    """Change the reason of an absence in a closed round; points are recalculated."""
    round = lookups.round_organised(call, pk)
    absences.set_absence(round_id=pk, entry_id=entry, **call.sent, now=call.now)
    return {"results": queries.absent(round)}


@ROUNDS.post("tables/<int:pk>/adjourn/", rounds.TableSerializer)
def adjourn_table(call: Call, pk: int) -> Table:
    """Adjourn a table of an open round, which can then close without it."""
    table = lookups.table_organised(call, pk)
    closing.adjourn_table(round_id=table.round_id, table_id=pk, now=call.now)
    return lookups.table_seen(call, pk)


@ROUNDS.post("tables/<int:pk>/resume/", rounds.TableSerializer)
def resume_table(call: Call, pk: int) -> Table:
    """Resume an adjourned table of an open round."""
    table = lookups.table_organised(call, pk)
    closing.resume_table(round_id=table.round_id, table_id=pk)
    return lookups.table_seen(call, pk)


@SEATING.post(f"{ROUND}seating/preview/", rounds.DrawSerializer, takes=rounds.DrawCreateSerializer)
def preview_seating(call: Call, pk: int) -> object:
    """Preview the draw of a draw number; nothing is changed."""
    round = lookups.round_organised(call, pk)
    plan, sent = plan_seating(round), call.sent
    seed = sent["seed"] if "seed" in sent else seating_impact.seed_to_offer(round, plan)
    preview = seating_impact.preview_draw(
        round, plan, seed, sent.get("sizes"), sent.get("seating_priority", "")
    )
    tables = [
        {
            "number": number,
            "seats": [
                {"seat": seat, "entry": entry} for seat, entry in zip(seats, entries, strict=True)
            ],
        }
        for (number, seats), entries in zip(preview.tables, preview.draw.tables, strict=True)
    ]
    return {"seed": seed, "seating": round.seating, "tables": tables, "preview": preview}


@SEATING.get(
    f"{ROUND}changes/", rounds.SeatingChangeSerializer, order=("-number", "pk"), is_personal=True
)
def list_seating_changes(call: Call, pk: int) -> QuerySet[SeatingChange]:
    """List the changes of a round's seating, newest first."""
    return move_options.changes_of(lookups.round_organised(call, pk))


@SEATING.post(
    f"{ROUND}changes/", rounds.SeatedSerializer, takes=rounds.SeatingChangeCreateSerializer
)
def change_seating(call: Call, pk: int) -> object:
    """Change the seating of an open round; 409 if `seating` is outdated."""
    _round, by = _round_and_actor(call, pk)
    known, request = _change_request(call.sent)
    done = seating.change_seating(round_id=pk, seating=known, query=request, by=by, now=call.now)
    return _seated(call, pk, done)


@SEATING.post(
    f"{ROUND}changes/preview/",
    rounds.SeatingImpactSerializer,
    takes=rounds.SeatingChangeCreateSerializer,
)
def preview_seating_change(call: Call, pk: int) -> seating_impact.SeatingImpact:
    """Preview a change of the seating; nothing is changed."""
    round = lookups.round_organised(call, pk)
    seating.refuse_unless_open(round)
    context = load_seating_context(round)
    after, _data = change(context, _change_request(call.sent)[1])
    return seating_impact.find_seating_impact(context, after)


@SEATING.post("changes/<int:pk>/undo/", rounds.SeatedSerializer)
def undo_seating_change(call: Call, pk: int) -> object:
    """Undo a change of the seating, unless later changes depend on it."""
    done = _organised_change(call, pk)
    by = player_of(call.user, done.round.stage.competition.club)
    undone = seating.undo_change(change_id=pk, by=by, now=call.now)
    return _seated(call, done.round_id, undone)


@SEATING.post("changes/<int:pk>/undo/preview/", rounds.SeatingImpactSerializer)
def preview_undo_seating_change(call: Call, pk: int) -> seating_impact.SeatingImpact:
    """Preview undoing a change of the seating; nothing is changed."""
    done = _organised_change(call, pk)
    seating.refuse_unless_open(done.round)
    context = load_seating_context(done.round)
    after = seating.seating_without(context, done)
    return seating_impact.find_seating_impact(context, after)


def _organised_change(call: Call, pk: int) -> SeatingChange:
    found = get_object_or_404(SeatingChange, pk=pk)
    found.round = lookups.round_organised(call, found.round_id)
    return found


def _change_request(sent: Mapping[str, Any]) -> tuple[int, SeatingChangeRequest]:
    """Return the `seating` known to the client, and the requested change."""
    values = {**sent, "entries": tuple(dict.fromkeys(sent.get("entries", ())))}
    return values.pop("seating"), SeatingChangeRequest(**values)


def _seated(call: Call, round_id: int, done: SeatingChange | None) -> dict[str, Any]:
    return {"seating": lookups.round_seen(call, round_id).seating, "change": done}
