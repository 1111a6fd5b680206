"""The search player: legal, repeatable, within its budget, and blind to what is hidden."""

from collections.abc import Iterator, Sequence
from math import inf
from random import Random

import pytest

from games.base import Action, HandState, Json, Observation, PlayableGame, Rng, Seat
from games.bots.catalogue import BOTS, LOOKS, SEARCH, bot
from games.bots.search import Budget, Meter, Trials, search, searcher
from games.registry import game as find_game
from games.registry import games
from tests.portions import thinned

TABLES = [(game.slug, seats) for game in games() for seats in game.seats]
FEW = Budget(playouts=20)
SOME_TABLES = thinned(TABLES, 2)
"""Each game with some numbers of players; the thorough run has the others."""


def begin(slug: str, seats: int, seed: int, hand: int = 2) -> HandState:
    """Deal a hand of a match."""
    game = find_game(slug)
    match = game.new_match(game.options({}), seats, seed % seats)
    for _ in range(1, hand):
        match = match.skip()
    setup = match.next_hand()
    assert setup is not None
    return match.start(game.sample_deal(setup, Random(seed)))


def decisions(state: HandState, rng: Random, every: int) -> Iterator[tuple[Seat, Observation]]:
    """Play at random to the end; yield every so many moments in which there is a choice."""
    met = 0
    while not state.is_over():
        seat = rng.choice(state.acting_seats())
        actions = state.legal_actions(seat)
        if len(actions) > 1:
            if met % every == 0:
                yield seat, state.observation(seat)
            met += 1
        state.apply(seat, rng.choice(actions))


@pytest.mark.parametrize(("slug", "seats"), SOME_TABLES)
@pytest.mark.parametrize("hand", [pytest.param(1, marks=pytest.mark.thorough), 2])
def test_search_never_chooses_what_is_not_legal(slug: str, seats: int, hand: int) -> None:
    choose = searcher(LOOKS[slug], FEW)
    rng = Random(f"{slug} {seats} {hand}")
    state = begin(slug, seats, seats, hand)
    every = 1 if slug == "animal-poker" else 6
    violations = [
        state.check(seat, choose(view, rng)) for seat, view in decisions(state, rng, every)
    ]
    assert violations
    assert set(violations) == {None}


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_candidates_are_legal_each_once_and_the_planner_stands_first(slug: str, seats: int) -> None:
    rng = Random(f"{slug} {seats}")
    for _, view in decisions(begin(slug, seats, seats), rng, 8):
        candidates = LOOKS[slug](view, rng, Meter(FEW)).candidates
        assert len(set(candidates)) == len(candidates) >= 1
        assert set(candidates) <= set(view.legal_actions)
        if slug == "franks-zoo":
            assert candidates[0] == bot(slug, "heuristic")(view, rng)


@pytest.mark.parametrize("slug", BOTS)
def test_search_repeats_with_its_chance_and_its_playouts(slug: str) -> None:
    state = begin(slug, 4, 3)
    choose = bot(slug, "search")
    for _, view in [*decisions(state, Random(4), 9)][:4]:
        assert choose(view, Random(5)) == choose(view, Random(5))


@pytest.mark.parametrize("slug", BOTS)
def test_search_cannot_tell_a_hand_from_one_dealt_anew(slug: str) -> None:
    """The same choice in two hands that differ in what the seat cannot know, chance being equal."""
    rng = Random(f"blind {slug}")
    choose = searcher(LOOKS[slug], FEW)
    game = find_game(slug)
    met = 0
    for seat, view in decisions(begin(slug, 4, 1), rng, 7):
        other = game.resample(view, rng)
        assert choose(other.observation(seat), Random(9)) == choose(view, Random(9))
        met += 1
    assert met


