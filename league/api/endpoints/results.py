"""Final results and matches from paper: entered, corrected, void; and what a change would do."""

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404

from league.api import finding, holding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import hands as hand_shapes
from league.api.shapes import results as shapes
from league.competitions.models import Table
from league.results.access import Recorder, hands_of, recorder_at, tables_recordable_by
from league.results.consequences import Consequences, foresee
from league.results.errors import ResultError
from league.results.final_results import (
    correct_final_result,
    record_final_result,
    void_final_result,
)
from league.results.models import FinalResult, Hand, Submission, Via
from league.results.queries import table_of_hand
from league.results.services import (
    PaperRecord,
    correct_hand,
    keep_hand,
    record_hands,
    restore_hand,
    settle_hand,
    take_back_hand,
    void_hand,
)

TABLES, HANDS = "Tables", "Hands"

CHANGES: Mapping[str, Callable[..., Hand]] = {
    "void": void_hand,
    "restore": restore_hand,
    "keep": keep_hand,
}


class TableResult(Endpoint):
    """The outcome of a match as a whole."""

    tag = TABLES
    hold = staticmethod(holding.hold_table)

    @operation(gives=shapes.ResultShown)
    def get(self, call: Call, pk: int) -> FinalResult:
        """Show the final result of a table of which nobody has the hands, with all its versions."""
        return _result(finding.table_seen(call, pk))

    @operation(
        takes=shapes.ResultSent,
        gives=shapes.ResultShown,
        scope=Scope.RECORD,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call, pk: int) -> FinalResult:
        """Record the outcome of a match without its hands.

        The same `key` with the same content is answered as the first time.
        """
        table, recorder = _recording(call, pk)
        record_final_result(
            table_id=pk,
            key=call.sent["key"],
            seating=call.sent["seating"],
            outcome=call.sent["outcome"],
            by=recorder.by,
            via=recorder.via,
            phone=recorder.phone,
            now=call.now,
        )
        return _result(table)

    @operation(takes=shapes.ResultCorrection, gives=shapes.ResultShown, scope=Scope.RECORD)
    def put(self, call: Call, pk: int) -> FinalResult:
        """Correct a final result, for a reason; what it was before stays to be read."""
        table, recorder = _recording(call, pk)
        _changing(call, _result(table), recorder, call.sent["outcome"])()
        return _result(table)


