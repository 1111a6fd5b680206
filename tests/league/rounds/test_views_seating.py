import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Entry, Round
from league.rounds.seating_impact import Preview
from league.rounds.services.seating import seat_round
from tests.factories import NOW, make_check_in, make_competition, make_entry, make_round
from tests.league.rounds.pages import address, organise, said, words

pytestmark = pytest.mark.django_db


def test_seat_page_previews_and_draws(client: Client) -> None:
    round_ = make_round()
    for _ in range(20):
        make_check_in(round_)
    organise(client, round_)

    page = " ".join(client.get(address("seat", round_.pk)).content.decode().split())
    assert "Seat 20 players" in page
    assert "5 tables of 4" in page

    client.post(address("seat", round_.pk), {"seating": "0", "seed": "42"})
    round_.refresh_from_db()
    assert round_.draw_seed == 42
    assert round_.tables.count() == 5


def test_seat_page_offers_sizes_that_would_do(client: Client) -> None:
    round_ = make_round(make_competition(table_min=4, table_max=5))
    for _ in range(7):
        make_check_in(round_)
    organise(client, round_)

    page = client.get(address("seat", round_.pk)).content.decode()
    assert re.findall(r'href="[^"?]*/seat/\?sizes=([0-9][^"&]*)&amp;seed', page) == [
        "4-3",
        "7",
        "5",
    ]
    assert "Seat players" not in page
    chosen = client.get(address("seat", round_.pk), {"sizes": "5", "seed": "1"}).content.decode()
    assert "Byes:" in chosen

    client.post(address("seat", round_.pk), {"seating": "0", "seed": "1", "sizes": "4-3"})
    assert [table.seats.count() for table in round_.tables.order_by("number")] == [4, 3]


def test_seat_page_names_a_single_size_once(client: Client) -> None:
    round_ = make_round(make_competition(table_min=4, table_max=4, table_preferred=[4]))
    for _ in range(11):
        make_check_in(round_)
    organise(client, round_)

    page = client.get(address("seat", round_.pk)).content.decode()

    assert "11 players cannot be split into tables of 4. Possible table sizes:" in page
    assert re.findall(r'href="[^"?]*/seat/\?sizes=([0-9][^"&]*)&amp;seed', page) == [
        "4-4-3",
        "6-5",
        "4-4",
    ]


def test_seat_page_of_too_few_players_says_so_and_leads_back(client: Client) -> None:
    round_ = make_round()
    for _ in range(2):
        make_check_in(round_)
    organise(client, round_)

    page = " ".join(client.get(address("seat", round_.pk)).content.decode().split())

    assert "2 players cannot be split into tables of 3 to 7. Frank’s Zoo needs at least 3" in page
    assert f'href="{address("detail", round_.pk)}">Back to round' in page
    assert 'name="seed"' not in page


def test_seat_pressed_on_an_old_page_shows_the_tables_and_says_so(client: Client) -> None:
    round_ = make_round()
    for _ in range(4):
        make_check_in(round_)
    organise(client, round_)

    for _ in range(2):
        answer = client.post(address("seat", round_.pk), {"seating": "0", "seed": "1"})

    assert answer.headers["Location"] == address("detail", round_.pk)
    assert said(answer)[-1] == (
        "Another organiser has just seated this round. The tables have been updated."
    )
    assert round_.tables.count() == 1


def test_seat_page_asks_before_it_seats_together_who_is_kept_apart(client: Client) -> None:
    round_ = make_round()
    for name in ("Ada", "Björn", "Chiara"):
        make_check_in(round_, make_entry(round_.stage.competition, name=name))
    Entry.objects.update(team="Lions")
    organise(client, round_)
    form = {"seating": "0", "seed": "1", "shown": "1"}

    page = " ".join(client.get(address("seat", round_.pk), {"seed": "1"}).content.decode().split())
    assert "Ada and Björn (same team) cannot be kept apart at these tables." in page

    refused = client.post(address("seat", round_.pk), form)
    assert refused.status_code == 422
    assert "Players who are kept apart would share a table." in refused.content.decode()
    assert round_.tables.count() == 0

    # What was accepted is the draw that was shown.
    client.post(address("seat", round_.pk), form | {"shown": "2", "accept": "1"})
    assert round_.tables.count() == 0
    client.post(address("seat", round_.pk), form | {"accept": "1"})
    assert round_.tables.count() == 1


