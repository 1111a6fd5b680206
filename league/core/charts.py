"""Charts and QR codes as SVG; charts.css has colours and sizes."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import count as naturals
from typing import NamedTuple

import segno
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from league.core.templatetags.ui import amount

WIDTH, HEIGHT, LETTER = 360, 160, 11
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 10, 22
END = 44  # margin for the letters of courses


class Point(NamedTuple):
    """A value and its margin of error."""

    value: float
    margin: float = 0


class Bar(NamedTuple):
    """A number and its name."""

    name: str
    value: int


def line_chart(points: Sequence[Point], label: str) -> SafeString:
    """Render values in order, with a band of their margins; `label` is the text alternative."""
    if not points:
        return SafeString("")
    low = min(point.value - point.margin for point in points)
    high = max(point.value + point.margin for point in points)
    ticks = _ticks(low, high)
    scale = _Scale(min(low, ticks[0]), max(high, ticks[-1]), len(points))
    band = SafeString("")
    if any(point.margin for point in points):
        upper = [(at, point.value + point.margin) for at, point in enumerate(points)]
        lower = [(at, point.value - point.margin) for at, point in enumerate(points)]
        outline = [*upper, *reversed(lower)]
        band = format_html('<polygon class="spread" points="{}"/>', scale.path(outline))
    line = scale.path([(at, point.value) for at, point in enumerate(points)])
    return _frame(
        label,
        scale.grid(ticks),
        band,
        format_html('<polyline class="line" points="{}"/>', line),
        format_html(
            '<circle class="dot" cx="{}" cy="{}" r="4"/>',
            _short(scale.x(len(points) - 1)),
            _short(scale.y(points[-1].value)),
        ),
    )


class Course(NamedTuple):
    """The values of one seat in order, and the letter at their end."""

    seat: int
    letter: str
    values: tuple[int, ...]


def course_chart(courses: Sequence[Course], label: str) -> SafeString:
    """Render equally long courses in the colours of their seats."""
    count = len(courses[0].values) if courses else 0
    if count < 2:
        return SafeString("")
    values = [value for course in courses for value in course.values]
    ticks = _ticks(min(values), max(values))
    scale = _Scale(min(*values, ticks[0]), max(*values, ticks[-1]), count, right=END)
    lines = format_html_join(
        "",
        '<polyline class="course seat-line-{}" points="{}"/>',
        ((course.seat, scale.path(enumerate(course.values))) for course in courses),
    )
    ends: defaultdict[int, str] = defaultdict(str)
    for course in courses:
        ends[course.values[-1]] += course.letter
    wanted = [(ends[end], scale.y(end) + 4) for end in sorted(ends, reverse=True)]
    letters = format_html_join(
        "",
        '<text class="end" x="{}" y="{}">{}</text>',
        ((WIDTH - END + 6, _short(height), letter) for letter, height in _apart(wanted)),
    )
    return _frame(label, scale.grid(ticks), lines, letters)


def _apart(labels: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    """Move labels, uppermost first, so that they do not overlap or leave the chart."""
    moved: list[tuple[str, float]] = []
    for text, height in labels:
        moved.append((text, max(height, moved[-1][1] + LETTER) if moved else height))
    lowest = HEIGHT - BOTTOM + 4
    return [
        (text, min(height, lowest - LETTER * below))
        for below, (text, height) in zip(reversed(range(len(moved))), moved, strict=True)
    ]


def bar_chart(bars: Sequence[Bar], label: str) -> SafeString:
    """Render numbers from 0 up side by side."""
    if not bars:
        return SafeString("")
    most = max(1, *(bar.value for bar in bars))
    scale = _Scale(0, max(most, _ticks(0, most)[-1]), len(bars))
    width = (WIDTH - LEFT - RIGHT) / len(bars)
    rendered = format_html_join(
        "",
        '<rect class="bar" x="{}" y="{}" width="{}" height="{}" rx="3"/>'
        '<text class="name" x="{}" y="{}">{}</text>',
        (
            (
                _short(LEFT + width * (at + 0.15)),
                _short(scale.y(bar.value)),
                _short(width * 0.7),
                _short(scale.y(0) - scale.y(bar.value)),
                _short(LEFT + width * (at + 0.5)),
                HEIGHT - 6,
                bar.name,
            )
            for at, bar in enumerate(bars)
        ),
    )
    return _frame(label, scale.grid(_ticks(0, most)), rendered)


class _Scale:
    """Coordinates of `count` values between `low` and `high`."""

    def __init__(self, low: float, high: float, count: int, *, right: int = RIGHT) -> None:
        self.low, self.high, self.count, self.right = low, max(high, low + 1), count, right

    def x(self, at: int) -> float:
        """Return the x coordinate of the value at an index."""
        share = at / (self.count - 1) if self.count > 1 else 0.5
        return LEFT + (WIDTH - LEFT - self.right) * share

    def y(self, value: float) -> float:
        """Return the y coordinate of a value."""
        share = (value - self.low) / (self.high - self.low)
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    def path(self, values: Iterable[tuple[int, float]]) -> str:
        """Return (index, value) pairs as SVG points."""
        return " ".join(f"{_short(self.x(at))},{_short(self.y(value))}" for at, value in values)

    def grid(self, ticks: Sequence[int]) -> SafeString:
        """Render a line with its number for each tick."""
        return format_html_join(
            "",
            '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/>'
            '<text class="tick" x="{}" y="{}">{}</text>',
            (
                (LEFT, WIDTH - self.right, y, y, LEFT - 6, _short(self.y(tick) + 4), amount(tick))
                for tick, y in ((tick, _short(self.y(tick))) for tick in ticks)
            ),
        )


def _frame(label: str, *parts: SafeString) -> SafeString:
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        WIDTH,
        HEIGHT,
        label,
        format_html_join("", "{}", ((part,) for part in parts)),
    )


def _ticks(low: float, high: float) -> list[int]:
    for step in (10**power * factor for power in naturals() for factor in (1, 2, 5)):
        first, last = int(low // step) * step, -int(-high // step) * step
        if (last - first) // step < 5:
            break
    return list(range(first, max(last, first + step) + 1, step))


def _short(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")


def qr_svg(text: str, label: str = "") -> SafeString:
    """Render a QR code as inline SVG without inline styles; `label` is the text alternative."""
    rendered = segno.make(text, error="m", micro=False).svg_inline(
        omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr-code", lineclass=None
    )
    opening = format_html('<svg role="img" aria-label="{}" ', label or _("QR code"))
    # segno's drawing holds numbers and our own constants; only the label is somebody's text.
    return mark_safe(opening + rendered.removeprefix("<svg "))  # noqa: S308
