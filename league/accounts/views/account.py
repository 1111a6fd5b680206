"""Pages of an account: overview, security log, sessions and sign-in methods."""

from collections.abc import Sequence
from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.signup import send_unknown_account_mail
from allauth.account.views import ConfirmEmailVerificationCodeView, ConfirmLoginCodeView
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import flows
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import LANGUAGE_QUERY_PARAMETER, set_language

from league.accounts import queries
from league.accounts.forms import NewPasswordForm, UserNameForm
from league.accounts.limits import CODES, Limit, give_back_attempt, limits_of, take
from league.accounts.middleware import mark_seen
from league.accounts.models import SecurityEventKind
from league.accounts.receivers import log_security_event
from league.accounts.services import sessions
from league.clubs.access import UserRequest
from league.clubs.errors import ClubError
from league.clubs.models import User
from league.clubs.services import choose_language
from league.core.ratelimits import is_allowed, too_many_requests
from league.core.requests import HtmxRequest


@require_safe
@login_required
def account(request: UserRequest) -> HttpResponse:
    """Show the user's account."""
    kinds = set(Authenticator.objects.filter(user=request.user).values_list("type", flat=True))
    context = {
        "form": UserNameForm(initial={"name": request.user.name}),
        "addresses": queries.addresses_of(request.user),
        "passkeys": queries.passkeys_of(request.user),
        "has_app": Authenticator.Type.TOTP in kinds,
        "has_recovery_codes": Authenticator.Type.RECOVERY_CODES in kinds,
        "sessions": queries.sessions_of(request.user),
        "session_key": request.session.session_key,
        "events": queries.events_of(request.user)[:5],
        "players": queries.players_of_user(request.user),
    }
    return render(request, "accounts/account.html", context)


@login_required
@require_POST
def set_name(request: UserRequest) -> HttpResponse:
    """Change the user's name."""
    form = UserNameForm(request.POST)
    if form.is_valid():
        sessions.set_name(user_id=request.user.pk, name=form.cleaned_data["name"])
        messages.success(request, _("Saved."))
    else:
        messages.error(request, _("Enter a name of at most 80 characters."))
    return redirect("accounts:account")


@require_safe
@login_required
def log(request: UserRequest) -> HttpResponse:
    """Show the user's security log."""
    pages = Paginator(queries.events_of(request.user), 50)
    page = pages.get_page(request.GET.get("page"))
    context = {"page_obj": page, "days": settings.KEEP_DAYS["account_event"]}
    return render(request, "accounts/log.html", context)


@require_safe
@login_required
def clubs(request: HtmxRequest) -> HttpResponse:
    """List the user's clubs; the menu gets only the list."""
    context = {"players": queries.players_of_user(cast("User", request.user))}
    template = "accounts/_clubs.html" if request.htmx else "accounts/clubs.html"
    return render(request, template, context)


@login_required
@require_POST
def end_session(request: UserRequest, pk: int) -> HttpResponse:
    """Sign the user out in one browser."""
    ended = get_object_or_404(queries.sessions_of(request.user), pk=pk)
    if ended.session_key == request.session.session_key:
        return redirect("account_logout")
    sessions.end_session(user=request.user, session_id=pk)
    log_security_event(request, request.user, SecurityEventKind.SIGNED_OUT, str(ended))
    messages.success(request, _("Signed out: %(browser)s.") % {"browser": ended})
    return redirect("accounts:account")


@login_required
@require_POST
def end_other_sessions(request: UserRequest) -> HttpResponse:
    """Sign the user out in all other browsers."""
    user = sessions.outdate_sessions(user_id=request.user.pk)
    count = stay_signed_in(request, user)
    text = ngettext(
        "Signed out of %(count)d other browser.", "Signed out of %(count)d other browsers.", count
    )
    log_security_event(request, user, SecurityEventKind.SIGNED_OUT, _("all other browsers"))
    text = text % {"count": count} if count else _("Signed out of all other browsers.")
    messages.success(request, text)
    return redirect("accounts:account")


@csrf_exempt
@require_POST
def choose_site_language(request: HttpRequest) -> HttpResponseBase:
    """Store the language in this browser and, when signed in, in the account.

    Kept pages, which are the same for all visitors, have no token of the form.
    """
    is_own = request.user.is_authenticated
    return _choose_own_language(request) if is_own else set_language(request)


@csrf_protect
def _choose_own_language(request: HttpRequest) -> HttpResponseBase:
    language = request.POST.get(LANGUAGE_QUERY_PARAMETER, "")
    if request.user.pk and language in dict(settings.LANGUAGES):
        choose_language(user_id=request.user.pk, language=language)
    return set_language(request)


