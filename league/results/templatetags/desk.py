"""The template tag that draws what waits for a club's organisers, on any page of theirs."""

from typing import Any

from django import template
from django.template.context import Context

from league.clubs.models import Club
from league.results.desk import waiting_in

register = template.Library()


@register.inclusion_tag("results/_desk.html", takes_context=True)
def desk(context: Context, club: Club) -> dict[str, Any]:
    """Draw which tables call and which hands are disputed; nothing to see where none does."""
    # What keeps a piece up to date asks for the request.
    return {"club": club, "waiting": waiting_in(club), "request": context["request"]}
