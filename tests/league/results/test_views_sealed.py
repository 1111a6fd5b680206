"""The pages of a hand that is being sealed, above all what they do not tell."""

import re
from http import HTTPStatus
from itertools import permutations
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Role
from league.competitions.models import Table
from league.results.models import Hand, SealedHand, SealedSeat, SealReset
from league.results.scoring import record_of
from tests.factories import make_user
from tests.league.results.hands import (
    SEASONS,
    SUBMISSIONS,
    live_hand,
    make_poker_table,
    make_zop_table,
    poker_record,
    send,
    turned_seasons,
)
from tests.league.results.visits import at_the_table, club_member, signed_in, text_of

pytestmark = pytest.mark.django_db
PIECES = {"HX-Request": "true"}


def address_of(table: Table, name: str = "seal") -> str:
    return reverse(f"results:{name}", args=[table.pk])


def form_of_seat(seat: int, submitted: dict[str, Any]) -> dict[str, str]:
    guess = submitted["guess"]
    return {
        "recorded": str(Hand.objects.count()),
        "seating": "1",
        **{f"animal-{seat}-{animal}": "1" for animal in submitted["animals"]},
        f"kind-{seat}": guess["kind"],
        f"size-{seat}": str(guess["size"]),
        f"guess-{seat}": guess["animal"],
    }


def submit(client: Client, table: Table, seat: int, **changes: str) -> Any:
    form = form_of_seat(seat, SUBMISSIONS[seat]) | changes
    return client.post(address_of(table), form, follow=True)


def choose(client: Client, table: Table, seasons: dict[str, str] = SEASONS) -> Any:
    form = {f"season-{animal}": season for animal, season in seasons.items()}
    form |= {"recorded": str(Hand.objects.count()), "seating": "1"}
    return client.post(address_of(table, "choose_seasons"), form, follow=True)


def test_four_phones_seal_and_each_sees_the_explanation() -> None:
    table = make_poker_table()
    phones = [at_the_table(table, seat) for seat in range(4)]
    assert "0 of 4 choices in" in text_of(phones[0].get(address_of(table)))
    for seat in range(3):
        assert "Your choice is sealed." in text_of(submit(phones[seat], table, seat))
    assert "3 of 4 choices in" in text_of(phones[3].get(address_of(table)))
    assert "mouse winter, rabbit summer" in text_of(choose(phones[0], table))
    answer = submit(phones[3], table, 3)
    assert "All choices are in: hand 1 is revealed." in text_of(answer)
    assert record_of(live_hand(table, 1)) == poker_record()
    for phone in phones:
        piece = phone.get(
            f"{address_of(table)}?number=1", headers=PIECES | {"HX-Target": f"sealing-{table.pk}"}
        )
        assert "<html" not in piece.content.decode()
        words = text_of(piece)
        assert "Hand 1 is revealed" in words
        assert "Ada’s spring snake forbids chains." in words
        assert "Makes a chain of 6 to the elephant." in words
        assert "Go to hand 2" in words


def test_a_phone_without_a_seat_picks_one_first() -> None:
    table = make_poker_table()
    phone = at_the_table(table)
    page = text_of(phone.get(address_of(table)))
    assert "Choose your seat" in page
    refused = submit(phone, table, 2)
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert SealedSeat.objects.count() == 0
    phone.post(address_of(table, "pick_seat"), {"seat": "2"})
    assert "Your choice is sealed." in text_of(submit(phone, table, 2))
    assert SealedSeat.objects.get().number == 2


def test_only_the_phone_that_sealed_sees_it_again() -> None:
    table = make_poker_table()
    player = table.seats.get(number=0).player
    first = signed_in(player)
    submit(first, table, 0)
    again = signed_in(player)
    copied = at_the_table(table, 0)
    picked = 'name="animal-0-snake" value="1" checked'
    assert picked in first.get(address_of(table)).content.decode()
    for other in (again, copied):
        page = other.get(address_of(table)).content.decode()
        assert picked not in page
        assert " checked" not in page


def pages_of(table: Table) -> list[tuple[str, str]]:
    """Return the pages, and the live pieces with the target that asks for them."""
    round, competition = table.round, table.round.stage.competition
    sealed = address_of(table)
    return [
        (sealed, ""),
        (sealed, f"sealing-{table.pk}"),
        (f"{sealed}?number=1", ""),
        (address_of(table, "table"), ""),
        (address_of(table, "table"), f"table-{table.pk}"),
        (address_of(table, "enter"), ""),
        (f"{address_of(table, 'enter')}?number=1", "entry-news"),
        (address_of(table, "offline_table"), ""),
        (reverse("rounds:detail", args=[round.pk]), ""),
        (reverse("displays:round_projector", args=[round.pk]), "screen"),
        (reverse("standings:table", args=[competition.pk]), ""),
        (reverse("clubs:home", args=[competition.club.slug]), ""),
    ]


