"""Views for phones at a table: open its code, take a seat, confirm or dispute hands, call."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.models import Club
from league.clubs.queries import clubs_organised_by, is_viewer, player_of
from league.competitions.models import PhoneUse, RoundStatus, Table, TableCode
from league.competitions.queries import seats_in_order
from league.core.ratelimits import is_allowed, too_many_requests
from league.core.requests import HtmxRequest, report_outcome
from league.results.access import (
    author_of_club,
    codes_of,
    hands_of,
    holds_code,
    phone_at,
    phone_of,
    recorder_at,
    redeem,
    seat_held,
    seat_of,
    seat_of_phone,
    tables_recordable_by,
    tables_scored_by,
)
from league.results.authors import Via
from league.results.confirmation import confirm_for_table, confirm_hand, dispute_hand
from league.results.errors import ResultError
from league.results.forms import CallForm, DisputeForm, RevisionForm, error_texts, read_number
from league.results.inbox import acknowledge_call, call_organiser, close_call, inbox_of
from league.results.locked_table import free_seat, take_seat
from league.results.models import TableCall
from league.results.queries import places_of, table_of_hand


@require_POST
def call(request: HttpRequest, pk: int) -> HttpResponse:
    """Call an organiser to a table."""
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    recorder = recorder_at(request, table)
    form = CallForm(request.POST)
    if not is_allowed(request, "call"):
        text = _("Too many calls. Your first call is visible to the organisers.")
        messages.warning(request, text)
    elif recorder is not None and not form.is_valid():
        messages.warning(request, error_texts(form))
    elif recorder is not None:
        message = form.cleaned_data["message"]
        with report_outcome(request, _("Organiser called.")):
            call_organiser(table_id=pk, message=message, author=recorder)
    return redirect("results:table", pk)


@require_POST
def cancel_call(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a call from the table, which needs nobody any more."""
    own = tables_recordable_by(request).order_by().values("pk")
    found = get_object_or_404(TableCall.objects.filter(table__in=own), pk=pk)
    table = tables_recordable_by(request).get(pk=found.table_id)
    recorder = recorder_at(request, table)
    if recorder is not None:
        close_call(call_id=pk, author=recorder)
        messages.success(request, _("Call closed."))
    return redirect("results:table", table.pk)


