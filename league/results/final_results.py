"""Write the outcome of a match as a whole, where nobody has its hands; see FinalResult.

Nothing is edited or deleted: each change is a new revision. Every function locks the competition,
leaves the derived scores right, and may be called twice. Refusals are ResultErrors.
"""

import hashlib
import json
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.final_result import InvalidOutcomeError, Outcome, read_outcome
from league.audit.verbs import Verb
from league.clubs.models import Player
from league.competitions.models import Competition, Scoring
from league.competitions.noting import note_table
from league.core.games import site_game
from league.results.errors import RESULT_CHANGED, ResultError, round_closed
from league.results.models import FinalResult, FinalRevision, RevisionKind, Via
from league.results.scoring import Record, outcome_of
from league.results.seats import check_speaker
from league.results.services.hands import given
from league.results.sheet import Author, Sheet, close_sheet, open_sheet
from league.results.telling import tell_result_change


@transaction.atomic
def record_final_result(
    *,
    table_id: int,
    key: UUID,
    seating: int,
    outcome: object,
    by: Player | None,
    via: str,
    phone: str = "",
    now: datetime,
) -> FinalRevision:
    """Write the outcome of a table's match under a key that the form made.

    The same key with the same content returns the first revision; an outcome equal to the one in
    force returns that. Raises key_reused, table_dissolved, round_closed,
    seating_changed, seat_needed, hands_stand, result_stands, invalid_outcome
    and totals_needed.
    """
    author = Author(by, via, now, phone)
    digest = _digest(table_id, outcome)
    sheet = open_sheet(table_id=table_id)
    sent = FinalRevision.objects.filter(key=key).first()
    if sent is not None:
        if sent.digest != digest:
            raise ResultError("key_reused")
        return sent
    _check_open(sheet, via)
    check_speaker(sheet, author)
    if seating != sheet.table.seating:
        raise ResultError("seating_changed")
    read = _read(sheet, outcome)
    if sheet.result is not None and sheet.result.current is not None:
        if outcome_of(sheet.result) == read:
            return sheet.result.current
        raise ResultError("result_stands")
    if any(not hand.is_void for hand in sheet.hands):
        raise ResultError("hands_stand")
    result, _ = FinalResult.objects.select_related("current").get_or_create(
        table=sheet.table, defaults={"created_at": now}
    )
    revision = _add_revision(result, RevisionKind.ENTERED, read, author, key=key, digest=digest)
    _close(sheet, result)
    return revision


@transaction.atomic
def correct_final_result(
    *,
    result_id: int,
    expected_revision: int,
    outcome: object,
    reason: str,
    by: Player | None,
    via: str,
    phone: str = "",
    now: datetime,
) -> FinalResult:
    """Replace the outcome in force, for a reason; the table may while its round is open.

    Raises reason_missing, table_dissolved, round_closed, stale,
    result_void, invalid_outcome and totals_needed.
    """
    reason = given(reason)
    sheet, result = _open_result(result_id)
    read = _read(sheet, outcome)
    if _is_done(result, expected_revision, RevisionKind.CORRECTED, read, reason):
        return result
    author = Author(by, via, now, phone)
    _check_changeable(sheet, result, expected_revision, author)
    revision = _add_revision(result, RevisionKind.CORRECTED, read, author, reason=reason)
    tell_result_change(result, sheet.table, revision)
    note_table(Verb.RESULT_CORRECTED, sheet.table, {"reason": (None, reason)})
    _close(sheet, result)
    return result


@transaction.atomic
def void_final_result(
    *,
    result_id: int,
    expected_revision: int,
    reason: str,
    by: Player | None,
    via: str,
    phone: str = "",
    now: datetime,
) -> FinalResult:
    """Let a result count no longer, for a reason; the table may while its round is open.

    Raises reason_missing, table_dissolved, round_closed, stale and
    result_void.
    """
    reason = given(reason)
    sheet, result = _open_result(result_id)
    if _is_done(result, expected_revision, RevisionKind.VOIDED, None, reason):
        return result
    author = Author(by, via, now, phone)
    _check_changeable(sheet, result, expected_revision, author)
    revision = _add_revision(result, RevisionKind.VOIDED, None, author, reason=reason)
    tell_result_change(result, sheet.table, revision)
    note_table(Verb.RESULT_VOIDED, sheet.table, {"reason": (None, reason)})
    _close(sheet, result)
    return result


def _open_result(result_id: int) -> tuple[Sheet, FinalResult]:
    """Lock a result's competition; return its table's sheet and the result on it."""
    table_id = FinalResult.objects.values_list("table_id", flat=True).get(pk=result_id)
    sheet = open_sheet(table_id=table_id)
    if sheet.place.final is None:
        raise FinalResult.DoesNotExist
    return sheet, sheet.place.final


def _check_open(sheet: Sheet, via: str) -> None:
    if sheet.table.dissolved_at is not None:
        raise ResultError("table_dissolved")
    if not sheet.table.takes_hands:
        raise round_closed(sheet.table.round, via)


def _check_changeable(
    sheet: Sheet, result: FinalResult, expected_revision: int, author: Author
) -> None:
    if sheet.table.dissolved_at is not None:
        raise ResultError("table_dissolved")
    if author.via != Via.CLUB and not sheet.table.takes_hands:
        raise round_closed(sheet.table.round, author.via)
    check_speaker(sheet, author)
    if result.current is None or result.current.number != expected_revision:
        raise ResultError("stale", RESULT_CHANGED)
    if result.is_void:
        raise ResultError("result_void")


def _read(sheet: Sheet, outcome: object) -> Record:
    """Return an outcome as it is kept."""
    try:
        read: Outcome = read_outcome(site_game(sheet.table.game).totals_rule, sheet.size, outcome)
    except InvalidOutcomeError as error:
        raise ResultError("invalid_outcome", problems=error.problems) from error
    if read.totals is None and needs_totals(sheet.competition):
        raise ResultError("totals_needed")
    return read.as_json()


def needs_totals(competition: Competition) -> bool:
    """Say whether a competition counts the points of the game, so that places say too little."""
    counts_points = competition.scoring in {Scoring.RAW, Scoring.NORMALISED}
    return counts_points or bool(competition.target_bonus)


def _add_revision(
    result: FinalResult,
    kind: str,
    outcome: Record | None,
    author: Author,
    *,
    reason: str = "",
    key: UUID | None = None,
    digest: str = "",
) -> FinalRevision:
    """Put a new revision of a result in force."""
    revision = FinalRevision.objects.create(
        result=result,
        number=result.current.number + 1 if result.current else 1,
        kind=kind,
        outcome=outcome,
        reason=reason,
        key=key,
        digest=digest,
        by=author.player,
        via=author.via,
        phone=author.phone,
        created_at=author.now,
    )
    result.current = revision
    result.is_void = kind == RevisionKind.VOIDED
    result.save(update_fields=["current", "is_void"])
    return revision


def _close(sheet: Sheet, result: FinalResult) -> None:
    """Bring all that is derived up to date with the result as it is now."""
    sheet.place = sheet.place._replace(final=result)
    close_sheet(sheet)


def _digest(table_id: int, outcome: object) -> str:
    """Return what tells two contents under one key apart."""
    content = json.dumps([table_id, outcome], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _is_done(
    result: FinalResult, expected_revision: int, kind: str, outcome: Record | None, reason: str
) -> bool:
    """Say whether just this was done already, by the form that is sent a second time."""
    current = result.current
    return (
        current is not None
        and current.number == expected_revision + 1
        and (current.kind, current.outcome, current.reason) == (kind, outcome, reason)
    )
