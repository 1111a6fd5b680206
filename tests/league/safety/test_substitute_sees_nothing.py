"""Who comes to a seat in the middle of a hand sees and does nothing of that hand from it.

They may have seen the cards of another seat: the host of a table opens a seat of somebody else's,
and takes it by the link in a second browser.
"""

import json
import random
import re
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from league.clubs.models import User
from league.competitions.models import Table, TableCode
from league.online.access import key_of
from league.online.models import OnlineSeat, OnlineTable, Phase, TimeoutPolicy
from league.online.services.absence import give_back, replace, take_substitutes
from league.online.services.bots import play_bots
from league.online.services.play import begin_due_hand, get_ready, play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from league.online.snapshots import snapshot_of
from league.results.access import PHONE
from tests.factories import NOW, make_organiser, make_player, make_user
from tests.league.online.hidden import secrets_of, words_in
from tests.league.online.rounds import Evening, all_sit, evening
from tests.league.online.tables import legal_move, make_table, sent

pytestmark = pytest.mark.django_db
ADA, BEN = Person("Ada", guest="a" * 32), Person("Ben", guest="b" * 32)
GAMES = [
    ("franks-zoo", 3),
    *(pytest.param(game, 3, marks=pytest.mark.thorough) for game in ("zop-zoo", "animal-poker")),
]


def browser_of(person: Person) -> Client:
    """Return the browser of somebody without an account."""
    client = Client()
    session = client.session
    session[PHONE] = person.guest
    session.save()
    return client


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def table_of_three(game: str, seats: int) -> OnlineTable:
    """Return a table in the midst of its first hand: Ada looks after it, Ben, and a bot."""
    table = make_table(game, seats, bots="", hands=3, host=ADA)
    sit_down(table_id=table.pk, seat=1, person=BEN, now=NOW)
    for number in range(2, seats):
        sit_down(table_id=table.pk, seat=number, person=Person("C", guest=f"{number:032}"), now=NOW)
        replace(table_id=table.pk, seat=number, replacement="greedy", is_now=True, by="", now=NOW)
    table.refresh_from_db()
    assert (table.phase, table.hand_number) == (Phase.PLAYING, 1)
    return table


def link_to(host: Client, table: OnlineTable, number: int) -> str:
    """Open a seat as its host, now, and return the link that lets somebody take it."""
    address = f"/play/{table.token}/people/"
    host.post(f"{address}{number}/replace/", {"replacement": "open", "when": "now"})
    found = re.findall(
        r'value="http://testserver(/play/[^"]*/substitute/[^"]*)"', page(host, address)
    )
    assert len(found) == 1
    return str(found[0])


def page(client: Client, address: str) -> str:
    answer: Any = client.get(address)
    return str(answer.content.decode())


def seat_of(table: OnlineTable, number: int) -> OnlineSeat:
    return OnlineSeat.objects.get(table=table, number=number)


def view(client: Client, table: OnlineTable, number: int | None) -> dict[str, Any]:
    """Ask for the view of a seat as its page does, of None as who watches."""
    key = "" if number is None else key_of(seat_of(table, number))
    answer: Any = client.get(f"/play/{table.token}/view/", {"key": key, "after": "0"})
    return dict(answer.json())


def heard_by(client: Client, table: OnlineTable, number: int) -> str:
    """Return all that the site tells the browser of who has come to a seat, in one text."""
    hand = table.hand_number
    token, key = table.token, key_of(seat_of(table, number))
    pages = [f"/play/{token}/", f"/play/{token}/people/"]
    pages += [f"/play/{token}/hands/{hand}/{end}" for end in ("", f"?seat={number}&move=1")]
    pages += [f"/play/{token}/hands/{hand}/{end}" for end in ("log.jsonl", "proof/")]
    pages += [f"/play/{token}/view/?after=0&key={key}", f"/play/{token}/view/?after=0"]
    pages += [f"/api/v1/online/{token}/", f"/api/v1/online/{token}/hands/{hand}/"]
    heard = [page(client, address) for address in pages]
    wishes = ("ready", "back", "away", "break", "no_break", "go_on")
    heard += [send(client, table, number, "action", {"action": wish})[1] for wish in wishes]
    return " ".join(heard)


def send(
    client: Client, table: OnlineTable, number: int, what: str, body: dict[str, object]
) -> tuple[int, str]:
    body = {"seat": key_of(seat_of(table, number)), **body}
    answer: Any = client.post(
        f"/play/{table.token}/{what}/", json.dumps(body), content_type="application/json"
    )
    return answer.status_code, answer.content.decode()


def check_nothing_is_seen(client: Client, table: OnlineTable, number: int) -> None:
    """Make sure that who has come to a seat is told no more than who only watches."""
    secrets = secrets_of(snapshot_of(table.token), None)
    own_key = words_in(key_of(seat_of(table, number)).rpartition(":")[2])
    heard = words_in(heard_by(client, table, number))
    assert [secret for secret in secrets - {own_key} if secret in heard] == []
    theirs, watched = view(client, table, number), view(Client(), table, None)
    assert (theirs["you"], theirs["waits"], watched["waits"]) == (None, True, False)
    for part in ("observation", "events", "help", "prompt", "chat"):
        assert theirs[part] == watched[part], part


