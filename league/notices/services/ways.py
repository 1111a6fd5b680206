"""Write devices, chats and secret addresses."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.models import Club, Player, User
from league.core.outgoing import check_url
from league.core.wake import wake
from league.notices.models import (
    OF_CLUBS,
    Channel,
    Chat,
    Delivery,
    Device,
    Kind,
    Notice,
    PushKey,
    Source,
    Subscription,
)
from league.notices.services.telling import DELIVER

MOST_DEVICES = 20
MOST_CHATS = 10


class TooManyError(Exception):
    """So many devices, or chats, nobody has."""


class Keys(NamedTuple):
    """What a browser gives of itself, so that it can be written to: address, and two keys."""

    endpoint: str
    p256dh: str
    auth: str


def digest_of(text: str) -> str:
    """Return what a long or secret text is known by."""
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def add_device(*, user: User, keys: Keys, session: str, label: str, now: datetime) -> Device:
    """Show somebody's notices in a browser from now on; whoever was told there before is not.

    Raise RefusedAddressError for an address that is not sent to, TooManyError.
    """
    endpoint = check_url(keys.endpoint)
    User.objects.select_for_update().get(pk=user.pk)
    others = Device.objects.filter(user=user).exclude(digest=digest_of(endpoint))
    if others.count() >= MOST_DEVICES:
        raise TooManyError
    device, _is_new = Device.objects.update_or_create(
        digest=digest_of(endpoint),
        defaults={
            "user": user,
            "endpoint": endpoint,
            "p256dh": keys.p256dh,
            "auth": keys.auth,
            "session": digest_of(session),
            "label": label[:80],
            "created_at": now,
            "failing_since": None,
            "failures": 0,
            "off_at": None,
            "why_off": "",
        },
    )
    return device


@transaction.atomic
def change_device(*, before: str, keys: Keys) -> bool:
    """Take the address that a browser has now in place of an older one; say whether it was known.

    The old address is a secret between browser and site, and so is the proof.
    """
    device = Device.objects.select_for_update().filter(digest=digest_of(before)).first()
    if device is None:
        return False
    endpoint = check_url(keys.endpoint)
    Device.objects.filter(digest=digest_of(endpoint)).exclude(pk=device.pk).delete()
    device.endpoint, device.digest = endpoint, digest_of(endpoint)
    device.p256dh, device.auth = keys.p256dh, keys.auth
    device.failing_since, device.failures, device.off_at, device.why_off = None, 0, None, ""
    device.save()
    return True


@transaction.atomic
def drop_device(*, user: User, device_id: int) -> None:
    """Show nothing on a device any more."""
    Device.objects.filter(user=user, pk=device_id).delete()


@transaction.atomic
def drop_devices_of_session(*, session: str) -> None:
    """Show nothing any more where somebody signs out."""
    Device.objects.filter(session=digest_of(session)).delete()


@transaction.atomic
def renew_push_key() -> int:
    """Forget the site's push key, so that another is made; return how many devices go with it.

    Push services let nobody write to a device who does not hold the key that it was added with.
    """
    PushKey.objects.all().delete()
    forgotten, _by_model = Device.objects.all().delete()
    return forgotten


@transaction.atomic
def add_chat(
    *,
    club: Club,
    player: Player | None,
    service: str,
    url: str,
    room: str = "",
    label: str,
    kinds: Sequence[str] = (),
    now: datetime,
) -> Chat:
    """Write notices of a player, or the news of a club, into a chat; once each address and room.

    Raise RefusedAddressError for an address that is not sent to, TooManyError.
    """
    address = check_url(url)
    Club.objects.select_for_update().get(pk=club.pk)
    known = Chat.objects.filter(club=club, player=player)
    same = known.filter(url=address, room=room).first()
    if same is None and known.count() >= MOST_CHATS:
        raise TooManyError
    chat = same or Chat(club=club, player=player, url=address, room=room, created_at=now)
    chat.service, chat.label = service, label
    chat.kinds = [kind for kind in OF_CLUBS if kind in kinds]
    chat.failing_since, chat.failures, chat.off_at, chat.why_off = None, 0, None, ""
    chat.save()
    _note_chat(Verb.CHAT_ADDED, chat)
    return chat


def _note_chat(verb: Verb, chat: Chat) -> None:
    """Note what was done to a chat of the club; those of players are their own."""
    if chat.player_id is None:
        note(club_id=chat.club_id, verb=verb, about=chat, label=chat.label)


@transaction.atomic
def remove_chat(*, chat_id: int) -> None:
    """Write into a chat no more, and forget its address."""
    chat = Chat.objects.filter(pk=chat_id).first()
    if chat is not None:
        _note_chat(Verb.CHAT_REMOVED, chat)
        chat.delete()


@transaction.atomic
def switch_on_chat(*, chat_id: int) -> None:
    """Write into a chat again that had been switched off."""
    Chat.objects.filter(pk=chat_id).update(off_at=None, why_off="", failures=0, failing_since=None)


@transaction.atomic
def try_chat(*, chat_id: int, now: datetime) -> Notice:
    """Put a message into the outbox that says that a chat is reached; once a second."""
    chat = Chat.objects.select_related("club", "player").get(pk=chat_id)
    notice, is_new = Notice.objects.get_or_create(
        key=f"test:{chat.pk}:{now:%Y%m%d%H%M%S}",
        defaults={
            "club": chat.club,
            "player": chat.player,
            "kind": Kind.CHANNEL,
            "subject": _("A test from %(club)s") % {"club": chat.club.name},
            "text": _("If you can read this, notices arrive here."),
            "created_at": now,
        },
    )
    if is_new:
        Delivery.objects.create(
            notice=notice, channel=Channel.CHAT, target=str(chat.pk), chat=chat, due_at=now
        )
        _note_chat(Verb.CHAT_TRIED, chat)
    wake(DELIVER)
    return notice


@transaction.atomic
def subscribe(*, player: Player, source: Source, about: str = "", now: datetime) -> Subscription:
    """Make the secret address of a player's calendar or news; the one there is stays."""
    made, _is_new = Subscription.objects.get_or_create(
        player=player, source=source, about=about, defaults={"created_at": now}
    )
    return made


@transaction.atomic
def remove_subscription(*, player: Player, subscription_id: int) -> None:
    """Let nobody fetch from a secret address any more."""
    Subscription.objects.filter(player=player, pk=subscription_id).delete()
