"""Views for phones without network: what they need beforehand, and the hands they send later.

The phone may have lost its session meanwhile, or send hands of another phone. So the table's code
may come with the hand: who has it may write there with neither session nor CSRF token.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST, require_safe

from league.competitions.models import PhoneUse, Seat, Table, TableCode
from league.competitions.queries import tables, valid_codes
from league.core.ratelimits import is_allowed
from league.core.rule_texts import problem_text
from league.core.templatetags.ui import seat_badge
from league.results.access import (
    codes_of,
    phone_at,
    recorder_at,
    redeem,
    seat_of_phone,
    tables_recordable_by,
)
from league.results.authors import Author, Via
from league.results.errors import ResultError
from league.results.forms import HandForm, as_record, read_number, read_submission
from league.results.locked_table import take_seat
from league.results.models import Hand
from league.results.queries import hands_of_table
from league.results.scoring import last_record, record_of, warning_id
from league.results.services import enter_hand
from league.results.table_context import TableContext, load_table_context
from league.results.table_view import names_at
from league.results.views.entry import status_of, submission_outcome_text


def offline_table_data(table: Table, hands: Sequence[Hand]) -> dict[str, Any]:
    """Return a table with its seats as JSON: who sits there, what was played, texts of problems."""
    names, game = names_at(table), table.site_game
    return {
        "table": table.pk,
        "version": table.version,
        "title": _title(table),
        "game": game.scripts,
        "options": game.engine.options(table.options).as_json(),
        "rules": game.entry.preview_rules(),
        "dealer": table.dealer,
        "reduced": bool(table.departures),
        "seating": table.seating,
        "names": names,
        "badges": [seat_badge(seat) for seat in range(len(names))],
        "hands": [
            {"number": hand.number, "record": record_of(hand)} for hand in hands if not hand.is_void
        ],
        "texts": {
            # A warning is named by its id, a fault by code and field, as the phone does.
            warning_id(each)
            if each.level == "warning"
            else f"{each.code}/{each.field}": problem_text(each, names)
            for each in game.entry.preview_problems(len(names))
        },
    }


def _title(table: Table) -> str:
    title = _("%(competition)s, %(round)s, table %(table)d")
    competition, round = table.round.stage.competition, table.round
    return title % {"competition": competition.name, "round": round.label, "table": table.number}


def later_form(form: HandForm, hands: Sequence[Hand]) -> HandForm | None:
    """Return the form of the hand after that of `form`; None where the match has ended."""
    match = form.match.skip()
    setup = match.next_hand()
    if setup is None:
        return None
    form_of_game = form.table.site_game.entry.form
    entry = form_of_game.blank(setup, last_record(form.table, hands))
    return replace(form, match=match, entry=entry)


@never_cache
@require_safe
def show_offline_table(request: HttpRequest, pk: int) -> JsonResponse:
    """Return a table's seats, hands and empty forms to a phone that may write there."""
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    hands = list(hands_of_table(table))
    recorder = recorder_at(request, table)
    code = valid_codes([table]).get(table.pk)
    player = recorder.by.pk if recorder and recorder.by else None
    seats = (seat.number for seat in table.seats.all() if seat.player_id == player)
    now = HandForm.blank(table, hands)

    return JsonResponse(
        {
            **offline_table_data(table, hands),
            "code": code.token if code else "",
            "seat": next(seats, None),
            "phone": recorder.phone if recorder and recorder.via == Via.CODE else "",
            "person": str(request.user.pk or ""),
            "csrf": get_token(request),
            "forms": {
                "now": _render(request, now if now.setup else None),
                "later": _render(request, later_form(now, hands)),
            },
        }
    )


def _render(request: HttpRequest, form: HandForm | None) -> str:
    if form is None:
        return ""
    context = {"table": form.table, "form": form, "names": form.names}
    return render_to_string("results/_hand_form.html", context, request)


RECORDED, REFUSED, WAIT = "recorded", "refused", "wait"
NO_RIGHT = "no_right"


@never_cache
@csrf_exempt
@require_POST
def send(request: HttpRequest, pk: int) -> JsonResponse:
    """Write a hand of a table; return its outcome as JSON."""
    if not is_allowed(request, "record"):
        text = _("Too many hands sent. The rest will be sent in a minute.")
        return JsonResponse({"status": WAIT, "text": text}, status=HTTPStatus.TOO_MANY_REQUESTS)
    context = load_table_context(pk)
    code = context.code if context else None
    if context is None or code is None or request.POST.get("code", "") != code.token:
        return _send_by_session(request, context)
    if code.pk not in codes_of(request) and request.headers.get("Accept") == "application/json":
        # From now on this phone holds the code, as if it had scanned it. The form of another site
        # cannot send this header, so it can put no session into anybody's browser.
        redeem(request, code)
    _take_named_seat(request, context)
    return _record(request, context, partial(_recorder_by_code, request))


@csrf_protect
def _send_by_session(request: HttpRequest, context: TableContext | None) -> JsonResponse:
    """Write a hand by what the session may do: a seat, a role in the club, a code redeemed."""
    recorder = _recorder_by_session(request, context) if context else None
    if context is None or recorder is None:
        text = _(
            "This phone can no longer enter hands at this table. Scan the table code or sign "
            "in again, then send again."
        )
        refusal = {"status": REFUSED, "code": NO_RIGHT, "text": text, "problems": []}
        return JsonResponse(refusal, status=HTTPStatus.NOT_FOUND)
    return _record(
        request, context, lambda locked: recorder_at(request, locked.table, locked) or recorder
    )


