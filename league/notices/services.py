"""Write posts and the outbox, and send what lies in it."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from league.clubs.models import Club, Player
from league.clubs.queries import players_with_address
from league.core.wake import wake
from league.notices.mail import make_message
from league.notices.models import WISHES, Kind, Notice, Post

# How long one sending may take: far above EMAIL_TIMEOUT, so a slow worker is never overtaken.
LEASE = timedelta(minutes=5)
MOST_TRIES = 8
FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
LONGEST_ERROR = 500


@transaction.atomic
def post(
    *,
    club: Club,
    key: str,
    title: str,
    body: str = "",
    path: str = "",
    table: Mapping[str, Any] | None = None,
    now: datetime,
) -> Post:
    """Show something in a club's feed; the same key again returns the first post unchanged.

    `path` is the page of this site that the post is about. `table`, if any, is drawn below the
    text: `{"head": ["Place", "Player", "Points"], "rows": [["1", "Ada", "42"], …]}`, plain texts,
    the second column being the row's name.
    """
    made, _is_new = Post.objects.get_or_create(
        club=club,
        key=key,
        defaults={
            "title": title[:200],
            "body": body,
            "path": path,
            "table": dict(table or {}),
            "created_at": now,
        },
    )
    return made


@transaction.atomic
def queue_mail(
    *,
    players: Iterable[Player],
    key: str,
    kind: Kind = Kind.STANDINGS,
    subject: str,
    text: str,
    html: str = "",
    now: datetime,
) -> int:
    """Put one mail a player into the outbox and return how many are new.

    Players without an address, without the wish for this kind, or gone from their club get none; a
    player gets one mail a key, however often it is queued. `html` is markup we rendered ourselves.
    """
    notices = [
        Notice(
            club_id=player.club_id,
            player=player,
            kind=kind,
            key=f"{key}:{player.pk}",
            subject=" ".join(subject.split())[:200],
            text=text,
            html=html,
            created_at=now,
            due_at=now,
        )
        for player in players_with_address(players, wish=WISHES[kind])
    ]
    before = Notice.objects.filter(key__in=[notice.key for notice in notices]).count()
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    wake("league.notices.tasks.deliver")
    return len(notices) - before


def claim_next(*, now: datetime) -> Notice | None:
    """Take the next mail that is due for this worker alone, None when there is none.

    The conditional update is the lock: of two workers that see the same row, one changes it. A
    worker that dies leaves the row to others once its lease has run out.
    """
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    due = Notice.objects.unsent().filter(free, due_at__lte=now)
    while (pk := due.order_by("due_at", "pk").values_list("pk", flat=True).first()) is not None:
        taken = due.filter(pk=pk).update(leased_until=now + LEASE, tries=F("tries") + 1)
        if taken:
            return Notice.objects.select_related("club", "player__user").get(pk=pk)
    return None


def deliver_next(*, now: datetime) -> bool:
    """Send one mail that is due and return True; return False when none is.

    A mail is sent at least once: a worker that dies between sending and noting it lets it be sent
    again, with the same Message-ID. What the mail server refuses waits for its next try.
    """
    notice = claim_next(now=now)
    if notice is None:
        return False
    message = make_message(notice)
    if message is None:
        give_up(notice, error="The player gets no mail any more.", now=now)
        return True
    try:
        message.send()
    except (OSError, ValueError) as error:
        # SMTPException is an OSError; a mail that cannot be put together is a ValueError.
        put_back(notice, error=f"{type(error).__name__}: {error}", now=now)
    else:
        Notice.objects.filter(pk=notice.pk).update(sent_at=now, leased_until=None, error="")
    return True


def put_back(notice: Notice, *, error: str, now: datetime) -> None:
    """Let a mail that failed wait, twice as long each time, or give it up after the last try."""
    if notice.tries >= MOST_TRIES:
        give_up(notice, error=error, now=now)
        return
    pause = min(FIRST_PAUSE * 2 ** (notice.tries - 1), LONGEST_PAUSE)
    Notice.objects.filter(pk=notice.pk).update(
        due_at=now + pause, leased_until=None, error=error[:LONGEST_ERROR]
    )


def give_up(notice: Notice, *, error: str, now: datetime) -> None:
    """Try a mail no more, and keep why."""
    Notice.objects.filter(pk=notice.pk).update(
        given_up_at=now, leased_until=None, error=error[:LONGEST_ERROR]
    )


@transaction.atomic
def try_again(*, notice_id: int, now: datetime) -> None:
    """Give a mail that was given up a new set of tries."""
    given_up = Notice.objects.filter(pk=notice_id, sent_at=None, given_up_at__isnull=False)
    given_up.update(given_up_at=None, due_at=now, tries=0)
    wake("league.notices.tasks.deliver")
