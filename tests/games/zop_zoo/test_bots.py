"""The players of ZOP ZOO: legal, finishing, and each better than the one below."""

import random

import pytest

from games.bots.arena import compare
from games.bots.catalogue import bot
from games.bots.zop_zoo.determinization import imagine
from games.match_log import Choose
from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.play import ZopZooState
from tests.games.zop_zoo.playing import CASES, new_hand
from tests.games.zop_zoo.writing import ANY_ROW, act, in_words, table
from tests.portions import thinned


def chosen(name: str, state: ZopZooState, seed: int = 1) -> str:
    choose = bot("zop-zoo", name)
    action = choose(state.observation(state.turn), random.Random(seed))
    return in_words(state.action_as_json(state.turn, action))


@pytest.mark.parametrize("name", ["random", "greedy", "heuristic"])
@pytest.mark.parametrize("seed", thinned(range(len(CASES)), 5))
def test_bots_play_legally_to_the_end(name: str, seed: int) -> None:
    state, rng = new_hand(seed)
    choose = bot("zop-zoo", name)
    while not state.is_over():
        state.apply(state.turn, choose(state.observation(state.turn), rng))
    assert state.is_over()


@pytest.mark.parametrize("name", ["greedy", "heuristic"])
def test_bot_takes_all_that_a_dig_gives(name: str) -> None:
    state = table(
        "bird-1 bird-2 minus-1", ANY_ROW, draw="mole mole", discard="horns-1 bird-1 minus-1"
    )
    act(state, "draw")
    assert chosen(name, state) == "fetch_all"


def test_greedy_covers_what_costs_most_and_the_planner_keeps_its_upper_half() -> None:
    state = table("connect-1 mammal-1 minus-1 bird-1+", ANY_ROW, draw="best_beast mole")
    act(state, "draw")
    assert chosen("greedy", state) == "cover minus-1"
    assert chosen("heuristic", state) != "cover connect-1"


@pytest.mark.parametrize("name", ["greedy", "heuristic"])
def test_bot_gives_its_worst_for_the_best_there_is(name: str) -> None:
    state = table("mammal-1 minus-1 bird-1+", "reptile-1 connect-1+ minus-2", discard="earthworm")
    assert chosen(name, state) == "switch_units minus-1 connect-1"


def test_planner_draws_with_two_players_and_digs_an_uncovered_mole() -> None:
    pile = "mole bird-2 arachnid-1 arachnid-2 insect-1"
    two = table("bird-1 bird-2 bird-3", ANY_ROW, discard=pile)
    assert {chosen("heuristic", two, seed) for seed in range(20)} == {"draw"}
    uncovered = table("bird-1 bird-2 bird-3", ANY_ROW, discard=f"bird-1 {pile}")
    act(uncovered, "take")
    assert chosen("heuristic", uncovered) == "dig"


def test_planner_does_not_dig_for_ever() -> None:
    """All of a table dig in a pile that holds nothing for anybody."""
    pile = "mole " + "arachnid-1 arachnid-2 mythical-1 mythical-2 " * 5
    state = table(
        "bird-1 bird-2 bird-3 bird-4 insect-1 insect-2", ANY_ROW, "ocean-1 ocean-2", discard=pile
    )
    rng = random.Random(1)
    choose = bot("zop-zoo", "heuristic")
    kinds = []
    while "draw" not in kinds:
        action = choose(state.observation(state.turn), rng)
        kinds.append(state.event(state.turn, action).type)
        state.apply(state.turn, action)
    assert len(kinds) < 200


PILE = "mole " + " ".join(
    [f"{name}-{at}" for name in ("mythical", "horns", "mammal", "marsupial") for at in (1, 2, 3)]
    + [f"connect-{at}" for at in range(1, 11)]
    + [f"minus-{at}" for at in range(1, 7)]
)
BIRDS = "bird-1 bird-2 bird-3 bird-4 insect-1 insect-2"


def test_planner_digs_for_what_it_has_not_looked_at_and_no_second_time() -> None:
    state = table(BIRDS, "ocean-1 ocean-2", "reptile-1 reptile-2", discard=PILE)
    assert chosen("heuristic", state) == "dig"
    state.looked_at[0] = len(state.draw_pile)
    assert chosen("heuristic", state) == "draw"


@pytest.mark.parametrize(
    ("others", "has_looked", "may_be_buried"),
    [(1, False, False), (2, False, True), (2, True, False)],
)
def test_imagined_hands_bury_nothing_that_would_have_been_found(
    others: int, has_looked: bool, may_be_buried: bool
) -> None:
    """With two players each has seen every card on top in time; a third may be passed by."""
    state = table(BIRDS, *["ocean-1 ocean-2"] * others, discard=PILE)
    if has_looked:
        state.looked_at[0] = len(state.draw_pile)
    view, rng = state.observation(0), random.Random(1)
    wanted = state.rows.wants[0]
    imagined = [imagine(view, rng) for _ in range(40)]
    assert {tuple(sorted(hand.discard_pile + list(hand.draw_pile))) for hand in imagined} == {
        tuple(sorted([*view.unseen(), view.top]))
    }
    buried = [wanted >> card & 1 for hand in imagined for card in hand.discard_pile]
    assert any(buried) == may_be_buried


@pytest.mark.parametrize("name", ["greedy", "heuristic"])
def test_spectators_do_not_play(name: str) -> None:
    state, rng = new_hand(1)
    with pytest.raises(TypeError, match="no player’s view"):
        bot("zop-zoo", name)(state.observation(None), rng)


@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("heuristic", "greedy")])
def test_each_bot_beats_the_one_below(better: str, worse: str) -> None:
    names = [better, worse, better, worse]
    bots: list[tuple[str, Choose]] = [(name, bot("zop-zoo", name)) for name in names]
    standings = compare(ZOP_ZOO, ZOP_ZOO.options({}), bots, hand=1, deals=120, rng=random.Random(5))
    [first] = [standing for standing in standings if standing.bot == better]
    assert first.ahead > first.ahead_interval