@pytest.mark.parametrize("slug", BOTS)
def test_imagined_hands_look_like_the_moment_and_leave_the_view_alone(slug: str) -> None:
    rng = Random(f"imagined {slug}")
    for seat, view in decisions(begin(slug, 4, 2), rng, 9):
        position = LOOKS[slug](view, rng, Meter(FEW))
        told = view.as_json()
        imagined = position.imagine(rng)
        assert list(imagined.legal_actions(seat)) == list(view.legal_actions)
        imagined.apply(seat, position.candidates[0])
        points = position.finish(imagined, rng)
        assert len(points) == 4
        if imagined.is_over():
            assert list(points) == scores_of(find_game(slug), imagined)
        assert imagined.is_over() or slug == "zop-zoo"
        assert view.as_json() == told


def scores_of(game: PlayableGame, state: HandState) -> list[int]:
    """Score a hand that `begin` set up the way a match does."""
    match = game.new_match(game.options({}), 4, 2).skip()
    return list(match.score(state.record()).scores)


@pytest.mark.parametrize("slug", BOTS)
def test_forced_moves_need_no_search_and_no_chance(slug: str) -> None:
    class Forced:
        seat = 0
        acting = (0,)
        legal_actions = (17,)

        def as_json(self) -> dict[str, Json]:
            return {}

    assert bot(slug, "search")(Forced(), NoChance()) == 17


class NoChance:
    """Chance that nobody may ask."""

    def random(self) -> float:
        raise AssertionError

    def randrange(self, stop: int, /) -> int:
        raise AssertionError


@pytest.mark.parametrize("slug", BOTS)
def test_spectators_do_not_search(slug: str) -> None:
    with pytest.raises(TypeError, match="spectator"):
        bot(slug, "search")(begin(slug, 4, 1).observation(None), Random(1))


