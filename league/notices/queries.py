"""What screens ask of the feed, the outbox, and the ways."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q, QuerySet

from league.clubs.models import Club, Player, User
from league.clubs.queries import Visitor, clubs_organised_by
from league.notices import sight
from league.notices.models import (
    Chat,
    Delivery,
    Device,
    NotSent,
    Post,
    Source,
    Subscription,
)


class Filters(NamedTuple):
    """What of the outbox is to be seen: words in a name or subject, a kind, a channel, a state."""

    words: str = ""
    kind: str = ""
    channel: str = ""
    state: str = ""


STATES = {
    "waiting": Q(sent_at=None, given_up_at=None),
    "failing": Q(sent_at=None, given_up_at=None, tries__gt=0),
    "sent": Q(sent_at__isnull=False),
    "given_up": Q(given_up_at__isnull=False, not_sent=""),
    "no_server": Q(not_sent=NotSent.NO_SERVER),
    "late": Q(not_sent=NotSent.LATE),
}


def posts_of(club: Club) -> QuerySet[Post]:
    """Return a club's posts, newest first."""
    return Post.objects.filter(club=club).select_related("club").order_by("-created_at", "-pk")


def posts_listed_for(user: Visitor, club: Club, *, key: str = "") -> QuerySet[Post]:
    """Return those of a club's posts that a visitor reads, or who shows a link for screens."""
    return posts_of(club).exclude(sight.is_about_hidden(club, user, key))


def posts_seen_by(player: Player, posts: Iterable[Post]) -> list[Post]:
    """Keep the posts about things that a player may see."""
    seen = {about: sight.is_seen_by(player, about) for about in {post.about for post in posts}}
    return [post for post in posts if seen[post.about]]


def deliveries_of(club: Club, filters: Filters) -> QuerySet[Delivery]:
    """Return what went out or waits in a club, with its players and ways, newest first."""
    chosen = STATES.get(filters.state, Q())
    if filters.words:
        in_name = Q(notice__player__name__icontains=filters.words)
        chosen &= in_name | Q(notice__subject__icontains=filters.words)
    if filters.kind:
        chosen &= Q(notice__kind=filters.kind)
    if filters.channel:
        chosen &= Q(channel=filters.channel)
    return (
        Delivery.objects.filter(chosen, notice__club=club)
        .select_related("notice__player__user", "device", "chat")
        .order_by("-notice__created_at", "-pk")
    )


def deliveries_organised_by(user: Visitor) -> QuerySet[Delivery]:
    """Return what somebody may send again."""
    own = Delivery.objects.filter(notice__club__in=clubs_organised_by(user))
    return own.select_related("notice__club")


def player_with_wishes(user: Visitor, pk: int) -> QuerySet[Player]:
    """Return the player of this id, if somebody is that player and has not left."""
    mine = Player.objects.active().filter(user=user.pk, pk=pk, user__isnull=False)
    return mine.select_related("club", "user", "wishes")


def devices_of(user: User) -> QuerySet[Device]:
    """Return somebody's devices, newest first."""
    return Device.objects.filter(user=user).order_by("-created_at", "-pk")


def chats_of(player: Player) -> QuerySet[Chat]:
    """Return a player's own chats, by name."""
    return Chat.objects.filter(player=player).order_by("label", "pk")


def chats_of_club(club: Club) -> QuerySet[Chat]:
    """Return the chats that hear a club's news, by name."""
    return Chat.objects.filter(club=club, player=None).order_by("label", "pk")


def chats_managed_by(user: Visitor) -> QuerySet[Chat]:
    """Return the chats somebody may change: their own, and those of clubs they organise."""
    own = Q(player__user=user.pk, player__user__isnull=False)
    clubs = Q(player=None, club__in=clubs_organised_by(user))
    return Chat.objects.filter(own | clubs).select_related("club", "player")


def subscriptions_of(player: Player) -> QuerySet[Subscription]:
    """Return a player's secret addresses."""
    return Subscription.objects.filter(player=player).order_by("source", "about", "pk")


def subscription_of(player: Player, source: Source, about: str) -> Subscription | None:
    """Return a player's secret address for one thing, None where there is none."""
    return Subscription.objects.filter(player=player, source=source, about=about).first()


def subscription_at(secret: str, source: Source) -> QuerySet[Subscription]:
    """Return the subscription of a secret address, unless its player has left."""
    active = Subscription.objects.filter(player__left_at=None, secret=secret, source=source)
    return active.select_related("player__user", "player__club", "player__wishes")