def test_seat_page_sums_up_where_many_who_are_kept_apart_would_sit_together(client: Client) -> None:
    round_ = make_round()
    for name in ("Ada", "Björn", "Chiara", "Dörte"):
        make_check_in(round_, make_entry(round_.stage.competition, name=name))
    Entry.objects.update(team="Lions")

    answer = organise(client, round_).get(address("seat", round_.pk), {"seed": "1"})

    page = " ".join(answer.content.decode().split())
    assert page.count("cannot be kept apart at these tables.") == 1
    assert "6 pairs cannot be kept apart at these tables." in page
    assert "Chiara and Dörte (same team)" in page


def test_seat_pressed_after_somebody_came_shows_the_new_draw(client: Client) -> None:
    round_ = make_round()
    for _ in range(8):
        make_check_in(round_)
    organise(client, round_)
    shown = client.get(address("seat", round_.pk), {"seed": "5"})
    form = {"seating": "0", "seed": "5", "shown": "5", "known": shown.context["preview"].digest}
    make_check_in(round_)

    answer = client.post(address("seat", round_.pk), form)

    assert (
        answer.headers["Location"]
        == f"{address('seat', round_.pk)}?sizes=&seating_priority=&seed=5"
    )
    assert said(answer) == [
        "The tables have changed since you opened this page. Review them and try again."
    ]
    assert round_.tables.count() == 0


def test_seat_page_draws_just_what_it_showed(client: Client) -> None:
    round_ = make_round()
    for _ in range(12):
        make_check_in(round_)
    organise(client, round_)
    preview = client.get(address("seat", round_.pk), {"seed": "5"}).context["preview"]

    client.post(
        address("seat", round_.pk),
        {"seating": "0", "seed": "5", "shown": "5", "known": preview.digest},
    )

    assert [
        [seat.player.name for seat in table.seats.order_by("number")]
        for table in round_.tables.order_by("number")
    ] == [[seat.name for seat in seats] for _, seats in preview.tables]


def test_only_looking_seats_nobody(client: Client) -> None:
    round_ = make_round()
    for _ in range(8):
        make_check_in(round_)
    organise(client, round_)

    answer = client.post(
        address("seat", round_.pk), {"seating": "0", "seed": "9", "sizes": "4-4", "look": "1"}
    )

    assert answer.headers["Location"].endswith("/seat/?sizes=4-4&seating_priority=&seed=9")
    assert round_.tables.count() == 0


@pytest.mark.parametrize("sizes", ["x", "8", "5-5", "0", "-4", "4-4-4-4", "9" * 30])
def test_seat_page_with_sizes_that_do_not_fit_says_so(client: Client, sizes: str) -> None:
    round_ = make_round()
    for _ in range(8):
        make_check_in(round_)
    organise(client, round_)

    shown = client.get(address("seat", round_.pk), {"sizes": sizes, "seed": "1"})
    client.post(address("seat", round_.pk), {"seating": "0", "seed": "1", "sizes": sizes})

    is_readable = re.fullmatch("[0-9]{1,18}(-[0-9]{1,18})*", sizes)
    refusal = "There are now 8 players" in shown.content.decode()
    assert (shown.status_code, refusal) == (200, bool(is_readable))
    assert round_.tables.count() == (0 if is_readable else 2)


@pytest.mark.parametrize("seed", ["", "x", "-1", "1000000", "9" * 40])
def test_seat_with_a_seed_that_cannot_be_is_refused_at_the_field(client: Client, seed: str) -> None:
    round_ = make_round()
    make_check_in(round_)
    organise(client, round_)

    answer = client.post(address("seat", round_.pk), {"seating": "0", "seed": seed})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["seed"]


@pytest.mark.parametrize("players", [4, 12])
def test_seat_page_takes_the_same_queries_for_one_and_three_tables(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, players: int
) -> None:
    round_ = make_round(make_competition(table_min=4, table_max=4))
    for _ in range(players):
        make_check_in(round_)
    organise(client, round_)

    with django_assert_num_queries(33):
        page = client.get(address("seat", round_.pk), {"seed": "1"}).content.decode()

    assert "Seat players" in page


def test_seating_again_says_when_it_would_change_nothing(client: Client) -> None:
    round_ = make_round()
    for _ in range(8):
        make_check_in(round_)
    seat_round(round_id=round_.pk, seating=0, seed=7, now=NOW)
    organise(client, round_)

    again = client.get(address("seat", round_.pk), {"seed": "7"}).content.decode()
    others = client.get(address("seat", round_.pk), {"seed": "8"}).content.decode()

    assert "These are the current tables" in again
    assert "will be dissolved and drawn again" not in again
    assert "2 tables without hands will be dissolved and drawn again." in others


