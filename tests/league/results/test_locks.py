"""Phones send at the same moment: nothing is lost, nothing is doubled, everything adds up."""

from collections.abc import Callable
from threading import Barrier, Thread
from uuid import UUID

import pytest
from django.db import connection

from league.competitions.models import Competition, Seat, Table
from league.results.authors import Author
from league.results.errors import ResultError
from league.results.inbox import call_organiser
from league.results.models import (
    ClubInbox,
    FinalRevision,
    Hand,
    HandResponse,
    HandRevision,
    SealedSeat,
    Submission,
    SubmissionOutcome,
    TableCall,
)
from league.results.scoring import record_of
from league.results.services import correct_hand, enter_hand
from league.results.table_context import TableContext
from league.standings.models import Standing, TableResult
from league.standings.services import recompute_competition
from tests.factories import (
    BY_CLUB,
    BY_CODE,
    make_club,
    make_competition,
    make_round,
    make_table,
)
from tests.league.results.hands import (
    make_poker_table,
    poker_record,
    right_scores,
    send,
    stored_scores,
)
from tests.league.results.test_confirmation import confirm, dispute
from tests.league.results.test_final_results import enter
from tests.league.results.test_sealed import choose, seal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
PHONES = 8
ORDER = {"finish": [0, 1, 2, 3]}


