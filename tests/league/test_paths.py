"""Through how much code a hand and a round go: what a reader follows stays little."""

import pytest

from tests.benchmarks.paths import Route, count_evening

MOST = {
    "a hand": Route(files=30, functions=160, changes=120, statements=12),
    "closing a round": Route(files=35, functions=160, changes=120, statements=40),
    "opening a round": Route(files=25, functions=100, changes=100, statements=40),
}


@pytest.mark.thorough
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_requests_go_through_little_code() -> None:
    count_evening()
    counted = count_evening()
    assert counted.keys() == MOST.keys()
    too_much = {
        (name, of): count
        for name, route in counted.items()
        for of, count in route._asdict().items()
        if count > getattr(MOST[name], of)
    }
    assert too_much == {}
