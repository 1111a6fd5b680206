"""What each role may do in a club: the one list that look-ups ask and the levels page shows."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Role

ROLES_UPWARDS = (Role.SPECTATOR, Role.PLAYER, Role.SCORER, Role.ORGANISER, Role.OWNER)


def rank(role: str | None) -> int:
    """Return how high a role stands; -1 for none."""
    return ROLES_UPWARDS.index(Role(role)) if role else -1


def role_left(role: str) -> Role:
    """Return what is left of a role once its player has left the club: nobody helps to run it."""
    return min(Role(role), Role.PLAYER, key=rank)


class Right(NamedTuple):
    """Something that may be done in a club by a role and those above it; by everybody with None."""

    name: str
    lowest: Role | None
    words: tuple[Promise, ...]

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that have it, the lowest first."""
        return tuple(role for role in ROLES_UPWARDS if self.is_held_by(role))

    def is_held_by(self, role: str | None) -> bool:
        """Say whether a role has it; None is the role of whoever is not in the club."""
        return self.lowest is None or rank(role) >= rank(self.lowest)


LOOK = Right(
    "look",
    None,
    (
        _("See the competitions, rounds, tables, hands and standings of a public club"),
        _("Record hands at the table whose code their phone has scanned"),
    ),
)
BELONG = Right(
    "belong",
    Role.SPECTATOR,
    (
        _("See what is for members alone: a private club or competition"),
        _("Choose which notices come, and where"),
        _("Decide how they are called in the club"),
    ),
)
PLAY = Right(
    "play",
    Role.PLAYER,
    (
        _("Be entered in competitions, check in and take a seat"),
        _("Record, confirm and dispute hands at the table where they sit"),
        _("Read what organisers and scorers have done"),
    ),
)
SCORE = Right(
    "score",
    Role.SCORER,
    (
        _("Record hands at every table"),
        _("Correct, void and restore hands, and settle disputes"),
    ),
)
RUN = Right(
    "run",
    Role.ORGANISER,
    (
        _("Add players and invite people; change those below organisers, and take them off"),
        _("Make spectators, players and scorers"),
        _("Make competitions, change their terms, say who takes part"),
        _("Open, seat, announce, close and reopen rounds, and change seats"),
        _("Give bonuses and penalties, and see to tables that call"),
        _("Bring results in, print sheets with the tables’ codes"),
        _("See what went out, keep the club’s chats, tokens and webhooks"),
        _("Change the club’s name and time zone, and who may look at it"),
        _("Read real names and addresses; make links for screens"),
    ),
)
OWN = Right(
    "own",
    Role.OWNER,
    (
        _("Make and unmake organisers and owners, and change their pages"),
        _("Take the whole club away as a file"),
    ),
)

RIGHTS = (LOOK, BELONG, PLAY, SCORE, RUN, OWN)
