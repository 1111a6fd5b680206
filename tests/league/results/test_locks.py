"""Phones send at the same moment: nothing is lost, nothing is doubled, everything adds up."""

from collections.abc import Callable
from threading import Barrier, Thread
from uuid import UUID

import pytest
from django.db import connection

from league.competitions.models import Competition, Table
from league.results.models import Hand, HandRevision, Submission, Verdict
from league.results.refusals import ResultError
from league.standings.models import Standing, TableResult
from league.standings.services import recompute_competition
from tests.factories import make_competition, make_round, make_table
from tests.league.results.hands import kept_scores, right_scores, send

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
PHONES = 8


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
        assert kept_scores(table) == right_scores(table)
        assert Table.objects.get(pk=table.pk).version == 3
    assert Competition.objects.get().version == 1 + 2 * PHONES


def test_eight_equal_hands_of_one_number_are_one_hand_and_seven_agree() -> None:
    table = make_table()
    record = {"finish": [3, 2, 1, 0]}

    told = send_together(lambda phone: send(table, number=1, record=record))

    assert told == ["done"] * PHONES
    assert Hand.objects.count() == HandRevision.objects.count() == 1
    verdicts = sorted(Submission.objects.values_list("verdict", flat=True))
    assert verdicts == [Verdict.AGREED] * (PHONES - 1) + [Verdict.COUNTED]
    assert kept_scores(table) == right_scores(table)


def test_eight_different_hands_of_one_number_are_one_hand_disputed_and_all_are_kept() -> None:
    table = make_table(seats=4)
    orders = [[0, 1, 2, 3], [1, 0, 2, 3]]

    told = send_together(lambda phone: send(table, number=1, record={"finish": orders[phone % 2]}))

    assert told == ["done"] * PHONES
    assert Submission.objects.count() == PHONES
    hand = Hand.objects.get()
    assert hand.is_disputed is True
    assert HandRevision.objects.count() == 1
    assert kept_scores(table) == right_scores(table)


def test_one_hand_sent_eight_times_under_one_key_is_written_once() -> None:
    table = make_table()
    key = UUID(int=7)
    record = {"finish": [0, 1, 2, 3]}

    told = send_together(lambda phone: send(table, number=1, record=record, key=key))

    assert told == ["done"] * PHONES
    assert Hand.objects.count() == Submission.objects.count() == 1
