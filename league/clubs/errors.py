"""Errors of clubs, players and accounts."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.core.errors import RefusedError, Text


class ClubError(RefusedError):
    """A refused action in a club or of an account."""

    TEXTS: Mapping[str, Text] = {
        "email_taken": _(
            "This email address is already in use. Sign in with it, then open the link."
        ),
        "invitation_unknown": _(
            "This invitation is not valid. Check that the whole link was copied."
        ),
        "last_owner": _(
            "%(name)s is the only owner of the club. Make another player an owner first."
        ),
        "last_site_owner": _("You are the only administrator of this site. Add another one first."),
        "link_refused": _(
            "%(name)s signs in with their own email address, or has a higher role than you."
        ),
        "look_alike": _("The club already has a player with a similar name."),
        "too_many_lines": _(
            "This list has %(lines)d lines. Add at most %(most)d players at a time."
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
        "viewer": "A viewer is to play, or a player is to be a viewer.",
    }
