import pytest
from django.test import Client

from league.competitions.models import AbsenceReason, Substitution
from league.rounds.models import ChangeKind
from league.rounds.queries import waiting_entries
from tests.factories import NOW, make_check_in, make_entry, make_player, make_table
from tests.league.refusals import refuses
from tests.league.rounds.changing import do, entry_at, names_at, two_tables, undo, versions
from tests.league.rounds.pages import address, organise
from tests.league.rounds.recorded import record_hand_at

pytestmark = pytest.mark.django_db


def test_substitute_takes_the_seat_before_the_first_hand() -> None:
    table = make_table()
    ada, zoe = entry_at(table, 0), make_player(table.round.stage.competition.club, "Zoë")

    do(table.round, ChangeKind.SUBSTITUTED, entry=ada.pk, player=zoe.pk)

    seat = table.seats.get(number=0)
    assert (seat.player, seat.entry) == (zoe, ada)
    assert list(Substitution.objects.values_list("player_in", "from_hand")) == [(zoe.pk, 1)]
    assert versions(table) == [(2, 2)]


def test_substitute_has_neither_the_phone_nor_the_account_of_who_went() -> None:
    table = make_table()
    table.seats.filter(number=0).update(phone="of Ada", signed_in_at=NOW)
    zoe = make_player(table.round.stage.competition.club, "Zoë")

    do(table.round, ChangeKind.SUBSTITUTED, entry=entry_at(table, 0).pk, player=zoe.pk)

    seat = table.seats.get(number=0)
    assert (seat.phone, seat.signed_in_at) == ("", None)


def test_substitute_in_the_middle_of_a_match_plays_from_the_next_hand() -> None:
    table = make_table()
    record_hand_at(table)
    ada, zoe = entry_at(table, 0), make_player(table.round.stage.competition.club, "Zoë")
    seat = table.seats.get(number=0)

    change = do(table.round, ChangeKind.SUBSTITUTED, entry=ada.pk, player=zoe.pk)

    assert table.seats.get(number=0).pk == seat.pk
    assert names_at(table) == ["Zoë", "Björn", "Chiara", "Dörte"]
    substitution = seat.substitutions.get()
    assert (substitution.player_out, substitution.from_hand) == (ada.player, 2)
    undo(change)
    assert names_at(table) == ["Ada", "Björn", "Chiara", "Dörte"]
    assert Substitution.objects.count() == 0


def test_substitute_goes_and_the_entrys_own_player_comes_back() -> None:
    table = make_table()
    ada, zoe = entry_at(table, 0), make_player(table.round.stage.competition.club, "Zoë")
    do(table.round, ChangeKind.SUBSTITUTED, entry=ada.pk, player=zoe.pk)
    record_hand_at(table)

    do(table.round, ChangeKind.SUBSTITUTED, entry=ada.pk, player=ada.player_id)

    seat = table.seats.get(number=0)
    assert seat.player == ada.player
    assert list(seat.substitutions.order_by("pk").values_list("player_in", "from_hand")) == [
        (zoe.pk, 1),
        (ada.player_id, 2),
    ]


def test_substitute_taken_back_before_a_hand_leaves_no_trace_at_the_table() -> None:
    table = make_table()
    ada, zoe = entry_at(table, 0), make_player(table.round.stage.competition.club, "Zoë")
    do(table.round, ChangeKind.SUBSTITUTED, entry=ada.pk, player=zoe.pk)

    do(table.round, ChangeKind.SUBSTITUTED, entry=ada.pk, player=ada.player_id)

    assert names_at(table)[0] == "Ada"
    assert Substitution.objects.count() == 0


def test_substitute_keeps_playing_after_a_move() -> None:
    first, second = two_tables()
    ada, zoe = entry_at(first, 0), make_player(first.round.stage.competition.club, "Zoë")
    do(first.round, ChangeKind.SUBSTITUTED, entry=ada.pk, player=zoe.pk)

    do(first.round, ChangeKind.MOVED, entry=ada.pk, table=second.pk)

    assert names_at(second)[-1] == "Zoë"
    assert second.seats.get(number=4).substitutions.count() == 1


def test_substitute_who_plays_at_another_table_is_refused() -> None:
    first, second = two_tables()

    with refuses("seated_twice", match="Ada 2 already plays at another table"):
        do(
            first.round,
            ChangeKind.SUBSTITUTED,
            entry=entry_at(first, 0).pk,
            player=entry_at(second, 0).player_id,
        )


def test_substitute_of_another_club_is_refused() -> None:
    table = make_table()

    with refuses("seating_changed", match="no longer in the club"):
        do(
            table.round,
            ChangeKind.SUBSTITUTED,
            entry=entry_at(table, 0).pk,
            player=make_player().pk,
        )


def test_substitution_is_not_undone_after_another_hand() -> None:
    table = make_table()
    zoe = make_player(table.round.stage.competition.club, "Zoë")
    change = do(table.round, ChangeKind.SUBSTITUTED, entry=entry_at(table, 0).pk, player=zoe.pk)
    record_hand_at(table)

    with refuses("hands_since", match="hand was recorded at table 1"):
        undo(change)

    assert names_at(table)[0] == "Zoë"


def test_substitute_who_had_a_bye_does_not_wait_for_a_seat() -> None:
    table = make_table()
    zoe = make_entry(table.round.stage.competition, name="Zoë")
    make_check_in(table.round, zoe)
    table.round.absences.create(entry=zoe, reason=AbsenceReason.BYE, created_at=NOW)

    do(table.round, ChangeKind.SUBSTITUTED, entry=entry_at(table, 0).pk, player=zoe.player_id)

    assert waiting_entries(table.round) == []
    with refuses("seating_changed", match="No players are waiting"):
        do(table.round, ChangeKind.REPAIRED)


def test_round_page_opens_while_somebody_from_outside_plays_for_another(client: Client) -> None:
    table = make_table()
    zoe = make_player(table.round.stage.competition.club, "Zoë")
    do(table.round, ChangeKind.SUBSTITUTED, entry=entry_at(table, 0).pk, player=zoe.pk)

    answer = organise(client, table.round).get(address("detail", table.round.pk))

    assert answer.status_code == 200
    assert zoe not in [row.player for row in answer.context["others"]]
