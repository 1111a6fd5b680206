from collections.abc import Callable

import pytest
from django.test import Client

from league.competitions.models import Table
from tests.factories import (
    make_club,
    make_organiser,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.rounds.pages import address, organise, said
from tests.portions import some_of

pytestmark = pytest.mark.django_db


WRITES: list[tuple[str, Callable[[Table], list[int]]]] = [
    ("open", lambda table: [table.round_id]),
    ("close", lambda table: [table.round_id]),
    ("reopen", lambda table: [table.round_id]),
    ("times", lambda table: [table.round_id]),
    ("delete", lambda table: [table.round_id]),
    ("check_in", lambda table: [table.round_id]),
    ("add_player", lambda table: [table.round_id]),
    ("seat", lambda table: [table.round_id]),
    ("change", lambda table: [table.round_id]),
    ("undo_change", lambda table: [table.round_id, 1]),
    ("code", lambda table: [table.round_id, table.pk]),
    ("edit_competition", lambda table: [table.round.stage.competition_id]),
    ("create", lambda table: [table.round.stage.competition_id]),
]


@pytest.mark.parametrize(
    "role", some_of(["scorer", "nobody", "organiser of another club", "player"], 1)
)
@pytest.mark.parametrize(("name", "args"), WRITES, ids=[name for name, _ in WRITES])
def test_only_organisers_may_write(
    client: Client, role: str, name: str, args: Callable[[Table], list[int]]
) -> None:
    table = make_table()
    competition = table.round.stage.competition
    if role == "organiser of another club":
        client.force_login(make_organiser(make_club()))
    elif role != "nobody":
        user = make_user()
        make_player(competition.club, "Sam", role, user)
        client.force_login(user)

    answer = client.post(
        address(name, *args(table)),
        {
            "seating": "0",
            "seed": "1",
            "do": "unseated",
            "player": "all",
            "name": "Zoë",
            "seen": "0",
        },
    )

    competition.refresh_from_db()
    assert answer.status_code == (302 if role == "nobody" else 404)
    assert not said(answer) if role == "nobody" else True
    assert (competition.version, table.seats.count()) == (1, 4)


@pytest.mark.parametrize("role", some_of(["scorer", "organiser of another club", "player"], 1))
@pytest.mark.parametrize("name", ["sheets", "seat", "times"])
def test_only_organisers_may_see(client: Client, role: str, name: str) -> None:
    table = make_table()
    if role == "organiser of another club":
        client.force_login(make_organiser(make_club()))
    else:
        user = make_user()
        make_player(table.round.stage.competition.club, "Sam", role, user)
        client.force_login(user)

    assert client.get(address(name, table.round_id)).status_code == 404


@pytest.mark.parametrize("name", ["open", "reopen", "delete", "check_in", "add_player"])
def test_following_a_link_never_writes(client: Client, name: str) -> None:
    round_ = make_round()
    organise(client, round_)

    assert client.get(address(name, round_.pk)).status_code == 405


def test_table_of_another_round_is_not_found(client: Client) -> None:
    round_, other = make_round(), make_table()
    organise(client, round_)

    answer = client.post(address("code", round_.pk, other.pk), {"do": "revoke"})

    assert answer.status_code == 404
    assert other.codes.get().revoked_at is None
