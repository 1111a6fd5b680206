"""Any club comes back from its file as it was, byte for byte, and so do its standings."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from league.clubs.models import Club
from league.competitions.models import Entry
from league.exports.club_file.layout import SECTIONS
from league.rounds.demo import load_demo
from league.rounds.models import SeatingChange
from league.rounds.seating_context import state_from_json
from league.standings.queries import standings_of
from tests.factories import NOW, make_club, make_player, make_user
from tests.league.exports.clubs import Happening, bring, take
from tests.portions import some_of

pytestmark = pytest.mark.django_db


def differences(club: Club) -> str:
    """Return what a rebuild finds wrong with a club's competitions, and with its ratings."""
    out = StringIO()
    for competition in club.competitions.all():
        call_command("rebuild", "--check", "--competition", str(competition.pk), stdout=out)
    return out.getvalue().replace("Differences found: 0.\n", "")


def standings(club: Club) -> list[tuple[str, str, int | None, int, int]]:
    """Return who stands where in a club, where the lot does not decide."""
    return [
        (competition.name, row.name, row.place, row.points, row.game_points)
        for competition in club.competitions.order_by("pk")
        for row in standings_of(competition)
    ]


@pytest.mark.thorough
def test_demonstration_comes_back_byte_for_byte() -> None:
    club, _ = load_demo(now=NOW)
    written = take(club)
    before = standings(club)
    again = bring(written)
    assert take(again) == written
    assert differences(again) == ""
    assert standings(again) == before
    assert len(before) == 20
    assert (again.slug, again.is_demo, again.players.count()) == ("demo", False, 20)


@pytest.mark.databases
@pytest.mark.parametrize("seed", some_of(range(6), 1, 2))
def test_any_club_comes_back_byte_for_byte(seed: int) -> None:
    club = Happening(seed).club
    written = take(club)
    before = standings(club)
    again = bring(written)
    assert take(again) == written
    assert differences(again) == ""
    assert standings(again) == before


def test_seatings_name_the_players_and_entries_of_the_new_club() -> None:
    make_player(make_club(), "Somebody else")
    again = bring(take(Happening(0).club))
    changes = SeatingChange.objects.filter(round__stage__competition__club=again)
    states = [state_from_json(each) for change in changes for each in (change.before, change.after)]
    seated = [seat for state in states for table in state.tables for seat in table.assignments]

    players = set(again.players.values_list("pk", flat=True))
    entries = Entry.objects.filter(competition__club=again)
    assert len(seated) > 0
    assert {seat.player for seat in seated} <= players
    assert {seat.entry for seat in seated} <= set(entries.values_list("pk", flat=True))


def test_file_of_release_0_2_comes_back_without_its_history_of_seatings() -> None:
    data = json.loads(take(Happening(0).club))
    again = bring(json.dumps(data | {"version": 1}))

    assert SeatingChange.objects.filter(round__stage__competition__club=again).count() == 0
    assert json.loads(take(again)) == data | {"seating_changes": []}


@pytest.mark.thorough
def test_random_clubs_have_rows_in_every_section() -> None:
    found = {section.name: 0 for section in SECTIONS}
    for seed in range(2):
        data = json.loads(take(Happening(seed).club))
        for name in found:
            found[name] += len(data[name])
        Club.objects.filter(slug="zoo").update(slug=f"zoo-{seed}")
    assert [name for name, count in found.items() if not count] == []


def test_addresses_come_along_when_they_are_asked_for() -> None:
    club = make_club(slug="zoo")
    make_player(club, "Ada", user=make_user("ada@example.org"), contact_email="old@example.org")
    make_player(club, "Ben", contact_email="ben@example.org")
    written = take(club, with_addresses=True)
    again = bring(written)
    assert [(player.name, player.user, player.contact_email) for player in again.players.all()] == [
        ("Ada", None, "ada@example.org"),
        ("Ben", None, "ben@example.org"),
    ]
    assert take(again, with_addresses=True) == written
    assert b"@example.org" not in take(again)
