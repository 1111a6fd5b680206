"""Locking, versions and audit log of competitions."""

from collections.abc import Collection, Iterable
from functools import partial

from django.db import connection, transaction
from django.db.models import Model

from league.audit.actions import Action
from league.audit.services import Changes, log_action
from league.clubs.models import Club, Player
from league.competitions.models import SETTLED, Competition, Round, Stage, Table
from league.competitions.queries import competitions_played_by, rounds
from league.core import live

# A competition's version may be raised beside a key share, which keeps out FOR UPDATE alone. All
# take entries in one order, so that nobody waits in a circle.
SHARED_LOCK = """
    WITH held AS MATERIALIZED (
        SELECT competition.id
        FROM competitions_table AS played
        JOIN competitions_round AS round ON round.id = played.round_id
        JOIN competitions_stage AS stage ON stage.id = round.stage_id
        JOIN competitions_competition AS competition ON competition.id = stage.competition_id
        WHERE played.id = %s
        FOR KEY SHARE OF competition
        FOR NO KEY UPDATE OF played
    ), entries AS MATERIALIZED (
        SELECT id
        FROM competitions_entry
        WHERE id IN (SELECT entry_id FROM competitions_seat WHERE table_id = %s)
        ORDER BY id
        FOR NO KEY UPDATE
    )
    SELECT (SELECT count(*) FROM held), (SELECT count(*) FROM entries)
"""


def lock_competition(*, competition_id: int) -> Competition:
    """Lock a competition until the transaction ends; raises Competition.DoesNotExist."""
    return Competition.objects.select_for_update().get(pk=competition_id)


def lock_stage(stage_id: int) -> Stage:
    """Lock a stage's competition and return the stage; raises Stage.DoesNotExist."""
    competition_id = Stage.objects.values_list("competition", flat=True).get(pk=stage_id)
    lock_competition(competition_id=competition_id)
    return Stage.objects.select_related("competition__club").get(pk=stage_id)


def lock_table(*, table_id: int) -> None:
    """Lock the competition of a table without reading it; on SQLite the transaction is the lock."""
    if connection.features.has_select_for_update:
        competitions = Competition.objects.select_for_update(of=("self",))
        competitions.filter(stages__rounds__tables=table_id).values_list("pk").first()


def share_lock_of_table(*, table_id: int) -> None:
    """Lock a table and its entries until the transaction ends.

    Hands at other tables go on meanwhile unless they share an entry; a lock of the competition
    waits.
    """
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            cursor.execute(SHARED_LOCK, [table_id, table_id])


def lock_competition_of_table(*, table_id: int) -> Competition:
    """Lock and return the competition of a table; raises Competition.DoesNotExist."""
    competitions = Competition.objects.select_for_update(of=("self",))
    return competitions.get(stages__rounds__tables=table_id)


@transaction.atomic(savepoint=False)
def bump(*, competition_id: int, table_ids: Iterable[int] = ()) -> None:
    """Raise the version of a competition and of these tables for their live pages."""
    live.bump_versions(competition=[competition_id], table=sorted(set(table_ids)))


def bump_round(round: Round) -> None:
    """Raise the versions of a round's competition and of its standing tables."""
    table_ids = round.tables.standing().values_list("pk", flat=True)
    bump(competition_id=round.stage.competition_id, table_ids=table_ids)


def bump_competitions_of_club(*, club_id: int) -> None:
    """Raise the versions of a club's competitions that are being played or to be played."""
    waiting = Round.objects.exclude(status__in=SETTLED).filter(stage__competition__club=club_id)
    ids = waiting.order_by("stage__competition").values_list("stage__competition", flat=True)
    live.bump_versions(competition=sorted(set(ids)))


def show_changed_player(
    instance: Player, *, created: bool, update_fields: Collection[str] | None, **_: object
) -> None:
    """Raise, after the commit, the versions of the competitions of a player who has changed.

    Not before it, as whoever seats a round holds its competition and then waits for its players.
    """
    is_shown = update_fields is None or not {"name", "left_at"}.isdisjoint(update_fields)
    if is_shown and not created:
        transaction.on_commit(partial(_bump_competitions_of, instance.pk), robust=True)


def _bump_competitions_of(player_id: int) -> None:
    live.bump_versions(competition=competitions_played_by([player_id]))


def log_competition(
    action: Action, competition: Competition, changes: Changes | None = None
) -> None:
    """Log an action on a competition."""
    log_action(club_id=competition.club_id, action=action, about=competition, changes=changes)


def log_stage(action: Action, stage: Stage, changes: Changes | None = None) -> None:
    """Log an action on a stage."""
    competition = stage.competition
    label = f"{competition.name} · {stage.name or stage.number}"
    _log_part(action, stage, competition, label, changes)


def log_round(action: Action, round: Round, changes: Changes | None = None) -> None:
    """Log an action on a round."""
    competition = round.stage.competition
    _log_part(action, round, competition, f"{competition.name} · {round.number}", changes)


def log_table(action: Action, table: Table, changes: Changes | None = None) -> None:
    """Log an action on a table."""
    _log_part(action, table, table.round.stage.competition, name_of_table(table), changes)


def _log_part(
    action: Action, about: Model, competition: Competition, label: str, changes: Changes | None
) -> None:
    log_action(
        club_id=competition.club_id, action=action, about=about, label=label, changes=changes
    )


def name_of_table(table: Table) -> str:
    """Return the name of a table in the log: competition, round and number."""
    round = table.round
    return f"{round.stage.competition.name} · {round.number} · {table.number}"


def lock_competitions(_club: Club, players: Collection[int]) -> None:
    """Lock all competitions that these players took part in, in order."""
    for pk in competitions_played_by(players):
        lock_competition(competition_id=pk)


def lock_round(round_id: int) -> Round:
    """Lock a round's competition and return the round; raises Round.DoesNotExist."""
    competition_id = Round.objects.values_list("stage__competition", flat=True).get(pk=round_id)
    lock_competition(competition_id=competition_id)
    return rounds().get(pk=round_id)
