"""The pictures of the cards: one for each card of each game, made of plain shapes alone."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from games.animal_poker.cards import ANIMALS, SEASONS
from games.franks_zoo.cards import FULL_DECK
from games.zop_zoo.deck import STANDARD_DECK
from league.core.games import online_part
from league.online.chat import EMOTE_PICTURES, EMOTES

SVG = "{http://www.w3.org/2000/svg}"
FOLDER = Path(settings.BASE_DIR) / "league" / "static" / "img" / "cards"
LARGEST = 75 * 1024
IN_TWO_GAMES = ["goat", "rabbit"]
NO_CARDS = frozenset({"coin", "void"})
"""What lies on the table beside the cards: Animal Poker's coins, the mark of a used specialty."""

OF_SYMBOLS = {"id", "viewBox"}
OF_PAINT = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "transform"}
SHAPES = {
    "symbol": set(),
    "g": set(),
    "rect": {"width", "height", "rx"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "path": {"d"},
}


def read_symbols(files: str = "*.svg") -> list[ElementTree.Element]:
    return [
        symbol
        for file in sorted(FOLDER.glob(files))
        for symbol in ElementTree.parse(file).getroot()
    ]


def ids_of(file: str) -> set[str]:
    return {symbol.get("id", "") for symbol in read_symbols(file)}


def drawing_of(card: str) -> str:
    """Return what a symbol shows, without its ground and without its name."""
    symbol = next(each for each in read_symbols() if each.get("id") == card)
    return "".join(ElementTree.tostring(each, encoding="unicode") for each in symbol[1:])


def test_every_card_of_every_game_has_one_picture() -> None:
    cards = {*FULL_DECK, *ANIMALS, *SEASONS, *STANDARD_DECK.ids.values()}
    drawn = [symbol.get("id", "") for symbol in read_symbols()]
    assert sorted(drawn) == sorted(cards | NO_CARDS)


def test_an_animal_of_two_games_looks_the_same_in_both() -> None:
    drawn_for = {
        animal.name: animal.id for animal in STANDARD_DECK.animals if animal.kind == "category"
    }
    shared = sorted({*FULL_DECK, *ANIMALS} & drawn_for.keys())
    assert shared == IN_TWO_GAMES
    assert [drawing_of(name) for name in shared] == [drawing_of(drawn_for[name]) for name in shared]


def test_other_cards_have_pictures_of_their_own() -> None:
    drawings = [drawing_of(symbol.get("id", "")) for symbol in read_symbols()]
    assert len(set(drawings)) == len(drawings) - len(IN_TWO_GAMES)


@pytest.mark.parametrize("symbol", read_symbols(), ids=lambda symbol: symbol.get("id"))
def test_a_picture_is_made_of_plain_shapes(symbol: ElementTree.Element) -> None:
    assert symbol.tag == f"{SVG}symbol"
    assert symbol.get("viewBox") == "0 0 64 64"
    for element in symbol.iter():
        shape = element.tag.removeprefix(SVG)
        own = OF_SYMBOLS if shape == "symbol" else set()
        assert set(element.keys()) - SHAPES[shape] - OF_PAINT - own == set()
        assert [value for value in element.attrib.values() if "url(" in value] == []
        assert (element.text or "").strip() == ""


def test_numbers_have_one_decimal_at_most() -> None:
    paths = "".join(each.get("d", "") for symbol in read_symbols() for each in symbol.iter())
    assert re.findall(r"\d*\.\d{2,}", paths) == []


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("franks-zoo", {*FULL_DECK}),
        ("animal-poker", {*ANIMALS, *SEASONS, "coin"}),
        ("zop-zoo", {*STANDARD_DECK.ids.values(), "void"}),
    ],
)
def test_the_pictures_of_a_game_are_served_in_one_small_file(game: str, cards: set[str]) -> None:
    file = FOLDER / Path(online_part(game).pictures).name
    assert finders.find(online_part(game).pictures) == str(file)
    assert cards <= ids_of(file.name)
    assert file.stat().st_size <= LARGEST


def test_the_emotes_are_among_the_pictures_that_the_chat_loads() -> None:
    assert EMOTES.keys() <= ids_of(Path(EMOTE_PICTURES).name)
