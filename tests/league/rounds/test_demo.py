import io
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games.franks_zoo.game import FRANKS_ZOO
from league.clubs.models import Club, Player
from league.clubs.services import possible_slugs
from league.competitions.models import Round, Table, TableCode
from league.core.embedded import hold_data
from league.notices.models import Notice, Post
from league.results.models import Hand, HandRevision, HandScore, RevisionKind
from league.rounds.demo import PLAYERS, evenings_until, load_demo, remove_demo
from league.rounds.demo_play import play_hand
from league.standings.models import Standing
from tests.factories import NOW, make_club, make_table, make_user

pytestmark = pytest.mark.django_db


def rows() -> dict[type[Model], list[dict[str, Any]]]:
    """Return everything that our apps have in the database."""
    return {
        model: list(model._default_manager.order_by("pk").values())
        for config in apps.get_app_configs()
        if config.name.startswith("league.")
        for model in config.get_models()
    }


def moments(models: Iterable[type[Model]]) -> list[datetime]:
    return [
        value
        for model in models
        for row in model._default_manager.values()
        for value in row.values()
        if isinstance(value, datetime)
    ]


def test_load_demo_makes_a_season_with_its_last_round_in_play() -> None:
    club, is_new = load_demo(now=NOW)
    assert (is_new, club.is_demo, club.players.count()) == (True, True, 20)
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
    assert Notice.objects.count() == 0
    assert TableCode.objects.filter(revoked_at=None).count() == Table.objects.count()


def test_load_demo_has_something_of_everything_that_can_happen_to_a_hand() -> None:
    load_demo(now=NOW)
    kinds = set(HandRevision.objects.values_list("kind", flat=True))
    assert kinds >= {RevisionKind.ENTERED, RevisionKind.CORRECTED, RevisionKind.VOIDED}
    assert Hand.objects.filter(is_disputed=True, table__round__status="open").count() == 1
    assert HandScore.objects.filter(is_surplus=True).count() == 0


def test_load_demo_writes_plausible_hands_without_a_warning() -> None:
    load_demo(now=NOW)
    scores = HandScore.objects.values_list("score", flat=True)
    assert len(scores) > 80
    assert [score["warnings"] for score in scores if score["warnings"]] == []


def test_load_demo_derives_what_a_rebuild_does() -> None:
    load_demo(now=NOW)
    output = io.StringIO()
    call_command("rebuild", check=True, stdout=output)
    assert output.getvalue() == "Differences found: 0.\n"


def test_load_demo_happened_in_the_past() -> None:
    load_demo(now=NOW)
    season = moments([Club, Player, Round, Table, Hand, HandRevision, Post])
    assert max(season) <= NOW
    assert min(season) == NOW - timedelta(weeks=6)


@pytest.mark.parametrize("days", range(7))
def test_demo_plays_its_league_on_fridays_whatever_day_it_is(days: int) -> None:
    now = NOW + timedelta(days=days)
    *fridays, last = evenings_until(now)

    assert {(day.weekday(), day.hour, day.minute) for day in fridays} == {(4, 19, 30)}
    assert [later - day for day, later in pairwise(fridays)] == [timedelta(weeks=1)] * 4
    assert now - timedelta(weeks=6) < fridays[0]
    assert timedelta(days=1) < last - fridays[-1] < timedelta(days=10)


def test_load_demo_works_again_after_a_removal() -> None:
    load_demo(now=NOW)
    remove_demo()
    club, is_new = load_demo(now=NOW)
    assert (is_new, club.slug) == (True, "demo")
    assert set(club.players.values_list("name", flat=True)) == set(PLAYERS)


def test_load_demo_twice_returns_the_club_that_is_there() -> None:
    club, _ = load_demo(now=NOW)
    before = rows()
    assert load_demo(now=NOW + timedelta(days=1)) == (club, False)
    assert rows() == before


def test_load_demo_leaves_a_real_club_of_its_address_alone() -> None:
    real = make_club("Demo", slug="demo")
    club, _ = load_demo(now=NOW)
    slugs = possible_slugs("demo")
    assert [real.slug, club.slug] == [next(slugs), next(slugs)]
    real.refresh_from_db()
    assert (real.is_demo, real.players.count()) == (False, 0)


def test_remove_demo_leaves_everything_as_it_was_before() -> None:
    make_table()
    before = rows()
    load_demo(now=NOW)
    club = Club.objects.get(is_demo=True)
    Player.objects.create(club=club, name="Visitor", user=make_user(), created_at=NOW)
    assert remove_demo() is True
    after = rows()
    users = [model for model in after if model._meta.label == "clubs.User"]
    assert {model: after[model] for model in after if model not in users} == {
        model: before[model] for model in before if model not in users
    }
    assert remove_demo() is False


def test_demo_command_loads_and_removes() -> None:
    def run(**options: Any) -> str:
        output = io.StringIO()
        call_command("demo", stdout=output, **options)
        return output.getvalue()

    assert run().startswith("The demonstration is loaded: http")
    assert run().startswith("The demonstration was there already: http")
    with hold_data(settings.DATA_DIR, address="http://club.example:8601"):
        assert run() == "The demonstration was there already: http://club.example:8601/c/demo/\n"
    assert run(remove=True) == "The demonstration is removed.\n"
    assert run(remove=True) == "There is no demonstration.\n"


def test_site_owner_loads_and_removes_the_demonstration_by_a_button(client: Client) -> None:
    client.force_login(make_user(is_superuser=True))
    answer = client.post(reverse("rounds:demo"))
    assert (answer.status_code, answer.headers["location"]) == (302, "/c/demo/")
    assert client.post(reverse("rounds:demo_remove")).headers["location"] == "/"
    assert Club.objects.count() == 0


@pytest.mark.parametrize("name", ["rounds:demo", "rounds:demo_remove"])
def test_others_than_the_site_owner_have_no_demonstration_buttons(
    client: Client, name: str
) -> None:
    assert client.post(reverse(name)).headers["location"].startswith("/accounts/login/")
    client.force_login(make_user())
    assert client.post(reverse(name)).status_code == 404
    assert client.get(reverse(name)).status_code == 405
    assert Club.objects.count() == 0


@pytest.mark.parametrize("seats", FRANKS_ZOO.seats)
def test_play_hand_gives_records_that_the_engine_takes_without_a_warning(seats: int) -> None:
    rng = Random(seats)
    for _ in range(20):
        match = FRANKS_ZOO.new_match(FRANKS_ZOO.options({}), seats, 0)
        while (setup := match.next_hand()) is not None:
            record = play_hand(setup, [0.0] * seats, rng)
            assert match.check(record) == []
            match = match.add(record)


def test_play_hand_lets_the_better_player_go_out_first_more_often() -> None:
    rng = Random(1)
    setup = FRANKS_ZOO.new_match(FRANKS_ZOO.options({}), 4, 0).next_hand()
    assert setup is not None
    firsts = [play_hand(setup, [1.5, 0, 0, 0], rng)["finish"][0] for _ in range(400)]
    assert 200 < firsts.count(0) < 300
