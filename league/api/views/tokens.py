"""Pages on which people make and revoke tokens, their own and those of their club's services."""

from typing import Any, cast
from uuid import uuid4

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.api import queries, services
from league.api.forms import TokenForm
from league.api.models import Token
from league.api.scopes import Scope
from league.clubs.models import Club, User
from league.clubs.queries import clubs_organised_by


def _opens_personal_file(request: HttpRequest) -> bool:
    """Say whether a token is being made that opens what only a renewed proof opens on a page."""
    return request.method == "POST" and Scope.PERSONAL in request.POST.getlist("scopes")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=_opens_personal_file)  # type: ignore[untyped-decorator]
def show_own(request: HttpRequest) -> HttpResponse:
    """List one's own tokens, and make one."""
    return _show(request, queries.tokens_of(_user(request), now=timezone.now()), None)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=_opens_personal_file)  # type: ignore[untyped-decorator]
def show_of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tokens of a club's services, and make one."""
    club = _organised(request, slug)
    return _show(request, queries.tokens_of_club(club, now=timezone.now()), club)


@login_required
@require_POST
def revoke_own(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke one of one's own tokens."""
    found = Token.objects.filter(user=_user(request), club=None)
    return _revoke(request, found, pk, redirect("api:tokens"))


@login_required
@require_POST
def revoke_of_club(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Revoke a token of a club's services, whoever has made it."""
    found = Token.objects.filter(club=_organised(request, slug))
    return _revoke(request, found, pk, redirect("api:club_tokens", slug))


def _show(request: HttpRequest, tokens: QuerySet[Token], club: Club | None) -> HttpResponse:
    """Show tokens and the form; the text of one that was just made stands there this once."""
    form = TokenForm(request.POST or None, initial={"key": uuid4(), "scopes": [Scope.READ]})
    made = None
    if request.method == "POST" and form.is_valid():
        try:
            made = services.make_token(
                user=_user(request), club=club, now=timezone.now(), **form.values()
            )
        except services.TokenMadeError:
            messages.warning(
                request,
                _(
                    "This token was made already and is shown only once. If you have lost it, "
                    "revoke it and make another."
                ),
            )
            return redirect(request.path)
        form = TokenForm(initial={"key": uuid4(), "scopes": [Scope.READ]})
    context: dict[str, Any] = {"club": club, "tokens": list(tokens), "form": form, "made": made}
    return render(request, "api/tokens.html", context, status=422 if form.errors else 200)


def _revoke(
    request: HttpRequest, tokens: QuerySet[Token], pk: int, answer: HttpResponse
) -> HttpResponse:
    token = get_object_or_404(tokens, pk=pk)
    services.revoke_token(token_id=token.pk, now=timezone.now())
    messages.success(request, _("“%(name)s” opens nothing any more.") % {"name": token.name})
    return answer


def _organised(request: HttpRequest, slug: str) -> Club:
    return get_object_or_404(clubs_organised_by(request.user), slug=slug)


def _user(request: HttpRequest) -> User:
    return cast("User", request.user)
