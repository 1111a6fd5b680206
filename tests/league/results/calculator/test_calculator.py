"""The calculator's pages: without a database, an account or scripts."""

import json
import re
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from games.match_file import score_match
from games.registry import games
from league.results.calculator.match import (
    LARGEST_MATCH,
    MOST_HANDS,
    BrokenLinkError,
    CalculatedMatch,
    pack,
    read_match,
    unpack,
)
from tests.league.results.hands import SUBMISSIONS, poker_record
from tests.league.results.visits import Answer, form_of, text_of
from tests.portions import in_portions

FRANK = {"seats": "4", "dealer": "0", "mode": "partners", "target": "19", "final_trick": "owner"}
SECOND_HAND = {
    "teams": [[0, 3], [1, 2]],
    "finish": [0, 1, 2, 3],
    "lions_taken": [5, 0, 0, 0],
    "lions_in_hand": 0,
    "hedgehog": [True, True, True, True],
}
FOUR = {"game": "franks-zoo", "seats": 4, "dealer": 0}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(0.5) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@pytest.fixture(autouse=True)
def _no_tries_counted() -> None:
    cache.clear()


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def address(code: str) -> str:
    return f"/calculator/match/?m={code}"


def begin(client: Client, game: str = "franks-zoo", **fields: str) -> str:
    answer = client.post(f"/calculator/{game}/", FRANK | fields)
    assert answer.status_code == 302, text_of(answer)
    return str(answer["Location"])


def look(client: Client, value: object) -> Answer:
    return client.get(address(encoded(zlib.compress(json.dumps(value).encode()))))


def random_match(game: str, rng: Random) -> CalculatedMatch:
    """Play a match by drawing deals and actions, until it is over or long enough."""
    rules = next(each for each in games() if each.slug == game)
    seats = rng.choice(rules.seats)
    names = [rng.choice(["", "Ada", "Björn", "Zoë 🦁"]) for _ in range(seats)]
    match = CalculatedMatch.begin(game, {}, rng.randrange(seats), names)
    while (setup := match.match.next_hand()) is not None and len(match.hands) < 4:
        state = rules.start(setup, rules.sample_deal(setup, rng))
        while not state.is_over():
            seat = rng.choice(state.acting_seats())
            state.apply_unchecked(seat, rng.choice(state.legal_actions(seat)))
        match = match.with_hand(state.record())
    return match


@pytest.mark.parametrize("game", [each.slug for each in games()])
def test_a_link_carries_a_match_and_counts_as_the_command_line_does(game: str) -> None:
    for seed in range(4):
        match = random_match(game, Random(seed))
        read = read_match(match.code)
        assert (read.as_json(), read.names) == (match.as_json(), match.names)
        value = read.as_json()
        value.pop("names", None)
        told: Any = score_match(value)
        assert told["totals"] == list(read.match.totals)
        assert told["places"] == list(read.match.places)
        assert [hand["scores"] for hand in told["hands"]] == [
            list(hand.score.scores) for hand in read.hands
        ]
        assert (
            replace(read, hands=read.hands[:-1]).as_json()["hands"] == match.as_json()["hands"][:-1]
        )


@in_portions(4)
@settings(max_examples=25)
@given(JSON)
def test_any_value_packs_and_unpacks_to_itself(portion: int, value: Any) -> None:
    try:
        text = pack(value)
    except UnicodeEncodeError:
        return
    try:
        assert unpack(text) == value
    except BrokenLinkError:
        assert len(text) > 5000


@in_portions(6)
@settings(max_examples=25)
@given(
    st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: urlsafe_b64encode(raw).decode())
)
def test_no_text_breaks_the_page(portion: int, text: str) -> None:
    answer = Client().get("/calculator/match/", {"m": text})
    assert answer.status_code == 400
    assert "No match in this link" in text_of(answer)


