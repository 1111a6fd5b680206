"""Every operation of the API, by everybody: who is answered what.

A new operation is not in the matrix, and so fails.
"""

from collections.abc import Collection, Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from league.api.views.description import schema
from tests.league.api import cases_of_clubs, cases_online
from tests.league.api.cases import (
    AT_THE_TABLE,
    EVERYBODY,
    NOBODY,
    ORGANISERS,
    ORGANISERS_MAKE,
    ORGANISERS_TAKE_AWAY,
    OWNERS,
    PLAYING,
    RECORDERS,
    SCORERS,
    SEATED,
    SOMEBODY,
    Case,
    by,
    why,
)
from tests.league.api.scenes import VISITORS, Scene, content_of
from tests.league.borders import at_borders

pytestmark = pytest.mark.django_db

CASES = {
    **cases_of_clubs.CASES,
    **cases_online.CASES,
    "get_me": Case("me/", SOMEBODY),
    "get_own_file": Case("me/file/", SOMEBODY),
    "get_games": Case("games/", EVERYBODY),
    "get_game_by_slug": Case("games/zop-zoo/", EVERYBODY),
    "get_clubs": Case("clubs/", EVERYBODY),
    "get_club_by_slug": Case("clubs/{s.club.slug}/", EVERYBODY),
    "patch_club_by_slug": Case("clubs/{s.club.slug}/", ORGANISERS, lambda s: {"name": "Zoo"}),
    "get_club_players": Case("clubs/{s.club.slug}/players/", EVERYBODY),
    "post_club_players": Case(
        "clubs/{s.club.slug}/players/",
        ORGANISERS_MAKE,
        lambda s: {"names": ["Zoë"], "seen": 0},
    ),
    "get_club_acts": Case("clubs/{s.club.slug}/acts/", by(401, 200, 200, 200, 404)),
    "get_club_feed": Case("clubs/{s.club.slug}/feed/", EVERYBODY),
    "get_club_competitions": Case("clubs/{s.club.slug}/competitions/", EVERYBODY),
    "post_club_competitions": Case(
        "clubs/{s.club.slug}/competitions/",
        ORGANISERS_MAKE,
        lambda s: {"name": "Cup", "game": "zop-zoo"},
    ),
    "get_club_ratings": Case("clubs/{s.club.slug}/ratings/franks-zoo/", EVERYBODY),
    "get_club_fame": Case("clubs/{s.club.slug}/hall-of-fame/", EVERYBODY),
    "get_players_export": Case("clubs/{s.club.slug}/players/file/?form=csv", EVERYBODY),
    "get_club_export": Case("clubs/{s.club.slug}/file/", OWNERS),
    "get_player_file": Case("players/{s.left.pk}/file/", ORGANISERS),
    "get_player_by_id": Case("players/{s.player.pk}/", EVERYBODY),
    "patch_player_by_id": Case("players/{s.player.pk}/", ORGANISERS, lambda s: {"name": "Adele"}),
    "post_player_leaving": Case("players/{s.player.pk}/leave/", ORGANISERS),
    "post_player_returning": Case("players/{s.left.pk}/return/", ORGANISERS),
    "get_player_statistics": Case("players/{s.player.pk}/statistics/", EVERYBODY),
    "get_player_rating_changes": Case("players/{s.player.pk}/ratings/franks-zoo/", EVERYBODY),
    "get_competitions": Case("competitions/", EVERYBODY),
    "get_competition_by_id": Case("competitions/{s.competition.pk}/", EVERYBODY),
    "patch_competition_by_id": Case(
        "competitions/{s.competition.pk}/", ORGANISERS, lambda s: {"win_bonus": 2}
    ),
    "get_competition_entries": Case("competitions/{s.competition.pk}/entries/", EVERYBODY),
    "post_competition_entries": Case(
        "competitions/{s.competition.pk}/entries/",
        ORGANISERS_MAKE,
        lambda s: {"players": [s.player.pk]},
    ),
    "delete_entry_by_id": Case("entries/{s.waiting[0].entry_id}/", ORGANISERS_TAKE_AWAY),
    "get_competition_rounds": Case("competitions/{s.competition.pk}/rounds/", EVERYBODY),
    "post_competition_rounds": Case(
        "competitions/{s.competition.pk}/rounds/", ORGANISERS_MAKE, lambda s: {"number": 5}
    ),
    "get_competition_adjustments": Case("competitions/{s.competition.pk}/adjustments/", EVERYBODY),
    "post_competition_adjustments": Case(
        "competitions/{s.competition.pk}/adjustments/",
        ORGANISERS_MAKE,
        lambda s: {
            "entry": s.adjustment.entry_id,
            "kind": "penalty",
            "points": -1,
            "reason": "Late",
            "key": "late",
        },
    ),
    "post_adjustment_cancelling": Case(
        "adjustments/{s.adjustment.pk}/cancel/", ORGANISERS, lambda s: {"reason": "A slip"}
    ),
    "get_competition_standings": Case("competitions/{s.competition.pk}/standings/", EVERYBODY),
    "get_competition_forecast": Case("competitions/{s.competition.pk}/forecast/", NOBODY),
    "get_standings_export": Case(
        "competitions/{s.competition.pk}/standings/file/?form=json", EVERYBODY
    ),
    "get_results_export": Case("competitions/{s.competition.pk}/results/file/?form=csv", EVERYBODY),
    "get_round_by_id": Case("rounds/{s.round.pk}/", EVERYBODY),
    "patch_round_by_id": Case(
        "rounds/{s.scheduled.pk}/", ORGANISERS, lambda s: {"closes_at": "2099-01-01T00:00:00Z"}
    ),
    "delete_round_by_id": Case("rounds/{s.scheduled.pk}/", ORGANISERS_TAKE_AWAY),
    "post_round_opening": Case("rounds/{s.scheduled.pk}/open/", ORGANISERS),
    "post_round_closing": Case("rounds/{s.round.pk}/close/", ORGANISERS),
    "post_round_calling_off": Case("rounds/{s.scheduled.pk}/call-off/", ORGANISERS),
    "delete_round_calling_off": Case("rounds/{s.scheduled.pk}/call-off/", ORGANISERS_TAKE_AWAY),
    "post_round_reopening": Case("rounds/{s.closed.pk}/reopen/", ORGANISERS),
    "get_round_players": Case("rounds/{s.round.pk}/players/", EVERYBODY),
    "post_round_players": Case(
        "rounds/{s.round.pk}/players/", ORGANISERS, lambda s: {"players": [s.player.pk]}
    ),
    "delete_round_player": Case(
        "rounds/{s.unseated.pk}/players/{s.waiting[0].entry.player_id}/", ORGANISERS_TAKE_AWAY
    ),
    "post_own_check_in": Case(
        "rounds/{s.round.pk}/players/me/",
        by(401, 200, 200, 200, 404, spectator=422, site_owner=404),
    ),
    "delete_own_check_in": Case(
        "rounds/{s.unseated.pk}/players/me/",
        by(401, 204, 204, 204, 404, spectator=204, site_owner=404),
    ),
    "get_round_tables": Case("rounds/{s.round.pk}/tables/", EVERYBODY),
    "post_round_seating": Case(
        "rounds/{s.unseated.pk}/seating/", ORGANISERS, lambda s: {"seating": 0, "seed": 1}
    ),
    "get_seating_export": Case("rounds/{s.round.pk}/seating/file/?form=csv", EVERYBODY),
    "get_table_by_id": Case("tables/{s.table.pk}/", EVERYBODY),
    "get_table_code": Case("tables/{s.table.pk}/code/", AT_THE_TABLE),
    "get_table_hands": Case("tables/{s.table.pk}/hands/", EVERYBODY),
    "post_table_hands": Case("tables/{s.table.pk}/hands/", RECORDERS, lambda s: s.record()),
    "get_hands_export": Case("tables/{s.table.pk}/hands/file/?form=csv", EVERYBODY),
    "post_online_table_of_table": Case("tables/{s.table.pk}/online/", by(401, 422, 422, 422, 404)),
    "get_hand_by_id": Case("hands/{s.hand.pk}/", EVERYBODY),
    "put_hand_by_id": Case(
        "hands/{s.hand.pk}/",
        SCORERS,
        lambda s: why(s) | {"record": {"finish": [1, 0, 2, 3]}},
    ),
    "post_hand_voiding": Case("hands/{s.hand.pk}/void/", SCORERS, why),
    "post_hand_restoring": Case(
        "hands/{s.void.pk}/restore/", SCORERS, lambda s: why(s) | {"revision": 2}
    ),
    "post_hand_keeping": Case("hands/{s.hand.pk}/keep/", SCORERS, why),
    "post_hand_confirming": Case("hands/{s.hand.pk}/confirm/", SEATED, lambda s: {"revision": 1}),
    "post_hand_disputing": Case("hands/{s.hand.pk}/dispute/", SEATED, why),
    "get_online_tables": Case("online/", SOMEBODY),
    "post_online_tables": Case(
        "online/",
        by(401, 201, 201, 201, 201),
        lambda s: {"game": "zop-zoo", "seats": 3, "name": "Ada", "bots": "greedy"},
    ),
    "get_online_table_by_token": Case("online/{s.online.token}/", EVERYBODY),
    "post_online_seat": Case(
        "online/{s.open_online.token}/seats/1/", SOMEBODY, lambda s: {"name": "Bo"}
    ),
    "post_online_beginning": Case("online/{s.online.token}/begin/", PLAYING),
    "post_online_moves": Case("online/{s.online.token}/moves/", PLAYING, lambda s: s.move()),
    "post_online_wishes": Case(
        "online/{s.online.token}/wishes/", PLAYING, lambda s: {"wish": "away"}
    ),
    "get_online_hand": Case("online/{s.online.token}/hands/1/", NOBODY),
}


