"""The outcome of a match as a whole: written, corrected, made void, and counted like hands."""

from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from league.competitions.models import Competition, Round, RoundStatus, Scoring, Table
from league.results.authors import Author, Via
from league.results.final_results import (
    correct_final_result,
    record_final_result,
    void_final_result,
)
from league.results.models import FinalResult, FinalRevision, Hand, RevisionKind, TableScore
from league.results.services import restore_hand, void_hand
from league.rounds.demo import remove_demo
from league.rounds.queries import recorded_table_ids
from league.rounds.seating_context import hands_by_table
from league.rounds.services.absences import settle_absences
from league.standings.models import TableResult
from league.standings.services import recompute_competition
from tests.factories import BY_CLUB, NOW, make_club, make_competition, make_round, make_table
from tests.league.refusals import refuses
from tests.league.results.hands import live_hand, make_zop_table, send

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

PLACES: dict[str, Any] = {"places": [2, 1, 4, 3]}
TOTALS: dict[str, Any] = {"totals": [11, 19, 3, 7]}


def enter(table: Table, key: UUID | None = None, via: str = Via.SEAT, **outcome: Any) -> Any:
    return record_final_result(
        table_id=table.pk,
        key=key or uuid4(),
        seating=table.seating,
        outcome=outcome or PLACES,
        author=Author(None, via, NOW),
    )


def correct(table: Table, expected: int = 1, reason: str = "Read it wrong.", **outcome: Any) -> Any:
    return correct_final_result(
        result_id=FinalResult.objects.get(table=table).pk,
        expected_revision=expected,
        outcome=outcome,
        reason=reason,
        author=BY_CLUB,
    )


def void(table: Table, expected: int = 1, via: str = Via.CLUB, reason: str = "Wrong table.") -> Any:
    return void_final_result(
        result_id=FinalResult.objects.get(table=table).pk,
        expected_revision=expected,
        reason=reason,
        author=Author(None, via, NOW),
    )


def points_of(table: Table) -> list[tuple[int, int]]:
    """Return place and game points by seat, as the standings count the table."""
    rows = TableResult.objects.filter(table=table).order_by("seat")
    return list(rows.values_list("place", "game_points"))


def check_rebuild(table: Table) -> str:
    output = StringIO()
    call_command("rebuild", check=True, stdout=output)
    return output.getvalue().strip()


def test_places_alone_count_and_equal_what_a_rebuild_finds() -> None:
    table = make_table()
    revision = enter(table)
    assert revision.outcome == PLACES
    assert points_of(table) == [(2, 0), (1, 0), (4, 0), (3, 0)]
    score = TableScore.objects.get(table=table)
    assert (score.hands, score.is_over, score.places) == (0, True, [2, 1, 4, 3])
    assert recompute_competition(competition_id=table.round.stage.competition_id) == []
    assert check_rebuild(table) == "Differences found: 0."


def test_totals_rank_the_seats() -> None:
    table = make_table()
    enter(table, **TOTALS)
    assert points_of(table) == [(2, 11), (1, 19), (4, 3), (3, 7)]


def test_equal_totals_of_zop_zoo_share_a_place() -> None:
    table = make_zop_table()
    enter(table, totals=[800, -50, 800])
    assert points_of(table) == [(1, 800), (3, -50), (1, 800)]


def test_rebuild_puts_right_what_is_wrong_with_a_result() -> None:
    table = make_table()
    enter(table, **TOTALS)
    FinalResult.objects.update(current=None)
    TableScore.objects.update(places=[1, 1, 1, 1])
    TableResult.objects.all().delete()
    with pytest.raises(CommandError, match="Differences: 6"):
        check_rebuild(table)
    call_command("rebuild", stdout=StringIO())
    assert check_rebuild(table) == "Differences found: 0."
    assert points_of(table)[1] == (1, 19)
    assert FinalResult.objects.get().current == FinalRevision.objects.get()


def test_a_table_with_hands_takes_no_result_and_one_with_a_result_no_hands() -> None:
    table = make_table()
    send(table)
    with refuses("hands_stand"):
        enter(table)
    hand = live_hand(table, 1)
    void_hand(hand_id=hand.pk, expected_revision=1, reason="Not ours.", author=BY_CLUB)
    enter(table)
    with refuses("result_stands"):
        send(table)
    with refuses("result_stands"):
        restore_hand(hand_id=hand.pk, expected_revision=2, reason="Ours.", author=BY_CLUB)
    assert Hand.objects.filter(is_void=False).count() == 0
    void(table)
    send(table)
    assert TableScore.objects.get(table=table).hands == 1


