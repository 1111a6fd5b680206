"""Hands that are over: their pages, their logs, and what proves their deals."""

import json
import random
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.commands import verify
from games.log import commitment
from league.online import matches
from league.online.models import Move, OnlineHand, OnlineTable
from league.online.replays import log_of, points_after
from league.results.models import TableScore
from tests.league.online.rounds import all_sit, evening, play_hand
from tests.league.online.tables import make_table, play_to_the_end
from tests.portions import some_of

pytestmark = pytest.mark.django_db

GAMES = [("franks-zoo", 4), ("zop-zoo", 3), ("animal-poker", 3)]
TEAM_EXCHANGE = "passes on two cards."


def played(game: str = "franks-zoo", seats: int = 3, hands: int = 1) -> OnlineTable:
    """Return a table whose match is over."""
    return play_to_the_end(make_table(game, seats, hands=hands), random.Random(4))


@pytest.fixture(scope="module")
def of_one_hand(shared_matches: None) -> int:
    """Play the match that most tests look at."""
    return played().pk


@pytest.fixture
def table(of_one_hand: int) -> OnlineTable:
    """That match, as it is after its one hand."""
    return OnlineTable.objects.get(pk=of_one_hand)


def path(table: OnlineTable, number: int = 1, rest: str = "") -> str:
    return f"/play/{table.token}/hands/{number}/{rest}"


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


@pytest.mark.parametrize(("game", "seats"), some_of(GAMES, 1))
def test_the_log_of_a_hand_is_proved_by_the_command(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Any,
    game: str,
    seats: int,
) -> None:
    table = played(game, seats)
    answer = client.get(path(table, rest="log.jsonl"))
    assert answer["Content-Disposition"] == f'attachment; filename="{game}-1.jsonl"'
    assert answer["Content-Type"] == "application/jsonl"
    (tmp_path / "log.jsonl").write_bytes(answer.content)
    hand = OnlineHand.objects.get(table=table, number=1)
    with (tmp_path / "log.jsonl").open() as log:
        monkeypatch.setattr("sys.stdin", log)
        status = verify.run([])
    assert status == 0
    assert f"  commitment: {hand.commitment}\n" in capsys.readouterr().out
    record = json.loads(answer.content.splitlines()[-1])
    assert record == {"type": "record", "record": hand.record}


def test_a_log_shows_the_commitment_that_was_shown_before_the_hand(table: OnlineTable) -> None:
    hand = OnlineHand.objects.get(table=table, number=1)
    hand.commitment = "0" * 64
    assert log_of(table, hand)[0]["commitment"] == "0" * 64


@pytest.mark.parametrize("rest", ["", "log.jsonl"])
def test_a_hand_that_is_not_over_has_neither_replay_nor_log(client: Client, rest: str) -> None:
    table = make_table()
    # The first is being played, the second is not dealt.
    assert [client.get(path(table, number, rest)).status_code for number in (1, 2)] == [404, 404]
    assert client.get(path(table, 1, "proof/")).status_code == 200
    assert client.get(path(table, 2, "proof/")).status_code == 404


@pytest.mark.parametrize("rest", ["", "log.jsonl", "proof/"])
def test_a_hand_that_was_never_dealt_or_of_no_table_is_not_found(
    client: Client, rest: str, table: OnlineTable
) -> None:
    assert client.get(path(table, 99, rest)).status_code == 404
    assert client.get(f"/play/nowhere/hands/1/{rest}").status_code == 404


def test_the_proof_shows_the_commitment_alone_until_the_hand_is_over(client: Client) -> None:
    table = make_table()
    hand = OnlineHand.objects.get(table=table, number=1)
    shown = page(client, path(table, rest="proof/"))
    assert hand.commitment in shown
    assert [secret for secret in (hand.deal["salt"], "sha256sum") if secret in shown] == []


def test_the_proof_of_a_hand_that_is_over_opens_its_deal(
    client: Client, table: OnlineTable
) -> None:
    hand = OnlineHand.objects.get(table=table, number=1)
    shown = page(client, path(table, rest="proof/"))
    found = re.search(r'<pre class="replay-command">({.*?})</pre>', shown)
    assert found is not None
    deal = json.loads(found[1])
    assert (deal, commitment(deal)) == (hand.deal, hand.commitment)
    assert shown.count(hand.commitment) == 2
    assert "The deal that was played matches this fingerprint." in shown


def test_a_deal_that_does_not_fit_its_commitment_is_said_so(
    client: Client, table: OnlineTable
) -> None:
    OnlineHand.objects.filter(table=table).update(commitment="0" * 64)
    assert "The deal does not match this fingerprint." in page(client, path(table, rest="proof/"))


