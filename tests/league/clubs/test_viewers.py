"""A viewer belongs to the club, and plays nowhere."""

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from league.clubs.errors import ClubError
from league.clubs.membership import join_club, make_invitation
from league.clubs.models import Player, Role, User
from league.clubs.services import set_role
from league.competitions.models import Competition, RoundStatus
from league.competitions.services import enter_players, withdraw_players
from league.rounds.services.check_in import check_in_players, check_in_self
from tests.factories import (
    NOW,
    make_club,
    make_competition,
    make_organiser,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.refusals import refuses
from tests.league.results.visits import at_the_table, form_of

pytestmark = pytest.mark.django_db


def make_viewer(competition: Competition) -> tuple[Player, User]:
    """Make a viewer of the competition's club, with a sign-in."""
    user = make_user()
    return make_player(competition.club, "Sam", Role.VIEWER, user), user


def test_nobody_enters_a_spectator() -> None:
    competition = make_competition()
    viewer, _user = make_viewer(competition)
    ada = make_player(competition.club, "Ada")

    with refuses("viewer", match="Sam is a viewer in this club"):
        enter_players(competition_id=competition.pk, players=[ada, viewer], now=NOW)

    assert competition.entries.count() == 0


def test_nobody_checks_a_spectator_in() -> None:
    round = make_round()
    viewer, _user = make_viewer(round.stage.competition)

    with refuses("viewer"):
        check_in_self(round_id=round.pk, player=viewer, now=NOW)
    with refuses("viewer"):
        check_in_players(round_id=round.pk, player_ids=[viewer.pk], by=None, now=NOW)

    assert round.check_ins.count() == 0


def test_spectator_who_checks_in_is_told_in_words(client: Client) -> None:
    round = make_round()
    _spectator, user = make_viewer(round.stage.competition)
    client.force_login(user)

    answer = client.post(reverse("rounds:check_in_self", args=[round.pk]), follow=True)

    assert [str(each) for each in answer.context["messages"]] == [
        "Sam is a viewer in this club. Change the role to player first."
    ]


def test_spectator_takes_no_seat_of_somebody(client: Client) -> None:
    table = make_table()
    competition = table.round.stage.competition
    viewer, _user = make_viewer(competition)
    client.force_login(make_organiser(competition.club))
    wanted = {
        "do": "substituted",
        "entry": table.seats.get(number=0).entry_id,
        "player": viewer.pk,
        "seating": table.round.seating,
    }

    answer = client.post(reverse("rounds:change", args=[table.round_id]), wanted, follow=True)

    assert [str(each) for each in answer.context["messages"]] == [
        "Sam is a viewer of this club and cannot play."
    ]
    assert table.seats.get(number=0).player.name == "Ada"


def test_team_with_a_spectator_is_refused_at_its_field(client: Client) -> None:
    competition = make_competition()
    make_viewer(competition)
    client.force_login(make_organiser(competition.club))

    page = client.post(
        reverse("rounds:enter_team", args=[competition.pk]), {"team": "Lions", "members": "Sam"}
    )

    assert page.context["form"].errors == {
        "members": ["Sam is a viewer of this club and cannot play."]
    }


def test_spectator_is_listed_nowhere_to_be_seated(client: Client) -> None:
    table = make_table()
    competition = table.round.stage.competition
    make_viewer(competition)
    client.force_login(make_organiser(competition.club))
    entry = table.seats.get(number=0).entry_id
    pages = {
        "entries": reverse("competitions:entries", args=[competition.pk]),
        "round": reverse("rounds:detail", args=[table.round_id]),
        "substitute": reverse("rounds:substitute", args=[table.round_id, entry]),
    }

    shown = {name: b"Sam" in client.get(address).content for name, address in pages.items()}

    assert shown == dict.fromkeys(pages, False)


@pytest.mark.parametrize("how", ["by a seat", "by a code held before", "by the code"])
def test_spectator_records_nothing(client: Client, how: str) -> None:
    table = make_table()
    viewer, user = make_viewer(table.round.stage.competition)
    token = table.codes.get().token
    if how == "by a seat":
        viewer.delete()
        ada = Player.objects.filter(pk=table.seats.get(number=0).player_id)
        ada.update(user=user, role=Role.VIEWER)
    if how == "by a code held before":
        client.post(reverse("results:code", args=[token]), {"seat": "0"})
    entered = at_the_table(table).get(reverse("results:enter", args=[table.pk]))
    sent_hand = form_of(entered)
    client.force_login(user)

    code = client.get(reverse("results:code", args=[token]))
    page = client.get(reverse("results:enter", args=[table.pk]))
    sent = client.post(reverse("results:enter", args=[table.pk]), sent_hand | {"send": ""})

    assert (code.status_code, page.status_code, sent.status_code) == (403, 404, 404)
    assert "You are a viewer of this club and cannot record hands." in code.content.decode()
    assert table.hands.count() == 0


def test_who_takes_part_becomes_no_spectator_before_withdrawing() -> None:
    round = make_round(status=RoundStatus.SCHEDULED)
    competition = round.stage.competition
    organiser = make_organiser(competition.club)
    ada = make_player(competition.club, "Ada")
    enter_players(competition_id=competition.pk, players=[ada], now=NOW)

    with refuses("viewer") as refused:
        set_role(player_id=ada.pk, role=Role.VIEWER, by=organiser)
    withdraw_players(competition_id=competition.pk, players=[ada], now=NOW)
    for _again in range(2):
        changed = set_role(player_id=ada.pk, role=Role.VIEWER, by=organiser)

    assert str(refused.value) == (
        f"Ada takes part in {competition.name}. Withdraw the player there first."
    )
    assert changed.role == Role.VIEWER


def test_who_sits_in_as_a_substitute_becomes_no_spectator() -> None:
    table = make_table()
    club = table.round.stage.competition.club
    sitting = make_player(club, "Zoë")
    table.seats.filter(number=0).update(player=sitting)

    with refuses("viewer", match="Zoë sits at table 1 of an open round"):
        set_role(player_id=sitting.pk, role=Role.VIEWER, by=make_organiser(club))


def test_competition_that_is_over_ties_nobody() -> None:
    table = make_table(make_round(status=RoundStatus.CLOSED))
    ada = table.seats.get(number=0).player

    changed = set_role(player_id=ada.pk, role=Role.VIEWER, by=make_organiser(ada.club))

    assert changed.role == Role.VIEWER


def test_refusal_stands_at_the_role(client: Client) -> None:
    table = make_table()
    ada = table.seats.get(number=0).player
    client.force_login(make_organiser(ada.club))

    page = client.post(
        reverse("clubs:edit_player", args=[ada.pk]), {"name": "Ada", "role": "viewer"}
    )

    name = table.round.stage.competition.name
    assert page.context["form"].errors == {
        "role": [f"Ada takes part in {name}. Withdraw the player there first."]
    }


def test_invitation_says_as_what_people_come_in(client: Client) -> None:
    club = make_club()
    client.force_login(make_organiser(club))

    client.post(reverse("clubs:invitations", args=[club.slug]), {"role": "viewer", "hours": 12})
    invitation = club.invitations.get()
    joined = join_club(
        token=invitation.token, user=None, name="Zoë", not_these=(), now=invitation.created_at
    )

    page = Client().get(reverse("clubs:join", args=[invitation.token])).content.decode()
    assert joined.role == Role.VIEWER
    assert "You join as a viewer" in page


def test_invitation_takes_no_player_down() -> None:
    player = make_player(user=make_user())
    invitation = make_invitation(
        club=player.club, by=make_user(), life=timedelta(hours=1), role=Role.VIEWER, now=NOW
    )

    joined = join_club(token=invitation.token, user=player.user, name="Ada", not_these=(), now=NOW)

    assert (joined, joined.role) == (player, Role.PLAYER)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_nobody_is_entered_while_becoming_a_spectator() -> None:
    competition = make_competition()
    make_round(competition)
    organiser = make_organiser(competition.club)
    player = make_player(competition.club, "Ada")
    together = Barrier(2)

    def enter() -> None:
        enter_players(competition_id=competition.pk, players=[player], now=NOW)

    def look_on() -> None:
        set_role(player_id=player.pk, role=Role.VIEWER, by=organiser)

    refused: list[str] = []

    def run(act: Callable[[], None]) -> None:
        together.wait()
        try:
            act()
        except ClubError as error:
            refused.append(error.code)
        finally:
            connection.close()

    threads = [Thread(target=run, args=[act]) for act in (enter, look_on)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    player.refresh_from_db()
    is_entered = competition.entries.filter(withdrawn_at=None).exists()
    assert refused == ["viewer"]
    assert is_entered == (player.role == Role.PLAYER)
