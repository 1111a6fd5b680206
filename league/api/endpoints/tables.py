"""Tables and the hands that are recorded at them."""

from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from league.api import finding, holding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import hands as shapes
from league.api.shapes.rounds import CodeSent, CodeShown, TableOpened
from league.competitions import table_codes
from league.competitions.models import Table
from league.competitions.queries import valid_codes
from league.core.address import absolute_url
from league.online.models import OnlineTable
from league.results.access import recorder_at, seat_of
from league.results.agreement import Agreement, agreement_of
from league.results.answers import confirm_hand, dispute_hand
from league.results.errors import ResultError
from league.results.models import Hand, HandAnswer, Submission
from league.results.queries import hands_of_table, table_of_hand
from league.results.scoring import compute_hands
from league.results.services import (
    correct_hand,
    keep_hand,
    record_hand,
    restore_hand,
    void_hand,
)

TABLES, HANDS = "Tables", "Hands"


class TableById(Endpoint):
    """One table."""

    tag = TABLES

    @operation(gives=TableOpened)
    def get(self, call: Call, pk: int) -> Table:
        """Show a table: who sits there, how the match stands, what comes next."""
        table = finding.table_seen(call, pk)
        found: Any = table
        setup = compute_hands(
            table, len(table.seats.all()), hands_of_table(table)
        ).match.next_hand()
        found.next = None if setup is None else setup.as_json()
        found.online_token = (
            OnlineTable.objects.filter(table=table).values_list("token", flat=True).first()
        )
        return table


class TableCode(Endpoint):
    """The code that lies on a table."""

    tag = TABLES
    hold = staticmethod(holding.hold_table)

    @operation(gives=CodeShown, scope=Scope.RECORD)
    def get(self, call: Call, pk: int) -> object:
        """Give the code of a table to those who may record there anyway."""
        return _code(finding.table_recordable(call, pk))

    @operation(takes=CodeSent, gives=CodeShown, scope=Scope.ORGANISE)
    def put(self, call: Call, pk: int) -> object:
        """Give a table another code in place of this one; sent twice, the newest one is given."""
        table = finding.table_organised(call, pk)
        table_codes.replace_code(table_id=pk, code_id=call.sent["id"], now=call.now)
        return _code(table)

    @operation(scope=Scope.ORGANISE)
    def delete(self, call: Call, pk: int) -> None:
        """Let the code of a table open nothing any more."""
        code = valid_codes([finding.table_organised(call, pk)]).get(pk)
        if code is not None:
            table_codes.revoke_code(table_id=pk, code_id=code.pk, now=call.now)


class TableHands(Endpoint):
    """The hands of a table."""

    tag = HANDS

    @operation(gives=shapes.HandShown, order=("number", "pk"))
    def get(self, call: Call, pk: int) -> QuerySet[Hand]:
        """List a table's hands, void ones too, with what they are worth."""
        return hands_of_table(finding.table_seen(call, pk))

    @operation(
        takes=shapes.HandSent,
        gives=shapes.SubmissionShown,
        scope=Scope.RECORD,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call, pk: int) -> Submission:
        """Record a hand.

        The same `key` with the same content is answered as the first time, however often it comes;
        with another content it is refused with 409. Two senders of one hand make one hand: equal
        records agree, and different ones make it disputed.
        """
        table = finding.table_recordable(call, pk)
        recorder = recorder_at(call.http, table)
        if recorder is None:
            raise ResultError("table_dissolved")
        sent = call.sent
        return record_hand(
            table_id=pk,
            number=sent["number"],
            key=sent["key"],
            seating=sent["seating"],
            record=sent["record"],
            by=recorder.by,
            via=recorder.via,
            phone=recorder.phone,
            now=call.now,
            confirmed=sent.get("confirmed"),
        )


class HandById(Endpoint):
    """One hand."""

    tag = HANDS
    hold = staticmethod(holding.hold_hand)

    @operation(gives=shapes.HandOpened)
    def get(self, call: Call, pk: int) -> object:
        """Show a hand with all its versions, and how far the table agrees."""
        return _opened(call, pk)

    @operation(takes=shapes.Correction, gives=shapes.HandOpened, scope=Scope.RECORD)
    def put(self, call: Call, pk: int) -> object:
        """Correct a hand, for a reason; what it was before stays to be read.

        A `revision` that is not in force any more is refused with 409.
        """
        hand = finding.hand_scored(call, pk)
        correct_hand(
            hand_id=pk,
            expected_revision=call.sent["revision"],
            record=call.sent["record"],
            reason=call.sent["reason"],
            by=finding.acting_in(call, table_of_hand(hand).round.stage.competition.club),
            now=call.now,
            confirmed=call.sent.get("confirmed"),
        )
        return _opened(call, pk)


class HandVoiding(Endpoint):
    """A hand counts no longer."""

    tag = HANDS

    @operation(takes=shapes.Reasoned, gives=shapes.HandOpened, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> object:
        """Let a hand count no longer, for a reason."""
        return _change(call, pk, void_hand)


class HandRestoring(Endpoint):
    """A hand counts again."""

    tag = HANDS

    @operation(takes=shapes.Reasoned, gives=shapes.HandOpened, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> object:
        """Let a void hand count again, as it was before."""
        return _change(call, pk, restore_hand)


class HandKeeping(Endpoint):
    """A disputed hand is settled as it is."""

    tag = HANDS

    @operation(takes=shapes.Reasoned, gives=shapes.HandOpened, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> object:
        """Settle a disputed hand as it is, for a reason."""
        return _change(call, pk, keep_hand)


class HandConfirming(Endpoint):
    """Somebody agrees."""

    tag = HANDS

    @operation(takes=shapes.Revised, gives=shapes.AnswerShown, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> HandAnswer:
        """Agree with a hand, from your seat at its table."""
        return confirm_hand(**_answering(call, pk))


class HandDisputing(Endpoint):
    """Somebody objects."""

    tag = HANDS

    @operation(takes=shapes.Reasoned, gives=shapes.AnswerShown, scope=Scope.RECORD)
    def post(self, call: Call, pk: int) -> HandAnswer:
        """Say from your seat that a hand is wrong, and why; the organisers are told."""
        return dispute_hand(words=call.sent["reason"], **_answering(call, pk))


def _code(table: Table) -> dict[str, Any]:
    code: Any = finding.shown_or_404(valid_codes([table]).get(table.pk))
    return {
        "id": code.pk,
        "code": code.token,
        "address": absolute_url(reverse("results:code", args=[code.token])),
    }


def _opened(call: Call, pk: int) -> Hand:
    """Return a hand with how far its table agrees."""
    hand = finding.hand_seen(call, pk)
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
    hand = finding.hand_scored(call, pk)
    change(
        hand_id=pk,
        expected_revision=call.sent["revision"],
        reason=call.sent["reason"],
        by=finding.acting_in(call, table_of_hand(hand).round.stage.competition.club),
        now=call.now,
    )
    return _opened(call, pk)


def _answering(call: Call, pk: int) -> dict[str, Any]:
    """Return who answers, and from which seat; raises seating_changed for who has none."""
    table = table_of_hand(finding.hand_recordable(call, pk))
    recorder = recorder_at(call.http, table)
    seat = seat_of(recorder, table)
    if recorder is None or seat is None:
        raise ResultError("seating_changed")
    return {
        "hand_id": pk,
        "expected_revision": call.sent["revision"],
        "seat": seat.number,
        "by": recorder.by,
        "via": recorder.via,
        "phone": recorder.phone,
        "now": call.now,
    }
