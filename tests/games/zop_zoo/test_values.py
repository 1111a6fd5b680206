"""What was learned of rows: its shape, the player that goes by it, and that it can be learned."""

import json
from random import Random

import pytest

from games.bots.catalogue import bot, search_bot
from games.bots.search import Budget
from games.bots.strength import LEADS
from games.bots.zop_zoo.features import Features, features_of_all
from games.bots.zop_zoo.learning import learn
from games.bots.zop_zoo.strong import choose_by_values, lead_after
from games.bots.zop_zoo.values import (
    FILE,
    MOST_BARE,
    STAGES,
    Values,
    expected_lead,
    learned,
    stage_of,
)
from games.zop_zoo.cards import EARTHWORM
from games.zop_zoo.play import ZopZooState
from tests.games.command_line import run, values
from tests.games.zop_zoo.playing import CASES, new_hand
from tests.games.zop_zoo.writing import act, in_words, table
from tests.portions import thinned

FEW = Budget(playouts=10)


def shapes(of: Values, seats: int) -> None:
    numbers = [of.minus, of.bonus, of.nobody]
    assert [len(by_stage) for by_stage in numbers] == [STAGES] * 3
    rows = [(of.bare, MOST_BARE + 1), (of.turn, seats)]
    rows += [(by_stage, len(Features._fields)) for by_stage in (of.winner, of.loser, of.unfinished)]
    for by_stage, length in rows:
        assert [len(row) for row in by_stage] == [length] * STAGES
        numbers += by_stage
    assert {type(number) for row in numbers for number in row} == {float}


def test_each_size_has_its_values_and_the_command_that_learns_them() -> None:
    lines = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    assert [line["seats"] for line in lines] == sorted(learned())
    for line in lines:
        shapes(learned()[line["seats"]], line["seats"])
        assert line["command"].startswith(f"--seats {line['seats']} --hands ")


def test_the_strong_level_is_learned_where_it_is_offered_for_more_than_two() -> None:
    offered = {size for size, lead in LEADS["zop-zoo"]["search"].items() if lead.is_shown}
    assert offered - {2} <= set(learned())
    assert 2 not in learned()


@pytest.mark.parametrize("seed", thinned(range(len(CASES)), 3))
def test_strong_player_plays_legally_to_the_end(seed: int) -> None:
    state, rng = new_hand(seed)
    choose = search_bot("zop-zoo", FEW)
    while not state.is_over():
        state.apply(state.turn, choose(state.observation(state.turn), rng))
    assert state.is_over()


def with_wild_card(row: str, wild: str = "beast") -> ZopZooState:
    state = table(row, "bird-1 horns-1", "bird-2 horns-2", draw=f"{wild} mole")
    act(state, "draw")
    return state


def chosen(state: ZopZooState) -> str:
    action = choose_by_values(state.observation(state.turn), Random(1))
    return in_words(state.action_as_json(state.turn, action))


def test_strong_player_covers_its_last_bare_card_to_win() -> None:
    state = with_wild_card("mammal-1 connect-1+ arachnid-1+")
    assert chosen(state) == "cover mammal-1"


def test_strong_player_keeps_what_is_worth_most() -> None:
    state = with_wild_card("mammal-1 connect-1 connect-2 connect-3 mythical-1")
    assert chosen(state) == "cover mammal-1"


def test_expected_lead_of_who_has_won_is_what_is_scored() -> None:
    state = with_wild_card("mammal-1 connect-1+ arachnid-1+", "best_beast")
    view = state.observation(0)
    [action] = view.legal_actions
    assert lead_after(view, 0, action) == 50 + 80 + 55


def test_leads_of_all_seats_cancel_out() -> None:
    state = with_wild_card("mammal-1 connect-1 minus-1")
    of_three = learned()[3]
    leads = [expected_lead(of_three, state.rows, seat, 1, 40) for seat in range(3)]
    assert sum(leads) == pytest.approx(0)


def test_features_count_what_lies_open() -> None:
    state = table("bird-1 bird-2+ connect-1 minus-1", "ocean-1", "ocean-2")
    first, second, _ = features_of_all(state.rows)
    assert first == (2, 1, 1, 20, 0, 100, 20, 75, 1)
    assert second == (1, 0, 1, 0, 0, 15, 15, 0, 1)
    taken = table("bird-1 bird-2+ connect-1 minus-1", "ocean-1", "ocean-2 bonus-ocean")
    assert features_of_all(taken.rows)[1:] == [
        (1, 0, 0, 0, 0, 15, 0, 0, 1),
        (1, 0, 0, 0, 15, 15, 0, 0, 1),
    ]


@pytest.mark.parametrize(("to_draw", "stage"), [(0, 0), (7, 0), (8, 1), (63, 7), (74, 8), (75, 8)])
def test_stages_go_by_the_cards_left_to_draw(to_draw: int, stage: int) -> None:
    assert stage_of(to_draw) == stage


@pytest.mark.parametrize("seats", thinned(range(2, 9), 3))
def test_learning_repeats_and_gives_values(seats: int) -> None:
    first, second = (learn(seats, 10, Random(seats)) for _ in range(2))
    assert first == second
    shapes(Values(**json.loads(json.dumps(first))), seats)


def test_command_prints_a_line_of_the_file() -> None:
    told = ("--seats", "3", "--hands", "10", "--seed", "1")
    status, output, _ = run("learn", *told)
    assert status == 0
    learned_again = json.loads(json.dumps(learn(3, 10, Random(1))))
    line = {"seats": 3, "command": " ".join(told), "values": learned_again}
    assert values(output) == [line]


@pytest.mark.parametrize("told", [("--seats", "1"), ("--hands", "9")])
def test_command_refuses_what_cannot_be_learned(told: tuple[str, str]) -> None:
    status, output, errors = run("learn", "--seats", "3", "--hands", "10", "--seed", "1", *told)
    assert (status, output) == (2, "")
    assert errors.startswith("usage: python -m games learn")


def test_strong_player_cannot_tell_hands_that_differ_in_what_is_hidden() -> None:
    choose = bot("zop-zoo", "search")
    state = with_wild_card("mammal-1 connect-1 minus-1 mythical-1")
    other = state.clone()
    other.draw_pile = (*state.draw_pile[:1], EARTHWORM)
    views = [each.observation(0) for each in (state, other)]
    assert choose(views[0], Random(1)) == choose(views[1], Random(1))
