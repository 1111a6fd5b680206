"""Write what people want to hear of."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction

from league.clubs.models import Player
from league.clubs.services import choose_language
from league.notices.models import CHOSEN, Channel, Kind, Pace, Wishes


class Timing(NamedTuple):
    """When somebody wants to hear: how often mail comes and when, and when it is quiet."""

    pace: str = Pace.AT_ONCE
    hour: int = 8
    weekday: int = 0
    quiet_from: int | None = None
    quiet_until: int | None = None
    time_zone: str = ""


@transaction.atomic
def set_wishes(
    *,
    player_id: int,
    chosen: Mapping[str, Mapping[str, bool]],
    timing: Timing,
    language: str | None = None,
) -> Wishes:
    """Keep what a player has chosen: for each channel, which kinds; and of the person the language.

    None leaves the language as it is.
    """
    wishes = _lock(player_id)
    if language is not None and wishes.player.user_id is not None:
        choose_language(user_id=wishes.player.user_id, language=language)
    wishes.chosen = {
        str(channel): {str(kind): bool(wanted) for kind, wanted in kinds.items() if kind in CHOSEN}
        for channel, kinds in chosen.items()
        if channel in Channel
    }
    for name, value in timing._asdict().items():
        setattr(wishes, name, value)
    wishes.save()
    return wishes


@transaction.atomic
def stop_kind(*, player_id: int, kind: Kind) -> Wishes:
    """Send a player no more mail of a kind."""
    return _stop(player_id, [kind])


@transaction.atomic
def stop_mail(*, player_id: int) -> Wishes:
    """Send a player no more mail of any kind that can be chosen."""
    return _stop(player_id, list(CHOSEN))


@transaction.atomic
def switch_on_mail(*, player_id: int) -> None:
    """Send mail again to an address that had refused it."""
    Wishes.objects.filter(player=player_id).update(mail_off_at=None, mail_failures=0)


def _stop(player_id: int, kinds: list[Kind]) -> Wishes:
    wishes = _lock(player_id)
    off = {str(kind): False for kind in kinds}
    wishes.chosen = {**wishes.chosen, "email": {**wishes.chosen.get("email", {}), **off}}
    wishes.save(update_fields=["chosen"])
    return wishes


def _lock(player_id: int) -> Wishes:
    """Return a player's wishes, locked, and made now if there were none."""
    Player.objects.select_for_update().get(pk=player_id)
    wishes, _is_new = Wishes.objects.get_or_create(player_id=player_id)
    return wishes
