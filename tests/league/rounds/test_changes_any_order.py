"""Whatever is done to a running round, in whatever order: nobody is lost, nobody sits twice."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.competitions.models import AbsenceReason, Round, Seat, Table, TableCode
from league.results.models import Hand
from league.rounds.errors import RoundError
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.seating_context import SeatingState
from league.rounds.services.seating import seat_round
from tests.factories import NOW, make_check_in, make_player, make_round, make_table
from tests.league.rounds.changing import do, seating_of, undo
from tests.portions import in_portions

pytestmark = pytest.mark.django_db

STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                ChangeKind.MOVED,
                ChangeKind.SWAPPED,
                ChangeKind.LEFT,
                ChangeKind.SAT_OUT,
                ChangeKind.NO_SHOW,
                ChangeKind.SUBSTITUTED,
                ChangeKind.OPENED,
                ChangeKind.MERGED,
                ChangeKind.SPLIT,
                ChangeKind.DISSOLVED,
                ChangeKind.REPAIRED,
                ChangeKind.ORDERED,
                ChangeKind.DEALS,
                "undo",
                "hand",
                "void",
                "seat",
                "unseat",
            ]
        ),
        st.integers(0, 15),
        st.integers(0, 15),
    ),
    max_size=14,
)


def pick(things: list[int], number: int) -> int:
    return things[number % len(things)] if things else 0


def step(round_: Round, kind: str, one: int, other: int) -> None:
    """Do something that an organiser or a table could; what is refused has to change nothing."""
    round_ = Round.objects.get(pk=round_.pk)
    competition = round_.stage.competition
    entries = list(competition.entries.order_by("pk").values_list("pk", flat=True))
    players = list(competition.club.players.order_by("pk").values_list("pk", flat=True))
    tables = list(round_.tables.standing().order_by("pk").values_list("pk", flat=True))
    others: dict[str, Callable[[], object]] = {
        "undo": lambda: undo(
            SeatingChange.objects.filter(undone_at=None).order_by("-number")[one % 3]
        ),
        "hand": lambda: Hand.objects.create(
            table_id=pick(tables, one),
            number=Hand.objects.filter(table=pick(tables, one)).count() + 1,
            created_at=NOW,
        ),
        "void": lambda: Hand.objects.filter(table=pick(tables, one)).update(is_void=True),
        "seat": lambda: seat_round(round_id=round_.pk, seating=round_.seating, seed=one, now=NOW),
        "unseat": lambda: do(round_, ChangeKind.UNSEATED),
    }
    if kind in others:
        if kind == "hand" and not tables:
            return
        if kind == "undo" and SeatingChange.objects.filter(undone_at=None).count() <= one % 3:
            return
        others[kind]()
        return
    target = tables if kind == ChangeKind.MERGED else entries
    do(
        round_,
        ChangeKind(kind),
        entry=pick(entries, one),
        other=pick(target, other),
        table=pick(tables, other if kind == ChangeKind.MOVED else one),
        player=pick(players, other),
        entries=tuple(entries[one : one + 3 + other % 3]),
    )


def assert_is_whole(round_: Round, state: SeatingState) -> None:
    """Check what has to be true of every seating."""
    assert all(seats == 1 for seats in state.seated.values())
    assert all(seats == 1 for seats in state.players.values())
    assert set(state.seated) <= state.here
    assert not set(state.seated) & set(state.idle)
    numbers = [table.number for table in state.tables]
    assert len(set(numbers)) == len(numbers)
    for table in state.tables:
        assert 3 <= len(table.assignments) <= 7
        assert table.dealer < len(table.assignments)
        rows = Seat.objects.filter(table=table.key).order_by("number")
        assert [seat.number for seat in rows] == list(range(len(table.assignments)))
        assert TableCode.objects.filter(table=table.key, revoked_at=None).count() <= 1
        for assignment in table.assignments:
            came = assignment.substitutions[-1][1] if assignment.substitutions else None
            own = round_.stage.competition.entries.get(pk=assignment.entry).player_id
            assert assignment.player == (came or own)
    assert all(why in AbsenceReason.values for why in state.idle.values())


@in_portions(5)
@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_any_changes_keep_the_seating_whole(
    db: None, portion: int, steps: list[tuple[str, int, int]]
) -> None:
    round_ = make_round()
    make_table(round_, seats=4)
    make_table(round_, seats=5, number=2)
    for _ in range(2):
        make_check_in(round_)
    make_player(round_.stage.competition.club)
    recorded: dict[int, tuple[int, ...]] = {}
    for kind, one, other in steps:
        before = seating_of(round_)
        try:
            step(round_, kind, one, other)
        except RoundError:
            assert seating_of(round_) == before
        state = seating_of(round_)
        assert_is_whole(round_, state)
        # Tables with hands keep their entries on their places.
        for table in before.tables:
            if table.hands and kind != "void":
                recorded[table.key] = table.entries
                after = state.table(table.key)
                assert after is not None
                assert after.entries == table.entries


@in_portions(5)
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_undoing_everything_from_the_last_brings_the_beginning_back(
    db: None, portion: int, steps: list[tuple[str, int, int]]
) -> None:
    round_ = make_round()
    make_table(round_, seats=4)
    make_table(round_, seats=5, number=2)
    make_check_in(round_)
    beginning = seating_of(round_)
    for kind, one, other in steps:
        if kind in ("hand", "void", "undo"):
            continue
        try:
            step(round_, kind, one, other)
        except RoundError:
            continue

    for change in SeatingChange.objects.filter(round=round_).order_by("-number"):
        undo(change)

    assert seating_of(round_) == beginning
    assert Table.objects.standing().filter(round=round_).count() == 2
