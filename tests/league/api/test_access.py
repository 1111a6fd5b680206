"""Every operation of the API, by everybody: who is answered what.

A new operation is not in the matrix, and so fails.
"""

from collections.abc import Collection, Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from league.api.views import schema
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
from tests.portions import some_of, thinned

pytestmark = pytest.mark.django_db

CASES = {
    **cases_of_clubs.CASES,
    **cases_online.CASES,
    "retrieve_me": Case("me/", SOMEBODY),
    "export_own_data": Case("me/file/", SOMEBODY),
    "list_games": Case("games/", EVERYBODY),
    "retrieve_game": Case("games/zop-zoo/", EVERYBODY),
    "list_clubs": Case("clubs/", EVERYBODY),
    "retrieve_club": Case("clubs/{s.club.slug}/", EVERYBODY),
    "update_club": Case("clubs/{s.club.slug}/", ORGANISERS, lambda s: {"name": "Zoo"}),
    "list_players": Case("clubs/{s.club.slug}/players/", EVERYBODY),
    "create_players": Case(
        "clubs/{s.club.slug}/players/", ORGANISERS_MAKE, lambda s: {"names": ["Zoë"], "seen": 0}
    ),
    "list_audit_log": Case("clubs/{s.club.slug}/audit-log/", by(401, 200, 200, 200, 404)),
    "list_feed": Case("clubs/{s.club.slug}/feed/", EVERYBODY),
    "list_club_competitions": Case("clubs/{s.club.slug}/competitions/", EVERYBODY),
    "create_competition": Case(
        "clubs/{s.club.slug}/competitions/",
        ORGANISERS_MAKE,
        lambda s: {"name": "Cup", "game": "zop-zoo"},
    ),
    "list_ratings": Case("clubs/{s.club.slug}/ratings/franks-zoo/", EVERYBODY),
    "retrieve_hall_of_fame": Case("clubs/{s.club.slug}/hall-of-fame/", EVERYBODY),
    "export_players": Case("clubs/{s.club.slug}/players/file/?format=csv", EVERYBODY),
    "export_club": Case("clubs/{s.club.slug}/file/", OWNERS),
    "export_player_data": Case("players/{s.left.pk}/file/", ORGANISERS),
    "retrieve_player": Case("players/{s.player.pk}/", EVERYBODY),
    "update_player": Case("players/{s.player.pk}/", ORGANISERS, lambda s: {"name": "Adele"}),
    "leave_club": Case("players/{s.player.pk}/leave/", ORGANISERS),
    "return_to_club": Case("players/{s.left.pk}/return/", ORGANISERS),
    "retrieve_statistics": Case("players/{s.player.pk}/statistics/", EVERYBODY),
    "list_rating_changes": Case("players/{s.player.pk}/ratings/franks-zoo/", EVERYBODY),
    "list_competitions": Case("competitions/", EVERYBODY),
    "retrieve_competition": Case("competitions/{s.competition.pk}/", EVERYBODY),
    "update_competition": Case(
        "competitions/{s.competition.pk}/", ORGANISERS, lambda s: {"win_bonus": 2}
    ),
    "list_entries": Case("competitions/{s.competition.pk}/entries/", EVERYBODY),
    "create_entries": Case(
        "competitions/{s.competition.pk}/entries/",
        ORGANISERS_MAKE,
        lambda s: {"players": [s.player.pk]},
    ),
    "delete_entry": Case("entries/{s.waiting[0].entry_id}/", ORGANISERS_TAKE_AWAY),
    "list_rounds": Case("competitions/{s.competition.pk}/rounds/", EVERYBODY),
    "create_round": Case(
        "competitions/{s.competition.pk}/rounds/", ORGANISERS_MAKE, lambda s: {"number": 5}
    ),
    "list_adjustments": Case("competitions/{s.competition.pk}/adjustments/", EVERYBODY),
    "create_adjustment": Case(
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
    "cancel_adjustment": Case(
        "adjustments/{s.adjustment.pk}/cancel/", ORGANISERS, lambda s: {"reason": "A slip"}
    ),
    "retrieve_standings": Case("competitions/{s.competition.pk}/standings/", EVERYBODY),
    "retrieve_forecast": Case("competitions/{s.competition.pk}/forecast/", NOBODY),
    "export_standings": Case(
        "competitions/{s.competition.pk}/standings/file/?format=json", EVERYBODY
    ),
    "export_results": Case("competitions/{s.competition.pk}/results/file/?format=csv", EVERYBODY),
    "retrieve_round": Case("rounds/{s.round.pk}/", EVERYBODY),
    "update_round": Case(
        "rounds/{s.scheduled.pk}/", ORGANISERS, lambda s: {"closes_at": "2099-01-01T00:00:00Z"}
    ),
    "delete_round": Case("rounds/{s.scheduled.pk}/", ORGANISERS_TAKE_AWAY),
    "open_round": Case("rounds/{s.scheduled.pk}/open/", ORGANISERS),
    "close_round": Case("rounds/{s.round.pk}/close/", ORGANISERS),
    "call_off_round": Case("rounds/{s.scheduled.pk}/call-off/", ORGANISERS),
    "undo_call_off": Case("rounds/{s.scheduled.pk}/call-off/", ORGANISERS_TAKE_AWAY),
    "reopen_round": Case("rounds/{s.closed.pk}/reopen/", ORGANISERS),
    "list_attendance": Case("rounds/{s.round.pk}/players/", EVERYBODY),
    "check_in_players": Case(
        "rounds/{s.round.pk}/players/", ORGANISERS, lambda s: {"players": [s.player.pk]}
    ),
    "check_out_player": Case(
        "rounds/{s.unseated.pk}/players/{s.waiting[0].entry.player_id}/", ORGANISERS_TAKE_AWAY
    ),
    "check_in_self": Case(
        "rounds/{s.round.pk}/players/me/",
        by(401, 200, 200, 200, 404, viewer=422, site_owner=404),
    ),
    "check_out_self": Case(
        "rounds/{s.unseated.pk}/players/me/",
        by(401, 204, 204, 204, 404, viewer=204, site_owner=404),
    ),
    "list_tables": Case("rounds/{s.round.pk}/tables/", EVERYBODY),
    "seat_round": Case(
        "rounds/{s.unseated.pk}/seating/", ORGANISERS, lambda s: {"seating": 0, "seed": 1}
    ),
    "export_seating": Case("rounds/{s.round.pk}/seating/file/?format=csv", EVERYBODY),
    "retrieve_table": Case("tables/{s.table.pk}/", EVERYBODY),
    "retrieve_table_code": Case("tables/{s.table.pk}/code/", AT_THE_TABLE),
    "list_hands": Case("tables/{s.table.pk}/hands/", EVERYBODY),
    "record_hand": Case("tables/{s.table.pk}/hands/", RECORDERS, lambda s: s.record()),
    "export_hands": Case("tables/{s.table.pk}/hands/file/?format=csv", EVERYBODY),
    "post_online_table_of_table": Case("tables/{s.table.pk}/online/", by(401, 422, 422, 422, 404)),
    "retrieve_hand": Case("hands/{s.hand.pk}/", EVERYBODY),
    "correct_hand": Case(
        "hands/{s.hand.pk}/", SCORERS, lambda s: why(s) | {"record": {"finish": [1, 0, 2, 3]}}
    ),
    "void_hand": Case("hands/{s.hand.pk}/void/", SCORERS, why),
    "restore_hand": Case("hands/{s.void.pk}/restore/", SCORERS, lambda s: why(s) | {"revision": 2}),
    "dismiss_dispute": Case("hands/{s.hand.pk}/dismiss-dispute/", SCORERS, why),
    "confirm_hand": Case("hands/{s.hand.pk}/confirm/", SEATED, lambda s: {"revision": 1}),
    "dispute_hand": Case("hands/{s.hand.pk}/dispute/", SEATED, why),
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
    "post_online_actions": Case(
        "online/{s.online.token}/actions/", PLAYING, lambda s: {"action": "away"}
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
UPWARDS = ("visitor", "viewer", "player", "scorer", "organiser", "owner")
LIKE = {"stranger": "viewer", "site owner": "owner"}
USUAL = ("visitor", "player", "organiser")


def _at_borders(case: Case) -> set[str]:
    """Return those next to each other of whom one may and one may not, and refused strangers."""
    expected = case.expected
    refused = {"stranger"} if expected["stranger"] in REFUSALS else set()
    return refused | at_borders(expected, upwards=UPWARDS, like=LIKE, refusals=REFUSALS)


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """Build the scene once for this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        built = Scene()
        built.add_programs()
        yield built
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


@pytest.mark.parametrize("visitor", thinned(VISITORS, 3))
def test_nobody_gets_further_than_they_may_and_who_may_gets_so_far(
    scene: Scene, visitor: str
) -> None:
    telling = {
        name: case.expected[visitor] for name, case in CASES.items() if visitor in _at_borders(case)
    }
    assert _answers(scene, visitor, telling) == telling


@pytest.mark.parametrize(
    "visitor", some_of(sorted(VISITORS, key=lambda each: each not in USUAL), 0, len(USUAL))
)
def test_everybody_is_answered_as_they_may(scene: Scene, visitor: str) -> None:
    expected = {name: case.expected[visitor] for name, case in CASES.items()}
    assert _answers(scene, visitor, expected) == expected
