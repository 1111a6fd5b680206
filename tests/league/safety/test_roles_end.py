"""A role ends with leaving the club; every way back gives its own, and is written down."""

import pytest
from django.test import Client
from django.urls import reverse

from league.accounts.merging.services import merge_players, undo_merge
from league.accounts.models import PlayerClaim
from league.audit.actions import Action
from league.audit.models import AuditEntry
from league.clubs import services
from league.clubs.membership import link_proven_address
from league.clubs.models import Player, Role
from tests.factories import NOW, make_competition, make_entry, make_player, make_round, make_user
from tests.league.api.scenes import Program, token_of
from tests.league.refusals import refuses
from tests.league.safety.leaving import (
    HELPERS,
    WAYS_BACK,
    Scene,
    Way,
    by_an_organiser,
    by_invitation_of_spectators,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", HELPERS)
def test_leaving_ends_the_role_in_sessions_and_tokens_and_says_so(role: Role) -> None:
    scene = Scene(role)
    of_club = Program(token_of(scene.user, club=scene.club))
    assert scene.rights()["log"] == 200
    assert of_club.get(f"clubs/{scene.club.slug}/audit-log/").status_code == 200

    scene.remove()

    assert scene.olga.role == Role.PLAYER
    assert scene.rights() == {"home": 404, "log": 404, "edit": 404}
    assert scene.program.get(f"clubs/{scene.club.slug}/").status_code == 404
    assert of_club.get(f"clubs/{scene.club.slug}/audit-log/").status_code == 401
    told = AuditEntry.objects.get(action=Action.PLAYER_LEFT)
    assert (told.about_id, told.changes) == (scene.olga.pk, {"role": [role, "player"]})


@pytest.mark.parametrize(
    "was", [Role.OWNER, *(pytest.param(role, marks=pytest.mark.thorough) for role in HELPERS[1:])]
)
@pytest.mark.parametrize("way", WAYS_BACK, ids=lambda way: way.__name__)
def test_way_back_gives_its_own_role_and_is_written_down(way: Way, was: Role) -> None:
    scene = Scene(was)
    scene.remove()
    role, action = WAYS_BACK[way]

    way(scene)

    back = scene.now()
    assert (back.role, back.left_at) == (role, None)
    is_player = role != Role.VIEWER
    assert scene.rights() == {"home": 200, "log": 200 if is_player else 404, "edit": 404}
    renamed = scene.program.ask("PATCH", f"clubs/{scene.club.slug}/", {"name": "Mine"})
    assert renamed.status_code == 404
    entries = AuditEntry.objects.filter(action=action, about_id=back.pk)
    assert [entry.changes["role"] for entry in entries] == [[None, role]]


@pytest.mark.parametrize("way", WAYS_BACK, ids=lambda way: way.__name__)
def test_role_that_an_older_version_has_left_there_does_not_come_back(way: Way) -> None:
    scene = Scene()
    Player.objects.filter(pk=scene.olga.pk).update(left_at=NOW)
    scene.olga.refresh_from_db()

    if way is by_an_organiser:  # whose page names what is left there until then
        scene.post("clubs:return", scene.olga.pk)
    else:
        way(scene)

    assert scene.now().role == WAYS_BACK[way][0]


def test_who_comes_back_twice_by_an_invitation_is_written_down_once() -> None:
    scene = Scene()
    scene.remove()
    for _again in range(2):
        by_invitation_of_spectators(scene)

    assert AuditEntry.objects.filter(action=Action.PLAYER_JOINED).count() == 1


def test_who_comes_for_the_first_time_is_written_down_with_the_role() -> None:
    scene = Scene()
    address = reverse("clubs:join", args=[scene.invitation(Role.VIEWER)])
    Client().post(address, {"name": "Zoë"})
    zoe = scene.club.players.get(name="Zoë")
    noted = make_player(scene.club, "Ada", Role.SCORER, contact_email="ada@example.org")
    ada = make_user("ada@example.org")
    link_proven_address(user=ada, email="ada@example.org", now=NOW)

    told = AuditEntry.objects.filter(player__in=[zoe, noted]).order_by("pk")
    assert [(entry.player, entry.user, entry.action, entry.changes) for entry in told] == [
        (zoe, zoe.user, Action.PLAYER_JOINED, {"role": [None, "viewer"]}),
        (noted, ada, Action.PLAYER_LINKED, {"role": [None, "scorer"]}),
    ]


def test_who_takes_part_comes_not_back_as_a_spectator_but_is_told_where() -> None:
    scene = Scene()
    competition = make_competition(scene.club, name="Spring")
    make_entry(competition, scene.olga)
    make_round(competition)
    scene.remove()

    address = reverse("clubs:join", args=[scene.invitation(Role.VIEWER)])
    page = scene.browser.post(address, {"name": "Olga"}).content.decode()

    assert "Olga takes part in Spring. Withdraw the player there first." in page
    assert "Ask an organiser of the club." in page
    assert scene.now().left_at is not None


def test_who_has_left_is_given_no_role() -> None:
    scene = Scene()
    scene.remove()
    scene.post("clubs:edit_player", scene.olga.pk, name="Olga", real_name="", role="organiser")
    answer = Program(token_of(scene.owner)).ask(
        "PATCH", f"players/{scene.olga.pk}/", {"role": "organiser"}
    )
    with refuses("role", match="Olga has left the club"):
        services.set_role(player_id=scene.olga.pk, role=Role.ORGANISER, by=scene.owner)

    assert answer.status_code == 422
    assert scene.now().role == Role.PLAYER


def test_owner_who_leaves_is_written_down_and_the_last_one_stays() -> None:
    scene = Scene(Role.OWNER)
    scene.post("clubs:leave", scene.olga.pk, by=scene.user)
    oscar = scene.club.players.get(role=Role.OWNER)
    answers = [
        scene.post("clubs:leave", oscar.pk).status_code,
        scene.post(
            "clubs:edit_player", oscar.pk, name="Oscar", real_name="", role="player"
        ).status_code,
        Program(token_of(scene.owner)).post(f"players/{oscar.pk}/leave/").status_code,
    ]

    oscar.refresh_from_db()
    assert (oscar.role, oscar.left_at, answers) == (Role.OWNER, None, [302, 200, 422])
    [told] = AuditEntry.objects.filter(action=Action.PLAYER_LEFT)
    assert (told.player, told.role, told.about_id) == (scene.olga, Role.OWNER, scene.olga.pk)


def test_owner_who_is_one_person_with_somebody_stays_an_owner() -> None:
    scene = Scene()
    oscar, guest = scene.club.players.get(role=Role.OWNER), make_player(scene.club, "Guest")
    made = merge_players(target_id=guest.pk, source_id=oscar.pk, by=scene.owner, now=NOW)
    guest.refresh_from_db()
    undo_merge(merge_id=made.pk, by=scene.owner, now=NOW)

    assert guest.role == Role.OWNER
    assert [player.name for player in scene.club.players.filter(role=Role.OWNER)] == ["Oscar Owner"]


@pytest.mark.parametrize(
    ("do", "expected"),
    [("clubs:leave", (Role.PLAYER, True)), ("clubs:edit_player", (Role.PLAYER, False))],
    ids=["left", "created a player"],
)
def test_undone_merge_brings_no_role_back_that_has_ended_since(
    do: str, expected: tuple[Role, bool]
) -> None:
    scene = Scene()
    twin = make_player(scene.club, "Olga L.", Role.ORGANISER)
    made = merge_players(target_id=scene.olga.pk, source_id=twin.pk, by=scene.owner, now=NOW)
    scene.post(do, scene.olga.pk, name="Olga", real_name="", role="player")

    undo_merge(merge_id=made.pk, by=scene.owner, now=NOW)

    twins = Player.objects.filter(pk__in=[scene.olga.pk, twin.pk])
    assert [(each.role, each.left_at is not None) for each in twins] == [expected] * 2


def test_undone_merge_says_which_roles_there_are_then() -> None:
    scene = Scene()
    guest = make_player(scene.club, "Guest")
    scene.post("accounts:merge", scene.club.slug, target=guest.pk, source=scene.olga.pk)
    merged = AuditEntry.objects.get(action=Action.PLAYERS_MERGED)
    scene.post("accounts:undo_merge", scene.club.merges.get().pk)

    assert merged.changes == {"role": ["player", "organiser"]}
    undone = AuditEntry.objects.filter(action=Action.MERGE_UNDONE).order_by("pk")
    assert {entry.about_id: entry.changes for entry in undone} == {
        guest.pk: {"role": ["organiser", "player"]},
        scene.olga.pk: {"role": [None, "organiser"]},
    }


def test_claim_of_who_has_left_waits_until_that_player_is_back() -> None:
    scene = Scene()
    guest = make_player(scene.club, "Guest", Role.SCORER)
    claim = PlayerClaim.objects.create(player=guest, user=make_user(name="Eve"), created_at=NOW)
    scene.post("clubs:leave", guest.pk)
    page = reverse("accounts:claims", args=[scene.club.slug])
    listed = [b"Eve claims to be Guest" in scene.browser_of(scene.owner).get(page).content]

    scene.post("accounts:approve_claim", claim.pk)
    guest.refresh_from_db()
    unanswered = (guest.user, guest.left_at is None)
    scene.post("clubs:return", guest.pk)
    listed.append(b"Eve claims to be Guest" in scene.browser_of(scene.owner).get(page).content)
    scene.post("accounts:approve_claim", claim.pk)
    guest.refresh_from_db()

    assert (unanswered, listed) == ((None, False), [False, True])
    assert (guest.user, guest.role) == (claim.user, Role.PLAYER)