OPERATIONS = {
    operation["operationId"]: method
    for methods in schema()["paths"].values()
    for method, operation in methods.items()
}
"""The method of every operation that is described, by its name."""


def test_every_operation_is_in_the_matrix() -> None:
    assert sorted(CASES) == sorted(OPERATIONS)


REFUSALS = {401, 404}
UPWARDS = ("visitor", "spectator", "player", "scorer", "organiser", "owner")
LIKE = {"stranger": "spectator", "site owner": "owner"}


def _at_borders(case: Case) -> set[str]:
    """Return those next to each other of whom one may and one may not, and refused strangers."""
    expected = case.expected
    refused = {"stranger"} if expected["stranger"] in REFUSALS else set()
    return refused | at_borders(expected, upwards=UPWARDS, like=LIKE, refusals=REFUSALS)


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """Build the scene once for this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Scene()
        transaction.set_rollback(True)


def _answers(scene: Scene, visitor: str, names: Collection[str]) -> dict[str, int]:
    """Ask for operations, take back what they did, and return what was answered."""
    program = scene.program(visitor)
    answered = {}
    for name in names:
        case = CASES[name]
        with transaction.atomic():
            path, body = case.path.format(s=scene), case.body(scene)
            answer = program.ask(OPERATIONS[name], path, body)
            answered[name] = answer.status_code
            content_of(answer)
            transaction.set_rollback(True)
    return answered


@pytest.mark.parametrize("visitor", VISITORS)
def test_nobody_gets_further_than_they_may_and_who_may_gets_so_far(
    scene: Scene, visitor: str
) -> None:
    telling = {
        name: case.expected[visitor] for name, case in CASES.items() if visitor in _at_borders(case)
    }
    assert _answers(scene, visitor, telling) == telling


@pytest.mark.thorough
@pytest.mark.parametrize("visitor", VISITORS)
def test_everybody_is_answered_as_they_may(scene: Scene, visitor: str) -> None:
    expected = {name: case.expected[visitor] for name, case in CASES.items()}
    assert _answers(scene, visitor, expected) == expected
