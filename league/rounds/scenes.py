"""A round's seating with all that its changes need to know."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.base import Game
from games.tournament.draw import Pair
from games.tournament.history import History
from league.clubs.models import Player
from league.clubs.rights import PLAY
from league.competitions.models import Entry, Round
from league.core.games import site_game
from league.rounds.errors import RoundError
from league.rounds.past import read_apart, read_history
from league.rounds.states import SeatedTable, Sitting, State, read_state


@dataclass(frozen=True, slots=True)
class Asked:
    """Say what is to be done, as the organiser chose it: ids, 0 for what the kind does not need.

    MOVED takes an entry to `table`, or with 0 to the best one. SUBSTITUTED puts `player` on the
    seat of `entry`, MERGED brings `other` (a table) to `table`, OPENED seats `entries`.
    """

    kind: str
    entry: int = 0
    other: int = 0
    table: int = 0
    player: int = 0
    entries: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Write what was chosen, without what was not."""
        values = {
            "entry": self.entry,
            "other": self.other,
            "table": self.table,
            "player": self.player,
            "entries": list(self.entries),
        }
        return {key: value for key, value in values.items() if value}


@dataclass(frozen=True, slots=True)
class Scene:
    """Hold a round's seating, and what its changes need to know: who may be meant, who met whom.

    `entries` are all of the competition by id, `names` those of the club's players by id, of whom
    `spectators` take no seat. `apart` says why two entries are kept apart, `met` how often two have
    met.
    """

    round: Round
    game: Game
    state: State
    entries: Mapping[int, Entry]
    names: Mapping[int, str]
    history: History
    apart: Mapping[Pair, str]
    met: Mapping[Pair, int]
    spectators: Collection[int] = ()

    def name(self, entry: int) -> str:
        """Return the name of whoever plays for an entry here."""
        table = self.state.table_of(entry)
        for sitting in table.sittings if table else ():
            if sitting.entry == entry:
                return self.names[sitting.player]
        return self.entries[entry].player.name

    def own(self, entry: int) -> str:
        """Return the name of an entry's own player where somebody else plays for it, else ""."""
        own = self.entries[entry].player.name
        return "" if self.name(entry) == own else own

    def known(self, entry: int) -> Entry:
        """Return an entry of the competition."""
        if entry not in self.entries:
            raise RoundError(
                "seating_changed", _("This player does not take part in the competition any more.")
            )
        return self.entries[entry]

    def table(self, key: int) -> SeatedTable:
        """Return a standing table."""
        if (table := self.state.table(key)) is None:
            raise RoundError(
                "seating_changed", _("This table is not there any more. These are the tables now.")
            )
        return table

    def free_table(self, key: int) -> SeatedTable:
        """Return a standing table whose seats may change."""
        table = self.table(key)
        if table.hands:
            raise RoundError("hands_recorded", number=table.number)
        return table

    def seat(self, entry: int) -> tuple[SeatedTable, Sitting]:
        """Return where an entry sits."""
        table = self.state.table_of(self.known(entry).pk)
        if table is None:
            raise RoundError(
                "seating_changed",
                _("%(name)s does not sit anywhere any more. These are the tables now."),
                name=self.name(entry),
            )
        return table, next(one for one in table.sittings if one.entry == entry)


def read_scene(round: Round) -> Scene:
    """Read a round with its seating, the competition's entries and what was played before."""
    competition = round.stage.competition
    entries = Entry.objects.filter(competition=competition).select_related("player")
    by_id = {entry.pk: entry for entry in entries.order_by("pk")}
    of_club = Player.objects.filter(club=competition.club_id)
    players = list(of_club.values_list("pk", "name", "role"))
    history = read_history(round)
    return Scene(
        round=round,
        game=site_game(competition.game).engine,
        state=read_state(round),
        entries=by_id,
        names={pk: name for pk, name, _role in players},
        history=history,
        apart=read_apart(competition, by_id.values()),
        met=history.count_meetings(),
        spectators={pk for pk, _name, role in players if not PLAY.is_held_by(role)},
    )
