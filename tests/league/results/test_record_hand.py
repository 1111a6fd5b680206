from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competitions.models import Competition, RoundStatus, Table
from league.results.authors import Via
from league.results.models import Hand, RevisionKind, Submission, SubmissionOutcome
from league.results.services import record_hand, void_hand
from league.standings.models import TableResult
from tests.factories import BY_CLUB, BY_CODE, NOW, make_round, make_table
from tests.league.refusals import refuses
from tests.league.results.hands import close, compute_table, record_for, send, stored_scores

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


KEY = UUID("00000000-0000-4000-8000-000000000001")


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
    assert (submission.key, submission.outcome) == (KEY, SubmissionOutcome.COUNTED)
    assert hand.score.score["scores"] == [4, 3, 5, 2, 0]
    assert stored_scores(table)[1] == {
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
    after = (Table.objects.get().version, Competition.objects.get().version)
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
    with refuses("key_reused"):
        send(table, key=KEY, number=number, record=record)
    assert Submission.objects.count() == 1


def test_record_hand_refuses_a_key_that_another_table_has_used() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3, key=KEY)
    with refuses("key_reused"):
        send(make_table(table.round, number=2), 0, 1, 2, 3, key=KEY)


def test_record_hand_refuses_a_round_that_is_not_open() -> None:
    for status in (RoundStatus.CLOSED, RoundStatus.SCHEDULED):
        table = make_table(make_round(status=status))
        with refuses("round_closed"):
            send(table)
    assert Hand.objects.count() == 0


def test_record_hand_refuses_a_dissolved_table() -> None:
    table = make_table(dissolved_at=NOW)
    with refuses("table_dissolved"):
        send(table)


def test_record_hand_refuses_a_form_made_for_other_people_on_the_seats() -> None:
    table = make_table(seating=3)
    table.seating = 2
    with refuses("seating_changed"):
        send(table)


def test_record_hand_refuses_a_number_that_skips_ahead() -> None:
    table = make_table()
    with refuses("skips_ahead") as refused:
        send(table, number=2)
    assert refused.value.text == "Hand 2 cannot be entered yet. Enter hand 1 first."


def test_record_hand_refuses_the_number_of_a_void_hand_in_the_middle() -> None:
    table = make_table()
    first, _second = send(table), send(table)
    void_hand(hand_id=first.hand_id, expected_revision=1, reason="wrong", author=BY_CLUB)
    with refuses("number_void"):
        send(table, number=1, record={"finish": [0, 1, 2, 3]})


def test_record_hand_refuses_a_hand_after_the_match_is_over() -> None:
    table = make_table(options={"mode": "simple", "target": 6})
    send(table, 0, 1, 2, 3)
    send(table, 0, 1, 2, 3)
    with refuses("match_over"):
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
    with refuses("invalid_record") as refused:
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
    with refuses("invalid_record"):
        record_hand(
            table_id=table.pk, number=1, key=uuid4(), seating=1, record=record, author=BY_CODE
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
            confirmed=confirmed,
            author=BY_CODE,
        )

    with refuses("unconfirmed"):
        try_with(4, [])
    with refuses("unconfirmed"):
        try_with(3, ["lions_missing-1"])
    assert try_with(4, ["lions_missing-1"]).outcome == SubmissionOutcome.COUNTED


def statements_of_next_hand(table: Table) -> int:
    """Count the statements of posting the next hand, savepoints left out."""
    number = compute_table(table).match.number
    record = record_for(table, 3, 2, 1, 0) if number % 2 else record_for(table)
    with CaptureQueriesContext(connection) as captured:
        send(table, number=number, record=record)
    return sum("SAVEPOINT" not in query["sql"] for query in captured)


def test_record_hand_asks_the_database_equally_often_however_long_the_match() -> None:
    table = make_table(options={"mode": "partners", "target": 1000})
    # The standings are new with the first hand, which asks what their entries begin with.
    statements_of_next_hand(table)
    # As in test_cost, but for the session.
    needed = 8 if connection.vendor == "postgresql" else 12
    assert [statements_of_next_hand(table) for _ in range(11)] == [needed] * 11