class TableResultVoiding(Endpoint):
    """A final result counts no longer."""

    tag = TABLES

    @operation(takes=hand_shapes.Reasoned, gives=shapes.ResultShown, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> FinalResult:
        """Let a final result count no longer, for a reason."""
        table, recorder = _recording(call, pk)
        _changing(call, _result(table), recorder, None)()
        return _result(table)


class TableResultPreview(Endpoint):
    """What a change of a final result would do."""

    tag = TABLES

    @operation(takes=shapes.ResultChangeAsked, gives=shapes.ConsequencesShown, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> Consequences:
        """Show what another outcome, or none, would change at the table and in the standings."""
        table, recorder = _recording(call, pk)
        change = _changing(call, _result(table), recorder, call.sent.get("outcome"))
        return foresee(change, table)


class TablePaper(Endpoint):
    """A match from paper."""

    tag = TABLES

    @operation(
        takes=shapes.PaperSent,
        gives=shapes.PaperShown,
        scope=Scope.RECORD,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call, pk: int) -> object:
        """Record the hands of a match in order, all or none, each under a key of its own."""
        _table, recorder = _recording(call, pk)
        hands = [
            PaperRecord(hand["number"], hand["key"], hand["record"]) for hand in call.sent["hands"]
        ]
        submissions = record_hands(
            table_id=pk,
            seating=call.sent["seating"],
            hands=hands,
            by=recorder.by,
            via=recorder.via,
            phone=recorder.phone,
            now=call.now,
        )
        return {"submissions": submissions}


class HandVersions(Endpoint):
    """The versions of a hand that were sent."""

    tag = HANDS

    @operation(gives=shapes.HandVersionsShown)
    def get(self, call: Call, pk: int) -> object:
        """List what phones have sent for a hand; where they differ, one of them is picked."""
        hand = finding.hand_seen(call, pk)
        sent = hand.submissions.select_related("by").order_by("created_at", "pk")
        return {
            "hand": pk,
            "revision": hand.current.number if hand.current else 0,
            "is_disputed": hand.is_disputed,
            "versions": sent,
        }


class HandTakingBack(Endpoint):
    """A hand is taken back."""

    tag = HANDS

    @operation(takes=hand_shapes.Revised, gives=hand_shapes.HandShown, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> Hand:
        """Take back the last hand of a table, as the table itself may while its round is open."""
        hand = finding.hand_recordable(call, pk)
        _table, recorder = _recording(call, hand.table_id)
        take_back_hand(
            hand_id=pk,
            expected_revision=call.sent["revision"],
            by=recorder.by,
            via=recorder.via,
            phone=recorder.phone,
            now=call.now,
        )
        return finding.hand_seen(call, pk)


class HandChangePreview(Endpoint):
    """What a change of a hand would do."""

    tag = HANDS

    @operation(takes=shapes.HandChangeAsked, gives=shapes.ConsequencesShown, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> Consequences:
        """Show what a change would do to the match and the standings; nothing is done.

        What the change itself would refuse is refused here, too.
        """
        table = table_of_hand(finding.hand_scored(call, pk))
        sent = call.sent
        known: dict[str, Any] = {
            "hand_id": pk,
            "expected_revision": sent["revision"],
            "reason": sent["reason"],
            "by": finding.acting_in(call, table.round.stage.competition.club),
            "now": call.now,
        }
        if sent["change"] == "correct":
            return foresee(partial(correct_hand, record=sent["record"], **known), table)
        return foresee(partial(CHANGES[sent["change"]], **known), table)


class SubmissionSettling(Endpoint):
    """A version of a hand is picked."""

    tag = HANDS

    @operation(takes=shapes.SettlementSent, gives=hand_shapes.HandShown, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> Hand:
        """Pick which of the versions that were sent for a hand counts."""
        _settling(call, pk)()
        return finding.hand_seen(call, _submission(call, pk).hand_id)


class SubmissionSettlingPreview(Endpoint):
    """What picking a version would do."""

    tag = HANDS

    @operation(takes=shapes.SettlementSent, gives=shapes.ConsequencesShown, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> Consequences:
        """Show what picking a version would do to the match and the standings; nothing is done."""
        hand = _submission(call, pk).hand
        return foresee(_settling(call, pk), table_of_hand(hand))


def _recording(call: Call, pk: int) -> tuple[Table, Recorder]:
    """Return a table at which one may write, and by which right."""
    table = finding.table_recordable(call, pk)
    recorder = recorder_at(call.http, table)
    if recorder is None:
        raise ResultError("table_dissolved")
    return table, recorder


def _result(table: Table) -> FinalResult:
    results = FinalResult.objects.select_related("current__by").prefetch_related("revisions__by")
    return get_object_or_404(results.exclude(current=None), table=table)


def _changing(
    call: Call, result: FinalResult, recorder: Recorder, outcome: object | None
) -> Callable[[], FinalResult]:
    """Return what corrects a result, or without an outcome makes it void."""
    known: dict[str, Any] = {
        "result_id": result.pk,
        "expected_revision": call.sent["revision"],
        "reason": call.sent["reason"],
        "by": recorder.by,
        "via": recorder.via,
        "phone": recorder.phone,
        "now": call.now,
    }
    if outcome is None:
        return partial(void_final_result, **known)
    return partial(correct_final_result, outcome=outcome, **known)


def _submission(call: Call, pk: int) -> Submission:
    tables = tables_recordable_by(call.http)
    hands = finding.within(call, hands_of(tables), finding.OF_HAND)
    sent = Submission.objects.filter(hand__in=hands.values("pk")).select_related("hand")
    return get_object_or_404(sent, pk=pk)


def _settling(call: Call, pk: int) -> Callable[[], Hand]:
    """Return what picks a version; organisers say why."""
    submission = _submission(call, pk)
    _table, recorder = _recording(call, submission.hand.table_id)
    reason = call.sent.get("reason", "").strip()
    if recorder.via == Via.CLUB and not reason:
        raise ResultError("reason_missing")
    return partial(
        settle_hand,
        submission_id=pk,
        expected_revision=call.sent["revision"],
        reason=reason,
        by=recorder.by,
        via=recorder.via,
        phone=recorder.phone,
        now=call.now,
    )
