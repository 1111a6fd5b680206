"""Secret addresses that programs fetch from, offered where the thing itself is shown."""

from typing import Any

from django import template
from django.template.context import RequestContext
from django.urls import reverse

from league.clubs.models import Club
from league.clubs.queries import player_of
from league.core.address import absolute_url
from league.notices import sight
from league.notices.models import Source
from league.notices.queries import subscription_of

register = template.Library()


@register.filter
def webcal(address: str) -> str:
    """Return an address as calendar programs open it by themselves."""
    return f"webcal:{address.partition(':')[2]}"


@register.inclusion_tag("notices/_calendar.html", takes_context=True)
def calendar_of_competition(context: RequestContext, club: Club, pk: int) -> dict[str, Any]:
    """Offer a player of the club the rounds of one competition in a calendar program."""
    player = player_of(context["request"].user, club)
    about = sight.name_of("competition", pk)
    row = subscription_of(player, Source.CALENDAR, about) if player else None
    return {
        "csrf_token": context.get("csrf_token"),
        "request": context["request"],
        "player": player,
        "about": about,
        "row": row,
        "address": absolute_url(reverse("notices:calendar", args=[row.secret])) if row else "",
    }
