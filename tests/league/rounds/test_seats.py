import pytest

from league.competitions.models import Entry, RoundStatus, Table
from league.rounds import services
from tests.factories import NOW, make_check_in, make_entry, make_round, make_table
from tests.league.rounds.recorded import record_hand_at

pytestmark = pytest.mark.django_db


def names_at(table: Table) -> list[str]:
    return list(table.seats.order_by("number").values_list("player__name", flat=True))


def entry_at(table: Table, number: int) -> Entry:
    return table.seats.get(number=number).entry


def two_tables(first: int = 4, second: int = 4) -> tuple[Table, Table]:
    table = make_table(seats=first)
    return table, make_table(table.round, seats=second, number=2)


def versions(*tables: Table) -> list[tuple[int, int]]:
    for table in tables:
        table.refresh_from_db()
    return [(table.seating, table.version) for table in tables]


def test_seat_player_moves_somebody_to_the_end_of_another_table() -> None:
    first, second = two_tables()
    bjoern = entry_at(first, 1)

    for _ in range(2):
        services.seat_player(
            round_id=first.round_id, entry_id=bjoern.pk, table_id=second.pk, now=NOW
        )

    assert names_at(first) == ["Ada", "Chiara", "Dörte"]
    assert names_at(second) == ["Ada 2", "Björn 2", "Chiara 2", "Dörte 2", "Björn"]
    assert versions(first, second) == [(2, 2), (2, 2)]


def test_seat_player_gives_a_late_arrival_a_seat_and_a_check_in() -> None:
    table = make_table()
    late = make_entry(table.round.stage.competition, name="Zoë")

    services.seat_player(round_id=table.round_id, entry_id=late.pk, table_id=table.pk, now=NOW)

    assert names_at(table) == ["Ada", "Björn", "Chiara", "Dörte", "Zoë"]
    assert table.round.check_ins.filter(entry=late).count() == 1


def test_seat_player_may_exceed_the_competitions_largest_table_but_not_the_games() -> None:
    table = make_table(seats=6)
    table.round.stage.competition.table_max = 5
    table.round.stage.competition.save()
    seventh, eighth = (make_check_in(table.round).entry for _ in range(2))

    services.seat_player(round_id=table.round_id, entry_id=seventh.pk, table_id=table.pk, now=NOW)
    with pytest.raises(services.TableFullError, match="7 players, the most for Frank’s Zoo"):
        services.seat_player(
            round_id=table.round_id, entry_id=eighth.pk, table_id=table.pk, now=NOW
        )

    assert table.seats.count() == 7


def test_seat_player_away_from_the_smallest_table_is_refused_with_what_can_be_done() -> None:
    first, second = two_tables(3, 4)

    with pytest.raises(services.TooFewPlayersError, match=r"2 players left.*needs 3\. .*swap"):
        services.seat_player(
            round_id=first.round_id, entry_id=entry_at(first, 0).pk, table_id=second.pk, now=NOW
        )

    assert versions(first, second) == [(1, 1), (1, 1)]


@pytest.mark.parametrize("recorded", [0, 1])
def test_seat_player_from_or_to_a_table_with_hands_is_refused(recorded: int) -> None:
    tables = two_tables()
    record_hand_at(tables[recorded])

    with pytest.raises(services.HandsRecordedError, match=f"table {recorded + 1}"):
        services.seat_player(
            round_id=tables[0].round_id,
            entry_id=entry_at(tables[0], 0).pk,
            table_id=tables[1].pk,
            now=NOW,
        )

    assert versions(*tables) == [(1, 1), (1, 1)]


def test_seat_player_at_a_table_whose_hands_are_void_gives_it_a_successor() -> None:
    first, second = two_tables()
    void = record_hand_at(second, is_void=True)
    code = second.codes.get()

    services.seat_player(
        round_id=first.round_id, entry_id=entry_at(first, 0).pk, table_id=second.pk, now=NOW
    )

    # The void hand keeps the people who played it; the sheet on the table opens the new seats.
    second.refresh_from_db()
    assert (second.dissolved_at, second.seats.count()) == (NOW, 4)
    code.refresh_from_db()
    new = code.table
    assert (new.number, new.seats.count(), new.dissolved_at) == (second.number, 5, None)
    assert new.pk not in (first.pk, second.pk)
    assert list(void.table.hands.all()) == [void]
    assert new.hands.count() == 0


def test_seat_player_at_a_dissolved_table_is_told() -> None:
    first, second = two_tables()
    services.dissolve_table(round_id=first.round_id, table_id=second.pk, now=NOW)

    with pytest.raises(services.SeatingChangedError, match="not there any more"):
        services.seat_player(
            round_id=first.round_id, entry_id=entry_at(first, 0).pk, table_id=second.pk, now=NOW
        )


def test_seat_player_of_another_competition_is_refused() -> None:
    table = make_table()
    stranger = make_entry(make_round().stage.competition)

    with pytest.raises(services.SeatingChangedError):
        services.seat_player(
            round_id=table.round_id, entry_id=stranger.pk, table_id=table.pk, now=NOW
        )


