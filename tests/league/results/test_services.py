from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competitions.models import Competition, RoundStatus, Table
from league.results import projections
from league.results.models import Hand, HandRevision, RevisionKind, Submission, Verdict, Via
from league.results.refusals import (
    HandVoidError,
    KeyReusedError,
    MatchOverError,
    NotLastHandError,
    NumberTakenError,
    NumberVoidError,
    ReasonMissingError,
    RecordRefusedError,
    RoundClosedError,
    SeatingChangedError,
    SkipsAheadError,
    StaleHandError,
    TableDissolvedError,
    UnconfirmedError,
)
from league.results.scoring import record_of
from league.results.services import (
    correct_hand,
    record_hand,
    restore_hand,
    settle_hand,
    take_back_hand,
    void_hand,
)
from league.standings.models import TableResult
from tests.factories import NOW, make_player, make_round, make_table
from tests.league.results.hands import (
    compute_table,
    in_force,
    kept_scores,
    live_hand,
    record_for,
    right_scores,
    send,
    totals_of,
)

pytestmark = pytest.mark.django_db
KEY = UUID("00000000-0000-4000-8000-000000000001")


def close(table: Table) -> None:
    table.round.status = RoundStatus.CLOSED
    table.round.save()


def test_record_hand_keeps_the_hand_its_first_revision_and_what_the_phone_sent() -> None:
    table = make_table(seats=5)
    ada = table.seats.get(number=0).player

    submission = send(table, 2, 0, 1, 3, 4, key=KEY, by=ada)

    hand = submission.hand
    assert (hand.number, hand.is_void, hand.is_disputed) == (1, False, False)
    revision = hand.revisions.get()
    assert hand.current == revision
    assert (revision.number, revision.kind, revision.by, revision.via) == (
        1,
        RevisionKind.ENTERED,
        ada,
        Via.CODE,
    )
    assert revision.record == {"finish": [2, 0, 1, 3, 4]}
    assert (submission.key, submission.verdict) == (KEY, Verdict.COUNTED)
    assert hand.score.score["scores"] == [4, 3, 5, 2, 0]
    assert kept_scores(table)[1] == {
        "hands": 1,
        "totals": [4, 3, 5, 2, 0],
        "places": [2, 3, 1, 4, 5],
        "is_over": False,
    }
    assert TableResult.objects.filter(table=table).count() == 5


def test_record_hand_moves_the_versions_of_table_and_competition_on() -> None:
    table = make_table()
    before = table.version, table.round.stage.competition.version
    send(table)
    after = (
        Table.objects.get().version,
        Competition.objects.get().version,
    )
    assert after == (before[0] + 1, before[1] + 1)


def test_record_hand_twice_with_one_key_returns_the_first_even_after_the_round_has_closed() -> None:
    table = make_table()
    record = record_for(table, 3, 2, 1, 0)
    first = send(table, key=KEY, number=1, record=record)
    send(table)
    close(table)

    again = send(table, key=KEY, number=1, record=record)

    assert again == first
    assert Submission.objects.count() == Hand.objects.count() == 2


@pytest.mark.parametrize(
    ("number", "record"), [(1, {"finish": [1, 0, 2, 3]}), (2, {"finish": [0, 1, 2, 3]})]
)
def test_record_hand_refuses_a_key_that_was_used_for_something_else(
    number: int, record: dict[str, Any]
) -> None:
    table = make_table()
    send(table, 0, 1, 2, 3, key=KEY)
    with pytest.raises(KeyReusedError):
        send(table, key=KEY, number=number, record=record)
    assert Submission.objects.count() == 1


def test_record_hand_refuses_a_key_that_another_table_has_used() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3, key=KEY)
    with pytest.raises(KeyReusedError):
        send(make_table(table.round, number=2), 0, 1, 2, 3, key=KEY)


def test_record_hand_of_a_second_phone_with_the_same_record_agrees() -> None:
    table = make_table(seats=5)
    send(table)
    record = record_for(table, 1, 0, 2, 3, 4)
    first = send(table, record=record)
    second = send(table, number=2, record=record | {"teams": record["teams"][::-1]})
    assert second.hand == first.hand
    assert second.verdict == Verdict.AGREED
    assert live_hand(table, 2).is_disputed is False
    assert HandRevision.objects.filter(hand=first.hand).count() == 1


def test_record_hand_of_a_second_phone_with_another_record_makes_a_dispute() -> None:
    table = make_table()
    first = send(table, 0, 1, 2, 3)
    second = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    assert second.hand == first.hand
    assert second.verdict == Verdict.DIFFERED
    hand = live_hand(table, 1)
    assert hand.is_disputed is True
    assert totals_of(table) == [4, 3, 2, 0]


