"""QR codes as inline SVG."""

import re

import segno

from league.core.charts import qr_svg


def dark_modules(svg: str) -> set[tuple[int, int]]:
    """Return the dark squares of a drawing, as (row, column) without the quiet zone of 4."""
    path = re.search(r'<path stroke="#000" d="([^"]+)"', svg)
    assert path is not None
    dark, x, y = set(), 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "h":
            dark |= {(int(y) - 4, int(x) + step - 4) for step in range(int(values[0]))}
            x += values[0]
        else:
            x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
    return dark


def test_code_draws_exactly_the_modules_of_the_text() -> None:
    text = "http://192.168.1.20:8000/join/abcdefghijklmnopqrstuv/"
    matrix = segno.make(text, error="m", micro=False).matrix
    wanted = {(y, x) for y, row in enumerate(matrix) for x, cell in enumerate(row) if cell & 1}

    assert dark_modules(qr_svg(text)) == wanted


def test_code_has_an_escaped_label_and_no_inline_style() -> None:
    svg = qr_svg("x", '"><script>alert(1)</script>')

    assert 'role="img" aria-label="&quot;&gt;&lt;script&gt;' in svg
    assert "<script" not in svg
    assert "style=" not in svg
