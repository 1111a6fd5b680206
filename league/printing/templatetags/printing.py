"""What pages say of their papers, and of themselves to chats that show a link."""

from typing import Any

from django import template
from django.conf import settings
from django.template.context import Context
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from league.core.address import absolute_url
from league.printing.papers.sizes import A4, LETTER
from league.printing.sharing import SHARED

register = template.Library()


@register.inclusion_tag("printing/_print.html")
def print_links(
    name: str, key: int | str, words: str = "", **wanted: str | int | bool | None
) -> dict[str, Any]:
    """Link to the paper `printing:<name>` of a row in each size; `wanted` is asked of it."""
    asked = {word: value for word, value in wanted.items() if value}
    address = reverse(f"printing:{name}", args=[key])
    sizes = [(A4, _("A4")), (LETTER, _("Letter"))]
    return {
        "words": words or _("Print it:"),
        "addresses": [
            (label, f"{address}?{urlencode({**asked, 'paper': size})}") for size, label in sizes
        ],
    }


@register.inclusion_tag("printing/_share.html", takes_context=True)
def share(context: Context, kind: str, about: Any) -> dict[str, Any]:
    """Tell chats what a link to this page leads to: see `league.printing.sharing`."""
    shared = SHARED[kind](about)
    return {"shared": shared, "picture": _absolute(context, shared.picture)}


@register.simple_tag
def share_description(kind: str, about: Any) -> str:
    """Say in a sentence what a page is, as `share` does."""
    return SHARED[kind](about).description


def _absolute(context: Context, path: str) -> str:
    """Return an address that a chat's own server can open: that of the site, or of this visit."""
    request = context.get("request")
    if settings.SITE_URL or request is None:
        return absolute_url(path)
    return str(request.build_absolute_uri(path))
