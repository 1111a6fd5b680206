from itertools import pairwise
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from league.core.charts import (
    HEIGHT,
    WIDTH,
    Bar,
    Course,
    Point,
    bar_chart,
    course_chart,
    line_chart,
)

NUMBERS = st.integers(-5000, 5000)


@given(st.lists(st.builds(Point, NUMBERS, st.integers(0, 900)), min_size=1, max_size=60))
def test_line_chart_stays_on_its_drawing_and_higher_is_higher(points: list[Point]) -> None:
    drawn = ElementTree.fromstring(line_chart(points, "Rating"))
    (line,) = drawn.findall("polyline")
    corners = [tuple(map(float, corner.split(","))) for corner in line.attrib["points"].split()]
    assert len(corners) == len(points)
    for (x, y), (at, point) in zip(corners, enumerate(points), strict=True):
        assert 0 <= x <= WIDTH
        assert 0 <= y <= HEIGHT
        for (_, other_y), other in zip(corners[:at], points[:at], strict=True):
            assert (y <= other_y) or point.value <= other.value
    band = drawn.findall("polygon")
    assert len(band) == any(point.margin for point in points)


@given(st.lists(st.integers(0, 400), min_size=1, max_size=8))
def test_bar_chart_has_bars_as_high_as_their_values(values: list[int]) -> None:
    bars = [Bar(str(at), value) for at, value in enumerate(values, start=1)]
    drawn = ElementTree.fromstring(bar_chart(bars, "Places"))
    heights = [float(bar.attrib["height"]) for bar in drawn.findall("rect")]
    most = max(values)
    for height, value in zip(heights, values, strict=True):
        assert abs(height * most - max(heights) * value) <= 0.11 * most


def test_chart_of_nothing_is_nothing() -> None:
    assert (line_chart([], "Rating"), bar_chart([], "Places")) == ("", "")


def test_chart_says_what_it_shows_and_escapes_it() -> None:
    drawn = bar_chart([Bar("<1>", 3)], 'How "often"')
    assert drawn.startswith('<svg class="chart" viewBox="0 0 360 160" role="img" aria-label="How')
    assert "How &quot;often&quot;" in drawn
    assert "&lt;1&gt;" in drawn
    assert "style=" not in drawn


@given(st.lists(st.lists(NUMBERS, min_size=3, max_size=3), min_size=2, max_size=8))
def test_courses_stay_on_their_drawing_and_letters_lie_apart(values: list[list[int]]) -> None:
    courses = [Course(seat, "ABCDEFGH"[seat], tuple(row)) for seat, row in enumerate(values)]
    drawn = ElementTree.fromstring(course_chart(courses, "Totals"))
    lines = drawn.findall("polyline")
    assert [line.attrib["class"] for line in lines] == [
        f"course seat-line-{seat}" for seat in range(len(values))
    ]
    for line in lines:
        for corner in line.attrib["points"].split():
            x, y = map(float, corner.split(","))
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
    ends = [text for text in drawn.findall("text") if text.attrib["class"] == "end"]
    assert sorted("".join(text.text or "" for text in ends)) == [each.letter for each in courses]
    heights = [float(text.attrib["y"]) for text in ends]
    assert all(lower - upper >= 10.9 for upper, lower in pairwise(heights))
    assert all(0 < height <= HEIGHT for height in heights)


def test_a_course_of_one_value_is_no_drawing() -> None:
    assert course_chart([Course(0, "A", (0,))], "Totals") == ""
    assert course_chart([], "Totals") == ""
