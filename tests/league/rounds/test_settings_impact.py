"""New settings show who moves before they are saved, and correct what was posted."""

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from league.audit.models import AuditEntry
from league.competitions.models import Competition, Entry, Table
from league.notifications.models import Post
from league.rounds.services.closing import close_round
from league.rounds.services.competition import edit_competition, preview_settings
from league.standings.queries import standings_of
from tests.factories import NOW, make_check_in, make_competition, make_entry, make_round, make_table
from tests.league.results.hands import send
from tests.league.rounds.pages import organise, said, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Return a table where Ada has won before Björn, in a closed round with one bye."""
    competition = make_competition(name="Autumn League", place_points=[10, 6, 3, 1])
    table = make_table(make_round(competition))
    make_check_in(table.round, make_entry(competition, name="Idle"))
    send(table)
    close_round(round_id=table.round_id, now=NOW)
    return table


def settings(table: Table, **changes: Any) -> Competition:
    """Return the settings of the table's competition, changed."""
    found = Competition.objects.get(pk=table.round.stage.competition_id)
    for name, value in changes.items():
        setattr(found, name, value)
    return found


def filled(client: Client, table: Table, **changes: str | None) -> dict[str, Any]:
    """Return what the form of the settings sends, changed."""
    answer = client.get(reverse("rounds:edit_competition", args=[table.round.stage.competition_id]))
    sent: dict[str, Any] = {}
    for form in answer.context["forms"].values():
        for name, field in form.fields.items():
            value = field.prepare_value(form.initial.get(name, field.initial))
            if name == "tie_breaks":
                sent |= {f"{name}_{at}": each for at, each in enumerate(value)}
            elif value is not None and value is not False:
                sent[name] = value
    return sent | changes


def places(table: Table) -> list[tuple[str, int]]:
    competition = Competition.objects.get(pk=table.round.stage.competition_id)
    return [(row.name, row.points) for row in standings_of(competition)]


def test_preview_names_who_moves_and_changes_nothing(table: Table) -> None:
    before = places(table)

    impact = preview_settings(
        competition_id=table.round.stage.competition_id,
        settings=settings(table, bye_points=7),
        now=NOW,
    )

    assert [(row.name, row.place, row.points) for row in impact.standings] == [
        ("Idle", (5, 2), (0, 7)),
        ("Björn", (2, 3), (6, 6)),
        ("Chiara", (3, 4), (3, 3)),
        ("Dörte", (4, 5), (1, 1)),
    ]
    assert impact.posted == table.round
    assert places(table) == before
    assert Post.objects.count() == 1


@pytest.mark.parametrize(
    "changes",
    [{"name": "Renamed"}, {"minutes": 3}, {"table_preferred": [4]}, {"no_show_points": 9}],
)
def test_preview_of_settings_that_move_nobody_is_nothing(
    table: Table, changes: dict[str, Any]
) -> None:
    competition_id = table.round.stage.competition_id
    impact = preview_settings(
        competition_id=competition_id, settings=settings(table, **changes), now=NOW
    )
    assert (impact.is_nothing, impact.posted) == (True, None)


def test_preview_shows_teams_that_move(table: Table) -> None:
    for number, team in enumerate(("Lions", "Lions", "Foxes", "Foxes")):
        Entry.objects.filter(pk=table.seats.get(number=number).entry_id).update(team=team)
    impact = preview_settings(
        competition_id=table.round.stage.competition_id,
        settings=settings(table, team_best=1),
        now=NOW,
    )
    assert impact.standings == ()
    assert [(row.name, row.points) for row in impact.teams] == [
        ("Lions", (16, 10)),
        ("Foxes", (4, 3)),
    ]


def test_saving_settings_that_move_somebody_corrects_the_posted_standings_once(
    table: Table,
) -> None:
    for _ in range(2):
        edit_competition(
            competition_id=table.round.stage.competition_id,
            settings=settings(table, bye_points=7),
            now=NOW,
        )

    first, corrected = Post.objects.order_by("pk")
    assert first.title == "Autumn League: standings after Round 1"
    assert corrected.title == "Autumn League: standings after Round 1, corrected"
    assert corrected.body == "The settings of the competition have changed."
    assert corrected.table["rows"][1] == ["2", "Idle", "7", "0"]
    call_command("rebuild", "--check", stdout=io.StringIO())


def test_saving_settings_that_move_nobody_posts_nothing(table: Table) -> None:
    edit_competition(
        competition_id=table.round.stage.competition_id,
        settings=settings(table, name="New"),
        now=NOW,
    )
    assert Post.objects.count() == 1


def test_page_shows_who_moves_then_saves(table: Table, client: Client) -> None:
    organise(client, table.round)
    address = reverse("rounds:edit_competition", args=[table.round.stage.competition_id])
    sent = filled(client, table, bye_points="7")

    shown = client.post(address, sent)

    assert shown.status_code == 200
    assert "Idle" in words(shown)
    assert "The standings (Round 1) are posted again, corrected." in words(shown)
    assert ("Idle", 7) not in places(table)
    again = dict(shown.context["fields"])
    assert (
        client.post(address, {**again, "edit": "1"}).context["forms"]["counting"].data["bye_points"]
        == "7"
    )
    saved = client.post(address, {**again, "apply": "1"})
    assert (saved.status_code, said(saved)) == (302, ["Saved."])
    assert ("Idle", 7) in places(table)
    assert AuditEntry.objects.filter(action="competition.changed").count() == 1


def test_page_saves_at_once_what_moves_nobody(table: Table, client: Client) -> None:
    organise(client, table.round)
    address = reverse("rounds:edit_competition", args=[table.round.stage.competition_id])

    answer = client.post(address, filled(client, table, name="Winter League"))

    assert (answer.status_code, said(answer)) == (302, ["Saved."])
    assert Competition.objects.get().name == "Winter League"