def test_later_hands_keep_the_teams_they_were_played_with_when_an_earlier_one_is_settled() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    other = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    later = send(table, 0, 1, 2, 3)
    assert later.record["teams"] == [[0, 2], [1, 3]]

    settle_hand(submission_id=other.pk, expected_revision=1, by=None, via=Via.CODE, now=NOW)

    hand = live_hand(table, 2)
    assert record_of(hand)["teams"] == [[0, 2], [1, 3]]
    assert [warning["code"] for warning in hand.score.score["warnings"]] == ["teams_differ"]
    assert kept_scores(table) == right_scores(table)
    assert totals_of(table) == [0 + 6 + 5, 2 + 3, 3 + 6, 4 + 3 - 1]


def test_record_hand_does_not_open_a_settled_dispute_with_a_version_that_was_known() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    other = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    settle_hand(submission_id=other.pk, expected_revision=1, by=None, via=Via.CODE, now=NOW)

    late = send(table, number=1, record={"finish": [0, 1, 2, 3]})
    assert (late.verdict, live_hand(table, 1).is_disputed) == (Verdict.DIFFERED, False)

    news = send(table, number=1, record={"finish": [1, 0, 2, 3]})
    assert (news.verdict, live_hand(table, 1).is_disputed) == (Verdict.DIFFERED, True)


def test_record_hand_refuses_a_round_that_is_not_open() -> None:
    for status in (RoundStatus.CLOSED, RoundStatus.SCHEDULED):
        table = make_table(make_round(status=status))
        with pytest.raises(RoundClosedError):
            send(table)
    assert Hand.objects.count() == 0


def test_record_hand_refuses_a_dissolved_table() -> None:
    table = make_table(dissolved_at=NOW)
    with pytest.raises(TableDissolvedError):
        send(table)


def test_record_hand_refuses_a_form_made_for_other_people_on_the_seats() -> None:
    table = make_table(seating=3)
    table.seating = 2
    with pytest.raises(SeatingChangedError):
        send(table)


def test_record_hand_refuses_a_number_that_skips_ahead() -> None:
    table = make_table()
    with pytest.raises(SkipsAheadError) as refused:
        send(table, number=2)
    assert refused.value.words == "Hand 1 comes next, so hand 2 cannot be entered yet."


def test_record_hand_refuses_the_number_of_a_void_hand_in_the_middle() -> None:
    table = make_table()
    first, _second = send(table), send(table)
    void_hand(hand_id=first.hand_id, expected_revision=1, reason="wrong", by=None, now=NOW)
    with pytest.raises(NumberVoidError):
        send(table, number=1, record={"finish": [0, 1, 2, 3]})


def test_record_hand_refuses_a_hand_after_the_match_is_over() -> None:
    table = make_table(options={"mode": "simple", "target": 6})
    send(table, 0, 1, 2, 3)
    send(table, 0, 1, 2, 3)
    with pytest.raises(MatchOverError):
        send(table, number=3, record={"finish": [0, 1, 2, 3]})


def test_record_hand_names_every_fault_at_its_field_and_changes_nothing() -> None:
    table = make_table()
    send(table)
    version = Table.objects.get().version
    record = record_for(table) | {
        "finish": [0, 0, 1, 2],
        "lions_taken": [9, 0, 0, 0],
        "hedgehog": [True],
    }
    with pytest.raises(RecordRefusedError) as refused:
        send(table, record=record)
    assert [(problem.field, problem.code) for problem in refused.value.problems] == [
        ("finish", "not_a_permutation"),
        ("lions_taken", "too_many_lions"),
        ("hedgehog", "not_yes_or_no"),
    ]
    assert (Hand.objects.count(), Submission.objects.count()) == (1, 1)
    assert Table.objects.get().version == version


@pytest.mark.parametrize("record", [None, [], "x", 3, {}, {"finish": None}])
def test_record_hand_refuses_what_is_no_record(record: object) -> None:
    table = make_table()
    with pytest.raises(RecordRefusedError):
        record_hand(
            table_id=table.pk,
            number=1,
            key=uuid4(),
            seating=1,
            record=record,
            by=None,
            via=Via.CODE,
            now=NOW,
        )


def test_record_hand_asks_once_to_confirm_a_warning_and_again_when_its_number_changes() -> None:
    table = make_table()
    send(table)

    def try_with(lions: int, confirmed: list[str]) -> Submission:
        return record_hand(
            table_id=table.pk,
            number=2,
            key=uuid4(),
            seating=1,
            record=record_for(table, lions_taken=[lions, 0, 0, 0]),
            by=None,
            via=Via.CODE,
            now=NOW,
            confirmed=confirmed,
        )

    with pytest.raises(UnconfirmedError):
        try_with(4, [])
    with pytest.raises(UnconfirmedError):
        try_with(3, ["lions_missing-1"])
    assert try_with(4, ["lions_missing-1"]).verdict == Verdict.COUNTED


def test_take_back_hand_frees_the_number_of_the_last_hand() -> None:
    table = make_table()
    send(table)
    second = send(table)
    hand = take_back_hand(
        hand_id=second.hand_id, expected_revision=1, by=None, via=Via.CODE, now=NOW
    )
    assert hand.is_void is True
    assert [revision.kind for revision in hand.revisions.order_by("number")] == [
        RevisionKind.ENTERED,
        RevisionKind.VOIDED,
    ]
    assert send(table).hand.number == 2
    assert kept_scores(table) == right_scores(table)


