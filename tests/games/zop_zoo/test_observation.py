"""What a seat may see (ZZ-R17), and that nothing else comes through."""

import json
import random

import pytest

from games.base import Json
from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.cards import BEAST, SPECIALTIES
from games.zop_zoo.play import ZopZooState
from games.zop_zoo.resampling import resample
from tests.games.zop_zoo.playing import SEEDS, SEEDS_BY_RUN, moves, new_hand
from tests.games.zop_zoo.writing import ANY_ROW, act, all_black_cards, table
from tests.portions import thinned


def view(state: ZopZooState, seat: int | None) -> str:
    return json.dumps(state.observation(seat).as_json())


def with_other_secrets(state: ZopZooState, rng: random.Random) -> ZopZooState:
    """Exchange the hidden cards among each other: the draw pile and what is buried."""
    other = state.clone()
    buried = other.discard_pile[:-1]
    drawable = list(other.draw_pile[other.drawn :])
    fixed = [card for card in buried if other.used >> card & 1]
    wilds = [card for card in drawable if card >= BEAST]
    loose = [card for card in (*buried, *drawable) if card < BEAST and card not in fixed]
    rng.shuffle(loose)
    under = fixed + loose[: len(buried) - len(fixed)]
    above = wilds + loose[len(buried) - len(fixed) :]
    rng.shuffle(under)
    rng.shuffle(above)
    other.discard_pile[:-1] = under
    other.draw_pile = (*other.draw_pile[: other.drawn], *above)
    return other


@pytest.mark.rule("ZZ-R17", "ZZ-14")
def test_only_the_digger_sees_the_discard_pile_and_only_while_he_digs() -> None:
    state = table("bird-1 bird-2", ANY_ROW, discard="mole arachnid-1 bird-1")
    before = [state.observation(seat).as_json() for seat in (0, 1, None)]
    assert [seen["discard_pile"] for seen in before] == [None, None, None]
    assert [(seen["top"], seen["discard_pile_size"]) for seen in before] == [("mole", 3)] * 3
    act(state, "dig")
    while_digging = [state.observation(seat).as_json() for seat in (0, 1, None)]
    assert [seen["discard_pile"] for seen in while_digging] == [
        ["bird-1", "arachnid-1", "mole"],
        None,
        None,
    ]
    act(state, "stop")
    after = [state.observation(seat).as_json() for seat in (0, 1, None)]
    assert [seen["discard_pile"] for seen in after] == [None, None, None]


@pytest.mark.rule("ZZ-R17")
def test_view_tells_all_that_lies_open() -> None:
    state = table(
        "bird-1 bird-2+ connect-1+ minus-1 insect-1/best_beast bonus-bird",
        ANY_ROW,
        draw="hyena arachnid-1 arachnid-2",
        discard="arachnid-3 raccoon",
        void="raccoon",
    )
    act(state, "draw")
    assert state.observation(0).as_json() == {
        "seat": 0,
        "seats": 2,
        "number": 1,
        "dealer": 0,
        "first": 0,
        "acting": [0],
        "legal_actions": [{"type": "give_unit", "unit": "minus-1", "seat": 1}],
        "phase": "specialty_drawn",
        "turn": 0,
        "rows": [
            [
                {"card": "bird-1", "cover": None, "points": None},
                {"card": "bird-2", "cover": "match", "points": 20},
                {"card": "insect-1", "cover": "best_beast", "points": 50},
                {"card": "connect-1", "cover": "match", "points": 80},
                {"card": "minus-1", "cover": None, "points": -75},
            ],
            [
                {"card": f"{category}-{number}", "cover": None, "points": None}
                for category in ("reptile", "marsupial")
                for number in (1, 2, 3)
            ],
        ],
        "bonuses": [["bird"], []],
        "draw_pile_size": 2,
        "discard_pile_size": 2,
        "top": "arachnid-3",
        "discard_pile": None,
        "looked_at": [5, 5],
        "used": ["raccoon"],
        "held": "hyena",
        "has_fetched": False,
        "is_over": False,
        "winner": None,
    }
    assert state.observation(1).as_json()["legal_actions"] == []
    assert state.observation(None).as_json()["legal_actions"] == []


def test_hand_begins_with_nothing_discarded_or_used() -> None:
    state, _ = new_hand(4)
    seen = state.observation(None)
    assert (seen.used, seen.discard_pile_size, seen.has_fetched, seen.winner) == (0, 0, False, None)
    assert (seen.draw_pile_size, state.drawn) == (len(state.draw_pile), 0)


