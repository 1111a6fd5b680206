import pytest

from league.results.models import Hand
from league.results.scoring import compute_hands, is_same_record, match_before, record_of
from league.results.services import void_hand
from tests.factories import BY_CLUB, make_table
from tests.league.results.hands import compute_table, send

pytestmark = pytest.mark.django_db


def void(hand: Hand, revision: int = 1) -> None:
    void_hand(hand_id=hand.pk, expected_revision=revision, reason="x", author=BY_CLUB)


def test_compute_table_scores_the_worked_season_of_five() -> None:
    table = make_table(seats=5)
    send(table, 0, 1, 2, 3, 4)
    send(
        table, 3, 1, 0, 4, 2, lions_taken=[0, 2, 0, 3, 0], hedgehog=[True, True, False, True, False]
    )
    computed = compute_table(table)
    assert computed.as_fields() == {
        "hands": 2,
        "totals": [13, 12, 6, 13, 5],
        "places": [2, 3, 4, 1, 5],
        "is_over": False,
    }
    assert computed.hands[1].score["scores"] == [8, 8, 3, 11, 5]
    assert computed.hands[1].score["lines"][3] == [
        {
            "rule": "FZ-27",
            "points": 8,
            "text": "Place 1 of 5: 5 points, and 3 points for the partner’s place 3.",
            "code": "team",
            "data": {
                "place": 1,
                "place_points": 5,
                "partner": 0,
                "partner_place": 3,
                "partner_points": 3,
            },
        },
        {
            "rule": "FZ-28",
            "points": 3,
            "text": "Took 3 lions: a point each.",
            "code": "lions_taken",
            "data": {"lions": 3},
        },
    ]


def test_a_void_hand_in_the_middle_uses_up_its_number_and_those_at_the_end_do_not() -> None:
    table = make_table()
    hands = [send(table).hand for _ in range(4)]
    void(hands[1])
    assert [each.hand.number for each in compute_table(table).hands] == [1, 3, 4]
    assert compute_table(table).match.number == 5
    void(hands[3])
    void(hands[2])
    assert compute_table(table).match.number == 2


def test_match_before_knows_the_hands_before_a_number_only() -> None:
    table = make_table()
    first = send(table, 0, 1, 2, 3).hand
    second = send(table).hand
    hands = [first, second]
    assert match_before(table, 4, hands, 1).totals == (0, 0, 0, 0)
    assert match_before(table, 4, hands, 2).totals == (4, 3, 2, 0)
    assert match_before(table, 4, hands, 7).number == 7


def test_compute_hands_is_the_same_in_whatever_order_hands_come() -> None:
    table = make_table()
    hands = [send(table).hand for _ in range(3)]
    assert compute_hands(table, 4, hands[::-1]) == compute_hands(table, 4, hands)


def test_record_of_a_void_hand_is_an_error() -> None:
    table = make_table()
    hand = send(table).hand
    void(hand)
    with pytest.raises(ValueError, match="has no record in force"):
        record_of(Hand.objects.get(pk=hand.pk))


def test_records_are_the_same_whatever_the_order_of_their_teams_but_not_within_one() -> None:
    one = {"finish": [0, 1, 2, 3], "teams": [[0, 2], [1, 3]]}
    assert is_same_record(one, one | {"teams": [[1, 3], [0, 2]]})
    assert not is_same_record(one, one | {"teams": [[2, 0], [1, 3]]})
    assert not is_same_record(one, one | {"finish": [1, 0, 2, 3]})
