"""The file of a hand that is over: what its pages show, all positions at once, and no more."""

import json
import random
from typing import Any

import pytest
from django.test import Client

from games.base import Seat
from league.online.models import Move, MoveAnalysis, OnlineHand, OnlineTable
from league.online.queries import seats_of
from league.online.replay_files import replays_of_deal
from league.online.replays import replay_position
from tests.league.online.events import look, make_event, tables_of
from tests.league.online.events import play_hand as play_hand_of_event
from tests.league.online.tables import make_table, play_to_the_end
from tests.portions import some_of

pytestmark = pytest.mark.django_db

GAMES = [("franks-zoo", 4), ("zop-zoo", 2), ("animal-poker", 3)]


def played(game: str = "franks-zoo", seats: int = 3, hands: int = 1) -> OnlineTable:
    """Return a table whose match is over."""
    return play_to_the_end(make_table(game, seats, hands=hands), random.Random(4))


def address(table: OnlineTable, number: int = 1, seat: Seat | None = None) -> str:
    """Return where the file of a hand is, as a seat saw it."""
    query = "" if seat is None else f"?seat={seat}"
    return f"/play/{table.token}/hands/{number}/replay.json{query}"


def file_of(table: OnlineTable, number: int = 1, seat: Seat | None = None) -> dict[str, Any]:
    """Return the file of a hand."""
    answer = Client().get(address(table, number, seat))
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def groups_in(file: dict[str, Any], piece: int) -> list[tuple[str, str, list[list[str]]]]:
    """Return what lies somewhere, as a file has it."""
    return [(each["label"], each["text"], each["faces"]) for each in file["pieces"][piece]]


@pytest.mark.parametrize(("game", "seats"), some_of(GAMES, 1))
@pytest.mark.parametrize("seat", some_of([1, None], 1))
def test_the_file_shows_of_each_position_what_its_page_shows(
    game: str, seats: int, seat: Seat | None
) -> None:
    table = played(game, seats, hands=2)
    hand = OnlineHand.objects.filter(table=table).latest("number")
    names = tuple(each.name for each in seats_of(table))
    file = file_of(table, hand.number, seat)
    assert len(file["steps"]) == Move.objects.filter(hand=hand).count() + 1
    for move in range(0, len(file["steps"]), 5):
        step, position = file["steps"][move], replay_position(table, hand, names, move, seat)
        assert position is not None
        assert step["text"] == (position.step.text if position.step else "")
        assert step["prompt"] == position.prompt
        told = [
            [
                (
                    str(group.label),
                    str(group.text),
                    [[str(part) for part in face] for face in group.faces],
                )
                for group in groups
            ]
            for groups in (position.table.middle, *(area.groups for area in position.table.areas))
        ]
        assert [groups_in(file, piece) for piece in (step["middle"], *step["areas"])] == told


def test_what_one_seat_saw_holds_no_card_of_another() -> None:
    table = played(seats=4, hands=2)
    file = file_of(table, 2, seat=1)
    for step in file["steps"]:
        for seat, piece in enumerate(step["areas"]):
            if seat != 1:
                assert all(faces == [] for _label, _text, faces in groups_in(file, piece))
    passed_on = [step["text"] for step in file["steps"] if "passes on" in step["text"]]
    assert any(text.endswith("passes on two cards.") for text in passed_on)


def test_the_file_tells_what_the_hand_was_worth_and_its_three_largest_losses() -> None:
    table = played()
    moves = list(Move.objects.filter(hand__table=table, seat=0).order_by("number")[:5])
    for move, behind in zip(moves, (0.0, 3.0, 1.0, 4.0, 2.0), strict=True):
        MoveAnalysis.objects.create(
            move=move,
            chosen=1.5,
            best=1.5 + behind,
            best_action={"type": "pass"},
            behind=behind,
            error=0.0,
            hands=75,
            tried=2,
        )
    file = file_of(table)
    assert file["losses"] == [moves[1].number, moves[3].number, moves[4].number]
    assert file["steps"][moves[1].number]["judged"]["expected"] == 1.5
    assert [each["seat"] for each in file["points"]] == [0, 1, 2]
    # Nobody else is told what the search thinks of a seat's moves.
    other = file_of(table, seat=1)
    assert other["losses"] == []


def test_a_hand_that_is_not_over_has_no_file(client: Client) -> None:
    assert client.get(address(make_table())).status_code == 404


def test_a_deal_that_is_still_to_be_played_elsewhere_has_no_file_and_no_other_tables(
    client: Client,
) -> None:
    event = make_event(hands=1)
    fast, slow = tables_of(event)
    hand = play_hand_of_event(fast)
    look(event)
    answer = client.get(address(fast))
    assert answer.status_code == 403
    assert "draw_pile" not in answer.content.decode()
    assert replays_of_deal(fast, OnlineHand.objects.get(pk=hand.pk)) == []
    play_hand_of_event(slow)
    look(event)
    assert json.loads(client.get(address(fast)).content)["hand"] == 1
    page = client.get(f"/play/{fast.token}/hands/1/?seat=0").content.decode()
    assert "The same deal at other tables" in page
    assert f"/play/{slow.token}/hands/1/?seat=0" in page
