import json
import random
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.base import Json
from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.observation import FranksZooObservation
from games.log import BrokenLogError, HandLog, commitment, replay_moves
from games.match_log import play_match, verify
from games.refusals import IllegalActionError
from games.registry import games
from tests.portions import in_portions

GAMES = {game.slug: game for game in games()}
Line = dict[str, Any]


def first(view: Any, rng: Any) -> int:
    action: int = view.legal_actions[rng.randrange(len(view.legal_actions))]
    return action


def played(seats: int = 4, seed: int = 1) -> HandLog:
    """Return the log of a whole hand with teams."""
    rng = random.Random(seed)
    options = FRANKS_ZOO.options({})
    setup = FRANKS_ZOO.new_match(options, seats, 0).skip().next_hand()
    assert setup is not None
    log = HandLog(FRANKS_ZOO, options, setup, FRANKS_ZOO.sample_deal(setup, rng), "salt")
    while not log.state.is_over():
        seat = log.state.acting_seats()[0]
        log.apply(seat, first(log.state.observation(seat), rng))
    return log


def in_json(lines: list[Any]) -> list[Line]:
    copied: list[Line] = json.loads(json.dumps(lines))
    return copied


HAND = in_json(list(played().lines()))
MATCH = in_json(
    list(play_match(FRANKS_ZOO, FRANKS_ZOO.options({}), 2, [first] * 5, random.Random(2)))
)


def test_header_holds_what_starts_the_hand_again() -> None:
    assert {name: HAND[0][name] for name in ("type", "game", "rules_version", "number")} == {
        "type": "hand",
        "game": "franks-zoo",
        "rules_version": 1,
        "number": 2,
    }
    assert HAND[0]["options"] == {"mode": "partners", "target": 19, "final_trick": "owner"}
    assert HAND[0]["setup"]["teams"] == [[1, 3], [2, 0]]
    assert list(HAND[0]["deal"]) == ["salt", "hands"]


def test_commitment_is_the_hash_of_the_deal_and_its_salt() -> None:
    assert HAND[0]["commitment"] == commitment(HAND[0]["deal"])
    text = b'{"hands":[["lion"],[]],"salt":"a"}'
    assert commitment({"salt": "a", "hands": [["lion"], []]}) == sha256(text).hexdigest()


def test_events_are_numbered_and_the_record_is_last() -> None:
    assert [line["n"] for line in HAND[1:-1]] == list(range(1, len(HAND) - 1))
    assert HAND[-1] == {"type": "record", "record": played().state.record().as_json()}


def test_log_that_is_replayed_is_written_the_same() -> None:
    log = HandLog.take_up(FRANKS_ZOO, HAND[0])
    for line in HAND[1:]:
        log.replay(line)
    assert in_json(list(log.lines())) == HAND


def test_whole_match_is_verified() -> None:
    hands = sum(line["type"] == "hand" for line in MATCH)
    verified = verify(GAMES, MATCH)
    assert (verified.hands, verified.matches) == (hands, 1)
    assert verified.events == len(MATCH) - 2 * hands - 1
    assert len(MATCH[-1]["hands"]) == hands


def test_log_of_a_seat_shows_its_cards_and_what_it_may_see() -> None:
    log = played()
    seen = in_json(list(log.lines_as_seen_by(3)))
    assert seen[0] == HAND[0] | {"deal": {"hands": [None, None, None, HAND[0]["deal"]["hands"][3]]}}
    for line, whole in zip(seen[1:-1], HAND[1:-1], strict=True):
        is_seen = whole["visible_to"] is None or 3 in whole["visible_to"]
        assert line == (whole if is_seen else whole | {"action": None})
    assert seen[-1] == HAND[-1]
    exchanges = [line for line in seen if line["type"] == "exchange"]
    assert [line["action"] is None for line in exchanges] == [
        3 not in line["visible_to"] for line in exchanges
    ]
    assert len({line["action"] is None for line in exchanges}) == 2


def test_spectator_sees_no_hand_and_no_exchange() -> None:
    seen = in_json(list(played().lines_as_seen_by(None)))
    assert seen[0]["deal"] == {"hands": [None] * 4}
    assert {line["action"] for line in seen if line["type"] == "exchange"} == {None}


def test_illegal_action_is_neither_logged_nor_done() -> None:
    log = HandLog.take_up(FRANKS_ZOO, HAND[0])
    before = in_json(list(log.lines()))
    with pytest.raises(IllegalActionError):
        log.apply(0, 1)
    assert in_json(list(log.lines())) == before


def change(line: int, **values: Json) -> Callable[[list[Line]], None]:
    return lambda lines: lines[line].update(values)


