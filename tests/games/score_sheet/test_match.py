"""Who deals, who is whose partner, who is first, and when a match is over."""

from typing import Any

import pytest

from games.base import InvalidMatchError, InvalidRecordError, Options, PlaceReason
from games.franks_zoo import FRANKS_ZOO
from games.score_sheet import SCORE_SHEET
from games.score_sheet.scoring import MOST_WRITTEN
from tests.games.score_sheet.sheets import JsonObject, match_of, played, sheet_of

WHO = {"id": "who", "label": "Who", "kind": "seat", "optional": True}
POINTS = {"id": "points", "label": "Points", "kind": "number"}


def ranked(*criteria: JsonObject) -> list[JsonObject]:
    return [
        {"rule": f"RA-{at:02}", "label": "R", **criterion}
        for at, criterion in enumerate(criteria, start=1)
    ]


def test_lines_are_worded_once_and_no_more_of_them_kept_than_some() -> None:
    match = match_of(sheet_of(), 2)
    [line] = match.sheet.lines
    for points in range(1, MOST_WRITTEN + 10):
        first, second = (match.score({"points": [points, 0]}).lines[0][0] for _ in range(2))
        assert first is second
        assert len(line.written) <= MOST_WRITTEN


@pytest.mark.rule("SH-03")
@pytest.mark.parametrize(
    ("order", "dealers", "leader"),
    [
        ("left", [1, 2, 3], 2),
        ("right", [1, 0, 3], 0),
        ("same", [1, 1, 1], 2),
        ("first", [1, 2, 0], 2),
        ("last", [1, 1, 3], 2),
    ],
)
def test_deal_passes_as_the_sheet_says(order: str, dealers: list[int], leader: int) -> None:
    match = match_of(sheet_of(dealer=order), dealer=1)
    setup = match.next_hand()
    assert setup is not None
    assert setup.leader == leader
    found = [match.dealer]
    for hand in ([1, 0, 5, 2], [9, 4, 0, 0]):
        match = played(match, hand)
        found.append(match.dealer)
    assert found == dealers


@pytest.mark.rule("SH-03")
def test_deal_passes_to_whom_a_column_names_or_to_the_left() -> None:
    dealer = {"order": "column", "column": "who"}
    match = match_of(sheet_of(columns=[POINTS, WHO], dealer=dealer))
    match = match.add({"points": [0] * 4, "who": 3})
    assert match.dealer == 3
    assert match.add({"points": [0] * 4, "who": None}).dealer == 0


def test_void_hand_uses_up_its_number_and_its_deal_and_counts_for_nothing() -> None:
    match = match_of(sheet_of(end={"hands": 2})).skip()
    assert (match.number, match.dealer, match.is_over) == (2, 1, False)
    match = played(match.skip(), [1, 0, 0, 0])
    assert (match.number, match.dealer, match.totals) == (4, 3, (1, 0, 0, 0))
    assert played(match, [0] * 4).is_over


def test_hands_after_one_that_was_made_void_stay_as_they_were_played() -> None:
    turns = [[[0, 1], [2, 3]], [[0, 2]]]
    players = {"fewest": 4, "most": 4}
    sheet = sheet_of(partners={"kind": "rotating", "turns": {"4": turns}}, players=players)
    match = played(match_of(sheet), [1, 0, 0, 0])
    voided = match_of(sheet).skip()
    assert (match.dealer, match.next_hand()) == (voided.dealer, voided.next_hand())


@pytest.mark.rule("SH-02")
@pytest.mark.parametrize(
    ("partners", "seats", "teams", "solo"),
    [
        ({"kind": "none"}, 4, None, None),
        ({"kind": "seats"}, 4, [[0, 2], [1, 3]], None),
        ({"kind": "seats"}, 6, [[0, 3], [1, 4], [2, 5]], None),
        ({"kind": "seats", "size": 3}, 6, [[0, 2, 4], [1, 3, 5]], None),
        ({"kind": "fixed", "teams": {"5": [[0, 4], [3, 1]]}}, 5, [[0, 4], [3, 1]], 2),
        ({"kind": "fixed", "teams": {"4": [[0, 1]]}}, 4, [[0, 1]], None),
        ({"kind": "places"}, 4, None, None),
        ({"kind": "declared", "side": "me = 1 and me = dealer"}, 4, None, None),
    ],
)
def test_first_hand_names_the_partners_that_are_known(
    partners: JsonObject, seats: int, teams: list[list[int]] | None, solo: int | None
) -> None:
    if partners["kind"] == "declared":
        partners = {"kind": "declared", "side": "me = dealer"}
    sheet = sheet_of(partners=partners, players={"fewest": seats, "most": seats})
    setup: Any = match_of(sheet, seats).next_hand()
    assert (setup.as_json()["teams"], setup.solo) == (teams, solo)
    assert setup.as_log() == {"seats": seats, **setup.as_json()}


