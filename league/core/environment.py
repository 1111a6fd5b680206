"""Settings from the environment, with one sentence for each wrong one."""

import shlex
from collections.abc import Callable, Collection, Mapping, MutableMapping
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

YES_OR_NO = {*environ.Env.BOOLEAN_TRUE_STRINGS, "false", "off", "n", "no", "0", "f"}
DATABASES = ("django.db.backends.postgresql", "django.db.backends.sqlite3")


class Environment(environ.Env):
    """Environment in which empty values are unset; wrong ones raise ImproperlyConfigured."""

    def __init__(self) -> None:
        super().__init__()
        variables: MutableMapping[str, str] = environ.Env.ENVIRON
        # prometheus_client only looks whether the name is there.
        if not variables.get("PROMETHEUS_MULTIPROC_DIR"):
            variables.pop("PROMETHEUS_MULTIPROC_DIR", None)
        self.ENVIRON = {name: value for name, value in variables.items() if value.strip()}

    def get_value(self, var: str, cast: Any = None, *args: Any, **options: Any) -> Any:
        """Return a value; numbers are whole and not negative."""
        text = self.ENVIRON.get(var, "")
        if cast is int and text and not (text.isascii() and text.isdecimal()):
            raise ImproperlyConfigured(f"{var} is a whole number from 0 up, and not {text!r}.")
        if cast is bool and text and text.lower() not in YES_OR_NO:
            raise ImproperlyConfigured(f"{var} is 1 or 0, and not {text!r}.")
        return super().get_value(var, cast, *args, **options)

    def one_of(self, var: str, choices: Collection[str], *, default: str) -> str:
        """Return one of the choices, whatever its case."""
        value = str(self.get_value(var, str, default))
        found = next((each for each in choices if each.lower() == value.lower()), None)
        if found is None:
            raise ImproperlyConfigured(f"{var} is one of {', '.join(choices)}, not {value!r}.")
        return found

    def site(self, var: str) -> str:
        """Return a site's address without trailing slash, or ""."""
        value = str(self.get_value(var, str, "")).rstrip("/")
        if value and not _is_address(value, ("http", "https")):
            raise _not_like(var, "https://games.example.org", value)
        return value

    def sender(self, var: str, *, default: str) -> str:
        """Return a sender of mail."""
        value = str(self.get_value(var, str, default))
        if "@" not in parseaddr(value)[1]:
            raise _not_like(var, "Menagerie <games@example.org>", value)
        return value

    def broker(self, var: str) -> str:
        """Return a broker's address, or ""."""
        value = str(self.get_value(var, str, ""))
        if value and not _is_address(value, ("redis", "rediss", "amqp", "amqps")):
            raise _not_like(var, "redis://127.0.0.1:6379/0 or amqp://user:password@host//")
        return value

    def command(self, var: str) -> list[str]:
        """Return a command as a list, or an empty one."""
        try:
            return shlex.split(str(self.get_value(var, str, "")))
        except ValueError:
            raise ImproperlyConfigured(f"{var} is a command whose quotes are closed.") from None

    def db(self, var: str = "DATABASE_URL", *args: Any, **options: Any) -> dict[str, Any]:
        """Return the database's configuration."""
        example = "postgres://user:password@127.0.0.1:5432/menagerie"
        config = _read_url(super().db_url, var, example, *args, **options)
        if config.get("ENGINE") not in DATABASES or not config.get("NAME"):
            raise _not_like(var, example)
        return config

    def cache(self, var: str = "CACHE_URL", *args: Any, **options: Any) -> dict[str, Any]:
        """Return the cache's configuration."""
        return _read_url(super().cache_url, var, "rediscache://127.0.0.1:6379/1", *args, **options)

    def email(self, var: str = "EMAIL_URL", *args: Any, **options: Any) -> dict[str, Any]:
        """Return the mail server's configuration."""
        example = "smtp+tls://user:password@mail.example.org:587"
        return _read_url(super().email_url, var, example, *args, **options)


def _read_url(
    read: Callable[..., Mapping[str, Any]], var: str, example: str, *args: Any, **options: Any
) -> dict[str, Any]:
    try:
        return dict(read(var, *args, **options))
    except (ValueError, KeyError, ImproperlyConfigured):
        raise _not_like(var, example) from None


def _not_like(var: str, example: str, value: str = "") -> ImproperlyConfigured:
    found = f", and not {value!r}" if value else ""
    return ImproperlyConfigured(f"{var} is an address such as {example}{found}.")


def _is_address(text: str, schemes: Collection[str]) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False
