import os

import pytest

from tests.benchmarks.phones import share
from tests.benchmarks.processes import MIB, Memory, MemoryLog, exponent, memory_over


def test_share_is_the_value_that_a_part_does_not_exceed() -> None:
    seconds = [each / 1000 for each in range(100, 0, -1)]
    assert [share(seconds, part) for part in (0, 0.5, 0.95, 1)] == [1, 51, 96, 100]


def test_memory_grows_by_its_slope_an_hour() -> None:
    points = [(0.0, 100.0), (60.0, 101.0), (120.0, 102.0)]
    summed = memory_over("web", 7, points)
    assert summed._replace(slope=0) == Memory("web", 7, 100, 102, 102, 0)
    assert summed.slope == pytest.approx(60)


def test_memory_of_a_process_that_has_ended_is_left_out() -> None:
    log = MemoryLog()
    for moment in (0, 1):
        log.note(moment, {os.getpid(): "this", 2**22 + 1: "gone"})
    [own] = log.summary()
    assert (own.kind, own.pid) == ("this", os.getpid())
    assert own.most > 1_000_000 / MIB


@pytest.mark.parametrize(
    ("costs", "power"), [((5, 5, 5), 0), ((1, 10, 100), 1), ((2, 200, 2e4), 2)]
)
def test_exponent_is_the_power_of_growth(costs: tuple[float, ...], power: float) -> None:
    assert exponent((10, 100, 1000), costs) == pytest.approx(power)
