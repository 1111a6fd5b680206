"""Say what a change of a seating means, before it is made: who moves, who meets again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _

from games.tournament.draw import Pair, pair
from league.core.rule_texts import join_names
from league.rounds.past import read_stand_ins
from league.rounds.scenes import Scene
from league.rounds.states import SeatedTable, State
from league.rounds.words import stand_in_words


@dataclass(frozen=True, slots=True)
class Row:
    """Say who sits on a seat, for whom and which team; `is_new`: not at this table before."""

    seat: int
    entry: int
    name: str
    own: str
    team: str
    is_new: bool
    pair: int | None


@dataclass(frozen=True, slots=True)
class TableAfter:
    """Show a table that changes, as it will be. `is_unusual`: not of the competition's sizes."""

    number: int
    is_new: bool
    is_unusual: bool
    dealer: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Say of somebody, and for whom they play, where they sat and will sit; None: nowhere."""

    name: str
    own: str
    team: str
    source: int | None
    target: int | None


@dataclass(frozen=True, slots=True)
class Together:
    """Name two who will share a table; `times` they met before, or `why` they are kept apart.

    `note` says who stood in for one of them then.
    """

    one: str
    other: str
    times: int = 0
    why: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Effects:
    """Hold all that changes: the tables, who goes to one, who will have no seat.

    Who had no seat and gets one at a new table is named there alone. `brings_together`: some share
    a table who did not.
    """

    tables: tuple[TableAfter, ...]
    moves: tuple[Move, ...]
    leaving: str
    gone: tuple[int, ...]
    again: tuple[Together, ...]
    broken: tuple[Together, ...]
    brings_together: bool


def find_effects(scene: Scene, after: State) -> Effects:
    """Compare the seating of a round with what it would become."""
    before = scene.state
    changed = [table for table in after.tables if before.table(table.key) != table]
    new = _new_pairs(before, after)
    moves = _moves(scene, after)
    made = {table.number for table in changed if before.table(table.key) is None}
    return Effects(
        tables=tuple(_table_after(scene, before.table(table.key), table) for table in changed),
        moves=tuple(
            move for move in moves if move.target and (move.source or move.target not in made)
        ),
        leaving=join_names([_plays(move) for move in moves if move.target is None]),
        gone=tuple(table.number for table in before.tables if after.table(table.key) is None),
        again=tuple(_meet_again(scene, [both for both in new if scene.met[both]])),
        broken=tuple(
            Together(*_names(scene, both), why=scene.apart[both])
            for both in new
            if both in scene.apart
        ),
        brings_together=bool(new),
    )


def _plays(move: Move) -> str:
    """Name who plays, and for whom where that is somebody else."""
    if not move.own:
        return move.name
    return _("%(name)s for %(own)s") % {"name": move.name, "own": move.own}


def _meet_again(scene: Scene, pairs: Sequence[Pair]) -> Iterable[Together]:
    """Say of these how often they met, and who stood in for them then."""
    stand_ins = read_stand_ins(scene.round) if pairs else {}
    for both in pairs:
        note = stand_in_words(stand_ins.get(both, ()))
        yield Together(*_names(scene, both), times=scene.met[both], note=note)


def pairs_of(state: State) -> set[Pair]:
    """Return who shares a table with whom."""
    return {
        pair(one, other) for table in state.tables for one, other in combinations(table.entries, 2)
    }


def _new_pairs(before: State, after: State) -> list[Pair]:
    return sorted(pairs_of(after) - pairs_of(before))


def _names(scene: Scene, both: Pair) -> tuple[str, str]:
    """Name two entries; of one for whom somebody else plays it is said."""
    one, other = (
        _("%(own)s (%(name)s plays now)") % {"own": own, "name": scene.name(entry)}
        if (own := scene.own(entry))
        else scene.name(entry)
        for entry in both
    )
    return one, other


def _table_after(scene: Scene, was: SeatedTable | None, table: SeatedTable) -> TableAfter:
    competition = scene.round.stage.competition
    here = {one.player for one in was.sittings} if was else set()
    return TableAfter(
        number=table.number,
        is_new=was is None,
        is_unusual=not competition.table_min <= len(table.sittings) <= competition.table_max,
        dealer=table.dealer,
        rows=tuple(
            Row(
                seat=seat,
                entry=one.entry,
                name=scene.names[one.player],
                own=""
                if one.player == scene.entries[one.entry].player_id
                else scene.entries[one.entry].player.name,
                team=scene.entries[one.entry].team,
                is_new=one.player not in here,
                pair=one.pair,
            )
            for seat, one in enumerate(table.sittings)
        ),
    )


def _moves(scene: Scene, after: State) -> list[Move]:
    """List who gets or loses a seat, or another table, by name."""
    before = scene.state
    entries = set(before.seated) | set(after.seated)
    found = []
    for entry in entries:
        source, target = before.table_of(entry), after.table_of(entry)
        if source and target and source.key == target.key:
            continue
        found.append(
            Move(
                name=scene.name(entry),
                own=scene.own(entry),
                team=scene.entries[entry].team,
                source=source.number if source else None,
                target=target.number if target else None,
            )
        )
    return sorted(found, key=lambda move: (move.target or 0, move.name))