def test_the_same_key_is_written_once_and_with_another_outcome_refused() -> None:
    table = make_table()
    key = uuid4()
    assert enter(table, key) == enter(table, key)
    with refuses("key_reused"):
        enter(table, key, **TOTALS)
    assert FinalRevision.objects.count() == 1


def test_a_second_form_agrees_or_is_refused() -> None:
    table = make_table()
    first = enter(table)
    assert enter(table) == first
    with refuses("result_stands"):
        enter(table, places=[1, 2, 3, 4])


def test_a_correction_is_a_revision_and_counts_at_once() -> None:
    table = make_table()
    enter(table)
    for _ in range(2):
        correct(table, places=[1, 1, 3, 4])
    assert points_of(table) == [(1, 0), (1, 0), (3, 0), (4, 0)]
    kinds = list(FinalRevision.objects.order_by("number").values_list("kind", "reason"))
    assert kinds == [(RevisionKind.ENTERED, ""), (RevisionKind.CORRECTED, "Read it wrong.")]
    with refuses("stale"):
        correct(table, places=[4, 1, 3, 2])
    with refuses("reason_missing"):
        correct(table, 2, reason=" ", places=[4, 1, 3, 2])


def test_a_void_result_counts_for_nothing_and_can_be_entered_anew() -> None:
    table = make_table()
    enter(table)
    for _ in range(2):
        void(table)
    assert points_of(table) == []
    assert TableScore.objects.count() == 0
    with refuses("result_void"):
        correct(table, 2, places=[1, 2, 3, 4])
    assert enter(table).number == 3
    assert points_of(table)[1] == (1, 0)
    assert check_rebuild(table) == "Differences found: 0."


@pytest.mark.parametrize(
    ("status", "via", "is_let"),
    [
        (RoundStatus.SCHEDULED, Via.CLUB, False),
        (RoundStatus.OPEN, Via.SEAT, True),
        (RoundStatus.CLOSED, Via.SEAT, False),
        (RoundStatus.CLOSED, Via.CLUB, False),
        (RoundStatus.OPEN, Via.CLUB, True),
    ],
)
def test_a_result_is_entered_while_the_round_is_open(status: str, via: str, is_let: bool) -> None:
    table = make_table(make_round(status=status))
    if is_let:
        enter(table, via=via)
        assert void(table, via=via).is_void is True
    else:
        with refuses("round_closed"):
            enter(table, via=via)


def test_once_the_round_is_closed_the_club_alone_may_correct_and_void() -> None:
    table = make_table()
    enter(table)
    Round.objects.update(status=RoundStatus.CLOSED)
    with refuses("round_closed"):
        void(table, via=Via.SEAT)
    correct(table, places=[1, 2, 3, 4])
    assert void(table, 2).is_void is True


@pytest.mark.parametrize("scoring", [Scoring.RAW, Scoring.NORMALISED])
def test_a_competition_that_counts_game_points_asks_for_totals(scoring: str) -> None:
    table = make_table(make_round(make_competition(scoring=scoring)))
    with refuses("totals_needed"):
        enter(table)
    enter(table, **TOTALS)
    assert points_of(table)[0] == (2, 11)


def test_a_form_made_for_other_people_is_refused() -> None:
    table = make_table()
    Table.objects.update(seating=2)
    with refuses("seating_changed"):
        enter(table)


def test_an_impossible_outcome_is_refused_with_its_field() -> None:
    table = make_table()
    with refuses("invalid_outcome") as refusal:
        enter(table, places=[1, 1, 2, 4])
    assert [problem.field for problem in refusal.value.problems] == ["places[2]"]
    assert FinalResult.objects.count() == 0


def test_the_demonstration_goes_with_its_results() -> None:
    competition = make_competition(make_club(is_demo=True))
    enter(make_table(make_round(competition)))
    assert remove_demo() is True
    assert Competition.objects.count() == FinalResult.objects.count() == 0


def test_who_has_a_result_keeps_the_seat_and_has_not_missed_the_round() -> None:
    table = make_table()
    round_ = table.round
    assert (hands_by_table(round_), recorded_table_ids(round_)) == ({}, set())
    enter(table)
    assert hands_by_table(round_) == {table.pk: (1, 0)}
    assert recorded_table_ids(round_) == {table.pk}
    settle_absences(round_, NOW)
    assert round_.absences.count() == 0
    void(table)
    assert (hands_by_table(round_), recorded_table_ids(round_)) == ({}, set())
    settle_absences(round_, NOW)
    assert round_.absences.count() == 4
