import re
from collections.abc import Callable
from typing import Protocol

import pytest
from django.contrib.messages import get_messages
from django.core.handlers.wsgi import WSGIRequest
from django.test import Client
from django.urls import reverse
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
from tests.league.rounds.recorded import record_hand_at

pytestmark = pytest.mark.django_db


def organise(client: Client, round_: Round) -> Client:
    client.force_login(make_organiser(round_.stage.competition.club))
    return client


class Answered(Protocol):
    """What the test client adds to an answer."""

    wsgi_request: WSGIRequest


def said(answer: Answered) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def address(name: str, *args: int) -> str:
    return reverse(f"rounds:{name}", args=args)


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


def test_seat_page_previews_and_draws(client: Client) -> None:
    round_ = make_round()
    for _ in range(20):
        make_check_in(round_)
    organise(client, round_)

    page = " ".join(client.get(address("seat", round_.pk)).content.decode().split())
    assert "Seat 20 players" in page
    assert "5 tables: 5 of 4" in page

    client.post(address("seat", round_.pk), {"seating": "0", "seed": "42"})
    round_.refresh_from_db()
    assert round_.seed == 42
    assert round_.tables.count() == 5


def test_seat_page_offers_sizes_that_would_do(client: Client) -> None:
    round_ = make_round(make_competition(table_min=4, table_max=5))
    for _ in range(7):
        make_check_in(round_)
    organise(client, round_)

    page = client.get(address("seat", round_.pk)).content.decode()
    assert re.findall(r'name="sizes" value="([^"]+)"', page) == ["4-3", "7"]

    client.post(address("seat", round_.pk), {"seating": "0", "seed": "1", "sizes": "4-3"})
    assert [table.seats.count() for table in round_.tables.order_by("number")] == [4, 3]


def test_seat_page_names_a_single_size_once(client: Client) -> None:
    round_ = make_round(make_competition(table_min=4, table_max=4, table_preferred=[4]))
    for _ in range(11):
        make_check_in(round_)
    organise(client, round_)

    page = client.get(address("seat", round_.pk)).content.decode()

    assert "11 players do not fit at tables of 4. These sizes would do:" in page
    assert re.findall(r'name="sizes" value="([^"]+)"', page) == ["4-4-3", "6-5"]


def test_seat_page_of_too_few_players_says_so_and_leads_back(client: Client) -> None:
    round_ = make_round()
    for _ in range(2):
        make_check_in(round_)
    organise(client, round_)

    page = " ".join(client.get(address("seat", round_.pk)).content.decode().split())

    assert "2 players do not fit at tables of 3 to 7. Frank’s Zoo needs at least 3" in page
    assert f'href="{address("detail", round_.pk)}">Back to the round' in page
    assert 'name="seed"' not in page


def test_seat_pressed_on_an_old_page_shows_the_tables_and_says_so(client: Client) -> None:
    round_ = make_round()
    for _ in range(4):
        make_check_in(round_)
    organise(client, round_)

    for _ in range(2):
        answer = client.post(address("seat", round_.pk), {"seating": "0", "seed": "1"})

    assert answer.headers["Location"] == address("detail", round_.pk)
    assert said(answer)[-1] == ("Somebody else has just seated this round. These are the tables.")
    assert round_.tables.count() == 1


@pytest.mark.parametrize("seed", ["", "x", "-1", "1000000", "9" * 40])
def test_seat_with_a_seed_that_cannot_be_is_refused_at_the_field(client: Client, seed: str) -> None:
    round_ = make_round()
    make_check_in(round_)
    organise(client, round_)

    answer = client.post(address("seat", round_.pk), {"seating": "0", "seed": seed})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["seed"]


def test_move_page_suggests_the_smallest_table_first(client: Client) -> None:
    round_ = make_round()
    make_table(round_, seats=5)
    make_table(round_, seats=4, number=2)
    late = make_check_in(round_).entry
    organise(client, round_)

    answer = client.get(address("move", round_.pk, late.pk))

    places = answer.context["places"]
    assert [(place.table.number, place.is_suggested) for place in places] == [
        (2, True),
        (1, False),
    ]


def test_move_page_offers_nothing_at_tables_with_hands(client: Client) -> None:
    round_ = make_round()
    record_hand_at(make_table(round_))
    late = make_check_in(round_).entry
    organise(client, round_)

    page = client.get(address("move", round_.pk, late.pk)).content.decode()

    assert "Hands are recorded here" in page
    assert 'name="table"' not in page
    assert 'name="swap"' not in page


def test_move_by_button_goes_there(client: Client) -> None:
    round_ = make_round()
    first, second = make_table(round_), make_table(round_, number=2)
    ada = first.seats.get(number=0).entry
    organise(client, round_)

    client.post(address("move", round_.pk, ada.pk), {"table": second.pk})
    assert second.seats.get(number=4).entry == ada

    other = first.seats.get(number=0).entry
    client.post(address("move", round_.pk, ada.pk), {"swap": f"{other.pk}-{first.pk}-0"})
    assert first.seats.get(number=0).entry == ada

    client.post(address("move", round_.pk, ada.pk), {"out": "1"})
    assert said(client.post(address("move", round_.pk, ada.pk), {"table": "x"}))[-1] == (
        "Choose where Ada should go."
    )


def test_take_out_by_button_frees_the_seat(client: Client) -> None:
    table = make_table()
    ada = table.seats.get(number=0).entry
    organise(client, table.round)

    answer = client.post(address("move", table.round_id, ada.pk), {"out": "1"})

    assert said(answer) == ["Ada is taken out of this round."]
    assert table.seats.count() == 3


def test_extra_table_and_dissolving_by_button(client: Client) -> None:
    table = make_table()
    waiting = [make_check_in(table.round).entry.pk for _ in range(3)]
    organise(client, table.round)

    client.post(address("open_table", table.round_id), {"entry": waiting})
    assert list(table.round.tables.order_by("number").values_list("number", flat=True)) == [1, 2]

    client.post(address("dissolve", table.round_id, table.pk))
    assert list(table.round.tables.standing().values_list("number", flat=True)) == [2]


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


def test_projector_shows_who_is_here_and_then_the_tables(client: Client) -> None:
    table = make_table()
    waiting = make_round(table.round.stage.competition, number=2)
    make_check_in(waiting, table.seats.get(number=0).entry)
    TableScore.objects.create(
        table=table, hands=2, totals=[9, 11, 4, 0], places=[2, 1, 3, 4], is_over=False
    )

    before = client.get(address("projector", waiting.pk)).content.decode()
    after = " ".join(client.get(address("projector", table.round_id)).content.decode().split())

    assert "<li>Ada</li>" in before
    assert "<svg" in before
    assert "Hand 3" in after
    assert re.findall(r'class="leader".*?<span>(\w+)</span>', after) == ["Björn"]
    assert table.codes.get().token not in after


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
        ("detail", True, 13),
        ("detail", False, 8),
        ("projector", False, 4),
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

    with django_assert_num_queries(7):
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
    ("undo_seating", lambda table: [table.round_id]),
    ("open_table", lambda table: [table.round_id]),
    ("dissolve", lambda table: [table.round_id, table.pk]),
    ("code", lambda table: [table.round_id, table.pk]),
    ("move", lambda table: [table.round_id, table.seats.get(number=0).entry_id]),
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
        {"seating": "0", "seed": "1", "out": "1", "player": "all", "name": "Zoë", "seen": "0"},
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


@pytest.mark.parametrize(
    "name", ["open", "close", "reopen", "delete", "check_in", "add_player", "undo_seating"]
)
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
