"""Read a seating that an organiser has written down, and write one for them to change."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.tournament.draw import Tables
from games.tournament.scripted import Fault, check_script, parse_script
from league.competitions.models import Method, Stage
from league.competitions.queries import entries_of
from league.core.games import site_game

MOST_LETTERS = 100_000
MOST_ROWS = 2_000
MOST_FAULTS = 10
"""More than these are not told at once: often the whole list is of another club."""

FAULTS: Mapping[str, str | Promise] = {
    "bad_line": _("This line cannot be read."),
    "unknown": _("Nobody of this competition is called “%(who)s”, or more than one is."),
    "named_twice": _("%(name)s is named twice in round %(round)s; first in line %(first_line)s."),
    "table_too_small": _("A table of %(size)s is too small: %(minimum)s is the least."),
    "table_too_large": _("A table of %(size)s is too large: %(maximum)s is the most."),
    "empty": _("Write at least one table."),
    "one_round": _("Home groups are one round: leave out the empty lines."),
}


@dataclass(frozen=True, slots=True)
class ScriptReading:
    """Hold what a text says: the rounds with names, or what is wrong with it line by line.

    `left_out` has for each round the names of those that take part and have no seat in it.
    """

    rounds: tuple[Tables, ...]
    named: Sequence[Sequence[Sequence[str]]]
    left_out: Sequence[Sequence[str]]
    faults: Sequence[tuple[int, str]]


def read_script(stage: Stage, text: str) -> ScriptReading:
    """Read a text as the rounds or the home groups of a stage."""
    names = {entry.pk: entry.player.name for entry in entries_of(stage.competition)}
    counted = Counter(names.values())
    by_name = {name: pk for pk, name in names.items() if counted[name] == 1}
    seats = site_game(stage.competition.game).engine.seats
    written, unread = parse_script(text[:MOST_LETTERS])
    script = check_script(
        written,
        list(names),
        minimum=seats[0],
        maximum=seats[-1],
        names=by_name,
        all_play=False,
    )
    faults = sorted([*unread, *script.faults], key=lambda fault: fault.line)
    if unread:
        faults = [fault for fault in faults if fault.code != "empty"]
    if stage.method == Method.FIXED and len(script.rounds) > 1:
        faults.append(Fault("one_round", 0))
    return ScriptReading(
        rounds=() if faults else script.rounds,
        named=[[[names[entry] for entry in table] for table in tables] for tables in script.rounds],
        left_out=[
            [name for pk, name in names.items() if not any(pk in table for table in tables)]
            for tables in script.rounds
        ],
        faults=_told_once([(fault.line, _fault_words(fault, names)) for fault in faults]),
    )


def _told_once(faults: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Keep of equal faults one, and of very many the first."""
    told = list(dict.fromkeys(faults))
    rest = len(told) - MOST_FAULTS
    if rest <= 0:
        return told
    words = ngettext("And %(count)d fault more.", "And %(count)d faults more.", rest)
    return [*told[:MOST_FAULTS], (0, words % {"count": rest})]


def _fault_words(fault: Fault, names: Mapping[int, str]) -> str:
    data: dict[str, Any] = dict(fault.data)
    if data.get("entry") in names:
        data["name"] = names[data["entry"]]
    return str(FAULTS.get(fault.code, gettext("This cannot be right."))) % data


def write_script(stage: Stage) -> str:
    """Write what a stage has: a table a line, an empty line between rounds."""
    names = dict(stage.competition.entries.values_list("pk", "player__name"))
    groups = [stage.groups] if stage.groups else []
    rounds = groups if stage.method == Method.FIXED else stage.script or []
    return "\n\n".join(
        "\n".join(", ".join(names.get(entry, str(entry)) for entry in table) for table in tables)
        for tables in rounds
    )
