from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from games.zop_zoo.game import ZOP_ZOO as ZOP_ZOO_ENGINE
from league.core.games import UnknownGameError, check_games, online_part, site_game, site_games
from league.core.games.entry import EntryPart, RuleTexts
from league.site_games.zop_zoo.entry import ZopZooEntry

ZOP_ZOO = site_game("zop-zoo")
OWN = "tests.league.core.games.test_checks"
ZOO = "league.site_games.zop_zoo.GAME"


class _NoTemplate(ZopZooEntry):
    TEMPLATE = "results/nowhere/_fields.html"


WITHOUT_TEMPLATE = replace(ZOP_ZOO, entry=replace(ZOP_ZOO.entry, form=_NoTemplate))
WITHOUT_SCRIPT = replace(ZOP_ZOO, entry=replace(ZOP_ZOO.entry, preview_script="js/nowhere.js"))
WITHOUT_RULE = replace(ZOP_ZOO, rule_texts=RuleTexts(places={"ZZ-99": "Nobody knows."}))
OTHER_OPTIONS = replace(ZOP_ZOO, options_form=site_game("franks-zoo").options_form)
NOT_A_GAME = EntryPart
SAME_RULES = replace(ZOP_ZOO, engine=replace(ZOP_ZOO_ENGINE, slug="zop-zoo-again"))


def test_the_games_of_the_site_lack_nothing() -> None:
    assert check_games() == []


@pytest.mark.parametrize(
    ("names", "number", "text"),
    [
        ([], "E001", "lists no game"),
        (["league.site_games.nowhere.GAME"], "E001", "league.site_games.nowhere.GAME"),
        ([f"{OWN}.NOT_A_GAME"], "E001", "is not a SiteGame"),
        ([ZOO, ZOO], "E001", "two games are called zop-zoo"),
        ([f"{OWN}.OTHER_OPTIONS"], "E002", "final_trick, mode"),
        ([f"{OWN}.WITHOUT_TEMPLATE"], "E003", "results/nowhere/_fields.html"),
        ([f"{OWN}.WITHOUT_SCRIPT"], "E004", "js/nowhere.js"),
        ([f"{OWN}.WITHOUT_RULE"], "E005", "ZZ-99"),
        ([ZOO, f"{OWN}.SAME_RULES"], "E006", "ZZ-01"),
    ],
)
def test_what_is_missing_is_named(settings: Any, names: list[str], number: str, text: str) -> None:
    settings.SITE_GAMES = names
    (found,) = check_games()
    assert found.id == f"games.{number}"
    assert text in found.msg


def test_games_are_listed_in_the_order_of_the_setting(settings: Any) -> None:
    settings.SITE_GAMES = [ZOO, "league.site_games.franks_zoo.GAME"]
    assert [game.slug for game in site_games()] == ["zop-zoo", "franks-zoo"]
    with pytest.raises(UnknownGameError, match="animal-poker"):
        site_game("animal-poker")


@pytest.mark.django_db
def test_a_game_without_online_play_is_unknown_there(settings: Any, client: Client) -> None:
    settings.SITE_GAMES = ["tests.examples.crazy_eights.on_site.GAME"]
    assert site_game("crazy-eights").online is None
    with pytest.raises(UnknownGameError):
        online_part("crazy-eights")
    assert client.get("/play/").status_code == 404
