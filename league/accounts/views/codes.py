"""The pages that ask for a code from a mail, as busy where no code was sent as where one was.

Else the time of an answer, or a mail that does not come, would tell who has an account.
"""

from collections.abc import Sequence
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ConfirmEmailVerificationCodeForm, ConfirmLoginCodeForm
from allauth.account.internal.flows.signup import send_unknown_account_mail
from allauth.account.views import ConfirmEmailVerificationCodeView, ConfirmLoginCodeView
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league.accounts.limits import CODES, give_back, limits_of, take
from league.accounts.models import EventKind
from league.accounts.noting import note
from league.accounts.queries import look_for_nobody
from league.accounts.services import Limit


class TriesCounted:
    """Part of a view of allauth's that takes a code: wrong ones are counted by address."""

    _action: str
    _process: Any
    _limits: Sequence[Limit]

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Take a code; count it before it is looked at, unless it is right."""
        if self._action == "verify":
            address = self._process.state["email"]
            self._limits = limits_of(request, CODES, address=address)
            take(request, self._limits)
        answer: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    def _verify_form_valid(self, form: Any) -> HttpResponse:
        give_back(self._limits)
        answer: HttpResponse = super()._verify_form_valid(form)  # type: ignore[misc]
        return answer


class ConfirmCode(TriesCounted, ConfirmLoginCodeView):  # type: ignore[misc]  # allauth is not typed
    """Take the code of signing in."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Look for whoever signs in, also where that is nobody."""
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)
        if self._is_for_nobody():
            look_for_nobody()
        return answer

    def _is_for_nobody(self) -> bool:
        process = getattr(self, "_process", None)
        return process is not None and process.user is None

    def _resend_form_valid(self, form: ConfirmLoginCodeForm) -> HttpResponse:
        answer: HttpResponse = super()._resend_form_valid(form)
        if self._is_for_nobody():
            send_unknown_account_mail(self.request, self._process.state["email"])
        return answer

    def form_invalid(self, form: ConfirmLoginCodeForm) -> HttpResponse:
        """Write down a wrong code, whoever it was to be for."""
        if self._is_for_nobody():
            note(self.request, None, EventKind.REFUSED, _("wrong code"))
        answer: HttpResponse = super().form_invalid(form)
        return answer


class ConfirmAddress(TriesCounted, ConfirmEmailVerificationCodeView):  # type: ignore[misc]  # not typed
    """Take the code that proves an address."""

    def _resend_form_valid(self, form: ConfirmEmailVerificationCodeForm) -> HttpResponse:
        # It ends here for whoever has asked too often.
        answer: HttpResponse = super()._resend_form_valid(form)
        state = self._process.state
        if "user_id" not in state:
            get_adapter().send_account_already_exists_mail(state["email"])
        return answer