@in_portions(6)
@settings(max_examples=25)
@given(st.fixed_dictionaries({}, optional={
    "game": st.sampled_from(["franks-zoo", "zop-zoo", "animal-poker"]) | JSON,
    "seats": st.integers(0, 8) | JSON,
    "dealer": st.integers(-1, 8) | JSON,
    "options": st.dictionaries(st.sampled_from(["target", "mode", "deck", "beasts"]), JSON) | JSON,
    "names": st.lists(st.text(max_size=100), max_size=9) | JSON,
    "first": JSON,
    "hands": st.lists(
        st.dictionaries(st.sampled_from(["finish", "winner", "points", "seats"]), JSON) | JSON,
        max_size=4,
    ) | JSON,
}))  # fmt: skip
def test_no_hand_edited_match_breaks_the_page(portion: int, value: dict[str, Any]) -> None:
    answer = look(Client(), value)
    assert answer.status_code in {200, 400}  # type: ignore[attr-defined]


def test_a_small_link_that_unpacks_to_a_large_match_is_refused() -> None:
    bomb = urlsafe_b64encode(zlib.compress(b" " * 50 * LARGEST_MATCH)).decode()
    assert len(bomb) < 7000
    with pytest.raises(BrokenLinkError):
        unpack(bomb[:6000])
    small = urlsafe_b64encode(zlib.compress(b" " * (LARGEST_MATCH + 1))).decode()
    assert Client().get(address(small)).status_code == 400


def test_a_bad_hand_is_told_and_the_good_ones_before_it_are_shown() -> None:
    good, bad = {"finish": [0, 1, 2, 3]}, SECOND_HAND | {"finish": [0, 0, 2, 3]}
    answer = look(Client(), FOUR | {"hands": [good, bad, good], "names": ["Ada", 7, "\u202e"]})
    text = text_of(answer)
    assert answer.status_code == 200  # type: ignore[attr-defined]
    assert "Part of this link cannot be scored" in text
    assert "Hand 2:" in text
    assert "Showing 1 of 3 hands in the link." in text
    assert "Ada, Player 2, Player 3, Player 4" in text
    assert "after hand 1" in text


def test_the_faults_of_a_match_are_told_together() -> None:
    answer = look(Client(), {"game": "franks-zoo", "seats": 9, "dealer": 0, "hands": [], "x": 1})
    text = text_of(answer)
    assert "seats: This game cannot be played with this number of players." in text
    assert "Unknown field." in text


def test_hands_without_end_are_cut() -> None:
    record = {"coins": [0, 0, 0], "won": [], "pot": 3}
    data = {"game": "animal-poker", "seats": 3, "dealer": 0}
    hands = []
    match = CalculatedMatch.begin("animal-poker", {}, 0, ["", "", ""])
    for _ in range(MOST_HANDS + 5):
        pot = match.match.next_hand().as_json()["pot"]  # type: ignore[union-attr]
        record = {"coins": [0, 0, 0], "won": [], "pot": pot}
        match = match.with_hand(record)
        hands.append(record)
    read = read_match(pack(data | {"hands": hands}))
    assert len(read.hands) == MOST_HANDS
    assert read.faults == ("Showing 200 of 205 hands in the link.",)


def test_a_match_is_entered_taken_back_and_begun_anew_without_scripts() -> None:
    client = Client()
    url = begin(client, **{"name-0": "Ada", "name-2": "Chiara", "dealer": "1"})
    page: Answer = client.get(url)
    for seat in (3, 1, 0):
        page = client.post(url, form_of(page) | {"tap": str(seat)})
    preview = text_of(client.post(url, form_of(page) | {"preview": "1"}))
    assert "Place 1" in preview
    url = client.post(url, form_of(page) | {"send": "1"})["Location"]
    page = client.get(url)
    text = text_of(page)
    assert "after hand 1" in text
    assert "Place 1 FZ-14 +4 total 4" in text
    assert "Enter hand 2" in text
    assert "Player 2 senior" in text or "senior" in text
    asked = client.post(url, form_of(page) | {"finish": "0,1,2", "send": "1"})
    assert asked.status_code == 422
    assert "5 lions are missing" in text_of(asked)
    second = client.post(url, form_of(asked) | {"send": "1"})
    assert second.status_code == 302
    html = client.get(second["Location"]).content.decode()
    back = re.findall(r'href="([^"]*)"[^>]*>(?:(?!</a>).)*Undo hand 2', html)[0]
    assert back == url
    again = re.findall('href="([^"]*)"[^>]*>(?:(?!</a>).)*New match, same players', html)[0]
    assert "Hand 1" in text_of(client.get(again))


