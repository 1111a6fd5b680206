"""Hypothesis strategies for hands and matches of Frank's Zoo, in JSON; the engine is not asked."""

from hypothesis import strategies as st

from tests.oracles import franks_zoo_scores as oracle
from tests.oracles.franks_zoo_scores import JsonObject

LIONS = {3: 4, 4: 5, 5: 5, 6: 5, 7: 5}
HEDGEHOGS = {3: 3, 4: 5, 5: 5, 6: 5, 7: 5}


@st.composite
def hands(
    draw: st.DrawFn, seats: int, mode: str, number: int, teams: JsonObject | None = None
) -> JsonObject:
    """Draw a valid record; `teams` (of a `next`) are used where given, else any teams are drawn."""
    hand: JsonObject = {"finish": draw(st.permutations(range(seats)))}
    if oracle.has_teams(seats, mode, number):
        if teams is None:
            order = draw(st.permutations(range(seats)))
            hand["teams"] = [order[at : at + 2] for at in range(0, seats - 1, 2)]
            if seats % 2:
                hand["solo"] = order[-1]
        else:
            hand["teams"] = teams["teams"]
            if seats % 2:
                hand["solo"] = teams["solo"]
    if oracle.has_cards(seats, mode, number):
        owners = draw(
            st.lists(st.integers(-2, seats - 1), min_size=LIONS[seats], max_size=LIONS[seats])
        )  # of each lion: a seat's pile, the last hand (-1), or nobody (-2)
        hand["lions_taken"] = [owners.count(seat) for seat in range(seats)]
        hand["lions_in_hand"] = owners.count(-1)
        takers = draw(st.sets(st.integers(0, seats - 1), max_size=HEDGEHOGS[seats]))
        hand["hedgehog"] = [seat in takers for seat in range(seats)]
    return hand


@st.composite
def matches(draw: st.DrawFn, *, most_hands: int = 6, with_voids: bool = False) -> JsonObject:
    """Draw a match up to its end or some hand before; with or without void hands (None)."""
    seats = draw(st.integers(3, 7))
    options: JsonObject = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "mode": st.sampled_from(["partners", "simple"]),
                "target": st.integers(1, 60),
                "final_trick": st.sampled_from(["owner", "nobody"]),
            },
        )
    )
    match: JsonObject = {
        "game": "franks-zoo",
        "options": options,
        "seats": seats,
        "dealer": draw(st.integers(0, seats - 1)),
        "hands": [],
    }
    mode = options.get("mode", "partners")
    for number in range(1, draw(st.integers(0, most_hands)) + 1):
        so_far = oracle.judge(match)
        if so_far["is_over"]:
            break
        if with_voids and draw(st.integers(0, 3)) == 0:
            match["hands"].append(None)
            continue
        by_rule = draw(st.booleans())
        match["hands"].append(draw(hands(seats, mode, number, so_far["next"] if by_rule else None)))
    return match
