import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Separation, Substitution, Table
from league.results.models import TableScore
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.services.seating import seat_round
from tests.factories import NOW, make_check_in, make_player, make_round, make_table
from tests.league.rounds.changing import do, entry_at, names_at, two_tables, undo
from tests.league.rounds.pages import address, organise, said, words
from tests.league.rounds.recorded import record_hand_at

pytestmark = pytest.mark.django_db


def test_move_page_suggests_the_smallest_table_first(client: Client) -> None:
    round_ = make_round()
    make_table(round_, seats=5)
    make_table(round_, seats=4, number=2)
    late = make_check_in(round_).entry
    organise(client, round_)

    answer = client.get(address("move", round_.pk, late.pk))

    places = answer.context["move_options"]
    assert [(place.table.number, place.is_suggested) for place in places] == [(2, True), (1, False)]


def test_move_page_offers_nothing_at_tables_with_hands(client: Client) -> None:
    round_ = make_round()
    record_hand_at(make_table(round_))
    late = make_check_in(round_).entry
    organise(client, round_)

    page = client.get(address("move", round_.pk, late.pk)).content.decode()

    assert "Hands are recorded here" in page
    assert "do=moved" not in page
    assert "do=swapped" not in page


def test_change_is_shown_and_then_done(client: Client) -> None:
    round_ = make_round()
    first, second = make_table(round_), make_table(round_, number=2)
    ada, other = first.seats.get(number=0).entry, second.seats.get(number=1).entry
    organise(client, round_)
    asked = {"do": "swapped", "entry": str(ada.pk), "other": str(other.pk)}

    page = " ".join(client.get(address("change", round_.pk), asked).content.decode().split())
    assert "<h1>Swap Ada and Björn 2</h1>" in page
    assert names_at(first)[0] == "Ada"

    answer = client.post(address("change", round_.pk), asked | {"seating": "0"})
    assert said(answer) == []
    assert "Ada and Björn 2 swapped seats." in client.get(answer["Location"]).content.decode()
    assert names_at(first) == ["Björn 2", "Björn", "Chiara", "Dörte"]


def test_change_names_who_meets_again_and_who_is_kept_apart(client: Client) -> None:
    earlier = make_table()
    competition = earlier.round.stage.competition
    first = make_table(make_round(competition, number=2), number=3)
    ada, bjoern = earlier.seats.get(number=0).entry, first.seats.get(number=1).entry
    first.seats.filter(number=0).update(
        entry=earlier.seats.get(number=1).entry, player=earlier.seats.get(number=1).player
    )
    Separation.objects.create(
        club=competition.club, one=ada.player, other=bjoern.player, reason="family", created_at=NOW
    )
    organise(client, first.round)

    answer = client.get(
        address("change", first.round_id),
        {"do": "moved", "entry": str(ada.pk), "table": str(first.pk)},
    )

    page = " ".join(answer.content.decode().split())
    assert "Ada and Björn 3 (family) would share a table." in page
    assert "1 repeat meeting" in page
    assert "Ada and Björn, met once before" in page


def test_change_that_cannot_be_made_leads_back_with_words(client: Client) -> None:
    table = make_table(seats=3)
    ada = table.seats.get(number=0).entry
    organise(client, table.round)

    answer = client.get(address("change", table.round_id), {"do": "left", "entry": str(ada.pk)})

    assert answer.headers["Location"] == address("move", table.round_id, ada.pk)
    assert said(answer)[0].startswith("Table 1 would have 2 players left")


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"do": "seated"},
        {"do": "nonsense", "entry": "x"},
        {"do": "moved", "entry": "9" * 40, "table": "-1"},
        {"do": "opened", "entries": "1-2-x"},
        {"do": "merged", "table": "0"},
    ],
)
def test_change_of_nonsense_changes_nothing(client: Client, asked: dict[str, str]) -> None:
    table = make_table()
    organise(client, table.round)

    shown = client.get(address("change", table.round_id), asked)
    answer = client.post(address("change", table.round_id), asked | {"seating": "0"})

    assert (shown.status_code, answer.status_code) == (302, 302)
    assert names_at(table) == ["Ada", "Björn", "Chiara", "Dörte"]


