"""Two sweeps at once do what one would have done."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.models import Round, RoundStatus
from league.notifications.models import Notification, Post
from league.rounds.tasks import sweep
from tests.factories import make_check_in, make_competition, make_round, want_mail
from tests.league.rounds.test_locks import PHONES, press_together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

HOUR = timedelta(hours=1)


def test_sweeps_at_once_open_seat_close_and_tell_once() -> None:
    now = timezone.now()
    to_open, to_close = [], []
    for _ in range(3):
        competition = make_competition(is_seated_on_opening=True)
        round_ = make_round(competition, status=RoundStatus.SCHEDULED, opens_at=now - HOUR)
        for _ in range(8):
            player = make_check_in(round_).entry.player
            player.contact_email = f"{player.pk}@example.org"
            player.save()
            want_mail(player, seat=True)
        to_open.append(round_)
        to_close.append(make_round(make_competition(), closes_at=now - HOUR))

    for _ in range(2):
        assert press_together(lambda phone: sweep()) == ["done"] * PHONES

    opened = Round.objects.filter(pk__in=[round_.pk for round_ in to_open])
    assert set(opened.values_list("status", "seating")) == {(RoundStatus.OPEN, 1)}
    assert [round_.tables.count() for round_ in opened] == [2, 2, 2]
    closed = Round.objects.filter(pk__in=[round_.pk for round_ in to_close])
    assert set(closed.values_list("status", "closings")) == {(RoundStatus.CLOSED, 1)}
    assert (Post.objects.count(), Notification.objects.filter(kind="seat").count()) == (3, 24)
