"""Count what goes wrong on a way, switch off one that is dead, and tell its owner on another."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.clubs.queries import organisers_of
from league.notices.models import Channel, Chat, Delivery, Device, Kind, Wishes
from league.notices.services.telling import Message, tell

MOST_FAILURES = 8
FAILING_FOR = timedelta(days=2)
"""A device or chat is switched off after so many failures in a row, over so long a time."""
MOST_REFUSALS = 3
"""An address is written to no more after it has been refused so often in a row."""
LONGEST_REASON = 300


def note_success(delivery: Delivery) -> None:
    """Forget what went wrong on a way before."""
    way = delivery.device or delivery.chat
    if way is not None and way.failures:
        type(way)._default_manager.filter(pk=way.pk).update(failures=0, failing_since=None)
    if delivery.channel == Channel.EMAIL and delivery.notice.player is not None:
        Wishes.objects.filter(player=delivery.notice.player, mail_failures__gt=0).update(
            mail_failures=0
        )


@transaction.atomic
def note_failure(delivery: Delivery, *, why: str, now: datetime) -> None:
    """Count a failure, and switch off a way that has had too many."""
    if delivery.channel == Channel.EMAIL:
        wishes, _is_new = Wishes.objects.get_or_create(player=delivery.notice.player)
        Wishes.objects.filter(pk=wishes.pk).update(mail_failures=F("mail_failures") + 1)
        if wishes.mail_failures + 1 >= MOST_REFUSALS:
            switch_off(delivery, why=why, now=now)
        return
    way = _lock(delivery)
    if way is None:
        return
    way.failures += 1
    way.failing_since = way.failing_since or now
    way.save(update_fields=["failures", "failing_since"])
    if way.failures >= MOST_FAILURES and now - way.failing_since >= FAILING_FOR:
        switch_off(delivery, why=why, now=now)


@transaction.atomic
def switch_off(delivery: Delivery, *, why: str, now: datetime) -> None:
    """Send on a way no more, give up what waits for it, and tell its owner on the ways that work.

    A second call changes nothing.
    """
    if delivery.channel == Channel.EMAIL:
        _switch_off_mail(delivery, why, now)
        return
    way = _lock(delivery)
    if way is None or way.off_at is not None:
        return
    way.off_at, way.why_off = now, why[:LONGEST_REASON]
    way.save(update_fields=["off_at", "why_off"])
    waiting = Delivery.objects.unsent().filter(channel=delivery.channel, target=delivery.target)
    waiting.update(given_up_at=now, error=way.why_off, leased_until=None, lease=None)
    key = f"{delivery.channel}:{way.pk}:{now:%Y%m%d%H%M%S}"
    subject = (gettext_lazy("Nothing is sent to “%(way)s” any more"), {"way": str(way)})
    if isinstance(way, Chat) and way.player is None:
        path = reverse("notices:club_chats", args=[way.club.slug])
        _tell_owners(list(organisers_of(way.club)), key, subject, path, why, now)
        return
    players = [way.player] if isinstance(way, Chat) else [delivery.notice.player]
    for player in filter(None, players):
        path = reverse("notices:wishes", args=[player.pk])
        _tell_owners([player], key, subject, path, why, now)


def _switch_off_mail(delivery: Delivery, why: str, now: datetime) -> None:
    player = delivery.notice.player
    if player is None or not Wishes.objects.filter(player=player, mail_off_at=None).update(
        mail_off_at=now
    ):
        return
    waiting = Delivery.objects.unsent().filter(channel=Channel.EMAIL, notice__player=player)
    waiting.update(given_up_at=now, error=why[:LONGEST_REASON], leased_until=None, lease=None)
    subject = (gettext_lazy("Mail to %(name)s comes back"), {"name": player.name})
    path = reverse("clubs:player", args=[player.pk])
    others = [one for one in organisers_of(delivery.notice.club) if one.pk != player.pk]
    key = f"email:{player.pk}:{now:%Y%m%d%H%M%S}"
    _tell_owners([player, *others], key, subject, path, why, now)


def _tell_owners(
    players: list[Player],
    key: str,
    subject: tuple[Promise, Mapping[str, str]],
    path: str,
    why: str,
    now: datetime,
) -> None:
    def write() -> Message:
        words, names = subject
        text = _(
            "It was switched off, as it did not take what was sent. The last answer was: %(why)s"
        )
        mend = _("Mend it and switch it on again, or remove it, on the page below.")
        told = "\n\n".join([text % {"why": why[:LONGEST_REASON]}, mend])
        return Message(str(words) % names, told, path)

    tell(players=players, kind=Kind.CHANNEL, key=key, write=write, now=now)


def _lock(delivery: Delivery) -> Device | Chat | None:
    """Return the device or chat of a delivery, locked; None if it was removed meanwhile."""
    if delivery.chat_id is not None:
        chats = Chat.objects.select_for_update(of=("self",)).select_related("club", "player")
        return chats.filter(pk=delivery.chat_id).first()
    if delivery.device_id is not None:
        return Device.objects.select_for_update().filter(pk=delivery.device_id).first()
    return None
