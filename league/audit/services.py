"""Write the log, inside the transaction of what is done."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import models

from league.audit.acting import Actor, Standing, current_actor, current_way, standing_of
from league.audit.models import LABEL_LENGTH, Act
from league.audit.verbs import Verb

Changes = Mapping[str, tuple[object, object]]
PLAYER = "clubs.player"
PLAIN = (str, int, float, bool, type(None), list, dict)


def note(
    *,
    club_id: int | None,
    verb: Verb,
    about: models.Model,
    label: str = "",
    changes: Changes | None = None,
) -> Act | None:
    """Write down what whoever acts has done; nothing where nobody acts who helps to run the club.

    It belongs into the transaction of what is done, which the caller holds.

    `label` is what the thing is called, its own name unless told. Names of people are not written
    here, so that there is one place where they can change: of a player only the id is kept, and so
    are those in `players` of the changes.
    """
    actor = current_actor()
    if actor is None or club_id is None:
        return None
    standing = standing_of(actor.user, club_id)
    if standing is None:
        return None
    return _write(club_id, actor, standing, verb, about, label, changes)


def note_own(*, player: Any, verb: Verb, changes: Changes | None = None, now: datetime) -> Act:
    """Write down by which way somebody has come into a club by themselves, or come back.

    Whoever acts is the player, in the role that the way has given, whether or not they help to run
    the club.
    """
    actor = Actor(player.user, current_way(), now)
    standing = Standing(player.pk, player.role)
    return _write(player.club_id, actor, standing, verb, player, "", changes)


def _write(
    club_id: int,
    actor: Actor,
    standing: Standing,
    verb: Verb,
    about: models.Model,
    label: str,
    changes: Changes | None,
) -> Act:
    return Act.objects.create(
        club_id=club_id,
        user_id=actor.user.pk,
        player_id=standing.player_id,
        role=standing.role,
        way=actor.way,
        verb=verb,
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
