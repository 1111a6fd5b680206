"""People hear of their turn where a move may take days, and organisers of what is reported."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from league.clubs.models import Player
from league.notifications.models import Notification, NotificationKind
from league.online.models import ChatMode, OnlineSeat, OnlineTable
from league.online.queries import tables_due
from league.online.services.bots import do_what_is_due
from league.online.services.chat import report, say
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from league.online.turns import NOTIFIED_AFTER
from tests.factories import make_club, make_player, make_user, want_mail
from tests.league.online.rounds import all_sit, evening
from tests.league.online.tables import NOW, make_table
from tests.league.online.test_turns import play_until_another_acts

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def _reader(name: str) -> Player:
    """Make a player of a club who signs in and reads mail."""
    user = make_user(f"{name}@example.org".lower(), name=name)
    return make_player(make_club(), name, user=user)


def _two_readers() -> tuple[OnlineTable, dict[int, Player]]:
    """Open a table of two people with a day for each move."""
    ada, ben = _reader("Ada"), _reader("Ben")
    host = Person("Ada", ada.user)
    table = make_table("zop-zoo", 2, bots="", move_seconds=int(DAY.total_seconds()), host=host)
    sit_down(table_id=table.pk, seat=1, person=Person("Ben", ben.user), now=NOW)
    table.refresh_from_db()
    return table, {0: ada, 1: ben}


def test_whoever_is_to_move_is_told_unless_they_move_at_once() -> None:
    table, people = _two_readers()
    seat = OnlineSeat.objects.get(table=table, acts_since__isnull=False).number
    notice = Notification.objects.get()
    assert (notice.kind, notice.player) == (NotificationKind.TURN, people[seat])
    assert notice.subject == "Your turn at ZOP ZOO"
    assert notice.path == reverse("online:table", args=[table.token])
    assert notice.deliveries.get().due_at == NOW + NOTIFIED_AFTER
    play_until_another_acts(table, seat)
    assert [each.player for each in Notification.objects.all()] == [people[1 - seat]]


def test_who_lets_the_time_run_is_told_once_more() -> None:
    table, people = _two_readers()
    seat = OnlineSeat.objects.get(table=table, acts_since__isnull=False).number
    late = NOW + DAY
    for _ in range(2):
        for pk in tables_due(late):
            do_what_is_due(table_id=pk, now=late)
    told = Notification.objects.filter(subject="Your time at ZOP ZOO is running out")
    assert [each.player for each in told] == [people[seat]]


def test_organisers_hear_of_what_is_reported_at_a_table_of_a_round_once() -> None:
    night = evening()
    online = night.online
    OnlineTable.objects.filter(pk=online.pk).update(chat_mode=ChatMode.PHRASES)
    all_sit(night)
    club = night.table.round.stage.competition.club
    olga = make_player(club, "Olga", "organiser", contact_email="olga@example.org")
    want_mail(olga, report=True)
    message = say(table_id=online.pk, seat=0, key=uuid4(), code="hello", now=NOW)
    for _ in range(2):
        report(table_id=online.pk, seat=1, message_id=message.pk, now=NOW)
    notice = Notification.objects.get(kind=NotificationKind.REPORT)
    assert (notice.player, notice.path) == (olga, reverse("online:reports"))
