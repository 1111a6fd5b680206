import json
import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

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


def load(tmp_path: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in OURS}
    return subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**clean, "DATA_DIR": str(tmp_path), **environment},
        check=False,
        capture_output=True,
        text=True,
    )


def settings_with(tmp_path: Path, **environment: str) -> dict[str, Any]:
    done = load(tmp_path, environment)
    assert done.returncode == 0, done.stderr
    loaded: dict[str, Any] = json.loads(done.stdout)
    return loaded


def test_start_without_any_key_is_refused_in_words(tmp_path: Path) -> None:
    done = load(tmp_path, {})
    assert done.returncode == 1
    assert "There is no secret key: set SECRET_KEY" in done.stderr


def test_key_that_run_made_is_used(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("made by run\n")
    assert settings_with(tmp_path)["SECRET_KEY"] == "made by run"
    assert settings_with(tmp_path, SECRET_KEY="own")["SECRET_KEY"] == "own"


def test_nothing_set_is_sqlite_in_the_data_directory_and_safe(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, **KEY)
    database = settings["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(tmp_path / "menagerie.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert settings["DEBUG"] is False
    assert settings["ALLOWED_HOSTS"] == []


def test_mail_and_database_stay_in_the_data_directory_whatever_it_is_called(tmp_path: Path) -> None:
    data = tmp_path / "Club #1 50% & co?"
    settings = settings_with(data, **KEY)
    assert settings["DATABASES"]["default"]["NAME"] == str(data / "menagerie.sqlite3")
    assert settings["EMAIL_CONFIG"] == {
        "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
        "EMAIL_FILE_PATH": str(data / "mail"),
    }
    assert settings["SENDS_MAIL"] is False


def test_host_names_the_first_of_the_languages_that_the_site_speaks(tmp_path: Path) -> None:
    assert settings_with(tmp_path, **KEY)["LANGUAGE_CODE"] == "en"
    assert settings_with(tmp_path, SITE_LANGUAGE="it", **KEY)["LANGUAGE_CODE"] == "it"
    done = load(tmp_path, {**KEY, "SITE_LANGUAGE": "fr"})
    assert done.returncode == 1
    assert "SITE_LANGUAGE is one of en, de, it, not 'fr'." in done.stderr


@pytest.mark.parametrize("url", ["consolemail://", "filemail:///tmp/mail", "memorymail://"])
def test_mail_that_stays_on_the_machine_is_not_called_sent(tmp_path: Path, url: str) -> None:
    assert settings_with(tmp_path, EMAIL_URL=url, **KEY)["SENDS_MAIL"] is False


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


def test_setting_that_is_empty_is_as_good_as_none(tmp_path: Path) -> None:
    assert settings_with(tmp_path, **EMPTY, **KEY) == settings_with(tmp_path, **KEY)


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
    tmp_path: Path, name: str
) -> None:
    clean = {name: value for name, value in os.environ.items() if name not in OURS}
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--check"],
        env={**clean, **KEY, "DATA_DIR": str(tmp_path), name: WRONG[name]},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name} is ")
    assert done.stderr.count("\n") == 1
    assert "hidden" not in done.stderr


def test_mail_goes_to_the_server_of_its_address(tmp_path: Path) -> None:
    url = "smtp+tls://user:pass@mail.example:587"
    settings = settings_with(tmp_path, EMAIL_URL=url, **KEY)
    mail = settings["EMAIL_CONFIG"]
    assert settings["SENDS_MAIL"] is True
    assert mail["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"], mail["EMAIL_USE_TLS"]) == (
        "mail.example",
        587,
        True,
    )


def test_server_of_your_own_under_https_passes_the_checks_for_it(tmp_path: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if name not in OURS}
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
        env={**clean, **own},
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("port", ["abc", "0", "-1", "65536", "80.5", "٣"])
def test_port_that_is_none_is_refused_in_words(tmp_path: Path, port: str) -> None:
    clean = {name: value for name, value in os.environ.items() if name not in OURS}
    done = subprocess.run(
        [sys.executable, "manage.py", "start"],
        env={**clean, **KEY, "DATA_DIR": str(tmp_path), "PORT": port, "EMBEDDED": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == f"PORT is a number from 1 to 65535, and not {port!r}.\n"


def test_postgres_keeps_the_options_of_its_address(tmp_path: Path) -> None:
    url = "postgres://menagerie:secret@db.example:5433/club?sslmode=require"
    database = settings_with(tmp_path, DATABASE_URL=url, **KEY)["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "club")
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["pool"]["max_size"] == 16


@pytest.mark.parametrize(
    ("site_url", "is_secure"),
    [("", False), ("http://192.168.1.5:8000", False), ("https://club.example/", True)],
)
def test_cookies_are_secure_exactly_under_https(
    tmp_path: Path, site_url: str, is_secure: bool
) -> None:
    settings = settings_with(tmp_path, SITE_URL=site_url, **KEY)
    assert settings["SESSION_COOKIE_SECURE"] is is_secure
    assert settings["CSRF_COOKIE_SECURE"] is is_secure
    assert (settings["SECURE_PROXY_SSL_HEADER"] is not None) is is_secure


def test_site_in_one_process_answers_to_its_own_names_and_its_address(tmp_path: Path) -> None:
    hosts = settings_with(tmp_path, EMBEDDED="1", SITE_URL="https://club.example", **KEY)
    assert {"localhost", "127.0.0.1", "club.example"} <= set(hosts["ALLOWED_HOSTS"])
    assert "*" not in hosts["ALLOWED_HOSTS"]
