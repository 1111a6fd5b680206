"""Template tags of the site's look: icons, seats, and where one is in the navigation."""

import json
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.forms.boundfield import BoundField
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()

SEAT_LETTERS = "ABCDEFGH"


@cache
def icon_names() -> frozenset[str]:
    """Return the names in the sprite."""
    listed = Path(settings.BASE_DIR) / "league" / "static" / "vendor" / "vendor.json"
    packages = json.loads(listed.read_text(encoding="utf-8"))["packages"]
    return frozenset(name for package in packages for name in package.get("icons", ()))


@register.simple_tag
def site_languages() -> list[tuple[str, str]]:
    """Return the languages that the site speaks, each by its own name."""
    return list(settings.LANGUAGES)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Draw an icon; with a label it speaks for itself, without one it is decoration."""
    if name not in icon_names():
        raise LookupError(f"There is no icon {name!r}; add it to vendor.json.")
    address = f"{static('vendor/lucide/sprite.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}"></use></svg>',
            label,
            address,
        )
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', address)


@register.simple_tag
def seat_badge(seat: int, size: str = "") -> SafeString:
    """Draw the badge of a 0-based seat: its colour, its shape and its letter."""
    return format_html(
        '<span class="seat seat-{}{}" role="img" aria-label="{}">{}</span>',
        seat,
        f" {size}" if size else "",
        gettext("Seat %(letter)s") % {"letter": SEAT_LETTERS[seat]},
        SEAT_LETTERS[seat],
    )


@register.filter
def seat_letter(seat: int) -> str:
    """Return the letter of a 0-based seat."""
    return SEAT_LETTERS[seat]


@register.simple_tag(takes_context=True)
def current(context: Context, address: str, exact: str = "") -> SafeString:
    """Mark a link of the navigation that leads to this page, or to one above it.

    An address without pages of its own below it (the club's home) is compared with exact="exact".
    """
    request = context.get("request")
    path = request.path if request else ""
    if path == address:
        return SafeString('aria-current="page"')
    if not exact and address and path.startswith(address):
        return SafeString('aria-current="true"')
    return SafeString("")


@register.filter
def kind_of(field: BoundField) -> str:
    """Return what decides a field's layout: `check` for a single box, else nothing."""
    return "check" if field.widget_type == "checkbox" else ""


@register.filter
def signed(points: int) -> str:
    """Write points with their sign and a real minus: +3, −2, 0."""
    return f"{points:+d}".replace("-", "\u2212") if points else "0"


@register.filter
def amount(points: int) -> str:
    """Write points with a real minus below zero: 110, −110."""
    return str(points).replace("-", "\u2212")
