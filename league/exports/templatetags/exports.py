"""Template tags for export links."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from league.clubs.models import Club
from league.clubs.queries import Visitor, role_in
from league.clubs.rights import OWN

register = template.Library()

FORMS = ("csv", "xlsx", "json")


@register.inclusion_tag("exports/_export_link.html")
def export_link(name: str, key: int | str, **wanted: int | str | bool | None) -> dict[str, Any]:
    """Link to the listing `exports:<name>` of a row in each form; `wanted` is asked of it."""
    query = urlencode({word: value for word, value in wanted.items() if value})
    addresses = [
        (form.upper(), reverse(f"exports:{name}", args=[key, form]) + (query and f"?{query}"))
        for form in FORMS
    ]
    return {"addresses": addresses}


@register.filter
def is_owned_by(club: Club, user: Visitor) -> bool:
    """Return whether a visitor may export the whole club."""
    return OWN.is_held_by(role_in(user, club))
