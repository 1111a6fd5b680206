"""The form of signing in; apart from `sign_in`, which allauth's forms import themselves."""

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy as _


class AddressForm(LoginForm):  # type: ignore[misc]  # allauth is not typed
    """Ask for an address, and for a password from those who have one; without it a code is sent."""

    def _setup_password_field(self) -> None:
        field = self.fields["password"]
        field.required = False
        field.label = _("Password")
        field.help_text = ""
        field.widget.attrs.pop("placeholder", None)
