"""Wherever a seat is shown, the team that is played for is named."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.models import Player
from league.competitions.models import Entry, RoundStatus, Table
from league.notifications.models import Notification
from league.rounds.draw_input import plan_seating
from league.rounds.queries import attendance_of
from league.rounds.seating_context import load_seating_context, rows_at
from league.rounds.seating_impact import find_seating_impact, preview_draw
from league.rounds.services.reminders import notify_seats
from tests.factories import (
    NOW,
    make_check_in,
    make_organiser,
    make_player,
    make_round,
    make_table,
    want_mail,
)
from tests.league.results.hands import send

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A table with a hand, at which the first plays for a team."""
    table = make_table()
    Entry.objects.filter(pk=table.seats.get(number=0).entry_id).update(team="Lions & Co")
    send(table, 2, 0, 1, 3)
    return table


@pytest.mark.parametrize(
    "page", ["rounds:detail", "rounds:sheets", "results:table", "results:recap", "results:enter"]
)
def test_pages_name_the_team_of_a_seat(client: Client, table: Table, page: str) -> None:
    client.force_login(make_organiser(table.round.stage.competition.club))
    key = table.round_id if page.startswith("rounds:") else table.pk
    shown = client.get(reverse(page, args=[key])).content.decode()
    named = f'{table.seats.get(number=0).player} <small class="of-team">Lions &amp; Co</small>'
    assert shown.count(named) == 1


def test_check_in_names_the_teams() -> None:
    evening = make_round(status=RoundStatus.SCHEDULED)
    check_in = make_check_in(evening)
    Entry.objects.filter(pk=check_in.entry_id).update(team="Seals")
    make_player(evening.stage.competition.club, "Zoe")
    assert [one.team for one in attendance_of(evening)] == ["Seals", ""]


def test_mails_of_seats_name_the_teams(table: Table) -> None:
    first, second, *_ = table.seats.order_by("number")
    for seat in (first, second):
        Player.objects.filter(pk=seat.player_id).update(contact_email=f"{seat.pk}@example.org")
        seat.player.refresh_from_db()
        want_mail(seat.player, seat=True)
    notify_seats(table_id=table.pk, now=NOW)
    named = f"- {first.player} (Lions & Co)"
    bodies = {notice.player_id: notice.text for notice in Notification.objects.exclude(player=None)}
    assert (named in bodies[first.player_id], named in bodies[second.player_id]) == (False, True)


def test_screen_names_the_team_of_a_seat(client: Client, table: Table) -> None:
    address = reverse("displays:projector", args=[table.round.stage.competition_id])
    shown = client.get(address).content.decode()
    # At the table, in its hand and in the standings.
    assert shown.count('<small class="of-team">Lions &amp; Co</small>') == 3


def test_changes_name_the_teams(table: Table) -> None:
    context = load_seating_context(table.round)
    assert [row.team for row in rows_at(context, context.state.tables[0])] == [
        "Lions & Co",
        "",
        "",
        "",
    ]
    [before] = context.state.tables
    after = context.state.with_tables(replace(before, assignments=before.assignments[::-1]))
    [changed] = find_seating_impact(context, after).tables
    assert [row.team for row in changed.rows] == ["", "", "", "Lions & Co"]


def test_draw_names_the_teams() -> None:
    evening = make_round()
    for name in ("Lions", "", "", "Seals"):
        check_in = make_check_in(evening)
        Entry.objects.filter(pk=check_in.entry_id).update(team=name)
    preview = preview_draw(evening, plan_seating(evening), seed=1, sizes=None)
    [(_, seats)] = preview.tables
    assert sorted(seat.team for seat in seats) == ["", "", "Lions", "Seals"]
