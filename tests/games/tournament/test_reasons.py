import pytest

from games.tournament.draw import Plan, Tables
from games.tournament.finals import seat_finals
from games.tournament.history import History
from games.tournament.one_round import seat_round
from games.tournament.reasons import Background, Reason, ShortTurn, explain_round, sentence
from games.tournament.swiss import seat_swiss

NAMES = {1: "Ann", 2: "Bob", 3: "Cy", 4: "Dee", 5: "Ed", 6: "Flo", 7: "Gus", 8: "Hal"}


def plan_of(
    *rounds: Tables, method: str = "one-round", is_optimal: bool = False, idle: tuple[int, ...] = ()
) -> Plan:
    return Plan(rounds, 9, 9, 9 * is_optimal, method, 1, sitting_out=(idle,) * len(rounds))


def words(plan: Plan, entry: int, background: Background, number: int = 0) -> str:
    reasons = explain_round(plan, number, background)
    (reason,) = (reason for reason in reasons if reason.entry == entry)
    return sentence(reason, NAMES.__getitem__)


def test_everybody_gets_one_reason_in_seat_order() -> None:
    plan = seat_round(range(1, 9), (4, 3), seed=1)
    reasons = explain_round(plan)
    assert [(reason.table, reason.entry) for reason in reasons] == [
        *((at, entry) for at, table in enumerate(plan.rounds[0]) for entry in table),
        (None, plan.sitting_out[0][0]),
    ]


def test_new_people_are_named() -> None:
    plan = plan_of(((1, 2, 3), (4, 5, 6), (7, 8)))
    assert words(plan, 1, Background()) == "You meet Bob and Cy for the first time."
    assert explain_round(plan)[0] == Reason(entry=1, table=0, basis="new", new=(2, 3))


def test_fewer_tables_than_seats_force_a_repeat() -> None:
    past = History((((1, 2, 3, 4), (5, 6, 7, 8)),))
    plan = plan_of(((1, 2, 5, 6), (3, 4, 7, 8)))
    reason = explain_round(plan, 0, Background(past))[0]
    assert (reason.again, reason.new, reason.why) == (((2, 1),), (5, 6), "few_tables")
    assert words(plan, 1, Background(past)) == (
        "You meet Ed and Flo for the first time; you meet Bob again because there are "
        "fewer tables than seats per table."
    )


SIX = ((1, 2), (3, 4), (5, 6))


@pytest.mark.parametrize(
    ("background", "is_optimal", "why"),
    [
        (Background(History((((1, 2, 3), (4, 5, 6)), ((1, 4, 5, 6),)))), True, "met_all"),
        (
            Background(History((((1, 2, 3), (4, 5, 6)), ((1, 4), (2, 5)))), apart=[(6, 1), (1, 5)]),
            True,
            "kept_apart",
        ),
        (Background(History(((SIX),))), True, "fewest"),
        (Background(History(((SIX),))), False, "nothing_better"),
        (Background(History(((SIX),)), scores={1: 5.0, 2: 4.5}), True, "score"),
    ],
)
def test_a_repeat_names_its_cause(background: Background, is_optimal: bool, why: str) -> None:
    reason = explain_round(plan_of(SIX, is_optimal=is_optimal), 0, background)[0]
    assert (reason.entry, reason.again, reason.why) == (1, ((2, 1),), why)
    assert reason.apart == ((5, 6) if why == "kept_apart" else ())
    if why == "kept_apart":
        text = sentence(reason, NAMES.__getitem__)
        assert text.endswith("you meet Bob again because you are kept apart from Ed and Flo.")


def test_a_short_table_is_nobodys_turn_while_all_had_as_many() -> None:
    plan = plan_of(((1, 5, 6, 7), (2, 3, 4)))
    reasons = {reason.entry: reason for reason in explain_round(plan)}
    assert reasons[2].short == ShortTurn(size=3, largest=4, turns=0, others=0, is_even=True)
    assert sentence(reasons[2]) == (
        "You meet 3 and 4 for the first time; some table has to be one of 3."
    )


def test_a_short_table_says_whose_turn_it_is() -> None:
    past = History((((1, 2, 3, 4), (5, 6, 7)),))
    plan = plan_of(((1, 5, 6, 7), (2, 3, 4)))
    reasons = {reason.entry: reason for reason in explain_round(plan, 0, Background(past))}
    assert reasons[2].short == ShortTurn(size=3, largest=4, turns=0, others=0)
    assert reasons[1].short is None
    assert sentence(reasons[2]).endswith("it is your turn at a table of 3.")
    again = explain_round(plan_of(((1, 2, 3, 4), (5, 6, 7))), 0, Background(past))[-1]
    assert again.short == ShortTurn(size=3, largest=4, turns=1, others=0)
    assert sentence(again).endswith("some table has to be one of 3.")


def test_scores_name_the_range_of_the_table() -> None:
    scores = {entry: entry / 2 for entry in range(1, 9)}
    plan = seat_swiss(range(1, 9), (4, 4), scores, seed=1)
    assert words(plan, 6, Background(scores=scores)) == "You have 3, and this table has 2.5 to 4."


def test_finals_name_the_seed_and_groups_and_scripts_themselves() -> None:
    seeds = [4, 3, 2, 1]
    plan = seat_finals(seeds, (4,), seeding="snake")
    assert words(plan, 3, Background(seeds=seeds)) == "You are number 2 of those who go on."
    past = Background(History((((1, 2, 3),),)))
    assert words(plan_of(((1, 2, 3),), method="groups"), 1, past) == "This is your group."
    assert (
        words(plan_of(((1, 2, 3),), method="list"), 1, past) == "The organiser wrote this seating."
    )


def test_who_sits_out_is_told_how_often() -> None:
    plan = plan_of(((1, 2, 3),), ((2, 3, 4),), idle=(5,))
    assert (
        words(plan, 5, Background())
        == "You sit out this round: so far you have sat out in no round."
    )
    assert (
        words(plan, 5, Background(), 1) == "You sit out this round: so far you have sat out once."
    )


def test_later_rounds_of_a_plan_know_the_earlier_ones() -> None:
    plan = plan_of(((1, 2, 3),), ((1, 2, 4),))
    reasons = explain_round(plan, 1)
    assert (reasons[0].again, reasons[0].new) == (((2, 1),), (4,))
