from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Entry, Round, RoundStatus, Table, TableCode
from league.results.models import TableScore
from tests.factories import (
    make_check_in,
    make_club,
    make_competition,
    make_entry,
    make_organiser,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.rounds.pages import address, organise, said, words

pytestmark = pytest.mark.django_db


def test_round_page_shows_who_could_check_in_and_the_bar(client: Client) -> None:
    round_ = make_round()
    for name in ("Ada", "Björn", "Chiara", "Dörte"):
        make_check_in(round_, make_entry(round_.stage.competition, name=name))
    make_player(round_.stage.competition.club, "Emil")
    organise(client, round_)

    page = " ".join(client.get(address("detail", round_.pk)).content.decode().split())

    assert "4 of 4 are here" in page
    assert "1 table: 1 of 4" in page
    assert page.count('aria-pressed="true"') == 4
    assert "Other players of the club" in page


def test_bar_says_of_one_player_that_it_does_not_fit(client: Client) -> None:
    round_ = make_check_in(make_round()).round
    organise(client, round_)

    page = words(client.get(address("detail", round_.pk)))

    assert "1 of 1 are here</strong><br> 1 player does not fit at tables of 3 to 7. </p>" in page


def test_closing_folds_the_tables_away_while_none_has_ended(client: Client) -> None:
    table = make_table()
    organise(client, table.round)

    page = words(client.get(address("detail", table.round_id)))

    assert '<details class="more" id="still-playing"> <summary>1 table has not ended' in page


def test_round_page_for_others_shows_names_and_no_controls(client: Client) -> None:
    table = make_table()

    page = client.get(address("detail", table.round_id)).content.decode()

    assert "Ada" in page
    assert "<button" not in page.replace("Sign in", "")
    assert table.codes.get().token not in page


def test_round_page_gives_htmx_the_piece_alone(client: Client) -> None:
    answer = client.get(address("detail", make_round().pk), headers={"HX-Target": "round"})

    assert answer.content.decode().strip().startswith('<div id="round"')
    assert "HX-Target" in answer.headers["Vary"]


def test_check_in_by_tap_answers_the_row_and_the_bar(client: Client) -> None:
    round_ = make_round()
    player = make_entry(round_.stage.competition, name="Ada").player
    organise(client, round_)

    answer = client.post(
        address("check_in", round_.pk),
        {"player": player.pk, "here": "1"},
        headers={"HX-Request": "true", "HX-Target": f"player-{player.pk}"},
    )

    piece = " ".join(answer.content.decode().split())
    assert piece.startswith(f'<li id="player-{player.pk}">')
    assert 'aria-pressed="true"' in piece
    assert "1 of 1 are here" in piece
    assert 'hx-swap-oob="true"' in piece
    assert round_.check_ins.get().entry.player == player


def test_check_in_without_scripts_leads_back_to_the_row(client: Client) -> None:
    round_ = make_round()
    player = make_check_in(round_).entry.player
    organise(client, round_)

    answer = client.post(address("check_in", round_.pk), {"player": player.pk, "here": "0"})

    assert answer.headers["Location"] == f"/rounds/{round_.pk}/#player-{player.pk}"
    assert round_.check_ins.count() == 0


def test_check_in_everybody_takes_those_who_take_part(client: Client) -> None:
    round_ = make_round()
    make_entry(round_.stage.competition, name="Ada")
    make_entry(round_.stage.competition, name="Björn")
    make_player(round_.stage.competition.club, "Not entered")
    organise(client, round_)

    client.post(address("check_in", round_.pk), {"player": "all", "here": "1"})

    assert sorted(round_.check_ins.values_list("entry__player__name", flat=True)) == [
        "Ada",
        "Björn",
    ]


@pytest.mark.parametrize("player", ["", "x", "0", "99999999999999999999999", "-1"])
def test_check_in_of_nonsense_changes_nothing(client: Client, player: str) -> None:
    round_ = make_round()
    organise(client, round_)

    answer = client.post(address("check_in", round_.pk), {"player": player, "here": "1"})

    assert answer.status_code == 302
    assert round_.check_ins.count() == 0


def test_new_player_is_added_and_checked_in(client: Client) -> None:
    round_ = make_round()
    organise(client, round_)
    seen = round_.stage.competition.club.players.get().pk

    for _ in range(2):
        client.post(address("add_player", round_.pk), {"name": " Zoë  Zander ", "seen": seen})

    assert list(round_.check_ins.values_list("entry__player__name", flat=True)) == ["Zoë Zander"]


def test_new_player_who_looks_like_another_is_asked_about(client: Client) -> None:
    round_ = make_round()
    known = make_player(round_.stage.competition.club, "Anna Meier")
    organise(client, round_)
    seen = round_.stage.competition.club.players.latest("pk").pk
    form = {"name": "Anna Maier", "seen": str(seen)}

    asked = client.post(address("add_player", round_.pk), form)
    assert "Is Anna Maier one of these?" in asked.content.decode()
    assert asked.context["alike"] == [known]
    assert round_.check_ins.count() == 0

    client.post(address("add_player", round_.pk), form | {"not": str(known.pk)})
    assert round_.check_ins.get().entry.player.name == "Anna Maier"


@pytest.mark.parametrize("name", ["", "🎲", "x" * 300])
def test_new_player_without_a_name_keeps_what_was_typed(client: Client, name: str) -> None:
    round_ = make_round()
    organise(client, round_)

    answer = client.post(address("add_player", round_.pk), {"name": name, "seen": "0"})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["name"]
    assert name in answer.content.decode()
    assert round_.stage.competition.club.players.count() == 1


def test_open_close_and_reopen_by_button(client: Client) -> None:
    round_ = make_round(status=RoundStatus.SCHEDULED)
    organise(client, round_)
    states = []
    for name in ("open", "close", "reopen"):
        client.post(address(name, round_.pk))
        round_.refresh_from_db()
        states.append(round_.status)

    assert states == [RoundStatus.OPEN, RoundStatus.CLOSED, RoundStatus.OPEN]


def test_times_are_read_by_the_clubs_clock_and_refused_at_their_field(client: Client) -> None:
    club = make_club(time_zone="Europe/Rome")
    round_ = make_round(make_competition(club), status=RoundStatus.SCHEDULED)
    organise(client, round_)

    client.post(
        address("times", round_.pk),
        {"opens_at": "2099-01-05T20:30", "closes_at": "2099-01-05T23:30"},
    )
    round_.refresh_from_db()
    assert [round_.opens_at.isoformat() if round_.opens_at else "", round_.closings] == [
        "2099-01-05T19:30:00+00:00",
        0,
    ]

    refused = client.post(
        address("times", round_.pk),
        {"opens_at": "2099-01-05T20:30", "closes_at": "2099-01-05T19:30"},
    )
    assert refused.context["form"].errors == {"closes_at": ["A round closes after it opens."]}
    past = client.post(
        address("times", round_.pk), {"opens_at": "", "closes_at": "2020-01-05T19:30"}
    )
    assert past.context["form"].errors == {"closes_at": ["This moment has passed."]}


def test_add_round_now_opens_it_and_twice_adds_one(client: Client) -> None:
    competition = make_competition()
    client.force_login(make_organiser(competition.club))
    form = {"number": "1", "start": "now", "opens_at": "", "closes_at": ""}

    answers = [client.post(address("create", competition.pk), form) for _ in range(2)]

    added = Round.objects.get()
    assert added.is_open
    assert {answer.headers["Location"] for answer in answers} == {address("detail", added.pk)}


@pytest.mark.parametrize(
    ("times", "field"),
    [
        ({"opens_at": "", "closes_at": "2020-01-05T19:30"}, "closes_at"),
        ({"opens_at": "2020-01-05T19:30", "closes_at": ""}, "opens_at"),
    ],
)
def test_add_round_that_has_passed_is_refused(
    client: Client, times: dict[str, str], field: str
) -> None:
    competition = make_competition()
    client.force_login(make_organiser(competition.club))

    answer = client.post(
        address("create", competition.pk), {"number": "1", "start": "later"} | times
    )

    assert answer.context["form"].errors == {field: ["This moment has passed."]}
    assert Round.objects.count() == 0


def test_remove_round_leads_to_the_competition(client: Client) -> None:
    round_ = make_round(status=RoundStatus.SCHEDULED)
    organise(client, round_)

    answer = client.post(address("delete", round_.pk))

    assert answer.headers["Location"] == f"/competitions/{round_.stage.competition_id}/"
    assert Round.objects.count() == 0


def test_sheets_carry_names_first_dealer_and_code(client: Client) -> None:
    table = make_table()
    organise(client, table.round)

    page = client.get(address("sheets", table.round_id)).content.decode()

    assert f"/t/{table.codes.get().token}/" in page
    assert "<svg" in page
    assert page.count("deals first") == 1
    assert page.index("deals first") < page.index("Björn")


def test_code_is_replaced_and_revoked_by_button(client: Client) -> None:
    table = make_table()
    old = table.codes.get()
    organise(client, table.round)
    to = address("code", table.round_id, table.pk)

    client.post(to, {"code": old.pk, "do": "replace"})
    new = TableCode.objects.get(table=table, revoked_at=None)
    client.post(to, {"code": new.pk, "do": "revoke"})

    assert new != old
    assert not TableCode.objects.filter(table=table, revoked_at=None).exists()
    assert (
        "This table has no code" in client.get(address("sheets", table.round_id)).content.decode()
    )


def test_mine_shows_the_table_after_the_button(client: Client) -> None:
    table = make_table()
    user = make_user()
    player = table.seats.get(number=2).player
    player.user = user
    player.save()
    client.force_login(user)

    page = client.get(address("mine")).content.decode()

    assert "Table 1" in page
    assert "Go to your table" in page
    assert "<strong>You</strong>" in page


def test_mine_says_who_plays_instead(client: Client) -> None:
    table = make_table()
    seat = table.seats.get(number=0)
    seat.player.user = make_user()
    seat.player.save()
    vera = make_player(table.round.stage.competition.club, "Vera")
    table.seats.filter(number=0).update(player=vera)
    client.force_login(seat.player.user)

    page = client.get(address("mine")).content.decode()

    assert "Vera plays for you at table 1." in page
    assert "Your table appears here" not in page


def test_late_arrivals_lead_to_the_seat_that_somebody_else_has(client: Client) -> None:
    table = make_table()
    seat = table.seats.get(number=0)
    vera = make_player(table.round.stage.competition.club, "Vera")
    table.seats.filter(number=0).update(player=vera)
    organise(client, table.round)

    page = words(client.get(address("detail", table.round_id)))

    row = page.split(f'id="player-{seat.player_id}"')[1].split("</li>")[0]
    assert f'href="{address("move", table.round_id, seat.entry_id)}"' in row
    assert "Ada<small>Vera plays instead, at table 1</small>" in row


@pytest.mark.parametrize(
    ("unfinished", "words_of_hands"),
    [
        ("standing", "would count as it stands after 2 hands"),
        ("nothing", "2 hands, which would count for nothing"),
    ],
)
def test_closing_says_first_what_it_means_for_tables_that_play(
    client: Client, unfinished: str, words_of_hands: str
) -> None:
    round_ = make_round(make_competition(unfinished=unfinished))
    tables = [make_table(round_, number=number) for number in (1, 2, 3)]
    scores = {"totals": [3, 2, 1, 0], "places": [1, 2, 3, 4]}
    TableScore.objects.create(table=tables[0], hands=2, **scores)
    TableScore.objects.create(table=tables[2], hands=5, is_over=True, **scores)
    organise(client, round_)

    page = words(client.get(address("detail", round_.pk)))

    closing = page.split('id="closing"')[1].split("Close the round")[0]
    assert "2 tables have not ended" in closing
    assert f"Table 1 <small>{words_of_hands}</small>" in closing
    assert "Table 2 <small>nothing is recorded: its players would miss the round" in closing
    assert "Table 3" not in closing


def test_closed_round_says_where_nothing_was_recorded(client: Client) -> None:
    table = make_table(make_round(status=RoundStatus.CLOSED))

    page = words(client.get(address("detail", table.round_id)))

    assert '<span class="badge provisional">Nothing recorded</span>' in page


def test_check_in_self_and_back_by_one_button(client: Client) -> None:
    round_ = make_round()
    user = make_user()
    make_player(round_.stage.competition.club, "Ada", user=user)
    client.force_login(user)

    assert "I'm here" in client.get(address("mine")).content.decode()
    client.post(address("check_in_self", round_.pk), {"here": "1"})
    assert "You are checked in" in client.get(address("mine")).content.decode()
    client.post(address("check_in_self", round_.pk), {"here": "0"})

    assert round_.check_ins.count() == 0
    assert Entry.objects.get().player.name == "Ada"


def test_check_in_self_by_somebody_of_another_club_does_nothing(client: Client) -> None:
    round_ = make_round()
    user = make_user()
    make_player(user=user)
    client.force_login(user)

    page = client.post(address("check_in_self", round_.pk), {"here": "1"}).content.decode()

    assert "You are not a player of" in page
    assert round_.check_ins.count() == 0


def test_mine_shows_only_what_is_on(client: Client) -> None:
    user = make_user()
    player = make_player(user=user)
    competition = make_competition(player.club)
    make_round(competition, status=RoundStatus.CLOSED)
    make_round(competition, number=2, status=RoundStatus.SCHEDULED)
    soon = make_round(competition, number=3, status=RoundStatus.SCHEDULED, opens_at=timezone.now())
    make_round(make_competition())
    client.force_login(user)

    shown = client.get(address("mine")).context["rounds"]

    assert [one.round for one in shown] == [soon]


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize(
    ("name", "is_organiser", "queries"),
    [
        ("detail", True, 17),
        ("detail", False, 9),
        ("sheets", True, 6),
    ],
)
def test_pages_take_the_same_queries_for_one_and_three_tables(
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    tables: int,
    name: str,
    is_organiser: bool,
    queries: int,
) -> None:
    round_ = make_round()
    for number in range(1, tables + 1):
        make_table(round_, number=number)
    if is_organiser:
        organise(client, round_)

    with django_assert_num_queries(queries):
        page = client.get(address(name, round_.pk)).content.decode()

    assert f"Table {tables}" in page


@pytest.mark.parametrize("rounds", [1, 3])
def test_mine_takes_the_same_queries_for_one_and_three_rounds(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, rounds: int
) -> None:
    user = make_user()
    player = make_player(user=user)
    competition = make_competition(player.club)
    for number in range(1, rounds + 1):
        table = make_table(make_round(competition, number=number), number=1)
        table.seats.filter(number=0).update(player=player)
    client.force_login(user)

    with django_assert_num_queries(8):
        page = client.get(address("mine")).content.decode()

    assert page.count("Go to your table") == rounds


WRITES: list[tuple[str, Callable[[Table], list[int]]]] = [
    ("open", lambda table: [table.round_id]),
    ("close", lambda table: [table.round_id]),
    ("reopen", lambda table: [table.round_id]),
    ("times", lambda table: [table.round_id]),
    ("delete", lambda table: [table.round_id]),
    ("check_in", lambda table: [table.round_id]),
    ("add_player", lambda table: [table.round_id]),
    ("seat", lambda table: [table.round_id]),
    ("change", lambda table: [table.round_id]),
    ("undo_change", lambda table: [table.round_id, 1]),
    ("code", lambda table: [table.round_id, table.pk]),
    ("edit_competition", lambda table: [table.round.stage.competition_id]),
    ("create", lambda table: [table.round.stage.competition_id]),
]


@pytest.mark.parametrize("role", ["player", "scorer", "organiser of another club", "nobody"])
@pytest.mark.parametrize(("name", "args"), WRITES, ids=[name for name, _ in WRITES])
def test_only_organisers_may_write(
    client: Client, role: str, name: str, args: Callable[[Table], list[int]]
) -> None:
    table = make_table()
    competition = table.round.stage.competition
    if role == "organiser of another club":
        client.force_login(make_organiser(make_club()))
    elif role != "nobody":
        user = make_user()
        make_player(competition.club, "Sam", role, user)
        client.force_login(user)

    answer = client.post(
        address(name, *args(table)),
        {
            "seating": "0",
            "seed": "1",
            "do": "unseated",
            "player": "all",
            "name": "Zoë",
            "seen": "0",
        },
    )

    competition.refresh_from_db()
    assert answer.status_code == (302 if role == "nobody" else 404)
    assert not said(answer) if role == "nobody" else True
    assert (competition.version, table.seats.count()) == (1, 4)


@pytest.mark.parametrize("role", ["player", "scorer", "organiser of another club"])
@pytest.mark.parametrize("name", ["sheets", "seat", "times"])
def test_only_organisers_may_see(client: Client, role: str, name: str) -> None:
    table = make_table()
    if role == "organiser of another club":
        client.force_login(make_organiser(make_club()))
    else:
        user = make_user()
        make_player(table.round.stage.competition.club, "Sam", role, user)
        client.force_login(user)

    assert client.get(address(name, table.round_id)).status_code == 404


@pytest.mark.parametrize("name", ["open", "close", "reopen", "delete", "check_in", "add_player"])
def test_following_a_link_never_writes(client: Client, name: str) -> None:
    round_ = make_round()
    organise(client, round_)

    assert client.get(address(name, round_.pk)).status_code == 405


def test_table_of_another_round_is_not_found(client: Client) -> None:
    round_, other = make_round(), make_table()
    organise(client, round_)

    answer = client.post(address("code", round_.pk, other.pk), {"do": "revoke"})

    assert answer.status_code == 404
    assert other.codes.get().revoked_at is None
