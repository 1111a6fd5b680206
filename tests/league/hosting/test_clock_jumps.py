"""What ends at its hour when the machine's clock jumps, and machines whose clocks do not agree."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.celery import LEEWAY, SWEEPS, app
from league.clubs import membership, services
from league.clubs.models import User
from league.online.models import OnlineSeat
from league.online.queries import tables_due
from league.online.services.bots import do_what_is_due
from league.online.services.play import play_move
from league.online.services.seats import sit_down
from tests.factories import make_club, make_organiser, make_user
from tests.league.accounts.test_sign_in import LOGIN_CODE, ask_for_code, read_code, signed_in
from tests.league.online.tables import NOW, legal_move, make_table, sent
from tests.league.online.test_absence import BEN, MOVE, RESERVE

pytestmark = pytest.mark.django_db

PUT_BACK = -timedelta(hours=3)
# By then all of them have run out.
PUT_FORWARD = timedelta(days=3)


def sign_in_link() -> Callable[[], bool]:
    """Make a link for the owner; return what says whether it still works."""
    address = reverse("clubs:sign_in_by_link", args=[services.make_owner_link(now=timezone.now())])
    return lambda: Client().post(address, {"name": "Ada", "email": ""}).status_code == 302


def invitation() -> Callable[[], bool]:
    """Make an invitation for a day; return the same."""
    club = make_club()
    made = membership.make_invitation(
        club=club, by=make_organiser(club), life=timedelta(days=1), now=timezone.now()
    )
    address = reverse("clubs:join", args=[made.token])
    return lambda: Client().get(address).status_code == 200


def code_of_a_mail() -> Callable[[], bool]:
    """Ask for a code to sign in; return the same."""
    make_user("anna@example.org")
    client = Client()
    ask_for_code(client, "anna@example.org")

    def works() -> bool:
        client.post(LOGIN_CODE, {"code": read_code()})
        return signed_in(client) == "anna@example.org"

    return works


@pytest.mark.parametrize(
    ("jump", "lasts"), [(PUT_BACK, True), (PUT_FORWARD, False)], ids=["back", "forward"]
)
@pytest.mark.parametrize("make", [sign_in_link, invitation, code_of_a_mail])
def test_what_lasts_until_an_hour_ends_with_a_jump_forward_alone(
    make: Callable[[], Callable[[], bool]], jump: timedelta, lasts: bool
) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        works = make()
        clock.shift(jump)
        assert works() is lasts


def test_session_outlives_a_clock_that_was_put_back(client: Client) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        client.force_login(User.objects.create_user("anna@example.org"))
        clock.shift(PUT_BACK)
        assert client.get(reverse("accounts:account")).status_code == 200


def test_nobody_loses_time_to_a_clock_that_was_put_back() -> None:
    table = make_table("zop-zoo", 2, bots="", move_seconds=30)
    sit_down(table_id=table.pk, seat=1, person=BEN, now=NOW)
    table.refresh_from_db()
    seat = OnlineSeat.objects.get(table=table, acts_since__isnull=False)
    before = NOW + PUT_BACK
    do_what_is_due(table_id=table.pk, now=before)
    move = sent(table, legal_move(table, seat.number, random.Random(1)))
    play_move(table_id=table.pk, seat=seat.number, sent=move, now=before)
    for each in OnlineSeat.objects.filter(table=table):
        assert (each.is_away, each.time_bank_ms) == (False, RESERVE.total_seconds() * 1000)
    # From the next move on the clocks are those of the hour that it is now.
    assert tables_due(before + MOVE + RESERVE) == [table.pk]


def test_sweep_waits_for_a_worker_whose_clock_is_a_little_ahead() -> None:
    for name, seconds in SWEEPS.items():
        options = app.conf.beat_schedule[name]["options"]
        with time_machine.travel(NOW, tick=False):
            message = app.amqp.as_task_v2("id", name, expires=options["expires"])
        dropped = datetime.fromisoformat(message.headers["expires"])
        assert dropped == NOW + timedelta(seconds=seconds + LEEWAY)