@pytest.mark.parametrize(
    ("spoil", "code", "field"),
    [
        (change(0, game="whist"), "unknown_game", "lines[0].game"),
        (change(0, rules_version=2), "differs", "lines[0].rules_version"),
        (change(0, number=3), "differs", "lines[0].number"),
        (change(0, commitment="0" * 64), "differs", "lines[0].commitment"),
        (change(0, deal={"hands": []}), "deal_hidden", "lines[0].deal"),
        (change(0, options={"target": 0}), "out_of_range", "lines[0].options.target"),
        (change(0, setup=None), "not_an_object", "lines[0].setup"),
        (change(0, extra=1), "unknown_field", "lines[0].extra"),
        (change(0, options={}), "differs", "lines[0].options"),
        (change(1, n=True), "differs", "lines[1].n"),
        (change(1, n=2), "differs", "lines[1].n"),
        (change(1, seat=4), "not_a_seat", "lines[1].seat"),
        (change(1, seat=1), "not_acting", "lines[1].seat"),
        (change(1, type="play"), "differs", "lines[1].type"),
        (change(1, visible_to=None), "differs", "lines[1].visible_to"),
        (change(1, action=None), "not_an_object", "lines[1].action"),
        (change(1, action={"type": "play", "cards": ["lion"]}), "not_now", "lines[1].action.type"),
        (
            change(1, action={"type": "exchange", "cards": ["lion"] * 5}),
            "not_in_hand",
            "lines[1].action",
        ),
        (lambda lines: lines.pop(1), "differs", "lines[1].n"),
        (lambda lines: lines.insert(1, HAND[-1]), "not_over", "lines[1]"),
        (change(-1, record={}), "differs", f"lines[{len(HAND) - 1}].record"),
        (lambda lines: lines.pop(), "incomplete", f"lines[{len(HAND) - 2}]"),
        (lambda lines: lines.append({"type": "joke"}), "not_a_header", f"lines[{len(HAND)}]"),
        (lambda lines: lines.clear(), "incomplete", "lines[0]"),
    ],
)
def test_broken_log_says_where_and_why(
    spoil: Callable[[list[Line]], None], code: str, field: str
) -> None:
    lines = in_json(list(HAND))
    spoil(lines)
    with pytest.raises(BrokenLogError) as broken:
        verify(GAMES, lines)
    problem = broken.value.problems[0]
    assert (problem.code, problem.field) == (code, field)


def test_deal_of_a_log_is_checked_even_where_the_commitment_fits() -> None:
    lines = in_json(list(HAND))
    lines[0]["deal"]["hands"][0][0] = "joker"
    lines[0]["commitment"] = commitment(lines[0]["deal"])
    with pytest.raises(BrokenLogError) as broken:
        verify(GAMES, lines)
    assert broken.value.problems[0].field == "lines[0].deal.hands"


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"dealer": 0}, "setup_differs", "hands[0]"),
        ({"seats": 5.0}, "not_a_table_size", "seats"),
        ({"dealer": 9}, "not_a_seat", "dealer"),
        ({"hands": []}, "differs", "hands"),
        ({"options": {"mode": "simple"}}, "setup_differs", "hands[1]"),
        ({"winner": 1}, "unknown_field", "winner"),
    ],
)
def test_match_that_does_not_fit_its_hands_is_broken(values: Line, code: str, field: str) -> None:
    lines = in_json(list(MATCH))
    lines[-1].update(values)
    with pytest.raises(BrokenLogError) as broken:
        verify(GAMES, lines)
    problem = broken.value.problems[0]
    assert (problem.code, problem.field) == (code, f"lines[{len(MATCH) - 1}].{field}")


def test_packed_moves_replay_and_stop_at_the_first_bad_one() -> None:
    log = HandLog.take_up(FRANKS_ZOO, HAND[0])
    moves = [
        (line["seat"], log.state.read_action(line["seat"], line["action"])) for line in HAND[1:3]
    ]
    with pytest.raises(IllegalActionError):
        replay_moves(log.state, [moves[0], moves[0]])
    replay_moves(log.state, moves[1:])
    view = log.state.observation(None)
    assert isinstance(view, FranksZooObservation)
    assert sum(view.has_passed) == 2


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@in_portions(4)
@given(lines=st.lists(values, max_size=4))
@settings(max_examples=50)
def test_no_json_at_all_breaks_the_reader_of_logs(portion: int, lines: list[Json]) -> None:
    with pytest.raises(BrokenLogError):
        verify(GAMES, lines)


@in_portions(5)
@given(at=st.integers(0, len(HAND) - 1), data=st.data())
@settings(max_examples=60)
def test_any_field_replaced_is_noticed(portion: int, at: int, data: st.DataObject) -> None:
    lines = in_json(list(HAND))
    name = data.draw(st.sampled_from(sorted(lines[at])))
    value = data.draw(values)
    if json.dumps(value) == json.dumps(lines[at][name]):
        return
    lines[at][name] = value
    with pytest.raises(BrokenLogError):
        verify(GAMES, lines)
