"""Standings of formats: stages, moments, dropped rounds, adjustments, teams, guests."""

import hashlib
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition, Entry, Round, RoundStatus, Seat, Stage, Table
from league.competitions.writing import bump
from league.results.adjustments import adjust, cancel_adjustment
from league.results.models import TableScore
from league.standings.services import recompute_competition, update_table
from tests.factories import NOW, make_competition, make_entry, make_player
from tests.league.results.visits import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def competition() -> Competition:
    competition = make_competition(place_points=[3, 1, 0], options={"mode": "simple"})
    for name in ("Ada", "Björn", "Chiara"):
        make_entry(competition, name=name)
    return competition


def play(competition: Competition, number: int, totals: list[int], stage: int = 1) -> Table:
    """Let the first of the field play a closed round at one table, as many as there are totals."""
    evening = Round.objects.create(
        stage=competition.stages.get(number=stage), number=number, status=RoundStatus.CLOSED
    )
    table = Table.objects.create(
        round=evening, number=1, game=competition.game, options=competition.options, created_at=NOW
    )
    for seat, entry in enumerate(competition.entries.order_by("pk")[: len(totals)]):
        Seat.objects.create(table=table, number=seat, player=entry.player, entry=entry)
    places = [1 + sum(other > total for other in totals) for total in totals]
    TableScore.objects.create(table=table, hands=1, totals=totals, places=places, is_over=True)
    update_table(table_id=table.pk)
    return table


def settle(competition: Competition, **fields: object) -> None:
    """Change the settings, and the standings with them."""
    Competition.objects.filter(pk=competition.pk).update(**fields)
    recompute_competition(competition_id=competition.pk)
    bump(competition_id=competition.pk)


def rows_of(client: Client, competition: Competition, **query: str | int) -> list[str]:
    answer = client.get(reverse("standings:table", args=[competition.pk]), query)
    assert answer.status_code == 200
    body = re.findall(r"<tbody>(.*?)</tbody>", answer.content.decode(), re.DOTALL)[0]
    return [
        " ".join(re.sub(r"<[^>]+>", " ", row).split())
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    ]


def entry_text(client: Client, name: str) -> str:
    entry = Entry.objects.get(player__name=name)
    return text_of(client.get(reverse("standings:entry", args=[entry.pk])))


def test_standings_after_a_round_show_who_moved(client: Client, competition: Competition) -> None:
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [1, 2, 3])
    play(competition, 3, [1, 3, 2])
    now = rows_of(client, competition)
    assert [row.split(" ahead")[0].split(" behind")[0] for row in now] == [
        "1 Björn 2 up 2 places 5 1 7 3 1 1 3",
        "2 Chiara 1 down 1 place 4 1 6 3 0 3 1",
        "3 Ada 2 down 2 places 3 1 5 3 3 0 0",
    ]
    assert [row.split()[1] for row in rows_of(client, competition, after=1)] == [
        "Ada",
        "Björn",
        "Chiara",
    ]
    page = client.get(reverse("standings:table", args=[competition.pk]), {"after": 1})
    assert "Standings after round 1" in text_of(page)
    # The piece keeps itself up to date as what it is.
    assert f'hx-get="/competitions/{competition.pk}/standings/?after=1"' in page.content.decode()


@pytest.mark.parametrize(
    "query", [{"after": "x"}, {"after": "99"}, {"stage": "-1"}, {"stage": "7"}]
)
def test_standings_asked_for_nonsense_are_those_of_now(
    client: Client, competition: Competition, query: dict[str, str]
) -> None:
    play(competition, 1, [3, 2, 1])
    assert rows_of(client, competition, **query) == rows_of(client, competition)


def test_standings_without_open_tables_leave_them_out(
    client: Client, competition: Competition
) -> None:
    play(competition, 1, [3, 2, 1])
    table = play(competition, 2, [1, 2, 9])
    Round.objects.filter(number=2).update(status=RoundStatus.OPEN)
    TableScore.objects.filter(table=table).update(is_over=False)
    bump(competition_id=competition.pk)
    assert rows_of(client, competition)[0].startswith("1 Chiara 2 up 2 places ahead")
    settled = rows_of(client, competition, settled=1)
    assert settled[0] == "1 Ada 3 1 3 1 3"
    page = client.get(reverse("standings:table", args=[competition.pk]), {"settled": 1})
    assert "Without tables still playing." in text_of(page)


