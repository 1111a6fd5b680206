import io
from random import Random

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from games.tournament.ratings import START, Side, rate
from league.competitions.models import Competition, Seat, Substitution, Table
from league.competitions.writing import bump
from league.results.models import Hand
from league.results.services import correct_hand, void_hand
from league.rounds.tasks import sweep
from league.standings.models import PlayerRating, RatedCompetition, RatingChange, RatingList
from league.standings.ratings.services import (
    competitions_to_rate,
    recompute_ratings,
    update_ratings,
)
from league.standings.ratings.sources import counted_hands, sides_of, table_versions_of
from tests.factories import BY_CLUB, NOW, make_competition, make_player, make_round, make_table
from tests.league.results.hands import send
from tests.league.results.test_any_order import Evening
from tests.league.standings.ratings.evenings import (
    make_evening,
    seat_again,
    stored_changes,
    stored_ratings,
    update_all,
)
from tests.portions import some_of

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
STEPS = 25


@pytest.mark.parametrize("mode", ["simple", "partners"])
@pytest.mark.parametrize("seed", some_of(range(4), 1))
def test_ratings_kept_up_are_those_worked_out_from_nothing(seed: int, mode: str) -> None:
    chance = Random(seed)
    first = make_competition(options={"mode": mode, "target": 19})
    later = make_competition(first.club, options={"mode": mode, "target": 19})
    evening = make_round(first)
    tables = [make_table(evening), make_table(evening, seats=5, number=2)]
    tables.append(seat_again(tables[0], later))
    evenings = [Evening(table, chance) for table in tables]
    done = []
    for _ in range(STEPS):
        done.append(chance.choice(evenings).act())
        if chance.random() < 0.5:
            update_all()
    update_all()
    kept = stored_changes(), stored_ratings()
    assert recompute_ratings(competition_id=first.pk) == [], done
    RatingList.objects.all().delete()
    RatedCompetition.objects.all().delete()
    update_all()
    assert (stored_changes(), stored_ratings()) == kept, done
    hands = counted_hands(table_versions_of(RatingList.objects.get()))
    assert sorted({row.hand_id for row in RatingChange.objects.all()}) == sorted(
        hand.hand_id for hand in hands
    )


def test_hand_changes_ratings_by_the_model() -> None:
    make_evening()
    ada, bjorn, chiara, dorte = Table.objects.get().seats.order_by("number")
    expected = rate(
        [
            Side((seat.player_id,), place)
            for seat, place in ((chiara, 1), (ada, 2), (bjorn, 3), (dorte, 4))
        ],
        {},
    )
    for change in RatingChange.objects.all():
        assert change.before == START
        assert change.after == expected[change.player_id]
    ratings = {rating.player_id: rating.skill.shown for rating in PlayerRating.objects.all()}
    assert ratings[chiara.player_id] > ratings[ada.player_id] > 1500
    assert 1500 > ratings[bjorn.player_id] > ratings[dorte.player_id]


def test_partners_of_a_hand_rise_and_fall_together() -> None:
    make_evening(hands=2, mode="partners")
    second = RatingChange.objects.filter(hand__number=2)
    assert sorted(second.values_list("side", flat=True)) == [1, 1, 2, 2]
    by_side = {side: {row.place for row in second if row.side == side} for side in (1, 2)}
    assert sorted(by_side.values(), key=str) in ([{1}, {2}], [{1}])


def test_nothing_is_due_after_an_update_until_something_changes() -> None:
    competition = make_evening()
    assert competitions_to_rate() == []
    bump(competition_id=competition.pk)
    assert competitions_to_rate() == [competition.pk]
    before = list(RatingChange.objects.order_by("pk").values_list("pk", "mu"))
    update_all()
    update_all()
    assert competitions_to_rate() == []
    assert list(RatingChange.objects.order_by("pk").values_list("pk", "mu")) == before


def test_competitions_of_one_club_and_game_are_due_once() -> None:
    competition = make_competition()
    make_competition(competition.club)
    other = make_competition()
    assert competitions_to_rate() == [competition.pk, other.pk]
    update_ratings(competition_id=competition.pk)
    assert competitions_to_rate() == [other.pk]


