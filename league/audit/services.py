"""Write the log, inside the transaction of what is done, as whoever acts at the moment.

That is the visitor of the request that is being answered. Work that nobody asked for, such as a
round that opens at its time, has no actor and is not in the log.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import models
from django.utils import timezone

from league.audit.actions import Action
from league.audit.models import LABEL_LENGTH, AuditEntry, Origin
from league.core.hooks import hooks
from league.core.middleware import current_request


class ActorRole(NamedTuple):
    """As whom somebody acts in a club: the player's id, None for who is none, and the role."""

    player_id: int | None
    role: str


class Actor(NamedTuple):
    """Who acts, by which way, and since when."""

    user: Any
    origin: Origin
    at: datetime


def current_actor() -> Actor | None:
    """Return who is signed in and acts now; None where nobody does."""
    request = current_request()
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return None
    return Actor(user, current_origin(), timezone.now())


def current_origin() -> Origin:
    """Return by which way whoever acts does so: a request with a token comes from a program."""
    return Origin.API if getattr(current_request(), "auth", None) is not None else Origin.PAGE


def actor_role_of(user: Any, club_id: int) -> ActorRole | None:
    """Return as whom a user acts in a club; None for whoever does not help to run it."""
    return next(filter(None, (find(user, club_id) for find in hooks("standing_of_actor"))), None)


Changes = Mapping[str, tuple[object, object]]
PLAYER = "clubs.player"
PLAIN = (str, int, float, bool, type(None), list, dict)


def log_action(
    *,
    club_id: int | None,
    action: Action,
    about: models.Model,
    label: str = "",
    changes: Changes | None = None,
) -> AuditEntry | None:
    """Write down what whoever acts has done; nothing where nobody acts who helps to run the club.

    It belongs into the transaction of what is done, which the caller holds.

    `label` is what the thing is called, its own name unless told. Names of people are not written
    here, so that there is one place where they can change: of a player only the id is kept, and so
    are those in `players` of the changes.
    """
    actor = current_actor()
    if actor is None or club_id is None:
        return None
    actor_role = actor_role_of(actor.user, club_id)
    if actor_role is None:
        return None
    return _write(club_id, actor, actor_role, action, about, label, changes)


def log_own_action(
    *, player: Any, action: Action, changes: Changes | None = None, now: datetime
) -> AuditEntry:
    """Write down by which way somebody has come into a club by themselves, or come back.

    Whoever acts is the player, in the role that the way has given, whether or not they help to run
    the club.
    """
    actor = Actor(player.user, current_origin(), now)
    actor_role = ActorRole(player.pk, player.role)
    return _write(player.club_id, actor, actor_role, action, player, "", changes)


def _write(
    club_id: int,
    actor: Actor,
    actor_role: ActorRole,
    action: Action,
    about: models.Model,
    label: str,
    changes: Changes | None,
) -> AuditEntry:
    return AuditEntry.objects.create(
        club_id=club_id,
        user_id=actor.user.pk,
        player_id=actor_role.player_id,
        role=actor_role.role,
        origin=actor.origin,
        action=action,
        about_kind=about._meta.label_lower,
        about_id=about.pk,
        label="" if about._meta.label_lower == PLAYER else (label or str(about))[:LABEL_LENGTH],
        changes={
            name: [_plain(before), _plain(after)]
            for name, (before, after) in (changes or {}).items()
        },
        created_at=actor.at,
    )


def differences(thing: models.Model, wanted: Mapping[str, Any]) -> Changes:
    """Return what of a thing becomes different by values that are about to be set."""
    before = {name: getattr(thing, name) for name in wanted}
    return {name: (before[name], wanted[name]) for name in wanted if before[name] != wanted[name]}


def _plain(value: object) -> object:
    return value if isinstance(value, PLAIN) else str(value)
