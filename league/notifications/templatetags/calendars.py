"""Template tags of calendar subscriptions."""

from typing import Any

from django import template
from django.template.context import RequestContext
from django.urls import reverse

from league.clubs.models import Club
from league.clubs.queries import player_of
from league.core.address import absolute_url
from league.notifications import visibility
from league.notifications.models import Source, Subscription

register = template.Library()


@register.filter
def webcal(address: str) -> str:
    """Return an address with the scheme webcal."""
    return f"webcal:{address.partition(':')[2]}"


@register.inclusion_tag("notifications/_calendar.html", takes_context=True)
def calendar_of_competition(context: RequestContext, club: Club, pk: int) -> dict[str, Any]:
    """Return the data of a competition's calendar subscription."""
    player = player_of(context["request"].user, club)
    about = visibility.name_of("competition", pk)
    own = Subscription.objects.filter(player=player, source=Source.CALENDAR, about=about)
    row = own.first() if player else None
    address = absolute_url(reverse("notifications:calendar", args=[row.secret])) if row else ""
    return {
        "csrf_token": context.get("csrf_token"),
        "request": context["request"],
        "player": player,
        "about": about,
        "row": row,
        "address": address,
    }
