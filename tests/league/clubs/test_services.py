"""What changes in a club."""

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from league.clubs import services
from league.clubs.errors import ClubError
from league.clubs.membership import leave_club, return_to_club
from league.clubs.models import Club, Player, Role, SignInLink, User
from tests.factories import NOW, make_club, make_player, make_user
from tests.league.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def make_owner(club: Club) -> User:
    """Make an owner of a club, and return the user."""
    user = make_user()
    make_player(club, "Olive Owner", Role.OWNER, user)
    return user


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Zürcher Zoo", "zurcher-zoo"),
        ("王小明俱乐部", "club"),
        ("<b>!</b>", "bb"),
        ("x" * 80, "x" * 72),
    ],
)
def test_club_gets_an_address_and_its_maker_as_owner(name: str, slug: str) -> None:
    user = make_user(name="Ada")
    club = services.create_club(name=name, time_zone="Europe/Zurich", by=user, now=NOW)

    assert (club.name, club.slug, club.time_zone) == (name, slug, "Europe/Zurich")
    assert [(p.name, p.role, p.user) for p in club.players.all()] == [("Ada", Role.OWNER, user)]


def test_clubs_of_one_name_get_addresses_of_their_own() -> None:
    slugs = [
        services.create_club(name="Zoo", time_zone="UTC", by=make_user(), now=NOW).slug
        for _maker in range(3)
    ]

    assert slugs == ["zoo", "zoo-2", "zoo-3"]


def test_club_made_twice_by_one_person_is_one_club() -> None:
    user = make_user()
    first = services.create_club(name="Zoo", time_zone="UTC", by=user, now=NOW)

    assert services.create_club(name="Zoo", time_zone="UTC", by=user, now=NOW) == first
    assert Club.objects.count() == 1


def test_players_are_added_with_their_addresses() -> None:
    club = make_club()
    added = services.add_players(
        club=club, names=["Ada", "Ben"], emails=["Ada@Example.org", ""], now=NOW
    )

    assert [(p.name, p.contact_email, p.role, p.user) for p in added] == [
        ("Ada", "ada@example.org", Role.PLAYER, None),
        ("Ben", "", Role.PLAYER, None),
    ]
    assert list(club.players.order_by("pk")) == added


def test_list_sent_twice_adds_nobody_twice_and_keeps_namesakes() -> None:
    club = make_club()
    seen = make_player(club, "Ada").pk
    names = ["Ada", "Ada", "Ben"]

    assert len(services.add_players(club=club, names=names, seen=seen, now=NOW)) == 3
    assert services.add_players(club=club, names=names, seen=seen, now=NOW) == []
    again = services.add_players(club=club, names=[*names, "Ben"], seen=seen, now=NOW)
    assert [player.name for player in again] == ["Ben"]


def test_player_changes_name_in_menus_too() -> None:
    player = make_player(name="Ada", user=make_user(name="A"))
    services.set_preferences(player_id=player.pk, name="Ada L", real_name="Ada Lovelace")

    player.refresh_from_db()
    assert player.user
    assert (player.name, player.user.name) == ("Ada L", "Ada L")
    assert player.real_name == "Ada Lovelace"


def test_owner_makes_an_organiser() -> None:
    player = make_player()
    changed = services.edit_player(
        player_id=player.pk,
        name="New",
        real_name="Nora",
        contact_email="N@x.org",
        role=Role.ORGANISER,
        by=make_owner(player.club),
    )

    assert (changed.name, changed.contact_email, changed.role) == ("New", "n@x.org", "organiser")


def test_organiser_makes_no_organiser() -> None:
    player = make_player()
    organiser = make_user()
    make_player(player.club, role=Role.ORGANISER, user=organiser)

    with refuses("role"):
        services.set_role(player_id=player.pk, role=Role.ORGANISER, by=organiser)
    player.refresh_from_db()
    assert player.role == Role.PLAYER


def test_last_owner_can_neither_step_down_nor_leave() -> None:
    club = make_club()
    user = make_owner(club)
    owner = club.players.get()

    with refuses("last_owner"):
        services.set_role(player_id=owner.pk, role=Role.PLAYER, by=user)
    with refuses("last_owner"):
        leave_club(player_id=owner.pk, now=NOW)
    other = make_player(club)
    services.set_role(player_id=other.pk, role=Role.OWNER, by=user)
    assert leave_club(player_id=owner.pk, now=NOW).left_at == NOW
    with refuses("last_owner"):
        leave_club(player_id=other.pk, now=NOW)


def test_player_leaves_once_and_comes_back() -> None:
    player = make_player()

    assert leave_club(player_id=player.pk, now=NOW).left_at == NOW
    later = NOW + timedelta(days=1)
    assert leave_club(player_id=player.pk, now=later).left_at == NOW
    assert return_to_club(player_id=player.pk).left_at is None


def enter(token: str, **fields: Any) -> User:
    """Use an owner link as somebody new."""
    wanted: dict[str, Any] = {
        "visitor": None,
        "owner_id": None,
        "name": "Ada",
        "email": "",
        "now": NOW,
    } | fields
    return services.sign_in_as_owner(token=token, **wanted)


