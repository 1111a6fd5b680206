"""What calendar programs fetch from secret addresses."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.notices.ical import write_calendar
from league.notices.models import Source
from league.notices.queries import subscription_at
from league.notices.services.calendars import update_calendar
from league.notices.voices import voice_of


@require_safe
def calendar(_request: HttpRequest, secret: str) -> HttpResponse:
    """Give the calendar of a secret address, with what has changed since the last fetch."""
    subscription = get_object_or_404(subscription_at(secret, Source.CALENDAR))
    player = subscription.player
    with voice_of(player, player.club).speaking():
        entries = update_calendar(subscription_id=subscription.pk, now=timezone.now())
        name = _("%(player)s at %(club)s") % {"player": player.name, "club": player.club.name}
    response = HttpResponse(
        write_calendar(name, entries), content_type="text/calendar; charset=utf-8"
    )
    patch_cache_control(response, private=True, max_age=300)
    response["X-Robots-Tag"] = "noindex"
    return response
