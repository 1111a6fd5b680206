from games.tournament.history import History

ROUNDS = (((1, 2, 3, 4), (5, 6, 7)), ((4, 5, 6), (1, 2, 7, 8)))


def test_meetings_of_rounds_and_of_earlier_seasons_add_up() -> None:
    met = History((((1, 2, 3),), ((3, 1),)), meetings={(2, 1): 4, (9, 1): 1}).count_meetings()
    assert met == {(1, 2): 5, (1, 3): 2, (2, 3): 1, (1, 9): 1}


def test_a_round_is_added_at_its_place_even_if_nobody_sat_out_before() -> None:
    history = History(ROUNDS[:1]).after(ROUNDS[1], [3])
    assert history == History(ROUNDS, ((), (3,)))
    assert history.count_idle([1, 3]) == {1: 0, 3: 1}


def test_short_seats_are_counted_from_the_largest_table_of_each_round() -> None:
    assert History(ROUNDS).count_short_seats([1, 4, 5, 6]) == {1: 0, 4: 1, 5: 2, 6: 2}


def test_who_missed_rounds_has_the_usual_share() -> None:
    """Three of seven and three of eight sat short: 0.8 of a turn. One of eight sat out: 0.1."""
    history = History(ROUNDS, ((), (3,)))
    assert history.count_short_seats([99]) == {99: 1}
    assert history.count_idle([99]) == {99: 0}


def test_a_plan_of_given_tables_is_counted_with_the_past() -> None:
    plan = History(ROUNDS[:1]).plan_of(
        ((1, 2), (5, 8)), method="list", seed=3, sitting_out=[7, 3], apart=[(8, 5), (1, 7)],
    )  # fmt: skip
    assert (plan.coincidences, plan.repeats, plan.bound, plan.is_optimal) == (1, 1, 0, False)
    assert (plan.sitting_out, plan.broken) == (((3, 7),), ((5, 8),))
    assert plan.measures == {"added": 1}
