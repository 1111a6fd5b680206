"""Hands of score sheets are rated by the sides that really played them."""

from collections.abc import Mapping
from typing import Any

import pytest

from league.competitions.models import Table
from league.core.games import site_game
from league.results.services import correct_hand
from league.standings.models import RatingChange
from league.standings.ratings.services import recompute_ratings
from tests.factories import BY_CLUB, make_competition, make_round, make_table
from tests.league.results.hands import live_hand, send
from tests.league.standings.ratings.evenings import update_all

pytestmark = pytest.mark.django_db

SKAT = {"game": "clubs", "tops": 2}
DOPPELKOPF: Mapping[str, Any] = {"re_won": True}
SCHAFKOPF: Mapping[str, Any] = {"declarer": 0, "game": "call", "won": True}
SPADES: Mapping[str, Any] = {"bid": [3, 3, 3, 3], "tricks": [4, 4, 3, 2]}
Sides = dict[str, tuple[int, int]]


def table_of(game: str, seats: int) -> Table:
    options = dict(site_game(game).engine.options({}).as_json())
    return make_table(make_round(make_competition(game=game, options=options)), seats)


def rated_sides(table: Table, number: int = 1) -> list[tuple[int, set[int]]]:
    """Return the place and the seats of each side of a hand, by which it was rated."""
    update_all()
    seats = dict(table.seats.values_list("player", "number"))
    found: dict[int, tuple[int, set[int]]] = {}
    for change in RatingChange.objects.filter(hand__table=table, hand__number=number):
        found.setdefault(change.side, (change.place, set()))[1].add(seats[change.player_id])
    return sorted(found.values(), key=lambda side: (side[0], min(side[1])))


@pytest.mark.parametrize(
    ("game", "seats", "record", "sides"),
    [
        ("skat", 3, SKAT | {"declarer": 1, "won": True}, [(1, {1}), (2, {0, 2})]),
        ("skat", 3, SKAT | {"declarer": 1, "won": False}, [(1, {0, 2}), (2, {1})]),
        ("skat", 4, SKAT | {"declarer": 3, "won": True}, [(1, {3}), (2, {0, 1, 2})]),
        ("doppelkopf", 4, {"re": [True, False, True, False]}, [(1, {0, 2}), (2, {1, 3})]),
        ("doppelkopf", 4, {"re": [False, False, True, False]}, [(1, {2}), (2, {0, 1, 3})]),
        ("schafkopf", 4, {"partner": 2}, [(1, {0, 2}), (2, {1, 3})]),
        ("schafkopf", 4, {"game": "solo"}, [(1, {0}), (2, {1, 2, 3})]),
        ("spades", 4, {}, [(1, {0, 2}), (2, {1, 3})]),
        (
            "hearts",
            4,
            {"hearts": [3, 5, 0, 5], "queen": 2},
            [(1, {0}), (2, {1}), (2, {3}), (4, {2})],
        ),
    ],
)
def test_hand_is_rated_by_the_sides_that_played(
    game: str, seats: int, record: dict[str, Any], sides: list[tuple[int, set[int]]]
) -> None:
    usual = {"doppelkopf": DOPPELKOPF, "schafkopf": SCHAFKOPF, "spades": SPADES}.get(game, {})
    table = table_of(game, seats)
    send(table, record={**usual, **record})
    assert rated_sides(table) == sides


def test_each_hand_of_a_match_is_rated_by_its_own_sides() -> None:
    table = table_of("doppelkopf", 4)
    for re in ([0, 1], [0, 2], [3]):
        send(table, record={"re": [seat in re for seat in range(4)], **DOPPELKOPF})
    played = [rated_sides(table, number) for number in (1, 2, 3)]
    assert played == [
        [(1, {0, 1}), (2, {2, 3})],
        [(1, {0, 2}), (2, {1, 3})],
        [(1, {3}), (2, {0, 1, 2})],
    ]
    assert recompute_ratings(competition_id=table.round.stage.competition_id) == []


def test_hand_that_all_passed_is_not_rated() -> None:
    table = table_of("skat", 3)
    send(table, record={"game": "passed", "tops": 1, "won": False})
    assert rated_sides(table) == []


def test_corrected_declarer_changes_the_sides() -> None:
    table = table_of("skat", 3)
    send(table, record=SKAT | {"declarer": 1, "won": True})
    assert rated_sides(table)[0] == (1, {1})
    hand = live_hand(table, 1)
    correct_hand(
        hand_id=hand.pk,
        expected_revision=1,
        record=SKAT | {"declarer": 2, "won": True},
        reason="Misread",
        author=BY_CLUB,
    )
    assert rated_sides(table) == [(1, {2}), (2, {0, 1})]
