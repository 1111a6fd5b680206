from math import isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.ratings import BETA, START, Rating, Side, chances, explain, likelihood, rate

beliefs = st.builds(
    Rating,
    mu=st.floats(0, 50).map(lambda mu: round(mu, 6)),
    sigma=st.floats(0.5, 9).map(lambda sigma: round(sigma, 6)),
)


@st.composite
def results(draw: st.DrawFn) -> tuple[list[Side], dict[int, Rating]]:
    sizes = draw(st.lists(st.integers(1, 2), min_size=2, max_size=7))
    places = draw(st.lists(st.integers(1, 7), min_size=len(sizes), max_size=len(sizes)))
    entries = iter(range(sum(sizes)))
    sides = [
        Side(tuple(next(entries) for _ in range(size)), place)
        for size, place in zip(sizes, places, strict=True)
    ]
    known = draw(st.dictionaries(st.integers(0, sum(sizes) - 1), beliefs))
    return sides, known


def alone(*places: int) -> list[Side]:
    return [Side((entry,), place) for entry, place in enumerate(places)]


def test_rate_gives_to_the_first_and_takes_from_the_last() -> None:
    after = rate(alone(1, 2, 3, 4), {})

    moved = [after[entry].mu - START.mu for entry in range(4)]
    assert moved == sorted(moved, reverse=True)
    assert moved[0] > 0 > moved[-1]


def test_rate_lets_those_who_are_level_move_alike() -> None:
    after = rate(alone(1, 1, 3), {})

    assert after[0] == after[1]
    assert after[2].mu < after[0].mu


def test_rate_moves_partners_together_the_uncertain_one_more() -> None:
    known = {0: Rating(25, 1), 1: Rating(25, 8), 2: Rating(25, 3), 3: Rating(25, 3)}

    after = rate([Side((0, 1), 1), Side((2, 3), 2)], known)

    won = {entry: rating.mu - known[entry].mu for entry, rating in after.items()}
    assert 0 < won[0] < won[1]
    assert won[2] == won[3] < 0


def test_rate_compares_skill_not_number_when_somebody_plays_alone() -> None:
    solo, partners = Side((0,), 1), Side((1, 2), 2)

    assert chances([(0,), (1, 2)], {}) == [0.5, 0.5]
    after = rate([solo, partners], {})
    assert after.keys() == {0, 1, 2}
    assert after[0].mu > START.mu > after[1].mu == after[2].mu


def test_rate_learns_less_from_what_was_expected() -> None:
    strong, weak = Rating(35, 2), Rating(15, 2)

    expected = rate(alone(1, 2), {0: strong, 1: weak})
    surprising = rate(alone(2, 1), {0: strong, 1: weak})

    assert expected[0].mu - 35 < 35 - surprising[0].mu


@given(results())
def test_arithmetic_that_is_shown_leads_to_the_new_rating(
    result: tuple[list[Side], dict[int, Rating]],
) -> None:
    sides, known = result

    for change in explain(sides, known).values():
        moved = change.share * change.step * change.surprise
        assert isclose(change.before.mu + moved, change.after.mu, abs_tol=2e-6)
        assert [choice.is_own for choice in change.choices].count(True) == 1


@given(results(), st.randoms(use_true_random=False))
def test_rate_is_the_same_in_whatever_order_sides_are_given(
    result: tuple[list[Side], dict[int, Rating]], random: Random
) -> None:
    sides, known = result
    shuffled = random.sample(sides, len(sides))

    there, here = rate(sides, known), rate(shuffled, known)

    assert all(isclose(there[entry].mu, here[entry].mu) for entry in there)


@given(results())
def test_uncertainty_shrinks_but_for_what_may_have_changed_meanwhile(
    result: tuple[list[Side], dict[int, Rating]],
) -> None:
    sides, known = result

    for change in explain(sides, known).values():
        assert 0 < change.after.sigma**2 <= change.before.sigma**2 + (25 / 1000) ** 2 + 1e-5


def test_chances_add_up_and_follow_the_ratings() -> None:
    found = chances([(0,), (1,), (2,)], {0: Rating(30, 2), 1: Rating(25, 2), 2: Rating(20, 2)})

    assert isclose(sum(found), 1)
    assert found == sorted(found, reverse=True)
    assert chances([(0,), (1,)], {}) == [0.5, 0.5]


def test_likelihood_of_all_orders_adds_up_to_one() -> None:
    known = {0: Rating(30, 2), 1: Rating(25, 4), 2: Rating(21, 1)}
    orders = [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)]

    assert isclose(sum(likelihood(alone(*order), known) for order in orders), 1)


@pytest.mark.parametrize(
    "sides", [[], [Side((0,), 1)], [Side((0,), 1), Side((), 2)], [Side((0,), 1), Side((0,), 2)]]
)
def test_rate_refuses_what_is_no_result(sides: list[Side]) -> None:
    with pytest.raises(ValueError, match="side"):
        rate(sides, {})


def test_shown_rating_begins_at_1500() -> None:
    assert (START.shown, START.margin) == (1500, 980)
    assert Rating(START.mu + BETA, 1).shown == 1750


def test_rating_finds_the_better_players() -> None:
    random = Random(1)
    skills = {entry: float(entry) for entry in range(12)}
    known: dict[int, Rating] = {}
    for _ in range(400):
        table = random.sample(sorted(skills), 4)
        luck = {entry: skills[entry] + random.gauss(0, 4) for entry in table}
        in_order = sorted(table, key=lambda entry: -luck[entry])
        sides = [Side((entry,), place) for place, entry in enumerate(in_order, start=1)]
        known |= rate(sides, known)

    found = sorted(skills, key=lambda entry: known[entry].mu)
    assert sum(abs(entry - at) for at, entry in enumerate(found)) <= 10
