"""A second, naive reading of the rules of Frank's Zoo, to compare the engine with.

Written from the rules alone: it imports nothing of the project, keeps no objects, and works
everything out again from the first hand. Hands are records in JSON; a void hand is None.
"""

from typing import Any

JsonObject = dict[str, Any]

# FZ-20 and FZ-R1, as the rules list them: places of senior and junior, and the place alone.
PAIRS = {
    4: ([(1, 3), (2, 4)], None),
    5: ([(1, 4), (2, 5)], 3),
    6: ([(1, 4), (2, 5), (3, 6)], None),
    7: ([(1, 5), (2, 6), (3, 7)], 4),
}
# FZ-14 and FZ-34, written out.
PLACE_POINTS = {
    3: [3, 2, 0],
    4: [4, 3, 2, 0],
    5: [5, 4, 3, 2, 0],
    6: [6, 5, 4, 3, 2, 0],
    7: [7, 6, 5, 4, 3, 2, 0],
}


def has_teams(seats: int, mode: str, number: int) -> bool:
    return seats != 3 and mode == "partners" and number != 1


def has_cards(seats: int, mode: str, number: int) -> bool:
    return seats == 3 or has_teams(seats, mode, number)


def lines_of(seats: int, mode: str, number: int, hand: JsonObject) -> list[list[tuple[str, int]]]:
    """Return per seat the (rule, points) of each line of a hand."""
    worth = dict(zip(hand["finish"], PLACE_POINTS[seats], strict=True))
    lines: list[list[tuple[str, int]]] = [[] for _ in range(seats)]
    if has_teams(seats, mode, number):
        for one, other in hand["teams"]:
            lines[one].append(("FZ-27", worth[one] + worth[other]))
            lines[other].append(("FZ-27", worth[one] + worth[other]))
        if seats in (5, 7):
            lines[hand["solo"]].append(("FZ-27", worth[hand["solo"]] + 4))
    else:
        for seat in range(seats):
            lines[seat].append(("FZ-34" if seats == 3 else "FZ-14", worth[seat]))
    if has_cards(seats, mode, number):
        for seat in range(seats):
            if hand["lions_taken"][seat] > 1:
                lines[seat].append(("FZ-28", hand["lions_taken"][seat]))
            if seat == hand["finish"][-1] and hand["lions_in_hand"] > 0:
                lines[seat].append(("FZ-29", -hand["lions_in_hand"]))
            if hand["hedgehog"][seat] is False:
                lines[seat].append(("FZ-30", -1))
    return lines


def goes_first(
    one: int, other: int, totals: list[int], before: list[int], finish: list[int]
) -> bool:
    """Tell whether one seat is placed ahead of another: FZ-15, then FZ-16, then FZ-R4."""
    if totals[one] != totals[other]:
        return totals[one] > totals[other]
    if before[one] != before[other]:
        return before[one] > before[other]
    return finish.index(one) > finish.index(other)


def places_after(totals: list[int], before: list[int], finish: list[int]) -> list[int]:
    everybody = range(len(totals))
    return [
        1
        + sum(
            1
            for other in everybody
            if other != seat and goes_first(other, seat, totals, before, finish)
        )
        for seat in everybody
    ]


def is_over(seats: int, target: int, totals: list[int]) -> bool:
    there = [total for total in totals if total >= target]
    return len(there) >= 1 if seats == 3 else len(there) >= 2


def seats_by_place(places: list[int], first_dealer: int) -> list[int]:
    """List the seats by place; while nothing has counted, clockwise from the dealer's left."""
    seats = len(places)
    if len(set(places)) == 1:
        return [(first_dealer + 1 + step) % seats for step in range(seats)]
    return [places.index(place) for place in range(1, seats + 1)]


def next_of(seats: int, mode: str, number: int, dealer: int, places: list[int]) -> JsonObject:
    answer: JsonObject = {
        "number": number,
        "dealer": dealer,
        "leader": (dealer + 1) % seats,
        "teams": None,
        "solo": None,
    }
    if number == 1:
        return answer
    order = seats_by_place(places, dealer)
    answer["dealer"] = order[0]
    answer["leader"] = order[seats - 1]
    if has_teams(seats, mode, number):
        pairs, alone = PAIRS[seats]
        answer["teams"] = [[order[senior - 1], order[junior - 1]] for senior, junior in pairs]
        answer["solo"] = None if alone is None else order[alone - 1]
    return answer


def judge(match: JsonObject) -> JsonObject:
    """Return what the command line prints for a match, each line as (rule, points)."""
    seats, dealer = match["seats"], match["dealer"]
    mode = match["options"].get("mode", "partners")
    target = match["options"].get("target", 19)
    totals, places = [0] * seats, [1] * seats
    hands: list[JsonObject | None] = []
    for number, hand in enumerate(match["hands"], start=1):
        if hand is None:
            hands.append(None)
            continue
        lines = lines_of(seats, mode, number, hand)
        scores = [sum(points for _, points in of_seat) for of_seat in lines]
        totals = [totals[seat] + scores[seat] for seat in range(seats)]
        places = places_after(totals, places, hand["finish"])
        hands.append({"scores": scores, "totals": totals, "places": places, "lines": lines})
    over = is_over(seats, target, totals)
    number = len(match["hands"]) + 1
    return {
        "hands": hands,
        "next": None if over else next_of(seats, mode, number, dealer, places),
        "totals": totals,
        "places": places,
        "is_over": over,
        "winners": [places.index(1)] if over else [],
    }
