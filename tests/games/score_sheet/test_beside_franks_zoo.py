"""A sheet can say how Frank's Zoo scores: its hands come out as the game's own engine has them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.franks_zoo import FRANKS_ZOO
from tests.games.score_sheet.sheets import JsonObject, match_of, sheet_of
from tests.oracles.franks_zoo_hands import hands

SHEET = sheet_of(
    players={"fewest": 4, "most": 7},
    partners={"kind": "places"},
    columns=[
        {"id": "place", "label": "Place", "kind": "place"},
        {"id": "lions", "label": "Lions", "kind": "count", "highest": 5},
        {"id": "in_hand", "label": "In hand", "kind": "count", "of": "table", "highest": 5},
        {"id": "hedgehog", "label": "Hedgehog", "kind": "tick"},
    ],
    values=[{"id": "own", "is": "if place = seats then 0 else seats + 1 - place"}],
    lines=[
        {"rule": "ZO-01", "label": "Places", "points": "team(own)"},
        {"rule": "ZO-02", "label": "Solo", "points": "4", "when": "partners(1) = 0"},
        {"rule": "ZO-03", "label": "Lions", "points": "lions", "when": "lions >= 2"},
        {"rule": "ZO-04", "label": "Left", "points": "-in_hand", "when": "place = seats"},
        {"rule": "ZO-05", "label": "None", "points": "-1", "when": "not hedgehog"},
    ],
)


def as_sheet_has_it(hand: JsonObject) -> JsonObject:
    places = [hand["finish"].index(seat) + 1 for seat in range(len(hand["finish"]))]
    return {
        "teams": hand["teams"],
        "place": places,
        "lions": hand["lions_taken"],
        "in_hand": hand["lions_in_hand"],
        "hedgehog": hand["hedgehog"],
    }


@given(data=st.data(), seats=st.integers(4, 7))
@settings(max_examples=60)
def test_second_hand_scores_as_in_franks_zoo(data: st.DataObject, seats: int) -> None:
    hand = data.draw(hands(seats, "partners", 2))
    theirs = FRANKS_ZOO.new_match(FRANKS_ZOO.options({}), seats, 0).skip()
    first: JsonObject = {
        "place": list(range(1, seats + 1)),
        "lions": [0] * seats,
        "in_hand": 0,
        "hedgehog": [True] * seats,
    }
    ours = match_of(SHEET, seats).add(first)
    assert ours.score(as_sheet_has_it(hand)).scores == theirs.score(hand).scores
