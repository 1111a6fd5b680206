import pytest

from games.base import Json
from games.franks_zoo import FRANKS_ZOO
from games.registry import UnknownGameError, game, games, scored_games
from games.score_sheet import SCORE_SHEET


def test_game_is_found_by_its_slug() -> None:
    assert game("franks-zoo") is FRANKS_ZOO
    assert (FRANKS_ZOO.title, FRANKS_ZOO.seats) == ("Frank’s Zoo", range(3, 8))


def test_unknown_game_is_refused_with_its_slug() -> None:
    with pytest.raises(UnknownGameError) as refused:
        game("Franks-Zoo")
    assert refused.value.slug == "Franks-Zoo"


def test_games_are_listed_each_under_its_own_slug() -> None:
    assert [listed.slug for listed in games()] == ["franks-zoo", "zop-zoo", "animal-poker"]


def test_games_by_score_sheet_are_scored_but_not_listed() -> None:
    assert scored_games() == (*games(), SCORE_SHEET)
    with pytest.raises(UnknownGameError):
        game("score-sheet")


def test_options_of_another_game_are_refused() -> None:
    class OtherOptions:
        def as_json(self) -> dict[str, Json]:
            return {}

    with pytest.raises(TypeError, match="not options of Frank’s Zoo"):
        game("franks-zoo").new_match(OtherOptions(), 4, 0)