@reauthentication_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: UserRequest) -> HttpResponse:
    """Set or change the password, and sign out other browsers."""
    form = NewPasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        had_one = request.user.has_usable_password()
        try:
            user = sessions.set_password(user_id=request.user.pk, **form.cleaned_data)
        except ClubError as refusal:
            form.add_error("password", str(refusal))
        else:
            mail = "account/email/password_changed" if had_one else "account/email/password_set"
            stay_signed_in(request, user)
            notify_change(request, user, SecurityEventKind.METHOD_ADDED, mail)
            messages.success(request, _("Password set. Other browsers are signed out."))
            return redirect("accounts:account")
    return render(request, "accounts/password.html", {"form": form})


@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove_password(request: UserRequest) -> HttpResponse:
    """Remove the password after a confirmation."""
    if not request.user.has_usable_password():
        return redirect("accounts:account")
    if request.method != "POST":
        return render(request, "accounts/remove_password.html")
    try:
        user = sessions.remove_password(user_id=request.user.pk)
    except ClubError as refusal:
        messages.error(request, str(refusal))
    else:
        stay_signed_in(request, user)
        mail = "account/email/password_removed"
        notify_change(request, user, SecurityEventKind.METHOD_REMOVED, mail)
        messages.success(request, _("Password removed. You now sign in with a code."))
    return redirect("accounts:account")


def stay_signed_in(request: HttpRequest, user: User) -> int:
    """Keep this browser signed in, end all other sessions and return their number."""
    old_key = request.session.session_key or ""
    update_session_auth_hash(request, user)
    new_key = request.session.session_key or ""
    sessions.move_session(old_key=old_key, new_key=new_key)
    mark_seen(new_key)
    return sessions.end_other_sessions(user=user, session_key=new_key)


def notify_change(request: HttpRequest, user: User, kind: SecurityEventKind, mail: str) -> None:
    """Log a change of the password and notify the user by mail."""
    log_security_event(request, user, kind, _("password"))
    get_adapter().send_notification_mail(mail, user)


@reauthentication_required(app="allauth.mfa")
@require_http_methods(["GET", "HEAD", "POST"])
def remove_passkey(request: UserRequest, pk: int) -> HttpResponse:
    """Remove a passkey after a confirmation, unless it is the last sign-in method."""
    key = next((key for key in queries.passkeys_of(request.user) if key.pk == pk), None)
    if key is None:
        raise Http404
    if request.method != "POST":
        return render(request, "accounts/remove_passkey.html", {"passkey": key})
    try:
        sessions.check_sign_in_method_remains(user=request.user, without=key.authenticator)
    except ClubError as refusal:
        messages.error(request, str(refusal))
    else:
        flows.remove_authenticator(request, key.authenticator)
    return redirect("accounts:account")


class AddPasskey(AddWebAuthnView):
    """Page that adds a passkey; new recovery codes are shown next."""

    def get_success_url(self) -> str:
        """Return the address of the next page."""
        if self.did_generate_recovery_codes and queries.has_second_factor(self.request.user):
            return reverse("mfa_view_recovery_codes")
        return reverse("accounts:account")


class SignInByPasskey(LoginWebAuthnView):
    """Rate-limited sign-in by a passkey, whose errors are logged."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign in by a passkey, within the rate limit."""
        if not is_allowed(request, "passkey"):
            return too_many_requests(request, is_sign_in=True)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Log the error and return to the sign-in page."""
        log_security_event(self.request, None, SecurityEventKind.REFUSED, _("wrong passkey"))
        return super().form_invalid(form)


class TriesCounted:
    """Mixin of allauth's views of a code, which counts wrong ones by address."""

    _action: str
    _process: Any
    _limits: Sequence[Limit]

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Count the try before the code is checked."""
        if self._action == "verify":
            self._limits = limits_of(request, CODES, address=self._process.state["email"])
            take(request, self._limits)
        return super().post(request, *args, **kwargs)  # type: ignore[misc]

    def _verify_form_valid(self, form: Any) -> HttpResponse:
        give_back_attempt(limits=self._limits)
        return super()._verify_form_valid(form)  # type: ignore[misc]


class ConfirmCode(TriesCounted, ConfirmLoginCodeView):
    """Page of the sign-in code, which answers alike for unknown addresses."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Answer after the same number of queries for any address."""
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)
        if self._is_for_nobody():
            User.objects.filter(pk=0).first()
        return answer

    def _is_for_nobody(self) -> bool:
        process = getattr(self, "_process", None)
        return process is not None and process.user is None

    def _resend_form_valid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super()._resend_form_valid(form)
        if self._is_for_nobody():
            send_unknown_account_mail(self.request, self._process.state["email"])
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        """Log a wrong code, also of an unknown address."""
        if self._is_for_nobody():
            log_security_event(self.request, None, SecurityEventKind.REFUSED, _("wrong code"))
        return super().form_invalid(form)


class ConfirmAddress(TriesCounted, ConfirmEmailVerificationCodeView):
    """Page of the code that confirms an address."""

    def _resend_form_valid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super()._resend_form_valid(form)
        if "user_id" not in self._process.state:
            get_adapter().send_account_already_exists_mail(self._process.state["email"])
        return answer
