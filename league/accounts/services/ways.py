"""Set names and passwords, and let nobody remove the last way in."""

from allauth.mfa.models import Authenticator
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from league.accounts.queries import has_address, passkeys_of
from league.clubs.errors import ClubError
from league.clubs.models import User


def check_way_remains(*, user: User, without: Authenticator) -> None:
    """Raise last_way when somebody could not sign in without a passkey.

    A code by mail is a way in for whoever has an address, and the last address cannot be removed.
    """
    others = [key for key in passkeys_of(user) if key.pk != without.pk]
    if has_address(user) or any(key.is_way_in for key in others):
        return
    raise ClubError(
        "last_way", _("This is your only way in. Add an email address or another passkey first.")
    )


@transaction.atomic
def set_password(*, user_id: int, password: str) -> User:
    """Give an account a password, or another one; raise ClubError with what is wrong."""
    user = User.objects.select_for_update().get(pk=user_id)
    if not user.email:
        raise ClubError(
            "password", _("A password goes with an email address. Add an address first.")
        )
    try:
        validate_password(password, user)
    except ValidationError as problem:
        raise ClubError("password", " ".join(problem.messages)) from problem
    user.set_password(password)
    user.save(update_fields=["password"])
    return user


@transaction.atomic
def remove_password(*, user_id: int) -> User:
    """Take the password off an account; it always has an address, and so the code, as a way in."""
    user = User.objects.select_for_update().get(pk=user_id)
    if not user.email:
        raise ClubError("last_way", _("This is your only way in. Add an email address first."))
    user.set_unusable_password()
    user.save(update_fields=["password"])
    return user


@transaction.atomic
def set_name(*, user_id: int, name: str) -> User:
    """Change somebody's name in menus and mails; the players they are keep theirs."""
    user = User.objects.select_for_update().get(pk=user_id)
    user.name = name
    user.save(update_fields=["name"])
    return user
