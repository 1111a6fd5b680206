"""Clubs, rounds and people in a site's data, for tests of what comes after setting them up."""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from league.clubs.models import Club, Player, User
from league.clubs.services import add_players, create_club
from league.competitions.models import (
    DEFAULT_PLACE_POINTS,
    DEFAULT_TABLE_MAX,
    DEFAULT_TABLE_MIN,
    Competition,
    Kind,
    Stage,
    Table,
)
from league.competitions.schedule import RoundTimes
from league.competitions.services import create_competition
from league.competitions.settings_forms import preferred_sizes
from league.core.games import site_game
from league.rounds.services.check_in import check_in_players
from league.rounds.services.seating import seat_round
from tests.on_site import on_site
from tests.site import Site

SEED = 7
_numbers = count(1)


@dataclass(frozen=True)
class Made:
    """A club's address, its round's if it has one, and the session of its owner."""

    club: str
    round: str
    session: str


def make_person(name: str = "Ada") -> User:
    """Make somebody who can sign in."""
    return User.objects.create_user(f"person{next(_numbers)}@example.org", name=name)


def new_address(site: Site) -> str:
    """Return the address of somebody who can sign in."""
    return on_site(site, lambda: str(make_person().email))


def newest_code(site: Site) -> str:
    """Return the code of the newest mail."""
    newest = max(Path(site.data / "mail").iterdir(), key=lambda file: file.stat().st_mtime_ns)
    return str(re.findall(r"^    (\S+)$", newest.read_text(), flags=re.MULTILINE)[-1])


def session_of(user: User, *, just_now: bool = False) -> str:
    """Sign somebody in, by a code if that was just now, and return the session."""
    client = Client()
    client.force_login(user)
    session = client.session
    if just_now:
        session["account_authentication_methods"] = [{"method": "code", "at": time.time()}]
        session["account_authentication_methods_user"] = str(user.pk)
        session.save()
    return str(session.session_key)


def enter_as(page: Page, site: Site, session: str) -> None:
    """Let a device be signed in."""
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]  # a cookie is that


def make_night(
    site: Site, game: str, members: Sequence[str], seated: Sequence[str], **settings: Any
) -> Made:
    """Make Olga's club whose league has a round now, and seat some of its members."""
    return on_site(site, lambda: _make_night(game, members, seated, settings))


def make_own_club(site: Site, members: Sequence[str]) -> Made:
    """Make Olga's club in which nothing is on."""

    def make() -> Made:
        olga = make_person("Olga")
        return Made(f"/c/{_make_club(olga, members).slug}/", "", session_of(olga))

    return on_site(site, make)


def _make_club(olga: User, members: Sequence[str]) -> Club:
    now = timezone.now()
    club = create_club(name="Zoo Club", time_zone="Europe/Rome", by=olga, now=now)
    add_players(club=club, names=members, now=now)
    return club


def _make_night(
    game: str, members: Sequence[str], seated: Sequence[str], settings: dict[str, Any]
) -> Made:
    now, olga = timezone.now(), make_person("Olga")
    club = _make_club(olga, members)
    there = club.players.order_by("pk")
    seats = site_game(game).seats
    competition = create_competition(
        club=club,
        game=game,
        settings=Competition(
            name="Autumn league",
            kind=Kind.LEAGUE,
            options={},
            table_min=max(DEFAULT_TABLE_MIN, seats[0]),
            table_max=min(DEFAULT_TABLE_MAX, seats[-1]),
            table_preferred=preferred_sizes(seats),
            place_points=list(DEFAULT_PLACE_POINTS),
            **settings,
        ),
        stage=Stage(),
        rounds=[RoundTimes(now)],
        players=there,
        now=now,
    )
    stage = competition.stages.get()
    round = stage.rounds.get()
    if seated:
        _seat(round.pk, there.filter(name__in=seated).values_list("pk", flat=True))
    return Made(f"/c/{club.slug}/", f"/rounds/{round.pk}/", session_of(olga))


def _seat(round: int, players: Any) -> None:
    now = timezone.now()
    there = check_in_players(round_id=round, player_ids=players, by=None, now=now)
    seat_round(round_id=round, seating=there.seating, seed=SEED, now=now)


def token_of(site: Site, round: int, table: int) -> str:
    """Return what the code of a table carries."""
    tables = Table.objects.filter(dissolved_at=None)
    return on_site(site, lambda: tables.get(round=round, number=table).codes.get().token)


def player_of(site: Site, club: str, name: str) -> int:
    """Return the number of a club's player of that name."""
    players = Player.objects.filter(club__slug=club.strip("/").rpartition("/")[2])
    return on_site(site, lambda: players.get(name=name).pk)
