"""Write the outcome of a match as a whole; see FinalResult. Each change is a new revision."""

from typing import Any
from uuid import UUID

from django.db import transaction

from games.final_result import InvalidOutcomeError, Outcome, read_outcome
from league.audit.actions import Action
from league.competitions.models import Competition, Scoring
from league.competitions.writing import log_table
from league.results.authors import Author, Via
from league.results.errors import RESULT_CHANGED, ResultError, required_reason, round_closed
from league.results.locked_table import check_speaker, load_locked, save_locked
from league.results.models import FinalResult, FinalRevision, RevisionKind
from league.results.notifications import notify_result_change
from league.results.scoring import Record, outcome_of
from league.results.services import digest_of
from league.results.table_context import TableContext


@transaction.atomic
def record_final_result(
    *,
    table_id: int,
    key: UUID,
    seating: int,
    outcome: object,
    author: Author,
) -> FinalRevision:
    """Write the outcome of a table's match under a key that the form made.

    The same key with the same content returns the first revision; an outcome equal to the one in
    force returns that. Raises key_reused, table_dissolved, round_closed, seating_changed,
    seat_needed, hands_stand, result_stands, invalid_outcome and totals_needed.
    """
    digest = digest_of(table_id, outcome)
    locked = load_locked(table_id=table_id)
    sent = FinalRevision.objects.filter(key=key).first()
    if sent is not None:
        if sent.digest != digest:
            raise ResultError("key_reused")
        return sent
    _check_writable(locked, author, may_be_closed=False)
    if seating != locked.table.seating:
        raise ResultError("seating_changed")
    read = _read(locked, outcome)
    if locked.result is not None and locked.result.current is not None:
        if outcome_of(locked.result) == read:
            return locked.result.current
        raise ResultError("result_stands")
    if locked.standing:
        raise ResultError("hands_stand")
    result, _ = FinalResult.objects.select_related("current").get_or_create(
        table=locked.table, defaults={"created_at": author.created_at}
    )
    return _add_revision(
        locked, result, author, kind=RevisionKind.ENTERED, outcome=read, key=key, digest=digest
    )


@transaction.atomic
def correct_final_result(
    *,
    result_id: int,
    expected_revision: int,
    outcome: object,
    reason: str,
    author: Author,
) -> FinalResult:
    """Replace the outcome in force, for a reason; the table may while its round is open.

    Raises reason_missing, table_dissolved, round_closed, stale, result_void, invalid_outcome and
    totals_needed.
    """
    reason = required_reason(reason)
    locked, result = _lock_result(result_id)
    read = _read(locked, outcome)
    return _change(locked, result, expected_revision, RevisionKind.CORRECTED, read, reason, author)


@transaction.atomic
def void_final_result(
    *, result_id: int, expected_revision: int, reason: str, author: Author
) -> FinalResult:
    """Void a result likewise; raises the same, but for the errors of an outcome."""
    reason = required_reason(reason)
    locked, result = _lock_result(result_id)
    return _change(locked, result, expected_revision, RevisionKind.VOIDED, None, reason, author)


CHANGES = {
    RevisionKind.CORRECTED: Action.RESULT_CORRECTED,
    RevisionKind.VOIDED: Action.RESULT_VOIDED,
}


def _change(
    locked: TableContext,
    result: FinalResult,
    expected_revision: int,
    kind: RevisionKind,
    outcome: Record | None,
    reason: str,
    author: Author,
) -> FinalResult:
    """Put another revision in force and notify of it, unless the same form has done so before."""
    current = result.current
    done = (expected_revision + 1, kind, outcome, reason)
    if current and (current.number, current.kind, current.outcome, current.reason) == done:
        return result
    _check_writable(locked, author, may_be_closed=author.via == Via.CLUB)
    if current is None or current.number != expected_revision:
        raise ResultError("stale", RESULT_CHANGED)
    if result.is_void:
        raise ResultError("result_void")
    revision = _add_revision(locked, result, author, kind=kind, outcome=outcome, reason=reason)
    notify_result_change(result, locked.table, revision)
    log_table(CHANGES[kind], locked.table, {"reason": (None, reason)})
    return result


def _check_writable(locked: TableContext, author: Author, *, may_be_closed: bool) -> None:
    if locked.table.dissolved_at is not None:
        raise ResultError("table_dissolved")
    if not may_be_closed and not locked.table.takes_hands:
        raise round_closed(locked.table.round, author.via)
    check_speaker(locked, author)


def _lock_result(result_id: int) -> tuple[TableContext, FinalResult]:
    """Lock a result's competition; return its table and the result."""
    table_id = FinalResult.objects.values_list("table_id", flat=True).get(pk=result_id)
    locked = load_locked(table_id=table_id)
    if locked.final is None:
        raise FinalResult.DoesNotExist
    return locked, locked.final


def _read(locked: TableContext, outcome: object) -> Record:
    """Return an outcome as it is stored."""
    totals_rule = locked.table.site_game.totals_rule
    try:
        read: Outcome = read_outcome(totals_rule, len(locked.seats), outcome)
    except InvalidOutcomeError as error:
        raise ResultError("invalid_outcome", problems=error.problems) from error
    if read.totals is None and needs_totals(locked.competition):
        raise ResultError("totals_needed")
    return read.as_json()


def needs_totals(competition: Competition) -> bool:
    """Say whether a competition counts the points of the game, so that places say too little."""
    counts_points = competition.scoring in {Scoring.RAW, Scoring.NORMALISED}
    return counts_points or bool(competition.target_bonus)


def _add_revision(
    locked: TableContext, result: FinalResult, author: Author, **fields: Any
) -> FinalRevision:
    """Put a new revision of a result in force, and bring what is derived up to date."""
    number = result.current.number + 1 if result.current else 1
    revision = FinalRevision.objects.create(
        result=result, number=number, **fields, **author._asdict()
    )
    result.current = revision
    result.is_void = revision.kind == RevisionKind.VOIDED
    result.save(update_fields=["current", "is_void"])
    locked.final = result
    save_locked(locked)
    return revision
