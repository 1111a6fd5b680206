import pytest

from games.franks_zoo.teams import pair


@pytest.mark.rule("FZ-20", "FZ-21", "FZ-R1")
@pytest.mark.parametrize(
    ("seats", "teams", "solo"),
    [
        (4, ((1, 3), (2, 4)), None),
        (5, ((1, 4), (2, 5)), 3),
        (6, ((1, 4), (2, 5), (3, 6)), None),
        (7, ((1, 5), (2, 6), (3, 7)), 4),
    ],
)
def test_pair_joins_the_places_of_the_rule(
    seats: int, teams: tuple[tuple[int, int], ...], solo: int | None
) -> None:
    assert pair(range(1, seats + 1)) == (teams, solo)


@pytest.mark.rule("FZ-21")
def test_pair_makes_the_better_placed_the_senior() -> None:
    team = pair([3, 1, 0, 2]).teams[0]
    assert (team.senior, team.junior) == (3, 0)
