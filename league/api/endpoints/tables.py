"""Tables, the hands that are recorded at them, and calls for an organiser."""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from league.api import locking, lookups
from league.api.api_view import ApiView
from league.api.operations import CREATED, Call, operation
from league.api.scopes import Scope
from league.api.serializers import hands, results
from league.api.serializers.rounds import (
    CodeCreateSerializer,
    CodeSerializer,
    TableDetailSerializer,
)
from league.clubs.queries import clubs_organised_by
from league.competitions import table_codes
from league.competitions.models import Table
from league.competitions.queries import valid_codes
from league.core.address import absolute_url
from league.online.models import OnlineTable
from league.results.access import recorder_at, seat_of, tables_recordable_by
from league.results.agreement import Agreement, agreement_of
from league.results.answers import confirm_hand, dispute_hand
from league.results.calls import call_organiser, come_to_table, end_call
from league.results.desk import waiting_in
from league.results.errors import ResultError
from league.results.models import Hand, HandAnswer, Submission, TableCall, Via
from league.results.queries import hands_of_table, table_of_hand
from league.results.scoring import compute_hands
from league.results.services import correct_hand, keep_hand, record_hand, restore_hand, void_hand

OF_CALL = lookups.OF_HAND


class TableByIdView(ApiView):
    @operation(TableDetailSerializer)
    def get(self, call: Call, pk: int) -> Table:
        """Show a table: who sits there, how the match stands, what comes next."""
        table = lookups.table_seen(call, pk)
        found: Any = table
        setup = compute_hands(
            table, len(table.seats.all()), hands_of_table(table)
        ).match.next_hand()
        found.next = None if setup is None else setup.as_json()
        found.online_token = (
            OnlineTable.objects.filter(table=table).values_list("token", flat=True).first()
        )
        return table


class TableCodeView(ApiView):
    @operation(CodeSerializer, scope=Scope.RECORD, lock=locking.lock_table)
    def get(self, call: Call, pk: int) -> object:
        """Give the code of a table to those who may record there anyway."""
        return _code(lookups.table_recordable(call, pk))

    @operation(CodeSerializer, takes=CodeCreateSerializer)
    def put(self, call: Call, pk: int) -> object:
        """Give a table another code in place of this one; sent twice, the newest one is given."""
        table = lookups.table_organised(call, pk)
        table_codes.replace_code(table_id=pk, **call.sent, now=call.now)
        return _code(table)

    @operation()
    def delete(self, call: Call, pk: int) -> None:
        """Let the code of a table open nothing any more."""
        code = valid_codes([lookups.table_organised(call, pk)]).get(pk)
        if code is not None:
            table_codes.revoke_code(table_id=pk, code_id=code.pk, now=call.now)


class TableHandsView(ApiView):
    @operation(hands.HandSerializer, order=("number", "pk"))
    def get(self, call: Call, pk: int) -> QuerySet[Hand]:
        """List a table's hands, void ones too, with what they are worth."""
        return hands_of_table(lookups.table_seen(call, pk))

    @operation(
        hands.SubmissionSerializer,
        takes=hands.HandCreateSerializer,
        scope=Scope.RECORD,
        status=CREATED,
    )
    def post(self, call: Call, pk: int) -> Submission:
        """Record a hand.

        The same `key` with the same content is answered as the first time, however often it comes;
        with another content it is refused with 409. Two senders of one hand make one hand: equal
        records agree, and different ones make it disputed.
        """
        _table, recorder = lookups.table_recording(call, pk)
        return record_hand(table_id=pk, **call.sent, **recorder, now=call.now)


class HandByIdView(ApiView):
    @operation(hands.HandDetailSerializer, lock=locking.lock_hand)
    def get(self, call: Call, pk: int) -> object:
        """Show a hand with all its versions, and how far the table agrees."""
        return _opened(call, pk)

    @operation(hands.HandDetailSerializer, takes=hands.HandUpdateSerializer, scope=Scope.RECORD)
    def put(self, call: Call, pk: int) -> object:
        """Correct a hand, for a reason; what it was before stays to be read.

        A `revision` that is not in force any more is refused with 409.
        """
        return _change(call, pk, correct_hand)


