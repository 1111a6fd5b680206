"""Call an organiser to a table, and what organisers see and do of it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.models import Club
from league.clubs.queries import clubs_organised_by, player_of
from league.core.ratelimits import is_allowed
from league.core.requests import HtmxRequest, report_outcome
from league.results.access import recorder_at, tables_recordable_by
from league.results.calls import call_organiser, come_to_table, end_call
from league.results.desk import waiting_in
from league.results.forms import CallForm, words_of_errors
from league.results.models import TableCall, Via

PIECE = "desk"


@require_POST
def call(request: HttpRequest, pk: int) -> HttpResponse:
    """Call an organiser to a table."""
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    recorder = recorder_at(request, table)
    form = CallForm(request.POST)
    if not is_allowed(request, "call"):
        messages.warning(
            request, _("That were too many calls for one minute. The first one is seen.")
        )
    elif recorder is not None and not form.is_valid():
        messages.warning(request, " ".join(words_of_errors(form)))
    elif recorder is not None:
        with report_outcome(request, _("The organisers see on their phones that you call.")):
            call_organiser(
                table_id=table.pk,
                words=form.cleaned_data["words"],
                by=recorder.by,
                via=recorder.via,
                phone=recorder.phone,
                now=timezone.now(),
            )
    return redirect("results:table", table.pk)


@require_POST
def take_back_call(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell the organisers that the table needs nobody any more."""
    own = tables_recordable_by(request).order_by().values("pk")
    found = get_object_or_404(TableCall.objects.filter(table__in=own), pk=pk)
    table = tables_recordable_by(request).get(pk=found.table_id)
    recorder = recorder_at(request, table)
    if recorder is not None:
        end_call(
            call_id=pk, by=recorder.by, via=recorder.via, phone=recorder.phone, now=timezone.now()
        )
        messages.success(request, _("The call is over."))
    return redirect("results:table", table.pk)


@vary_on_headers("HX-Target")
@login_required
@require_safe
def show_desk(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show an organiser which tables call and which hands are disputed."""
    return _desk(request, get_object_or_404(clubs_organised_by(request.user), slug=slug))


@login_required
@require_POST
def come(request: HtmxRequest, pk: int) -> HttpResponse:
    """Tell a table that this organiser is on the way."""
    found, club = _organised_call(request, pk)
    come_to_table(call_id=found.pk, by=player_of(request.user, club), now=timezone.now())
    return _desk(request, club) if request.htmx.target == PIECE else _to_desk(club)


@login_required
@require_POST
def end(request: HtmxRequest, pk: int) -> HttpResponse:
    """Note that an organiser has seen to a call."""
    found, club = _organised_call(request, pk)
    by = player_of(request.user, club)
    end_call(call_id=found.pk, by=by, via=Via.CLUB, now=timezone.now())
    return _desk(request, club) if request.htmx.target == PIECE else _to_desk(club)


def _organised_call(request: HttpRequest, pk: int) -> tuple[TableCall, Club]:
    clubs = clubs_organised_by(request.user)
    own = TableCall.objects.filter(
        table__round__stage__competition__club__in=clubs.order_by().values("pk")
    )
    found = get_object_or_404(own.select_related("table__round__stage__competition__club"), pk=pk)
    return found, found.table.round.stage.competition.club


def _desk(request: HtmxRequest, club: Club) -> HttpResponse:
    is_piece = request.htmx.target == PIECE
    context = {"club": club, "waiting": waiting_in(club), "is_page": not is_piece}
    return render(request, "results/_desk.html" if is_piece else "results/desk.html", context)


def _to_desk(club: Club) -> HttpResponse:
    return redirect("results:desk", club.slug)
