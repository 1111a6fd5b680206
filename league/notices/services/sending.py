"""Send what lies in the outbox: at least once, each key once, and never for ever.

A worker takes rows by a conditional update and a lease that runs out, so that what a killed worker
had in hand is sent by another one. What is sent twice for that reason has the same Message-ID, or
the same topic and tag, by which mailboxes and browsers show it once.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.rights import RUN
from league.core.leases import has_run_out
from league.core.wake import wake
from league.notices import sight
from league.notices.channels import chat, email, push
from league.notices.channels.errors import DeadWayError, SendingError, SendingRefusedError
from league.notices.models import (
    FOR_ORGANISERS,
    Channel,
    Delivery,
    DeliveryQuerySet,
    Kind,
    NotSent,
)
from league.notices.services.failing import note_failure, note_success, switch_off
from league.notices.services.telling import DELIVER, wishes_of
from league.notices.voices import voice_of

# How long one sending may take: far above EMAIL_TIMEOUT, so a slow worker is never overtaken.
LEASE = timedelta(minutes=5)
MOST_TRIES = 8
FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
JITTER = 0.25
LONGEST_ERROR = 500
MOST_TOGETHER = 100

# What is told of an evening is worth nothing after it; the rest says what is so a week later, too.
A_WEEK = timedelta(days=7)
WORTH_FOR: Mapping[str, timedelta] = {
    Kind.ROUND: timedelta(hours=12),
    Kind.SEAT: timedelta(hours=12),
    Kind.CALL: timedelta(hours=12),
    Kind.DEADLINE: timedelta(days=1),
    Kind.TURN: timedelta(days=1),
    Kind.CONFIRM: timedelta(days=1),
}
"""How long after it was due a notice is still sent: a worker may have been away for long."""

SENDERS: Mapping[str, Callable[[Sequence[Delivery]], None]] = {
    Channel.EMAIL: email.send,
    Channel.PUSH: push.send,
    Channel.CHAT: chat.send,
}


def claim_next(*, now: datetime) -> list[Delivery]:
    """Take what is due next for this worker alone: one row, or those that go out together.

    The conditional update is the lock: of two workers that see the same row, one changes it.
    """
    free = has_run_out("leased_until", life=LEASE, now=now)
    due = Delivery.objects.unsent().filter(free, due_at__lte=now)
    lease = uuid4()
    while (first := due.order_by("due_at", "pk").values_list("pk", "bundle").first()) is not None:
        pk, bundle = first
        same = [pk]
        if bundle:
            waiting = due.filter(bundle=bundle).order_by("pk").values_list("pk", flat=True)
            same = list(waiting[:MOST_TOGETHER])
        taken = due.filter(pk__in=same).update(
            leased_until=now + LEASE, lease=lease, tries=F("tries") + 1
        )
        if taken:
            return list(_readable().filter(lease=lease).order_by("pk"))
    return []


def deliver_next(*, now: datetime) -> bool:
    """Send what is due next and return True; return False when nothing is.

    What is refused for now waits for its next try, longer each time; what is refused for good is
    given up. A way that leads nowhere is switched off, and its owner told on another one. Without
    a mail server mail is given up at once: one that is set up later sends what falls due then.
    """
    claimed = claim_next(now=now)
    if not claimed:
        return False
    if wanted := [delivery for delivery in claimed if _is_to_be_sent(delivery, now)]:
        _send(wanted, now)
    return True


def _is_to_be_sent(delivery: Delivery, now: datetime) -> bool:
    """Say whether a delivery goes out, and give it up where it does not."""
    if reason := why_not(delivery):
        give_up([delivery], error=reason, now=now)
    elif not_sent := _not_to_be_tried(delivery, now):
        _finish([delivery], given_up_at=now, not_sent=not_sent, error="")
    else:
        return True
    return False


def _send(wanted: Sequence[Delivery], now: datetime) -> None:
    """Send what goes out together, and write down what came of it."""
    way = wanted[0]
    try:
        with voice_of(way.notice.player, way.notice.club).speaking():
            SENDERS[way.channel](wanted)
    except DeadWayError as error:
        give_up(wanted, error=str(error), now=now)
        switch_off(way, why=str(error), now=now)
    except SendingRefusedError as error:
        give_up(wanted, error=str(error), now=now)
        note_failure(way, why=str(error), now=now)
    except SendingError as error:
        put_back(wanted, error=str(error), pause=timedelta(seconds=error.pause), now=now)
        if way.channel != Channel.EMAIL:  # a mail server that is away says nothing of an address
            note_failure(way, why=str(error), now=now)
    else:
        _finish(wanted, sent_at=now, error="")
        note_success(way)


def why_not(delivery: Delivery) -> str:
    """Say why a notice is not sent after all; nothing where it is."""
    reasons = (
        (_("Every try ended without an answer."), _is_hopeless),
        (_("The player has left."), _has_left),
        (_("There is no way there any more."), _is_gone),
        (_("This way is switched off."), _is_off),
        (_("The player no longer organises the club."), _is_for_organisers_alone),
        (_("The player does not want this any more."), _is_unwanted),
        (_("The player may not see this any more."), _is_out_of_sight),
    )
    return next((words for words, holds in reasons if holds(delivery)), "")


def _not_to_be_tried(delivery: Delivery, now: datetime) -> NotSent | None:
    """Say why nobody is asked to take a delivery; None where somebody is."""
    if delivery.channel == Channel.EMAIL and not settings.SENDS_MAIL:
        return NotSent.NO_SERVER
    worth_for = WORTH_FOR.get(delivery.notice.kind, A_WEEK)
    return NotSent.LATE if delivery.due_at + worth_for <= now else None


def _is_hopeless(delivery: Delivery) -> bool:
    """Say whether all tries were begun: one that kills its worker would be tried for ever."""
    return delivery.tries > MOST_TRIES


def _has_left(delivery: Delivery) -> bool:
    player = delivery.notice.player
    return player is not None and player.left_at is not None


def _is_gone(delivery: Delivery) -> bool:
    player = delivery.notice.player
    if delivery.channel == Channel.EMAIL:
        return player is None or not player.address
    if delivery.channel == Channel.PUSH:  # somebody else may be signed in on the device by now
        device = delivery.device
        return device is None or player is None or device.user_id != player.user_id
    return delivery.chat is None


def _is_off(delivery: Delivery) -> bool:
    way = delivery.device or delivery.chat
    if way is not None:
        return way.off_at is not None
    player = delivery.notice.player
    return player is not None and wishes_of(player).mail_off_at is not None


def _is_unwanted(delivery: Delivery) -> bool:
    notice = delivery.notice
    if notice.player is None:
        return False
    return not wishes_of(notice.player).wants(notice.kind, delivery.channel)


def _is_for_organisers_alone(delivery: Delivery) -> bool:
    notice = delivery.notice
    if notice.player is None or notice.kind not in FOR_ORGANISERS:
        return False
    return not RUN.is_held_by(notice.player.role)


def _is_out_of_sight(delivery: Delivery) -> bool:
    notice = delivery.notice
    return notice.player is not None and not sight.is_seen_by(notice.player, notice.about)


def put_back(
    deliveries: Sequence[Delivery], *, error: str, pause: timedelta, now: datetime
) -> None:
    """Let what failed wait, twice as long each time, or give it up after the last try.

    The pauses differ a little by row, so that what failed together does not come back together.
    """
    tired = [delivery for delivery in deliveries if delivery.tries >= MOST_TRIES]
    if tired:
        give_up(tired, error=error, now=now)
    rest = [delivery for delivery in deliveries if delivery.tries < MOST_TRIES]
    if rest:
        wait = max(pause, pause_before(rest[0]))
        _finish(rest, due_at=now + wait, error=error[:LONGEST_ERROR])


def pause_before(delivery: Delivery) -> timedelta:
    """Return how long a row that has failed waits for its next try."""
    doublings: int = 2 ** (delivery.tries - 1)
    pause = min(FIRST_PAUSE * doublings, LONGEST_PAUSE)
    chance = Random(f"{delivery.pk}:{delivery.tries}")  # noqa: S311 - spreads, and hides nothing
    return pause * (1 + JITTER * chance.random())


def give_up(deliveries: Sequence[Delivery], *, error: str, now: datetime) -> None:
    """Try no more, and keep why."""
    _finish(deliveries, given_up_at=now, error=error[:LONGEST_ERROR])


@transaction.atomic
def resend(*, delivery_id: int, now: datetime) -> bool:
    """Send something at once that was given up or waits for its next try; say whether it will be.

    What has gone out is not sent again, and no mail without a mail server.
    """
    waiting = Delivery.objects.filter(pk=delivery_id, sent_at=None, leased_until=None)
    if not settings.SENDS_MAIL:
        waiting = waiting.exclude(channel=Channel.EMAIL)
    changed = waiting.update(given_up_at=None, not_sent="", due_at=now, tries=0, bundle="")
    if changed:
        delivery = Delivery.objects.select_related("notice").get(pk=delivery_id)
        about = delivery.notice
        note(club_id=about.club_id, verb=Verb.RESENT, about=about, label=about.subject)
    wake(DELIVER)
    return changed == 1


def _finish(deliveries: Sequence[Delivery], **fields: object) -> None:
    """Write the outcome, but over nothing that another worker has taken meanwhile."""
    own = Delivery.objects.filter(
        pk__in=[delivery.pk for delivery in deliveries], lease=deliveries[0].lease
    )
    own.update(leased_until=None, lease=None, **fields)


def _readable() -> DeliveryQuerySet:
    return Delivery.objects.select_related(
        "notice__club", "notice__player__user", "notice__player__wishes", "device", "chat"
    )