def _recorder_by_session(request: HttpRequest, context: TableContext) -> Author | None:
    """Return who sends, if the one who entered the hand is still signed in on the phone."""
    is_same = request.POST.get("person", "") == str(request.user.pk or "")
    return recorder_at(request, context.table, context) if is_same else None


def _named_seat(request: HttpRequest, context: TableContext) -> Seat | None:
    """Return the seat from which the hand was entered, as the sender names it."""
    sent = request.POST.get("seat", "")
    return next((seat for seat in context.seats if str(seat.number) == sent), None)


def _recorder_by_code(request: HttpRequest, context: TableContext) -> Author:
    """Return who sends: the session's owner if it was them who entered the hand, else the seat.

    A phone that sends for another, or has lost its session, brings the id by which the seat knows
    its phone; nobody is named for a seat of another phone. Where each seat has its own phone, the
    sender's seat is named.
    """
    recorder = _recorder_by_session(request, context)
    if recorder is not None and recorder.via != Via.CODE:
        return recorder
    named, sent = _named_seat(request, context), request.POST.get("phone", "")
    if named and sent and named.phone == sent:
        return Author(named.player, Via.CODE, timezone.now(), sent)
    phone = phone_at(request, context.table)
    own = seat_of_phone(context.seats, phone)
    answers = context.competition.phone_use == PhoneUse.OWN
    by = own.player if own and (answers or own == named) else None
    return Author(by, Via.CODE, timezone.now(), phone)


def _take_named_seat(request: HttpRequest, context: TableContext) -> None:
    """Give a phone without a seat the one from which it has entered a hand, if that is free."""
    seat, phone = _named_seat(request, context), phone_at(request, context.table)
    if seat is None or seat.phone or not phone or seat_of_phone(context.seats, phone):
        return
    recorder = recorder_at(request, context.table, context)
    if recorder is not None and recorder.via == Via.CODE:
        with suppress(ResultError):
            take_seat(table_id=context.table.pk, seat=seat.number, phone=phone)


def _record(
    request: HttpRequest, context: TableContext, recorder_of: Callable[[TableContext], Author]
) -> JsonResponse:
    """Write the hand by its sender, who is looked up once the table is locked."""
    sent = read_submission(request.POST)
    record = as_record(context.table, len(context.names), request.POST)
    try:
        submission = enter_hand(
            table_id=context.table.pk,
            enter=lambda locked: (record, recorder_of(locked)),
            **sent,
        )
    except ResultError as error:
        return _refuse(context, sent["number"], error)
    return JsonResponse(
        {
            "status": RECORDED,
            "hand": submission.hand.number,
            "outcome": submission.outcome,
            "text": submission_outcome_text(submission, context.table.site_game),
            "version": Table.objects.values_list("version", flat=True).get(pk=context.table.pk),
            "problems": [],
        }
    )


def _refuse(context: TableContext, number: int, error: ResultError) -> JsonResponse:
    answer: dict[str, Any] = {
        "status": REFUSED,
        "code": error.code,
        "hand": number,
        "text": error.text,
        "problems": [
            {"field": each.field, "level": each.level, "text": problem_text(each, context.names)}
            for each in error.problems
        ],
    }
    if error.code == "unconfirmed":
        answer["confirmed"] = [*map(warning_id, error.problems)]
    return JsonResponse(answer, status=status_of(error))


MOST_HANDS = 20
"""More would not fit into one code."""


@require_safe
def show_handover(request: HttpRequest) -> HttpResponse:
    """Show the page that reads what another phone has handed over."""
    return render(request, "results/handover.html")


@never_cache
@csrf_exempt
@require_POST
def look(request: HttpRequest) -> JsonResponse:
    """Return as text what a phone is about to send; it changes nothing, so it needs no token."""
    if not is_allowed(request, "code"):
        text = _("Too many attempts. Wait a minute, then try again.")
        return JsonResponse({"text": text}, status=HTTPStatus.TOO_MANY_REQUESTS)
    code = TableCode.objects.filter(token=request.POST.get("code", ""), revoked_at=None).first()
    table = tables().filter(pk=code.table_id).first() if code else None
    if table is None or str(table.pk) != request.POST.get("table"):
        text = _("This table code is no longer valid. Ask an organiser for a new one.")
        return JsonResponse({"text": text}, status=HTTPStatus.NOT_FOUND)
    hands = _described(table, request.POST.getlist("hand")[:MOST_HANDS])
    return JsonResponse({"title": _title(table), "hands": list(hands)})


def _described(table: Table, sent: list[str]) -> Iterator[dict[str, Any]]:
    """Return each hand as text, given as its number, a question mark and the fields of its form."""
    names = names_at(table)
    describe = table.site_game.entry.describe_record
    for hand in sent:
        number, _mark, fields = hand.partition("?")
        record = as_record(table, len(names), dict(parse_qsl(fields, keep_blank_values=True)))
        try:
            facts = [list(fact) for fact in describe(record, names)]
        except (LookupError, TypeError, ValueError):
            # It is not whole; the site will say at which field once it is sent.
            facts = [[_("Incomplete"), _("Some data is missing or wrong.")]]
        title = table.site_game.hand_title(read_number(number))
        yield {"title": title, "facts": facts}
