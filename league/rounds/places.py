"""Say where a player could go, and what that would mean; and what was done so far."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.tournament.draw import pair
from league.competitions.models import Round, Table
from league.core.rule_texts import join_names
from league.rounds.errors import RoundError
from league.rounds.mending import fit, mend
from league.rounds.models import SeatingChange
from league.rounds.scenes import Scene
from league.rounds.states import SeatedTable, state_from_json
from league.rounds.words import apart_words


@dataclass(frozen=True, slots=True)
class SeatHere:
    """Say who sits on a seat; `own` is the entry's name where somebody plays in its stead."""

    number: int
    entry: int
    player: int
    name: str
    own: str
    team: str
    own_player: int
    pair: int | None


@dataclass(frozen=True, slots=True)
class Place:
    """Say of a table what it means for a player to go there.

    `notes` are what is worth knowing, `refusal` why nobody can join. `can_swap`: the seats may
    change. `is_suggested`: the best for them.
    """

    table: SeatedTable
    seats: Sequence[SeatHere]
    notes: Sequence[str]
    refusal: str
    is_own: bool
    can_swap: bool
    is_suggested: bool


def places_for(scene: Scene, entry: int) -> list[Place]:
    """List the tables of a round as places for a player, the best first, then by number."""
    own = scene.state.table_of(entry)
    best = _best_table(scene, entry) if own is None else None
    places = [
        Place(
            table=table,
            seats=rows_at(scene, table),
            notes=[] if table.hands else _notes(scene, table, entry),
            refusal="" if table == own else _refusal(scene, table),
            is_own=table == own,
            can_swap=not table.hands and own is not None and not own.hands,
            is_suggested=table.key == best,
        )
        for table in scene.state.tables
    ]
    return sorted(places, key=lambda place: (not place.is_suggested, place.table.number))


def _best_table(scene: Scene, entry: int) -> int | None:
    """Return the key of the table where somebody fits best without anybody moving."""
    try:
        after = mend(scene, scene.state, arriving=[entry])
    except RoundError:
        return None
    table = after.table_of(entry)
    was = scene.state.table(table.key) if table else None
    return table.key if table and was and set(was.entries) < set(table.entries) else None


def _refusal(scene: Scene, table: SeatedTable) -> str:
    if table.hands:
        return _("Hands are recorded here, so its players stay together.")
    if len(table.sittings) >= scene.game.seats[-1]:
        return _("This table is full; changing places is possible.")
    return ""


def _notes(scene: Scene, table: SeatedTable, entry: int) -> list[str]:
    """Say whom somebody would meet again there, and from whom they are kept apart."""
    found = fit(scene, table, entry)
    notes = [
        _("Kept apart from %(name)s: %(why)s.")
        % {"name": scene.name(other), "why": apart_words(scene.apart[pair(entry, other)])}
        for other in found.broken
    ]
    if found.met:
        names = join_names([scene.name(other) for other in found.met])
        notes.append(_("Meets again: %(names)s.") % {"names": names})
    elif scene.met:
        notes.append(_("Meets nobody again."))
    if found.crowded:
        notes.append(_("This is more than the competition's largest table."))
    return notes


def rows_at(scene: Scene, table: SeatedTable) -> list[SeatHere]:
    """List who sits at a table, with names."""
    return [
        SeatHere(
            number=number,
            entry=sitting.entry,
            player=sitting.player,
            name=scene.names[sitting.player],
            own=scene.entries[sitting.entry].player.name
            if scene.entries[sitting.entry].player_id != sitting.player
            else "",
            team=scene.entries[sitting.entry].team,
            own_player=scene.entries[sitting.entry].player_id,
            pair=sitting.pair,
        )
        for number, sitting in enumerate(table.sittings)
    ]


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """Say where somebody sits."""

    table: SeatedTable
    seat: SeatHere


def seat_of(scene: Scene, entry: int) -> OwnSeat | None:
    """Return where an entry sits."""
    table = scene.state.table_of(entry)
    if table is None:
        return None
    return OwnSeat(table, next(row for row in rows_at(scene, table) if row.entry == entry))


def tables_to_merge(scene: Scene, table: SeatedTable) -> list[SeatedTable]:
    """List the tables that could join another one."""
    if table.hands:
        return []
    most = scene.game.seats[-1] - len(table.sittings)
    return [
        other
        for other in scene.state.tables
        if other != table and not other.hands and len(other.sittings) <= most
    ]


def changes_of(round: Round) -> QuerySet[SeatingChange]:
    """Return what was done to the seating of a round, the last first."""
    changes = SeatingChange.objects.filter(round=round).select_related("by", "undone_by")
    return changes.defer("before", "after").order_by("-number")


def last_change(round: Round, tables: Iterable[Table]) -> SeatingChange | None:
    """Return the last change, unless it is undone, or too late to undo at one press.

    It is once a table that it made or changed (read with its score) has played since.
    """
    change = changes_of(round).filter(undone_at=None).first()
    played = {table.pk: hands for table in tables if (hands := _hands(table))}
    if change is None or not played:
        return change
    change.refresh_from_db(fields=["before", "after"])
    before, after = state_from_json(change.before), state_from_json(change.after)
    made = [table for table in after.tables if before.table(table.key) != table]
    is_late = any(played.get(table.key, 0) > table.hands for table in made)
    return None if is_late else change


def _hands(table: Table) -> int:
    """Count the hands of a table, read with its score; one for a result without hands."""
    score = getattr(table, "score", None)
    return score.hands or int(score.is_over) if score is not None else 0
