from collections.abc import Callable
from typing import Any

import pytest

from league.clubs.models import Player
from league.competitions.models import RoundStatus, Table
from league.results.authors import Author, Via
from league.results.locked_table import free_seat
from league.results.models import (
    Hand,
    SealedHand,
    SealedSeat,
    SealReset,
    Submission,
    SubmissionOutcome,
)
from league.results.scoring import record_of
from league.results.sealed import (
    choose_seasons,
    give_up_sealed_hand,
    reset_sealed_seat,
    seal_submission,
)
from league.results.services import correct_hand, undo_hand
from league.rounds.models import ChangeKind
from tests.factories import BY_CLUB, BY_CODE, NOW
from tests.league.refusals import refuses
from tests.league.results.hands import (
    SEASONS,
    SUBMISSIONS,
    live_hand,
    make_poker_table,
    poker_record,
    send,
    totals_of,
    turned_seasons,
)
from tests.league.rounds.changing import do

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def seal(table: Table, seat: int, **changes: Any) -> Submission | None:
    """Seal what the seat submits in the rulebook's example, from a phone of its own."""
    phone = changes.pop("phone", f"phone {seat}")
    values: dict[str, Any] = {
        "recorded": Hand.objects.filter(table=table).count(),
        "seating": 1,
        "content": SUBMISSIONS[seat],
        **changes,
    }
    author = Author(values.pop("by", None), values.pop("via", Via.CODE), NOW, phone)
    table.seats.filter(number=seat, phone="").update(phone=phone)
    return seal_submission(table_id=table.pk, seat=seat, author=author, **values)


def choose(table: Table, seasons: dict[str, str] = SEASONS, **changes: Any) -> Submission | None:
    values: dict[str, Any] = {
        "recorded": Hand.objects.filter(table=table).count(),
        "seating": 1,
        "author": BY_CODE,
    }
    return choose_seasons(table_id=table.pk, seasons=seasons, **(values | changes))


def version_of(table: Table) -> int:
    return Table.objects.get(pk=table.pk).version


def player_at(table: Table, seat: int) -> Player:
    return table.seats.get(number=seat).player


@pytest.mark.parametrize("last", ["seat", "seasons"])
def test_the_last_that_is_missing_records_the_hand(last: str) -> None:
    table = make_poker_table()
    for seat in range(3):
        assert seal(table, seat) is None
    if last == "seat":
        assert choose(table) is None
        submission = seal(table, 3)
    else:
        assert seal(table, 3) is None
        assert Hand.objects.count() == 0
        submission = choose(table)
    assert submission is not None
    assert submission.outcome == SubmissionOutcome.COUNTED
    assert record_of(live_hand(table, 1)) == poker_record()
    assert totals_of(table) == [2, 0, 0, 4]
    sealed = SealedHand.objects.get()
    assert (sealed.submission, sealed.key, sealed.ended_at) == (submission, submission.key, NOW)
    assert SealedSeat.objects.count() == 0


def test_every_step_tells_the_tables_screens() -> None:
    table = make_poker_table()
    versions = [version_of(table)]
    steps: list[Callable[[], object]] = [
        lambda: seal(table, 0),
        lambda: choose(table),
        lambda: seal(table, 1),
    ]
    for step in steps:
        step()
        versions.append(version_of(table))
    assert versions == [1, 2, 3, 4]


def test_a_phone_changes_what_it_has_sealed_until_all_are_in() -> None:
    table = make_poker_table()
    seal(table, 0, content=SUBMISSIONS[1])
    seal(table, 0)
    assert SealedSeat.objects.get().content == SUBMISSIONS[0]


def test_the_last_submission_sent_twice_is_one_hand() -> None:
    table = make_poker_table()
    choose(table)
    for seat in range(3):
        seal(table, seat)
    first = seal(table, 3, recorded=0)
    assert seal(table, 3, recorded=0) == first
    assert choose(table, recorded=0) == first
    assert (Hand.objects.count(), Submission.objects.count()) == (1, 1)


def test_another_phone_cannot_change_a_seat_but_its_player_who_is_signed_in_can() -> None:
    table = make_poker_table()
    seal(table, 0)
    with refuses("seat_held"):
        seal(table, 0, phone="another", content=SUBMISSIONS[1])
    assert SealedSeat.objects.get().content == SUBMISSIONS[0]
    free_seat(table_id=table.pk, seat=0)
    with refuses("sealed_elsewhere"):
        seal(table, 0, phone="another", content=SUBMISSIONS[1])
    assert SealedSeat.objects.get().content == SUBMISSIONS[0]
    player = player_at(table, 0)
    seal(table, 0, phone="another", content=SUBMISSIONS[1], by=player, via=Via.SEAT)
    assert SealedSeat.objects.get().content == SUBMISSIONS[1]


def test_what_is_wrong_with_a_submission_is_said_at_its_fields_and_nothing_is_kept() -> None:
    table = make_poker_table()
    bad = {"animals": ["cat", "cat"], "guess": {"kind": "chain", "size": 2, "animal": "cat"}}
    with refuses("invalid_record") as refused:
        seal(table, 0, content=bad)
    assert [(each.code, each.field) for each in refused.value.problems] == [
        ("animal_repeated", "animals"),
        ("no_such_set", "guess"),
    ]
    assert SealedHand.objects.count() == 0


def test_a_refusal_tells_nothing_of_what_others_have_sealed() -> None:
    """Whatever the others play, the same wrong submission meets the same words."""
    refusals = []
    for others in (SUBMISSIONS[1], SUBMISSIONS[2]):
        table = make_poker_table()
        seal(table, 1, content=others)
        with refuses("invalid_record") as refused:
            seal(table, 0, content=others | {"animals": ["cat"]})
        refusals.append([each.as_json() for each in refused.value.problems])
        assert seal(table, 0, content=others) is None
    assert refusals[0] == refusals[1]