def check_no_move_is_taken(client: Client, table: OnlineTable, number: int) -> None:
    """Make sure that no move of theirs is taken, and that none is told apart from another."""
    hand = {"hand": table.hand_number, "moves": table.moves}
    actions = [legal_move_of(table, number), {"type": "pass"}, {"type": "no such thing"}, None]
    told = {
        send(client, table, number, "move", {**hand, "key": str(uuid4()), "action": action})
        for action in actions
    }
    assert {(status, json.loads(text)["code"]) for status, text in told} == {(422, "next_hand")}


def legal_move_of(table: OnlineTable, number: int) -> object:
    """Return an action of a seat that the rules allow, if it is to act; else any."""
    acting = snapshot_of(table.token).position
    assert acting is not None
    if number not in acting.state.acting_seats():
        return {"type": "play", "cards": []}
    return legal_move(table, number, random.Random(1))


def play_hand(table: OnlineTable) -> None:
    """Play the hand to its end, people at random."""
    rng = random.Random(1)
    hand = table.hand_number
    while table.phase == Phase.PLAYING and table.hand_number == hand:
        position = snapshot_of(table.token).position
        assert position is not None
        acting = position.state.acting_seats()[0]
        if seat_of(table, acting).is_played_by_bot:
            play_bots(table_id=table.pk, now=NOW)
        else:
            move = sent(table, legal_move(table, acting, rng))
            play_move(table_id=table.pk, seat=acting, sent=move, now=NOW)
        table.refresh_from_db()
    assert table.phase == Phase.BETWEEN


def play_to_the_next_hand(table: OnlineTable) -> None:
    """Play the hand to its end, and begin the next one, for which no browser shuffles along."""
    play_hand(table)
    for seat in table.seats.exclude(user=None, guest=""):
        get_ready(table_id=table.pk, seat=seat.number, now=NOW)
    table.refresh_from_db()
    while table.phase == Phase.BETWEEN:
        assert table.due_at is not None
        begin_due_hand(table_id=table.pk, now=table.due_at)
        table.refresh_from_db()


@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_host_who_takes_the_seat_of_a_player_sees_no_card_of_theirs(game: str, seats: int) -> None:
    table = table_of_three(game, seats)
    link = link_to(browser_of(ADA), table, 1)
    second = Client()
    second.post(link, {"name": "Nobody"})
    table.refresh_from_db()
    assert seat_of(table, 1).is_taken_by_person
    check_nothing_is_seen(second, table, 1)
    check_no_move_is_taken(second, table, 1)


def test_who_stood_in_plays_from_the_next_hand_on() -> None:
    table = table_of_three("franks-zoo", 3)
    second = Client()
    second.post(link_to(browser_of(ADA), table, 1), {"name": "Carla"})
    table.refresh_from_db()
    assert "You play from the next hand." in page(second, f"/play/{table.token}/")
    play_to_the_next_hand(table)
    seen = view(second, table, 1)
    assert (seen["you"], seen["waits"], seen["observation"]["seat"]) == (1, False, 1)
    assert len(seen["observation"]["hand"]) > 0


def test_between_two_hands_who_comes_sees_nothing_of_the_one_before_from_their_seat() -> None:
    table = table_of_three("franks-zoo", 3)
    second = Client()
    second.post(link_to(browser_of(ADA), table, 1), {"name": "Carla"})
    table.refresh_from_db()
    play_hand(table)
    assert view(second, table, 1)["observation"] == view(Client(), table, None)["observation"]


@pytest.mark.parametrize("seat", [1, 2], ids=["a player’s", "a bot’s"])
def test_spectator_who_sits_down_in_a_hand_sees_no_card_of_the_seat(seat: int) -> None:
    table = table_of_three("franks-zoo", 3)
    replace(table_id=table.pk, seat=seat, replacement="open", is_now=True, by="Ada", now=NOW)
    spectator = Client()
    page(spectator, f"/play/{table.token}/")
    spectator.post(f"/play/{table.token}/sit/{seat}/", {"name": "Carla"})
    assert seat_of(table, seat).is_taken_by_person
    check_nothing_is_seen(spectator, table, seat)


def test_player_who_was_replaced_and_comes_to_another_seat_sees_no_card_of_it() -> None:
    table = table_of_three("franks-zoo", 3)
    ben = browser_of(BEN)
    replace(table_id=table.pk, seat=1, replacement="greedy", is_now=True, by="Ada", now=NOW)
    ben.post(link_to(browser_of(ADA), table, 2), {"name": "Ben"})
    assert seat_of(table, 2).guest == BEN.guest
    check_nothing_is_seen(ben, table, 2)


