"""The form of a new competition: templates, and what a change of game keeps."""

import pytest
from django.test import Client
from django.urls import reverse

from games.score_sheet.ready import ready_sheet
from league.clubs.models import Club
from league.competitions.models import Competition, CutTies, Kind, PhoneUse, SeatingMethod
from league.core.games import site_games
from league.sheets.services import create_sheet
from tests.factories import NOW, make_club, make_competition, make_organiser, make_player
from tests.league.competitions.test_views import FILLED

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club(time_zone="Europe/Rome")


@pytest.fixture
def address(club: Club) -> str:
    return reverse("competitions:create", args=[club.slug])


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(make_organiser(club))
    return client


def initial_data(client: Client, address: str, template: str) -> dict[str, str]:
    """Return what a browser sends of the untouched form of a template."""
    draft = client.get(address, {"template": template}).context["draft"]
    sent: dict[str, str] = {"template": template, "game": draft.game.slug}
    for form in draft.forms.values():
        for field in form:
            value = field.value()
            if isinstance(value, list) and field.name == "tie_breaks":
                sent |= {f"tie_breaks_{at}": each for at, each in enumerate(value)}
            elif value is not False and value is not None:
                prepared = field.field.prepare_value(value)
                sent[field.html_name] = "on" if value is True else str(prepared)
    return sent


def test_club_night_is_ready_as_it_comes_and_leads_to_check_in(
    organiser: Client, club: Club, address: str
) -> None:
    make_player(club, "Ada")

    answer = organiser.post(address, initial_data(organiser, address, "club-night"))

    competition = Competition.objects.get()
    opened = competition.stages.get().rounds.get()
    assert answer.headers["Location"] == reverse("rounds:detail", args=[opened.pk])
    assert opened.is_open
    assert competition.name.startswith("Club night ")
    assert competition.entries.count() == 2


def test_tournament_has_a_clock_and_a_final_for_the_best(organiser: Client, address: str) -> None:
    sent = initial_data(organiser, address, "tournament") | {"finalists": "6"}

    organiser.post(address, sent | {"hands_limit": "3"})

    competition = Competition.objects.get()
    first, final = competition.stages.order_by("number")
    assert competition.kind == Kind.TOURNAMENT
    assert (first.method, first.planned_rounds, first.minutes) == (SeatingMethod.SWISS, 3, 60)
    assert (final.label, final.method, final.cut_at) == ("Final", SeatingMethod.FINALS, 6)
    assert (first.hands_limit, final.hands_limit) == (3, 3)
    assert (final.planned_rounds, final.cut_ties, final.has_started) == (
        1,
        CutTies.TIE_BREAK,
        False,
    )


def test_sealed_poker_is_played_on_own_phones_in_a_game_that_can_be_sealed(
    organiser: Client, address: str
) -> None:
    organiser.post(address, initial_data(organiser, address, "sealed-poker"))

    competition = Competition.objects.get()
    assert (competition.game, competition.phone_use) == ("animal-poker", PhoneUse.OWN)


def test_league_season_asks_for_its_first_date(organiser: Client, address: str) -> None:
    answer = organiser.post(address, initial_data(organiser, address, "league-season"))

    assert answer.status_code == 422
    assert list(answer.context["forms"]["schedule"].errors) == ["first_at"]
    assert not answer.context["draft"].has_hidden_errors


def test_games_stand_by_where_they_come_from(organiser: Client, club: Club, address: str) -> None:
    own = create_sheet(club=club, source=dict(ready_sheet("hearts").as_json()), by=None, now=NOW)

    groups = organiser.get(address).context["draft"].game_groups

    names = [name for name, _games in groups]
    assert names == ["Own games", "Built-in games", "Ready score sheets"]
    assert [game.slug for game in groups[0][1]] == [own.slug]
    assert [game.slug for game in groups[1][1]] == [game.slug for game in site_games()]
    assert "hearts" in [game.slug for game in groups[2][1]]


def test_another_game_keeps_what_was_typed_and_creates_nothing(
    organiser: Client, address: str
) -> None:
    typed = {"name": "Winter Cup", "place_points": "9, 6", "win_bonus": "2", "target": "40"}

    answer = organiser.post(
        address, FILLED | typed | {"game": "franks-zoo", "change_game": "zop-zoo"}
    )

    draft = answer.context["draft"]
    assert (answer.status_code, draft.game.slug) == (200, "zop-zoo")
    values = {
        name: form[name].value()
        for form in draft.forms.values()
        for name in typed.keys() & form.fields.keys()
    }
    # The target is one of the game left behind.
    assert values == typed | {"target": 800}
    assert Competition.objects.count() == 0


def test_a_size_that_the_other_game_lacks_gives_way_to_its_own(
    organiser: Client, address: str
) -> None:
    answer = organiser.post(
        address, FILLED | {"table_max": "7", "game": "franks-zoo", "change_game": "animal-poker"}
    )

    assert answer.context["forms"]["settings"]["table_max"].value() == 6


def test_another_template_brings_its_own_values_but_for_what_was_typed(
    organiser: Client, address: str
) -> None:
    sent = initial_data(organiser, address, "club-night") | {"minutes": "45"}

    answer = organiser.post(address, sent | {"change_template": "tournament"})

    draft = answer.context["draft"]
    stage, settings = draft.forms["stage"], draft.forms["settings"]
    assert stage["minutes"].value() == "45"
    assert stage["planned_rounds"].value() == 3
    assert settings["name"].value().startswith("One-day tournament ")
    assert draft.shown == ["name", "planned_rounds", "minutes", "finalists"]


def test_a_fault_behind_more_settings_opens_them(organiser: Client, address: str) -> None:
    hidden = organiser.post(address, FILLED | {"win_bonus": "x"})
    shown = organiser.post(address, FILLED | {"name": ""})

    assert hidden.context["draft"].has_hidden_errors
    assert not shown.context["draft"].has_hidden_errors


def test_a_name_that_is_taken_gets_a_number(organiser: Client, club: Club, address: str) -> None:
    name = organiser.get(address).context["forms"]["settings"]["name"].value()
    make_competition(club, name=name)

    page = organiser.get(address)

    assert page.context["forms"]["settings"]["name"].value() == f"{name} 2"


def test_unknown_template_and_game_are_the_first_ones(organiser: Client, address: str) -> None:
    draft = organiser.get(address, {"template": "x", "game": "x"}).context["draft"]

    assert (draft.template.slug, draft.game.slug) == ("club-night", "franks-zoo")