@pytest.mark.rule("ZZ-R17")
@pytest.mark.parametrize("seed", thinned(SEEDS, 5))
def test_view_does_not_change_with_what_a_seat_cannot_know(seed: int) -> None:
    state, rng = new_hand(seed)
    for _ in moves(state, rng):
        other, with_same_discards = with_other_secrets(state, rng), state.clone()
        with_same_discards.draw_pile = tuple(reversed(state.draw_pile[state.drawn :]))
        with_same_discards.drawn = 0
        for seat in (None, *range(state.setup.seats)):
            is_digging = state.observation(seat).discard_pile is not None
            assert view(with_same_discards if is_digging else other, seat) == view(state, seat)


@pytest.mark.rule("ZZ-R17", "ZZ-12")
@pytest.mark.parametrize("seed", SEEDS_BY_RUN)
def test_resampled_hand_looks_the_same_and_has_the_same_cards(seed: int) -> None:
    state, rng = new_hand(seed)
    cards = all_black_cards(state)
    for _ in moves(state, rng):
        seat = rng.choice([None, *range(state.setup.seats)])
        seen = state.observation(seat)
        other = ZOP_ZOO.resample(seen, rng)
        assert other.observation(seat) == seen
        assert all_black_cards(other) == cards
        assert {card for card in other.discard_pile if card >= BEAST} == set()
        void = {card for card in SPECIALTIES if state.used >> card & 1}
        assert void <= set(other.discard_pile)
    over = resample(state.observation(0), rng)
    assert over.record() == state.record()


@pytest.mark.rule("ZZ-R17")
@pytest.mark.parametrize("seed", SEEDS[:7])
def test_resampled_hand_can_be_played_to_its_end(seed: int) -> None:
    state, rng = new_hand(seed)
    for at, (seat, _) in enumerate(moves(state, rng)):
        if at % 5 == 0:
            other = resample(state.observation(seat), rng)
            for _ in moves(other, rng):
                pass
            assert other.is_over()


@pytest.mark.rule("ZZ-R17")
def test_resampling_deals_what_is_hidden_anew() -> None:
    state, rng = new_hand(3)
    for at, _ in enumerate(moves(state, rng)):
        if at == 40:
            break
    seen = state.observation(0)
    others = [resample(seen, rng) for _ in range(50)]
    assert len({other.draw_pile for other in others}) == 50
    assert len({tuple(other.discard_pile) for other in others}) > 40


@pytest.mark.rule("ZZ-R17", "ZZ-14", "ZZ-15")
def test_everybody_sees_who_looked_through_the_discard_pile_and_when() -> None:
    state = table("bird-1 bird-2", ANY_ROW, discard="mole arachnid-1 bird-1", draw="mole horns-1")
    never = 5
    assert state.observation(1).looked_at == (never, never)
    act(state, "dig")
    assert state.observation(1).looked_at == (never, never)
    copy = state.clone()
    act(state, "fetch_all")
    for seat in (0, 1, None):
        assert state.observation(seat).looked_at == (2, never)
    act(state, "draw", "stop")
    assert state.observation(None).looked_at == (2, 1)
    assert copy.looked_at == [never, never]


@pytest.mark.rule("ZZ-R17", "ZZ-12")
def test_wild_cards_lie_anywhere_among_those_to_draw_when_dealt_anew() -> None:
    """What is buried is no wild card, so choosing it must not leave those on top."""
    pile = " ".join(f"{name}-{at}" for name in ("mythical", "horns", "ocean") for at in (1, 2, 3))
    state = table("bird-1 bird-2", ANY_ROW, discard=pile)
    seen, rng = state.observation(0), random.Random(1)
    depths = []
    for _ in range(300):
        draw_pile = resample(seen, rng).draw_pile
        depths += [at / (len(draw_pile) - 1) for at, card in enumerate(draw_pile) if card >= BEAST]
    assert len(depths) == 300 * 5
    assert sum(depths) / len(depths) == pytest.approx(0.5, abs=0.03)


def test_view_of_another_game_is_refused() -> None:
    class OtherView:
        seat = None
        acting = ()
        legal_actions = ()

        def as_json(self) -> dict[str, Json]:
            return {}

    with pytest.raises(TypeError, match="no view of ZOP ZOO"):
        ZOP_ZOO.resample(OtherView(), random.Random(1))