def test_who_has_left_and_comes_again_in_the_same_hand_waits_for_the_next() -> None:
    table = table_of_three("franks-zoo", 3)
    ben = browser_of(BEN)
    send(ben, table, 1, "action", {"action": "leave"})
    ben.post(link_to(browser_of(ADA), table, 1), {"name": "Ben"})
    assert seat_of(table, 1).guest == BEN.guest
    check_nothing_is_seen(ben, table, 1)


def test_program_that_substitutes_sees_no_card_either() -> None:
    table = table_of_three("franks-zoo", 3)
    key = link_to(browser_of(ADA), table, 1).rstrip("/").rpartition("/")[2]
    carla = signed_in(make_user(name="Carla"))
    answer: Any = carla.post(
        f"/api/v1/online/{table.token}/seats/1/",
        json.dumps({"key": key, "name": "Carla"}),
        content_type="application/json",
    )
    told = answer.json()
    assert (answer.status_code, told["you"], told["waits"]) == (200, None, True)
    check_nothing_is_seen(carla, table, 1)
    move = {"hand": 1, "moves": table.moves, "key": str(uuid4()), "action": {"type": "pass"}}
    refused: Any = carla.post(
        f"/api/v1/online/{table.token}/moves/", json.dumps(move), content_type="application/json"
    )
    assert refused.json()["code"] == "next_hand"


def test_substitute_by_the_link_of_an_organiser_sees_no_card_of_the_hand() -> None:
    night = evening(target=400)
    all_sit(night)
    club = night.table.round.stage.competition.club
    second = Client()
    second.post(link_to(signed_in(make_organiser(club)), night.online, 1), {"name": "Carla"})
    assert seat_of(night.online, 1).is_taken_by_person
    check_nothing_is_seen(second, night.online, 1)


def moved_to(night: Evening, number: int, name: str) -> User:
    """Let somebody with an account have a seat in the round; return them."""
    player = make_player(night.table.round.stage.competition.club, name)
    player.user = make_user(name=name)
    player.save()
    night.table.seats.filter(number=number).update(player=player)
    Table.objects.filter(pk=night.table.pk).update(seating=night.table.seating + 1)
    return player.user


@pytest.mark.parametrize("timeout_policy", [TimeoutPolicy.BOT, TimeoutPolicy.WAIT])
def test_substitute_of_the_round_who_comes_in_a_hand_sees_no_card_of_it(
    timeout_policy: str,
) -> None:
    night = evening(target=400, timeout_policy=timeout_policy)
    all_sit(night)
    user = moved_to(night, 2, "Xenia")
    take_substitutes(table_id=night.online.pk, now=NOW)
    sit_down(table_id=night.online.pk, seat=2, person=Person(user.name, user), now=NOW)
    night.online.refresh_from_db()
    seat = seat_of(night.online, 2)
    assert (seat.user, seat.is_played_by_bot) == (user, True)
    check_nothing_is_seen(signed_in(user), night.online, 2)
    play_to_the_next_hand(night.online)
    assert view(signed_in(user), night.online, 2)["you"] == 2


def test_phone_with_the_code_of_the_table_sees_no_card_of_a_seat_it_takes_in_a_hand() -> None:
    night = evening(target=400)
    all_sit(night)
    replace(table_id=night.online.pk, seat=1, replacement="greedy", is_now=True, by="", now=NOW)
    give_back(table_id=night.online.pk, seat=1, now=NOW)
    code = TableCode.objects.get(table=night.table)
    phone = Client()
    phone.post(f"/t/{code.token}/", {"seat": "1"})
    phone.post(f"/play/{night.online.token}/sit/1/", {})
    assert seat_of(night.online, 1).guest != ""
    check_nothing_is_seen(phone, night.online, 1)


def test_player_who_signs_in_comes_late_to_the_own_seat_at_once() -> None:
    night = evening(target=400)
    all_sit(night)
    replace(table_id=night.online.pk, seat=1, replacement="greedy", is_now=True, by="", now=NOW)
    give_back(table_id=night.online.pk, seat=1, now=NOW)
    user = night.users[1]
    sit_down(table_id=night.online.pk, seat=1, person=Person(user.name, user), now=NOW)
    assert view(signed_in(user), night.online, 1)["you"] == 1


def test_who_has_stood_in_for_another_comes_to_the_own_seat_with_the_next_hand() -> None:
    night = evening(target=400)
    all_sit(night)
    player = night.table.seats.get(number=1).player
    late, substitute = night.users[1], make_user(name="Xenia")
    replace(table_id=night.online.pk, seat=1, replacement="greedy", is_now=True, by="", now=NOW)
    give_back(table_id=night.online.pk, seat=1, now=NOW)
    # Whose seat 1 is by now sits in seat 2, and sees the cards there.
    OnlineSeat.objects.filter(table=night.online, number=2).update(user=substitute)
    player.user = substitute
    player.save()
    replace(table_id=night.online.pk, seat=2, replacement="greedy", is_now=True, by="", now=NOW)
    sit_down(table_id=night.online.pk, seat=1, person=Person("Xenia", substitute), now=NOW)
    assert late != substitute
    check_nothing_is_seen(signed_in(substitute), night.online, 1)
