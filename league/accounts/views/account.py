"""Your account: the page that gathers it, its log, and where one is signed in."""

from typing import cast

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import LANGUAGE_QUERY_PARAMETER, set_language

from league.accounts import queries, services
from league.accounts.device import device_of
from league.accounts.forms import UserNameForm
from league.accounts.models import EventKind
from league.accounts.views.ways import keep_signed_in
from league.clubs.models import User
from league.clubs.services import choose_language
from league.core.requests import HtmxRequest

EVENTS_A_PAGE = 50
EVENTS_SHOWN = 5


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Gather all that belongs to somebody's account."""
    user = cast("User", request.user)
    kinds = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    context = {
        "form": UserNameForm(initial={"name": user.name}),
        "addresses": queries.addresses_of(user),
        "passkeys": queries.passkeys_of(user),
        "has_app": Authenticator.Type.TOTP in kinds,
        "has_recovery_codes": Authenticator.Type.RECOVERY_CODES in kinds,
        "sessions": queries.sessions_of(user),
        "session_key": request.session.session_key,
        "events": queries.events_of(user)[:EVENTS_SHOWN],
        "players": queries.players_of_user(user),
    }
    return render(request, "accounts/account.html", context)


@login_required
@require_POST
def set_name(request: HttpRequest) -> HttpResponse:
    """Change one's name."""
    form = UserNameForm(request.POST)
    if form.is_valid():
        services.set_name(user_id=cast("User", request.user).pk, name=form.cleaned_data["name"])
        messages.success(request, _("Saved."))
    else:
        messages.error(request, _("Type a name of at most 80 characters."))
    return redirect("accounts:account")


@require_safe
@login_required
def log(request: HttpRequest) -> HttpResponse:
    """List what happened to somebody's account."""
    pages = Paginator(queries.events_of(cast("User", request.user)), EVENTS_A_PAGE)
    context = {
        "page_obj": pages.get_page(request.GET.get("page")),
        "days": settings.KEEP_DAYS["account_event"],
    }
    return render(request, "accounts/log.html", context)


@require_safe
@login_required
def clubs(request: HtmxRequest) -> HttpResponse:
    """List the clubs somebody plays in; the menu asks for the list alone."""
    context = {"players": queries.players_of_user(cast("User", request.user))}
    template = "accounts/_clubs.html" if request.htmx else "accounts/clubs.html"
    return render(request, template, context)


@login_required
@require_POST
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign out in one browser."""
    user = cast("User", request.user)
    ended = queries.sessions_of(user).filter(pk=pk).first()
    if ended is None:
        raise Http404
    if ended.session_key == request.session.session_key:
        return redirect("account_logout")
    services.end_session(user=user, session_id=pk)
    note_signed_out(request, str(ended))
    messages.success(request, _("Signed out there: %(browser)s.") % {"browser": ended})
    return redirect("accounts:account")


@login_required
@require_POST
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """Sign out everywhere but in this browser."""
    user = services.outdate_sessions(user_id=cast("User", request.user).pk)
    count = keep_signed_in(request, user)
    said = ngettext(
        "Signed out in %(count)d other browser.", "Signed out in %(count)d other browsers.", count
    )
    note_signed_out(request, _("everywhere else"))
    messages.success(
        request, said % {"count": count} if count else _("Signed out everywhere else.")
    )
    return redirect("accounts:account")


def note_signed_out(request: HttpRequest, where: str) -> None:
    """Write down that somebody signed out elsewhere."""
    services.note_event(
        user=cast("User", request.user),
        kind=EventKind.SIGNED_OUT,
        device=device_of(request),
        now=timezone.now(),
        detail=where,
    )


@require_POST
def choose_site_language(request: HttpRequest) -> HttpResponseBase:
    """Keep a language in this browser and, of whoever is signed in, with the account."""
    language = request.POST.get(LANGUAGE_QUERY_PARAMETER, "")
    user = request.user
    if isinstance(user, User) and language in dict(settings.LANGUAGES):
        choose_language(user_id=user.pk, language=language)
    return set_language(request)
