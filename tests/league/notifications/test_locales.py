"""Notices speak the language of their reader, whoever sets them off, and tell the time there."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.template.defaultfilters import date
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import get_language, gettext

from league.clubs.models import Player
from league.notifications.models import Notification, NotificationKind
from league.notifications.services import queueing, targets
from league.notifications.services.queueing import Message
from league.notifications.services.targets import Timing
from league.rounds.services.lifecycle import open_round
from tests.factories import NOW, make_club, make_competition, make_entry, make_round, make_user
from tests.league.notifications.targets import deliver, make_chat, make_reader, tell

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _three_languages(settings: Any) -> Iterator[None]:
    """Offer three languages, and speak one that no reader does."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("it", "Italiano")]
    with translation.override("it"):
        yield


def _reader(name: str, language: str, **fields: Any) -> Player:
    player = make_reader(name, f"{name}@example.org".lower(), user=make_user(), **fields)
    if player.user is not None:
        player.user.language = language
        player.user.save()
    return player


def _write() -> Message:
    """Say in which language and by which clock this is written."""
    local = timezone.localtime(datetime(2026, 11, 6, 12, tzinfo=UTC))
    return Message(f"{get_language()} {local:%H:%M} {date(local, 'F')}")


def test_each_reader_has_an_own_language_and_clock() -> None:
    club = make_club(time_zone="Europe/Rome")
    make_chat(None, "https://chat.example.org/", club=club, kinds=["standings"])
    readers = [
        _reader("Ada", "de", club=club),
        _reader("Ben", "", club=club),
        _reader("Cleo", "fr", club=club),
        make_reader("Dora", "dora@example.org", club=club),
    ]
    targets.save_notification_settings(
        player_id=readers[1].pk, chosen={}, timing=Timing(time_zone="Asia/Tokyo")
    )
    found = Player.objects.filter(club=club)
    queueing.notify_players(
        players=found, kind=NotificationKind.STANDINGS, key="1", write=_write, now=NOW
    )
    queueing.notify_club(club=club, kind=NotificationKind.STANDINGS, key="1", write=_write, now=NOW)
    told = dict(Notification.objects.values_list("player__name", "subject"))
    assert told == {
        "Ada": "de 13:00 November",
        "Ben": "en 21:00 November",
        "Cleo": "en 13:00 November",
        "Dora": "en 13:00 November",
        None: "en 13:00 November",
    }
    assert get_language() == "it"


def test_mail_and_digest_are_framed_in_the_language_of_the_reader() -> None:
    ada = _reader("Ada", "de")
    targets.save_notification_settings(player_id=ada.pk, chosen={}, timing=Timing("daily", 8))
    for key in ("1", "2"):
        tell(ada, key=key)
    deliver(datetime(2026, 11, 7, 8, tzinfo=UTC))
    with translation.override("de"):
        frame = gettext("Unsubscribe without signing in:")
    message: Any = mail.outbox[0]
    assert frame in str(message.body)
    assert '<html lang="de">' in str(message.alternatives[0][0])


def test_time_of_a_round_is_told_by_the_clock_of_each_reader() -> None:
    club = make_club(time_zone="Europe/Rome")
    competition = make_competition(club)
    for name, zone in (("Ada", ""), ("Ben", "Asia/Tokyo")):
        player = _reader(name, "en", club=club)
        make_entry(competition, player)
        chosen = {"email": {"round": True}}
        targets.save_notification_settings(
            player_id=player.pk, chosen=chosen, timing=Timing(time_zone=zone)
        )
    closes_at = datetime(2026, 11, 6, 22, tzinfo=UTC)
    round = make_round(competition, status="scheduled", closes_at=closes_at)
    open_round(round_id=round.pk, now=NOW)
    told = dict(Notification.objects.values_list("player__name", "text"))
    assert ("23:00" in told["Ada"], "7:00" in told["Ben"]) == (True, True)


def test_language_is_chosen_on_the_page_of_wishes_and_kept_on_the_person(client: Client) -> None:
    ada = _reader("Ada", "")
    assert ada.user is not None
    client.force_login(ada.user)
    page = reverse("notifications:settings", args=[ada.pk])
    values = {field.html_name: field.value() for field in client.get(page).context["form"]}
    fields = {name: value for name, value in values.items() if not isinstance(value, bool | None)}
    answer = client.post(page, fields | {"language": "de"})
    assert answer.status_code == 302
    ada.user.refresh_from_db()
    assert ada.user.language == "de"
    page_in_german = client.get(page)
    assert page_in_german.context["form"]["language"].value() == "de"
    assert "Gespeichert." in page_in_german.content.decode()
