"""What erasing a person would delete and keep."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Q
from django.utils.text import capfirst

from league.clubs.errors import ClubError
from league.clubs.models import Player, User
from league.clubs.services import check_owner_remains
from league.competitions.models import Entry
from league.privacy.erasing.services import check_site_owner_remains
from league.results.models import Hand

OF_USER = dict.fromkeys(
    (
        *("account.EmailAddress", "mfa.Authenticator", "accounts.UserSession"),
        *("accounts.SecurityEvent", "notifications.Device", "api.Token"),
        *("online.MatchResult", "online.PickUpRating", "online.QuickMatch"),
    ),
    "user",
) | {"api.App": "owner"}


OF_PLAYER = {
    "notifications.Notification": "player",
    "notifications.NotificationSettings": "player",
    "notifications.ChatIntegration": "player",
    "notifications.Subscription": "player",
    "accounts.PlayerClaim": "player",
    "competitions.Reply": "player",
    "accounts.Merge": "target",
}


class ErasurePreview(NamedTuple):
    """Deleted rows (label, count), players and results that stay, and obstacles."""

    goes: list[tuple[str, int]]
    players: Sequence[Player]
    hands: int
    entries: int
    obstacles: list[str]


def preview_user_erasure(user: User) -> ErasurePreview:
    """Return the preview of erasing an account."""
    players = list(Player.objects.filter(user=user).select_related("club").order_by("club__name"))
    goes = _count(OF_USER, [user.pk]) + _count(OF_PLAYER, [player.pk for player in players])
    refusals = [_refusal(check_site_owner_remains, user), *map(_refusal_of_club, players)]
    return _preview(goes, players, refusals)


def preview_player_erasure(player: Player) -> ErasurePreview:
    """Return the preview of erasing a player."""
    return _preview(_count(OF_PLAYER, [player.pk]), [player], [_refusal_of_club(player)])


def _preview(
    goes: list[tuple[str, int]], players: Sequence[Player], refusals: list[str]
) -> ErasurePreview:
    ids = [player.pk for player in players]
    at_tables = Q(table__seats__player__in=ids) | Q(table__seats__substitutions__player_out__in=ids)
    return ErasurePreview(
        goes=goes,
        players=players,
        hands=Hand.objects.filter(at_tables).distinct().count(),
        entries=Entry.objects.filter(player__in=ids).count(),
        obstacles=[text for text in refusals if text],
    )


def _count(relations: Mapping[str, str], ids: Sequence[int]) -> list[tuple[str, int]]:
    counts = []
    for label, field in relations.items():
        model = apps.get_model(label)
        count = model._default_manager.filter(**{f"{field}__in": ids}).count()
        if count:
            counts.append((capfirst(str(model._meta.verbose_name_plural)), count))
    return counts


def _refusal(check: Callable[[Any], object], person: User | Player) -> str:
    try:
        check(person)
    except ClubError as refusal:
        return str(refusal)
    return ""


def _refusal_of_club(player: Player) -> str:
    text = "" if player.left_at else _refusal(check_owner_remains, player)
    return text and f"{player.club.name}: {text}"
