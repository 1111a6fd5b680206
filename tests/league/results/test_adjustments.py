from typing import Any

import pytest

from league.competitions.models import Competition, Entry, Round, RoundStatus, Stage
from league.results.adjustments import adjust, cancel_adjustment
from league.results.models import Adjustment
from league.standings.models import Standing
from tests.factories import NOW, make_competition, make_entry, make_player, make_round, make_table
from tests.league.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_competition())


def give(entry: Entry, **fields: Any) -> Adjustment:
    given: dict[str, Any] = {
        "kind": "penalty",
        "points": -2,
        "reason": "late",
        "by": None,
        "now": NOW,
    } | fields
    return adjust(competition_id=entry.competition_id, entry_id=entry.pk, **given)


def points_of(entry: Entry) -> int | None:
    return Standing.objects.filter(entry=entry).values_list("points", flat=True).first()


def version_of(entry: Entry) -> int:
    return Competition.objects.get(pk=entry.competition_id).version


def test_adjust_writes_down_all_of_it_and_the_standings_follow(entry: Entry) -> None:
    olga = make_player(entry.competition.club)
    version = version_of(entry)
    made = give(entry, reason=" late ", rule=" House rule 4 ", by=olga)
    assert (made.points, made.reason, made.rule, made.by) == (-2, "late", "House rule 4", olga)
    assert points_of(entry) == -2
    assert version_of(entry) == version + 1


def test_adjust_under_a_key_gives_once(entry: Entry) -> None:
    first = give(entry, key="bye:1", kind="bye", points=3, reason="")
    assert give(entry, key="bye:1", kind="bye", points=3, reason="") == first
    assert points_of(entry) == 3


def test_adjust_under_a_key_that_was_cancelled_gives_anew(entry: Entry) -> None:
    first = give(entry, key="bye:1", kind="bye", points=3, reason="")
    cancel_adjustment(adjustment_id=first.pk, reason="played after all", by=None, now=NOW)
    second = give(entry, key="bye:1", kind="bye", points=4, reason="")
    assert second != first
    assert points_of(entry) == 4
    assert give(entry, key="bye:1", kind="bye", points=4, reason="") == second
    first.refresh_from_db()
    assert (first.key, first.cancel_reason) == (None, "played after all")


def test_adjust_without_a_round_takes_the_latest_opened_one_of_the_stage_played(
    entry: Entry,
) -> None:
    competition = entry.competition
    assert give(entry).round is None
    planned = make_round(competition, number=1, status=RoundStatus.SCHEDULED)
    assert give(entry).round == planned
    Round.objects.filter(pk=planned.pk).update(status=RoundStatus.CLOSED)
    make_round(competition, number=2, status=RoundStatus.SCHEDULED)
    assert give(entry).round == planned
    finals = Stage.objects.create(competition=competition, number=2)
    assert give(entry).round == planned
    Stage.objects.filter(pk=finals.pk).update(started_at=NOW)
    last = Round.objects.create(stage=finals, number=1)
    assert give(entry).round == last


def test_adjust_at_a_table_belongs_to_its_round(entry: Entry) -> None:
    table = make_table(make_round(entry.competition))
    assert give(entry, table_id=table.pk).round == table.round


def test_adjust_refuses_what_is_not_part_of_the_competition(entry: Entry) -> None:
    table = make_table()
    strange: list[dict[str, Any]] = [{"table_id": table.pk}, {"round_id": table.round_id}]
    for fields in strange:
        with refuses("other_competition"):
            give(entry, **fields)
    with refuses("other_competition"):
        adjust(
            competition_id=make_competition().pk,
            entry_id=entry.pk,
            kind="bonus",
            points=1,
            reason="cake",
            by=None,
            now=NOW,
        )
    assert Adjustment.objects.count() == 0


@pytest.mark.parametrize(("kind", "points"), [("penalty", 0), ("penalty", 2), ("bonus", -1)])
def test_adjust_refuses_a_penalty_that_gives_and_a_bonus_that_takes(
    entry: Entry, kind: str, points: int
) -> None:
    with refuses("wrong_sign"):
        give(entry, kind=kind, points=points)


def test_adjust_wants_a_reason_from_people_only(entry: Entry) -> None:
    with refuses("reason_missing"):
        give(entry, reason="  ")
    assert give(entry, kind="bye", points=0, reason="").reason == ""


def test_adjust_refuses_an_unknown_kind(entry: Entry) -> None:
    with pytest.raises(ValueError, match="cake"):
        give(entry, kind="cake")


def test_cancel_adjustment_takes_it_out_and_keeps_it_to_be_read(entry: Entry) -> None:
    olga = make_player(entry.competition.club)
    made = give(entry)
    version = version_of(entry)
    cancelled = cancel_adjustment(adjustment_id=made.pk, reason=" wrong one ", by=olga, now=NOW)
    assert (cancelled.cancelled_at, cancelled.cancelled_by) == (NOW, olga)
    assert (cancelled.cancel_reason, cancelled.points) == ("wrong one", -2)
    assert points_of(entry) is None
    assert version_of(entry) == version + 1


def test_cancel_adjustment_twice_cancels_once(entry: Entry) -> None:
    made = give(entry)
    cancel_adjustment(adjustment_id=made.pk, reason="wrong one", by=None, now=NOW)
    version = version_of(entry)
    again = cancel_adjustment(adjustment_id=made.pk, reason="once more", by=None, now=NOW)
    assert again.cancel_reason == "wrong one"
    assert version_of(entry) == version


def test_cancel_adjustment_wants_a_reason(entry: Entry) -> None:
    made = give(entry)
    with refuses("reason_missing"):
        cancel_adjustment(adjustment_id=made.pk, reason=" ", by=None, now=NOW)
    assert points_of(entry) == -2


@pytest.mark.parametrize(("reason", "says_more"), [("", False), ("Bye", False), ("ill", True)])
def test_a_reason_that_is_only_the_kind_is_not_said_twice(reason: str, says_more: bool) -> None:
    assert Adjustment(kind="bye", reason=reason).says_more is says_more
