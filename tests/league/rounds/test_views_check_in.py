import pytest
from django.test import Client

from league.competitions.models import Entry, Round, StageEntry
from tests.factories import (
    make_check_in,
    make_entry,
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

    assert "4 of 4 checked in" in page
    assert "1 table of 4" in page
    assert page.count('aria-pressed="true"') == 4
    assert "2 other club players" in page


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
    assert piece.startswith(f'<li id="player-{player.pk}" data-name="Ada">')
    assert 'aria-pressed="true"' in piece
    assert "1 of 1 checked in" in piece
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


def test_check_in_everybody_leaves_guests_out_and_says_so(client: Client) -> None:
    round_ = make_round()
    make_entry(round_.stage.competition, name="Ada")
    guest = make_entry(round_.stage.competition, name="Vera")
    organise(client, round_)
    before = words(client.get(address("detail", round_.pk)))
    Entry.objects.filter(pk=guest.pk).update(is_guest=True)
    page = words(client.get(address("detail", round_.pk)))

    client.post(address("check_in", round_.pk), {"player": "all", "here": "1"})

    assert "Check in everyone and seat" in before
    assert "Check in all but guests and seat" in page
    assert page.count("<small>guest</small>") == 1
    assert round_.check_ins.get().entry.player.name == "Ada"


def test_check_in_everybody_takes_guests_where_all_are_guests(client: Client) -> None:
    round_ = make_round()
    for name in ("Ada", "Vera"):
        make_entry(round_.stage.competition, name=name)
    Entry.objects.update(is_guest=True)
    organise(client, round_)
    page = words(client.get(address("detail", round_.pk)))

    client.post(address("check_in", round_.pk), {"player": "all", "here": "1"})

    assert "Check in everyone and seat" in page
    assert round_.check_ins.count() == 2


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
    assert "Is Anna Maier already in the list?" in asked.content.decode()
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


def test_late_arrivals_lead_to_the_seat_that_somebody_else_has(client: Client) -> None:
    table = make_table()
    seat = table.seats.get(number=0)
    vera = make_player(table.round.stage.competition.club, "Vera")
    table.seats.filter(number=0).update(player=vera)
    organise(client, table.round)

    page = words(client.get(address("detail", table.round_id)))

    row = page.split(f'id="player-{seat.player_id}"')[1].split("</li>")[0]
    assert f'href="{address("move", table.round_id, seat.entry_id)}"' in row
    assert '<span class="named">Ada</span> <small>substitute: Vera, at table 1</small>' in row


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

    assert "You are not linked to a player of" in page
    assert round_.check_ins.count() == 0


@pytest.mark.parametrize(
    ("query", "hidden"),
    [("find=bjor", ["Ada"]), ("show=missing", ["Ada"]), ("show=here", ["Björn"]), ("", [])],
)
def test_check_in_list_is_searched_and_filtered_without_scripts(
    client: Client, query: str, hidden: list[str]
) -> None:
    round_ = make_round()
    make_check_in(round_, make_entry(round_.stage.competition, name="Ada"))
    make_entry(round_.stage.competition, name="Björn")
    organise(client, round_)

    page = words(client.get(f"{address('detail', round_.pk)}?{query}"))

    assert [name for name in ("Ada", "Björn") if f'data-name="{name}" hidden>' in page] == hidden


def test_filter_stays_after_a_tap_without_scripts(client: Client) -> None:
    round_ = make_round()
    player = make_entry(round_.stage.competition, name="Ada").player
    organise(client, round_)

    answer = client.post(
        address("check_in", round_.pk), {"player": player.pk, "here": "1", "show": "missing"}
    )

    place = f"{address('detail', round_.pk)}?find=&show=missing#player-{player.pk}"
    assert answer.headers["Location"] == place


def test_who_did_not_qualify_is_let_in_by_name_alone(client: Client) -> None:
    first = make_round()
    competition = first.stage.competition
    ada, bjorn = (make_entry(competition, name=name) for name in ("Ada", "Björn"))
    final = competition.stages.create(
        number=2, name="Final", cut="places", cut_at=1, started_at=first.opened_at, planned_rounds=1
    )
    StageEntry.objects.create(stage=final, entry=ada, seed=1)
    round_ = Round.objects.create(stage=final, number=2, status="open", opened_at=first.opened_at)
    organise(client, round_)
    page = words(client.get(address("detail", round_.pk)))
    assert "2 players did not qualify" in page
    assert "Let Björn play in Final" in page
    assert 'name="name"' not in page

    tap = {"player": bjorn.player_id, "here": "1"}
    refused = client.post(address("check_in", round_.pk), tap)
    assert "Björn did not qualify for Final." in said(refused)[0]
    client.post(address("check_in", round_.pk), {**tap, "player": "all"})
    assert list(round_.check_ins.values_list("entry", flat=True)) == [ada.pk]

    client.post(address("check_in", round_.pk), {**tap, "unqualified": "1"})
    assert round_.check_ins.count() == 2
    assert final.stage_entries.get(entry=bjorn).seed == 2


def test_who_declined_is_listed_last_and_marked(client: Client) -> None:
    first = make_round()
    competition = first.stage.competition
    ada, bjorn, _cleo = (make_entry(competition, name=name) for name in ("Ada", "Björn", "Cleo"))
    final = competition.stages.create(
        number=2, cut="places", cut_at=1, started_at=first.opened_at, declined=[bjorn.pk]
    )
    StageEntry.objects.create(stage=final, entry=ada, seed=1)
    round_ = Round.objects.create(stage=final, number=2, status="open", opened_at=first.opened_at)
    organise(client, round_)

    page = words(client.get(address("detail", round_.pk)))

    assert page.index("<summary>Cleo</summary>") < page.index(
        "<summary>Björn <small>Declined</small></summary>"
    )