@pytest.mark.rule("SH-02")
def test_partners_rotate_with_the_number_of_the_hand() -> None:
    turns = [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]]
    partners = {"kind": "rotating", "turns": {"4": turns}}
    match = match_of(sheet_of(partners=partners, players={"fewest": 4, "most": 4}))
    found: list[Any] = []
    for _ in range(4):
        setup: Any = match.next_hand()
        found.append(setup.as_json()["teams"])
        match = match.skip() if len(found) == 2 else played(match, [0, 0, 0, 0])
    assert found == [*turns, turns[0]]


@pytest.mark.rule("SH-02")
def test_partners_by_places_join_the_upper_half_with_the_lower() -> None:
    lines = [{"rule": "PA-01", "label": "T", "points": "team(points)"}]
    match = match_of(sheet_of(partners={"kind": "places"}, lines=lines), 5)
    match = played(match, [1, 5, 3, 2, 4])
    setup: Any = match.next_hand()
    assert (setup.as_json()["teams"], setup.solo) == ([[1, 3], [4, 0]], 2)
    assert match.score({"points": [1, 2, 3, 4, 5]}).scores == (6, 6, 3, 6, 6)


@pytest.mark.rule("SH-02")
def test_record_may_say_that_others_were_partners() -> None:
    lines = [{"rule": "PA-01", "label": "T", "points": "team(points)"}]
    match = match_of(sheet_of(partners={"kind": "places"}, lines=lines), 4)
    match = played(match, [4, 3, 2, 1])
    record = {"teams": [[0, 1], [2, 3]], "points": [1, 2, 3, 4]}
    score = match.score(record)
    assert score.scores == (3, 3, 7, 7)
    assert [(each.code, each.field, each.rule, each.level) for each in score.warnings] == [
        ("teams_differ", "teams", "SH-02", "warning")
    ]
    assert match.read(record).as_json() == record
    assert match.read({"points": [1, 2, 3, 4]}).as_json()["teams"] == [[0, 2], [1, 3]]
    assert [each.code for each in match.check({**record, "teams": [[0, 1]]})] == ["not_teams"]
    first = match_of(sheet_of(partners={"kind": "places"}, lines=lines), 4)
    assert [each.code for each in first.check(record)] == ["not_counted"]


@pytest.mark.rule("SH-02")
def test_declared_sides_are_teams_of_that_hand() -> None:
    lines = [{"rule": "PA-01", "label": "T", "points": "team(points)"}]
    partners = {"kind": "declared", "side": "me = who"}
    match = match_of(sheet_of(columns=[POINTS, WHO], partners=partners, lines=lines))
    assert match.score({"points": [1, 2, 3, 4], "who": 1}).scores == (8, 2, 8, 8)
    assert match.score({"points": [1, 2, 3, 4]}).scores == (10, 10, 10, 10)


@pytest.mark.rule("SH-04")
@pytest.mark.parametrize(
    ("end", "hands", "is_over"),
    [
        ({}, [[9, 0]] * 5, False),
        ({"hands": 2}, [[1, 0]], False),
        ({"hands": 2}, [[1, 0]] * 2, True),
        ({"rounds": 2}, [[1, 0]] * 3, False),
        ({"rounds": 2}, [[1, 0]] * 4, True),
        ({"reaches": 10}, [[9, 0]], False),
        ({"reaches": 10}, [[10, 0]], True),
        ({"reaches": 0}, [], False),
        ({"falls_to": -5}, [[0, -4]], False),
        ({"falls_to": -5}, [[0, -5]], True),
        ({"hands": 3, "reaches": 10}, [[12, 0]], True),
        ({"hands": 2, "plays_on": True}, [[1, 0], [0, 1]], False),
        ({"hands": 2, "plays_on": True}, [[1, 0], [0, 1], [1, 0]], True),
        ({"reaches": "p"}, [[7, 0]], True),
    ],
)
def test_match_is_over_when_an_end_is_reached(
    end: JsonObject, hands: list[list[int]], is_over: bool
) -> None:
    parameter = {"id": "p", "label": "P", "lowest": 1, "highest": 9, "default": 5}
    match = played(match_of(sheet_of(end=end, parameters=[parameter]), 2, p=7), *hands)
    assert match.is_over == is_over
    assert match.winners == ((0,) if is_over else ())
    assert (match.next_hand() is None) == is_over