def without_chance(page: str) -> str:
    """Return a page without what is made anew each time it is drawn."""
    page = re.sub(r'("csrfmiddlewaretoken" value=|x-csrftoken": )"[^"]*"', "", page)
    page = re.sub(r'"csrf": "[^"]*"|csrfmiddlewaretoken\\" value=\\"[^"]*\\"', "", page)
    page = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", "", page)
    return re.sub(r'nonce="[^"]*"', "", page)


def everything_seen_by(client: Client, table: Table) -> dict[tuple[str, str], tuple[int, str]]:
    seen = {}
    for path, target in pages_of(table):
        headers = PIECES | {"HX-Target": target} if target else {}
        answer = client.get(path, headers=headers)
        seen[path, target] = (answer.status_code, without_chance(answer.content.decode()))
    form = form_of_seat(1, SUBMISSIONS[1] | {"animals": ["cat"]})
    answer = client.post(address_of(table), form)
    seen["POST", "bad"] = (answer.status_code, without_chance(answer.content.decode()))
    return seen


def roles_at(table: Table) -> dict[str, Client]:
    owner = make_user(is_superuser=True, is_staff=True)
    site_owner = Client()
    site_owner.force_login(owner)
    return {
        "anonymous": Client(),
        "code": at_the_table(table),
        "other seat": at_the_table(table, 1),
        "same seat, other phone": at_the_table(table, 0),
        "signed in beside": signed_in(table.seats.get(number=2).player),
        "signed in on the seat": signed_in(table.seats.get(number=0).player),
        "scorer": club_member(table, Role.SCORER),
        "organiser": club_member(table, Role.ORGANISER),
        "owner": club_member(table, Role.OWNER),
        "site owner": site_owner,
    }


@pytest.mark.thorough
def test_nobody_can_tell_by_any_page_what_a_seat_has_sealed() -> None:
    """Whatever the seat submits, all pages are the same to everybody, letter by letter."""
    table = make_poker_table()
    choose(at_the_table(table), table)
    mine = at_the_table(table, 0)
    submit(mine, table, 0)
    secrets = [
        SUBMISSIONS[0],
        {"animals": ["mouse", "goat"], "guess": {"kind": "chain", "size": 3, "animal": "horse"}},
    ]
    # The comparison below would notice: to the phone that has sealed them the two do differ.
    own = []
    for secret in secrets:
        SealedSeat.objects.update(content=secret)
        own.append(without_chance(mine.get(address_of(table)).content.decode()))
    assert own[0] != own[1]
    roles = roles_at(table)
    for client in roles.values():
        # Who comes signed in is seen to have come from then on.
        client.get(address_of(table))
    seen = []
    for secret in secrets:
        SealedSeat.objects.update(content=secret)
        seen.append({who: everything_seen_by(client, table) for who, client in roles.items()})
    assert seen[0] == seen[1]
    assert seen[0]["code"][address_of(table), ""][0] == HTTPStatus.OK
    assert "1 of 4 choices in" in seen[0]["other seat"][address_of(table), f"sealing-{table.pk}"][1]


def test_what_is_sealed_has_no_admin_screen_and_no_name() -> None:
    assert not admin.site.is_registered(SealedSeat)
    assert not admin.site.is_registered(SealedHand)
    table = make_poker_table()
    submit(at_the_table(table, 0), table, 0)
    kept = SealedSeat.objects.get()
    assert not [word for word in ("snake", "horse", "herd") if word in f"{kept!s} {kept!r}"]


