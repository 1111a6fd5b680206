"""Tables, hands, final results, score sheets, disputes and calls for an organiser."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse

from league.api import lookups
from league.api.chapters import HANDS, TABLES
from league.api.models import Scope
from league.api.operations import Call
from league.api.serializers import results, rounds
from league.api.serializers.base import list_of
from league.clubs.queries import clubs_organised_by, player_of
from league.competitions.lineups import lineup_of
from league.competitions.models import Table
from league.competitions.queries import valid_codes
from league.core.address import absolute_url
from league.online.models import OnlineTable
from league.results import confirmation, final_results, inbox, services
from league.results.access import (
    author_of_club,
    hands_of,
    recorder_at,
    seat_of,
    tables_recordable_by,
)
from league.results.authors import Author, Via
from league.results.errors import ResultError
from league.results.impact import Impact, preview_impact
from league.results.models import FinalResult, Hand, HandResponse, Submission, TableCall
from league.results.queries import hands_of_table, table_of_hand
from league.results.score_sheet import ScoreSheetRecord, record_hands
from league.results.scoring import compute_hands
from league.rounds.services.writing import replace_code, revoke_code

TABLE = "tables/<int:pk>/"
HAND = "hands/<int:pk>/"
OF_CALL = lookups.OF_HAND


@TABLES.get(TABLE, rounds.TableDetailSerializer)
def retrieve_table(call: Call, pk: int) -> Table:
    """Show a table: its seats, its score and its next hand."""
    table = lookups.table_seen(call, pk)
    found: Any = table
    setup = compute_hands(table, len(table.seats.all()), hands_of_table(table)).match.next_hand()
    found.lineup = lineup_of(table)
    found.next_hand = None if setup is None else setup.as_json()
    online = OnlineTable.objects.filter(table=table)
    found.online_token = online.values_list("token", flat=True).first()
    return table


@TABLES.get(f"{TABLE}code/", rounds.CodeSerializer, scope=Scope.RECORD, lock=lookups.lock_table)
def retrieve_table_code(call: Call, pk: int) -> object:
    """Show the table code, if you may record hands at the table."""
    return _code(lookups.table_recordable(call, pk))


@TABLES.put(
    f"{TABLE}code/", rounds.CodeSerializer, takes=rounds.CodeUpdateSerializer, scope=Scope.ORGANISE
)
def replace_table_code(call: Call, pk: int) -> object:
    """Replace the table code; repeated requests return the newest one."""
    table = lookups.table_organised(call, pk)
    replace_code(table_id=pk, **call.sent, now=call.now)
    return _code(table)


@TABLES.delete(f"{TABLE}code/", scope=Scope.ORGANISE)
def revoke_table_code(call: Call, pk: int) -> None:
    """Revoke the table code."""
    code = valid_codes([lookups.table_organised(call, pk)]).get(pk)
    if code is not None:
        revoke_code(table_id=pk, code_id=code.pk, now=call.now)


@HANDS.get(f"{TABLE}hands/", results.HandSerializer, order=("number", "pk"))
def list_hands(call: Call, pk: int) -> QuerySet[Hand]:
    """List the hands of a table with their scores, including void ones."""
    return hands_of_table(lookups.table_seen(call, pk))


@HANDS.create(f"{TABLE}hands/", results.SubmissionSerializer, takes=results.HandCreateSerializer)
def record_hand(call: Call, pk: int) -> Submission:
    """Record a hand.

    A repeated `key` with the same content gets the first answer again; with other content it is
    refused with 409. Two senders of one hand make one hand: equal records agree, different ones
    make it disputed.
    """
    _table, recorder = lookups.table_recording(call, pk)
    return services.record_hand(table_id=pk, **call.sent, author=recorder)


@HANDS.get(HAND, results.HandDetailSerializer, lock=lookups.lock_hand)
def retrieve_hand(call: Call, pk: int) -> object:
    """Show a hand with its revisions and confirmation."""
    return _with_confirmation(call, pk)


@HANDS.put(HAND, results.HandDetailSerializer, takes=results.HandUpdateSerializer)
def correct_hand(call: Call, pk: int) -> object:
    """Correct a hand; 409 if `revision` is outdated."""
    return _change(call, pk, services.correct_hand)


@HANDS.post(f"{HAND}void/", results.HandDetailSerializer, takes=results.ReasonSerializer)
def void_hand(call: Call, pk: int) -> object:
    """Void a hand."""
    return _change(call, pk, services.void_hand)


@HANDS.post(f"{HAND}restore/", results.HandDetailSerializer, takes=results.ReasonSerializer)
def restore_hand(call: Call, pk: int) -> object:
    """Restore a void hand."""
    return _change(call, pk, services.restore_hand)


@HANDS.post(f"{HAND}dismiss-dispute/", results.HandDetailSerializer, takes=results.ReasonSerializer)
def dismiss_dispute(call: Call, pk: int) -> object:
    """Dismiss the disputes of a hand, which stays as it is."""
    return _change(call, pk, services.dismiss_dispute)


@HANDS.post(
    f"{HAND}confirm/", results.HandResponseSerializer, takes=results.RevisionNumberSerializer
)
def confirm_hand(call: Call, pk: int) -> HandResponse:
    """Confirm a hand from your seat."""
    return confirmation.confirm_hand(**_response(call, pk))


@HANDS.post(f"{HAND}dispute/", results.HandResponseSerializer, takes=results.ReasonSerializer)
def dispute_hand(call: Call, pk: int) -> HandResponse:
    """Dispute a hand from your seat; the organisers are notified."""
    return confirmation.dispute_hand(**_response(call, pk))


def _code(table: Table) -> dict[str, Any]:
    code: Any = lookups.shown_or_404(valid_codes([table]).get(table.pk))
    url = absolute_url(reverse("results:code", args=[code.token]))
    return {"id": code.pk, "code": code.token, "url": url}


def _with_confirmation(call: Call, pk: int) -> Hand:
    hand = lookups.hand_seen(call, pk)
    table = table_of_hand(hand)
    found: Any = hand
    found.confirmation = None
    if not hand.is_void:
        state = confirmation.confirmation_of(hand, lineup_of(table), table, call.now)
        found.confirmation = {
            "state": state.state,
            "confirmed": [who.seat for who in state.agreed],
            "silent": [who.seat for who in state.silent],
            "disputes": state.disputes,
            "until": state.until,
            "takes_responses": state.takes_responses,
        }
    return hand


def _change(call: Call, pk: int, change: Any) -> Hand:
    club = table_of_hand(lookups.hand_scored(call, pk)).round.stage.competition.club
    change(hand_id=pk, **call.sent, author=author_of_club(call.user, club))
    return _with_confirmation(call, pk)


def _response(call: Call, pk: int) -> dict[str, Any]:
    """Return who responds, from which seat; raises ResultError without a seat."""
    table = table_of_hand(lookups.hand_recordable(call, pk))
    recorder = recorder_at(call.http, table)
    seat = seat_of(recorder, table)
    if recorder is None or seat is None:
        raise ResultError("seating_changed")
    return {"hand_id": pk, "seat": seat.number, "author": recorder, **call.sent}


@TABLES.get("clubs/<slug:slug>/inbox/", results.InboxSerializer, is_personal=True)
def retrieve_inbox(call: Call, slug: str) -> object:
    """List open calls, disputed hands and missed rounds of a club."""
    return inbox.inbox_of(lookups.club_organised(call, slug))


@TABLES.post(f"{TABLE}calls/", results.CallSerializer, takes=results.CallCreateSerializer)
def call_organiser(call: Call, pk: int) -> TableCall:
    """Call an organiser to a table; an open call is returned as it is."""
    _table, recorder = lookups.table_recording(call, pk)
    message = call.sent.get("message", "")
    return inbox.call_organiser(table_id=pk, message=message, author=recorder)


@TABLES.post("calls/<int:pk>/cancel/", results.CallSerializer)
def cancel_call(call: Call, pk: int) -> TableCall:
    """Cancel a call, from the table."""
    own = tables_recordable_by(call.http).order_by().values("pk")
    found = _one(call, TableCall.objects.filter(table__in=own), pk)
    _table, recorder = lookups.table_recording(call, found.table_id)
    return inbox.close_call(call_id=pk, author=recorder)


@TABLES.post("calls/<int:pk>/acknowledge/", results.CallSerializer, scope=Scope.ORGANISE)
def acknowledge_call(call: Call, pk: int) -> TableCall:
    """Tell the table that you are on your way; the first organiser counts."""
    by = player_of(call.user, _organised(call, pk).table.round.stage.competition.club)
    return inbox.acknowledge_call(call_id=pk, by=by, now=call.now)


@TABLES.post("calls/<int:pk>/close/", results.CallSerializer, scope=Scope.ORGANISE)
def close_call(call: Call, pk: int) -> TableCall:
    """Close a call, as an organiser."""
    club = _organised(call, pk).table.round.stage.competition.club
    return inbox.close_call(call_id=pk, author=author_of_club(call.user, club))


def _organised(call: Call, pk: int) -> TableCall:
    clubs = clubs_organised_by(call.user).order_by().values("pk")
    return _one(call, TableCall.objects.filter(**{f"{OF_CALL}__in": clubs}), pk)


def _one(call: Call, calls: QuerySet[TableCall], pk: int) -> TableCall:
    return lookups.one_of(call, calls.select_related(OF_CALL), OF_CALL, pk=pk)


RESULT = f"{TABLE}result/"
CHANGES: Mapping[str, Callable[..., Hand]] = {
    "correct": services.correct_hand,
    "void": services.void_hand,
    "restore": services.restore_hand,
    "dismiss_dispute": services.dismiss_dispute,
}


@TABLES.get(RESULT, results.ResultSerializer, lock=lookups.lock_table)
def retrieve_result(call: Call, pk: int) -> FinalResult:
    """Show the final result of a table without hands, with all its revisions."""
    return _result(lookups.table_seen(call, pk))


@TABLES.create(RESULT, results.ResultSerializer, takes=results.ResultCreateSerializer)
def record_result(call: Call, pk: int) -> FinalResult:
    """Record the final result of a match without hands; once for each `key`."""
    table, recorder = lookups.table_recording(call, pk)
    final_results.record_final_result(table_id=pk, **call.sent, author=recorder)
    return _result(table)


@TABLES.put(RESULT, results.ResultSerializer, takes=results.ResultUpdateSerializer)
def correct_result(call: Call, pk: int) -> FinalResult:
    """Correct a final result; earlier revisions remain listed."""
    return _change_result(call, pk)


@TABLES.post(f"{RESULT}void/", results.ResultSerializer, takes=results.ReasonSerializer)
def void_result(call: Call, pk: int) -> FinalResult:
    """Void a final result."""
    return _change_result(call, pk)


@TABLES.post(f"{RESULT}preview/", results.ImpactSerializer, takes=results.ResultPreviewSerializer)
def preview_result(call: Call, pk: int) -> Impact:
    """Preview the impact of correcting or voiding a final result."""
    table, recorder = lookups.table_recording(call, pk)
    return preview_impact(_result_change(call, _result(table), recorder), table)


@TABLES.create(
    f"{TABLE}score-sheet/",
    list_of(results.SubmissionSerializer),
    takes=results.ScoreSheetCreateSerializer,
)
def record_score_sheet(call: Call, pk: int) -> object:
    """Record the hands of a score sheet in order, all or none, once for each `key`."""
    _table, recorder = lookups.table_recording(call, pk)
    sent = {**call.sent, "hands": [ScoreSheetRecord(**hand) for hand in call.sent["hands"]]}
    return {"results": record_hands(table_id=pk, **sent, author=recorder)}


@HANDS.get(f"{HAND}versions/", results.HandVersionsSerializer)
def list_hand_versions(call: Call, pk: int) -> object:
    """List the submitted versions of a hand."""
    hand = lookups.hand_seen(call, pk)
    sent = hand.submissions.select_related("by").order_by("created_at", "pk")
    return {
        "hand": pk,
        "revision": hand.current.number if hand.current else 0,
        "is_disputed": hand.is_disputed,
        "versions": sent,
    }


@HANDS.post(f"{HAND}undo/", results.HandSerializer, takes=results.RevisionNumberSerializer)
def undo_hand(call: Call, pk: int) -> Hand:
    """Undo the last hand of a table while its round is open."""
    hand = lookups.hand_recordable(call, pk)
    _table, recorder = lookups.table_recording(call, hand.table_id)
    services.undo_hand(hand_id=pk, **call.sent, author=recorder)
    return lookups.hand_seen(call, pk)


@HANDS.post(f"{HAND}preview/", results.ImpactSerializer, takes=results.HandPreviewSerializer)
def preview_hand(call: Call, pk: int) -> Impact:
    """Preview the impact of a change of a hand; refused like the change itself."""
    hand = lookups.hand_scored(call, pk)
    sent = dict(call.sent)
    change = CHANGES[sent.pop("change")]
    if change is not services.correct_hand:
        sent.pop("record", None)
    table = table_of_hand(hand)
    author = author_of_club(call.user, table.round.stage.competition.club)
    return preview_impact(partial(change, hand_id=pk, **sent, author=author), table)


@HANDS.post(
    "submissions/<int:pk>/resolve/",
    results.HandSerializer,
    takes=results.ResolutionCreateSerializer,
)
def resolve_dispute(call: Call, pk: int) -> Hand:
    """Resolve a dispute by choosing a submitted version."""
    _resolving(call, pk)()
    return lookups.hand_seen(call, _submission(call, pk).hand_id)


@HANDS.post(
    "submissions/<int:pk>/resolve/preview/",
    results.ImpactSerializer,
    takes=results.ResolutionCreateSerializer,
)
def preview_resolve_dispute(call: Call, pk: int) -> Impact:
    """Preview the impact of choosing a submitted version."""
    hand = _submission(call, pk).hand
    return preview_impact(_resolving(call, pk), table_of_hand(hand))


def _result(table: Table) -> FinalResult:
    found = FinalResult.objects.select_related("current__by").prefetch_related("revisions__by")
    return get_object_or_404(found.exclude(current=None), table=table)


def _change_result(call: Call, pk: int) -> FinalResult:
    table, recorder = lookups.table_recording(call, pk)
    _result_change(call, _result(table), recorder)()
    return _result(table)


def _result_change(call: Call, result: FinalResult, author: Author) -> Callable[[], FinalResult]:
    """Return the correction of a final result, or without an outcome its voiding."""
    sent = {"result_id": result.pk, **call.sent, "author": author}
    if "outcome" in sent:
        return partial(final_results.correct_final_result, **sent)
    return partial(final_results.void_final_result, **sent)


def _submission(call: Call, pk: int) -> Submission:
    hands = lookups.within(call, hands_of(tables_recordable_by(call.http)), lookups.OF_HAND)
    sent = Submission.objects.filter(hand__in=hands.values("pk")).select_related("hand")
    return get_object_or_404(sent, pk=pk)


def _resolving(call: Call, pk: int) -> Callable[[], Hand]:
    """Return the resolution of a dispute; organisers need a reason."""
    submission = _submission(call, pk)
    _table, recorder = lookups.table_recording(call, submission.hand.table_id)
    sent = {**call.sent, "reason": call.sent.get("reason", "").strip()}
    if recorder.via == Via.CLUB and not sent["reason"]:
        raise ResultError("reason_missing")
    return partial(services.resolve_dispute, submission_id=pk, **sent, author=recorder)
