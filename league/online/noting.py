"""Write into the club's log who ran a table on screens; what became of it is the table's story."""

from league.audit.verbs import Verb
from league.competitions.noting import note_table
from league.online.models import OnlineTable


def note_run(table: OnlineTable, verb: Verb = Verb.SCREENS_RUN) -> None:
    """Note it for a table of a round; a table of nobody's round belongs to no club."""
    if table.table is not None:
        note_table(verb, table.table)