@pytest.mark.rule("SH-04")
def test_tie_of_partners_is_none_to_play_off() -> None:
    players = {"fewest": 4, "most": 4}
    end = {"hands": 1, "plays_on": True}
    match = match_of(sheet_of(partners={"kind": "seats"}, players=players, end=end))
    assert played(match, [5, 0, 5, 0]).winners == (0, 2)
    assert not played(match, [5, 5, 0, 0]).is_over


@pytest.mark.rule("SH-04")
def test_no_hand_counts_after_the_end() -> None:
    match = played(match_of(sheet_of(end={"hands": 1}), 2), [1, 0])
    with pytest.raises(InvalidRecordError) as refused:
        match.add({"points": [1, 0]})
    assert [(each.code, each.rule) for each in refused.value.problems] == [("match_over", "SH-04")]


@pytest.mark.rule("SH-04")
def test_match_without_an_end_is_over_after_a_thousand_hands() -> None:
    match = played(match_of(sheet_of(), 2), *[[1, 0]] * 999)
    assert not match.is_over
    assert played(match, [1, 0]).is_over


@pytest.mark.rule("SH-05")
@pytest.mark.parametrize(
    ("criteria", "places", "rules"),
    [
        (({"by": "total"},), (1, 1, 3), ("RA-01", "RA-01", "RA-01")),
        (({"by": "total", "first": "lowest"},), (2, 2, 1), ("RA-01", "RA-01", "RA-01")),
        (({"by": "total"}, {"by": "last_hand"}), (2, 1, 3), ("RA-01", "RA-02", "RA-01")),
        (({"by": "total"}, {"by": "wins"}), (1, 2, 3), ("RA-02", "RA-01", "RA-01")),
        (({"by": "wins"}, {"by": "total"}), (1, 2, 3), ("RA-01", "RA-01", "RA-01")),
        (
            ({"by": "total"}, {"by": "sum", "value": "points", "first": "lowest"}),
            (1, 1, 3),
            ("RA-01", "RA-01", "RA-01"),
        ),
    ],
)
def test_seats_are_ordered_by_the_first_difference(
    criteria: tuple[JsonObject, ...], places: tuple[int, ...], rules: tuple[str, ...]
) -> None:
    match = match_of(sheet_of(ranking=ranked(*criteria)), 3)
    match = played(match, [5, 1, 0], [2, 1, 0], [0, 5, 0])
    assert match.totals == (7, 7, 0)
    assert match.places == places
    assert tuple(reason.rule for reason in match.place_reasons) == rules


def test_place_says_whom_it_is_ahead_of_and_shared_with() -> None:
    match = played(match_of(sheet_of(), 3), [3, 1, 3])
    assert match.place_reasons == (
        PlaceReason("SH-05", 1, (2,)),
        PlaceReason("SH-05", None, ()),
        PlaceReason("SH-05", 1, (0,)),
    )


def test_everybody_shares_the_first_place_before_the_first_hand() -> None:
    match = match_of(sheet_of(), 3)
    assert (match.places, match.totals, match.winners) == ((1, 1, 1), (0, 0, 0), ())
    assert match.place_reasons[1] == PlaceReason("SH-05", None, (0, 2))


def test_dealer_sits_at_the_table_not_only_at_some_table_of_the_game() -> None:
    with pytest.raises(InvalidMatchError) as refused:
        match_of(sheet_of(), 4, dealer=4)
    assert [(each.code, each.field) for each in refused.value.problems] == [
        ("not_a_seat", "dealer")
    ]


@pytest.mark.parametrize(
    ("seats", "dealer", "expected"),
    [
        (3, 0, [("not_a_table_size", "seats")]),
        (4, 4, [("not_a_seat", "dealer")]),
        ("4", True, [("not_a_table_size", "seats"), ("not_a_seat", "dealer")]),
    ],
)
def test_table_that_cannot_be_is_refused(
    seats: Any, dealer: Any, expected: list[tuple[str, str]]
) -> None:
    options = SCORE_SHEET.options({"sheet": "spades"})
    with pytest.raises(InvalidMatchError) as refused:
        SCORE_SHEET.new_match(options, seats, dealer)
    assert [(each.code, each.field) for each in refused.value.problems] == expected


def test_options_of_another_game_are_refused() -> None:
    others: Options = FRANKS_ZOO.options({})
    with pytest.raises(TypeError, match="not options of Score sheet"):
        SCORE_SHEET.new_match(others, 4, 0)
