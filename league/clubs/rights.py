"""Permissions of each role in a club."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Role

ROLES_UPWARDS = (Role.VIEWER, Role.PLAYER, Role.SCORER, Role.ORGANISER, Role.OWNER)


def rank(role: str | None) -> int:
    """Return the rank of a role; -1 for none."""
    return ROLES_UPWARDS.index(Role(role)) if role else -1


def role_left(role: str) -> Role:
    """Return what remains of a role after leaving the club: at most player."""
    return min(Role(role), Role.PLAYER, key=rank)


class ClubPermission(NamedTuple):
    """A permission of `lowest` and higher roles, of everybody for None."""

    name: str
    lowest: Role | None
    text: tuple[Promise, ...]

    @property
    def roles(self) -> tuple[Role, ...]:
        """Return the roles with the permission, lowest first."""
        return tuple(role for role in ROLES_UPWARDS if self.is_held_by(role))

    def is_held_by(self, role: str | None) -> bool:
        """Say whether a role, None outside the club, has the permission."""
        return self.lowest is None or rank(role) >= rank(self.lowest)


LOOK = ClubPermission(
    "look",
    None,
    (
        _("View competitions, rounds, tables, hands and standings of a public club"),
        _("Enter hands at a table after scanning its code"),
    ),
)
BELONG = ClubPermission(
    "belong",
    Role.VIEWER,
    (
        _("View private clubs and competitions for members only"),
        _("Choose notifications and channels"),
        _("Choose their name in the club"),
    ),
)
PLAY = ClubPermission(
    "play",
    Role.PLAYER,
    (
        _("Enter competitions, check in and take a seat"),
        _("Enter, confirm and dispute hands at their own table"),
        _("Read the audit log"),
    ),
)
SCORE = ClubPermission(
    "score",
    Role.SCORER,
    (_("Enter hands at every table"), _("Correct, void and restore hands, and resolve disputes")),
)
RUN = ClubPermission(
    "run",
    Role.ORGANISER,
    (
        _("Add and invite players; edit and remove players below organisers"),
        _("Assign the roles viewer, player and scorer"),
        _("Create competitions, change their settings and manage entries"),
        _("Open, seat, announce, close and reopen rounds, and change the seating"),
        _("Add bonuses and penalties, and answer table calls"),
        _("Write to all players"),
        _("Import results and print score sheets with table codes"),
        _("View sent messages; manage the club’s chat apps, API tokens and webhooks"),
        _("Change the club’s name, time zone and visibility"),
        _("View real names and email addresses; create share links"),
    ),
)
OWN = ClubPermission(
    "own",
    Role.OWNER,
    (
        _("Appoint and remove organisers and owners, and edit their profiles"),
        _("Export the whole club as a file"),
    ),
)

RIGHTS = (LOOK, BELONG, PLAY, SCORE, RUN, OWN)