def test_what_was_wrong_is_said_at_its_field_and_the_rest_is_kept() -> None:
    table = make_poker_table()
    phone = at_the_table(table, 0)
    answer = submit(phone, table, 0, **{"size-0": "2", "kind-0": "chain"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = answer.content.decode()
    assert "This set does not exist." in page[page.index("Guess") :]
    assert 'name="animal-0-snake" value="1" checked' in page
    answer = choose(phone, table, SEASONS | {"cat": "monsoon"})
    assert "Choose the season that this animal shows." in text_of(answer)
    assert 'name="season-dog" value="fall" checked' in answer.content.decode()


def test_what_is_not_sent_yet_stays_on_the_page() -> None:
    table = make_poker_table()
    phone = at_the_table(table, 0)
    own = form_of_seat(0, SUBMISSIONS[0])
    seasons = {f"season-{animal}": season for animal, season in SEASONS.items()}
    answer = phone.post(address_of(table, "choose_seasons"), own | seasons)
    assert "Seasons entered." in text_of(answer)
    assert 'name="animal-0-snake" value="1" checked' in answer.content.decode()
    assert SealedSeat.objects.count() == 0
    other = at_the_table(table, 1)
    changed = form_of_seat(1, SUBMISSIONS[1]) | seasons | {"season-dog": "winter"}
    page = other.post(address_of(table), changed).content.decode()
    assert 'name="season-dog" value="winter" checked' in page
    assert SealedHand.objects.get().seasons == SEASONS
    assert SealedSeat.objects.count() == 1
    answer = other.post(address_of(table), form_of_seat(1, SUBMISSIONS[1]) | seasons)
    assert answer.status_code == HTTPStatus.FOUND
    answer = other.post(
        address_of(table, "choose_seasons"), form_of_seat(1, SUBMISSIONS[1]) | seasons
    )
    assert answer.status_code == HTTPStatus.FOUND


def test_an_old_page_leads_to_the_table() -> None:
    table = make_poker_table()
    phone = at_the_table(table, 0)
    send(table, record=poker_record())
    answer = submit(phone, table, 0, recorded="0")
    assert "This hand was entered meanwhile" in text_of(answer)
    assert SealedSeat.objects.count() == 0


def test_an_organiser_resets_a_seat_and_everybody_reads_why() -> None:
    table = make_poker_table()
    submit(at_the_table(table, 0), table, 0)
    organiser = club_member(table, Role.ORGANISER)
    assert "Reset seat" in text_of(organiser.get(address_of(table)))
    reset = {"seat": "0", "reason": "Went home"}
    page = text_of(organiser.post(address_of(table, "reset_seat"), reset, follow=True))
    assert "Mona reset the seat of Ada: “Went home”" in page
    assert "0 of 4 choices in" in page
    for seat in range(4):
        submit(at_the_table(table, seat), table, seat)
    choose(organiser, table)
    hand = reverse("results:hand", args=[live_hand(table, 1).pk])
    assert "Mona reset the seat of Ada: “Went home”" in text_of(Client().get(hand))


def test_a_table_goes_back_to_entering_together() -> None:
    table = make_poker_table()
    phone = at_the_table(table, 0)
    submit(phone, table, 0)
    answer = phone.post(address_of(table, "give_up_sealed"), follow=True)
    assert answer.redirect_chain[-1][0] == address_of(table, "enter")
    assert SealedSeat.objects.count() == 0


def test_who_may_seal_reset_and_give_up() -> None:
    table = make_poker_table()
    clients = {
        "anonymous": Client(),
        "code": at_the_table(table),
        "member": club_member(table),
        "organiser": club_member(table, Role.ORGANISER),
    }
    statuses = {
        name: {
            who: client.post(address_of(table, name), {"reason": "x", "seat": "0"}).status_code
            for who, client in clients.items()
        }
        for name in ("reset_seat", "give_up_sealed", "choose_seasons", "pick_seat")
    }
    assert statuses == {
        "reset_seat": {"anonymous": 404, "code": 404, "member": 404, "organiser": 302},
        "give_up_sealed": {"anonymous": 404, "code": 302, "member": 404, "organiser": 302},
        "choose_seasons": {"anonymous": 404, "code": 422, "member": 404, "organiser": 422},
        "pick_seat": {"anonymous": 404, "code": 302, "member": 404, "organiser": 302},
    }
    assert SealReset.objects.count() == 0


def test_other_games_seal_nothing() -> None:
    table = make_zop_table()
    assert at_the_table(table).get(address_of(table)).status_code == HTTPStatus.NOT_FOUND


def test_a_hand_may_be_sealed_by_any_order_of_seats() -> None:
    table = make_poker_table(options={"target": 1000})
    phones = [at_the_table(table, seat) for seat in range(4)]
    for turn, order in enumerate(list(permutations(range(4)))[::9]):
        choose(at_the_table(table), table, turned_seasons(turn))
        for seat in order:
            submit(phones[seat], table, seat)
    assert Hand.objects.count() == 3


@pytest.mark.parametrize("sealed", [1, 3])
def test_the_page_asks_the_database_equally_often_however_many_are_in(
    sealed: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = make_poker_table()
    phones = [at_the_table(table, seat) for seat in range(4)]
    for seat in range(sealed):
        submit(phones[seat], table, seat)
    with django_assert_num_queries(8):
        phones[0].get(address_of(table))