def test_a_dropped_round_is_struck_through_and_explained(
    client: Client, competition: Competition
) -> None:
    settle(competition, best_of=1)
    play(competition, 1, [1, 2, 3])
    play(competition, 2, [3, 2, 1])
    page = client.get(reverse("standings:table", args=[competition.pk])).content.decode()
    assert page.count('<span class="for-screen-readers">dropped</span>') == 3
    assert "Only the best round of each player counts" in page
    words = entry_text(client, "Ada")
    assert "Round 1, table 1 Dropped: only the best round counts 0" in words
    assert "Round 2, table 1 +3 Ranking points 3" in words


def test_an_account_adds_up_with_bonuses_and_adjustments(
    client: Client, competition: Competition
) -> None:
    settle(competition, win_bonus=2, target_bonus=1, attendance_bonus=1)
    Table.objects.update(options={"mode": "simple", "target": 3})
    table = play(competition, 1, [25, 2, 1])
    ada = table.seats.get(number=0).entry
    olga = make_player(competition.club, "Olga")
    given: dict[str, Any] = {
        "competition_id": competition.pk,
        "entry_id": ada.pk,
        "by": olga,
        "now": NOW,
    }
    adjust(kind="penalty", points=-4, reason="Late", rule="House rule 4", **given)
    gone = adjust(kind="bonus", points=9, reason="Cake", **given)
    cancel_adjustment(adjustment_id=gone.pk, reason="It was bought", by=olga, now=NOW)
    words = entry_text(client, "Ada")
    table_line = (
        "Round 1, table 1 including +2 for winning the table · including +1 for reaching the target"
    )
    assert f"{table_line} +6" in words
    assert "Round 1: Penalty. Late House rule 4 · Added by Olga −4" in words
    assert "Round 1: Bonus. Cake Added by Olga · Cancelled by Olga: It was bought +9" in words
    assert "1 round played +1 each +1 Ranking points 3" in words
    assert "penalty −4: Late (House rule 4)" in rows_of(client, competition)[0]
    assert "Cake" not in rows_of(client, competition)[0]


def test_guests_and_rare_visitors_are_listed_without_a_place(
    client: Client, competition: Competition
) -> None:
    Entry.objects.filter(player__name="Ada").update(is_guest=True)
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [3, 2])
    settle(competition, are_guests_ranked=False, attendance_min=5)
    assert [row.split(" 0 ")[0] for row in rows_of(client, competition)] == [
        "1 Björn 2",
        "– Ada guest, not ranked 6 2 6 2 3 3",
        "– Chiara 1 more round needed for a place",
    ]
    assert "Place – guest" in entry_text(client, "Ada")


def test_teams_add_up_their_best_members(client: Client, competition: Competition) -> None:
    Entry.objects.filter(player__name__in=["Ada", "Chiara"]).update(team="Lions")
    Entry.objects.filter(player__name="Björn").update(team="Seals")
    play(competition, 1, [3, 2, 1])
    settle(competition, team_best=1)
    words = text_of(client.get(reverse("standings:table", args=[competition.pk])))
    assert "1 Lions Ada 3 does not count: Chiara 0 3 1 3" in words
    assert "2 Seals Björn 1 1 0 2" in words
    assert "Only the best player of each team counts." in words


def test_stages_have_tables_of_their_own_and_one_in_all(
    client: Client, competition: Competition
) -> None:
    play(competition, 1, [3, 2, 1])
    finals = Stage.objects.create(competition=competition, number=2, name="Finals", started_at=NOW)
    for seed, entry in enumerate(competition.entries.order_by("pk")[:2], start=1):
        finals.stage_entries.create(entry=entry, seed=seed, carried_points=2 - seed)
    recompute_competition(competition_id=competition.pk)
    play(competition, 1, [1, 2], stage=2)
    bump(competition_id=competition.pk)
    assert rows_of(client, competition) == [
        "1 Björn Finals 3 1 2 1",
        "2 Ada Finals 2 0 1 1",
        "3 Chiara Stage 1 0 0 1 1",
    ]
    assert rows_of(client, competition, stage=1)[0] == "1 Ada 3 1 3 1 3"
    assert rows_of(client, competition, stage=2)[0].startswith("1 Björn")
    words = entry_text(client, "Ada")
    assert "Carry-over +1 Round 1, table 1 +1 Ranking points 2" in words
    assert words.index("Finals") < words.index("Stage 1")


