"""Keep the seating that an organiser has written for a stage: its rounds, or its home groups."""

from django.db import transaction

from games.tournament.draw import Tables
from league.audit.verbs import Verb
from league.competitions.models import Method, Stage
from league.competitions.noting import note_stage
from league.competitions.services import bump, lock_competition


@transaction.atomic
def save_script(*, stage_id: int, rounds: tuple[Tables, ...]) -> Stage:
    """Replace the list of a stage; of home groups the first round is what they are.

    Rounds that are seated stay as they are. The stage is seated by the list from now on, unless
    it has home groups.
    """
    competition_id = Stage.objects.values_list("competition", flat=True).get(pk=stage_id)
    lock_competition(competition_id=competition_id)
    stage = Stage.objects.get(pk=stage_id)
    written = [[list(table) for table in tables] for tables in rounds]
    if stage.method == Method.FIXED:
        stage.groups, stage.plan = written[0] if written else None, None
        stage.save(update_fields=["groups", "plan"])
    else:
        stage.script, stage.method = written, Method.SCRIPTED
        stage.save(update_fields=["script", "method"])
    bump(competition_id=competition_id)
    note_stage(Verb.STAGE_SCRIPTED, stage)
    return stage
