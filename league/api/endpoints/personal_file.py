"""All that the site holds about somebody, as a file; league/privacy says what is in it."""

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied

from league.api import finding
from league.api.endpoint import Endpoint
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes.personal_file import PersonalFileShown
from league.privacy.queries import players_told_through
from league.privacy.views import send_file_of_player, send_own_file

CHAPTER = "Exports"
KIND = ("application/json",)


class OwnFile(Endpoint):
    """Everything about whoever asks."""

    tag = CHAPTER

    @operation(gives=PersonalFileShown, files=KIND, scope=Scope.PERSONAL)
    def get(self, call: Call) -> FileResponse:
        """Take away all that the site holds about you, over all clubs.

        A token alone opens it, and none of a club. In a browser the page of your account gives the
        same file, once you have proved again who you are.
        """
        if call.token is None:
            raise PermissionDenied(_("Take a token for this, or the page of your account."))
        finding.refuse_token_of_club(call)
        return send_own_file(finding.person(call), now=call.now)


class PlayerFile(Endpoint):
    """Everything about a player."""

    tag = CHAPTER

    @operation(gives=PersonalFileShown, files=KIND, scope=Scope.PERSONAL)
    def get(self, call: Call, pk: int) -> FileResponse:
        """Take away, as an organiser, what your club holds about a player without an account.

        Who has an account takes it away themselves. The club's log tells that you have.
        """
        told = finding.within(call, players_told_through(call.user), "club")
        return send_file_of_player(get_object_or_404(told, pk=pk), now=call.now)