@vary_on_headers("HX-Target")
@login_required
@require_safe
def show_inbox(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show the inbox of a club to an organiser."""
    return _inbox(request, get_object_or_404(clubs_organised_by(request.user), slug=slug))


@login_required
@require_POST
def acknowledge(request: HtmxRequest, pk: int) -> HttpResponse:
    """Tell a table that this organiser is on the way."""
    club = _club_of_call(request, pk)
    acknowledge_call(call_id=pk, by=player_of(request.user, club), now=timezone.now())
    return _inbox(request, club)


@login_required
@require_POST
def close(request: HtmxRequest, pk: int) -> HttpResponse:
    """Close a call that an organiser has seen to."""
    club = _club_of_call(request, pk)
    close_call(call_id=pk, author=author_of_club(request.user, club))
    return _inbox(request, club)


def _club_of_call(request: HttpRequest, pk: int) -> Club:
    """Return the club of a call that this visitor may answer; raises Http404 otherwise."""
    clubs = clubs_organised_by(request.user).order_by().values("pk")
    calls = TableCall.objects.filter(table__round__stage__competition__club__in=clubs)
    calls = calls.select_related("table__round__stage__competition__club")
    return get_object_or_404(calls, pk=pk).table.round.stage.competition.club


def _inbox(request: HtmxRequest, club: Club) -> HttpResponse:
    is_fragment = request.htmx.target == "inbox"
    if request.method == "POST" and not is_fragment:
        return redirect("results:inbox", club.slug)
    context = {"club": club, "inbox": inbox_of(club), "is_page": not is_fragment}
    return render(request, "results/_inbox.html" if is_fragment else "results/inbox.html", context)


@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm a hand from the seat that this visitor plays from, or for all at this phone."""
    form = RevisionForm(request.POST)
    if request.POST.get("seats") == "all":
        text = _("%(hand)s confirmed for everyone at this phone.")
        return _respond(request, pk, form, confirm_for_table, text, is_for_table=True)
    return _respond(request, pk, form, confirm_hand, _("%(hand)s confirmed."))


@require_POST
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Dispute a hand, for a reason."""
    change = partial(dispute_hand, reason=request.POST.get("reason", ""))
    text = _("%(hand)s is disputed. An organiser will decide.")
    return _respond(request, pk, DisputeForm(request.POST), change, text)


def _respond(
    request: HttpRequest,
    pk: int,
    form: RevisionForm,
    change: Callable[..., object],
    text: str,
    *,
    is_for_table: bool = False,
) -> HttpResponse:
    """Respond to a hand, from the visitor's seat or for the table, and lead back there."""
    hand = get_object_or_404(hands_of(tables_recordable_by(request)), pk=pk)
    table = table_of_hand(hand)
    recorder = recorder_at(request, table)
    seat = seat_of(recorder, table)
    if recorder is None or (recorder.via != Via.CODE if is_for_table else seat is None):
        messages.warning(request, ResultError("seat_needed").text)
    elif not is_allowed(request, "record"):
        messages.warning(request, _("Too many requests. Wait a minute, then try again."))
    elif not form.is_valid():
        messages.warning(request, error_texts(form))
    else:
        given = {"seat": seat.number} if seat and not is_for_table else {}
        revision = form.cleaned_data["revision"]
        with report_outcome(request, text % {"hand": table.site_game.hand_title(hand.number)}):
            change(hand_id=pk, expected_revision=revision, author=recorder, **given)
    return redirect("results:table", table.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def pick_seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a phone that holds the table's code say from which seat it plays, or change that."""
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    if not holds_code(request, table):
        return redirect("results:table", pk)
    if request.method == "POST":
        if claim_seat(request, table):
            is_sealing = request.POST.get("next") == "seal"
            return redirect("results:seal" if is_sealing else "results:table", pk)
        return redirect("results:pick_seat", pk)
    seats = [seat for seat in table.seats.all() if seat.left_from is None]
    own = seat_of_phone(seats, phone_at(request, table))
    return render(request, "results/seats.html", {**places_of(table), "seats": seats, "own": own})


@require_POST
def free(request: HttpRequest, pk: int) -> HttpResponse:
    """Let another phone take a seat, as a scorer or an organiser may."""
    table = get_object_or_404(tables_scored_by(request), pk=pk)
    number = read_number(request.POST.get("seat", ""))
    seat = next((seat for seat in table.seats.all() if seat.number == number), None)
    if seat is None:
        raise Http404
    free_seat(table_id=pk, seat=number)
    text = _("The seat of %(name)s is free. Another phone can take it.")
    messages.success(request, text % {"name": seat.player.name})
    return redirect("results:table", pk)


def claim_seat(request: HttpRequest, table: Table) -> bool:
    """Take the seat that was tapped on this phone, unless its player is signed in at one."""
    held = seat_held(request, table)
    sent = request.POST.get("seat", "")
    if not sent or (held is not None and held.via == Via.SEAT):
        return True
    if not is_allowed(request, "record"):
        messages.warning(request, _("Too many requests. Wait a minute, then try again."))
        return False
    phone_of(request)
    number = next((each.number for each in table.seats.all() if str(each.number) == sent), -1)
    try:
        take_seat(table_id=table.pk, seat=number, phone=phone_at(request, table))
    except ResultError as error:
        messages.warning(request, error.text)
        return False
    return True


UNKNOWN = gettext_lazy("Unknown code. Scan the sheet on your table again.")
REPLACED = gettext_lazy("This code has been replaced. Ask an organiser for the new sheet.")
RESEATED = gettext_lazy("The seating of this table has changed. Scan the code on your new table.")
CLOSED = gettext_lazy(
    "The round is closed, so its codes no longer work. If something is missing or wrong, tell "
    "an organiser, who can still correct it."
)
LOOKS_ON = gettext_lazy(
    "You are a viewer of this club and cannot record hands. An organiser can make you a player."
)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_code(request: HttpRequest, token: str) -> HttpResponse:
    """Show which table a code opens; a POST lets this phone write there."""
    codes = TableCode.objects.select_related("table__round__stage__competition__club")
    code = codes.filter(token=token).first()
    if code is None:
        if not is_allowed(request, "code"):
            return too_many_requests(request)
        return render(request, "results/code_refused.html", {"why": UNKNOWN}, status=404)
    table = code.table
    context = places_of(table)
    if (refusal := _refusal_of(request, code)) is not None:
        why, status = refusal
        return render(request, "results/code_refused.html", context | {"why": why}, status=status)
    seats = list(seats_in_order().filter(table=table, left_from=None))
    if request.method == "POST":
        redeem(request, code)
        is_seated = claim_seat(request, table)
        return redirect("results:table" if is_seated else "results:pick_seat", table.pk)
    context |= {
        "seats": seats,
        "may_stay_unnamed": context["competition"].phone_use != PhoneUse.OWN,
        "own": seat_of_phone(seats, phone_at(request, table)),
        "has_redeemed": code.pk in codes_of(request),
    }
    return render(request, "results/code.html", context)


def _refusal_of(request: HttpRequest, code: TableCode) -> tuple[Promise, int] | None:
    """Return why a code opens nothing for this visitor, and the status; None if it does."""
    round = code.table.round
    if code.table.dissolved_at is not None:
        return RESEATED, 410
    if code.revoked_at is not None:
        return REPLACED, 410
    if round.status == RoundStatus.CLOSED:
        return CLOSED, 410
    return (LOOKS_ON, 403) if is_viewer(request.user, round.stage.competition.club) else None
