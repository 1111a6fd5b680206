import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.league.environments import Done, Environments, reader_of_settings

NAMES = [
    "ALLOWED_HOSTS",
    "CSRF_COOKIE_SECURE",
    "DATABASES",
    "DEBUG",
    "EMAIL_CONFIG",
    "LANGUAGE_CODE",
    "SECRET_KEY",
    "SECURE_PROXY_SSL_HEADER",
    "SENDS_MAIL",
    "SESSION_COOKIE_SECURE",
]
# What a developer's own environment may hold.
OURS = {
    "ALLOWED_HOSTS",
    "BROKER_URL",
    "DATABASE_URL",
    "DEBUG",
    "EMAIL_URL",
    "EMBEDDED",
    "PORT",
    "SECRET_KEY",
    "SITE_LANGUAGE",
    "SITE_URL",
}
SCRIPT = f"""
import json
from league import settings
print(json.dumps({{name: getattr(settings, name) for name in {NAMES}}}))
"""
KEY = {"SECRET_KEY": "a key"}


def clean() -> dict[str, str]:
    """Return the environment without what a developer's own may hold."""
    return {name: value for name, value in os.environ.items() if name not in OURS}


class Site:
    """A site that is about to start, with data of its own."""

    def __init__(self, environments: Environments, data: Path) -> None:
        self._environments = environments
        self.data = data

    def load(self, **environment: str) -> Done:
        """Read the settings in an environment."""
        return self._environments.run(self._whole(environment), "-c", script=SCRIPT)

    def settings(self, **environment: str) -> dict[str, Any]:
        """Return the settings that an environment has made."""
        done = self.load(**environment)
        assert done.returncode == 0, done.stderr
        loaded: dict[str, Any] = json.loads(done.stdout)
        return loaded

    def manage(self, command: list[str], **environment: str) -> Done:
        """Run one of the site's commands in an environment."""
        return self._environments.run(self._whole(environment), "manage.py", *command)

    def _whole(self, environment: dict[str, str]) -> dict[str, str]:
        return {**clean(), "DATA_DIR": str(self.data), **environment}


@pytest.fixture(scope="module")
def environments() -> Iterator[Environments]:
    """Start the reader of settings once for this module."""
    with reader_of_settings() as environments:
        yield environments


@pytest.fixture
def site(environments: Environments, tmp_path: Path) -> Site:
    return Site(environments, tmp_path)


def test_start_without_any_key_is_refused_in_words(site: Site) -> None:
    done = site.load()
    assert done.returncode == 1
    assert "There is no secret key: set SECRET_KEY" in done.stderr


def test_key_that_run_made_is_used(site: Site) -> None:
    (site.data / "secret_key").write_text("created by run\n")
    assert site.settings()["SECRET_KEY"] == "created by run"
    assert site.settings(SECRET_KEY="own")["SECRET_KEY"] == "own"