def test_who_is_sure_to_win_or_out_is_marked(client: Client, competition: Competition) -> None:
    Stage.objects.update(planned_rounds=3)
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [3, 1, 2])
    rows = rows_of(client, competition)
    assert "1 Ada win clinched" in rows[0]
    assert "can no longer win" in rows[1]
    play(competition, 3, [1, 2, 3])
    bump(competition_id=competition.pk)
    rows = rows_of(client, competition)
    assert "1 Ada winner" in rows[0]
    assert "cannot" not in " ".join(rows)


def test_how_it_counts_is_said_in_sentences(client: Client, competition: Competition) -> None:
    play(competition, 1, [3, 2, 1])
    settle(
        competition,
        size_points={"4": [5, 3]},
        tie_breaks=["head_to_head", "lot"],
        lot_seed=4711,
        unfinished="nothing",
        substitutes="nobody",
        bye_points=2,
        no_show_points=-3,
    )
    words = text_of(client.get(reverse("standings:table", args=[competition.pk])))
    for sentence in (
        "Places at a table are worth 3 · 1 · 0 ranking points.",
        "At tables of 4, places are worth 5 · 3.",
        "Unfinished matches at the end of a round do not count.",
        "A seat taken over by a substitute counts for no one.",
        "A bye gives +2.",
        "A no-show after check-in gives −3.",
        "Tie-breaks, in this order: head-to-head, drawing of lots.",
        "Lots are drawn from the number 4711, fixed from the start: a lot is the",
        "first 12 digits of the SHA-256 of “4711:” and the number in the address of the",
    ):
        assert sentence in words


def test_a_lot_is_shown_as_the_digits_that_anybody_can_work_out(
    client: Client, competition: Competition
) -> None:
    play(competition, 1, [2, 2, 2])
    settle(competition, tie_breaks=["lot"], lot_seed=4711)
    first, second, *_ = sorted(
        (hashlib.sha256(f"4711:{entry.pk}".encode()).hexdigest()[:12], entry.player.name)
        for entry in competition.entries.all()
    )
    words = text_of(client.get(reverse("standings:table", args=[competition.pk])))
    assert (
        f"1 {first[1]} ahead of {second[1]} on drawing of lots ({first[0]} to {second[0]})" in words
    )


def test_only_points_by_place_are_split_by_who_shares_one(
    client: Client, competition: Competition
) -> None:
    play(competition, 1, [3, 3, 1])
    shared, split = "2 players share this place", "and split the points of their places equally."
    assert f"{shared} {split}" in entry_text(client, "Ada")
    settle(competition, scoring="normalised")
    assert f"{shared}. With" in entry_text(client, "Ada")


def test_what_is_below_zero_has_a_real_minus_everywhere(
    client: Client, competition: Competition
) -> None:
    Entry.objects.update(team="Lions")
    play(competition, 1, [3, -2, -7])
    settle(competition, scoring="raw")
    entry = competition.entries.get(player__name="Chiara")
    for page in (
        reverse("standings:table", args=[competition.pk]),
        reverse("standings:team", args=[competition.pk]) + "?name=Lions",
        reverse("standings:entry", args=[entry.pk]),
        reverse("standings:player", args=[entry.player_id]),
        reverse("standings:archive", args=[competition.pk]),
        reverse("displays:widget", args=[competition.pk]),
        reverse("displays:projector", args=[competition.pk]),
    ):
        words = text_of(client.get(page))
        assert "−7" in words, page
        assert "-7" not in words, page


@pytest.mark.parametrize("rounds", [1, 3])
def test_pages_take_the_same_queries_with_everything_on_them(
    client: Client,
    competition: Competition,
    rounds: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    Stage.objects.create(competition=competition, number=2, cut="places", cut_at=2)
    Stage.objects.filter(number=1).update(planned_rounds=5)
    Entry.objects.update(team="Lions")
    settle(competition, best_of=1, tie_breaks=["head_to_head", "opponents", "latest"])
    for number in range(1, rounds + 1):
        table = play(competition, number, [3, 2, 2])
        for seat in table.seats.all():
            adjust(
                competition_id=competition.pk,
                entry_id=seat.entry_id,
                kind="penalty",
                points=-1,
                reason="late",
                by=None,
                now=NOW,
            )
    ada = Entry.objects.get(player__name="Ada")
    with django_assert_num_queries(10):
        client.get(reverse("standings:table", args=[competition.pk]), {"after": 1})
    with django_assert_num_queries(11):
        client.get(reverse("standings:entry", args=[ada.pk]))
