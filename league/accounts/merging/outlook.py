"""What a merge would do, shown before it is made."""

from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from league.accounts.merging import hooks
from league.accounts.merging.references import Way, references
from league.clubs.models import Player


class Outlook(NamedTuple):
    """What moves (what, how many), what is lost on the way, and why it cannot be."""

    moves: list[tuple[str, int]]
    remarks: list[str]
    obstacles: list[str]


def look_ahead(*, kept: Player, gone: Player) -> Outlook:
    """Return what merging `gone` into `kept` would do."""
    counts: dict[str, int] = {}
    moving = [way for way in Way if way is not Way.IS_DERIVED]
    for model, field in references(*moving):
        name = capfirst(str(model._meta.verbose_name_plural))
        found = model._default_manager.filter(**{field: gone}).count()
        counts[name] = counts.get(name, 0) + found
    moves = [(name, count) for name, count in counts.items() if count]
    return Outlook(moves, _remarks(kept, gone), obstacles_of(kept, gone))


def obstacles_of(kept: Player, gone: Player) -> list[str]:
    """Return why two players cannot be one."""
    if kept.pk == gone.pk:
        return [_("These are the same player.")]
    if kept.club_id != gone.club_id:
        return [_("They play in different clubs.")]
    return hooks.find_obstacles(kept, gone)


def _remarks(kept: Player, gone: Player) -> list[str]:
    names = {"kept": kept.name, "gone": gone.name}
    if gone.user is None:
        return []
    if kept.user is None:
        return [_("Who signs in as %(gone)s signs in as %(kept)s from now on.") % names]
    return [
        _(
            "Both sign in: %(kept)s goes on doing so, the sign-in of %(gone)s belongs to no player "
            "of this club any more."
        )
        % names
    ]