def test_take_back_hand_twice_is_the_same_as_once() -> None:
    table = make_table()
    sent = send(table)
    for _ in range(2):
        take_back_hand(hand_id=sent.hand_id, expected_revision=1, by=None, via=Via.CODE, now=NOW)
    assert sent.hand.revisions.count() == 2
    assert kept_scores(table) == ({}, None)


def test_take_back_hand_refuses_all_but_the_last_hand_of_an_open_round() -> None:
    table = make_table()
    first, second = send(table), send(table)
    with pytest.raises(NotLastHandError):
        take_back_hand(hand_id=first.hand_id, expected_revision=1, by=None, via=Via.CODE, now=NOW)
    with pytest.raises(StaleHandError):
        take_back_hand(hand_id=second.hand_id, expected_revision=3, by=None, via=Via.CODE, now=NOW)
    close(table)
    with pytest.raises(RoundClosedError):
        take_back_hand(hand_id=second.hand_id, expected_revision=1, by=None, via=Via.CODE, now=NOW)


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
            by=olga,
            now=NOW,
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


def test_correct_hand_ends_a_dispute() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    send(table, number=1, record={"finish": [3, 2, 1, 0]})
    correct_hand(
        hand_id=hand.pk,
        expected_revision=1,
        record={"finish": [0, 1, 2, 3]},
        reason="asked",
        by=None,
        now=NOW,
    )
    assert live_hand(table, 1).is_disputed is False


def test_a_correction_that_ends_the_match_earlier_keeps_later_hands_which_count_for_nothing() -> (
    None
):
    table = make_table(options={"mode": "simple", "target": 6})
    send(table, 0, 1, 2, 3)
    second = send(table, 3, 2, 1, 0).hand
    send(table, 0, 1, 2, 3)
    assert kept_scores(table)[1] == {
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
        by=None,
        now=NOW,
    )

    assert kept_scores(table)[1] == {
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
            by=None,
            now=NOW,
        )

    with pytest.raises(ReasonMissingError):
        correct(reason="  ")
    with pytest.raises(StaleHandError):
        correct(expected=2)
    with pytest.raises(RecordRefusedError):
        correct(record={"finish": [0]})
    void_hand(hand_id=hand.pk, expected_revision=1, reason="gone", by=None, now=NOW)
    with pytest.raises(HandVoidError):
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
        by=None,
        now=NOW,
    )
    with pytest.raises(StaleHandError):
        void_hand(hand_id=hand.pk, expected_revision=1, reason="b", by=None, now=NOW)


def test_void_hand_in_the_middle_uses_up_its_number_and_restore_brings_it_back() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    send(table, 0, 1, 2, 3)
    before = kept_scores(table)

    void_hand(hand_id=hand.pk, expected_revision=1, reason="misdeal", by=None, now=NOW)
    assert totals_of(table) == [6 + 5, 3, 6, 3 - 1]
    assert kept_scores(table) == right_scores(table)

    restore_hand(hand_id=hand.pk, expected_revision=2, reason="no misdeal", by=None, now=NOW)
    assert kept_scores(table) == before


def test_restore_hand_refuses_while_another_hand_of_its_number_counts() -> None:
    table = make_table()
    hand = send(table).hand
    void_hand(hand_id=hand.pk, expected_revision=1, reason="wrong table", by=None, now=NOW)
    send(table)
    with pytest.raises(NumberTakenError):
        restore_hand(hand_id=hand.pk, expected_revision=2, reason="oh", by=None, now=NOW)


def test_settle_hand_is_the_tables_while_the_round_is_open_and_the_organisers_always() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    other = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    close(table)
    with pytest.raises(RoundClosedError):
        settle_hand(submission_id=other.pk, expected_revision=1, by=None, via=Via.SEAT, now=NOW)
    for _ in range(2):
        settle_hand(submission_id=other.pk, expected_revision=1, by=None, via=Via.CLUB, now=NOW)
    hand = live_hand(table, 1)
    assert hand.is_disputed is False
    assert (in_force(hand).number, in_force(hand).kind) == (2, RevisionKind.SETTLED)
    assert totals_of(table) == [0, 2, 3, 4]


def statements_of_next_hand(table: Table) -> int:
    """Count the statements of posting the next hand, savepoints left out."""
    number = compute_table(table).match.number
    record = record_for(table, 3, 2, 1, 0) if number % 2 else record_for(table)
    with CaptureQueriesContext(connection) as captured:
        send(table, number=number, record=record)
    return sum("SAVEPOINT" not in query["sql"] for query in captured)


def test_record_hand_asks_the_database_equally_often_however_long_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What other apps derive from a score is counted by their own tests.
    monkeypatch.setattr(projections, "_projections", [])
    table = make_table(options={"mode": "partners", "target": 1000})
    # Lock, seats with the table, hands, what is of the hand, versions; see test_cost for SQLite.
    needed = 5 if connection.vendor == "postgresql" else 9
    assert [statements_of_next_hand(table) for _ in range(12)] == [needed] * 12
