"""Pages on which apps are registered, allowed and refused, and what the apps ask (OAuth 2.0)."""

from http import HTTPStatus
from typing import cast
from urllib.parse import urlsplit

from allauth.account.decorators import reauthentication_required
from authlib.oauth2 import OAuth2Error
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.api import oauth
from league.api.forms import AppForm, ConnectForm, UserCodeForm
from league.api.models import APP_SCOPES, App, Scope
from league.clubs.models import User
from league.core.address import absolute_url, site_url
from league.core.ratelimits import WINDOW, is_allowed, too_many_requests

MOST_APPS = 20  # of a user


def _is_refused(request: HttpRequest) -> bool:
    return "refuse" in request.POST


def _allows_personal_data(request: HttpRequest) -> bool:
    """Return whether an app is allowed to get personal data, which needs a fresh sign-in."""
    return Scope.PERSONAL in request.POST.getlist("scopes") and not _is_refused(request)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=_allows_personal_data)  # type: ignore[untyped-decorator]
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask whether an app may act for the user, and send the user back to it with the answer."""
    user = cast("User", request.user)
    try:
        grant = oauth.server.get_consent_grant(request, end_user=user)
    except OAuth2Error as error:
        if error.redirect_uri:
            return cast("HttpResponse", oauth.server.handle_error_response(None, error))
        return render(request, "api/not_connected.html", status=HTTPStatus.BAD_REQUEST)
    asked = grant.request.scope.split()
    form = ConnectForm(request.POST or None, user=user, asked=asked)
    answer = oauth.server.create_authorization_response
    if _is_refused(request):
        return cast("HttpResponse", answer(grant.request, grant_user=None, grant=grant))
    if form.is_valid():
        grant.request.choice = form.cleaned_data
        return cast("HttpResponse", answer(grant.request, grant_user=user, grant=grant))
    back = urlsplit(grant.redirect_uri)
    page = _ask(request, form, grant.client, back=back.netloc or back.scheme)
    # Browsers apply the policy of the form to where its answer leads.
    origin = f"{back.scheme}://{back.netloc}" if back.netloc else f"{back.scheme}:"
    page._csp_update = {"form-action": [origin]}  # type: ignore[attr-defined]
    return page


def _ask(request: HttpRequest, form: ConnectForm, app: App, **about: str) -> HttpResponse:
    context = {"form": form, "app": app, **about}
    return render(request, "api/connect.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=_allows_personal_data)  # type: ignore[untyped-decorator]
def connect_device(request: HttpRequest) -> HttpResponse:
    """Take the code that a device shows, and ask whether its app may act for the user."""
    user, code = cast("User", request.user), request.GET.get("user_code", "")
    if code and not is_allowed(request, "user_code", f"user-{user.pk}"):
        return too_many_requests(request)
    grant = oauth.waiting_grant(code)
    if grant is None:
        entry = UserCodeForm(request.GET if code else None)
        if code and entry.is_valid():
            entry.add_error(
                "user_code", _("This code is wrong or expired. Start again on your device.")
            )
        status = 422 if code else 200
        return render(request, "api/device.html", {"form": entry}, status=status)
    form = ConnectForm(request.POST or None, user=user, asked=grant.scopes)
    if _is_refused(request):
        oauth.decide(grant, user=user, is_allowed=False)
        messages.success(request, _("“%(name)s” is not connected.") % {"name": grant.app.name})
        return redirect("api:tokens")
    if form.is_valid():
        oauth.decide(grant, user=user, is_allowed=True, **form.cleaned_data)
        text = _("“%(name)s” is connected. Go back to your device.")
        messages.success(request, text % {"name": grant.app.name})
        return redirect("api:tokens")
    return _ask(request, form, grant.app, code=grant.user_code or "")


@csrf_exempt
@require_POST
def answer_app(request: HttpRequest, endpoint: str) -> HttpResponse:
    """Answer an app: its tokens, the code of a device, or that a connection has ended."""
    if not is_allowed(request, "oauth"):
        answer = JsonResponse({"error": "temporarily_unavailable"}, status=429)
        answer["Retry-After"] = str(WINDOW)
        return answer
    found = (
        oauth.server.create_token_response(request)
        if endpoint == "token"
        else oauth.server.create_endpoint_response(endpoint, request)
    )
    # Nothing for the log: a device that waits is answered 400 every five seconds.
    found._has_been_logged = True
    return cast("HttpResponse", found)


def oauth_addresses() -> dict[str, str]:
    """Return the absolute addresses for apps, by their names in the metadata."""
    names = {
        "authorization_endpoint": "authorize",
        "token_endpoint": "app_token",
        "device_authorization_endpoint": "device_code",
        "revocation_endpoint": "app_revocation",
    }
    return {name: absolute_url(reverse(f"api:{view}")) for name, view in names.items()}


@require_safe
def show_metadata(_request: HttpRequest) -> JsonResponse:
    """Show what the authorisation server can do (RFC 8414)."""
    return JsonResponse(
        {
            "issuer": site_url(),
            **oauth_addresses(),
            "scopes_supported": [scope.value for scope in APP_SCOPES],
            "response_types_supported": ["code"],
            "grant_types_supported": [
                "authorization_code",
                "refresh_token",
                "urn:ietf:params:oauth:grant-type:device_code",
            ],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "service_documentation": absolute_url(reverse("api:docs")),
        }
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_apps(request: HttpRequest) -> HttpResponse:
    """List the apps that the user has registered, and register one."""
    user = cast("User", request.user)
    apps = user.apps.order_by("-pk")
    form = AppForm(request.POST or None)
    if form.is_valid():
        if apps.count() < MOST_APPS:
            App.objects.create(owner=user, created_at=timezone.now(), **form.cleaned_data)
            return redirect("api:apps")
        form.add_error(None, _("You have %(count)d apps. Remove one first.") % {"count": MOST_APPS})
    context = {"apps": apps, "form": form, "addresses": oauth_addresses()}
    return render(request, "api/apps.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def remove_app(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove an app of the user, with all its connections."""
    app = get_object_or_404(App, pk=pk, owner=request.user)
    app.delete()
    messages.success(request, _("“%(name)s” is removed.") % {"name": app.name})
    return redirect("api:apps")
