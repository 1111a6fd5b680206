"""Pages tell times by the club's clock: no template writes one without saying by which."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from league.clubs.models import Club
from league.core.templatetags.ui import club_time
from league.results.adjustments import adjust
from tests.factories import NOW, make_club, make_competition, make_entry

TEMPLATES = Path(settings.BASE_DIR) / "templates"
SOURCES = {
    str(path.relative_to(TEMPLATES)): path.read_text(encoding="utf-8")
    for path in TEMPLATES.rglob("*")
    if path.suffix in {".html", ".txt"}
}
# {% timezone club.time_zone %} … {% endtimezone %}
IN_A_ZONE = re.compile(r"{%\s*timezone\b.*?{%\s*endtimezone\s*%}", re.DOTALL)
WRITTEN = re.compile(
    r'(?P<value>[\w.]+)(?P<filters>(?:\|\w+(?::[\w."]+)?)*?)\|(?:date|time):"(?P<shape>[^"]+)"'
)
# For programs, with a zone or without need of one.
CLEAR = {"c", "U"}
# Days, which are the same by every clock.
DAYS = {"holiday.first", "holiday.last"}
# Whoever renders these has activated the zone of their reader, or includes them by a variable
# inside one.
IN_THE_ZONE_OF_THEIR_READER = {
    "rounds/missed_mail.txt",
    "displays/slides/hands.html",
    "displays/slides/news.html",
}
# Days of an account, which belongs to no club.
OF_NO_CLUB = {"accounts/account.html", "online/profile.html", "online/lobby.html"}


def is_inside(name: str, position: int) -> bool:
    return any(each.start() <= position < each.end() for each in IN_A_ZONE.finditer(SOURCES[name]))


def unzoned(name: str) -> Iterator[str]:
    """Yield what a template writes without saying by which clock."""
    for found in WRITTEN.finditer(SOURCES[name]):
        source = SOURCES[name]
        is_said = (
            "|timezone:" in found["filters"]
            or found["shape"] in CLEAR
            or found["value"] in DAYS
            or source[found.end() :].startswith((" }} UTC", '|add:" UTC"'))
            or is_inside(name, found.start())
        )
        if not is_said:
            yield found[0]


def pages_without_zone(name: str, seen: tuple[str, ...] = ()) -> set[str]:
    """Return the pages that include a template outside of a zone, or itself."""
    include = re.compile(rf'{{%\s*include\s+"{re.escape(name)}"')
    places = [
        (outer, found.start())
        for outer, source in SOURCES.items()
        for found in include.finditer(source)
    ]
    if not places:
        return {name}
    outside = {outer for outer, position in places if not is_inside(outer, position)}
    return {
        page for outer in outside - {*seen} for page in pages_without_zone(outer, (*seen, name))
    }


def test_every_time_in_a_template_has_a_zone() -> None:
    bare = {
        name: found
        for name in SOURCES
        if (found := list(unzoned(name)))
        and pages_without_zone(name) - IN_THE_ZONE_OF_THEIR_READER - OF_NO_CLUB
    }
    assert bare == {}


def test_the_exceptions_are_needed() -> None:
    pages = set.union(*(pages_without_zone(name) for name in SOURCES if list(unzoned(name))))
    assert pages == IN_THE_ZONE_OF_THEIR_READER | OF_NO_CLUB


@pytest.mark.parametrize(
    ("club", "text"),
    [
        (Club(time_zone="Europe/Rome"), "Fri 6 November 2026, 20:30"),
        (None, "Fri 6 November 2026, 19:30 UTC"),
    ],
)
def test_time_is_that_of_the_club_or_says_that_it_is_of_none(club: Club | None, text: str) -> None:
    assert club_time(NOW, club) == text


@pytest.mark.django_db
def test_penalties_are_dated_by_the_clock_of_the_club(client: Client) -> None:
    entry = make_entry(make_competition(make_club(time_zone="Asia/Tokyo")))
    adjust(
        competition_id=entry.competition_id,
        entry_id=entry.pk,
        kind="penalty",
        points=-2,
        reason="Came late",
        rule="",
        by=None,
        now=NOW,
    )
    page = client.get(reverse("results:adjustments", args=[entry.competition_id]))

    assert "Sat 7 November 2026, 04:30" in page.content.decode()