def test_draw_that_is_shown_says_why_table_by_table(client: Client) -> None:
    round_ = make_round()
    for _ in range(8):
        make_check_in(round_)
    organise(client, round_)

    page = " ".join(client.get(address("seat", round_.pk), {"seed": "7"}).content.decode().split())

    reasons = page.split("Why these tables?")[1]
    assert [reasons.count(f"<h4>Table {number}</h4>") for number in (1, 2)] == [1, 1]
    assert reasons.count("for the first time") == 8


def swap_url(client: Client, round_: Round, *entries: int, seed: int = 5) -> tuple[str, str]:
    """Return the address of a draw after swaps, and the digest of the draw."""
    shown = client.get(address("seat", round_.pk), {"seed": str(seed)})
    digest = shown.context["preview"].digest
    swaps = "-".join(map(str, entries))
    return f"{address('seat', round_.pk)}?seed={seed}&known={digest}&swaps={swaps}", digest


def shown_tables(preview: Preview) -> list[list[int]]:
    return [[seat.entry for seat in seats] for _, seats in preview.tables]


def test_two_players_swap_in_the_preview_and_are_seated_like_that(client: Client) -> None:
    round_ = make_round()
    for _ in range(8):
        make_check_in(round_)
    organise(client, round_)
    drawn = client.get(address("seat", round_.pk), {"seed": "5"}).context["preview"]
    (one, *_), (other, *_) = shown_tables(drawn)
    picked = words(client.get(f"{swap_url(client, round_)[0]}&pick={one}"))
    assert 'aria-current="true"><span class="named">' in picked
    assert f"&amp;swaps={one}-{other}#seat-{other}" in picked

    url, digest = swap_url(client, round_, one, other)
    answer = client.get(url)
    swapped = shown_tables(answer.context["preview"])
    assert (swapped[0][0], swapped[1][0]) == (other, one)
    assert "2 players were moved by the organiser." in words(answer)

    form = {"seating": "0", "seed": "5", "shown": "5", "known": digest}
    client.post(address("seat", round_.pk), form | {"swaps": f"{one}-{other}"})
    seats = [
        list(table.seats.order_by("number").values_list("entry", flat=True))
        for table in round_.tables.order_by("number")
    ]
    assert seats == swapped


def test_swaps_end_when_the_players_have_changed(client: Client) -> None:
    round_ = make_round()
    for _ in range(8):
        make_check_in(round_)
    organise(client, round_)
    drawn = client.get(address("seat", round_.pk), {"seed": "5"}).context["preview"]
    (one, *_), (other, *_) = shown_tables(drawn)
    url, digest = swap_url(client, round_, one, other)
    make_check_in(round_)

    answer = client.get(url)

    assert "The players have changed. Your swaps are undone." in words(answer)
    assert answer.context["swaps"] == ""
    client.post(
        address("seat", round_.pk),
        {"seating": "0", "seed": "5", "shown": "5", "known": digest, "swaps": f"{one}-{other}"},
    )
    assert round_.tables.count() == 0


@pytest.mark.parametrize("swaps", ["x", "1", "0-0", "99999999-1", "1-2-3"])
def test_swaps_of_nonsense_are_refused_in_words(client: Client, swaps: str) -> None:
    round_ = make_round()
    for _ in range(4):
        make_check_in(round_)
    organise(client, round_)
    url, _digest = swap_url(client, round_)

    assert client.get(f"{url}{swaps}").status_code == 200


def test_swap_with_a_bye_takes_the_seat(client: Client) -> None:
    round_ = make_round(make_competition(table_min=4, table_max=4, table_preferred=[4]))
    for _ in range(5):
        make_check_in(round_)
    organise(client, round_)
    shown = client.get(address("seat", round_.pk), {"seed": "5", "sizes": "4"})
    preview = shown.context["preview"]
    (idle, name), seated = preview.byes[0], shown_tables(preview)[0][0]
    url = f"{shown.context['seat_url']}&swaps={seated}-{idle}"

    after = client.get(url).context["preview"]

    assert after.byes[0][0] == seated
    assert after.tables[0][1][0].name == name


def test_everyone_is_checked_in_and_shown_seated_by_one_press(client: Client) -> None:
    round_ = make_round()
    for name in ("Ada", "Björn", "Chiara", "Dörte"):
        make_entry(round_.stage.competition, name=name)
    organise(client, round_)
    assert "Check in everyone and seat" in words(client.get(address("detail", round_.pk)))

    answer = client.post(
        address("check_in", round_.pk), {"player": "all", "here": "1", "seat": "1"}
    )

    assert answer.headers["Location"] == address("seat", round_.pk)
    assert round_.check_ins.count() == 4
