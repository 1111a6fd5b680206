"""The form of signing in; apart from `sign_in`, which allauth's forms import themselves."""

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy as _

from league.accounts.queries import look_as_long


class AddressForm(LoginForm):  # type: ignore[misc]  # allauth is not typed
    """Ask for an address, and for a password from those who have one; without it a code is sent."""

    def _setup_password_field(self) -> None:
        field = self.fields["password"]
        field.required = False
        field.label = _("Password")
        field.help_text = ""
        field.widget.attrs.pop("placeholder", None)

    def clean_login(self) -> str:
        """Look for the address as long whether somebody signs in by it or not."""
        login = str(super().clean_login())
        look_as_long(login)
        return login
