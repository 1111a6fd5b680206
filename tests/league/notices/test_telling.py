"""Posts and the outbox: told once a key, on the ways that are wanted."""

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from league.notices import services
from league.notices.models import CHOSEN, Channel, Delivery, Kind, Notice, Post
from league.notices.models.wishes import DEFAULTS
from league.notices.services import Message, Timing
from tests.factories import NOW, make_club, make_player, make_user, want_mail
from tests.league.notices.ways import make_chat, make_device, make_reader, tell

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
PUSH = "https://push.example.org/1"
SLACK = "https://hooks.slack.com/services/1"


def channels() -> list[str]:
    return list(Delivery.objects.order_by("channel").values_list("channel", flat=True))


def test_post_of_a_key_is_posted_once() -> None:
    club = make_club()
    table = {"head": ["Place", "Player"], "rows": [["1", "Ada"]]}
    first = services.post(club=club, key="round:1", title="Round 1", table=table, now=NOW)
    again = services.post(club=club, key="round:1", title="Other", now=NOW)

    assert again == first
    assert (again.title, again.table) == ("Round 1", table)
    services.post(club=make_club(), key="round:1", title="Elsewhere", now=NOW)
    assert Post.objects.count() == 2


def test_notice_is_told_once_a_kind_key_and_player() -> None:
    ada, ben = make_reader(), make_reader("Ben", "ben@example.org")

    assert tell(ada) == 1
    assert tell(ada, ben) == 1
    assert tell(ada, key="round:2") == 1
    assert tell(ada, kind=Kind.DEADLINE) == 1
    assert (Notice.objects.count(), Delivery.objects.count()) == (4, 4)
    assert {notice.subject for notice in Notice.objects.all()} == {"Round 1 is over"}


def test_each_way_gets_a_delivery_of_its_own() -> None:
    ada = make_reader()
    make_device(ada, PUSH)
    make_device(ada, f"{PUSH}2")
    make_chat(ada, SLACK)

    assert tell(ada, kind=Kind.DEADLINE) == 1
    assert channels() == ["chat", "email", "push", "push"]


@pytest.mark.parametrize("kind", CHOSEN)
@pytest.mark.parametrize("channel", Channel)
def test_choice_of_a_kind_and_channel_decides_over_the_default(
    kind: Kind, channel: Channel
) -> None:
    ada = make_reader()
    make_device(ada, PUSH)
    make_chat(ada, SLACK)
    wanted = {name: {kind.value: name == channel} for name in Channel.values}

    tell(ada, kind=kind, key="before")
    usual = sorted(name.value for name in Channel if kind in DEFAULTS[name])
    assert channels() == usual
    services.set_wishes(player_id=ada.pk, chosen=wanted, timing=Timing())
    Notice.objects.all().delete()
    tell(ada, kind=kind, key="after")
    assert channels() == [channel]


def test_who_has_left_or_has_no_way_is_not_told() -> None:
    gone = make_reader("Gone", "gone@example.org", left_at=NOW)
    off = make_reader("Off", "off@example.org")
    want_mail(off)
    off.wishes.mail_off_at = NOW
    off.wishes.save()

    assert tell(make_player(), gone, off) == 0
    assert Notice.objects.count() == 0


def test_way_that_is_switched_off_is_not_used() -> None:
    ada = make_player()
    for way in (make_device(ada, PUSH), make_chat(ada, SLACK)):
        way.off_at = NOW
        way.save()

    assert tell(ada, kind=Kind.SEAT) == 0


def test_own_address_is_used_before_the_noted_one() -> None:
    player = make_player(user=make_user("own@example.org"), contact_email="noted@example.org")

    assert (tell(player), player.address) == (1, "own@example.org")


def test_telling_takes_the_same_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
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
        "kind": Kind.STANDINGS,
        "key": "1",
        "write": lambda: Message("S"),
        "now": NOW,
    }

    assert services.tell_club(**said) == 1  # type: ignore[arg-type]
    assert services.tell_club(**said) == 0  # type: ignore[arg-type]
    delivery = Delivery.objects.get()
    assert (delivery.chat.url if delivery.chat else None, delivery.notice.player) == (SLACK, None)


def test_what_is_for_people_is_not_told_to_a_club() -> None:
    with pytest.raises(ValueError, match="people only"):
        services.tell_club(
            club=make_club(), kind=Kind.TURN, key="1", write=lambda: Message("S"), now=NOW
        )


def test_what_waits_is_taken_back_and_told_again() -> None:
    ada, ben = make_reader(), make_reader("Ben", "ben@example.org")
    wait = NOW + timedelta(minutes=3)
    tell(ada, ben, kind=Kind.TURN, key="online:1:seat:0:1", not_before=wait)
    tell(ada, kind=Kind.TURN, key="online:1:seat:2:1", not_before=wait)
    assert set(Delivery.objects.values_list("due_at", flat=True)) == {wait}

    assert services.take_back(kind=Kind.TURN, key="online:1:seat:0") == 2
    assert services.take_back(kind=Kind.TURN, key="online:1:seat:0") == 0
    assert services.take_back(kind=Kind.TURN, key="online:1:seat:2:1", player=ben) == 0
    assert services.take_back(kind=Kind.TURN, key="online:1:seat:2:1", player=ada) == 1
    assert tell(ada, kind=Kind.TURN, key="online:1:seat:0:1") == 1


def test_what_has_gone_out_or_is_in_hand_is_not_taken_back() -> None:
    ada = make_reader()
    tell(ada, kind=Kind.TURN, key="a:1")
    tell(ada, kind=Kind.TURN, key="a:2")
    assert len(services.claim_next(now=NOW)) == 1
    Delivery.objects.filter(leased_until=None).update(sent_at=NOW)

    assert services.take_back(kind=Kind.TURN, key="a") == 0
    assert Notice.objects.count() == 2