class Steps:
    """A clock that goes on by a step whenever it is read."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.now = 1_000.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


class Slots:
    """A game of one choice: each action pays by its chance; `clone`, `apply` and `finish` count."""

    def __init__(self, *pays: Sequence[int]) -> None:
        self.pays = pays
        self.candidates = range(len(pays))
        self.tries = [0] * len(pays)
        self.doubt = 1.0

    def imagine(self, rng: Rng) -> HandState:
        return _Pull(begin("franks-zoo", 4, 1))

    def finish(self, state: HandState, rng: Rng) -> Sequence[int]:
        assert isinstance(state, _Pull)
        self.tries[state.action] += 1
        pays = self.pays[state.action]
        return [pays[rng.randrange(len(pays))], 0]


class _Pull:
    """A hand of Slots: it knows what was chosen, and is a real hand in all else."""

    def __init__(self, hand: HandState, action: Action = -1) -> None:
        self._hand = hand
        self.action = action
        self.acting_seats = hand.acting_seats
        self.legal_actions = hand.legal_actions
        self.check = hand.check
        self.apply = hand.apply
        self.action_as_json = hand.action_as_json
        self.read_action = hand.read_action
        self.event = hand.event
        self.observation = hand.observation
        self.is_over = hand.is_over
        self.record = hand.record

    def apply_unchecked(self, seat: Seat, action: Action) -> None:
        self.action = action

    def clone(self) -> "_Pull":
        return _Pull(self._hand)


def test_search_finds_what_pays_most_and_tries_it_most() -> None:
    slots = Slots([3, 5], [0, 1], [9, 7], [0, 2], [1, 3], [2, 0])
    assert search(slots, 0, Meter(Budget(playouts=300)), Random(1)) == 2
    assert slots.tries[0] == slots.tries[2] == max(slots.tries) > 3 * min(slots.tries)


@pytest.mark.parametrize("playouts", [1, 5, 6, 7, 100])
def test_search_plays_out_no_more_often_than_it_may(playouts: int) -> None:
    slots = Slots(*[[0, 1]] * 6)
    search(slots, 0, Meter(Budget(playouts=playouts)), Random(1))
    assert playouts - 6 < sum(slots.tries) <= playouts


def test_search_keeps_to_the_first_where_another_is_ahead_by_chance_alone() -> None:
    slots = Slots([0, 100], [1, 100])
    assert [search(slots, 0, Meter(Budget(playouts=12)), Random(seed)) for seed in range(5)].count(
        0
    ) >= 3
    assert search(Slots([5, 5], [5, 5]), 0, Meter(Budget(playouts=50)), Random(1)) == 0


def test_one_round_proves_nothing() -> None:
    trials = Trials([4, 7])
    trials.add([0.0, 9.0])
    assert trials.best(1.0) == 4
    trials.add([0.0, 9.0])
    assert trials.best(1.0) == 7


def test_what_is_far_behind_the_first_is_dropped_once_there_are_rounds_enough_to_tell() -> None:
    trials = Trials([4, 7, 9])
    for at in range(8):
        assert trials.running == [4, 7, 9]
        trials.add([0.0, -5.0 - at % 2, 9.0 * (-1) ** at])
        trials.drop_hopeless()
    assert trials.running == [4, 9]


def test_search_ends_early_where_nothing_can_be_better_than_the_first() -> None:
    slots = Slots([9], [1, 2], [0, 3])
    assert search(slots, 0, Meter(Budget(playouts=300)), Random(1)) == 0
    assert slots.tries == [8, 8, 8]


def test_the_greater_the_doubt_the_further_another_must_be_ahead() -> None:
    trials = Trials([4, 7])
    for lead in (0.0, 3.0, 0.0, 3.0):
        trials.add([0.0, lead])
    # A mean of 1.5 with a standard error of 0.87.
    assert (trials.best(1.7), trials.best(1.8)) == (7, 4)


def test_search_stops_by_the_clock_and_drops_a_round_it_could_not_finish() -> None:
    slots = Slots(*[[0, 1]] * 6)
    clock = Steps(0.01)
    meter = Meter(Budget(seconds=0.2, clock=clock))
    search(slots, 0, meter, Random(1))
    assert 1_000.2 <= clock.now < 1_000.25
    assert 10 <= sum(slots.tries) < 20


def test_search_without_time_takes_what_looks_best_at_first() -> None:
    slots = Slots([0], [9], [9])
    assert search(slots, 0, Meter(Budget(seconds=0.2, clock=Steps(1.0))), Random(1)) == 0
    assert slots.tries == [0, 0, 0]


@pytest.mark.parametrize("slug", BOTS)
def test_player_with_a_clock_stays_within_its_time(slug: str) -> None:
    """A clock that goes on a millisecond a look: 200 looks, whatever the machine."""
    clock = Steps(0.001)
    choose = searcher(LOOKS[slug], Budget(seconds=0.2, clock=clock))
    [view, *_] = [view for _, view in decisions(begin(slug, 4, 6), Random(6), 1)]
    assert choose(view, Random(1)) in view.legal_actions
    assert 1_000.2 <= clock.now < 1_000.22


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_player_with_a_slow_machine_does_not_prepare_beyond_its_time(slug: str, seats: int) -> None:
    """A clock that goes on 30 ms a look, as a slow machine may: no more than a few looks."""
    clock = Steps(0.03)
    choose = searcher(LOOKS[slug], Budget(seconds=0.2, clock=clock))
    [view, *_] = [view for _, view in decisions(begin(slug, seats, 6), Random(6), 1)]
    assert choose(view, Random(1)) in view.legal_actions
    assert clock.now <= 1_000.27


@pytest.mark.parametrize(
    "budget",
    [(inf, inf, None), (inf, 0.2, None), (inf, inf, Steps(0.1))],
    ids=["without a clock", "with seconds but no clock", "with a clock but no end"],
)
def test_budget_that_never_ends_is_refused(budget: tuple[float, float, Steps | None]) -> None:
    with pytest.raises(ValueError, match="no limit"):
        Budget(*budget)


def test_every_game_has_a_search_last_and_a_budget_for_it() -> None:
    assert [[*bots][-1] for bots in BOTS.values()] == ["search"] * len(games())
    assert [*BOTS] == [*LOOKS] == [*SEARCH] == [game.slug for game in games()]
