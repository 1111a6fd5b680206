"""A second, naive way to score a match of ZOP ZOO, to compare the engine with.

Written from the rules alone: it imports nothing of the project. Hands are records in JSON; a void
hand is None.
"""

from typing import Any

from tests.oracles.zop_zoo_cards import POINTS

JsonObject = dict[str, Any]


def score(hand: JsonObject) -> list[int]:
    """Return the points of every seat: ZZ-24, ZZ-25."""
    if hand.get("points") is not None:
        return list(hand["points"])
    scores = []
    for seat, shown in enumerate(hand["seats"]):
        points = shown["minus"] + sum(POINTS[category] for category in shown["bonus"])
        if hand.get("winner") is None or hand["winner"] == seat:
            points += shown["cards"]
        scores.append(points)
    return scores


def judge(match: JsonObject) -> JsonObject:
    """Return what the command line prints for a match, without lines; a void hand is None."""
    seats, first = match["seats"], match["dealer"]
    totals = [0] * seats
    hands: list[JsonObject | None] = []
    for hand in match["hands"]:
        if hand is None:
            hands.append(None)
            continue
        scores = score(hand)
        totals = [total + points for total, points in zip(totals, scores, strict=True)]
        hands.append({"scores": scores, "totals": totals, "places": places(totals)})
        if hand.get("winner") is not None:
            first = hand["winner"]
        else:
            while scores[first] != max(scores):
                first = (first + 1) % seats
    over = any(total >= match["options"].get("target", 800) for total in totals)
    return {
        "hands": hands,
        "next": None if over else {"number": len(match["hands"]) + 1, "first": first},
        "totals": totals,
        "places": places(totals),
        "is_over": over,
        "winners": [seat for seat in range(seats) if over and totals[seat] == max(totals)],
    }


def places(totals: list[int]) -> list[int]:
    ranked = sorted(totals, reverse=True)
    return [ranked.index(total) + 1 for total in totals]
