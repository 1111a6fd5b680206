"""Organisers let tables be played online, and the pages of a round lead there."""

import pytest
from django.test import Client

from league.competitions.models import Table
from league.online.models import ChatMode, OnlineSettings, OnlineTable, TimeoutPolicy
from tests.factories import make_competition, make_organiser, make_round, make_table, make_user

pytestmark = pytest.mark.django_db

PLAY = "Play online"
SAID = {
    "is_on": "on",
    "move_seconds": "90",
    "time_bank_seconds": "600",
    "timeout_policy": "bot",
    "chat_mode": "off",
}


def organiser_of(table: Table) -> Client:
    client = Client()
    client.force_login(make_organiser(table.round.stage.competition.club))
    return client


def terms_address(table: Table) -> str:
    return f"/competitions/{table.round.stage.competition_id}/online/"


def test_nothing_is_played_online_before_an_organiser_says_so() -> None:
    table = make_table()
    page = organiser_of(table).get(f"/tables/{table.pk}/")
    assert PLAY not in page.content.decode()
    assert organiser_of(table).post(f"/tables/{table.pk}/online/").status_code == 302
    assert OnlineTable.objects.count() == 0


def test_an_organiser_says_how_tables_are_played() -> None:
    table = make_table()
    client = organiser_of(table)
    said = {**SAID, "chat_mode": "phrases", "timeout_policy": "wait"}
    answer = client.post(terms_address(table), said)
    assert answer.status_code == 302
    settings = OnlineSettings.objects.get(competition=table.round.stage.competition)
    assert (settings.is_on, settings.move_seconds, settings.time_bank_seconds) == (True, 90, 600)
    assert (settings.chat_mode, settings.spectator_delay, settings.timeout_policy) == (
        ChatMode.PHRASES,
        None,
        TimeoutPolicy.WAIT,
    )


@pytest.mark.parametrize(
    ("field", "value"), [("move_seconds", "7"), ("chat_mode", "loud"), ("timeout_policy", "jail")]
)
def test_what_cannot_be_chosen_is_refused_at_its_field(field: str, value: str) -> None:
    table = make_table()
    answer = organiser_of(table).post(terms_address(table), {**SAID, field: value})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]


def test_where_nothing_is_said_nobody_talks_or_watches_and_a_bot_plays_for_who_is_late() -> None:
    table = make_table()
    form = organiser_of(table).get(terms_address(table)).context["form"]
    assert [form[name].value() for name in ("chat_mode", "spectator_delay", "timeout_policy")] == [
        ChatMode.OFF,
        None,
        TimeoutPolicy.BOT,
    ]


def test_somebody_else_finds_no_such_page() -> None:
    table = make_table()
    client = Client()
    client.force_login(make_user())
    assert client.get(terms_address(table)).status_code == 404


def test_the_table_leads_to_its_screens() -> None:
    competition = make_competition()
    OnlineSettings.objects.create(competition=competition, is_on=True)
    table = make_table(make_round(competition))
    client = organiser_of(table)
    assert PLAY in client.get(f"/tables/{table.pk}/").content.decode()
    answer = client.post(f"/tables/{table.pk}/online/")
    online = OnlineTable.objects.get(table=table)
    assert answer.headers["location"] == f"/play/{online.token}/"
    # Whoever looks at the table from now on finds it.
    assert f"/play/{online.token}/" in Client().get(f"/tables/{table.pk}/").content.decode()


def test_a_player_comes_to_the_own_seat_and_nobody_elses() -> None:
    competition = make_competition()
    OnlineSettings.objects.create(competition=competition, is_on=True)
    table = make_table(make_round(competition))
    seat = table.seats.select_related("player").get(number=2)
    seat.player.user = make_user()
    seat.player.save()
    client = Client()
    client.force_login(seat.player.user)
    client.post(f"/tables/{table.pk}/online/")
    online = OnlineTable.objects.get(table=table)
    for number in (1, 2):
        client.post(f"/play/{online.token}/sit/{number}/")
    taken = online.seats.filter(user__isnull=False)
    assert list(taken.values_list("number", flat=True)) == [2]
