"""What erasing somebody would do, shown before it is done."""

from collections.abc import Sequence
from typing import NamedTuple

from django.apps import apps
from django.db.models import Q
from django.utils.text import capfirst

from league.clubs.errors import ClubError
from league.clubs.models import Player, User
from league.clubs.services import check_owner_remains
from league.competitions.models import Entry
from league.privacy.erasing.services import check_site_owner_remains
from league.results.models import Hand

OF_USER = (
    ("account.EmailAddress", "user"),
    ("mfa.Authenticator", "user"),
    ("accounts.OpenSession", "user"),
    ("accounts.AccountEvent", "user"),
    ("notices.Device", "user"),
    ("api.Token", "user"),
)
OF_PLAYER = (
    ("notices.Notice", "player"),
    ("notices.Wishes", "player"),
    ("notices.Chat", "player"),
    ("notices.Subscription", "player"),
    ("accounts.Claim", "player"),
    ("accounts.Merge", "kept"),
)


class Outlook(NamedTuple):
    """What goes (what, how many), what stays under a neutral name, and why it cannot be done."""

    goes: list[tuple[str, int]]
    players: Sequence[Player]
    hands: int
    entries: int
    obstacles: list[str]


def look_at_user(user: User) -> Outlook:
    """Return what erasing an account would do."""
    players = list(Player.objects.filter(user=user).select_related("club").order_by("club__name"))
    goes = _count(OF_USER, [user.pk]) + _count(OF_PLAYER, [player.pk for player in players])
    return _outlook(goes, players, [_refusal_of_site(user), *map(_refusal_of_club, players)])


def look_at_player(player: Player) -> Outlook:
    """Return what erasing a player of a club would do."""
    return _outlook(_count(OF_PLAYER, [player.pk]), [player], [_refusal_of_club(player)])


def _outlook(
    goes: list[tuple[str, int]], players: Sequence[Player], refusals: list[str]
) -> Outlook:
    ids = [player.pk for player in players]
    at_tables = Q(table__seats__player__in=ids) | Q(table__seats__substitutions__player_out__in=ids)
    return Outlook(
        goes=goes,
        players=players,
        hands=Hand.objects.filter(at_tables).distinct().count(),
        entries=Entry.objects.filter(player__in=ids).count(),
        obstacles=[words for words in refusals if words],
    )


def _count(relations: Sequence[tuple[str, str]], ids: Sequence[int]) -> list[tuple[str, int]]:
    counts = []
    for label, field in relations:
        model = apps.get_model(label)
        count = model._default_manager.filter(**{f"{field}__in": ids}).count()
        if count:
            counts.append((capfirst(str(model._meta.verbose_name_plural)), count))
    return counts


def _refusal_of_site(user: User) -> str:
    try:
        check_site_owner_remains(user)
    except ClubError as refusal:
        return str(refusal)
    return ""


def _refusal_of_club(player: Player) -> str:
    if player.left_at is not None:
        return ""
    try:
        check_owner_remains(player)
    except ClubError as refusal:
        return f"{player.club.name}: {refusal}"
    return ""
