"""Posts and the outbox: told once a key, on the ways that are wanted."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils.translation import gettext, override
from pytest_django import DjangoAssertNumQueries

from league.notifications.models import (
    CHOSEN,
    DEFAULTS,
    Channel,
    Delivery,
    Notification,
    NotificationKind,
    Post,
    PostText,
)
from league.notifications.services import queueing, sending, targets
from league.notifications.services.queueing import Message
from league.notifications.services.targets import Timing
from tests.factories import NOW, make_club, make_player, make_user, want_mail
from tests.league.notifications.targets import make_chat, make_device, make_reader, tell

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
PUSH = "https://push.example.org/1"
SLACK = "https://hooks.slack.com/services/1"


def channels() -> list[str]:
    return list(Delivery.objects.order_by("channel").values_list("channel", flat=True))


def test_post_of_a_key_is_posted_once() -> None:
    club = make_club()
    text = PostText("Round 1", head=["Place", "Player"])
    rows = [["1", "Ada"]]
    first = queueing.post(club=club, key="round:1", write=lambda: text, rows=rows, now=NOW)
    again = queueing.post(club=club, key="round:1", write=partial(PostText, "Other"), now=NOW)

    assert again == first
    assert (again.title, again.table) == (
        "Round 1",
        {"head": ["Place", "Player"], "rows": [["1", "Ada"]]},
    )
    elsewhere = partial(PostText, "Elsewhere")
    queueing.post(club=make_club(), key="round:1", write=elsewhere, now=NOW)
    assert Post.objects.count() == 2


def test_post_of_the_site_is_shown_in_the_reader_s_language_whoever_has_caused_it() -> None:
    def write() -> PostText:
        return PostText(gettext("Standings"), gettext("No hands recorded yet."), [gettext("Place")])

    with override("it"):
        post = queueing.post(club=make_club(), key="1", write=write, rows=[["1"]], now=NOW)
    post.refresh_from_db()

    shown = {}
    for language in ("en", "de", "it"):
        with override(language):
            shown[language] = (post.shown, write())
    assert (post.title, post.table["head"]) == ("Standings", ["Place"])
    assert {language: one == other for language, (one, other) in shown.items()} == {
        "en": True,
        "de": True,
        "it": True,
    }
    assert shown["de"][0].title == "Tabelle"


def test_post_of_release_0_2_and_what_people_write_are_shown_as_they_are() -> None:
    post = queueing.post(club=make_club(), key="1", write=partial(PostText, "Dinner"), now=NOW)

    assert post.translations is None
    with override("de"):
        assert post.shown == PostText("Dinner")


def test_notice_is_told_once_a_kind_key_and_player() -> None:
    ada, ben = make_reader(), make_reader("Ben", "ben@example.org")

    assert tell(ada) == 1
    assert tell(ada, ben) == 1
    assert tell(ada, key="round:2") == 1
    assert tell(ada, kind=NotificationKind.DEADLINE) == 1
    assert (Notification.objects.count(), Delivery.objects.count()) == (4, 4)
    assert {notification.subject for notification in Notification.objects.all()} == {
        "Round 1 is over"
    }


def test_each_way_gets_a_delivery_of_its_own() -> None:
    ada = make_reader()
    make_device(ada, PUSH)
    make_device(ada, f"{PUSH}2")
    make_chat(ada, SLACK)

    assert tell(ada, kind=NotificationKind.DEADLINE) == 1
    assert channels() == ["chat", "email", "push", "push"]


@pytest.mark.parametrize("kind", CHOSEN)
@pytest.mark.parametrize("channel", Channel)
def test_choice_of_a_kind_and_channel_decides_over_the_default(
    kind: NotificationKind, channel: Channel
) -> None:
    ada = make_reader()
    make_device(ada, PUSH)
    make_chat(ada, SLACK)
    wanted = {name: {kind.value: name == channel} for name in Channel.values}

    tell(ada, kind=kind, key="before")
    usual = sorted(name.value for name in Channel if kind in DEFAULTS[name])
    assert channels() == usual
    targets.save_notification_settings(player_id=ada.pk, chosen=wanted, timing=Timing())
    Notification.objects.all().delete()
    tell(ada, kind=kind, key="after")
    assert channels() == [channel]


def test_who_has_left_or_has_no_way_is_not_told() -> None:
    gone = make_reader("Gone", "gone@example.org", left_at=NOW)
    off = make_reader("Off", "off@example.org")
    want_mail(off)
    off.notification_settings.mail_off_at = NOW
    off.notification_settings.save()

    assert tell(make_player(), gone, off) == 0
    assert Notification.objects.count() == 0


def test_way_that_is_switched_off_is_not_used() -> None:
    ada = make_player()
    for target in (make_device(ada, PUSH), make_chat(ada, SLACK)):
        target.disabled_at = NOW
        target.save()

    assert tell(ada, kind=NotificationKind.SEAT) == 0


def test_own_address_is_used_before_the_noted_one() -> None:
    player = make_player(user=make_user("own@example.org"), contact_email="noted@example.org")

    assert (tell(player), player.address) == (1, "own@example.org")


def test_telling_takes_the_same_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for count in (1, 3):
        players = [make_reader(f"P{n}", f"p{count}{n}@example.org") for n in range(count)]
        for player in players:
            make_chat(player, SLACK)
        with django_assert_num_queries(8):
            tell(*players, key=f"round:{count}")


def test_clubs_chats_hear_the_kinds_they_want_once() -> None:
    club = make_club()
    make_chat(None, SLACK, club=club, kinds=["standings"])
    make_chat(None, f"{SLACK}2", club=club, kinds=["round"])
    make_chat(make_reader(club=club), f"{SLACK}3")
    said = {
        "club": club,
        "kind": NotificationKind.STANDINGS,
        "key": "1",
        "write": lambda: Message("S"),
        "now": NOW,
    }

    assert queueing.notify_club(**said) == 1  # type: ignore[arg-type]
    assert queueing.notify_club(**said) == 0  # type: ignore[arg-type]
    delivery = Delivery.objects.get()
    assert (delivery.chat.url if delivery.chat else None, delivery.notification.player) == (
        SLACK,
        None,
    )


def test_what_is_for_people_is_not_told_to_a_club() -> None:
    with pytest.raises(ValueError, match="people only"):
        queueing.notify_club(
            club=make_club(),
            kind=NotificationKind.TURN,
            key="1",
            write=lambda: Message("S"),
            now=NOW,
        )


def test_what_waits_is_taken_back_and_told_again() -> None:
    ada, ben = make_reader(), make_reader("Ben", "ben@example.org")
    wait = NOW + timedelta(minutes=3)
    tell(ada, ben, kind=NotificationKind.TURN, key="online:1:seat:0:1", not_before=wait)
    tell(ada, kind=NotificationKind.TURN, key="online:1:seat:2:1", not_before=wait)
    assert set(Delivery.objects.values_list("due_at", flat=True)) == {wait}

    assert queueing.cancel_notifications(kind=NotificationKind.TURN, key="online:1:seat:0") == 2
    assert queueing.cancel_notifications(kind=NotificationKind.TURN, key="online:1:seat:0") == 0
    assert (
        queueing.cancel_notifications(
            kind=NotificationKind.TURN, key="online:1:seat:2:1", player=ben
        )
        == 0
    )
    assert (
        queueing.cancel_notifications(
            kind=NotificationKind.TURN, key="online:1:seat:2:1", player=ada
        )
        == 1
    )
    assert tell(ada, kind=NotificationKind.TURN, key="online:1:seat:0:1") == 1


def test_what_has_gone_out_or_is_in_hand_is_not_taken_back() -> None:
    ada = make_reader()
    tell(ada, kind=NotificationKind.TURN, key="a:1")
    tell(ada, kind=NotificationKind.TURN, key="a:2")
    assert len(sending.claim_next(now=NOW)) == 1
    Delivery.objects.filter(leased_until=None).update(sent_at=NOW)

    assert queueing.cancel_notifications(kind=NotificationKind.TURN, key="a") == 0
    assert Notification.objects.count() == 2
