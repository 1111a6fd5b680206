"""Final results and matches from paper: entered, corrected, void; and what a change would do."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404

from league.api import locking, lookups
from league.api.api_view import ApiView
from league.api.operations import CREATED, Call, operation
from league.api.paging import list_of
from league.api.scopes import Scope
from league.api.serializers import hands, results
from league.competitions.models import Table
from league.results.access import hands_of, tables_recordable_by
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

CHANGES: Mapping[str, Callable[..., Hand]] = {
    "correct": correct_hand,
    "void": void_hand,
    "restore": restore_hand,
    "keep": keep_hand,
}


class TableResultView(ApiView):
    @operation(results.ResultSerializer, lock=locking.lock_table)
    def get(self, call: Call, pk: int) -> FinalResult:
        """Show the final result of a table of which nobody has the hands, with all its versions."""
        return _result(lookups.table_seen(call, pk))

    @operation(
        results.ResultSerializer,
        takes=results.ResultCreateSerializer,
        scope=Scope.RECORD,
        status=CREATED,
    )
    def post(self, call: Call, pk: int) -> FinalResult:
        """Record the outcome of a match without its hands.

        The same `key` with the same content is answered as the first time.
        """
        table, recorder = lookups.table_recording(call, pk)
        record_final_result(table_id=pk, **call.sent, **recorder, now=call.now)
        return _result(table)

    @operation(results.ResultSerializer, takes=results.ResultUpdateSerializer, scope=Scope.RECORD)
    def put(self, call: Call, pk: int) -> FinalResult:
        """Correct a final result, for a reason; what it was before stays to be read."""
        table, recorder = lookups.table_recording(call, pk)
        _changing(call, _result(table), recorder)()
        return _result(table)


class TableResultVoidingView(ApiView):
    @operation(results.ResultSerializer, takes=hands.ReasonSerializer, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> FinalResult:
        """Let a final result count no longer, for a reason."""
        table, recorder = lookups.table_recording(call, pk)
        _changing(call, _result(table), recorder)()
        return _result(table)


class TableResultPreviewView(ApiView):
    @operation(
        results.ConsequencesSerializer, takes=results.ResultPreviewSerializer, scope=Scope.RECORD
    )
    def post(self, call: Call, pk: int) -> Consequences:
        """Show what another outcome, or none, would change at the table and in the standings."""
        table, recorder = lookups.table_recording(call, pk)
        return foresee(_changing(call, _result(table), recorder), table)


class TablePaperView(ApiView):
    @operation(
        list_of(hands.SubmissionSerializer),
        takes=results.PaperCreateSerializer,
        scope=Scope.RECORD,
        status=CREATED,
    )
    def post(self, call: Call, pk: int) -> object:
        """Record the hands of a match in order, all or none, each under a key of its own."""
        _table, recorder = lookups.table_recording(call, pk)
        sent = {**call.sent, "hands": [PaperRecord(**hand) for hand in call.sent["hands"]]}
        return {"results": record_hands(table_id=pk, **sent, **recorder, now=call.now)}


class HandVersionsView(ApiView):
    @operation(results.HandVersionsSerializer)
    def get(self, call: Call, pk: int) -> object:
        """List what phones have sent for a hand; where they differ, one of them is picked."""
        hand = lookups.hand_seen(call, pk)
        sent = hand.submissions.select_related("by").order_by("created_at", "pk")
        return {
            "hand": pk,
            "revision": hand.current.number if hand.current else 0,
            "is_disputed": hand.is_disputed,
            "versions": sent,
        }


class HandTakingBackView(ApiView):
    @operation(hands.HandSerializer, takes=hands.RevisionNamedSerializer, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> Hand:
        """Take back the last hand of a table, as the table itself may while its round is open."""
        hand = lookups.hand_recordable(call, pk)
        _table, recorder = lookups.table_recording(call, hand.table_id)
        take_back_hand(hand_id=pk, **call.sent, **recorder, now=call.now)
        return lookups.hand_seen(call, pk)


class HandChangePreviewView(ApiView):
    @operation(
        results.ConsequencesSerializer, takes=results.HandPreviewSerializer, scope=Scope.RECORD
    )
    def post(self, call: Call, pk: int) -> Consequences:
        """Show what a change would do to the match and the standings; nothing is done.

        What the change itself would refuse is refused here, too.
        """
        hand = lookups.hand_scored(call, pk)
        sent = dict(call.sent)
        change = CHANGES[sent.pop("change")]
        if change is not correct_hand:
            sent.pop("record", None)
        by = lookups.acting_at(call, hand)
        return foresee(
            partial(change, hand_id=pk, **sent, by=by, now=call.now), table_of_hand(hand)
        )


class SubmissionSettlingView(ApiView):
    @operation(hands.HandSerializer, takes=results.SettlementCreateSerializer, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> Hand:
        """Pick which of the versions that were sent for a hand counts."""
        _settling(call, pk)()
        return lookups.hand_seen(call, _submission(call, pk).hand_id)


class SubmissionSettlingPreviewView(ApiView):
    @operation(
        results.ConsequencesSerializer, takes=results.SettlementCreateSerializer, scope=Scope.RECORD
    )
    def post(self, call: Call, pk: int) -> Consequences:
        """Show what picking a version would do to the match and the standings; nothing is done."""
        hand = _submission(call, pk).hand
        return foresee(_settling(call, pk), table_of_hand(hand))


def _result(table: Table) -> FinalResult:
    results = FinalResult.objects.select_related("current__by").prefetch_related("revisions__by")
    return get_object_or_404(results.exclude(current=None), table=table)


def _changing(
    call: Call, result: FinalResult, recorder: dict[str, Any]
) -> Callable[[], FinalResult]:
    """Return what corrects a result, or without an outcome makes it void."""
    sent = {"result_id": result.pk, **call.sent, **recorder, "now": call.now}
    return partial(correct_final_result if "outcome" in sent else void_final_result, **sent)


def _submission(call: Call, pk: int) -> Submission:
    tables = tables_recordable_by(call.http)
    hands = lookups.within(call, hands_of(tables), lookups.OF_HAND)
    sent = Submission.objects.filter(hand__in=hands.values("pk")).select_related("hand")
    return get_object_or_404(sent, pk=pk)


def _settling(call: Call, pk: int) -> Callable[[], Hand]:
    """Return what picks a version; organisers say why."""
    submission = _submission(call, pk)
    _table, recorder = lookups.table_recording(call, submission.hand.table_id)
    sent = {**call.sent, "reason": call.sent.get("reason", "").strip()}
    if recorder["via"] == Via.CLUB and not sent["reason"]:
        raise ResultError("reason_missing")
    return partial(settle_hand, submission_id=pk, **sent, **recorder, now=call.now)