class HandVoidingView(ApiView):
    @operation(hands.HandDetailSerializer, takes=hands.ReasonSerializer, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> object:
        """Let a hand count no longer, for a reason."""
        return _change(call, pk, void_hand)


class HandRestoringView(ApiView):
    @operation(hands.HandDetailSerializer, takes=hands.ReasonSerializer, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> object:
        """Let a void hand count again, as it was before."""
        return _change(call, pk, restore_hand)


class HandKeepingView(ApiView):
    @operation(hands.HandDetailSerializer, takes=hands.ReasonSerializer, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> object:
        """Settle a disputed hand as it is, for a reason."""
        return _change(call, pk, keep_hand)


class HandConfirmingView(ApiView):
    @operation(hands.AnswerSerializer, takes=hands.RevisionNamedSerializer, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> HandAnswer:
        """Agree with a hand, from your seat at its table."""
        return confirm_hand(**_answering(call, pk))


class HandDisputingView(ApiView):
    @operation(hands.AnswerSerializer, takes=hands.ReasonSerializer, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> HandAnswer:
        """Say from your seat that a hand is wrong, and why; the organisers are told."""
        answering = _answering(call, pk)
        return dispute_hand(words=answering.pop("reason"), **answering)


def _code(table: Table) -> dict[str, Any]:
    code: Any = lookups.shown_or_404(valid_codes([table]).get(table.pk))
    return {
        "id": code.pk,
        "code": code.token,
        "address": absolute_url(reverse("results:code", args=[code.token])),
    }


def _opened(call: Call, pk: int) -> Hand:
    """Return a hand with how far its table agrees."""
    hand = lookups.hand_seen(call, pk)
    table = table_of_hand(hand)
    found: Any = hand
    found.agreement = (
        None
        if hand.is_void
        else _agreement(agreement_of(hand, table, table.round.stage.competition, call.now))
    )
    return hand


def _agreement(agreement: Agreement) -> dict[str, Any]:
    return {
        "state": agreement.state,
        "agreed": [who.seat for who in agreement.agreed],
        "silent": [who.seat for who in agreement.silent],
        "objections": agreement.objections,
        "until": agreement.until,
        "takes_answers": agreement.takes_answers,
    }


def _change(call: Call, pk: int, change: Any) -> Hand:
    hand = lookups.hand_scored(call, pk)
    change(hand_id=pk, **call.sent, by=lookups.acting_at(call, hand), now=call.now)
    return _opened(call, pk)


def _answering(call: Call, pk: int) -> dict[str, Any]:
    """Return who answers, and from which seat; raises seating_changed for who has none."""
    table = table_of_hand(lookups.hand_recordable(call, pk))
    recorder = recorder_at(call.http, table)
    seat = seat_of(recorder, table)
    if recorder is None or seat is None:
        raise ResultError("seating_changed")
    answering = {"hand_id": pk, "seat": seat.number, "now": call.now}
    return {**answering, **call.sent, **recorder._asdict()}


class ClubDeskView(ApiView):
    @operation(results.DeskSerializer, is_personal=True)
    def get(self, call: Call, slug: str) -> object:
        """List the tables that call an organiser, disputed hands and missed rounds."""
        return waiting_in(lookups.club_organised(call, slug))


class TableCallsView(ApiView):
    @operation(results.CallSerializer, takes=results.CallCreateSerializer, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> TableCall:
        """Call an organiser to a table; while a call is open, this is the same call."""
        _table, recorder = lookups.table_recording(call, pk)
        words = call.sent.get("words", "")
        return call_organiser(table_id=pk, words=words, **recorder, now=call.now)


class CallTakingBackView(ApiView):
    @operation(results.CallSerializer, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> TableCall:
        """Say that a table needs nobody any more."""
        own = tables_recordable_by(call.http).order_by().values("pk")
        found = _one(call, TableCall.objects.filter(table__in=own), pk)
        _table, recorder = lookups.table_recording(call, found.table_id)
        return end_call(call_id=pk, **recorder, now=call.now)


class CallComingView(ApiView):
    @operation(results.CallSerializer)
    def post(self, call: Call, pk: int) -> TableCall:
        """Tell a table that you are on the way; the first to say so is whom it sees."""
        found = _organised(call, pk)
        club = found.table.round.stage.competition.club
        return come_to_table(call_id=pk, by=lookups.acting_in(call, club), now=call.now)


class CallEndingView(ApiView):
    @operation(results.CallSerializer)
    def post(self, call: Call, pk: int) -> TableCall:
        """Note that an organiser has seen to a call."""
        found = _organised(call, pk)
        by = lookups.acting_in(call, found.table.round.stage.competition.club)
        return end_call(call_id=pk, by=by, via=Via.CLUB, now=call.now)


def _organised(call: Call, pk: int) -> TableCall:
    clubs = clubs_organised_by(call.user).order_by().values("pk")
    return _one(call, TableCall.objects.filter(**{f"{OF_CALL}__in": clubs}), pk)


def _one(call: Call, calls: QuerySet[TableCall], pk: int) -> TableCall:
    return lookups.one_of(call, calls.select_related(OF_CALL), OF_CALL, pk=pk)