def test_owner_link_makes_its_visitor_the_owner_once() -> None:
    token = services.make_owner_link(now=NOW)
    user = enter(token, email="Ada@Example.org")

    assert (user.name, user.email, user.is_superuser, user.is_staff) == (
        "Ada",
        "ada@example.org",
        True,
        True,
    )
    with refuses("link", match="was already used"):
        enter(token, name="Eve")
    assert User.objects.count() == 1


def test_only_the_hash_of_a_token_is_stored() -> None:
    token = services.make_owner_link(now=NOW)
    link = SignInLink.objects.get()

    assert link.token_hash == services.hash_token(token)
    assert token not in link.token_hash


def test_owner_link_works_for_a_day() -> None:
    token = services.make_owner_link(now=NOW)
    end = NOW + timedelta(hours=24)

    with refuses("link", match="has expired"):
        enter(token, now=end)
    assert enter(token, now=end - timedelta(seconds=1)).is_superuser is True


def test_owner_link_lets_an_owner_back_in_and_promotes_who_is_signed_in() -> None:
    owner, visitor = make_user(is_superuser=True), make_user()

    assert enter(services.make_owner_link(now=NOW), owner_id=owner.pk) == owner
    assert enter(services.make_owner_link(now=NOW), visitor=visitor) == visitor
    visitor.refresh_from_db()
    assert visitor.is_superuser is True
    with pytest.raises(User.DoesNotExist):
        enter(services.make_owner_link(now=NOW), owner_id=make_user().pk)


def test_owner_link_takes_over_nobodys_address_and_stays_usable() -> None:
    make_user("taken@example.org")
    token = services.make_owner_link(now=NOW)

    with refuses("email_taken"):
        enter(token, email="Taken@example.org")
    assert enter(token).is_superuser is True


def test_player_link_signs_in_once_and_makes_a_user_where_there_was_none() -> None:
    player = make_player(name="Ben")
    token = services.make_player_link(player=player, by=make_owner(player.club), now=NOW)
    user = services.sign_in_as_player(token=token, now=NOW)

    player.refresh_from_db()
    assert (player.user, user.name, user.email, user.is_superuser) == (user, "Ben", None, False)
    with refuses("link"):
        services.sign_in_as_player(token=token, now=NOW)


def test_second_link_signs_in_the_same_user_and_ends_the_first() -> None:
    player = make_player()
    owner = make_owner(player.club)
    first = services.make_player_link(player=player, by=owner, now=NOW)
    second = services.make_player_link(player=player, by=owner, now=NOW)

    with refuses("link", match="expired"):
        services.sign_in_as_player(token=first, now=NOW)
    user = services.sign_in_as_player(token=second, now=NOW)
    player.refresh_from_db()
    third = services.make_player_link(player=player, by=owner, now=NOW)
    assert services.sign_in_as_player(token=third, now=NOW) == user


def test_player_link_works_for_half_an_hour() -> None:
    player = make_player()
    token = services.make_player_link(player=player, by=make_owner(player.club), now=NOW)

    with refuses("link", match="expired"):
        services.sign_in_as_player(token=token, now=NOW + timedelta(minutes=30))


def test_player_who_signs_in_by_address_gets_no_link() -> None:
    player = make_player(user=make_user())

    with refuses("link_refused"):
        services.make_player_link(player=player, by=make_owner(player.club), now=NOW)


def test_links_of_one_kind_do_not_work_as_the_other() -> None:
    player = make_player()
    owner_token = services.make_owner_link(now=NOW)
    player_token = services.make_player_link(player=player, by=make_owner(player.club), now=NOW)

    with refuses("link_unknown"):
        services.sign_in_as_player(token=owner_token, now=NOW)
    with refuses("link_unknown"):
        enter(player_token)
    with refuses("link_unknown"):
        services.find_link(token="never-made", now=NOW)
    assert enter(owner_token).is_superuser is True


def in_threads(*calls: Callable[[], object]) -> list[object]:
    """Run calls at the same moment in threads; return what they return or raise."""
    start = Barrier(len(calls))
    outcomes: list[object] = []

    def run(call: Callable[[], object]) -> None:
        start.wait()
        try:
            outcomes.append(call())
        except ClubError as error:
            outcomes.append(error.code)
        finally:
            connection.close()

    threads = [Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.django_db(transaction=True)
def test_of_two_who_use_a_link_at_once_one_wins() -> None:
    token = services.make_owner_link(now=NOW)
    outcomes = in_threads(*[lambda: enter(token).is_superuser] * 4)

    assert sorted(outcomes, key=str) == [True] + ["link"] * 3
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_leave_at_once_leave_one_behind() -> None:
    club = make_club()
    owners = [make_player(club, role=Role.OWNER) for _owner in range(2)]
    outcomes = in_threads(
        *[lambda pk=owner.pk: leave_club(player_id=pk, now=NOW).left_at == NOW for owner in owners]
    )

    assert sorted(outcomes, key=str) == [True, "last_owner"]
    assert Player.objects.active().filter(role=Role.OWNER).count() == 1


@pytest.mark.django_db(transaction=True)
def test_list_sent_twice_at_once_adds_nobody_twice() -> None:
    club = make_club()
    in_threads(
        *[lambda: services.add_players(club=club, names=["Ada", "Ben"], seen=0, now=NOW)] * 3
    )

    assert sorted(player.name for player in club.players.all()) == ["Ada", "Ben"]
