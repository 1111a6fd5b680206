"""The page of kinds and channels, and what adds and removes ways."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Player, Role
from league.notifications.models import (
    ChatIntegration,
    Delivery,
    Device,
    NotificationKind,
    NotificationSettings,
    Source,
    Subscription,
)
from league.notifications.services import targets
from tests.factories import NOW, make_club, make_organiser, make_player, make_user
from tests.league.notifications.targets import Browser, make_chat, make_device

pytestmark = pytest.mark.django_db
TIMING = {
    "frequency": "daily",
    "hour": "7",
    "weekday": "2",
    "quiet_from": "22",
    "quiet_until": "6",
    "time_zone": "Europe/Rome",
    "language": "en",
}
SLACK = "https://hooks.slack.com/services/1"


@pytest.fixture
def ada() -> Player:
    """A player who signs in."""
    return make_player(name="Ada", user=make_user("ada@example.org"))


@pytest.fixture
def phone(client: Client, ada: Player) -> Client:
    """Her phone."""
    assert ada.user is not None
    client.force_login(ada.user)
    return client


def page_of(player: Player) -> str:
    return reverse("notifications:settings", args=[player.pk])


def test_boxes_and_hours_are_kept_as_they_were_ticked(phone: Client, ada: Player) -> None:
    page = phone.get(page_of(ada)).content.decode()
    assert 'name="standings-email" id="id_standings-email" checked' in page
    assert 'name="seat-email" id="id_seat-email">' in page

    phone.post(page_of(ada), {**TIMING, "seat-email": "on", "turn-push": "on"})
    notification_settings = NotificationSettings.objects.get(player=ada)
    ticked = {
        (kind, target)
        for target, kinds in notification_settings.chosen.items()
        for kind in kinds
        if kinds[kind]
    }
    assert ticked == {(NotificationKind.SEAT, "email"), (NotificationKind.TURN, "push")}
    kept = (
        notification_settings.frequency,
        notification_settings.hour,
        notification_settings.weekday,
        notification_settings.quiet_from,
        notification_settings.quiet_until,
    )
    assert (*kept, notification_settings.time_zone) == ("daily", 7, 2, 22, 6, "Europe/Rome")
    page = phone.get(page_of(ada)).content.decode()
    assert 'name="seat-email" id="id_seat-email" checked' in page


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (
            {"quiet_until": ""},
            "Choose both the start and the end of the quiet hours, or “never” for both.",
        ),
        ({"hour": "24"}, "Select a valid choice."),
        ({"time_zone": "Mars"}, "Select a valid choice."),
    ],
)
def test_hours_that_are_none_are_refused(
    phone: Client, ada: Player, wrong: dict[str, str], words: str
) -> None:
    assert words in phone.post(page_of(ada), {**TIMING, **wrong}).content.decode()
    assert NotificationSettings.objects.count() == 0


def test_kinds_for_organisers_are_offered_to_them_alone(phone: Client, ada: Player) -> None:
    assert "a table calls the organiser" not in phone.get(page_of(ada)).content.decode()
    Player.objects.update(role=Role.ORGANISER)
    assert "a table calls the organiser" in phone.get(page_of(ada)).content.decode()


def test_page_is_for_the_player_alone(client: Client, ada: Player) -> None:
    assert client.get(page_of(ada)).headers["Location"].startswith(reverse("account_login"))
    client.force_login(make_organiser(ada.club))
    for name in ("settings", "add_chat"):
        assert client.get(reverse(f"notifications:{name}", args=[ada.pk])).status_code == 404
    for name, rest in (
        ("add_device", []),
        ("enable_mail", []),
        ("remove_device", [1]),
        ("subscribe", ["calendar"]),
        ("unsubscribe", [1]),
    ):
        assert (
            client.post(reverse(f"notifications:{name}", args=[ada.pk, *rest])).status_code == 404
        )


@pytest.mark.parametrize("count", [1, 3])
def test_page_takes_the_same_queries(
    phone: Client, ada: Player, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        make_device(ada, f"https://push.example.org/{number}")
        make_chat(ada, f"{SLACK}{number}")
        about = f"competition:{number}"
        targets.subscribe(player=ada, source=Source.CALENDAR, about=about, now=NOW)
    phone.get(page_of(ada))  # makes the key of the site

    with django_assert_num_queries(7):
        phone.get(page_of(ada))


def test_device_is_added_once_and_dropped_where_its_owner_signs_out(
    phone: Client, ada: Player
) -> None:
    browser = Browser()
    sent = {
        "endpoint": "https://push.example.org/1",
        "p256dh": browser.p256dh,
        "auth": browser.auth,
    }
    agent = "Mozilla/5.0 (Android 15; Mobile) Firefox/146.0"
    for _twice in range(2):
        phone.post(
            reverse("notifications:add_device", args=[ada.pk]), sent, headers={"user-agent": agent}
        )
    device = Device.objects.get()
    assert (device.user, device.label) == (ada.user, "Firefox, Android")

    elsewhere = Client()
    assert ada.user is not None
    elsewhere.force_login(ada.user)
    elsewhere.post(reverse("account_logout"))
    assert Device.objects.count() == 1
    phone.post(reverse("account_logout"))
    assert Device.objects.count() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://127.0.0.1:6379/"},
        {"endpoint": "file:///etc/passwd"},
        {"p256dh": "short"},
        {"auth": ""},
    ],
)
def test_device_that_is_none_is_refused(phone: Client, ada: Player, wrong: dict[str, str]) -> None:
    browser = Browser()
    sent = {
        "endpoint": "https://push.example.org/1",
        "p256dh": browser.p256dh,
        "auth": browser.auth,
    }
    response = phone.post(reverse("notifications:add_device", args=[ada.pk]), {**sent, **wrong})

    assert response.status_code == 302
    assert Device.objects.count() == 0


def test_browser_that_has_a_new_address_says_the_old_one(client: Client, ada: Player) -> None:
    device = make_device(ada, "https://push.example.org/1")
    browser = Browser()
    sent = {
        "before": "https://push.example.org/2",
        "endpoint": "https://push.example.org/3",
        "p256dh": browser.p256dh,
        "auth": browser.auth,
    }
    address = reverse("notifications:change_device")

    assert client.post(address, sent).status_code == 404
    assert client.post(address, {**sent, "before": device.endpoint}).status_code == 204
    device.refresh_from_db()
    assert (device.endpoint, device.user) == ("https://push.example.org/3", ada.user)


def test_device_of_another_person_is_not_dropped(phone: Client, ada: Player) -> None:
    other = make_device(make_player(), "https://push.example.org/1")
    phone.post(reverse("notifications:remove_device", args=[ada.pk, other.pk]))

    assert Device.objects.filter(pk=other.pk).exists()


def test_chat_is_added_with_a_first_message_and_removed(phone: Client, ada: Player) -> None:
    sent = {"service": "telegram", "label": "Phone", "token": f"123:{'x' * 30}", "room": "-42"}
    for _twice in range(2):
        phone.post(reverse("notifications:add_chat", args=[ada.pk]), sent)

    chat = ChatIntegration.objects.get()
    assert chat.url == f"https://api.telegram.org/bot123:{'x' * 30}/sendMessage"
    assert (chat.player, chat.room, chat.kinds) == (ada, "-42", [])
    assert Delivery.objects.filter(chat=chat).count() >= 1
    phone.post(reverse("notifications:remove_chat", args=[chat.pk]))
    assert ChatIntegration.objects.count() == 0


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"service": "telegram", "room": "1"}, "Required for Telegram."),
        ({"service": "discord", "url": ""}, "The address must start with http:// or https://."),
        (
            {"service": "discord", "url": "https://a:b@x.org/"},
            "The address must not contain a user name.",
        ),
        ({"service": "slack", "url": "https://x.org:22/"}, "This port is not allowed."),
    ],
)
def test_chat_that_is_none_is_refused_in_words(
    phone: Client, ada: Player, sent: dict[str, Any], words: str
) -> None:
    address = reverse("notifications:add_chat", args=[ada.pk])

    assert words in phone.post(address, {"label": "L", **sent}).content.decode()
    assert ChatIntegration.objects.count() == 0


def test_club_s_chats_are_for_its_organisers(client: Client) -> None:
    club = make_club()
    organiser = make_organiser(club)
    address = reverse("notifications:club_chats", args=[club.slug])
    sent = {"service": "slack", "label": "#cards", "url": SLACK, "kinds": ["round", "standings"]}
    player = make_user()
    make_player(club, user=player)

    for user in (player, make_organiser(make_club())):
        client.force_login(user)
        assert client.post(address, sent).status_code == 404
    client.force_login(organiser)
    assert client.post(address, sent).status_code == 302
    chat = ChatIntegration.objects.get()
    assert (chat.club, chat.player, chat.kinds) == (club, None, ["standings", "round"])
    assert SLACK not in client.get(address).content.decode()  # the address is a secret
    client.force_login(player)
    for name in ("test_chat", "remove_chat"):
        assert client.post(reverse(f"notifications:{name}", args=[chat.pk])).status_code == 404
    assert ChatIntegration.objects.count() == 1


def test_chat_that_was_off_is_switched_on_by_trying_it(phone: Client, ada: Player) -> None:
    chat = make_chat(ada, SLACK, disabled_at=NOW, disabled_reason="404", failures=3)
    assert "404" in phone.get(page_of(ada)).content.decode()
    phone.post(reverse("notifications:test_chat", args=[chat.pk]))

    chat.refresh_from_db()
    assert (chat.disabled_at, chat.disabled_reason, chat.failures) == (None, "", 0)


def test_address_that_bounced_is_shown_and_tried_again(phone: Client, ada: Player) -> None:
    NotificationSettings.objects.create(player=ada, mail_failures=3, mail_off_at=NOW)
    assert "Email to you was returned" in phone.get(page_of(ada)).content.decode()
    phone.post(reverse("notifications:enable_mail", args=[ada.pk]))

    assert NotificationSettings.objects.filter(
        player=ada, mail_off_at=None, mail_failures=0
    ).exists()


def test_own_page_leads_to_the_addresses_for_calendars(phone: Client, ada: Player) -> None:
    link = f'href="{page_of(ada)}#addresses"'
    page = reverse("clubs:player", args=[ada.pk])
    assert link in phone.get(page).content.decode()
    assert 'id="addresses"' in phone.get(page_of(ada)).content.decode()
    assert link not in Client().get(page).content.decode()


def test_secret_address_is_made_once_shown_and_removed(phone: Client, ada: Player) -> None:
    for _twice in range(2):
        phone.post(reverse("notifications:subscribe", args=[ada.pk, "calendar"]))
    subscription = Subscription.objects.get()

    assert f"/calendars/{subscription.secret}.ics" in phone.get(page_of(ada)).content.decode()
    assert phone.post(reverse("notifications:subscribe", args=[ada.pk, "other"])).status_code == 404
    phone.post(reverse("notifications:unsubscribe", args=[ada.pk, subscription.pk]))
    assert Subscription.objects.count() == 0
