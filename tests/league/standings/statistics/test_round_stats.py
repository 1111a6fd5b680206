from typing import Any

import pytest
from django.db.models import F
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition, Round, Seat, Table
from league.results.models import Hand
from league.results.services import correct_hand
from league.rounds.services.closing import close_round
from league.rounds.tasks import sweep as sweep_rounds
from league.standings.models import CompetitionAwards, RatingList, RoundStats
from league.standings.rebuild import rebuild_ratings
from league.standings.services import recompute_competition, update_round, update_table
from league.standings.statistics.services import forget_stats, give_awards, rating_lists_to_award
from league.standings.tasks import give_due_awards, sweep
from tests.factories import BY_CLUB, NOW, make_competition, make_round, make_table
from tests.league.results.hands import send
from tests.league.standings.ratings.evenings import make_evening, seat_again, update_all

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def make_rounds(count: int) -> Competition:
    """Play so many rounds of one table of the same four, and a competition of another game."""
    competition = make_evening(hands=2)
    table = Table.objects.get()
    for number in range(2, count + 1):
        again = make_table(make_round(competition, number=number), seats=0)
        for seat in table.seats.order_by("number"):
            Seat.objects.create(
                table=again, number=seat.number, player=seat.player, entry=seat.entry
            )
        send(again, 3, 1, 0, 2)
    update_all()
    return competition


def kept() -> list[Any]:
    rows = CompetitionAwards.objects.order_by(F("competition").asc(nulls_first=True))
    return list(rows.values_list("competition", "content"))


def from_nothing() -> list[Any]:
    RoundStats.objects.all().delete()
    CompetitionAwards.objects.all().delete()
    for pk in RatingList.objects.values_list("pk", flat=True):
        give_awards(rating_list_id=pk)
    return kept()


def test_awards_of_all_time_and_of_each_competition_are_kept() -> None:
    first = make_rounds(2)
    second = make_competition(first.club, options={"mode": "simple"})
    send(seat_again(Table.objects.earliest("pk"), second), 2, 0, 1, 3)
    update_all()
    assert [competition for competition, _ in kept()] == [None, first.pk, second.pk]
    assert rating_lists_to_award() == []


def test_correction_of_an_old_hand_leads_to_what_all_hands_make() -> None:
    make_rounds(3)
    before = kept()
    hand = Hand.objects.earliest("pk")
    correct_hand(
        hand_id=hand.pk,
        record={"finish": [1, 3, 2, 0]},
        reason="swapped",
        expected_revision=1,
        author=BY_CLUB,
    )
    update_all()
    after = kept()
    assert after != before
    assert after == from_nothing()


def test_a_new_hand_reads_its_own_round_alone(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    competition = make_rounds(3)
    rounds = list(Round.objects.order_by("pk"))
    untouched = RoundStats.objects.get(round=rounds[0])
    RoundStats.objects.filter(pk=untouched.pk).update(content={})
    send(Table.objects.latest("pk"), 3, 1, 0, 2)
    update_all()
    assert RoundStats.objects.get(round=rounds[0]).content == {}
    forget_stats(competition=competition, rounds=[rounds[1].pk])
    (rating_list,) = rating_lists_to_award()
    with django_assert_num_queries(16):
        give_awards(rating_list_id=rating_list)


@pytest.mark.parametrize("changed", ["round", "table", "competition"])
def test_results_that_change_without_a_hand_are_counted_anew(changed: str) -> None:
    competition = make_rounds(2)
    evening = Round.objects.earliest("pk")
    assert rating_lists_to_award() == []
    if changed == "round":
        update_round(round_id=evening.pk)
    elif changed == "table":
        update_table(table_id=evening.tables.get().pk)
    else:
        Competition.objects.update(place_points=[3, 2, 1, 0])
        recompute_competition(competition_id=competition.pk)
    assert len(rating_lists_to_award()) == 1
    left = {"round": 1, "table": 1, "competition": 0}[changed]
    assert RoundStats.objects.count() == left


def test_what_was_read_before_a_change_is_not_written() -> None:
    competition = make_rounds(1)
    forget_stats(competition=competition)
    rating_list = RatingList.objects.get()
    RatingList.objects.filter(pk=rating_list.pk).update(version=F("version") + 1)
    give_due_awards()
    give_due_awards()
    assert (RoundStats.objects.count(), rating_lists_to_award()) == (1, [])


def test_first_awards_are_given_by_the_next_sweep() -> None:
    make_rounds(1)
    RatingList.objects.update(awarded_version=0)
    CompetitionAwards.objects.all().delete()
    sweep()
    assert (len(kept()), rating_lists_to_award()) == (2, [])


def test_awards_are_final_with_the_sweep_after_the_last_round() -> None:
    competition = make_rounds(1)
    send(Table.objects.latest("pk"), 3, 1, 0, 2)
    sweep_rounds()
    assert len(rating_lists_to_award()) == 1
    competition.stages.update(planned_rounds=1)
    Round.objects.filter(stage__competition=competition).update(opened_at=NOW)
    close_round(round_id=Round.objects.get(stage__competition=competition).pk, now=NOW)
    sweep_rounds()
    assert rating_lists_to_award() == []
    assert kept() == from_nothing()


def test_rebuild_finds_and_puts_right_what_rounds_count() -> None:
    competition = make_rounds(2)
    before = kept()
    wrong = RoundStats.objects.earliest("pk")
    wrong.content = wrong.content | {"lion": {"1": 99}}
    wrong.save()
    found: list[str] = []

    def rebuild(*, is_check: bool) -> int:
        return rebuild_ratings(
            competition_id=competition.pk,
            is_check=is_check,
            report=lambda difference: found.append(str(difference)),
        )

    assert rebuild(is_check=True) == 1
    assert "round statistics of round" in found[0]
    assert rebuild(is_check=False) == 1
    assert kept() == before
    assert rebuild(is_check=False) == 0
