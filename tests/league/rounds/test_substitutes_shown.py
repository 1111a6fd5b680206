"""Ada plays hands 1 and 2, Zoë, who had a bye, hands 3 and 4: every page says so."""

import io

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Player
from league.competitions.lineups import lineup_of
from league.competitions.models import AbsenceReason, Table
from league.competitions.queries import tables
from league.displays.queries import latest_hands
from league.exports.listings import hands_listing, results_listing
from league.results.confirmation import confirmation_of
from league.results.history import table_history
from league.results.models import Adjustment
from league.results.queries import hands_of_table, hands_to_agree_on
from league.results.recap import recap_of
from league.results.table_view import build_table_view
from league.rounds.models import ChangeKind
from league.rounds.services.closing import close_round
from league.standings.drilldown import DetailRequest, load_table_details, tables_of
from league.standings.models import RatingChange
from league.standings.statistics.queries import career_of, games_of
from tests.factories import (
    NOW,
    make_check_in,
    make_competition,
    make_entry,
    make_organiser,
    make_player,
    make_round,
    make_table,
)
from tests.league.results.hands import live_hand, send
from tests.league.rounds.changing import do, entry_at, undo
from tests.league.standings.ratings.evenings import update_all
from tests.league.standings.test_views import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def table() -> Table:
    """Return a table at which Zoë has taken over from Ada after the second hand."""
    options = {"mode": "partners", "target": 99, "final_trick": "owner"}
    competition = make_competition(options=options, bye_points=4)
    table = make_table(make_round(competition))
    zoe = make_entry(competition, name="Zoë")
    make_check_in(table.round, zoe)
    table.round.absences.create(entry=zoe, reason=AbsenceReason.BYE, created_at=NOW)
    for hand in range(4):
        if hand == 2:
            ada = entry_at(table, 0)
            do(table.round, ChangeKind.SUBSTITUTED, entry=ada.pk, player=zoe.player_id)
            table.refresh_from_db()
        send(table)
    return tables().get(pk=table.pk)


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def test_hands_of_the_table_are_under_the_names_of_who_played_them(table: Table) -> None:
    view = build_table_view(table, list(hands_of_table(table)))

    assert view.names == ("Zoë", "Björn", "Chiara", "Dörte")
    assert [played.names[0] for played in view.hands] == ["Ada", "Ada", "Zoë", "Zoë"]
    assert [played.points[0].who.name for played in view.hands] == ["Ada", "Ada", "Zoë", "Zoë"]
    assert view.hands[1].facts[0].text == "Ada, Björn, Chiara, Dörte"
    assert [hand.best[0].who.name for hand in recap_of(view).hands][1] == "Ada"
    assert [spell.text for spell in view.lineup.changes] == ["Zoë plays for Ada from hand 3."]


@pytest.mark.parametrize("page", ["table", "recap", "history"])
def test_pages_of_the_table_name_both(table: Table, client: Client, page: str) -> None:
    words = words_of(client.get(reverse(f"results:{page}", args=[table.pk])).content.decode())
    assert "Zoë plays for Ada from hand 3" in words
    assert "Ada" in words.replace("plays for Ada", "")


def test_history_says_who_went_out_in_each_hand(table: Table) -> None:
    facts = {each.title: each.facts[0].text for each in table_history(table) if each.facts}
    assert facts["Hand 2 entered"] == "Ada, Björn, Chiara, Dörte"
    assert facts["Hand 3 entered"] == "Zoë, Björn, Chiara, Dörte"


def test_hand_waits_for_who_played_it(table: Table) -> None:
    hand = hands_to_agree_on(table)[1]
    silent = confirmation_of(hand, lineup_of(table), table, NOW).silent
    assert [who.name for who in silent] == ["Ada", "Björn", "Chiara", "Dörte"]


def test_exports_name_who_played(table: Table) -> None:
    rows = list(hands_listing(table).rows)
    assert dict.fromkeys((row[0], row[3]) for row in rows if row[2] == 1) == dict.fromkeys(
        [(1, "Ada"), (2, "Ada"), (3, "Zoë"), (4, "Zoë")]
    )
    results = list(results_listing(table.round.stage.competition).rows)
    assert next(row[4:6] for row in results) == ("Ada, Zoë", "Ada")


