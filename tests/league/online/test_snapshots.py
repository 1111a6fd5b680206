"""A table as a move leaves it is the table that would be read."""

import random

import pytest
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from games.base import Seat
from league.online import snapshots
from league.online.models import OnlineTable, Phase
from league.online.seat_view import View, seat_view
from league.online.services.play import play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from league.online.snapshots import Snapshot, snapshot_of
from tests.league.online.tables import NOW, legal_move, make_table, sent
from tests.portions import some_of

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

SEATS = 3
GAMES = ("franks-zoo", "zop-zoo", "animal-poker")


def table_of_people(game: str) -> OnlineTable:
    """Return a table of people alone, whose first hand has begun."""
    table = make_table(game, SEATS, bots="", hands=2)
    for seat in range(1, SEATS):
        sit_down(table_id=table.pk, seat=seat, person=Person("Ben", guest=f"{seat:032}"), now=NOW)
    return table


def views(snapshot: Snapshot) -> list[View]:
    """Return what every seat, and who watches, is told."""
    readers: list[Seat | None] = [None, *range(SEATS)]
    return [seat_view(snapshot, seat, after=0, now=NOW) for seat in readers]


@pytest.mark.parametrize("game", some_of(GAMES, 1))
def test_what_a_move_leaves_is_what_would_be_read(
    game: str,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    rng = random.Random(game)
    table = table_of_people(game)
    kept = snapshot_of(table.token)
    moves = 0
    while kept.table.phase == Phase.PLAYING:
        assert kept.state is not None
        seat = rng.choice(kept.state.acting_seats())
        table.refresh_from_db()
        move = sent(table, legal_move(table, seat, rng))
        with django_capture_on_commit_callbacks(execute=True):
            version = play_move(table_id=table.pk, seat=seat, sent=move, now=NOW).version
        moves += 1
        table.refresh_from_db()
        if table.phase != Phase.PLAYING:
            break
        with django_assert_num_queries(0):
            kept = snapshot_of(table.token, version)
            told = views(kept)
        snapshots.forget_all()
        assert told == views(snapshot_of(table.token))
    assert moves == table.moves
    # What the hand was worth is read: nothing of it was kept.
    assert snapshot_of(table.token).matches.now != kept.matches.now
    assert snapshot_of(table.token).shuffling is not None


def test_another_process_reads_only_what_a_move_changes() -> None:
    table = table_of_people("zop-zoo")
    before = snapshot_of(table.token)
    assert before.state is not None
    seat = before.state.acting_seats()[0]
    table.refresh_from_db()
    # Nothing is committed here, so that this process keeps nothing of the move.
    play_move(
        table_id=table.pk,
        seat=seat,
        sent=sent(table, legal_move(table, seat, random.Random(1))),
        now=NOW,
    )
    now = snapshot_of(table.token)
    assert now.hand is before.hand
    assert now.matches is before.matches
    assert now.table.moves == before.table.moves + 1
