from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Count, Model, OuterRef, Q, QuerySet, UUIDField
from django.db.models.signals import post_init, pre_init
from django.test.utils import CaptureQueriesContext

from league.competitions.models import Competition, Seat, Table
from league.core.prepared import Given, IsAmong, Listed, Prepared
from league.results.models import Submission
from tests.factories import NOW, make_competition, make_round, make_table
from tests.league.results.hands import send

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def seats_of(given: type[Given]) -> QuerySet[Seat]:
    seats = Seat.objects.filter(table=given("table")).order_by("number")
    return seats.select_related("player", "table__round", "table__final_result")


def test_a_query_is_worded_once_and_given_other_values_each_time() -> None:
    worded: list[str] = []

    def word(given: type[Given]) -> QuerySet[Seat]:
        worded.append("once")
        return seats_of(given)

    one, other = make_table(), make_table()
    prepared = Prepared(word)
    read = [prepared.read(table=table.pk) for table in (one, other, one)]
    assert read == [list(table.seats.order_by("number")) for table in (one, other, one)]
    assert worded == ["once"]


def test_rows_come_with_what_they_are_joined_to_as_one_object() -> None:
    table = make_table(options={"target": 17})
    seats = Prepared(seats_of).read(table=table.pk)
    with CaptureQueriesContext(connection) as captured:
        [shared] = {id(seat.table): seat.table for seat in seats}.values()
        assert (shared.options, shared.round) == ({"target": 17}, table.round)
        assert shared.round.number == 1
        assert not hasattr(shared, "final_result")
        names = [seat.player.name for seat in seats]
    assert len(captured) == 0
    assert names == list(table.seats.order_by("number").values_list("player__name", flat=True))
    assert not any(seat._state.adding for seat in seats)


def test_no_model_is_made_in_a_way_of_its_own() -> None:
    for model in apps.get_models():
        assert model.__init__ is Model.__init__
        assert model.from_db.__func__ is Model.from_db.__func__  # type: ignore[attr-defined]
        assert not pre_init.has_listeners(model)
        assert not post_init.has_listeners(model)


def test_objects_hold_what_those_of_the_orm_hold() -> None:
    make_table()
    [seat, *_rest] = Prepared(lambda _given: Seat.objects.order_by("number")).read()
    own = Seat.objects.order_by("number")[0]
    assert seat._state.fields_cache == own._state.fields_cache == {}
    assert {**vars(seat), "_state": vars(seat._state)} == {**vars(own), "_state": vars(own._state)}


def test_what_is_not_read_is_fetched_when_it_is_wanted() -> None:
    table = make_table(options={"target": 17})
    [read] = Prepared(lambda given: Table.objects.filter(pk=given("pk")).only("number")).read(
        pk=table.pk
    )
    with CaptureQueriesContext(connection) as captured:
        assert (read.number, read.options) == (table.number, {"target": 17})
    assert len(captured) == 1


def test_values_and_annotations_are_read_as_the_orm_reads_them() -> None:
    competition = make_competition(place_points=[10, 7, 5, 3])
    make_round(competition)
    columns = ("place_points", "created_at", "best_of")
    values = Prepared(
        lambda given: Competition.objects.filter(pk=given("pk")).values_list(*columns)
    )
    assert values.read(pk=competition.pk) == list(Competition.objects.values_list(*columns))
    assert values.read(pk=0) == []
    counted = Prepared(
        lambda given: Competition.objects.filter(pk=given("pk")).annotate(
            rounds=Count("stages__rounds")
        )
    )
    assert [getattr(each, "rounds") for each in counted.read(pk=competition.pk)] == [1]  # noqa: B009


def test_json_that_is_null_comes_as_none_among_others() -> None:
    table = make_table()
    table.seats.filter(number=1).update(reason={"code": "lot"})
    reasons = Prepared(
        lambda given: (
            Seat.objects.filter(table=given("table"))
            .order_by("number")
            .values_list("number", "reason")
        )
    )
    assert reasons.read(table=table.pk) == [(0, None), (1, {"code": "lot"}), (2, None), (3, None)]


def test_a_list_may_be_given_however_long_it_is() -> None:
    tables = [make_table() for _ in range(3)]
    among = Prepared(lambda _given: Table.objects.filter(Q(IsAmong("id", "ids"))).order_by("pk"))
    asked = [tables[:1], tables[1:], []]
    assert [among.read(ids=[table.pk for table in some]) for some in asked] == asked


def test_a_value_is_adapted_by_its_kind_of_field() -> None:
    sent = send(make_table())
    by_key = Prepared(lambda given: Submission.objects.filter(key=given("key", UUIDField())))
    assert [by_key.read(key=key) for key in (sent.key, uuid4(), None)] == [[sent], [], []]


def test_rows_of_another_query_come_as_a_list_of_what_they_would_be_alone() -> None:
    table, empty = make_table(), make_table()
    empty.seats.all().delete()
    left = table.seats.get(number=2).player
    left.left_at = NOW
    left.save()
    table.seats.filter(number=1).update(reason={"code": "lot"})
    seats = Seat.objects.filter(table=OuterRef("pk")).order_by("number")
    with_lists = Prepared(
        lambda given: (
            Table.objects.filter(pk=given("pk"))
            .only("number")
            .annotate(
                seated=Listed(seats.select_related("player", "entry")),
                reasons=Listed(seats.values_list("number", "reason", "entry__is_guest")),
            )
        )
    )
    [read], [bare] = with_lists.read(pk=table.pk), with_lists.read(pk=empty.pk)
    with CaptureQueriesContext(connection) as captured:
        told = [(each.pk, each.player.left_at, each.reason) for each in getattr(read, "seated")]  # noqa: B009
    assert len(captured) == 0
    alone = list(table.seats.order_by("number"))
    assert told == [(each.pk, each.player.left_at, each.reason) for each in alone]
    assert [row[:2] for row in getattr(read, "reasons")] == [  # noqa: B009
        (each.number, each.reason) for each in alone
    ]
    assert getattr(bare, "seated") == []  # noqa: B009
