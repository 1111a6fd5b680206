from datetime import timedelta
from typing import Any

import pytest

from league.clubs.models import Player
from league.competitions.models import Competition, Round, RoundStatus, Table
from league.competitions.schedule import RoundTimes
from league.notifications.models import Notification
from league.results.models import TableScore
from league.rounds.services.lifecycle import add_round, open_round, set_round_times
from league.rounds.services.reminders import notify_seats, remind_check_in, remind_deadline
from league.rounds.tasks import rounds_to_announce, rounds_to_remind, tables_to_notify
from tests.factories import (
    NOW,
    make_check_in,
    make_club,
    make_competition,
    make_entry,
    make_player,
    make_round,
    make_table,
    want_mail,
)

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def make_reader(competition: Competition, name: str, **notification_settings: Any) -> Player:
    player = make_player(
        competition.club, name, contact_email=f"{name.lower()}@example.org", **notification_settings
    )
    make_entry(competition, player)
    return player


def everybody_wants(**notification_settings: bool) -> None:
    for player in Player.objects.all():
        player.contact_email = f"player{player.pk}@example.org"
        player.save()
        want_mail(player, **notification_settings)


def make_scheduled(opens_at: object = NOW + 10 * HOUR) -> Round:
    competition = make_competition(make_club(time_zone="Europe/Rome"), name="Autumn League")
    return make_round(competition, status=RoundStatus.SCHEDULED, opens_at=opens_at)


def test_who_wants_to_know_is_told_when_check_in_begins_once() -> None:
    round_ = make_scheduled()
    competition = round_.stage.competition
    ada = make_reader(competition, "Ada", mail={"round": True})
    make_reader(competition, "Björn")
    chiara = make_reader(competition, "Chiara", mail={"round": True})
    make_check_in(round_, competition.entries.get(player=chiara))

    assert rounds_to_announce(NOW - 3 * HOUR) == []
    assert rounds_to_announce(NOW) == [round_.pk]
    for _ in range(2):
        remind_check_in(round_id=round_.pk, now=NOW)

    notice = Notification.objects.get()
    assert (notice.player, notice.kind) == (ada, "round")
    assert notice.subject == "Autumn League: Round 1 opens Sat 7 November, 06:30"
    assert notice.path == f"/rounds/{round_.pk}/here/"
    assert rounds_to_announce(NOW) == []


def test_moved_round_is_told_anew() -> None:
    round_ = make_scheduled()
    make_reader(round_.stage.competition, "Ada", mail={"round": True})
    remind_check_in(round_id=round_.pk, now=NOW)

    set_round_times(round_id=round_.pk, times=RoundTimes(NOW + 11 * HOUR), now=NOW)
    assert rounds_to_announce(NOW) == [round_.pk]
    remind_check_in(round_id=round_.pk, now=NOW)

    assert Notification.objects.count() == 2


def test_opening_tells_who_wants_to_know_and_is_not_there_yet() -> None:
    round_ = make_scheduled()
    ada = make_reader(round_.stage.competition, "Ada", mail={"round": True})
    make_reader(round_.stage.competition, "Björn")

    for _ in range(2):
        open_round(round_id=round_.pk, now=NOW)

    notice = Notification.objects.get()
    assert (notice.player, notice.subject) == (ada, "Autumn League: Round 1 is open")


def test_round_that_is_added_open_tells_who_wants_to_know_once() -> None:
    competition = make_competition()
    ada = make_reader(competition, "Ada", mail={"round": True})

    for _ in range(2):
        add_round(competition_id=competition.pk, number=1, times=RoundTimes(opens_at=NOW), now=NOW)

    notice = Notification.objects.get()
    assert (notice.player, notice.kind) == (ada, "round")


def test_seats_are_told_once_a_seat_with_neighbours_and_first_dealer() -> None:
    table = make_table(seats=3, number=4, dealer=1)
    everybody_wants(seat=True)

    assert tables_to_notify(NOW) == [table.pk]
    for _ in range(2):
        notify_seats(table_id=table.pk, now=NOW)

    first, second, _third = Notification.objects.order_by("pk")
    assert first.subject.endswith(": table 4, seat A")
    assert first.text.count("\n- ") == 2
    assert "- Björn 4\n- Chiara 4\n" in first.text
    assert "Björn 4 deals first." in first.text
    assert "You deal first." in second.text
    assert first.path == f"/tables/{table.pk}/"
    assert tables_to_notify(NOW) == []


def test_another_player_at_a_table_is_told_and_the_others_are_left_in_peace() -> None:
    table = make_table(seats=3)
    everybody_wants(seat=True)
    notify_seats(table_id=table.pk, now=NOW)
    newcomer = make_reader(table.round.stage.competition, "New", mail={"seat": True})
    seat = table.seats.get(number=2)
    seat.player, seat.entry = newcomer, newcomer.entries.get()
    seat.save()
    Table.objects.filter(pk=table.pk).update(seating=2)

    notify_seats(table_id=table.pk, now=NOW)

    assert Notification.objects.count() == 4
    assert Notification.objects.latest("pk").player == newcomer


def test_who_did_not_ask_for_seats_gets_none() -> None:
    table = make_table(seats=3)
    everybody_wants()

    notify_seats(table_id=table.pk, now=NOW)

    assert Notification.objects.count() == 0


def make_window(hours: int | None) -> tuple[Round, Table]:
    competition = make_competition(name="Window")
    competition.stages.update(reminder_hours=hours)
    round_ = make_round(competition, closes_at=NOW + 24 * HOUR)
    ended, late = make_table(round_, seats=3), make_table(round_, seats=3, number=2)
    TableScore.objects.create(table=ended, hands=9, is_over=True)
    TableScore.objects.create(table=late, hands=2)
    everybody_wants()
    return round_, late


def test_deadline_is_told_to_tables_that_have_not_ended_once() -> None:
    round_, late = make_window(24)

    assert rounds_to_remind(NOW - HOUR) == []
    assert rounds_to_remind(NOW) == [round_.pk]
    for _ in range(2):
        remind_deadline(round_id=round_.pk, now=NOW)

    assert set(Notification.objects.values_list("player", flat=True)) == set(
        late.seats.values_list("player", flat=True)
    )
    notice = Notification.objects.earliest("pk")
    assert notice.subject == "Window: finish table 2 before Sat 7 November, 19:30"
    assert "Round 1, after hand 2:" in notice.text
    assert "it ends with its current score" in notice.text
    assert rounds_to_remind(NOW) == []


def test_stage_without_reminders_and_deadlines_that_passed_tell_nobody() -> None:
    make_window(None)
    round_, _ = make_window(48)

    assert rounds_to_remind(NOW) == [round_.pk]
    remind_deadline(round_id=round_.pk, now=NOW + 24 * HOUR)

    assert Notification.objects.count() == 0
