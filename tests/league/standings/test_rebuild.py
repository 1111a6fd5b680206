import io
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import models

from league.competitions.models import Competition, Table
from league.results.models import Hand, HandRevision, HandScore, TableScore
from league.results.services import record_hand, void_hand
from league.standings.models import Standing, TableResult
from tests.factories import (
    BY_CLUB,
    BY_CODE,
    make_competition,
    make_entry,
    make_round,
    make_table,
)
from tests.portions import thinned

pytestmark = pytest.mark.django_db

DERIVED: tuple[type[models.Model], ...] = (HandScore, TableScore, TableResult, Standing)
KEYS = {"id", "hand", "table", "entry", "stage"}
TAMPERED = [
    (Hand, "is_void", True),
    (HandScore, "score", {"scores": [9, 9, 9, 9]}),
    (HandScore, "is_surplus", True),
    (TableScore, "hands", 7),
    (TableScore, "totals", [1, 1, 1, 1]),
    (TableScore, "places", [1, 1, 1, 1]),
    (TableScore, "is_over", True),
    (TableResult, "place", 7),
    (TableResult, "game_points", -70),
    (TableResult, "points", 99),
    (TableResult, "seat", 7),
    (TableResult, "pair", 7),
    (TableResult, "bonuses", {"win": 7}),
    (Standing, "points", 700),
    (Standing, "wins", 7),
    (Standing, "game_points", -700),
    (Standing, "tables", 70),
    (Standing, "rounds", 70),
    (Standing, "places", [70]),
    (Standing, "byes", 7),
    (Standing, "carried", 70),
    (Standing, "ledger", {"played": [], "credits": []}),
]


def record(table: Table, number: int, finish: list[int]) -> Hand:
    return record_hand(
        table_id=table.pk,
        number=number,
        key=uuid4(),
        seating=table.seating,
        record={"finish": finish},
        author=BY_CODE,
    ).hand


@pytest.fixture(scope="module")
def played(shared_rows: None) -> int:
    """Play two hands that count, and a void one, at each of two tables; return whose they are."""
    competition = make_competition(options={"mode": "simple"})
    evening = make_round(competition)
    for number in (1, 2):
        table = make_table(evening, number=number)
        record(table, 1, [0, 1, 2, 3])
        hand = record(table, 2, [3, 2, 1, 0])
        void_hand(hand_id=hand.pk, expected_revision=1, reason="wrong table", author=BY_CLUB)
        record(table, 2, [1, 0, 3, 2])
    return competition.pk


@pytest.fixture
def competition(played: int) -> Competition:
    """Return the competition of these tables."""
    return Competition.objects.get(pk=played)


def kept() -> list[list[dict[str, Any]]]:
    models_to_keep: tuple[type[models.Model], ...] = (Hand, *DERIVED)
    return [list(model._default_manager.order_by("pk").values()) for model in models_to_keep]


def rebuild(**options: Any) -> str:
    output = io.StringIO()
    call_command("rebuild", stdout=output, **options)
    return output.getvalue()


@pytest.mark.databases
@pytest.mark.usefixtures("competition")
def test_rebuild_of_untouched_data_finds_and_writes_nothing() -> None:
    before = kept()
    assert rebuild(check=True) == "Differences found: 0.\n"
    assert rebuild() == "Differences put right: 0.\n"
    assert kept() == before


@pytest.mark.usefixtures("competition")
@pytest.mark.parametrize(("model", "field", "value"), thinned(TAMPERED, 3))
def test_rebuild_finds_and_puts_right_every_cached_field(
    model: type[models.Model], field: str, value: object
) -> None:
    before = kept()
    row = model._default_manager.order_by("pk")[0]
    assert getattr(row, field) != value
    model._default_manager.filter(pk=row.pk).update(**{field: value})
    tampered = kept()
    output = io.StringIO()
    with pytest.raises(CommandError, match="Differences: "):
        call_command("rebuild", check=True, stdout=output)
    # PostgreSQL keeps the keys of JSON in its own order: what it should be is not compared.
    assert f"{field} is {value!r}, should be " in output.getvalue()
    assert kept() == tampered
    assert output.getvalue() in rebuild()
    assert kept() == before


