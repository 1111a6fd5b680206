"""Take hands from a phone's queue: the fields of the entry form in, a small JSON answer out.

A phone that was without network may have lost its session meanwhile, or hold hands that another
phone has handed over. So the table's code may come with the hand: whoever has it may write at the
table, and it needs neither session nor token against forgery, as nobody else can name it.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST

from league.competitions.models import PhoneUse, Seat, Table, TableCode
from league.core.ratelimits import is_allowed
from league.core.rule_texts import problem_words
from league.results.access import (
    Recorder,
    has_redeemed,
    phone_at,
    recorder_in,
    redeem,
    seat_of_phone,
)
from league.results.errors import ResultError
from league.results.forms import as_record, read_confirmed, read_key, read_number
from league.results.models import Via
from league.results.place import Place, read_place
from league.results.reading import warning_id
from league.results.seats import take_seat
from league.results.services import Entered, enter_hand
from league.results.words.verdict import verdict_words

RECORDED, REFUSED, WAIT = "recorded", "refused", "wait"
NO_RIGHT = "no_right"
JSON = "application/json"
CONFLICTS = {"key_reused", "stale"}


@never_cache
@csrf_exempt
@require_POST
def send(request: HttpRequest, pk: int) -> JsonResponse:
    """Write a hand of a table and say in JSON what became of it."""
    if not is_allowed(request, "record"):
        words = _("That were too many hands for one minute. They are sent a little later.")
        return JsonResponse({"status": WAIT, "words": words}, status=HTTPStatus.TOO_MANY_REQUESTS)
    place = read_place(pk)
    code = _code_of(request, place)
    if place is None or code is None:
        return _send_by_session(request, place)
    if not has_redeemed(request, code) and request.headers.get("Accept") == JSON:
        # From now on this phone holds the code, as if it had scanned it. The form of another site
        # cannot send this header, so it can put no session into anybody's browser.
        redeem(request, code)
    _take_seat_said(request, place)
    return _record(request, place, partial(_recorder_by_code, request))


@csrf_protect
def _send_by_session(request: HttpRequest, place: Place | None) -> JsonResponse:
    """Write a hand by what the session may do: a seat, a role in the club, a code redeemed."""
    recorder = recorder_in(request, place) if place and _is_sender_here(request) else None
    if place is None or recorder is None:
        words = _(
            "This phone may not write at this table any more. Scan the code on the table, or "
            "sign in again, and send it once more."
        )
        refusal = {"status": REFUSED, "code": NO_RIGHT, "words": words, "problems": []}
        return JsonResponse(refusal, status=HTTPStatus.NOT_FOUND)
    return _record(request, place, lambda locked: recorder_in(request, locked) or recorder)


def _code_of(request: HttpRequest, place: Place | None) -> TableCode | None:
    """Return the valid code that came with the hand; None if it opens another table or nothing."""
    code = place.code if place else None
    return code if code and request.POST.get("code", "") == code.token else None


def _seat_said(request: HttpRequest, place: Place) -> Seat | None:
    """Return the seat on which the sender said to sit."""
    said = request.POST.get("seat", "")
    return next((seat for seat in place.seats if str(seat.number) == said), None)


def _recorder_by_code(request: HttpRequest, place: Place) -> Recorder:
    """Return who sends: the session's owner if it was them who entered the hand, else the seat.

    A hand names the seat from which it was entered; nobody is named if that is another phone's.
    A phone that sends for another, or has lost its session, brings the mark by which the seat knows
    the one that has it. Where each seat has its own phone, whoever sends it answers for it.
    """
    recorder = recorder_in(request, place) if _is_sender_here(request) else None
    if recorder is not None and recorder.via != Via.CODE:
        return recorder
    said, brought = _seat_said(request, place), request.POST.get("phone", "")
    if said and brought and said.phone == brought:
        return Recorder(said.player, Via.CODE, brought)
    phone = phone_at(request, place.table)
    own = seat_of_phone(place.seats, phone)
    answers = place.table.round.stage.competition.phone_use == PhoneUse.OWN
    return Recorder(own.player if own and (answers or own == said) else None, Via.CODE, phone)


def _take_seat_said(request: HttpRequest, place: Place) -> None:
    """Give a phone without a seat the one from which it has entered a hand, if that is free."""
    said, phone = _seat_said(request, place), phone_at(request, place.table)
    if said is None or said.phone or not phone or seat_of_phone(place.seats, phone):
        return
    recorder = recorder_in(request, place)
    if recorder is not None and recorder.via == Via.CODE:
        with suppress(ResultError):
            take_seat(table_id=place.table.pk, seat=said.number, phone=phone)


def _is_sender_here(request: HttpRequest) -> bool:
    """Say whether who entered the hand is still who is signed in on the phone."""
    return request.POST.get("person", "") == str(request.user.pk or "")


def _record(
    request: HttpRequest, place: Place, recorder_at: Callable[[Place], Recorder]
) -> JsonResponse:
    """Write the hand by whoever sends it, as that is while the place is locked."""
    data, table = request.POST, place.table
    number = read_number(data.get("number", ""))
    record = as_record(table.game, len(place.seats), data)
    try:
        submission = enter_hand(
            table_id=table.pk,
            number=number,
            key=read_key(data.get("key", "")) or uuid4(),
            seating=read_number(data.get("seating", "")),
            enter=lambda locked: Entered(record, *recorder_at(locked)),
            now=timezone.now(),
            confirmed=read_confirmed(data),
        )
    except ResultError as error:
        return _refuse(place, number, error)
    return JsonResponse(
        {
            "status": RECORDED,
            "hand": submission.hand.number,
            "verdict": submission.verdict,
            "words": verdict_words(submission),
            "version": Table.objects.values_list("version", flat=True).get(pk=table.pk),
            "problems": [],
        }
    )


def _refuse(place: Place, number: int, error: ResultError) -> JsonResponse:
    names = place.names
    answer: dict[str, Any] = {
        "status": REFUSED,
        "code": error.code,
        "hand": number,
        "words": error.text,
        "problems": [
            {
                "field": problem.field,
                "level": problem.level,
                "words": problem_words(problem, names),
            }
            for problem in error.problems
        ],
    }
    if error.code == "unconfirmed":
        answer["confirmed"] = [warning_id(problem) for problem in error.problems]
    is_conflict = error.code in CONFLICTS
    status = HTTPStatus.CONFLICT if is_conflict else HTTPStatus.UNPROCESSABLE_ENTITY
    return JsonResponse(answer, status=status)
