"""Pages of webhooks: where a club's events go, what was sent, and what became of it."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.api import queries
from league.api.forms import WebhookForm
from league.api.models import Event, Webhook
from league.api.webhooks import services
from league.api.webhooks.signing import secret_of
from league.clubs.queries import clubs_organised_by, player_of

ROWS_A_PAGE = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List where a club's events are sent, and add an address."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    first = {"key": uuid4(), "events": Event.values}
    form = WebhookForm(request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid():
        webhook = services.make_webhook(
            club=club, by=player_of(request.user, club), now=timezone.now(), **form.cleaned_data
        )
        messages.success(request, _("Made. Send a test to see whether it arrives."))
        return redirect("api:webhook", webhook.pk)
    context = {"club": club, "webhooks": list(queries.webhooks_of(club)), "form": form}
    return render(request, "api/webhooks.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a webhook: its secret, and what was sent there."""
    webhook = _organised(request, pk)
    page = Paginator(queries.sendings_of(webhook), ROWS_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "club": webhook.club,
        "webhook": webhook,
        "secret": secret_of(webhook),
        "events": [event.label for event in Event if event in webhook.events],
        "page_obj": page,
    }
    return render(request, "api/webhook.html", context)


@login_required
@require_POST
def test(request: HttpRequest, pk: int) -> HttpResponse:
    """Send an event that says nothing."""
    webhook = _organised(request, pk)
    services.send_test(webhook=webhook, now=timezone.now())
    messages.success(request, _("A test is on its way. Load this page again in a moment."))
    return redirect("api:webhook", pk)


@login_required
@require_POST
def switch_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Send to an address again that was switched off."""
    services.switch_on(webhook_id=_organised(request, pk).pk)
    messages.success(request, _("It is on again."))
    return redirect("api:webhook", pk)


@login_required
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Send nothing to an address any more."""
    webhook = _organised(request, pk)
    services.remove_webhook(webhook_id=webhook.pk)
    messages.success(request, _("Nothing is sent to %(url)s any more.") % {"url": webhook.url})
    return redirect("api:webhooks", webhook.club.slug)


@login_required
@require_POST
def send_again(request: HttpRequest, pk: int, sending_pk: int) -> HttpResponse:
    """Send something again that was sent, or given up."""
    sending = get_object_or_404(queries.sendings_of(_organised(request, pk)), pk=sending_pk)
    services.send_again(sending_id=sending.pk, now=timezone.now())
    messages.success(request, _("It is on its way again."))
    return redirect("api:webhook", pk)


def _organised(request: HttpRequest, pk: int) -> Webhook:
    return get_object_or_404(queries.webhooks_organised_by(request.user), pk=pk)