@pytest.mark.parametrize("others", [0, 2])
def test_results_are_exported_with_the_same_queries_for_any_number_of_rows(
    table: Table, others: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(2, 2 + others):
        other = make_table(table.round, number=number)
        send(other)
        outsider = make_player(table.round.stage.competition.club).pk
        do(table.round, ChangeKind.SUBSTITUTED, entry=entry_at(other, 0).pk, player=outsider)
    with django_assert_num_queries(3):
        list(results_listing(table.round.stage.competition).rows)


def test_big_screen_names_who_played(table: Table) -> None:
    shown = {one.hand.number: one.rows[0][1].name for one in latest_hands(table.round, 4)}
    assert shown == {1: "Ada", 2: "Ada", 3: "Zoë", 4: "Zoë"}


def test_breakdown_of_the_points_names_who_played(table: Table, client: Client) -> None:
    ada = entry_at(table, 0)
    [played] = tables_of(ada)
    request = DetailRequest(played, is_provisional=False, is_dropped=False)
    detail = load_table_details([request])[request]
    assert [hand.by.name for hand in detail.hands] == ["Ada", "Ada", "Zoë", "Zoë"]
    words = words_of(client.get(reverse("standings:entry", args=[ada.pk])).content.decode())
    assert "Zoë plays for Ada from hand 3." in words


def test_ratings_are_of_who_played(table: Table) -> None:
    update_all()
    rated = RatingChange.objects.filter(side__gte=0).order_by("position")
    names = rated.filter(player__name__in=["Ada", "Zoë"]).values_list("player__name", flat=True)
    assert list(names) == ["Ada", "Ada", "Zoë", "Zoë"]


def test_statistics_are_of_who_played(table: Table, client: Client) -> None:
    update_all()
    user = AnonymousUser()
    zoe, ada = (career_of(player(name), "franks-zoo", user) for name in ("Zoë", "Ada"))

    assert ([row.table_id for row in zoe.tables], ada.tables) == ([table.pk], [])
    assert [spell.text for spell in zoe.parts] == ["Zoë plays for Ada from hand 3."]
    assert [spell.text for spell in ada.parts] == ["Ada left after hand 2."]
    assert [other.name for other in zoe.opponents] == ["Björn", "Chiara", "Dörte"]
    bjorn = career_of(player("Björn"), "franks-zoo", user)
    assert [other.name for other in bjorn.opponents] == ["Chiara", "Dörte", "Zoë"]
    assert games_of(player("Ada"), user) == ["franks-zoo"]
    for name, text in (("Ada", "Ada left after hand 2."), ("Zoë", "Zoë plays for Ada")):
        address = reverse("standings:player", args=[player(name).pk])
        assert text in words_of(client.get(address).content.decode())


def test_substitute_does_not_sit_out_and_has_no_bye_points(table: Table) -> None:
    assert not table.round.absences.exists()

    close_round(round_id=table.round_id, now=NOW)

    assert not table.round.absences.exists()
    assert not Adjustment.objects.exists()
    call_command("rebuild", "--check", stdout=io.StringIO())


def test_bye_is_back_when_the_substitution_is_undone() -> None:
    table = make_table()
    zoe = make_entry(table.round.stage.competition, name="Zoë")
    make_check_in(table.round, zoe)
    table.round.absences.create(entry=zoe, reason=AbsenceReason.BYE, created_at=NOW)
    change = do(
        table.round, ChangeKind.SUBSTITUTED, entry=entry_at(table, 0).pk, player=zoe.player_id
    )
    assert not table.round.absences.exists()

    undo(change)

    assert table.round.absences.get().entry == zoe


def test_correcting_a_hand_shows_who_played_it(table: Table, client: Client) -> None:
    client.force_login(make_organiser(table.round.stage.competition.club))

    address = reverse("results:correct", args=[live_hand(table, 2).pk])
    words = words_of(client.get(address).content.decode())

    assert "Ada" in words
    assert "Zoë" not in words
