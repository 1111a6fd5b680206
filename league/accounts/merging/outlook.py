"""What a merge would do, shown before it is made."""

from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from league.accounts.merging import hooks
from league.accounts.merging.references import Way, references
from league.clubs.models import Player, Role
from league.clubs.rights import rank, role_left


class Outlook(NamedTuple):
    """What moves (what, how many), what is lost on the way, and why it cannot be.

    `role` is that of the one player afterwards.
    """

    role: Role
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
    role = joined_role(kept, gone)
    return Outlook(role, moves, _remarks(kept, gone), obstacles_of(kept, gone))


def joined_role(kept: Player, gone: Player) -> Role:
    """Return the higher role of two players; of one who has left only what is left of it."""
    return max((_role_now(kept), _role_now(gone)), key=rank)


def _role_now(player: Player) -> Role:
    return Role(player.role) if player.left_at is None else role_left(player.role)


def obstacles_of(kept: Player, gone: Player) -> list[str]:
    """Return why two players cannot be one."""
    if kept.pk == gone.pk:
        return [_("These are the same player.")]
    if kept.club_id != gone.club_id:
        return [_("They play in different clubs.")]
    return hooks.find_obstacles(kept, gone)


def _remarks(kept: Player, gone: Player) -> list[str]:
    names = {"kept": kept.name, "gone": gone.name}
    remarks = []
    if gone.user is not None and kept.user is None:
        remarks.append(_("Who signs in as %(gone)s signs in as %(kept)s from now on.") % names)
    elif gone.user is not None:
        both = _(
            "Both sign in: %(kept)s goes on doing so, the sign-in of %(gone)s belongs to no player "
            "of this club any more."
        )
        remarks.append(both % names)
    if (kept.left_at is None) != (gone.left_at is None):
        who = {"name": gone.name if kept.left_at is None else kept.name}
        remarks.append(_("%(name)s has left the club and will be back on the lists.") % who)
    return remarks
