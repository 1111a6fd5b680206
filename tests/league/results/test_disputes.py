import pytest

from league.results.authors import Author, Via
from league.results.models import HandRevision, RevisionKind, SubmissionOutcome
from league.results.scoring import record_of
from league.results.services import correct_hand, resolve_dispute
from tests.factories import BY_CLUB, BY_CODE, NOW, make_table
from tests.league.refusals import refuses
from tests.league.results.hands import (
    close,
    in_force,
    live_hand,
    record_for,
    right_scores,
    send,
    stored_scores,
    totals_of,
)

pytestmark = pytest.mark.django_db


def test_record_hand_of_a_second_phone_with_the_same_record_agrees() -> None:
    table = make_table(seats=5)
    send(table)
    record = record_for(table, 1, 0, 2, 3, 4)
    first = send(table, record=record)
    second = send(table, number=2, record=record | {"teams": record["teams"][::-1]})
    assert second.hand == first.hand
    assert second.outcome == SubmissionOutcome.AGREED
    assert live_hand(table, 2).is_disputed is False
    assert HandRevision.objects.filter(hand=first.hand).count() == 1


def test_record_hand_of_a_second_phone_with_another_record_makes_a_dispute() -> None:
    table = make_table()
    first = send(table, 0, 1, 2, 3)
    second = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    assert second.hand == first.hand
    assert second.outcome == SubmissionOutcome.DIFFERED
    hand = live_hand(table, 1)
    assert hand.is_disputed is True
    assert totals_of(table) == [4, 3, 2, 0]


def test_later_hands_keep_the_teams_they_were_played_with_when_an_earlier_one_is_settled() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    other = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    later = send(table, 0, 1, 2, 3)
    assert later.record["teams"] == [[0, 2], [1, 3]]

    resolve_dispute(submission_id=other.pk, expected_revision=1, author=BY_CODE)

    hand = live_hand(table, 2)
    assert record_of(hand)["teams"] == [[0, 2], [1, 3]]
    assert [warning["code"] for warning in hand.score.score["warnings"]] == ["teams_differ"]
    assert stored_scores(table) == right_scores(table)
    assert totals_of(table) == [0 + 6 + 5, 2 + 3, 3 + 6, 4 + 3 - 1]


def test_record_hand_does_not_open_a_settled_dispute_with_a_version_that_was_known() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    other = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    resolve_dispute(submission_id=other.pk, expected_revision=1, author=BY_CODE)

    late = send(table, number=1, record={"finish": [0, 1, 2, 3]})
    assert (late.outcome, live_hand(table, 1).is_disputed) == (SubmissionOutcome.DIFFERED, False)

    news = send(table, number=1, record={"finish": [1, 0, 2, 3]})
    assert (news.outcome, live_hand(table, 1).is_disputed) == (SubmissionOutcome.DIFFERED, True)


def test_correct_hand_ends_a_dispute() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    send(table, number=1, record={"finish": [3, 2, 1, 0]})
    correct_hand(
        hand_id=hand.pk,
        expected_revision=1,
        record={"finish": [0, 1, 2, 3]},
        reason="asked",
        author=BY_CLUB,
    )
    assert live_hand(table, 1).is_disputed is False


def test_settle_hand_is_the_tables_while_the_round_is_open_and_the_organisers_always() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    other = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    close(table)
    with refuses("round_closed"):
        resolve_dispute(
            submission_id=other.pk, expected_revision=1, author=Author(None, Via.SEAT, NOW)
        )
    for _ in range(2):
        resolve_dispute(submission_id=other.pk, expected_revision=1, author=BY_CLUB)
    hand = live_hand(table, 1)
    assert hand.is_disputed is False
    assert (in_force(hand).number, in_force(hand).kind) == (2, RevisionKind.RESOLVED)
    assert totals_of(table) == [0, 2, 3, 4]
