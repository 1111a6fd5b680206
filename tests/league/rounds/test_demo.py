"""A loaded demonstration: what is in it, that it is loaded once, and that it goes whole."""

import io
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db.models import Model

from league.clubs.models import Club, Player, User
from league.competitions.models import Round, Table, TableCode
from league.core.embedded import hold_data
from league.notifications.models import Notification, Post
from league.results.models import Hand, HandRevision, HandScore, RevisionKind
from league.rounds.demo import PLAYERS, load_demo, remove_demo
from league.standings.models import Standing
from tests.factories import NOW, make_user
from tests.league.rounds.rows import rows

pytestmark = pytest.mark.django_db


def moments(models: Iterable[type[Model]]) -> list[datetime]:
    return [
        value
        for model in models
        for row in model._default_manager.values()
        for value in row.values()
        if isinstance(value, datetime)
    ]


@pytest.fixture(scope="module")
def demo(shared_rows: None) -> int:
    """Load the demonstration for all tests that begin with it, and return its club's key."""
    club, is_new = load_demo(now=NOW)
    assert is_new
    return club.pk


@pytest.mark.databases
def test_load_demo_makes_a_season_with_its_last_round_in_play(demo: int) -> None:
    club = Club.objects.get(pk=demo)
    assert (club.is_demo, club.slug) == (True, "demo")
    assert set(club.players.values_list("name", flat=True)) == set(PLAYERS)
    assert len(PLAYERS) == 20
    competition = club.competitions.get()
    rounds = list(Round.objects.filter(stage__competition=competition).order_by("number"))
    assert [evening.status for evening in rounds] == ["closed"] * 5 + ["open"]
    over = [
        {table.score.is_over for table in evening.tables.filter(score__isnull=False)}
        for evening in rounds
    ]
    assert over == [{True}] * 5 + [{True, False}]
    assert Standing.objects.filter(competition=competition).count() == 20
    assert Post.objects.filter(club=club).count() == 6
    assert Notification.objects.count() == 0
    assert TableCode.objects.filter(revoked_at=None).count() == Table.objects.count()


def test_demo_has_something_of_everything_that_can_happen_to_a_hand(demo: int) -> None:
    kinds = set(HandRevision.objects.values_list("kind", flat=True))
    assert kinds >= {RevisionKind.ENTERED, RevisionKind.CORRECTED, RevisionKind.VOIDED}
    assert Hand.objects.filter(is_disputed=True, table__round__status="open").count() == 1
    assert HandScore.objects.filter(is_surplus=True).count() == 0


def test_demo_has_plausible_hands_without_a_warning(demo: int) -> None:
    scores = HandScore.objects.values_list("score", flat=True)
    assert len(scores) > 80
    assert [score["warnings"] for score in scores if score["warnings"]] == []


@pytest.mark.databases
def test_load_demo_derives_what_a_rebuild_does(demo: int) -> None:
    output = io.StringIO()
    call_command("rebuild", check=True, stdout=output)
    assert output.getvalue() == "Differences found: 0.\n"


def test_demo_happened_in_the_past(demo: int) -> None:
    season = moments([Club, Player, Round, Table, Hand, HandRevision, Post])
    assert max(season) <= NOW
    assert min(season) == NOW - timedelta(weeks=6)


def test_load_demo_twice_returns_the_club_that_is_there(demo: int) -> None:
    before = rows()
    assert load_demo(now=NOW + timedelta(days=1)) == (Club.objects.get(pk=demo), False)
    assert rows() == before


def test_remove_demo_leaves_nothing_of_it(demo: int) -> None:
    user = make_user()
    club = Club.objects.get(pk=demo)
    Player.objects.create(club=club, name="Visitor", user=user, created_at=NOW)
    assert remove_demo() is True
    assert {model: left for model, left in rows().items() if left} == {
        User: list(User.objects.filter(pk=user.pk).values())
    }
    assert remove_demo() is False


@pytest.mark.long
def test_demo_command_loads_and_removes(demo: int) -> None:
    def run(**options: Any) -> str:
        output = io.StringIO()
        call_command("demo", stdout=output, **options)
        return output.getvalue()

    assert run().startswith("The demo club was there already: http")
    with hold_data(settings.DATA_DIR, address="http://club.example:8601"):
        assert run() == "The demo club was there already: http://club.example:8601/c/demo/\n"
    assert run(remove=True) == "The demo club was deleted.\n"
    assert run(remove=True) == "There is no demo club.\n"
    assert run().startswith("The demo club is loaded: http")
    assert Club.objects.get().players.count() == len(PLAYERS)
