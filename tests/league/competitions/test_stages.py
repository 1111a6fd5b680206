import pytest

from league.competitions.models import Competition, Stage
from league.competitions.queries import current_stage, entries_in_stage
from league.competitions.schedule import RoundTimes
from league.competitions.services import add_round, add_stage, edit_stage, remove_stage
from tests.factories import NOW, make_competition, make_entry, make_round
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db


def later_stage(competition: Competition, **fields: object) -> Stage:
    return Stage.objects.create(competition=competition, number=2, **fields)


def test_add_stage_follows_the_last_one_and_pressing_twice_adds_one() -> None:
    competition = make_competition()

    first = add_stage(
        competition_id=competition.pk, number=2, settings=Stage(name="Final", method="finals")
    )
    again = add_stage(competition_id=competition.pk, number=2, settings=Stage())

    assert first == again
    assert (again.name, again.method, again.started_at) == ("Final", "finals", None)
    competition.refresh_from_db()
    assert competition.version == 2


def test_add_stage_leaves_no_gap() -> None:
    competition = make_competition()

    added = add_stage(competition_id=competition.pk, number=9, settings=Stage())

    assert added.number == 2


def test_edit_stage_that_has_begun_keeps_who_went_on_and_what_was_carried_over() -> None:
    competition = make_competition()
    stage = later_stage(competition, started_at=NOW, cut="places", cut_at=8, carry_over="half")

    edit_stage(
        stage_id=stage.pk, settings=Stage(cut="points", cut_at=50, carry_over="none", minutes=45)
    )

    stage.refresh_from_db()
    assert (stage.cut, stage.cut_at, stage.carry_over) == ("places", 8, "half")
    assert stage.minutes == 45


def test_edit_stage_that_has_not_begun_changes_all_of_it() -> None:
    stage = later_stage(make_competition(), cut="places", cut_at=8)

    edit_stage(stage_id=stage.pk, settings=Stage(cut="points", cut_at=50))

    stage.refresh_from_db()
    assert (stage.cut, stage.cut_at) == ("points", 50)


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        (Stage(method="swiss", planned_rounds=6), False),
        (Stage(planned_rounds=7), False),
        (Stage(seating_priority="fresh", planned_rounds=6), False),
        (Stage(minutes=60, planned_rounds=6), True),
    ],
)
def test_edit_stage_drops_the_plan_only_when_seats_would_be_drawn_otherwise(
    settings: Stage, kept: bool
) -> None:
    stage = make_competition().stages.get()
    Stage.objects.filter(pk=stage.pk).update(plan={"seed": 1}, planned_rounds=6)

    edit_stage(stage_id=stage.pk, settings=settings)

    stage.refresh_from_db()
    assert stage.plan == ({"seed": 1} if kept else None)


def test_remove_stage_takes_it_away_and_twice_is_once() -> None:
    stage = later_stage(make_competition())

    remove_stage(stage_id=stage.pk)
    remove_stage(stage_id=stage.pk)

    assert not Stage.objects.filter(pk=stage.pk).exists()


def test_remove_stage_refuses_one_that_has_begun() -> None:
    competition = make_competition()
    begun = later_stage(competition, started_at=NOW)

    for stage in (competition.stages.get(number=1), begun):
        with refuses("stage", match="has started and cannot be deleted"):
            remove_stage(stage_id=stage.pk)
    assert competition.stages.count() == 2


def test_remove_stage_refuses_one_that_another_follows() -> None:
    competition = make_competition()
    stage = later_stage(competition)
    Stage.objects.create(competition=competition, number=3)

    with refuses("stage", match="follows"):
        remove_stage(stage_id=stage.pk)


def test_current_stage_is_the_last_that_has_begun() -> None:
    competition = make_competition()
    first = competition.stages.get()
    second = later_stage(competition)

    before = current_stage(competition.pk)
    Stage.objects.filter(pk=second.pk).update(started_at=NOW)

    assert (before, current_stage(competition.pk)) == (first, second)


def test_rounds_are_added_to_the_current_stage_and_numbered_through() -> None:
    competition = make_competition()
    make_round(competition, number=1)
    make_round(competition, number=2)
    final = later_stage(competition, started_at=NOW)

    times = RoundTimes()
    added = add_round(competition_id=competition.pk, number=9, times=times, now=NOW)
    again = add_round(competition_id=competition.pk, number=3, times=times, now=NOW)

    assert (added.stage, added.number, again) == (final, 3, added)


def test_entries_in_stage_are_all_in_the_first_and_those_who_went_on_later() -> None:
    competition = make_competition()
    ada, emil = make_entry(competition, name="Ada"), make_entry(competition, name="Emil")
    final = later_stage(competition, started_at=NOW, cut="places", cut_at=1)
    final.stage_entries.create(entry=emil, seed=1)

    assert list(entries_in_stage(competition.stages.get(number=1))) == [ada, emil]
    assert list(entries_in_stage(final)) == [emil]


def test_entries_in_stage_without_a_cut_are_also_those_who_joined_since() -> None:
    competition = make_competition()
    ada = make_entry(competition, name="Ada")
    second_half = later_stage(competition, started_at=NOW)
    second_half.stage_entries.create(entry=ada, seed=1)
    emil = make_entry(competition, name="Emil")

    assert list(entries_in_stage(second_half)) == [ada, emil]
