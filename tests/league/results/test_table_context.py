"""A table as it is read to write at it is what the ORM reads of it, in one statement."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from league.competitions.models import Seat
from league.results.models import Hand, Submission
from league.results.services import void_hand
from league.results.table_context import TableContext, load_table_context
from tests.factories import BY_CLUB, NOW, make_table
from tests.league.results.hands import send
from tests.league.results.test_final_results import enter

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def place_of(table_id: int) -> TableContext:
    context = load_table_context(table_id)
    assert context is not None
    return context


def known(row: Model) -> dict[str, Any]:
    """Return the columns of a row that were read with it."""
    deferred = row.get_deferred_fields()
    names = [field.attname for field in row._meta.concrete_fields]
    return {name: getattr(row, name) for name in names if name not in deferred}


def assert_as_read(rows: list[Model]) -> None:
    """Check rows against what the ORM reads of each."""
    for row in rows:
        whole = known(type(row)._default_manager.get(pk=row.pk))
        read = known(row)
        assert read == {name: whole[name] for name in read}
        assert {name: type(value) for name, value in read.items()} == {
            name: type(whole[name]) for name in read
        }
        assert not row._state.adding


def test_table_context_holds_what_the_orm_reads() -> None:
    table = make_table(options={"mode": "simple", "target": 1000}, adjourned_at=NOW)
    left = table.seats.get(number=2).player
    left.left_at = NOW
    left.save()
    for _ in range(3):
        send(table)
    second = Hand.objects.get(number=2)
    void_hand(hand_id=second.pk, expected_revision=1, reason="Counted twice.", author=BY_CLUB)
    with CaptureQueriesContext(connection) as captured:
        place = place_of(table.pk)
        round_ = place.table.round
        competition = round_.stage.competition
        rows: list[Model] = [place.table, round_, round_.stage, competition, competition.club]
        rows += [row for seat in place.seats for row in (seat, seat.player, seat.entry)]
        rows += [row for hand in place.hands for row in (hand, hand.current) if row]
    assert len(captured) == 1
    assert_as_read(rows)
    assert [seat.number for seat in place.seats] == [0, 1, 2, 3]
    assert [(hand.number, hand.is_void) for hand in place.hands] == [
        (1, False),
        (2, True),
        (3, False),
    ]
    assert place.code == table.codes.get()
    assert place.final is None


def test_table_context_holds_the_final_result_with_its_revision() -> None:
    table = make_table()
    revision = enter(table)
    final = place_of(table.pk).final
    assert final is not None
    assert final.current is not None
    assert_as_read([final, final.current])
    assert final.current == revision


def test_bare_place_has_empty_lists() -> None:
    table = make_table()
    Seat.objects.filter(table=table).delete()
    table.codes.all().delete()
    place = place_of(table.pk)
    assert (place.seats, place.code, place.hands, place.final) == ([], None, [], None)
    assert load_table_context(0) is None


def test_table_context_names_the_submission_under_a_key() -> None:
    table = make_table()
    send(table)
    sent = Submission.objects.get()
    found = [load_table_context(table.pk, key) for key in (sent.key, uuid4(), None)]
    assert [place.sent if place else 0 for place in found] == [sent.pk, None, None]