def test_nothing_set_is_sqlite_in_the_data_directory_and_safe(site: Site) -> None:
    settings = site.settings(**KEY)
    database = settings["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(site.data / "menagerie.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert settings["DEBUG"] is False
    assert settings["ALLOWED_HOSTS"] == []


def test_mail_and_database_stay_in_the_data_directory_whatever_it_is_called(site: Site) -> None:
    site.data = data = site.data / "Club #1 50% & co?"
    settings = site.settings(**KEY)
    assert settings["DATABASES"]["default"]["NAME"] == str(data / "menagerie.sqlite3")
    assert settings["EMAIL_CONFIG"] == {
        "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
        "EMAIL_FILE_PATH": str(data / "mail"),
    }
    assert settings["SENDS_MAIL"] is False


def test_host_names_the_first_of_the_languages_that_the_site_speaks(site: Site) -> None:
    assert site.settings(**KEY)["LANGUAGE_CODE"] == "en"
    assert site.settings(SITE_LANGUAGE="it", **KEY)["LANGUAGE_CODE"] == "it"
    done = site.load(SITE_LANGUAGE="fr", **KEY)
    assert done.returncode == 1
    assert "SITE_LANGUAGE is one of en, de, it, not 'fr'." in done.stderr


@pytest.mark.parametrize("url", ["consolemail://", "filemail:///tmp/mail", "memorymail://"])
def test_mail_that_stays_on_the_machine_is_not_called_sent(site: Site, url: str) -> None:
    assert site.settings(EMAIL_URL=url, **KEY)["SENDS_MAIL"] is False


# Every setting of docs/hosting.md that is not one of many alike, but the two that are there always.
EMPTY = dict.fromkeys(
    [
        *("ALLOWED_HOSTS", "ALLOW_HTTP", "BROKER_URL", "CACHE_URL", "DATABASE_URL", "DEBUG"),
        *("DEFAULT_FROM_EMAIL", "EMAIL_URL", "EMBEDDED", "LOG_FORMAT", "LOG_LEVEL"),
        *("METRICS_TOKEN", "OUTGOING_PRIVATE_HOSTS", "PORT", "PROMETHEUS_MULTIPROC_DIR"),
        *("SECRET_KEY_FALLBACKS", "SENTRY_DSN", "SESSION_DAYS", "SITE_LANGUAGE", "SITE_URL"),
        *("BACKUP_COMMAND", "BACKUP_DIR", "TRUSTED_PROXY_COUNT"),
    ],
    "",
)


def test_setting_that_is_empty_is_as_good_as_none(site: Site) -> None:
    assert site.settings(**EMPTY, **KEY) == site.settings(**KEY)


WRONG = {
    "ACT_DAYS": "-1",
    "ALLOW_HTTP": "maybe",
    "BACKUP_COMMAND": "take 'away",
    "BROKER_URL": "localhost:6379",
    "CACHE_URL": "localhost",
    "DATABASE_URL": "mysql://root:hidden@localhost/club",
    "DEBUG": "perhaps",
    "DEFAULT_FROM_EMAIL": "Menagerie",
    "EMAIL_URL": "mail.example:hidden",
    "LOG_FORMAT": "xml",
    "LOG_LEVEL": "loud",
    "SENTRY_DSN": "hidden",
    "SESSION_DAYS": "ninety",
    "SITE_LANGUAGE": "fr",
    "SITE_URL": "games.example.org",
    "TRUSTED_PROXY_COUNT": "one",
}


@pytest.mark.parametrize("name", WRONG)
def test_setting_that_is_wrong_is_refused_in_one_sentence_that_names_it(
    site: Site, name: str
) -> None:
    done = site.manage(["migrate", "--check"], **KEY, **{name: WRONG[name]})
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name} is ")
    assert done.stderr.count("\n") == 1
    assert "hidden" not in done.stderr


def test_mail_goes_to_the_server_of_its_address(site: Site) -> None:
    url = "smtp+tls://user:pass@mail.example:587"
    settings = site.settings(EMAIL_URL=url, **KEY)
    mail = settings["EMAIL_CONFIG"]
    assert settings["SENDS_MAIL"] is True
    assert mail["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"], mail["EMAIL_USE_TLS"]) == (
        "mail.example",
        587,
        True,
    )


def test_server_of_your_own_under_https_passes_the_checks_for_it(tmp_path: Path) -> None:
    own = {
        "ALLOWED_HOSTS": "club.example",
        "BROKER_URL": "redis://127.0.0.1:6379/0",
        "CACHE_URL": "rediscache://127.0.0.1:6379/1",
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": "postgres://menagerie:secret@127.0.0.1:5432/menagerie",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "SITE_URL": "https://club.example",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        env={**clean(), **own},
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("port", ["abc", "0", "-1", "65536", "80.5", "٣"])
def test_port_that_is_none_is_refused_in_words(site: Site, port: str) -> None:
    done = site.manage(["start"], PORT=port, EMBEDDED="1", **KEY)
    assert done.returncode == 1
    assert done.stderr == f"PORT is a number from 1 to 65535, and not {port!r}.\n"


def test_postgres_keeps_the_options_of_its_address(site: Site) -> None:
    url = "postgres://menagerie:secret@db.example:5433/club?sslmode=require"
    database = site.settings(DATABASE_URL=url, **KEY)["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "club")
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["pool"]["max_size"] == 16


@pytest.mark.parametrize(
    ("site_url", "is_secure"),
    [("", False), ("http://192.168.1.5:8000", False), ("https://club.example/", True)],
)
def test_cookies_are_secure_exactly_under_https(site: Site, site_url: str, is_secure: bool) -> None:
    settings = site.settings(SITE_URL=site_url, **KEY)
    assert settings["SESSION_COOKIE_SECURE"] is is_secure
    assert settings["CSRF_COOKIE_SECURE"] is is_secure
    assert (settings["SECURE_PROXY_SSL_HEADER"] is not None) is is_secure


def test_site_in_one_process_answers_to_its_own_names_and_its_address(site: Site) -> None:
    hosts = site.settings(EMBEDDED="1", SITE_URL="https://club.example", **KEY)
    assert {"localhost", "127.0.0.1", "club.example"} <= set(hosts["ALLOWED_HOSTS"])
    assert "*" not in hosts["ALLOWED_HOSTS"]