@pytest.mark.parametrize("tables", [1, 3])
def test_new_hand_takes_the_same_queries_whatever_was_played_before(
    tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_evening(tables=tables, hands=tables)
    before = set(RatingChange.objects.values_list("pk", "mu"))
    send(Table.objects.get(number=1), 2, 0, 1, 3)
    with django_assert_num_queries(25):
        update_ratings(competition_id=competition.pk)
    after = set(RatingChange.objects.values_list("pk", "mu"))
    assert (before - after, len(after - before)) == (set(), 4)


def test_corrected_hand_changes_itself_and_what_came_after() -> None:
    make_evening(hands=3)
    rows = {row.hand.number: row for row in RatingChange.objects.filter(player__name="Ada")}
    middle = Hand.objects.get(number=2)
    correct_hand(
        hand_id=middle.pk,
        expected_revision=1,
        record={"finish": [0, 1, 2, 3]},
        reason="misread",
        author=BY_CLUB,
    )
    update_all()
    after = {row.hand.number: row for row in RatingChange.objects.filter(player__name="Ada")}
    assert (after[1].pk, after[1].mu) == (rows[1].pk, rows[1].mu)
    assert after[2].mu > rows[2].mu
    assert after[3].mu_before == after[2].mu


def test_void_hand_takes_its_change_back() -> None:
    make_evening(hands=2)
    one_hand = list(RatingChange.objects.filter(hand__number=1).values_list("player", "mu"))
    last = Hand.objects.get(number=2)
    void_hand(hand_id=last.pk, expected_revision=1, reason="misdeal", author=BY_CLUB)
    update_all()
    assert sorted(PlayerRating.objects.values_list("player", "mu")) == sorted(one_hand)
    assert set(PlayerRating.objects.values_list("hands", flat=True)) == {1}


def test_hands_of_a_dissolved_table_are_not_rated() -> None:
    competition = make_evening()
    Table.objects.update(dissolved_at=NOW)
    bump(competition_id=competition.pk, table_ids=[Table.objects.get().pk])
    update_all()
    assert (RatingChange.objects.count(), PlayerRating.objects.count()) == (0, 0)


def test_hand_is_rated_for_who_sat_there_then() -> None:
    competition = make_evening()
    seat = Seat.objects.select_related("player").get(number=0)
    ada, stranger = seat.player, make_player(competition.club, "Zoë")
    Seat.objects.filter(pk=seat.pk).update(player=stranger)
    Substitution.objects.create(
        seat=seat, player_out=ada, player_in=stranger, from_hand=2, created_at=NOW
    )
    send(Table.objects.get(), 0, 1, 2, 3)
    update_all()
    at_seat = RatingChange.objects.filter(player__in=[ada, stranger]).order_by("position")
    assert list(at_seat.values_list("player__name", "hand__number")) == [("Ada", 1), ("Zoë", 2)]


def test_same_game_in_another_club_is_another_book() -> None:
    make_evening()
    make_evening()
    assert RatingList.objects.count() == 2
    assert set(PlayerRating.objects.values_list("hands", flat=True)) == {1}


def test_recompute_finds_and_puts_right_what_was_changed() -> None:
    competition = make_evening(hands=2)
    kept = stored_changes(), stored_ratings()
    RatingChange.objects.filter(hand__number=1, place=1).update(mu=99)
    PlayerRating.objects.filter(player__name="Ada").update(hands=7)
    found = [difference.field for difference in recompute_ratings(competition_id=competition.pk)]
    assert found == ["mu", "hands"]
    assert (stored_changes(), stored_ratings()) == kept
    assert Competition.objects.count() == 1


PAIRS = {0: (10, 1), 1: (11, 2), 2: (12, 1), 3: (13, None)}


def test_partners_for_the_round_are_one_side_without_teams_of_the_hand() -> None:
    assert sides_of(PAIRS, [4, 9, 2, 3], None) == (
        Side((10, 12), 2),
        Side((11,), 1),
        Side((13,), 2),
    )


def test_teams_of_the_hand_go_before_partners_for_the_round() -> None:
    assert sides_of(PAIRS, [4, 9, 2, 3], [[3, 0], [1, 2]]) == (Side((10, 13), 2), Side((11, 12), 1))


def test_hand_with_one_side_or_a_player_on_two_is_not_rated() -> None:
    assert sides_of(PAIRS, [1, 1, 1, 1], [[0, 1, 2, 3]]) == ()
    assert sides_of({0: (10, None), 1: (10, None)}, [1, 2], None) == ()


def test_rebuild_covers_ratings() -> None:
    make_evening()
    kept = stored_changes(), stored_ratings()
    RatingChange.objects.filter(place=1).update(sigma=1)
    output = io.StringIO()
    with pytest.raises(CommandError, match=r"Differences: 1\."):
        call_command("rebuild", check=True, stdout=output)
    assert "sigma is 1.0, should be " in output.getvalue()
    assert stored_changes() != kept[0]
    call_command("rebuild", stdout=output)
    assert (stored_changes(), stored_ratings()) == kept


def test_sweep_rates_what_has_come_in() -> None:
    table = make_table(make_round(make_competition(options={"mode": "simple"})))
    send(table)
    assert RatingChange.objects.count() == 0
    sweep()
    sweep()
    assert RatingChange.objects.count() == 4