def test_swap_players_twice_swaps_once() -> None:
    first, second = two_tables()
    ada, other = entry_at(first, 0), entry_at(second, 2)

    for _ in range(2):
        services.swap_players(
            round_id=first.round_id,
            entry_id=ada.pk,
            other_id=other.pk,
            table_id=second.pk,
            number=2,
            now=NOW,
        )

    assert names_at(first) == ["Chiara 2", "Björn", "Chiara", "Dörte"]
    assert names_at(second) == ["Ada 2", "Björn 2", "Ada", "Dörte 2"]
    assert versions(first, second) == [(2, 2), (2, 2)]


def test_swap_players_of_one_table_changes_its_order() -> None:
    table = make_table()

    services.swap_players(
        round_id=table.round_id,
        entry_id=entry_at(table, 0).pk,
        other_id=entry_at(table, 3).pk,
        table_id=table.pk,
        number=3,
        now=NOW,
    )

    assert names_at(table) == ["Dörte", "Björn", "Chiara", "Ada"]
    assert versions(table) == [(2, 2)]


def test_swap_players_when_the_other_has_moved_is_told() -> None:
    first, second = two_tables()
    other = entry_at(second, 0)
    services.seat_player(round_id=first.round_id, entry_id=other.pk, table_id=first.pk, now=NOW)

    with pytest.raises(services.SeatingChangedError):
        services.swap_players(
            round_id=first.round_id,
            entry_id=entry_at(first, 1).pk,
            other_id=other.pk,
            table_id=second.pk,
            number=0,
            now=NOW,
        )


def test_swap_players_with_a_table_that_has_hands_is_refused() -> None:
    first, second = two_tables()
    record_hand_at(second)

    with pytest.raises(services.HandsRecordedError):
        services.swap_players(
            round_id=first.round_id,
            entry_id=entry_at(first, 0).pk,
            other_id=entry_at(second, 0).pk,
            table_id=second.pk,
            number=0,
            now=NOW,
        )


def test_take_out_player_twice_frees_the_seat_and_the_check_in() -> None:
    table = make_table()
    ada = entry_at(table, 0)

    for _ in range(2):
        services.take_out_player(round_id=table.round_id, entry_id=ada.pk, now=NOW)

    assert names_at(table) == ["Björn", "Chiara", "Dörte"]
    assert list(table.seats.order_by("number").values_list("number", flat=True)) == [0, 1, 2]
    assert table.round.check_ins.count() == 3
    assert versions(table) == [(2, 2)]


def test_take_out_player_of_three_is_refused() -> None:
    table = make_table(seats=3)

    with pytest.raises(services.TooFewPlayersError):
        services.take_out_player(round_id=table.round_id, entry_id=entry_at(table, 0).pk, now=NOW)

    assert table.round.check_ins.count() == 3


def test_take_out_player_who_waits_takes_the_check_in_back() -> None:
    round_ = make_round()
    entry = make_check_in(round_).entry

    services.take_out_player(round_id=round_.pk, entry_id=entry.pk, now=NOW)

    assert round_.check_ins.count() == 0


def test_open_table_twice_opens_one_with_the_free_number() -> None:
    first, second = two_tables()
    services.dissolve_table(round_id=first.round_id, table_id=first.pk, now=NOW)
    waiting = [seat.entry_id for seat in first.seats.order_by("number")]

    opened = [
        services.open_table(round_id=first.round_id, entry_ids=waiting, now=NOW) for _ in range(2)
    ]

    assert opened[0] == opened[1]
    assert opened[0].number == 1
    assert names_at(opened[0]) == ["Ada", "Björn", "Chiara", "Dörte"]
    assert opened[0].codes.count() == 1
    assert first.round.tables.standing().count() == 2
    assert versions(second) == [(1, 1)]


def test_open_table_for_too_few_is_refused_with_the_limits() -> None:
    round_ = make_round()
    entries = [make_check_in(round_).entry.pk for _ in range(2)]

    with pytest.raises(services.TableSizeError, match="3 to 7 players; these are 2"):
        services.open_table(round_id=round_.pk, entry_ids=entries, now=NOW)


def test_open_table_with_somebody_who_has_a_seat_is_told() -> None:
    table = make_table()
    waiting = [make_check_in(table.round).entry.pk for _ in range(3)]

    with pytest.raises(services.SeatingChangedError, match="Ada has a seat"):
        services.open_table(
            round_id=table.round_id, entry_ids=[entry_at(table, 0).pk, *waiting], now=NOW
        )


def test_dissolve_table_twice_lets_its_players_wait() -> None:
    first, second = two_tables()

    for _ in range(2):
        services.dissolve_table(round_id=first.round_id, table_id=second.pk, now=NOW)

    second.refresh_from_db()
    assert (second.dissolved_at, second.version) == (NOW, 2)
    assert first.round.check_ins.count() == 8


def test_dissolve_table_with_hands_is_refused() -> None:
    table = make_table()
    record_hand_at(table)

    with pytest.raises(services.HandsRecordedError):
        services.dissolve_table(round_id=table.round_id, table_id=table.pk, now=NOW)


def test_seats_of_a_closed_round_stay() -> None:
    table = make_table(make_round(status=RoundStatus.CLOSED))

    with pytest.raises(services.WrongStatusError, match="Open it first"):
        services.take_out_player(round_id=table.round_id, entry_id=entry_at(table, 0).pk, now=NOW)
