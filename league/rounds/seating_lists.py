"""Read and write the organiser's own seating list."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.tournament.draw import Tables
from games.tournament.scripted import Fault, check_script, parse_script
from league.audit.actions import Action
from league.competitions.models import SeatingMethod, Stage
from league.competitions.queries import entries_of
from league.competitions.writing import bump, lock_stage, log_stage
from league.core.errors import Text

MOST_LETTERS = 100_000
MOST_ROWS = 2_000
MOST_FAULTS = 10

FAULTS: Mapping[str, Text] = {
    "bad_line": _("This line is not readable. Separate the names with commas."),
    "unknown": _("“%(who)s” is not in this competition, or several players have this name."),
    "named_twice": _("%(name)s appears twice in round %(round)s, first in line %(first_line)s."),
    "table_too_small": _("A table of %(size)s is too small. The minimum is %(minimum)s."),
    "table_too_large": _("A table of %(size)s is too large. The maximum is %(maximum)s."),
    "empty": _("Enter at least one table."),
    "one_round": _("Fixed groups have only one round. Remove the empty lines."),
}


class SeatingListReading(NamedTuple):
    """A parsed list: rounds with names and players left out, or faults by line."""

    rounds: tuple[Tables, ...]
    named: Sequence[Sequence[Sequence[str]]]
    left_out: Sequence[Sequence[str]]
    faults: Sequence[tuple[int, str]]


def read_seating_list(stage: Stage, text: str) -> SeatingListReading:
    """Parse a text as the rounds or the home groups of a stage."""
    names = {entry.pk: entry.player.name for entry in entries_of(stage.competition)}
    counted = Counter(names.values())
    by_name = {name: pk for pk, name in names.items() if counted[name] == 1}
    seats = stage.competition.site_game.engine.seats
    written, unread = parse_script(text[:MOST_LETTERS])
    script = check_script(
        written, list(names), minimum=seats[0], maximum=seats[-1], names=by_name, all_play=False
    )
    faults = sorted([*unread, *script.faults], key=lambda fault: fault.line)
    if unread:
        faults = [fault for fault in faults if fault.code != "empty"]
    if stage.method == SeatingMethod.FIXED and len(script.rounds) > 1:
        faults.append(Fault("one_round", 0))
    return SeatingListReading(
        rounds=() if faults else script.rounds,
        named=[[[names[entry] for entry in table] for table in tables] for tables in script.rounds],
        left_out=[
            [name for pk, name in names.items() if not any(pk in table for table in tables)]
            for tables in script.rounds
        ],
        faults=_without_repeats([(fault.line, _fault_text(fault, names)) for fault in faults]),
    )


def _without_repeats(faults: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    distinct = list(dict.fromkeys(faults))
    rest = len(distinct) - MOST_FAULTS
    if rest <= 0:
        return distinct
    text = ngettext("And %(count)d more error.", "And %(count)d more errors.", rest)
    return [*distinct[:MOST_FAULTS], (0, text % {"count": rest})]


def _fault_text(fault: Fault, names: Mapping[int, str]) -> str:
    data: dict[str, Any] = dict(fault.data)
    if data.get("entry") in names:
        data["name"] = names[data["entry"]]
    return str(FAULTS.get(fault.code, gettext("This value is not valid."))) % data


def write_seating_list(stage: Stage) -> str:
    """Return the list of a stage: a table a line, an empty line between rounds."""
    names = dict(stage.competition.entries.values_list("pk", "player__name"))
    groups = [stage.groups] if stage.groups else []
    rounds = groups if stage.method == SeatingMethod.FIXED else stage.seating_list or []
    return "\n\n".join(
        "\n".join(", ".join(names.get(entry, str(entry)) for entry in table) for table in tables)
        for tables in rounds
    )


@transaction.atomic
def save_seating_list(*, stage_id: int, rounds: tuple[Tables, ...]) -> Stage:
    """Replace the list, or the home groups, of a stage; seated rounds stay."""
    stage = lock_stage(stage_id)
    written = [[list(table) for table in tables] for tables in rounds]
    if stage.method == SeatingMethod.FIXED:
        stage.groups, stage.plan = written[0] if written else None, None
        stage.save(update_fields=["groups", "plan"])
    else:
        stage.seating_list, stage.method = written, SeatingMethod.LIST
        stage.save(update_fields=["seating_list", "method"])
    bump(competition_id=stage.competition_id)
    log_stage(Action.SEATING_LIST_CHANGED, stage)
    return stage
