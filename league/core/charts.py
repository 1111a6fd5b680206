"""Draw small charts as SVG on the server; colours and sizes are charts.css's."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.core.templatetags.ui import amount

WIDTH: Final = 360
HEIGHT: Final = 160
LEFT: Final = 40
RIGHT: Final = 8
TOP: Final = 10
BOTTOM: Final = 22
END: Final = 44
"""Room for the letters at the end of courses."""
LETTER: Final = 11
STEPS: Final = (1, 2, 5)
MOST_LINES: Final = 5


class Point(NamedTuple):
    """A value in a row of them, and how far off it may be."""

    value: float
    margin: float = 0


class Bar(NamedTuple):
    """A whole number with its name."""

    name: str
    value: int


def line_chart(points: Sequence[Point], label: str) -> SafeString:
    """Draw values one after the other, with a band where they have margins.

    `label` says in words what can be seen.
    """
    if not points:
        return SafeString("")
    low = min(point.value - point.margin for point in points)
    high = max(point.value + point.margin for point in points)
    ticks = _ticks(low, high)
    scale = _Scale(min(low, ticks[0]), max(high, ticks[-1]), len(points))
    upper = [(at, point.value + point.margin) for at, point in enumerate(points)]
    lower = [(at, point.value - point.margin) for at, point in enumerate(points)]
    band = SafeString("")
    if any(point.margin for point in points):
        outline = [*upper, *reversed(lower)]
        band = format_html('<polygon class="spread" points="{}"/>', scale.path(outline))
    line = scale.path([(at, point.value) for at, point in enumerate(points)])
    last = points[-1]
    return _frame(
        label,
        scale.grid(ticks),
        band,
        format_html('<polyline class="line" points="{}"/>', line),
        format_html(
            '<circle class="dot" cx="{}" cy="{}" r="4"/>',
            _short(scale.x(len(points) - 1)),
            _short(scale.y(last.value)),
        ),
    )


class Course(NamedTuple):
    """The values of one seat one after the other, and the letter that stands at their end."""

    seat: int
    letter: str
    values: tuple[int, ...]


def course_chart(courses: Sequence[Course], label: str) -> SafeString:
    """Draw the courses of seats in one picture, each in the colour of its seat.

    All have equally many values. Seats that end at the same height share a place for their letters.
    """
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
    ends: dict[int, str] = {}
    for course in courses:
        ends[course.values[-1]] = f"{ends.get(course.values[-1], '')}{course.letter}"
    wanted = [(ends[end], scale.y(end) + 4) for end in sorted(ends, reverse=True)]
    letters = format_html_join(
        "",
        '<text class="end" x="{}" y="{}">{}</text>',
        ((WIDTH - END + 6, _short(height), letter) for letter, height in _apart(wanted)),
    )
    return _frame(label, scale.grid(ticks), lines, letters)


def _apart(labels: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    """Move labels, the uppermost first, so that none lies on another or below the drawing."""
    moved: list[tuple[str, float]] = []
    for text, height in labels:
        moved.append((text, max(height, moved[-1][1] + LETTER) if moved else height))
    lowest = HEIGHT - BOTTOM + 4
    return [
        (text, min(height, lowest - LETTER * below))
        for below, (text, height) in zip(reversed(range(len(moved))), moved, strict=True)
    ]


def bar_chart(bars: Sequence[Bar], label: str) -> SafeString:
    """Draw whole numbers from 0 upwards side by side, each with its name below."""
    if not bars:
        return SafeString("")
    most = max(1, *(bar.value for bar in bars))
    scale = _Scale(0, max(most, _ticks(0, most)[-1]), len(bars))
    width = (WIDTH - LEFT - RIGHT) / len(bars)
    drawn = format_html_join(
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
    return _frame(label, scale.grid(_ticks(0, most)), drawn)


class _Scale:
    """Put values from `low` to `high`, `count` of them side by side, on the drawing."""

    def __init__(self, low: float, high: float, count: int, *, right: int = RIGHT) -> None:
        self.low, self.high, self.count, self.right = low, max(high, low + 1), count, right

    def x(self, at: int) -> float:
        """Return where a value stands from left to right."""
        share = at / (self.count - 1) if self.count > 1 else 0.5
        return LEFT + (WIDTH - LEFT - self.right) * share

    def y(self, value: float) -> float:
        """Return how far below the top a value is."""
        share = (value - self.low) / (self.high - self.low)
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    def path(self, values: Iterable[tuple[int, float]]) -> str:
        """Return values as the corners of a line."""
        return " ".join(f"{_short(self.x(at))},{_short(self.y(value))}" for at, value in values)

    def grid(self, ticks: Sequence[int]) -> SafeString:
        """Draw a line across for each tick, with its number."""
        return format_html_join(
            "",
            '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/>'
            '<text class="tick" x="{}" y="{}">{}</text>',
            (
                (
                    LEFT,
                    WIDTH - self.right,
                    _short(self.y(tick)),
                    _short(self.y(tick)),
                    LEFT - 6,
                    _short(self.y(tick) + 4),
                    amount(tick),
                )
                for tick in ticks
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
    """Return round numbers from below the lowest value to above the highest."""
    size = 1
    while True:
        for step in (size * factor for factor in STEPS):
            first, last = int(low // step) * step, -int(-high // step) * step
            if (last - first) // step < MOST_LINES:
                return list(range(first, max(last, first + step) + 1, step))
        size *= 10


def _short(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")