def test_substitute_page_lists_who_does_not_play(client: Client) -> None:
    table = make_table()
    club = table.round.stage.competition.club
    zoe = make_player(club, "Zoë")
    organise(client, table.round)
    ada = table.seats.get(number=0).entry

    answer = client.get(address("substitute", table.round_id, ada.pk))

    assert [player.name for player in answer.context["players"]] == ["Olga Organiser", "Zoë"]
    page = " ".join(
        client.get(
            address("change", table.round_id),
            {"do": "substituted", "entry": str(ada.pk), "player": str(zoe.pk)},
        )
        .content.decode()
        .split()
    )
    assert "Substitute: Zoë for Ada" in page
    assert "for the replaced player" in page


def test_history_lists_changes_and_undoes_them(client: Client) -> None:
    table = make_table()
    organise(client, table.round)
    ada = table.seats.get(number=0).entry
    client.post(address("change", table.round_id), {"do": "left", "entry": ada.pk, "seating": "0"})
    change = SeatingChange.objects.get()

    page = client.get(address("changes", table.round_id)).content.decode()
    assert "Ada left the round." in page
    assert "Olga Organiser" in page

    shown = client.get(address("undo_change", table.round_id, change.pk))
    assert "<h1>Undo: Ada left the round.</h1>" in " ".join(shown.content.decode().split())
    assert names_at(table) == ["Björn", "Chiara", "Dörte"]

    answer = client.post(address("undo_change", table.round_id, change.pk))
    assert said(answer)[-1] == "Undone: Ada left the round."
    assert names_at(table) == ["Ada", "Björn", "Chiara", "Dörte"]


def test_undo_of_another_rounds_change_is_not_found(client: Client) -> None:
    table = make_table()
    change = do(table.round, ChangeKind.ORDERED, table=table.pk)
    assert change is not None
    other = make_round(table.round.stage.competition, number=2)
    organise(client, other)

    assert client.post(address("undo_change", other.pk, change.pk)).status_code == 404


def test_table_page_offers_what_fits(client: Client) -> None:
    round_ = make_round()
    first = make_table(round_, seats=6)
    make_table(round_, seats=3, number=2)
    organise(client, round_)

    page = client.get(address("table", round_.pk, first.pk)).content.decode()

    assert "Split table" in page
    assert "joins it" not in page
    assert client.get(address("table", round_.pk, 0)).headers["Location"] == address(
        "detail", round_.pk
    )


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize(("name", "queries"), [("move", 15), ("table", 13), ("change", 13)])
def test_pages_of_changes_take_the_same_queries_for_one_and_three_tables(
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    tables: int,
    name: str,
    queries: int,
) -> None:
    round_ = make_round()
    made = [make_table(round_, seats=6, number=number) for number in range(1, tables + 1)]
    organise(client, round_)
    entry = made[0].seats.get(number=0).entry_id
    args = {"move": [entry], "table": [made[0].pk], "change": []}[name]

    with django_assert_num_queries(queries):
        answer = client.get(
            address(name, round_.pk, *args), {"do": "split", "table": str(made[0].pk)}
        )

    assert answer.status_code == 200


@pytest.mark.parametrize("changes", [1, 3])
def test_history_takes_the_same_queries_for_one_and_three_changes(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, changes: int
) -> None:
    table = make_table()
    for _ in range(changes):
        do(table.round, ChangeKind.ORDERED, table=table.pk)
    organise(client, table.round)

    with django_assert_num_queries(4):
        page = client.get(address("changes", table.round_id)).content.decode()

    assert page.count("The seats of table 1 were drawn again.") == 2 * changes


def test_round_page_offers_to_undo_the_seating_until_a_hand_is_played(client: Client) -> None:
    round_ = make_round()
    for _ in range(4):
        make_check_in(round_)
    seat_round(round_id=round_.pk, seating=0, seed=7, now=NOW)
    organise(client, round_)

    before = client.get(address("detail", round_.pk)).context["last_change"]
    TableScore.objects.create(
        table=round_.tables.get(), hands=1, totals=[3, 2, 1, 0], places=[1, 2, 3, 4]
    )
    after = client.get(address("detail", round_.pk)).context["last_change"]

    assert (before.number, after) == (1, None)


def test_round_page_offers_to_undo_a_change_until_its_own_table_plays(client: Client) -> None:
    first, second = two_tables()
    do(first.round, ChangeKind.ORDERED, table=second.pk)
    organise(client, first.round)
    scores = {"hands": 1, "totals": [3, 2, 1, 0], "places": [1, 2, 3, 4]}

    TableScore.objects.create(table=first, **scores)
    elsewhere = client.get(address("detail", first.round_id)).context["last_change"]
    TableScore.objects.create(table=second, **scores)
    there = client.get(address("detail", first.round_id)).context["last_change"]

    assert (elsewhere.kind, there) == (ChangeKind.ORDERED, None)


