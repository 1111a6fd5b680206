"""Change the seating of a running round, and undo a change."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.verbs import Verb
from league.clubs.models import Player
from league.competitions.models import Round
from league.competitions.noting import note_round
from league.rounds.errors import RoundError
from league.rounds.models import SeatingChange
from league.rounds.operations import change, check
from league.rounds.scenes import Asked, Scene, read_scene
from league.rounds.services.locking import lock_round
from league.rounds.services.writing import keep_change, write_seating
from league.rounds.states import State, state_from_json


@transaction.atomic
def change_seating(
    *, round_id: int, seating: int, asked: Asked, by: Player | None, now: datetime
) -> SeatingChange | None:
    """Change a round's seating; return what was done, None when there was nothing to do.

    `seating` is the round's counter as the page knew it: of two phones that press, the second is
    told. The same press that comes twice is answered as the first time.
    """
    round = lock_round(round_id)
    earlier = round.seating_changes.filter(number=seating + 1, kind=asked.kind, undone_at=None)
    for done in earlier:
        if done.asked == asked.as_json():
            return done
    refuse_unless_open(round)
    if round.seating != seating:
        raise RoundError(
            "seating_changed",
            _("Somebody else has changed the seats meanwhile. These are the tables now."),
        )
    scene = read_scene(round)
    after, data = change(scene, asked)
    if after == scene.state:
        return None
    return keep_change(
        round,
        kind=asked.kind,
        before=scene.state,
        after=after,
        asked=asked.as_json(),
        data=data,
        by=by,
        now=now,
    )


@transaction.atomic
def undo_change(*, change_id: int, by: Player | None, now: datetime) -> SeatingChange:
    """Undo one change of a seating, if nothing that happened since contradicts it.

    Undone stays undone. Raises hands_since and seating_changed.
    """
    round_id = SeatingChange.objects.values_list("round", flat=True).get(pk=change_id)
    round = lock_round(round_id)
    done = SeatingChange.objects.get(pk=change_id)
    if done.undone_at is not None:
        return done
    refuse_unless_open(round)
    scene = read_scene(round)
    target = seating_without(scene, done)
    write_seating(round, scene.state, target, by=by, now=now)
    done.undone_at, done.undone_by = now, by
    done.save(update_fields=["undone_at", "undone_by"])
    note_round(Verb.SEATS_UNDONE, round, {"kind": (done.kind, None)})
    return done


def seating_without(scene: Scene, done: SeatingChange) -> State:
    """Return the seating as it would be without a change; raises RoundError."""
    target = undone(scene.state, state_from_json(done.before), state_from_json(done.after))
    check(scene, target)
    return target


def undone(current: State, before: State, after: State) -> State:
    """Return the seating without the change from `before` to `after`; raises RoundError.

    The tables that the change touched have to be as it left them, with no hand more.
    """
    made = [table for table in after.tables if before.table(table.key) != table]
    for table in made:
        now = current.table(table.key)
        if now is not None and now.hands > table.hands:
            raise RoundError("hands_since", number=now.number)
        if now is None or (now.sittings, now.dealer) != (table.sittings, table.dealer):
            raise RoundError(
                "seating_changed",
                _("Table %(number)d has changed since. Undo the later change first."),
                number=table.number,
            )
    restored = [table for table in before.tables if after.table(table.key) != table]
    state = current.with_tables(*restored, without=[table.key for table in made])
    numbers = [table.number for table in state.tables]
    for table in restored:
        if numbers.count(table.number) > 1:
            raise RoundError(
                "seating_changed",
                _("There is another table %(number)d by now. Undo the later change first."),
                number=table.number,
            )
    idle = dict(current.idle)
    for entry in before.idle.keys() | after.idle.keys():
        if before.idle.get(entry) != after.idle.get(entry):
            idle.pop(entry, None)
            if entry in before.idle:
                idle[entry] = before.idle[entry]
    seated = set(state.seated)
    return replace(
        state,
        here=(current.here - (after.here - before.here)) | (before.here - after.here) | seated,
        idle={entry: why for entry, why in idle.items() if entry not in seated},
        drawn=before.drawn if current.drawn == after.drawn else current.drawn,
    )


def refuse_unless_open(round: Round) -> None:
    """Raise wrong_status for a round whose seats stay."""
    if not round.is_open:
        raise RoundError(
            "wrong_status", _("Seats can be changed while the round is open. Open it first.")
        )
