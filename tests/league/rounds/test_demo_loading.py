"""Making and removing the demonstration where there is none yet, and the hands that it plays."""

import shutil
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.franks_zoo.game import FRANKS_ZOO
from league.clubs.models import Club
from league.clubs.services import possible_slugs
from league.results.models import Hand, Submission
from league.results.services import record_hand
from league.rounds.demo import evenings_until, load_demo
from league.site_games.franks_zoo import play_hand
from tests.factories import NOW, make_club, make_competition, make_round, make_table, make_user
from tests.league.rounds.rows import rows
from tests.site import Site

pytestmark = pytest.mark.django_db


@pytest.mark.thorough
def test_site_owner_loads_and_removes_it_by_a_button_and_a_club_of_its_address_stays(
    client: Client,
) -> None:
    real = make_club("Demo", slug="demo")
    make_table(make_round(make_competition(real)))
    client.force_login(make_user(is_superuser=True))
    before = rows()
    answer = client.post(reverse("rounds:demo"))
    _taken, free = zip(range(2), possible_slugs("demo"), strict=False)
    assert (answer.status_code, answer.headers["location"]) == (302, f"/c/{free[1]}/")
    assert Club.objects.get(is_demo=True).slug == free[1]
    assert client.post(reverse("rounds:demo_remove")).headers["location"] == "/"
    assert rows() == before


@pytest.mark.parametrize("name", ["rounds:demo", "rounds:demo_remove"])
def test_others_than_the_site_owner_have_no_demonstration_buttons(
    client: Client, name: str
) -> None:
    assert client.post(reverse(name)).headers["location"].startswith("/accounts/login/")
    client.force_login(make_user())
    assert client.post(reverse(name)).status_code == 404
    assert client.get(reverse(name)).status_code == 405
    assert Club.objects.count() == 0


@pytest.mark.parametrize("days", range(7))
def test_demo_plays_its_league_on_fridays_whatever_day_it_is(days: int) -> None:
    now = NOW + timedelta(days=days)
    *fridays, last = evenings_until(now)

    assert {(day.weekday(), day.hour, day.minute) for day in fridays} == {(4, 19, 30)}
    assert [later - day for day, later in pairwise(fridays)] == [timedelta(weeks=1)] * 4
    assert now - timedelta(weeks=6) < fridays[0]
    assert timedelta(days=1) < last - fridays[-1] < timedelta(days=10)


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


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_others_write_between_the_hands_of_a_demonstration_that_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def record_alone(**given: Any) -> Submission:
        assert not connection.in_atomic_block
        if Hand.objects.count() == 3:
            raise KeyboardInterrupt
        return record_hand(**given)

    monkeypatch.setattr("league.rounds.demo.record_hand", record_alone)
    with pytest.raises(KeyboardInterrupt):
        load_demo(now=NOW)
    monkeypatch.undo()
    half = Club.objects.get()
    assert load_demo(now=NOW + timedelta(minutes=1)) == (half, False)
    whole, is_new = load_demo(now=NOW + timedelta(hours=1))
    assert is_new
    assert Club.objects.get() == whole != half
    assert load_demo(now=NOW + timedelta(days=99)) == (whole, False)


@pytest.mark.long
def test_demo_beside_a_running_site_finds_no_locked_database(
    tmp_path: Path, migrated: Path
) -> None:
    site = Site(Path(shutil.copytree(migrated, tmp_path / "data")))
    try:
        site.wait_until_ready()
        assert "is loaded" in site.manage("demo")
        assert "is locked" not in site.output
        assert b"Friday League" in site.get("/c/demo/competitions/")[1]
        assert site.stop() == 0
    finally:
        site.kill()
