"""What pages show of rounds whose time passed, and their buttons."""

from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.competitions.models import Round, RoundStatus
from league.results.inbox import inbox_of
from league.rounds.services.check_in import check_in_self
from tests.factories import (
    NOW,
    make_check_in,
    make_competition,
    make_entry,
    make_organiser,
)
from tests.league.refusals import refuses
from tests.league.rounds.pages import address, organise, said, words
from tests.league.rounds.test_missed import make_missed


def test_player_is_told_to_wait_and_is_not_asked_to_check_in(client: Client) -> None:
    missed = make_missed()
    entry = make_entry(missed.stage.competition)
    page = words(client.get(address("detail", missed.pk)))
    assert "Missed round" in page
    assert "I&#x27;m here" not in page
    with time_machine.travel(NOW, tick=False), refuses("not_yet", match="missed"):
        check_in_self(round_id=missed.pk, player=entry.player, now=NOW)


PLACES = ("rounds:detail", "competitions:detail", "results:inbox", "clubs:home")


def address_of(place: str, missed: Round) -> str:
    competition = missed.stage.competition
    given: dict[str, object] = {
        "rounds:detail": missed.pk,
        "competitions:detail": competition.pk,
        "results:inbox": competition.club.slug,
        "clubs:home": competition.club.slug,
    }
    return reverse(place, args=[given[place]])


@pytest.mark.parametrize("place", PLACES)
def test_organiser_decides_with_one_press_each(client: Client, place: str) -> None:
    missed = make_missed()
    page = words(organise(client, missed).get(address_of(place, missed)))
    assert '<span class="badge refused">Missed</span>' in page
    for name in ("open", "times", "call_off"):
        assert page.count(f'"{address(name, missed.pk)}"') == 1, name


@pytest.mark.parametrize("name", ["call_off", "undo_call_off"])
def test_only_organisers_call_a_round_off(client: Client, name: str) -> None:
    missed = make_missed()
    assert client.post(address(name, missed.pk)).status_code == 302
    client.force_login(make_organiser(make_competition().club))
    assert client.post(address(name, missed.pk)).status_code == 404
    missed.refresh_from_db()
    assert missed.status == RoundStatus.SCHEDULED


def test_presses_say_what_was_done(client: Client) -> None:
    missed = make_missed()
    organise(client, missed)
    assert said(client.post(address("call_off", missed.pk))) == ["Round 1 is cancelled."]
    page = words(client.get(address("detail", missed.pk)))
    assert "This round will not be played." in page
    assert f'"{address("undo_call_off", missed.pk)}"' in page
    assert said(client.post(address("undo_call_off", missed.pk)))[-1:] == [
        "Round 1 is no longer cancelled."
    ]
    assert said(client.post(address("open", missed.pk)))[-1:] == ["Round 1 is open."]


def test_pages_take_no_more_queries_for_four_missed_rounds_than_for_two(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    first = make_missed()
    make_check_in(first)
    organise(client, first)
    competition = first.stage.competition
    counts = []
    for numbers in ((2,), (3, 4)):
        for number in numbers:
            make_missed(competition, number=number)
        cache.clear()
        with django_assert_max_num_queries(20) as asked:
            inbox_of(competition.club)
            client.get(address_of("competitions:detail", first))
        counts.append(len(asked))
    assert counts[1] <= counts[0]
