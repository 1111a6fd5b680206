"""Write into the club's log what was done to competitions, stages, rounds and tables."""

from league.audit.services import Changes, note
from league.audit.verbs import Verb
from league.competitions.models import Competition, Round, Stage, Table


def note_competition(verb: Verb, competition: Competition, changes: Changes | None = None) -> None:
    """Note what was done to a competition."""
    note(club_id=competition.club_id, verb=verb, about=competition, changes=changes)


def note_stage(verb: Verb, stage: Stage, changes: Changes | None = None) -> None:
    """Note what was done to a stage."""
    competition = stage.competition
    label = f"{competition.name} · {stage.label}"
    note(club_id=competition.club_id, verb=verb, about=stage, label=label, changes=changes)


def note_round(verb: Verb, round: Round, changes: Changes | None = None) -> None:
    """Note what was done to a round."""
    competition = round.stage.competition
    label = f"{competition.name} · {round.number}"
    note(club_id=competition.club_id, verb=verb, about=round, label=label, changes=changes)


def note_table(verb: Verb, table: Table, changes: Changes | None = None) -> None:
    """Note what was done to a table."""
    note(
        club_id=table.round.stage.competition.club_id,
        verb=verb,
        about=table,
        label=name_of_table(table),
        changes=changes,
    )


def name_of_table(table: Table) -> str:
    """Return what a table is called in the log: competition, round and number."""
    round = table.round
    return f"{round.stage.competition.name} · {round.number} · {table.number}"
