"""Announcements: what an organiser writes to all players of a club."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Club
from league.clubs.queries import players_of_club
from league.clubs.services import lock_club
from league.core.errors import RefusedError, Text
from league.core.hooks import hooks
from league.notifications.models import NotificationKind, Post, PostText
from league.notifications.services.queueing import (
    Message,
    cancel_notifications,
    notify_club,
    notify_players,
    post,
)

MOST_A_DAY = 10


class AnnouncementError(RefusedError):
    """Raised when an announcement is refused."""

    TEXTS: Mapping[str, Text] = {
        "too_many": _("10 announcements were sent within a day. Send the next one tomorrow.")
    }


@transaction.atomic
def announce(
    *, club: Club, key: str, title: str, body: str, shown_for: timedelta, now: datetime
) -> Post:
    """Post an announcement once a key and notify all players; raises too_many."""
    lock_club(club.pk, no_key=True)
    own = Post.objects.filter(club=club, shown_until__isnull=False)
    if (earlier := own.filter(key=f"announcement:{key}").first()) is not None:
        return earlier
    if own.filter(created_at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        raise AnnouncementError("too_many")
    made = post(club=club, key=f"announcement:{key}", write=lambda: PostText(title, body), now=now)
    made.shown_until = now + shown_for
    made.save(update_fields=["shown_until"])

    def write() -> Message:
        return Message(title, body, reverse("clubs:home", args=[club.slug]))

    kind = NotificationKind.ANNOUNCEMENT
    notify_players(
        players=players_of_club(club), kind=kind, key=_key_of(made), write=write, now=now
    )
    notify_club(club=club, kind=kind, key=_key_of(made), write=write, now=now)
    log_action(club_id=club.pk, action=Action.ANNOUNCED, about=made, label=title)
    _tell_pages(club.pk)
    return made


@transaction.atomic
def delete_announcement(*, post_id: int) -> None:
    """Delete an announcement, and notifications of it that were not sent yet; idempotent."""
    found = Post.objects.filter(pk=post_id, shown_until__isnull=False).first()
    if found is None:
        return
    cancel_notifications(kind=NotificationKind.ANNOUNCEMENT, key=_key_of(found))
    log_action(
        club_id=found.club_id,
        action=Action.ANNOUNCEMENT_DELETED,
        about=found,
        label=found.title,
    )
    found.delete()
    _tell_pages(found.club_id)


def _key_of(announcement: Post) -> str:
    return f"announcement:{announcement.pk}"


def _tell_pages(club_id: int) -> None:
    for changed in hooks("announcements_changed"):
        changed(club_id=club_id)
