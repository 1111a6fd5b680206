"""Template tags of icons, seats, navigation and numbers."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.forms.boundfield import BoundField
from django.template.context import Context
from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from league.core.games import SiteGame, site_games
from league.core.handbook import handbook_address, help_page
from league.core.rule_texts import join_names

register = template.Library()

SEAT_LETTERS = "ABCDEFGH"


@cache
def icon_names() -> frozenset[str]:
    """Return the names of the sprite's icons."""
    listed = Path(settings.BASE_DIR) / "league" / "static" / "vendor" / "vendor.json"
    packages = json.loads(listed.read_text(encoding="utf-8"))["packages"]
    return frozenset(name for package in packages for name in package.get("icons", ()))


@register.simple_tag
def site_languages() -> list[tuple[str, str]]:
    """Return the site's languages."""
    return list(settings.LANGUAGES)


@register.simple_tag
def game_names(joined_by: str = "", games: Iterable[SiteGame] | None = None) -> str:
    """Return game titles joined by "and", "or" or commas."""
    titles = [game.title for game in games or site_games()]
    if joined_by == "or" and len(titles) > 1:
        names = {"names": ", ".join(titles[:-1]), "last": titles[-1]}
        return gettext("%(names)s or %(last)s") % names
    return join_names(titles) if joined_by == "and" else ", ".join(titles)


register.filter("hand_title", SiteGame.hand_title)
register.simple_tag(SiteGame.hand_title, name="hand_title")
register.filter("hand_named", SiteGame.hand_named)


@register.simple_tag(takes_context=True)
def help_address(context: Context) -> str:
    """Return the address of the handbook's page about the page that is shown."""
    found = getattr(context.get("request"), "resolver_match", None)
    return handbook_address(help_page(found.view_name) if found else "")


@register.simple_tag
def sends_mail() -> bool:
    """Say whether mail leaves this machine."""
    return bool(settings.SENDS_MAIL)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Render an icon, decorative without a label."""
    if name not in icon_names():
        raise LookupError(f"There is no icon {name!r}; add it to vendor.json.")
    address = f"{static('vendor/lucide/sprite.svg')}#{name}"
    role = 'role="img" aria-label="{}"' if label else 'aria-hidden="true"'
    values = (label, address) if label else (address,)
    return format_html(f'<svg class="icon" {role}><use href="{{}}"></use></svg>', *values)


@register.simple_tag
def seat_badge(seat: int, size: str = "") -> SafeString:
    """Render the badge of a 0-based seat."""
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
    """Return aria-current for a link to this page or, unless `exact`, to one above it."""
    request = context.get("request")
    path = request.path if request else ""
    if path == address:
        return SafeString('aria-current="page"')
    is_above = not exact and address and path.startswith(address)
    return SafeString('aria-current="true"' if is_above else "")


@register.filter
def kind_of(field: BoundField) -> str:
    """Return "check" for a checkbox, else ""."""
    return "check" if field.widget_type == "checkbox" else ""


@register.filter
def club_time(at: datetime, club: Any = None) -> str:
    """Return date and time by a club's clock; on a page of no club in UTC, which it says."""
    zone = ZoneInfo(club.time_zone) if club else UTC
    text = date_format(at.astimezone(zone), "DATETIME_FORMAT")
    return text if club else f"{text} UTC"


@register.filter
def signed(points: int) -> str:
    """Return points with sign and real minus: +3, −2, 0."""
    return f"{points:+d}".replace("-", "\u2212") if points else "0"


@register.filter
def amount(points: int) -> str:
    """Return points with a real minus: 110, −110."""
    return str(points).replace("-", "\u2212")
