"""Judge matches of Animal Poker with the engine, in the words of the oracle."""

from typing import Any

from games.animal_poker import ANIMAL_POKER
from games.animal_poker.match import AnimalPokerMatch
from games.animal_poker.scoring import AnimalPokerScore

JsonObject = dict[str, Any]


def hand_without_words(score: AnimalPokerScore, match: AnimalPokerMatch) -> JsonObject:
    """Reduce a hand to what the oracle knows; `match` is the one after it."""
    return {
        "scores": list(score.scores),
        "totals": list(match.totals),
        "places": list(match.places),
        "lines": [[(line.rule, line.points) for line in lines] for lines in score.lines],
        **score.details_as_json(),
    }


def judged(match: JsonObject) -> JsonObject:
    """Judge a match with the engine; void hands are None."""
    options = ANIMAL_POKER.options(match["options"])
    played = ANIMAL_POKER.new_match(options, match["seats"], match["dealer"])
    hands: list[JsonObject | None] = []
    for hand in match["hands"]:
        if hand is None:
            played = played.skip()
            hands.append(None)
            continue
        score, played = played.score(hand), played.add(hand)
        hands.append(hand_without_words(score, played))
    setup = played.next_hand()
    return {
        "hands": hands,
        "next": None if setup is None else setup.as_json(),
        "totals": list(played.totals),
        "places": list(played.places),
        "is_over": played.is_over,
        "winners": list(played.winners),
    }
