"""Pages of the API's description, of tokens and of webhooks."""

import json
from functools import cache
from typing import Any, cast
from uuid import uuid4

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import include, path
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from drf_spectacular.generators import SchemaGenerator
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from league.api import services, v1, webhooks
from league.api.api_view import ApiView
from league.api.forms import TokenForm, WebhookForm
from league.api.models import Scope, Token, TokenQuerySet, Webhook, WebhookEventType
from league.api.problems import known_problems
from league.api.schema_pages import chapters_of
from league.api.webhooks import secret_of
from league.clubs.models import Club, User
from league.clubs.queries import clubs_organised_by, player_of


class ApiNotFoundView(ApiView):
    """The 404 response for unknown addresses of the API."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:  # noqa: ARG002
        """Raise NotFound for every method."""
        raise NotFound(_("This version of the API has no such address."))


@cache
def schema() -> dict[str, Any]:
    """Return the OpenAPI 3.1 description of all operations, in English."""
    patterns = [path("api/v1/", include((v1.patterns, "v1")))]
    generator = SchemaGenerator(patterns=patterns)  # type: ignore[no-untyped-call]
    with translation.override("en"):
        found: dict[str, Any] = generator.get_schema(None, public=True)  # type: ignore[no-untyped-call]
    return found


@cache
def schema_text() -> str:
    """Return the description as JSON."""
    return json.dumps(schema(), ensure_ascii=False, separators=(",", ":"))


@require_safe
def show_schema(_request: HttpRequest) -> HttpResponse:
    """Show the OpenAPI description."""
    return HttpResponse(schema_text(), content_type="application/vnd.oai.openapi+json")


@require_safe
def show_contents(request: HttpRequest) -> HttpResponse:
    """List the chapters of the description."""
    return render(request, "api/contents.html", {"chapters": chapters_of(schema())})


@require_safe
def show_chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    """Show the operations of a chapter."""
    found = next((each for each in chapters_of(schema()) if each["slug"] == chapter), None)
    if found is None:
        raise Http404(_("This chapter does not exist."))
    return render(request, "api/chapter.html", {"chapter": found})


@require_safe
def show_problems(request: HttpRequest) -> HttpResponse:
    """List the codes of all problems."""
    return render(request, "api/problems.html", {"problems": known_problems()})


def _is_for_personal_data(request: HttpRequest) -> bool:
    """Return whether a token for personal data is being created, which needs a fresh sign-in."""
    return request.method == "POST" and Scope.PERSONAL in request.POST.getlist("scopes")


def _tokens(request: HttpRequest, slug: str | None) -> tuple[TokenQuerySet, Club | None]:
    """Return the tokens of a club with the club, else those of the user and of connected apps."""
    if slug is None:
        tokens = Token.objects.filter(user=cast("User", request.user)).select_related("club")
        return tokens.exclude(club__isnull=False, app=None), None
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    return Token.objects.filter(club=club).select_related("user"), club


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=_is_for_personal_data)  # type: ignore[untyped-decorator]
def show_tokens(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    """List the tokens of a club or of the user, and create one, whose text is shown once."""
    tokens, club = _tokens(request, slug)
    form = TokenForm(request.POST or None, initial={"key": uuid4(), "scopes": [Scope.READ]})
    made = None
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_token(
                user=cast("User", request.user), club=club, now=timezone.now(), **form.values()
            )
        except services.TokenCreatedError:
            text = _(
                "This API token was already created and is shown only once. If you lost it, "
                "revoke it and create a new one."
            )
            messages.warning(request, text)
            return redirect(request.path)
        form = TokenForm(initial={"key": uuid4(), "scopes": [Scope.READ]})
    valid = list(tokens.working(timezone.now()).order_by("-pk"))
    context: dict[str, Any] = {"club": club, "tokens": valid, "form": form, "made": made}
    return render(request, "api/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke_token(request: HttpRequest, pk: int, slug: str | None = None) -> HttpResponse:
    """Revoke a token of a club or of the user."""
    tokens, _club = _tokens(request, slug)
    token = get_object_or_404(tokens, pk=pk)
    services.revoke_token(token=token, now=timezone.now())
    messages.success(request, _("“%(name)s” is revoked.") % {"name": token.name})
    return redirect("api:club_tokens", slug) if slug else redirect("api:tokens")


ROWS_A_PAGE = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List the webhooks of a club, and create one."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    first = {"key": uuid4(), "events": WebhookEventType.values}
    form = WebhookForm(request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid():
        webhook = webhooks.create_webhook(
            club=club, by=player_of(request.user, club), now=timezone.now(), **form.cleaned_data
        )
        messages.success(request, _("Webhook created. Send a test event to check it."))
        return redirect("api:webhook", webhook.pk)
    context = {"club": club, "webhooks": list(club.webhooks.order_by("-pk")), "form": form}
    return render(request, "api/webhooks.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
@require_safe
def show_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a webhook with its secret and deliveries."""
    webhook = _webhook_organised(request, pk)
    pages = Paginator(webhook.deliveries.order_by("-pk"), ROWS_A_PAGE)
    context: dict[str, Any] = {
        "club": webhook.club,
        "webhook": webhook,
        "secret": secret_of(webhook),
        "events": [event.label for event in WebhookEventType if event in webhook.events],
        "page_obj": pages.get_page(request.GET.get("page")),
    }
    return render(request, "api/webhook.html", context)


@login_required
@require_POST
def test_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a test event."""
    webhook = _webhook_organised(request, pk)
    webhooks.send_test(webhook=webhook, now=timezone.now())
    messages.success(request, _("The test event is being sent. Reload this page in a moment."))
    return redirect("api:webhook", pk)


@login_required
@require_POST
def switch_on_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Enable a webhook."""
    webhooks.enable_webhook(webhook_id=_webhook_organised(request, pk).pk)
    messages.success(request, _("Webhook enabled."))
    return redirect("api:webhook", pk)


@login_required
@require_POST
def remove_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a webhook."""
    webhook = _webhook_organised(request, pk)
    webhooks.remove_webhook(webhook_id=webhook.pk)
    messages.success(request, _("The webhook to %(url)s is removed.") % {"url": webhook.url})
    return redirect("api:webhooks", webhook.club.slug)


@login_required
@require_POST
def resend(request: HttpRequest, pk: int, delivery_pk: int) -> HttpResponse:
    """Send a delivery again."""
    delivery = get_object_or_404(_webhook_organised(request, pk).deliveries, pk=delivery_pk)
    webhooks.resend(delivery_id=delivery.pk, now=timezone.now())
    messages.success(request, _("The event will be sent again."))
    return redirect("api:webhook", pk)


def _webhook_organised(request: HttpRequest, pk: int) -> Webhook:
    return get_object_or_404(webhooks.webhooks_organised_by(request.user), pk=pk)
