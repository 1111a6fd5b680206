"""QR codes on paper."""

from league.core.qr import qr_svg


def qr_drawing(text: str) -> str:
    """Return `text` as an SVG document of its own: a page's inline one with its name space."""
    return qr_svg(text).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
