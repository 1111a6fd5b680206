"""Put the player who is kept into the lines of the log that were about the one who goes."""

from typing import Any

from league.accounts.merging.hooks import Rewrite
from league.audit.models import Act
from league.audit.queries import PLAYERS
from league.audit.services import PLAYER
from league.clubs.models import Player


def rewrite_log(kept: Player, gone: Player) -> list[Rewrite]:
    """Return what lines of the log say of a player by the id, with the other in that place."""
    label = Act._meta.label
    about = Act.objects.filter(about_kind=PLAYER, about_id=gone.pk).order_by("pk")
    naming = Act.objects.filter(club=gone.club_id, changes__has_key=PLAYERS).order_by("pk")
    rewrites = [Rewrite(label, act.pk, "about_id", gone.pk, kept.pk) for act in about]
    return rewrites + [
        Rewrite(label, act.pk, "changes", act.changes, after)
        for act in naming
        if (after := _replace(act.changes, gone.pk, kept.pk)) != act.changes
    ]


def _replace(changes: dict[str, Any], gone: int, kept: int) -> dict[str, Any]:
    """Return changes, as audit.models.Act has them, with one player in the place of another."""
    told = [[kept if pk == gone else pk for pk in ids] for ids in changes[PLAYERS]]
    return {**changes, PLAYERS: told}
