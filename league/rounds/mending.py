"""Seat those who come late, and those whose table is no more, with the smallest change."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.tournament.draw import CannotDrawError, SizeLimits, pair
from games.tournament.repair import Repair, repair_round
from league.rounds.errors import RoundError, cannot_seat
from league.rounds.scenes import Scene
from league.rounds.states import SeatedTable, Sitting, State

CAME_LATE = {"code": "came_late", "data": {}}
MADE_ROOM = {"code": "made_room", "data": {}}


@dataclass(frozen=True, slots=True)
class Fit:
    """Say how well somebody fits at a table.

    `broken` are those there from whom they are kept apart, `met` those whom they have met before,
    `crowded` how many more than the competition's largest table they would be.
    """

    broken: tuple[int, ...]
    met: tuple[int, ...]
    crowded: int


def fit(scene: Scene, table: SeatedTable, entry: int) -> Fit:
    """Say how well an entry fits at a table that others sit at."""
    others = [other for other in table.entries if other != entry]
    return Fit(
        broken=tuple(other for other in others if pair(entry, other) in scene.apart),
        met=tuple(other for other in others if scene.met[pair(entry, other)]),
        crowded=max(0, len(others) + 1 - scene.round.stage.competition.table_max),
    )


def mend(
    scene: Scene, state: State, *, arriving: Collection[int] = (), leaving: Collection[int] = ()
) -> State:
    """Seat who arrives and let go who leaves, moving as few as can be; raises cannot_seat.

    Tables with hands stay. The competition's sizes give way to the game's before anybody is left
    without a seat.
    """
    competition = scene.round.stage.competition
    liked = tuple(competition.table_preferred)
    limits = SizeLimits(competition.table_min, liked, competition.table_max)
    found = _repair(scene, state, limits, arriving, leaving)
    if found.sitting_out:
        wide = SizeLimits(scene.game.seats[0], liked, scene.game.seats[-1])
        found = _repair(scene, state, wide, arriving, leaving)
    if found.sitting_out:
        raise RoundError(
            "cannot_seat",
            _(
                "There is no seat left: hands are recorded at the other tables, or they are full. "
                "Open an extra table, or let somebody sit out."
            ),
        )
    return _written(scene, state, found, set(arriving))


def _repair(
    scene: Scene,
    state: State,
    limits: SizeLimits,
    arriving: Collection[int],
    leaving: Collection[int],
) -> Repair:
    """Return the smallest change within these sizes."""
    locked = [at for at, table in enumerate(state.tables) if table.hands]
    try:
        return repair_round(
            [table.entries for table in state.tables],
            arriving=arriving,
            leaving=leaving,
            locked=locked,
            limits=limits,
            history=scene.history,
            apart=list(scene.apart),
            seed=scene.round.seating,
        )
    except CannotDrawError as error:
        raise cannot_seat(error) from error


def _written(scene: Scene, state: State, found: Repair, arriving: Collection[int]) -> State:
    """Return the seating with the tables that a repair has found."""
    of = {one.entry: one for table in state.tables for one in table.sittings}
    for entry in arriving:
        of[entry] = Sitting(entry, scene.entries[entry].player_id, reason=CAME_LATE)
    moved = {entry: replace(of[entry], pair=None, reason=MADE_ROOM) for entry in found.moved}
    changed: list[SeatedTable] = []
    gone: list[int] = []
    for at, entries in enumerate(found.tables):
        was = state.tables[at] if at < len(state.tables) else None
        sittings = tuple(moved.get(entry) or of[entry] for entry in entries)
        if was is None:
            numbers = [table.number for table in (*state.tables, *changed)]
            changed.append(SeatedTable(len(state.tables) - at, _free(numbers), sittings))
        elif not entries:
            gone.append(was.key)
        elif was.entries != entries:
            changed.append(was.with_entries(sittings))
    return state.with_tables(*changed, without=gone)


def _free(taken: Collection[int]) -> int:
    return next(number for number in range(1, len(taken) + 2) if number not in taken)