def send_together(post: Callable[[int], object]) -> list[str]:
    """Let eight phones send at the same moment; return what each was told."""
    barrier = Barrier(PHONES)
    told: list[str] = []

    def run(phone: int) -> None:
        try:
            barrier.wait(timeout=30)
            post(phone)
            told.append("done")
        except ResultError as error:
            told.append(error.code)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(phone,)) for phone in range(PHONES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return sorted(told)


def test_eight_hands_to_eight_tables_of_a_competition_are_all_kept() -> None:
    competition = make_competition()
    round_ = make_round(competition)
    tables = [make_table(round_, number=number) for number in range(1, PHONES + 1)]

    for _ in range(2):
        assert send_together(lambda phone: send(tables[phone])) == ["done"] * PHONES

    assert Hand.objects.count() == HandRevision.objects.count() == 2 * PHONES
    assert TableResult.objects.count() == Standing.objects.count() == 4 * PHONES
    assert recompute_competition(competition_id=competition.pk) == []
    for table in tables:
        assert stored_scores(table) == right_scores(table)
        assert Table.objects.get(pk=table.pk).version == 3
    assert Competition.objects.get().version == 1 + 2 * PHONES


def test_hands_at_tables_of_one_competition_do_not_wait_for_one_another() -> None:
    round_ = make_round(make_competition())
    tables = [make_table(round_, number=number) for number in range(1, PHONES + 1)]
    all_inside = Barrier(PHONES)

    def enter(_context: TableContext) -> tuple[object, Author]:
        all_inside.wait(timeout=30)
        return ORDER, BY_CODE

    told = send_together(
        lambda phone: enter_hand(
            table_id=tables[phone].pk,
            number=1,
            key=UUID(int=phone),
            seating=1,
            enter=enter,
        )
    )

    assert told == ["done"] * PHONES


def test_who_sits_at_several_tables_of_a_competition_has_all_their_points() -> None:
    competition = make_competition()
    rounds = [make_round(competition, number=number) for number in range(1, PHONES + 1)]
    tables = [make_table(round_, number=at) for at, round_ in enumerate(rounds, start=1)]
    people = list(tables[0].seats.order_by("number"))
    for at, table in enumerate(tables[1:], start=1):
        for seat in table.seats.all():
            person = people[(seat.number + at) % 4]
            Seat.objects.filter(pk=seat.pk).update(player=person.player, entry=person.entry)

    for _ in range(3):
        assert send_together(lambda phone: send(tables[phone])) == ["done"] * PHONES

    assert TableResult.objects.count() == 4 * PHONES
    assert recompute_competition(competition_id=competition.pk) == []


def test_eight_equal_hands_of_one_number_are_one_hand_and_seven_agree() -> None:
    table = make_table()
    record = {"finish": [3, 2, 1, 0]}

    told = send_together(lambda phone: send(table, number=1, record=record))

    assert told == ["done"] * PHONES
    assert Hand.objects.count() == HandRevision.objects.count() == 1
    verdicts = sorted(Submission.objects.values_list("outcome", flat=True))
    assert verdicts == [SubmissionOutcome.AGREED] * (PHONES - 1) + [SubmissionOutcome.COUNTED]
    assert stored_scores(table) == right_scores(table)


def test_eight_different_hands_of_one_number_are_one_hand_disputed_and_all_are_kept() -> None:
    table = make_table(seats=4)
    orders = [[0, 1, 2, 3], [1, 0, 2, 3]]

    told = send_together(lambda phone: send(table, number=1, record={"finish": orders[phone % 2]}))

    assert told == ["done"] * PHONES
    assert Submission.objects.count() == PHONES
    hand = Hand.objects.get()
    assert hand.is_disputed is True
    assert HandRevision.objects.count() == 1
    assert stored_scores(table) == right_scores(table)


def test_one_hand_sent_eight_times_under_one_key_is_written_once() -> None:
    table = make_table()
    key = UUID(int=7)
    record = {"finish": [0, 1, 2, 3]}

    told = send_together(lambda phone: send(table, number=1, record=record, key=key))

    assert told == ["done"] * PHONES
    assert Hand.objects.count() == Submission.objects.count() == 1


def test_the_last_sealed_submissions_at_the_same_moment_record_one_hand() -> None:
    for _ in range(3):
        table = make_poker_table()
        choose(table)
        for seat in range(2):
            seal(table, seat)

        told = send_together(
            lambda phone, table=table: seal(table, 2 + phone % 2, recorded=0)  # type: ignore[misc]
        )

        assert told == ["done"] * PHONES
        assert Hand.objects.filter(table=table).count() == 1
        assert Submission.objects.filter(hand__table=table).count() == 1
        assert record_of(Hand.objects.select_related("current").get(table=table)) == poker_record()
        assert stored_scores(table) == right_scores(table)
    assert SealedSeat.objects.count() == 0


def test_players_who_confirm_at_the_same_moment_are_all_heard_once() -> None:
    table = make_table()
    hand = send(table).hand

    told = send_together(lambda phone: confirm(hand, phone % 4))

    assert told == ["done"] * PHONES
    assert sorted(HandResponse.objects.values_list("seat", flat=True)) == [0, 1, 2, 3]


def test_a_correction_at_the_same_moment_asks_everybody_anew() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand

    def press(phone: int) -> None:
        if phone == 0:
            correct_hand(
                hand_id=hand.pk,
                expected_revision=1,
                record={"finish": [3, 2, 1, 0]},
                reason="upside down",
                author=BY_CLUB,
            )
        elif phone % 2:
            dispute(hand, phone % 4)
        else:
            confirm(hand, phone % 4)

    told = send_together(press)

    # Those who came first were heard, those after the correction are told to look again.
    heard = HandResponse.objects.values("seat", "kind").distinct().count()
    assert set(told) <= {"done", "stale"}
    assert told.count("done") >= 1 + heard
    assert HandResponse.objects.filter(revision__number=2).count() == 0
    hand.refresh_from_db()
    assert hand.is_disputed is False
    assert HandRevision.objects.count() == 2
    assert stored_scores(table) == right_scores(table)


def test_a_table_that_calls_from_several_phones_has_one_call_on_one_desk() -> None:
    table = make_table()

    told = send_together(
        lambda phone: call_organiser(table_id=table.pk, message="", author=BY_CODE)
    )

    assert told == ["done"] * PHONES
    assert TableCall.objects.count() == 1
    assert ClubInbox.objects.get().version == 1


def test_tables_of_several_competitions_that_call_together_share_the_clubs_desk() -> None:
    club = make_club()
    tables = [make_table(make_round(make_competition(club))) for _ in range(PHONES)]

    told = send_together(
        lambda phone: call_organiser(table_id=tables[phone].pk, message="", author=BY_CODE)
    )

    assert told == ["done"] * PHONES
    assert ClubInbox.objects.get().version == TableCall.objects.count() == PHONES


def test_eight_results_of_one_table_at_the_same_moment_are_one_result() -> None:
    table = make_table()
    outcomes = [[1, 2, 3, 4], [4, 3, 2, 1]]

    told = send_together(lambda phone: enter(table, places=outcomes[phone % 2]))

    assert told == ["done"] * 4 + ["result_stands"] * 4
    revision = FinalRevision.objects.get()
    places = list(TableResult.objects.order_by("seat").values_list("place", flat=True))
    assert {"places": places} == revision.outcome
    assert recompute_competition(competition_id=table.round.stage.competition_id) == []


def test_a_hand_and_a_result_at_the_same_moment_never_both_count() -> None:
    for _ in range(3):
        table = make_table()

        told = send_together(
            lambda phone, table=table: (  # type: ignore[misc]
                enter(table) if phone % 2 else send(table, number=1, record=ORDER)
            )
        )

        hands = Hand.objects.filter(table=table, is_void=False).count()
        results = FinalRevision.objects.filter(result__table=table).count()
        assert (hands, results) in {(1, 0), (0, 1)}
        refused = "result_stands" if results else "hands_stand"
        assert told == ["done"] * 4 + [refused] * 4
