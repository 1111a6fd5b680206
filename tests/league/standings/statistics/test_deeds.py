from typing import Any

import pytest
from django.db.models import F
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition, Round, Seat, Table
from league.results.models import Hand
from league.results.services import correct_hand
from league.standings.models import Honours, RatingBook, RoundDeeds
from league.standings.ratings.rebuild import rebuild_ratings
from league.standings.services import recompute_competition, update_round, update_table
from league.standings.statistics.deeds import books_to_honour, forget_deeds, honour
from league.standings.tasks import give_awards, sweep
from tests.factories import NOW, make_competition, make_round, make_table
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
    rows = Honours.objects.order_by(F("competition").asc(nulls_first=True))
    return list(rows.values_list("competition", "content"))


def from_nothing() -> list[Any]:
    RoundDeeds.objects.all().delete()
    Honours.objects.all().delete()
    for pk in RatingBook.objects.values_list("pk", flat=True):
        honour(book_id=pk)
    return kept()


def test_awards_of_all_time_and_of_each_competition_are_kept() -> None:
    first = make_rounds(2)
    second = make_competition(first.club, options={"mode": "simple"})
    send(seat_again(Table.objects.earliest("pk"), second), 2, 0, 1, 3)
    update_all()
    assert [competition for competition, _ in kept()] == [None, first.pk, second.pk]
    assert books_to_honour() == []


def test_correction_of_an_old_hand_leads_to_what_all_hands_make() -> None:
    make_rounds(3)
    before = kept()
    hand = Hand.objects.earliest("pk")
    correct_hand(
        hand_id=hand.pk,
        record={"finish": [1, 3, 2, 0]},
        reason="swapped",
        expected_revision=1,
        by=None,
        now=NOW,
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
    untouched = RoundDeeds.objects.get(round=rounds[0])
    RoundDeeds.objects.filter(pk=untouched.pk).update(content={})
    send(Table.objects.latest("pk"), 3, 1, 0, 2)
    update_all()
    assert RoundDeeds.objects.get(round=rounds[0]).content == {}
    forget_deeds(competition=competition, rounds=[rounds[1].pk])
    (book,) = books_to_honour()
    with django_assert_num_queries(16):
        honour(book_id=book)


@pytest.mark.parametrize("changed", ["round", "table", "competition"])
def test_results_that_change_without_a_hand_are_counted_anew(changed: str) -> None:
    competition = make_rounds(2)
    evening = Round.objects.earliest("pk")
    assert books_to_honour() == []
    if changed == "round":
        update_round(round_id=evening.pk)
    elif changed == "table":
        update_table(table_id=evening.tables.get().pk)
    else:
        Competition.objects.update(place_points=[3, 2, 1, 0])
        recompute_competition(competition_id=competition.pk)
    assert len(books_to_honour()) == 1
    left = {"round": 1, "table": 1, "competition": 0}[changed]
    assert RoundDeeds.objects.count() == left


def test_what_was_read_before_a_change_is_not_written() -> None:
    competition = make_rounds(1)
    forget_deeds(competition=competition)
    book = RatingBook.objects.get()
    RatingBook.objects.filter(pk=book.pk).update(version=F("version") + 1)
    give_awards()
    give_awards()
    assert (RoundDeeds.objects.count(), books_to_honour()) == (1, [])


def test_first_awards_are_given_by_the_next_sweep() -> None:
    make_rounds(1)
    RatingBook.objects.update(honoured=0)
    Honours.objects.all().delete()
    sweep()
    assert (len(kept()), books_to_honour()) == (2, [])


def test_rebuild_finds_and_puts_right_what_rounds_count() -> None:
    competition = make_rounds(2)
    before = kept()
    wrong = RoundDeeds.objects.earliest("pk")
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
    assert "deeds of a round of round" in found[0]
    assert rebuild(is_check=False) == 1
    assert kept() == before
    assert rebuild(is_check=False) == 0
