"""Views of a competition's penalties, bonuses and byes."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.access import get_visible_or_404
from league.clubs.queries import is_organiser, player_of
from league.competitions.models import Competition
from league.competitions.queries import (
    competitions,
    competitions_organised_by,
    competitions_visible_to,
)
from league.core.requests import HtmxRequest
from league.core.templatetags.ui import signed
from league.results.adjustment_forms import AdjustmentForm, CancelForm
from league.results.adjustments import adjust, cancel_adjustment
from league.results.errors import ResultError
from league.results.models import Adjustment


@vary_on_headers("HX-Target")
@require_safe
def show_adjustments(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show all adjustments of a competition, and to its organisers the form to give one."""
    competition = get_visible_or_404(request, competitions_visible_to(request.user), pk=pk)
    if request.htmx.target == "adjustments":
        return render(request, "results/_adjustments.html", _context(request, competition))
    return _page(request, competition)


@login_required
@require_POST
def give(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a penalty or a bonus."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    form = AdjustmentForm(request.POST, competition=competition)
    if not form.is_valid():
        return _page(request, competition, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    round = form.cleaned_data["round"]
    try:
        adjustment = adjust(
            competition_id=competition.pk,
            entry_id=form.cleaned_data["entry"].pk,
            kind=form.cleaned_data["kind"],
            points=form.signed_points,
            reason=form.cleaned_data["reason"],
            rule=form.cleaned_data["rule"],
            round_id=round.pk if round else None,
            key=form.unique_key,
            by=player_of(request.user, competition.club),
            now=timezone.now(),
        )
    except ResultError as error:
        form.add_error(None, error.text)
        return _page(request, competition, form, HTTPStatus.CONFLICT)
    messages.success(
        request,
        _("%(name)s: %(points)s ranking points.")
        % {"name": adjustment.entry.player.name, "points": signed(adjustment.points)},
    )
    return redirect("results:adjustments", competition.pk)


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an adjustment count no longer, for a reason."""
    organised = competitions_organised_by(request.user).order_by()
    adjustment = get_object_or_404(
        Adjustment.objects.filter(competition__in=organised.values("pk")), pk=pk
    )
    competition = competitions().get(pk=adjustment.competition_id)
    form = CancelForm(request.POST)
    if not form.is_valid():
        context = {"refused": adjustment.pk, "refused_form": form}
        return _page(request, competition, None, HTTPStatus.UNPROCESSABLE_ENTITY, context)
    cancel_adjustment(
        adjustment_id=pk,
        reason=form.cleaned_data["reason"],
        by=player_of(request.user, competition.club),
        now=timezone.now(),
    )
    messages.success(request, _("Adjustment cancelled."))
    return redirect("results:adjustments", competition.pk)


def _page(
    request: HttpRequest,
    competition: Competition,
    form: AdjustmentForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    more: dict[str, object] | None = None,
) -> HttpResponse:
    context = _context(request, competition) | (more or {})
    if context["may_adjust"]:
        context["form"] = form or AdjustmentForm(competition=competition)
    return render(request, "results/adjustments.html", context, status=status)


def _context(request: HttpRequest, competition: Competition) -> dict[str, object]:
    adjustments = Adjustment.objects.filter(competition=competition).order_by("-created_at", "-pk")
    return {
        "club": competition.club,
        "competition": competition,
        "adjustments": adjustments.select_related(
            "entry__player", "round__stage", "table", "by", "cancelled_by"
        ),
        "may_adjust": is_organiser(request.user, competition.club),
        "cancel_form": CancelForm(auto_id=False),
    }
