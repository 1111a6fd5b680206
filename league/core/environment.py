"""Read settings from the environment, and name in one sentence the one that is wrong."""

import shlex
from collections.abc import Collection, MutableMapping
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

YES_OR_NO = {*environ.Env.BOOLEAN_TRUE_STRINGS, "false", "off", "n", "no", "0", "f"}
DATABASES = ("django.db.backends.postgresql", "django.db.backends.sqlite3")
BROKERS = ("redis", "rediss", "amqp", "amqps")


class Environment(environ.Env):  # type: ignore[misc]
    """The environment, in which what is empty is as good as not set.

    What is wrong raises ImproperlyConfigured. The words leave out addresses that hold a password.
    """

    def __init__(self) -> None:
        super().__init__()
        given: MutableMapping[str, str] = environ.Env.ENVIRON
        # Prometheus's own library looks only at whether there is such a name.
        if not given.get("PROMETHEUS_MULTIPROC_DIR"):
            given.pop("PROMETHEUS_MULTIPROC_DIR", None)
        self.ENVIRON = {name: value for name, value in given.items() if value.strip()}

    def get_value(self, var: str, cast: Any = None, *given: Any, **options: Any) -> Any:
        """Return a value; numbers are whole and not negative."""
        text = self.ENVIRON.get(var, "")
        if cast is int and text and not (text.isascii() and text.isdecimal()):
            raise ImproperlyConfigured(f"{var} is a whole number from 0 up, and not {text!r}.")
        if cast is bool and text and text.lower() not in YES_OR_NO:
            raise ImproperlyConfigured(f"{var} is 1 or 0, and not {text!r}.")
        return super().get_value(var, cast, *given, **options)

    def one_of(self, var: str, choices: Collection[str], *, default: str) -> str:
        """Return a value that is one of a few, whether or not in capitals."""
        value = str(self.get_value(var, str, default))
        found = next((each for each in choices if each.lower() == value.lower()), None)
        if found is None:
            raise ImproperlyConfigured(f"{var} is one of {', '.join(choices)}, not {value!r}.")
        return found

    def site(self, var: str) -> str:
        """Return the address of a site without a slash at its end, or nothing."""
        value = str(self.get_value(var, str, "")).rstrip("/")
        if value and not _is_address(value, ("http", "https")):
            raise ImproperlyConfigured(
                f"{var} is an address such as https://games.example.org, and not {value!r}."
            )
        return value

    def sender(self, var: str, *, default: str) -> str:
        """Return the address that mail comes from."""
        value = str(self.get_value(var, str, default))
        if "@" not in parseaddr(value)[1]:
            raise ImproperlyConfigured(
                f"{var} is an address such as Menagerie <games@example.org>, and not {value!r}."
            )
        return value

    def broker(self, var: str) -> str:
        """Return the address of a broker, or nothing."""
        value = str(self.get_value(var, str, ""))
        if value and not _is_address(value, BROKERS):
            raise ImproperlyConfigured(
                f"{var} is an address such as redis://127.0.0.1:6379/0 or amqp://user:password@host//."
            )
        return value

    def command(self, var: str) -> list[str]:
        """Return a program and its arguments, or nothing."""
        try:
            return shlex.split(str(self.get_value(var, str, "")))
        except ValueError:
            raise ImproperlyConfigured(f"{var} is a command whose quotes are closed.") from None

    def db(self, var: str = "DATABASE_URL", *given: Any, **options: Any) -> dict[str, Any]:
        """Return where the database is."""
        wrong = f"{var} is an address such as postgres://user:password@127.0.0.1:5432/menagerie."
        try:
            config = dict(super().db_url(var, *given, **options))
        except (ValueError, KeyError):
            raise ImproperlyConfigured(wrong) from None
        if config.get("ENGINE") not in DATABASES or not config.get("NAME"):
            raise ImproperlyConfigured(wrong)
        return config

    def cache(self, var: str = "CACHE_URL", *given: Any, **options: Any) -> dict[str, Any]:
        """Return where the cache is."""
        try:
            return dict(super().cache_url(var, *given, **options))
        except (ValueError, KeyError, ImproperlyConfigured):
            raise ImproperlyConfigured(
                f"{var} is an address such as rediscache://127.0.0.1:6379/1."
            ) from None

    def email(self, var: str = "EMAIL_URL", *given: Any, **options: Any) -> dict[str, Any]:
        """Return who sends mail."""
        try:
            return dict(super().email_url(var, *given, **options))
        except (ValueError, KeyError, ImproperlyConfigured):
            raise ImproperlyConfigured(
                f"{var} is an address such as smtp+tls://user:password@mail.example.org:587."
            ) from None


def _is_address(text: str, schemes: Collection[str]) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False
