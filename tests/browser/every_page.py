"""Every page that an address shows to somebody, in the season that the matrix of answers asks.

A process of its own builds the season on the data of a site that has not started yet, since Django
may not touch its database beside a browser, and prints the sweep as JSON.
"""

import json
import os
import random
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlencode

from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction
from django.shortcuts import render
from django.test import Client, RequestFactory
from django.test.utils import setup_test_environment
from django.urls import get_resolver, reverse

from league.clubs.models import Role
from league.core.ratelimits import counts
from tests.league.matrix.addresses import addresses, form_on, path_of
from tests.league.matrix.season import Season
from tests.league.matrix.table import read_table
from tests.league.matrix.test_sign_in_pages import TABLE, add_real_passkey, names, signed_in
from tests.league.matrix.test_sign_in_pages import path_of as sign_in_path_of
from tests.league.online.tables import make_table, play_to_the_end
from tests.league.standings.test_teams import make_teams

MAY_SEE = ("owner", "player", "site owner", "phone", "anonymous")
"""Who looks: of those that are shown a page the first, who may do most, and the last."""
BUILD = "from tests.browser.every_page import main; main()"
NEEDS_MORE = {
    "rounds:change": ["owner"],
    "standings:team": ["anonymous"],
    "calculator:match": ["anonymous"],
    "online:replay": ["anonymous"],
    "accounts:remove_password": ["owner"],
    "accounts:remove_passkey": ["owner"],
    "mfa_deactivate_totp": ["site owner"],
    "mfa_view_recovery_codes": ["site owner"],
    "account_reauthenticate": ["player"],
}
"""Who sees what the matrix, which asks for less, is shown nothing of."""
FRAGMENTS: tuple[str, ...] = ("rounds:card",)
"""Parts of pages, fetched alone."""
FAILURES = ("400.html", "403.html", "403_csrf.html", "429.html", "500.html")


@dataclass(frozen=True)
class Showing:
    """One page as one visitor is shown it."""

    name: str
    visitor: str
    path: str


@dataclass(frozen=True)
class Sweep:
    """What is to be looked at: pages, failures, and the visitors' cookies."""

    showings: list[Showing]
    failures: dict[str, str]
    cookies: dict[str, dict[str, str]]


def prepare_sweep(data: Path) -> Sweep:
    """Let a process of its own build the season on this data, and return what it prints."""
    environment = {**os.environ, "DATA_DIR": str(data), "DATABASE_URL": "", "EMBEDDED": "1"}
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", BUILD]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    told = json.loads(done.stdout)
    return Sweep(showings=[Showing(**each) for each in told.pop("showings")], **told)


def main() -> None:
    """Build the season, and write who is shown what."""
    setup_test_environment()
    with transaction.atomic():
        sweep = build_sweep()
    sys.stdout.write(json.dumps(asdict(sweep)))


def build_sweep() -> Sweep:
    """Build the season and ask for what it shows in the name of who may do most."""
    season = Season()
    paths = paths_in(season)
    browsers = {visitor: browser_of(visitor, season) for visitor in MAY_SEE}
    showings: list[Showing] = []
    for name, seen in who_sees().items():
        if seen and is_page(browsers[seen[0]], paths[name]):
            both = dict.fromkeys((seen[0], seen[-1]))
            showings += [Showing(name, visitor, paths[name]) for visitor in both]
    cookies = {
        visitor: {name: cookie.value for name, cookie in browser.cookies.items()}
        for visitor, browser in browsers.items()
    }
    return Sweep(showings, {name: failure(name) for name in FAILURES}, cookies)


def who_sees() -> dict[str, list[str]]:
    """Return who of `MAY_SEE` is shown each address, by the tables of the matrix and of sign-in."""
    seen = {
        line.name: [who for who in MAY_SEE if line.answers[who] == "200"]
        for line in read_table()
        if line.method == "GET"
    }
    for line in TABLE.strip().splitlines():
        name, method, anonymous, _long_ago, just_now, _another = line.split()
        if method == "GET":
            answers = {"anonymous": anonymous, "owner": just_now}
            seen[name] = [who for who, answer in answers.items() if answer == "200"]
    shown = {name: NEEDS_MORE.get(name) or who for name, who in seen.items()}
    return {name: [] if name in FRAGMENTS else who for name, who in shown.items()}


def paths_in(season: Season) -> dict[str, str]:
    """Return the paths of all addresses; those that ask for more are given it."""
    passkey = add_real_passkey(season.users[Role.OWNER])
    leaving = urlencode({"do": "sat_out", "entry": season.waiting[0].entry_id})
    return (
        {address.name: path_of(address, season) for address in addresses()}
        | {name: sign_in_path_of(name, passkey) for name in names(get_resolver())}
        | {
            "rounds:change": f"{reverse('rounds:change', args=[season.unseated.pk])}?{leaving}",
            "standings:team": f"{reverse('standings:team', args=[make_teams().pk])}?name=Lions",
            "calculator:match": begun_match(),
            "online:replay": reverse("online:replay", args=[finished_table(), 1]),
            "accounts:remove_passkey": reverse("accounts:remove_passkey", args=[passkey]),
        }
    )


def browser_of(visitor: str, season: Season) -> Client:
    """Return the browser of a visitor, who has just signed in by a code and has a password."""
    user = season.user(visitor)
    if user is None:
        return season.browser(visitor)
    user.set_password("as good as any other")
    user.save()
    if visitor == "site owner":
        TOTP.activate(user, generate_totp_secret())
        RecoveryCodes.activate(user)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return signed_in(user, just_now=True)


def is_page(browser: Client, path: str) -> bool:
    """Say whether a browser is shown a page there, and not a file or a feed."""
    cache.clear()
    counts.clear()
    answer = browser.get(path)
    if answer.streaming:
        answer.getvalue()
    assert answer.status_code == 200, path
    return answer.headers["Content-Type"].startswith("text/html")


def begun_match() -> str:
    """Begin a match of the calculator and return its address."""
    browser, page = Client(), reverse("calculator:begin", args=["franks-zoo"])
    return str(browser.post(page, form_on(browser, page, page)).headers["Location"])


def finished_table() -> str:
    """Play a match at an online table, and return the table's token."""
    return play_to_the_end(make_table("franks-zoo", 3, hands=1), random.Random(4)).token


def failure(template: str) -> str:
    """Return the page that a failure shows."""
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return render(request, template).content.decode()
