"""The guided first hand: short, won by the guide's advice, and without a hidden card."""

import json
import random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from league.core.games import online_games, online_part
from league.core.games.online import Lesson
from league.online.lessons import NEWCOMER, GuidedHand, guided_hand
from tests.league.online.hidden import rows_of, words_in
from tests.league.online.tables import NOW

GAMES = [game.slug for game in online_games()]


def lesson_of(game: str) -> Lesson:
    """Return the lesson of a game."""
    lesson = online_part(game).lesson
    assert lesson is not None
    return lesson


def hand_after(game: str, *moves: object) -> GuidedHand:
    """Return the guided hand after some moves of the newcomer."""
    return guided_hand(game, lesson_of(game), "Ada", moves)


def played_as_advised(game: str) -> list[GuidedHand]:
    """Return the guided hand after each move that the guide advises."""
    hands = [hand_after(game)]
    while not hands[-1].state.is_over():
        hands.append(hand_after(game, *hands[-1].trail, hands[-1].advice()))
        assert len(hands) < 20
    return hands


@pytest.mark.parametrize("game", GAMES)
def test_who_does_as_the_guide_says_wins_a_short_hand(game: str) -> None:
    hands = played_as_advised(game)
    assert 2 <= len(hands) <= 14
    result: Any = hands[-1].view(after=None, now=NOW)["result"]
    best = max(result["points"], key=lambda each: each["points"])
    assert best["seat"] == NEWCOMER


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_has_something_to_say_of_every_moment(game: str) -> None:
    for hand in played_as_advised(game):
        said: Any = hand.view(after=None, now=NOW)["coach"]
        assert said
        assert all("%(" not in text and text for text in said.values())


def still_to_draw(game: str) -> list[str]:
    """Return the end of the draw pile, in words."""
    engine, lesson = online_part(game).engine, lesson_of(game)
    setup = engine.new_match(engine.options({}), lesson.seats, lesson.seats - 1).next_hand()
    assert setup is not None
    deal = engine.sample_deal(setup, random.Random(lesson.seed)).as_json()
    return [words_in(" ".join(row[-6:])) for row in rows_of(deal.get("draw_pile"))]


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_of_a_guided_hand_holds_a_hidden_card(game: str) -> None:
    for hand in played_as_advised(game)[:-1]:
        told = words_in(json.dumps(hand.view(after=None, now=NOW)))
        for seat in range(1, lesson_of(game).seats):
            seen = hand.state.observation(seat).as_json()
            own = hand.state.observation(NEWCOMER).as_json()
            for name in seen:
                if seen[name] != own[name]:
                    hidden = [words_in(" ".join(row)) for row in rows_of(seen[name], least=3)]
                    assert not any(row in told for row in hidden)
        assert not any(row in told for row in still_to_draw(game))


def post(client: Client, game: str, trail: list[object], action: object) -> tuple[int, Any]:
    """Send a move of a guided hand, after those made so far."""
    answer = client.post(
        reverse("online:lesson_move", args=[game]),
        {"trail": trail, "action": action, "moves": 0},
        content_type="application/json",
    )
    return answer.status_code, answer.json()


def test_a_guided_hand_is_played_without_an_account_or_a_table(client: Client) -> None:
    page = client.get(reverse("online:lesson", args=["franks-zoo"]))
    view = page.context["screen"]["view"]
    assert (view["phase"], view["you"], view["trail"]) == ("playing", 0, [])
    status, reply = post(client, "franks-zoo", [], hand_after("franks-zoo").advice())
    assert status == 200
    assert len(reply["view"]["trail"]) == 1
    assert "sessionid" not in client.cookies


def test_a_wrong_move_of_a_guided_hand_says_which_rule_forbids_it(client: Client) -> None:
    wrong = {"type": "play", "cards": ["whale"] * 5}
    status, reply = post(client, "franks-zoo", [], wrong)
    assert status == 422
    assert reply["rule"] == "FZ-06" or reply["text"]
    assert reply["view"]["trail"] == []
    status, reply = post(client, "franks-zoo", [wrong, 7], {"type": "pass"})
    assert (status, reply["view"]["trail"]) == (422, [])


def test_a_game_without_a_lesson_has_no_guided_hand(client: Client) -> None:
    assert client.get(reverse("online:lesson", args=["rummy"])).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_page_says_the_first_words_of_the_guide_before_its_script(
    client: Client, game: str
) -> None:
    page = client.get(reverse("online:lesson", args=[game]))
    said = page.context["screen"]["view"]["coach"]
    assert f"<p>{escape(next(iter(said.values())))}</p>" in page.content.decode()
