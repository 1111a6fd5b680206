"""The language that somebody reads the site in."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_POST
from django.views.i18n import LANGUAGE_QUERY_PARAMETER, set_language

from league.clubs.models import User
from league.clubs.services import choose_language


@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    """Keep a language in this browser and, of whoever is signed in, with the account."""
    language = request.POST.get(LANGUAGE_QUERY_PARAMETER, "")
    user = request.user
    if isinstance(user, User) and language in dict(settings.LANGUAGES):
        choose_language(user_id=user.pk, language=language)
    return set_language(request)
