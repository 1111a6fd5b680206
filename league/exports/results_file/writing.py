"""Write what a file of results holds, all tables at once."""

from datetime import datetime
from uuid import uuid4

from django.db import transaction

from league.audit.verbs import Verb
from league.clubs.models import Player
from league.competitions.noting import note_competition
from league.competitions.services import lock_competition
from league.exports.results_file.judging import plan_of
from league.exports.results_file.plan import MatchPlan, Plan
from league.exports.results_file.reading import ResultsFile
from league.results.errors import ResultError
from league.results.final_results import record_final_result
from league.results.models import Via
from league.results.services import record_hands


class UnsoundFileError(Exception):
    """Something in the file is wrong, so that nothing was written; `plan` says what."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("unsound")
        self.plan = plan


@transaction.atomic
def import_results(
    *, competition_id: int, file: ResultsFile, by: Player | None, now: datetime
) -> Plan:
    """Record all results and hands of a file that are not there yet; return what was made.

    The same file again changes nothing. Raises UnsoundFileError, and then has written nothing.
    """
    competition = lock_competition(competition_id=competition_id)
    plan = plan_of(competition, file)
    if not plan.is_sound:
        raise UnsoundFileError(plan)
    for match in plan.fresh:
        try:
            _write(match, by, now)
        except ResultError as error:
            match.lines[0].problems.append(error.text)
            raise UnsoundFileError(plan) from error
    if plan.fresh:
        note_competition(Verb.RESULTS_BROUGHT, competition, {"tables": (None, len(plan.fresh))})
    return plan


def _write(match: MatchPlan, by: Player | None, now: datetime) -> None:
    table = match.table
    if match.outcome is not None:
        record_final_result(
            table_id=table.pk,
            key=uuid4(),
            seating=table.seating,
            outcome=match.outcome,
            by=by,
            via=Via.CLUB,
            now=now,
        )
    else:
        record_hands(
            table_id=table.pk,
            seating=table.seating,
            hands=match.hands,
            by=by,
            via=Via.CLUB,
            now=now,
        )