def test_a_fault_stands_at_its_field_and_nothing_is_lost() -> None:
    client = Client()
    url = begin(client, "zop-zoo", target="800", beasts="4", specialty_on_discard="must",
                missed_cards="strict")  # fmt: skip
    form = form_of(client.get(url)) | {"way": "points", "winner": "1", "send": "1"}
    form |= {"points-0": "-7", "points-1": "100", "points-2": "x", "points-3": "5"}
    answer = client.post(url, form)
    assert answer.status_code == 422
    assert "All points in this game are multiples of 5." in text_of(answer)
    kept = form_of(answer)
    assert (kept["points-0"], kept["points-2"], kept["winner"]) == ("-7", "x", "1")


def test_a_hand_of_animal_poker_is_explained() -> None:
    answer = look(Client(), {"game": "animal-poker", "seats": 4, "dealer": 0,
                             "hands": [poker_record()]})  # fmt: skip
    text = text_of(answer)
    assert "Points step by step" in text
    assert len(SUBMISSIONS) == 4
    assert "Everyone plays alone" in text


def test_with_the_first_hand_over_teams_are_picked_and_not_doubted() -> None:
    client = Client()
    url = begin(client, is_late="on")
    page = client.get(url)
    assert re.search(r'<details[^>]*id="other-teams"[^>]* open', page.content.decode())
    form = form_of(page) | {"finish": "0,1,2", "lions-0": "5", "send": "1"}
    form |= {"role-0": "0-senior", "role-1": "0-junior", "role-2": "1-senior", "role-3": "1-junior"}
    answer = client.post(url, form)
    assert answer.status_code == 302
    text = text_of(client.get(answer["Location"]))
    assert "Hand 2" in text
    assert "5 lions taken" in text
    assert "other teams" not in text.partition("Results")[2]


def test_an_ended_match_says_who_won_and_asks_for_no_more() -> None:
    hands: list[Any] = [{"finish": [0, 1, 2, 3]}]
    match = CalculatedMatch.begin("franks-zoo", {"target": 4}, 0, ["Ada", "", "", ""])
    match = match.with_hand(hands[0])
    while (setup := match.match.next_hand()) is not None:
        teams = [list(team) for team in setup.teams]
        match = match.with_hand(SECOND_HAND | {"teams": teams})
    client = Client()
    page = client.get(address(match.code))
    assert "Ada wins" in text_of(page)
    assert 'id="hand-form"' not in page.content.decode()
    assert client.post(address(match.code), {"finish": "0,1,2", "send": "1"}).status_code == 200


def test_players_that_do_not_fit_are_told_at_their_fields() -> None:
    form = FRANK | {"seats": "3", "name-3": "Dörte", "dealer": "3"}
    answer = Client().post("/calculator/franks-zoo/", form | {"target": "0"})
    text = text_of(answer)
    assert answer.status_code == 422
    assert "This seat is not in the match. Clear the name, or choose more players." in text
    assert "Choose one of the 3 players." in text
    assert 'value="Dörte"' in answer.content.decode()


def test_the_pages_are_open_to_everybody_and_to_search_engines() -> None:
    client = Client()
    for path in ("/calculator/", *(f"/calculator/{each.slug}/" for each in games())):
        answer = client.get(path)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert "noindex" not in page + str(answer.headers)
        assert "calculator" in page
    assert client.get("/calculator/chess/").status_code == 404
    assert "sessionid" not in client.cookies


@pytest.mark.parametrize("path", ["/calculator/franks-zoo/", "/calculator/preview/", None])
def test_too_many_posts_are_refused_in_words(settings: Settings, path: str | None) -> None:
    client = Client()
    url = begin(client)
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "calculate": 0}
    answer = client.post(path or url, FRANK | {"finish": "0,1,2", "send": "1"})
    assert answer.status_code == 429


def test_a_preview_comes_without_a_page() -> None:
    client = Client()
    url = begin(client)
    answer = client.post(url.replace("match/", "preview/"), {"finish": "3,2,1"})
    assert answer.status_code == 200
    assert "Place 1" in text_of(answer)
    assert "<html" not in answer.content.decode()
    assert client.post("/calculator/preview/?m=x", {}).status_code == 400
