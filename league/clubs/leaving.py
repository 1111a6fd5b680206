"""Take players off a club's lists, and put them back; what they made to act by ends with it.

Their role ends, and so do the invitations and the links for screens that they have made. The apps
above say here what else ends:

    leaving.register(end_tokens)               # in AppConfig.ready
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from league.audit.services import differences, note
from league.audit.verbs import Verb
from league.clubs.joining import revoke_invitation
from league.clubs.models import Player
from league.clubs.queries import screen_links_of, valid_invitations
from league.clubs.rights import role_left
from league.clubs.screen_links import revoke_screen_link
from league.clubs.services import check_owner_remains, lock_club

End = Callable[[Player, datetime], None]
"""End what a player, who is leaving now, has made to act by in the club."""

_ends: list[End] = []


def register(end: End) -> None:
    """Have this called when somebody leaves a club; call it in `AppConfig.ready`."""
    if end not in _ends:
        _ends.append(end)


@transaction.atomic
def leave_club(*, player_id: int, now: datetime) -> Player:
    """Take a player off the lists; all that was played stays. Raise last_owner."""
    player = Player.objects.select_related("club", "user").get(pk=player_id)
    lock_club(player.club_id, no_key=True)
    player.refresh_from_db(fields=["role", "left_at"])
    if player.left_at is not None:
        return player
    check_owner_remains(player)
    role = role_left(player.role)
    changes = differences(player, {"role": role})
    # All of it is written down before the role ends: owners take themselves off, too.
    note(club_id=player.club_id, verb=Verb.PLAYER_LEFT, about=player, changes=changes)
    end_what_was_made(player, now)
    player.left_at, player.role = now, role
    player.save(update_fields=["left_at", "role"])
    return player


def end_what_was_made(player: Player, now: datetime) -> None:
    """Revoke by what a player could go on to act in the club, or let others in."""
    for invitation in valid_invitations(player.club, now=now).filter(made_by=player):
        revoke_invitation(invitation_id=invitation.pk, now=now)
    for link in screen_links_of(player.club).filter(made_by=player):
        revoke_screen_link(link_id=link.pk, now=now)
    for end in _ends:
        end(player, now)


@transaction.atomic
def return_to_club(*, player_id: int) -> Player:
    """Put somebody who left back on the lists, to play: no role that ended comes back by it."""
    player = Player.objects.get(pk=player_id)
    lock_club(player.club_id)
    player.refresh_from_db(fields=["role", "left_at"])
    if player.left_at is not None:
        player.left_at, player.role = None, role_left(player.role)
        player.save(update_fields=["left_at", "role"])
        changes = {"role": (None, player.role)}
        note(club_id=player.club_id, verb=Verb.PLAYER_RETURNED, about=player, changes=changes)
    return player