def test_seasons_shown_before_are_refused() -> None:
    table = make_poker_table()
    send(table, record=poker_record())
    with refuses("invalid_record") as refused:
        choose(table)
    assert {each.code for each in refused.value.problems} == {"season_repeated"}


def test_the_seasons_of_the_fourth_hand_are_known() -> None:
    table = make_poker_table()
    for turn in range(3):
        send(table, record=poker_record(**turned_seasons(turn)))
    for seat in range(3):
        assert seal(table, seat) is None
    assert seal(table, 3) is not None
    assert record_of(live_hand(table, 4))["seasons"] == turned_seasons(3)


def test_a_page_of_before_another_hand_or_another_seating_is_refused() -> None:
    table = make_poker_table()
    send(table, record=poker_record())
    with refuses("seal_broken"):
        seal(table, 0, recorded=0)
    with refuses("seating_changed"):
        seal(table, 0, seating=2)


def test_what_was_sealed_before_a_seat_changed_counts_no_more() -> None:
    table = make_poker_table()
    choose(table)
    for seat in range(3):
        seal(table, seat)
    Table.objects.filter(pk=table.pk).update(seating=2)
    assert seal(table, 3, seating=2) is None
    assert [seat.number for seat in SealedSeat.objects.all()] == [3]
    assert SealedHand.objects.exclude(ended_at=None).count() == 1


def test_a_hand_entered_together_meanwhile_counts_and_the_sealed_ones_do_not() -> None:
    table = make_poker_table()
    for seat in range(3):
        seal(table, seat)
    send(table, record={"coins": [0, 0, 0, 4], "won": [3], "pot": 0})
    with refuses("seal_broken"):
        seal(table, 3, recorded=0)
    assert seal(table, 3) is None
    assert [seat.number for seat in SealedSeat.objects.all()] == [3]


def test_after_a_hand_is_taken_back_it_is_sealed_anew() -> None:
    table = make_poker_table()
    choose(table)
    for seat in range(4):
        seal(table, seat)
    hand = live_hand(table, 1)
    undo_hand(hand_id=hand.pk, expected_revision=1, author=BY_CODE)
    assert seal(table, 0) is None
    assert SealedSeat.objects.count() == 1


def test_seasons_that_a_correction_has_taken_meanwhile_are_asked_for_again() -> None:
    table = make_poker_table()
    first = send(table, record=poker_record()).hand
    choose(table, turned_seasons(1))
    for seat in range(3):
        seal(table, seat)
    correct_hand(
        hand_id=first.pk,
        expected_revision=1,
        record=poker_record(mouse="spring"),
        reason="x",
        author=BY_CLUB,
    )
    assert seal(table, 3) is None
    sealed = SealedHand.objects.get()
    assert (sealed.seasons, sealed.seats.count()) == (None, 4)
    assert choose(table, turned_seasons(1) | {"mouse": "winter"}) is not None


def test_a_seat_is_reset_for_a_reason_and_can_submit_again() -> None:
    table = make_poker_table()
    organiser = player_at(table, 1)
    seal(table, 0)
    for _ in range(2):
        reset_sealed_seat(table_id=table.pk, seat=0, reason="Left", by=organiser, now=NOW)
    assert SealedSeat.objects.count() == 0
    told = SealReset.objects.values_list("number", "reason", "by")
    assert list(told) == [(0, "Left", organiser.pk)]
    assert seal(table, 0, phone="another") is None
    with refuses("reason_missing"):
        reset_sealed_seat(table_id=table.pk, seat=0, reason=" ", by=organiser, now=NOW)


def test_a_sealed_hand_is_given_up_unseen() -> None:
    table = make_poker_table()
    seal(table, 0)
    version = version_of(table)
    for _ in range(2):
        give_up_sealed_hand(table_id=table.pk, now=NOW)
    assert SealedSeat.objects.count() == 0
    assert SealedHand.objects.get().ended_at == NOW
    assert version_of(table) == version + 1


def test_nothing_is_sealed_in_a_round_that_is_closed_or_a_match_that_is_over() -> None:
    table = make_poker_table(options={"target": 1})
    send(table, record=poker_record())
    send(table, record={"coins": [0, 0, 0, 4], "won": [3], "pot": 0})
    with refuses("match_over"):
        seal(table, 0)
    table.round.status = RoundStatus.CLOSED
    table.round.save()
    changes: list[Callable[[], object]] = [
        lambda: seal(table, 0),
        lambda: choose(table),
        lambda: give_up_sealed_hand(table_id=table.pk, now=NOW),
        lambda: reset_sealed_seat(table_id=table.pk, seat=0, reason="x", by=None, now=NOW),
    ]
    for refused in changes:
        with refuses("round_closed"):
            refused()


def test_hand_is_revealed_without_the_seat_of_who_has_left() -> None:
    table = make_poker_table()
    send(table, record=poker_record())
    leaver = table.seats.get(number=1)
    change = do(table.round, ChangeKind.REDUCED, entry=leaver.entry_id)
    assert change is not None
    guess = {"kind": "herd", "size": 3, "animal": "cat"}
    content = {"animals": ["cat", "dog", "horse"], "guess": guess}
    known = {"recorded": 1, "seating": 2}
    with refuses("seating_changed"):
        seal(table, 3, content=content, **known)

    for seat in (0, 1, 2):
        assert seal(table, seat, content=content, **known) is None
    submission = choose(table, turned_seasons(1), **known)

    assert submission is not None
    assert len(submission.record["seats"]) == 3
