import pytest

from league.results.authors import Author, Via
from league.results.models import RevisionKind
from league.results.services import correct_hand, restore_hand, undo_hand, void_hand
from tests.factories import BY_CLUB, BY_CODE, NOW, make_player, make_table
from tests.league.refusals import refuses
from tests.league.results.hands import (
    close,
    live_hand,
    right_scores,
    send,
    stored_scores,
    totals_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def test_take_back_hand_frees_the_number_of_the_last_hand() -> None:
    table = make_table()
    send(table)
    second = send(table)
    hand = undo_hand(hand_id=second.hand_id, expected_revision=1, author=BY_CODE)
    assert hand.is_void is True
    assert [revision.kind for revision in hand.revisions.order_by("number")] == [
        RevisionKind.ENTERED,
        RevisionKind.VOIDED,
    ]
    assert send(table).hand.number == 2
    assert stored_scores(table) == right_scores(table)


def test_take_back_hand_twice_is_the_same_as_once() -> None:
    table = make_table()
    sent = send(table)
    for _ in range(2):
        undo_hand(hand_id=sent.hand_id, expected_revision=1, author=BY_CODE)
    assert sent.hand.revisions.count() == 2
    assert stored_scores(table) == ({}, None)


def test_take_back_hand_refuses_all_but_the_last_hand_of_an_open_round() -> None:
    table = make_table()
    first, second = send(table), send(table)
    with refuses("not_last"):
        undo_hand(hand_id=first.hand_id, expected_revision=1, author=BY_CODE)
    with refuses("stale"):
        undo_hand(hand_id=second.hand_id, expected_revision=3, author=BY_CODE)
    close(table)
    with refuses("round_closed"):
        undo_hand(hand_id=second.hand_id, expected_revision=1, author=BY_CODE)


def test_correct_hand_replaces_the_record_even_in_a_closed_round_and_says_who_and_why() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    close(table)
    olga = make_player(table.round.stage.competition.club)

    for _ in range(2):
        correct_hand(
            hand_id=hand.pk,
            expected_revision=1,
            record={"finish": [3, 2, 1, 0]},
            reason=" seats mixed up ",
            author=Author(olga, Via.CLUB, NOW),
        )

    first, second = hand.revisions.order_by("number")
    assert first.record == {"finish": [0, 1, 2, 3]}
    assert (second.kind, second.record, second.reason, second.by, second.via) == (
        RevisionKind.CORRECTED,
        {"finish": [3, 2, 1, 0]},
        "seats mixed up",
        olga,
        Via.CLUB,
    )
    assert totals_of(table) == [0, 2, 3, 4]


def test_a_correction_that_ends_the_match_earlier_keeps_later_hands_which_count_for_nothing() -> (
    None
):
    table = make_table(options={"mode": "simple", "target": 6})
    send(table, 0, 1, 2, 3)
    second = send(table, 3, 2, 1, 0).hand
    send(table, 0, 1, 2, 3)
    assert stored_scores(table)[1] == {
        "hands": 3,
        "totals": [8, 8, 7, 4],
        "places": [1, 2, 3, 4],
        "is_over": True,
    }

    correct_hand(
        hand_id=second.pk,
        expected_revision=1,
        record={"finish": [0, 1, 2, 3]},
        reason="upside down",
        author=BY_CLUB,
    )

    assert stored_scores(table)[1] == {
        "hands": 2,
        "totals": [8, 6, 4, 0],
        "places": [1, 2, 3, 4],
        "is_over": True,
    }
    third = live_hand(table, 3)
    assert third.score.is_surplus is True
    assert third.score.score == {
        "scores": [0, 0, 0, 0],
        "totals": [8, 6, 4, 0],
        "places": [1, 2, 3, 4],
        "lines": [[], [], [], []],
        "warnings": [],
    }


def test_correct_hand_refuses_no_reason_a_stale_page_a_void_hand_and_a_bad_record() -> None:
    table = make_table()
    hand = send(table).hand
    good = {"finish": [3, 2, 1, 0]}

    def correct(expected: int = 1, record: object = good, reason: str = "why") -> None:
        correct_hand(
            hand_id=hand.pk,
            expected_revision=expected,
            record=record,
            reason=reason,
            author=BY_CLUB,
        )

    with refuses("reason_missing"):
        correct(reason="  ")
    with refuses("stale"):
        correct(expected=2)
    with refuses("invalid_record"):
        correct(record={"finish": [0]})
    void_hand(hand_id=hand.pk, expected_revision=1, reason="gone", author=BY_CLUB)
    with refuses("hand_void"):
        correct(expected=2)
    assert hand.revisions.count() == 2


def test_two_organisers_at_once_the_second_is_told() -> None:
    table = make_table()
    hand = send(table).hand
    correct_hand(
        hand_id=hand.pk,
        expected_revision=1,
        record={"finish": [1, 0, 2, 3]},
        reason="a",
        author=BY_CLUB,
    )
    with refuses("stale"):
        void_hand(hand_id=hand.pk, expected_revision=1, reason="b", author=BY_CLUB)


def test_void_hand_in_the_middle_uses_up_its_number_and_restore_brings_it_back() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    send(table, 0, 1, 2, 3)
    before = stored_scores(table)

    void_hand(hand_id=hand.pk, expected_revision=1, reason="misdeal", author=BY_CLUB)
    assert totals_of(table) == [6 + 5, 3, 6, 3 - 1]
    assert stored_scores(table) == right_scores(table)

    restore_hand(hand_id=hand.pk, expected_revision=2, reason="no misdeal", author=BY_CLUB)
    assert stored_scores(table) == before


def test_restore_hand_refuses_while_another_hand_of_its_number_counts() -> None:
    table = make_table()
    hand = send(table).hand
    void_hand(hand_id=hand.pk, expected_revision=1, reason="wrong table", author=BY_CLUB)
    send(table)
    with refuses("number_taken"):
        restore_hand(hand_id=hand.pk, expected_revision=2, reason="oh", author=BY_CLUB)
