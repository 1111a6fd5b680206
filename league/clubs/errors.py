"""What is refused about clubs, their players and how those sign in."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.core.errors import RefusedError, Text


class ClubError(RefusedError):
    """Something cannot be done in a club, or by an account."""

    TEXTS: Mapping[str, Text] = {
        "email_taken": _(
            "Somebody signs in with this address already. Sign in with it, then open the link."
        ),
        "invitation_unknown": _("There is no such invitation. Was all of it copied?"),
        "last_owner": _("%(name)s is the club's only owner. Make somebody else an owner first."),
        "last_site_owner": _("You are the only owner of this site. Make somebody else one first."),
        "link_refused": _(
            "%(name)s signs in with an own email address, or has more rights than you have."
        ),
        "look_alike": _("There is somebody of nearly this name in the club."),
        "too_many_lines": _(
            "This list has %(lines)d lines. Add at most %(most)d people at a time."
        ),
    }
    MEANINGS: Mapping[str, str] = {
        "claim": "The claim to be a player cannot be made or answered.",
        "invitation": "The invitation cannot be used.",
        "last_way": "Nobody could sign in to the account any more.",
        "link": "The sign-in link cannot be used.",
        "link_unknown": "There never was such a link.",
        "merge": "The players cannot be merged, or not be made two again.",
        "password": "The password cannot be set.",
        "role": "The role is not one that this person gives.",
        "spectator": "A spectator is to play, or who plays is to be a spectator.",
    }
