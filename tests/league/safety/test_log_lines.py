"""No line of the log, at any level, holds what lets its reader in."""

import logging
from collections.abc import Iterator
from io import StringIO
from logging.config import DictConfigurator
from urllib.parse import quote

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver

from league.core.logs import _PARAMETER, LEFT_OUT, OPEN_PARAMETERS, is_secret, redact_event, routes
from tests.portions import some_of

pytestmark = pytest.mark.django_db

PLANTED = "PLANTEDsecret0"
FORMATS = ("line", "json")


def planted_addresses() -> list[str]:
    """Return an address of each route with a secret in it, each secret planted."""
    found = []
    for route in routes(get_resolver().url_patterns):
        parameters = list(_PARAMETER.finditer(route))
        if not any(is_secret(each["converter"], each["name"]) for each in parameters):
            continue
        address = route
        for number, each in enumerate(parameters):
            value = f"{PLANTED}{number}" if is_secret(each["converter"], each["name"]) else "7"
            address = address.replace(each[0], value)
        found.append("/" + address.replace("\\", "").rstrip("$"))
    return found


ADDRESSES = planted_addresses()


@pytest.fixture(params=some_of(FORMATS, 1))
def log(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    """Log all there is, as the site does in one of its formats."""
    configurator = DictConfigurator(settings.LOGGING)
    handler = logging.StreamHandler(StringIO())
    handler.setFormatter(
        configurator.configure_formatter(configurator.config["formatters"][request.param])
    )
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler.stream
    root.setLevel(level)
    root.removeHandler(handler)


def test_every_kind_of_secret_is_among_the_addresses() -> None:
    heads = {address.split(PLANTED)[0] for address in ADDRESSES}
    assert {
        "/enter/",
        "/sign-in/",
        "/join/",
        "/t/",
        "/play/",
        "/play/duplicate/",
        "/mails/stop/",
        "/calendars/",
        "/news/",
        "/api/v1/join/",
        "/api/v1/online/",
    } <= heads


def test_parameters_that_are_no_secret_are_few_and_known() -> None:
    """Whoever adds one to an address says whether it lets somebody in."""
    names = {
        each["name"]
        for route in routes(get_resolver().url_patterns)
        for each in _PARAMETER.finditer(route)
        if each["converter"] != "int"
    }
    assert names - OPEN_PARAMETERS == {"token", "secret", "key", "uidb36", "content_type_id"}


def test_requests_of_every_kind_leave_no_secret(log: StringIO) -> None:
    visitor = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for address in ADDRESSES:
        for method in ("get", "post", "put"):
            getattr(visitor, method)(address)
        visitor.get(f"{address}more/")
        visitor.get(address.rstrip("/"))
        visitor.post(
            "/accounts/login/",
            {"login": "ada@example.org", "password": PLANTED},
            query_params={"next": address},
            headers={"Referer": f"https://testserver{address}"},
        )
    visitor.get("/competitions/7/projector/", {"key": PLANTED})
    visitor.get("/api/v1/me/", headers={"Authorization": f"Bearer {PLANTED}"})
    visitor.post("/accounts/login/code/confirm/", {"code": PLANTED})

    written = log.getvalue()
    assert written.count("Forbidden (CSRF") > len(ADDRESSES)
    assert LEFT_OUT in written
    assert [line for line in written.splitlines() if PLANTED in line] == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_whatever_a_line_says_of_an_address_its_secrets_are_left_out(
    log: StringIO, address: str
) -> None:
    logger = logging.getLogger("uvicorn.error")
    for level in (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR):
        logger.log(level, '"GET %s HTTP/1.1" 200', address)
        logger.log(level, "at https://games.example.org%s?a=1#b, then", address)
        logger.log(level, "next=%s", quote(address, safe=""))
        logger.log(level, "next=%s", quote(quote(address, safe=""), safe=""))
        logger.log(level, "%r", {"path": address, "args": (address.lstrip("/"),)})
        logger.log(level, "Signed: %s", quote(address.replace(PLANTED, f"1:{PLANTED}:2")))
    try:
        raise ValueError(f"nothing at {address}")
    except ValueError:
        logger.exception("Failed", extra={"request": f"<WSGIRequest: GET '{address}'>"})

    assert PLANTED not in log.getvalue()
    assert log.getvalue().count(LEFT_OUT) >= 25


@pytest.mark.parametrize(
    "said",
    [
        "Authorization: Bearer {}",
        "'Authorization': 'Bearer {}'",
        "Cookie: sessionid={}; csrftoken={}; device={}",
        "Set-Cookie: device={}; HttpOnly",
        "?key={}&at=3",
        "%3Fkey%3D{}%26at",
        "kwargs={{'token': '{}'}}",
        "deliver(token='{}')",
        'body {{"code": "{}", "password": "{}"}}',
        "Key (token)=({}) already exists.",
        "menagerie_{}",
    ],
)
def test_secrets_with_a_name_are_left_out(log: StringIO, said: str) -> None:
    logging.getLogger("celery.worker").warning("%s", said.format(PLANTED, PLANTED, PLANTED))
    assert PLANTED not in log.getvalue()
    assert LEFT_OUT in log.getvalue()


@pytest.mark.parametrize(
    "said",
    [
        "Not Found: /c/zoo-club/players/",
        "Method Not Allowed (GET): /tables/7/enter/",
        "The cache is away, so nothing is kept for now: Error 111",
        'File "/opt/menagerie/league/online/views/play.py", line 63, in view',
    ],
)
def test_what_is_no_secret_stays(log: StringIO, said: str) -> None:
    logging.getLogger("league").warning("%s", said)
    assert LEFT_OUT not in log.getvalue()


def test_statements_with_what_they_hold_are_never_logged() -> None:
    assert logging.getLogger("django.db.backends").isEnabledFor(logging.DEBUG) is False


@pytest.mark.parametrize("address", ADDRESSES)
def test_sentry_is_told_no_secret(address: str) -> None:
    event = {
        "request": {
            "url": f"https://games.example.org{address}",
            "query_string": f"key={PLANTED}",
            "headers": {"Referer": f"https://games.example.org{address}", "Cookie": PLANTED},
        },
        "transaction": address,
        "breadcrumbs": {"values": [{"message": f"GET {address}", "data": {"token": PLANTED}}]},
        "exception": {"values": [{"type": "ValueError", "value": f"nothing at {address}"}]},
        "level": "error",
    }
    told = redact_event(event, {})
    assert PLANTED not in repr(told)
    assert (told["level"], told["exception"]["values"][0]["type"]) == ("error", "ValueError")
