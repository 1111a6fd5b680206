"""Pages that set, change and remove ways in, beside those of allauth."""

from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.mfa.webauthn.forms import LoginWebAuthnForm
from allauth.mfa.webauthn.internal import flows
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.accounts import queries, services
from league.accounts.device import device_of
from league.accounts.forms import NewPasswordForm
from league.accounts.middleware import mark_seen
from league.accounts.models import EventKind
from league.accounts.noting import note
from league.clubs.errors import ClubError
from league.clubs.models import User
from league.core.ratelimits import is_allowed, too_many_requests


@reauthentication_required  # type: ignore[untyped-decorator]  # allauth is not typed
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Set a password, or another one; other browsers are signed out by it."""
    user = cast("User", request.user)
    form = NewPasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        had_one = user.has_usable_password()
        try:
            changed = services.set_password(user_id=user.pk, password=form.cleaned_data["password"])
        except ClubError as refusal:
            form.add_error("password", str(refusal))
        else:
            mail = "account/email/password_changed" if had_one else "account/email/password_set"
            keep_signed_in(request, changed)
            tell_change(request, changed, EventKind.WAY_ADDED, mail)
            messages.success(request, _("Your password is set. Other browsers are signed out."))
            return redirect("accounts:account")
    return render(request, "accounts/password.html", {"form": form})


@reauthentication_required  # type: ignore[untyped-decorator]  # allauth is not typed
@require_http_methods(["GET", "HEAD", "POST"])
def remove_password(request: HttpRequest) -> HttpResponse:
    """Ask, and then remove the password."""
    user = cast("User", request.user)
    if not user.has_usable_password():
        return redirect("accounts:account")
    if request.method != "POST":
        return render(request, "accounts/remove_password.html")
    try:
        changed = services.remove_password(user_id=user.pk)
    except ClubError as refusal:
        messages.error(request, str(refusal))
    else:
        keep_signed_in(request, changed)
        tell_change(request, changed, EventKind.WAY_REMOVED, "account/email/password_removed")
        messages.success(request, _("The password is gone. You sign in with a code."))
    return redirect("accounts:account")


def keep_signed_in(request: HttpRequest, user: User) -> int:
    """Keep this browser signed in where sessions of before sign in no more; count those listed."""
    old_key = request.session.session_key or ""
    update_session_auth_hash(request, user)
    new_key = request.session.session_key or ""
    services.move_session(old_key=old_key, new_key=new_key)
    mark_seen(new_key)
    return services.end_other_sessions(user=user, session_key=new_key)


def tell_change(request: HttpRequest, user: User, kind: EventKind, mail: str) -> None:
    """Write down a change of the password, and tell its owner by mail."""
    services.note_event(
        user=user, kind=kind, device=device_of(request), now=timezone.now(), detail=_("password")
    )
    get_adapter().send_notification_mail(mail, user)


@reauthentication_required(app="allauth.mfa")  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def remove_passkey(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, and then remove a passkey, unless nobody could sign in any more."""
    user = cast("User", request.user)
    key = next((key for key in queries.passkeys_of(user) if key.pk == pk), None)
    if key is None:
        raise Http404
    if request.method != "POST":
        return render(request, "accounts/remove_passkey.html", {"passkey": key})
    try:
        services.check_way_remains(user=user, without=key.authenticator)
    except ClubError as refusal:
        messages.error(request, str(refusal))
    else:
        flows.remove_authenticator(request, key.authenticator)
    return redirect("accounts:account")


class AddPasskey(AddWebAuthnView):  # type: ignore[misc]  # allauth is not typed
    """Add a passkey; who has a second step is shown the recovery codes that go with it."""

    def get_success_url(self) -> str:
        """Return the page that comes next."""
        user = cast("User", self.request.user)
        if self.did_generate_recovery_codes and queries.has_second_step(user):
            return reverse("mfa_view_recovery_codes")
        return reverse("accounts:account")


class EnterByPasskey(LoginWebAuthnView):  # type: ignore[misc]  # allauth is not typed
    """Sign in by a passkey alone, not for ever; write down what is refused."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Take a passkey, unless this network has tried too many."""
        if not is_allowed(request, "passkey"):
            return too_many_requests(request, is_sign_in=True)
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def form_invalid(self, form: LoginWebAuthnForm) -> HttpResponse:
        """Lead back to the page of signing in, which says that it did not work."""
        note(self.request, None, EventKind.REFUSED, _("wrong passkey"))
        answer: HttpResponse = super().form_invalid(form)
        return answer
