"""Pages of what a club has told: its feed and its outbox."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.clubs.looking import find_club
from league.clubs.queries import clubs_organised_by
from league.notices import services
from league.notices.models import Channel, Kind
from league.notices.queries import (
    STATES,
    Filters,
    deliveries_of,
    deliveries_organised_by,
    posts_listed_for,
)

POSTS_A_PAGE = 10
DELIVERIES_A_PAGE = 50


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a club has posted, newest first."""
    club = find_club(request, slug)
    page = Paginator(posts_listed_for(request.user, club), POSTS_A_PAGE).get_page(
        request.GET.get("page")
    )
    return render(request, "notices/feed.html", {"club": club, "page_obj": page})


@login_required
@require_safe
def outbox(request: HttpRequest, slug: str) -> HttpResponse:
    """Show organisers what went out to whom, what waits, and what failed."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    filters = Filters(**{name: request.GET.get(name, "").strip() for name in Filters._fields})
    found = Paginator(deliveries_of(club, filters), DELIVERIES_A_PAGE)
    context = {
        "club": club,
        "page_obj": found.get_page(request.GET.get("page")),
        "filters": filters,
        "is_filtered": any(filters),
        "kinds": Kind.choices,
        "channels": Channel.choices,
        "states": _states(),
    }
    return render(request, "notices/outbox.html", context)


@login_required
@require_POST
def resend(request: HttpRequest, pk: int) -> HttpResponse:
    """Send at once what was given up, or waits for its next try."""
    delivery = get_object_or_404(deliveries_organised_by(request.user), pk=pk)
    if services.resend(delivery_id=delivery.pk, now=timezone.now()):
        messages.success(request, _("It is sent again."))
    elif delivery.channel == Channel.EMAIL and not settings.SENDS_MAIL:
        messages.warning(request, _("Not sent: no mail server. Set one up first."))
    else:
        messages.info(request, _("It has gone out already."))
    return redirect("notices:outbox", delivery.notice.club.slug)


def _states() -> list[tuple[str, str]]:
    words = {
        "waiting": _("waiting"),
        "failing": _("failed so far"),
        "sent": _("sent"),
        "given_up": _("given up"),
        "no_server": _("not sent: no mail server"),
        "late": _("not sent: too late"),
    }
    return [(state, words[state]) for state in STATES]