@pytest.mark.parametrize(("game", "seats"), some_of(GAMES, 1))
def test_every_position_of_a_hand_has_a_page(client: Client, game: str, seats: int) -> None:
    table = played(game, seats)
    moves = Move.objects.filter(hand__table=table).count()
    assert "<h2>After the deal</h2>" in page(client, path(table))
    for move in {1, moves // 2, moves - 1, moves} - {0}:
        for seat in ("", "&seat=0"):
            shown = page(client, path(table, rest=f"?move={move}{seat}"))
            assert f"<h2>Move {move} of {moves}</h2>" in shown
            assert ("The hand is over." in shown) is (move == moves)


def test_a_position_leads_to_its_neighbours_and_keeps_the_seat(
    client: Client, table: OnlineTable
) -> None:
    moves = Move.objects.filter(hand__table=table).count()
    shown = page(client, path(table, rest="?seat=1&move=2"))
    links = re.findall(r'<a class="button[^>]* href="(\?[^"]*)#position"', shown)
    assert links == ["?seat=1&move=1", "?seat=1", "?seat=1&move=3", f"?seat=1&move={moves}"]
    shown = page(client, path(table, rest=f"?move={moves}"))
    assert re.findall(r'rel="(prev|next)"', shown) == ["prev"]


@pytest.mark.parametrize("query", ["move=999", "move=-1", "move=x", "seat=3", "seat=²"])
def test_a_position_or_a_seat_that_was_not_there_is_not_found(
    client: Client, table: OnlineTable, query: str
) -> None:
    assert client.get(path(table, rest=f"?{query}")).status_code == 404


def test_all_hands_lie_open_unless_one_seat_looks(client: Client, table: OnlineTable) -> None:
    state = matches.first_position(table, OnlineHand.objects.get(table=table, number=1)).state
    seen: list[Any] = [state.observation(seat).as_json() for seat in range(3)]
    dealt = [len(set(each["hand"])) for each in seen]
    everything = page(client, path(table))
    assert everything.count('class="face"') == sum(dealt)
    for seat in range(3):
        shown = page(client, path(table, rest=f"?seat={seat}"))
        assert shown.count('class="face"') == dealt[seat]


def test_what_was_passed_on_is_told_to_who_saw_it(client: Client) -> None:
    table = played(seats=4, hands=2)
    event = Move.objects.filter(hand__table=table, type="exchange").order_by("hand", "number")[0]
    address = path(table, event.hand.number, f"?move={event.number}")
    assert event.visible_to is not None
    stranger = next(seat for seat in range(4) if seat not in event.visible_to)
    told = '<p class="replay-step">.*?</p>'
    for seat, is_hidden in (("", False), (f"&seat={stranger}", True)):
        [sentence] = re.findall(told, page(client, address + seat))
        assert (TEAM_EXCHANGE in sentence) is is_hidden


def test_the_end_tells_the_points_of_that_hand_and_the_totals_after_it(client: Client) -> None:
    table = played(hands=2)
    first, second = OnlineHand.objects.filter(table=table).order_by("number")[:2]
    names = ("A", "B", "C")
    before, after = points_after(table, first, names), points_after(table, second, names)
    assert [row.total for row in before] == [row.points for row in before]
    assert [row.total for row in after] == [
        old.total + new.points for old, new in zip(before, after, strict=True)
    ]
    moves = first.moves.count()
    assert "<h2>Points</h2>" in page(client, path(table, rest=f"?move={moves}"))
    assert "<h2>Points</h2>" not in page(client, path(table, rest=f"?move={moves - 1}"))


def test_a_hand_of_a_round_has_the_points_of_its_table() -> None:
    night = evening()
    all_sit(night)
    play_hand(night, random.Random(1))
    hand = OnlineHand.objects.get(table=night.online, number=1)
    points = points_after(night.online, hand, ("A", "B", "C"))
    assert [row.total for row in points] == TableScore.objects.get(table=night.table).totals


def test_a_hand_that_a_correction_has_made_another_one_has_no_points(table: OnlineTable) -> None:
    hand = OnlineHand.objects.get(table=table, number=1)
    hand.record = {"finish": [0, 0, 0]}
    assert points_after(table, hand, ("A", "B", "C")) == ()


def test_a_position_costs_the_same_queries_wherever_it_is(
    client: Client, django_assert_num_queries: Any, table: OnlineTable
) -> None:
    moves = Move.objects.filter(hand__table=table).count()
    for move, queries in ((1, 7), (moves // 2, 7), (moves, 7)):
        matches.forget_all()
        with django_assert_num_queries(queries):
            client.get(path(table, rest=f"?move={move}"))
