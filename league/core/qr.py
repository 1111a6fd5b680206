"""Draw QR codes that phones read from paper, a screen and a projector."""

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _


def qr_svg(text: str, label: str = "") -> SafeString:
    """Return `text` as an inline SVG image, dark on light with the quiet zone that readers need.

    It is sized by CSS alone, so it carries no inline style. `label` is what a screen reader says.
    """
    drawn = segno.make(text, error="m", micro=False).svg_inline(
        omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr-code", lineclass=None
    )
    opening = format_html('<svg role="img" aria-label="{}" ', label or _("QR code"))
    # segno's drawing holds numbers and our own constants; only the label is somebody's text.
    return mark_safe(opening + drawn.removeprefix("<svg "))  # noqa: S308
