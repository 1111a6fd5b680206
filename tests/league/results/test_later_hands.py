"""A change of an earlier hand that a later one could not have followed is refused."""

import pytest

from league.clubs.models import Role
from league.results.models import Hand
from league.results.scoring import record_of
from league.results.services import correct_hand, resolve_dispute, restore_hand, void_hand
from tests.factories import BY_CLUB
from tests.league.refusals import refuses
from tests.league.results.hands import (
    live_hand,
    make_poker_table,
    poker_record,
    right_scores,
    send,
    stored_scores,
    turned_seasons,
)
from tests.league.results.visits import club_member, form_of, text_of

pytestmark = pytest.mark.django_db


def void(hand: Hand, revision: int) -> None:
    void_hand(hand_id=hand.pk, expected_revision=revision, reason="x", author=BY_CLUB)


def test_a_correction_cannot_take_a_season_that_a_later_hand_has_shown() -> None:
    table = make_poker_table()
    first = send(table, record=poker_record()).hand
    send(table, record=poker_record(**turned_seasons(1)))
    before = stored_scores(table)
    with refuses("later_hand") as refused:
        correct_hand(
            hand_id=first.pk,
            expected_revision=1,
            record=poker_record(mouse=turned_seasons(1)["mouse"]),
            reason="x",
            author=BY_CLUB,
        )
    assert refused.value.text == (
        "This change conflicts with hand 2 as recorded. mouse: This animal has already shown "
        "spring since the last shuffle. Choose another season. "
        "Nothing was changed: correct or void hand 2 first."
    )
    assert record_of(live_hand(table, 1)) == poker_record()
    assert stored_scores(table) == before == right_scores(table)


def test_a_correction_that_leaves_later_hands_good_is_made() -> None:
    table = make_poker_table()
    first = send(table, record=poker_record()).hand
    send(table, record=poker_record(**turned_seasons(1)))
    free = poker_record(mouse=turned_seasons(2)["mouse"])
    correct_hand(hand_id=first.pk, expected_revision=1, record=free, reason="x", author=BY_CLUB)
    assert record_of(live_hand(table, 1)) == free
    assert stored_scores(table) == right_scores(table)


def test_a_void_hand_whose_seasons_were_shown_meanwhile_cannot_be_restored() -> None:
    table = make_poker_table()
    first = send(table, record=poker_record()).hand
    second = send(table, record=poker_record(**turned_seasons(1))).hand
    void(first, 1)
    correct_hand(
        hand_id=second.pk, expected_revision=1, record=poker_record(), reason="x", author=BY_CLUB
    )
    with refuses("later_hand"):
        restore_hand(hand_id=first.pk, expected_revision=2, reason="x", author=BY_CLUB)
    assert Hand.objects.get(pk=first.pk).is_void is True
    assert stored_scores(table) == right_scores(table)


def test_a_version_that_a_later_hand_rules_out_cannot_be_picked() -> None:
    table = make_poker_table()
    send(table, number=1, record=poker_record())
    other = send(table, number=1, record=poker_record(mouse=turned_seasons(1)["mouse"]))
    send(table, record=poker_record(**turned_seasons(1)))
    with refuses("later_hand"):
        resolve_dispute(submission_id=other.pk, expected_revision=1, author=BY_CLUB)
    assert Hand.objects.get(pk=other.hand_id).is_disputed is True


def test_the_form_of_a_correction_says_which_hand_is_in_the_way_and_keeps_what_was_entered() -> (
    None
):
    table = make_poker_table()
    first = send(table, record=poker_record()).hand
    send(table, record=poker_record(**turned_seasons(1)))
    scorer = club_member(table, Role.SCORER)
    address = f"/hands/{first.pk}/correct/"
    form = form_of(scorer.get(address)) | {"season-mouse": "spring", "reason": "x", "send": "1"}
    answer = scorer.post(address, form)
    assert answer.status_code == 422
    assert "This change conflicts with hand 2 as recorded" in text_of(answer)
    assert form_of(answer)["season-mouse"] == "spring"
