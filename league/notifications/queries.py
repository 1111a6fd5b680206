"""Queries of posts, deliveries, targets and subscriptions."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from league.clubs.models import Club, Player, User
from league.clubs.queries import Visitor, clubs_organised_by
from league.notifications import visibility
from league.notifications.models import (
    UNSENT,
    ChatIntegration,
    Delivery,
    Device,
    NotSent,
    Post,
    Source,
    Subscription,
)


class Filters(NamedTuple):
    """Filters of the outbox: text in name or subject, kind, channel, state."""

    words: str = ""
    kind: str = ""
    channel: str = ""
    state: str = ""


STATES = {
    "waiting": UNSENT,
    "failing": UNSENT & Q(tries__gt=0),
    "sent": Q(sent_at__isnull=False),
    "given_up": Q(given_up_at__isnull=False, not_sent=""),
    "no_server": Q(not_sent=NotSent.NO_SERVER),
    "late": Q(not_sent=NotSent.LATE),
}


def posts_of(club: Club) -> QuerySet[Post]:
    """Return a club's posts, newest first."""
    return Post.objects.filter(club=club).select_related("club").order_by("-created_at", "-pk")


def announcements_of(club: Club, now: datetime) -> QuerySet[Post]:
    """Return a club's announcements that are shown now, newest first."""
    return posts_of(club).filter(shown_until__gt=now)


def announcements_organised_by(user: Visitor) -> QuerySet[Post]:
    """Return the announcements of the clubs a user organises."""
    own = Post.objects.filter(shown_until__isnull=False, club__in=clubs_organised_by(user))
    return own.select_related("club")


def posts_listed_for(user: Visitor, club: Club, *, key: str = "") -> QuerySet[Post]:
    """Return a club's posts listed for a visitor."""
    return posts_of(club).exclude(visibility.is_about_hidden(club, user, key))


def posts_visible_to(player: Player, posts: Iterable[Post]) -> list[Post]:
    """Return the posts a player may read."""
    visible = visibility.visible_of(player, {post.about for post in posts})
    return [post for post in posts if post.about in visible]


def deliveries_of(club: Club, filters: Filters) -> QuerySet[Delivery]:
    """Return a club's filtered deliveries, newest first."""
    chosen = STATES.get(filters.state, Q())
    if filters.words:
        in_name = Q(notification__player__name__icontains=filters.words)
        chosen &= in_name | Q(notification__subject__icontains=filters.words)
    if filters.kind:
        chosen &= Q(notification__kind=filters.kind)
    if filters.channel:
        chosen &= Q(channel=filters.channel)
    found = Delivery.objects.filter(chosen, notification__club=club)
    found = found.select_related("notification__player__user", "device", "chat")
    return found.order_by("-notification__created_at", "-pk")


def deliveries_organised_by(user: Visitor) -> QuerySet[Delivery]:
    """Return the deliveries of the clubs a user organises."""
    own = Delivery.objects.filter(notification__club__in=clubs_organised_by(user))
    return own.select_related("notification__club")


def player_with_settings(user: Visitor, pk: int) -> QuerySet[Player]:
    """Return the user's own player of this id, loaded with settings."""
    mine = Player.objects.active().filter(user=user.pk, pk=pk, user__isnull=False)
    return mine.select_related("club", "user", "notification_settings")


def devices_of(user: User) -> QuerySet[Device]:
    """Return a user's devices, newest first."""
    return Device.objects.filter(user=user).order_by("-created_at", "-pk")


def chats_of(player: Player) -> QuerySet[ChatIntegration]:
    """Return a player's chats by name."""
    return ChatIntegration.objects.filter(player=player).order_by("label", "pk")


def chats_of_club(club: Club) -> QuerySet[ChatIntegration]:
    """Return a club's chats by name."""
    return ChatIntegration.objects.filter(club=club, player=None).order_by("label", "pk")


def chats_managed_by(user: Visitor) -> QuerySet[ChatIntegration]:
    """Return the user's own chats and those of clubs the user organises."""
    own = Q(player__user=user.pk, player__user__isnull=False)
    clubs = Q(player=None, club__in=clubs_organised_by(user))
    return ChatIntegration.objects.filter(own | clubs).select_related("club", "player")


def subscriptions_of(player: Player) -> QuerySet[Subscription]:
    """Return a player's subscriptions."""
    return Subscription.objects.filter(player=player).order_by("source", "about", "pk")


def subscription_at(secret: str, source: Source) -> QuerySet[Subscription]:
    """Return the subscription of a secret address of an active player."""
    active = Subscription.objects.filter(player__left_at=None, secret=secret, source=source)
    return active.select_related("player__user", "player__club", "player__notification_settings")
