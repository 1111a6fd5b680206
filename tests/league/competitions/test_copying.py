"""Duplicates of competitions."""

import pytest
from django.test import Client
from django.urls import reverse

from league.audit.models import AuditEntry
from league.clubs.models import Role
from league.competitions.copying import duplicate_competition, next_name
from league.competitions.models import Competition, Recurrence, SeatingMethod, Separation, Stage
from league.competitions.services import COMPETITION_SETTINGS, CompetitionError
from tests.factories import (
    NOW,
    make_club,
    make_competition,
    make_entry,
    make_organiser,
    make_player,
    make_round,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Competition:
    """A season with two stages, home groups, teams, a round and recurring rounds."""
    competition = make_competition(name="League 2026", best_of=5, win_bonus=3)
    one, other = (make_entry(competition, name=name) for name in ("Ada", "Björn"))
    one.team, other.is_guest = "Lions", True
    one.save()
    other.save()
    stage = competition.stages.get()
    stage.method, stage.groups = SeatingMethod.FIXED, [[one.pk, other.pk]]
    stage.save()
    Stage.objects.create(competition=competition, number=2, name="Final", cut="places", cut_at=2)
    Recurrence.objects.create(
        stage=stage, rule="FREQ=WEEKLY", time_zone="UTC", starts_at=NOW, skipped=["2026-12-24"]
    )
    Separation.objects.create(
        club=competition.club,
        competition=competition,
        one=one.player,
        other=other.player,
        created_at=NOW,
    )
    make_round(competition)
    return competition


def duplicate(competition: Competition, *, with_entries: bool = True) -> Competition:
    return duplicate_competition(
        competition_id=competition.pk, name="Copy", with_entries=with_entries, now=NOW
    )


def test_copy_has_settings_stages_and_entries_but_no_rounds(season: Competition) -> None:
    copy = duplicate(season)

    kept = set(COMPETITION_SETTINGS) - {"name"}
    assert all(getattr(copy, name) == getattr(season, name) for name in kept)
    first, final = copy.stages.order_by("number")
    ada, bjoern = copy.entries.order_by("player__name")
    assert (ada.team, ada.is_guest, bjoern.is_guest) == ("Lions", False, True)
    assert first.groups == [[ada.pk, bjoern.pk]]
    assert (final.label, final.cut_at, final.has_started) == ("Final", 2, False)
    assert first.rounds.count() == 0
    assert copy.separations.count() == 1


def test_copy_of_recurring_rounds_waits_for_its_first_date(season: Competition) -> None:
    recurrence = duplicate(season).stages.get(number=1).recurrence

    assert (recurrence.rule, recurrence.skipped) == ("FREQ=WEEKLY", ["2026-12-24"])
    assert recurrence.paused_at == NOW
    assert season.stages.get(number=1).recurrence.paused_at is None


def test_copy_without_entries_has_no_groups_of_them(season: Competition) -> None:
    copy = duplicate(season, with_entries=False)

    assert copy.entries.count() == 0
    assert copy.stages.get(number=1).groups is None


def test_copy_leaves_out_who_has_left_or_only_looks_on(season: Competition) -> None:
    season.entries.get(player__name="Ada").player.club.players.filter(name="Ada").update(
        left_at=NOW
    )
    make_entry(season, make_player(season.club, "Vera", role=Role.VIEWER))

    copy = duplicate(season)

    assert list(copy.entries.values_list("player__name", flat=True)) == ["Björn"]
    assert copy.stages.get(number=1).groups is None


def test_copy_of_a_name_that_is_taken_is_refused(season: Competition) -> None:
    duplicate(season)

    with pytest.raises(CompetitionError):
        duplicate(season)
    assert Competition.objects.count() == 2


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("League 2026", "League 2027"),
        ("League 2026/27", "League 2027/28"),
        ("Season 3", "Season 4"),
        ("1999/00", "2000/01"),
        ("Friday League", "Friday League 2"),
        ("Club night 24 November 2026", "Club night 24 November 2026 2"),
    ],
)
def test_name_of_a_copy_is_that_of_the_next_season(name: str, following: str) -> None:
    assert next_name(make_competition(name=name)) == following


def test_copy_of_a_copy_is_counted_up() -> None:
    club = make_club()
    for name in ("Friday League", "Club night 24 November 2026"):
        make_competition(club, name=name)
        assert next_name(make_competition(club, name=f"{name} 2")) == f"{name} 3"
    assert next_name(make_competition(club, name="Monday League 7")) == "Monday League 8"


def test_one_press_duplicates_and_leads_to_the_copy(client: Client) -> None:
    club = make_club()
    competition = make_competition(club, name="League 2026")
    client.force_login(make_organiser(club))
    settings = reverse("competitions:settings", args=[competition.pk])
    form = client.get(settings).context["form"]
    sent = {"name": form["name"].value(), "with_entries": "on"}

    answer = client.post(reverse("competitions:duplicate", args=[competition.pk]), sent)
    again = client.post(reverse("competitions:duplicate", args=[competition.pk]), sent)

    copy = Competition.objects.get(name="League 2027")
    assert answer.headers["Location"] == reverse("competitions:detail", args=[copy.pk])
    assert AuditEntry.objects.filter(action="competition.created").count() == 1
    assert again.status_code == 422
    assert "already exists" in again.context["form"].errors["name"][0]