def test_rebuild_is_tested_with_every_cached_field() -> None:
    fields = {
        (model, field.name)
        for model in DERIVED
        for field in model._meta.concrete_fields
        if field.name not in KEYS
    }
    assert {case[:2] for case in TAMPERED} | {(Standing, "competition")} == fields | {
        (Hand, "is_void")
    }


def test_rebuild_puts_a_standing_back_into_its_competition(competition: Competition) -> None:
    before = kept()
    other = make_competition()
    Standing.objects.filter(pk=Standing.objects.earliest("pk").pk).update(competition=other)
    assert f"competition_id is {other.pk}, should be {competition.pk}\n" in rebuild()
    assert kept() == before


@pytest.mark.usefixtures("competition")
def test_rebuild_puts_back_which_revision_is_in_force() -> None:
    before = kept()
    void = Hand.objects.filter(is_void=True).order_by("pk")[0]
    Hand.objects.filter(pk=void.pk).update(revision=1)
    assert rebuild().startswith(f"hand {void.pk}: revision is 1, should be {void.revision}\n")
    assert kept() == before


@pytest.mark.databases
@pytest.mark.usefixtures("competition")
@pytest.mark.parametrize("model", DERIVED)
def test_rebuild_makes_missing_rows_again(model: type[models.Model]) -> None:
    rows = model._default_manager.order_by("pk")
    before = [{**row, "id": 0} for row in rows.values()]
    number = rows.count()
    rows.all().delete()
    assert rebuild().count(": is missing\n") == number
    assert sorted([{**row, "id": 0} for row in rows.values()], key=str) == sorted(before, key=str)


def test_rebuild_removes_rows_that_should_not_be_there(competition: Competition) -> None:
    before = kept()
    void = Hand.objects.filter(is_void=True).order_by("pk")[0]
    HandScore.objects.create(hand=void, score={})
    idle = make_entry(competition)
    table = Table.objects.order_by("pk")[0]
    TableResult.objects.create(table=table, entry=idle, place=1, game_points=1, points=1)
    fields = {"points": 1, "wins": 1, "game_points": 1, "tables": 1}
    stage = competition.stages.get()
    Standing.objects.create(competition=competition, stage=stage, entry=idle, **fields)
    assert rebuild().count(": should not be there\n") == 3
    assert kept() == before


def test_rebuild_of_one_competition_leaves_the_others(competition: Competition) -> None:
    other = make_competition()
    Standing.objects.update(points=99)
    tampered = kept()
    assert rebuild(competition=other.pk) == "Differences put right: 0.\n"
    assert kept() == tampered
    with pytest.raises(CommandError, match=r"^There is no competition 12345\.$"):
        rebuild(competition=12345)


def test_rebuild_gives_the_competition_a_newer_version_only_when_it_writes(
    competition: Competition,
) -> None:
    def version() -> int:
        return Competition.objects.get(pk=competition.pk).version

    before = version()
    rebuild()
    assert version() == before
    HandScore.objects.update(is_surplus=True)
    with pytest.raises(CommandError):
        rebuild(check=True)
    assert version() == before
    rebuild()
    assert version() > before


@pytest.mark.usefixtures("competition")
def test_rebuild_names_a_table_whose_record_is_against_the_rules_and_changes_nothing() -> None:
    hand = Hand.objects.order_by("pk")[0]
    HandRevision.objects.filter(hand=hand).update(record={"finish": [0, 0, 1, 2]})
    Standing.objects.update(points=99)
    tampered = kept()
    errors = io.StringIO()
    with pytest.raises(CommandError, match=r"^Competitions that cannot be scored: 1\.$"):
        call_command("rebuild", stdout=io.StringIO(), stderr=errors)
    assert f"table {hand.table_id} cannot be scored: " in errors.getvalue()
    assert kept() == tampered
