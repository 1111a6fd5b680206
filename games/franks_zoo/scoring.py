"""What a hand is worth, line by line (FZ-14, FZ-27 to FZ-31, FZ-34).

There are few different lines: each is worded once and kept.
"""

from functools import cache

from games.base import ScoreLine, Seat
from games.franks_zoo.record import FranksZooRecord
from games.franks_zoo.setup import NOBODY, SEATS_OF_THE_SMALL_GAME, FranksZooSetup

SOLO_BONUS = 4
FEWEST_LIONS_THAT_COUNT = 2


def place_points(place: int, seats: int) -> int:
    """Return what a finishing place (1-based) is worth: FZ-14, and FZ-34 for three players."""
    return 0 if place == seats else seats + 1 - place


def score_lines(
    record: FranksZooRecord, setup: FranksZooSetup
) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return the lines of every seat; the teams are those of the record, as played."""
    of_places = _lines_of_places(record, setup)
    if record.lions_taken is None or record.hedgehog is None:
        return tuple([(line,) for line in of_places])
    in_hand = [0] * setup.seats
    in_hand[record.finish[-1]] = record.lions_in_hand or 0
    of_cards = map(_lines_of_cards, record.lions_taken, in_hand, record.hedgehog)
    return tuple([(line, *lines) for line, lines in zip(of_places, of_cards, strict=True)])


def _lines_of_places(record: FranksZooRecord, setup: FranksZooSetup) -> list[ScoreLine]:
    """Return for each seat what its place is worth, with the partner's where it has one."""
    seats = setup.seats
    places = [0] * seats
    for place, seat in enumerate(record.finish, start=1):
        places[seat] = place
    if not setup.counts_teams:
        return [_line_alone(place, seats) for place in places]
    partners = [NOBODY] * seats
    for one, other in record.teams:
        partners[one], partners[other] = other, one
    return [
        _line_of_solo(place, seats)
        if partner == NOBODY
        else _line_of_team(place, partner, places[partner], seats)
        for place, partner in zip(places, partners, strict=True)
    ]


@cache
def _line_alone(place: int, seats: int) -> ScoreLine:
    points = place_points(place, seats)
    rule = "FZ-34" if seats == SEATS_OF_THE_SMALL_GAME else "FZ-14"
    text = f"Place {place} of {seats}: {points} points."
    return ScoreLine(rule, points, text, "place", {"place": place})


@cache
def _line_of_solo(place: int, seats: int) -> ScoreLine:
    own = place_points(place, seats)
    text = f"Place {place} of {seats}: {own} points, and {SOLO_BONUS} for playing alone."
    data = {"place": place, "place_points": own, "bonus": SOLO_BONUS}
    return ScoreLine("FZ-27", own + SOLO_BONUS, text, "solo", data)


@cache
def _line_of_team(place: int, partner: Seat, partner_place: int, seats: int) -> ScoreLine:
    own, shared = place_points(place, seats), place_points(partner_place, seats)
    text = (
        f"Place {place} of {seats}: {own} points, "
        f"and {shared} points for the partner’s place {partner_place}."
    )
    data = {
        "place": place,
        "place_points": own,
        "partner": partner,
        "partner_place": partner_place,
        "partner_points": shared,
    }
    return ScoreLine("FZ-27", own + shared, text, "team", data)


@cache
def _lines_of_cards(lions: int, lions_in_hand: int, has_hedgehog: bool) -> tuple[ScoreLine, ...]:
    """Return the personal points (FZ-31); the last player has all three kinds (FZ-R9)."""
    lines = []
    if lions >= FEWEST_LIONS_THAT_COUNT:
        text = f"Took {lions} lions: a point each."
        lines.append(ScoreLine("FZ-28", lions, text, "lions_taken", {"lions": lions}))
    if lions_in_hand:
        text = f"{_lions(lions_in_hand)} left in hand: minus a point each."
        data = {"lions": lions_in_hand}
        lines.append(ScoreLine("FZ-29", -lions_in_hand, text, "lions_in_hand", data))
    if not has_hedgehog:
        text = "Took no hedgehog: minus a point."
        lines.append(ScoreLine("FZ-30", -1, text, "no_hedgehog"))
    return tuple(lines)


def _lions(lions: int) -> str:
    return "1 lion" if lions == 1 else f"{lions} lions"
