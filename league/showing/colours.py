"""Find a readable ink for a colour that a club has chosen."""

import re

HEX = re.compile("[0-9a-f]{6}")
DEFAULT_ACCENT = "123f33"
BLACK, WHITE = "000000", "ffffff"


def luminance(colour: str) -> float:
    """Return the relative luminance of six hexadecimal digits, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(colour: str) -> str:
    """Return black or white, whichever is read better; one of them has always more than 4.5:1."""
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, colour))


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