def test_whole_seating_is_undone_after_a_look_and_brought_back(client: Client) -> None:
    table = make_table()
    organise(client, table.round)
    asked = {"do": "unseated"}

    page = words(client.get(address("change", table.round_id), asked))
    assert "<h1>Undo seating</h1>" in page
    assert "Left without a seat:</strong> Ada, Björn, Chiara and Dörte</p>" in page
    assert "Table 1 will be dissolved. Its table code stops working." in page
    assert Table.objects.standing().count() == 1

    client.post(address("change", table.round_id), asked | {"seating": "0"})
    assert Table.objects.standing().count() == 0
    change = SeatingChange.objects.get()
    undo = address("undo_change", table.round_id, change.pk)
    page = words(client.get(address("detail", table.round_id)))
    assert "The seating was undone." in page
    assert f'href="{undo}"' in page

    client.post(undo)
    assert names_at(table) == ["Ada", "Björn", "Chiara", "Dörte"]
    assert Table.objects.standing().count() == 1


def test_undo_that_cannot_be_made_leads_back_with_words(client: Client) -> None:
    first, second = two_tables()
    change = do(first.round, ChangeKind.MOVED, entry=entry_at(first, 1).pk, table=second.pk)
    assert change is not None
    do(first.round, ChangeKind.ORDERED, table=second.pk)
    organise(client, first.round)

    answer = client.get(address("undo_change", first.round_id, change.pk))

    assert answer.headers["Location"] == address("detail", first.round_id)
    assert said(answer) == ["Table 2 has changed again. Undo the later change first."]


def test_undo_of_what_is_undone_leads_back_with_words(client: Client) -> None:
    table = make_table()
    change = undo(do(table.round, ChangeKind.ORDERED, table=table.pk))
    organise(client, table.round)

    answer = client.get(address("undo_change", table.round_id, change.pk))

    assert said(answer) == ["This is already undone. The tables have been updated."]


def test_late_arrival_is_shown_the_table_before_it_counts(client: Client) -> None:
    table = make_table()
    late = make_check_in(table.round).entry
    organise(client, table.round)

    page = client.get(address("move", table.round_id, late.pk)).content.decode()
    link = f"{address('change', table.round_id)}?do=moved&amp;entry={late.pk}&amp;table={table.pk}"
    assert f'href="{link}"' in page
    assert "<form" not in page.split("<main")[1].split("</main>")[0]

    shown = words(client.get(link.replace("&amp;", "&")))
    assert f'<strong><span class="named">{late.player.name}</span>' in shown
    assert table.seats.count() == 4


def test_round_page_leads_who_waits_to_a_seat_at_its_lower_edge(client: Client) -> None:
    table = make_table()
    organise(client, table.round)
    bar = "0 of 1 table finished"
    assert bar in words(client.get(address("detail", table.round_id)))

    late = make_check_in(table.round).entry
    page = words(client.get(address("detail", table.round_id)))

    assert bar not in page
    assert f"1 player is waiting for a seat</strong><br> {late.player.name} </p>" in page
    assert f'href="{address("change", table.round_id)}?do=repaired">' in page


def test_preview_names_who_plays_for_whom_and_who_stood_in(client: Client) -> None:
    earlier = make_table()
    competition = earlier.round.stage.competition
    ada, bjoern = (earlier.seats.get(number=number) for number in (0, 1))
    zoe, vera = (make_player(competition.club, name) for name in ("Zoë", "Vera"))
    Substitution.objects.create(
        seat=ada, player_out=ada.player, player_in=zoe, from_hand=3, created_at=NOW
    )
    first = make_table(make_round(competition, number=2), number=3)
    second = make_table(first.round, number=4)
    first.seats.filter(number=0).update(entry=bjoern.entry, player=bjoern.player)
    second.seats.filter(number=0).update(entry=ada.entry, player=vera)
    organise(client, first.round)

    page = words(
        client.get(
            address("change", first.round_id),
            {"do": "moved", "entry": str(ada.entry_id), "table": str(first.pk)},
        )
    )

    assert "Vera</span> <small>for Ada</small>" in page
    assert (
        "Ada (now: Vera) and Björn, met once before (Zoë substituted for Ada from hand 3)" in page
    )
