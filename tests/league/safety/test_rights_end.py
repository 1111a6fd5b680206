"""What somebody made to act by in a club ends when they leave it."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.accounts.models import PlayerClaim
from league.api.models import Token, Webhook
from league.api.webhooks import create_webhook
from league.audit.actions import Action
from league.audit.models import AuditEntry
from league.clubs import services
from league.clubs.membership import create_share_link, make_invitation
from league.clubs.models import Player, Role, User
from league.exports.services import export_club, import_club
from league.notifications.models import Notification, Source, Subscription
from league.online.models import OnlineSeat
from tests.factories import NOW, make_club, make_player, make_user
from tests.league.api.scenes import Program, token_of
from tests.league.online.rounds import all_sit, evening
from tests.league.safety.leaving import Scene

pytestmark = pytest.mark.django_db


def test_tokens_of_the_club_are_revoked_and_come_to_life_by_no_new_role() -> None:
    scene = Scene()
    other = Token.objects.get(user=scene.user)  # her own, which is not the club's
    of_club = Program(token_of(scene.user, club=scene.club))
    scene.remove()
    scene.post("clubs:return", scene.olga.pk)
    scene.post("clubs:edit_player", scene.olga.pk, name="Olga", real_name="", role="organiser")

    assert of_club.get(f"clubs/{scene.club.slug}/").status_code == 401
    assert scene.program.get(f"clubs/{scene.club.slug}/").status_code == 200
    told = AuditEntry.objects.filter(action=Action.TOKEN_REVOKED)
    assert told.exclude(about_id=other.pk).count() == 1


def test_token_of_an_organiser_who_is_made_a_player_runs_the_club_no_more() -> None:
    scene = Scene()
    programs = [scene.program, Program(token_of(scene.user, club=scene.club))]
    scene.post("clubs:edit_player", scene.olga.pk, name="Olga", real_name="", role="player")

    address = f"clubs/{scene.club.slug}/"
    assert [each.get(address).status_code for each in programs] == [200, 200]
    assert [each.ask("PATCH", address, {"name": "Mine"}).status_code for each in programs] == [
        404,
        404,
    ]


def test_webhooks_of_who_leaves_are_switched_off_and_other_organisers_told(settings: Any) -> None:
    settings.OUTGOING_PRIVATE_HOSTS = ["127.0.0.0/8"]
    scene = Scene()
    oscar = scene.club.players.get(role=Role.OWNER)
    own, others = (
        create_webhook(
            club=scene.club,
            url="http://127.0.0.1:9/hook",
            events=["round.opened"],
            key=uuid4(),
            by=by,
            now=NOW,
        )
        for by in (scene.olga, oscar)
    )
    scene.remove()

    off = Webhook.objects.exclude(disabled_at=None)
    assert [(each.pk, each.disabled_reason) for each in off] == [
        (own.pk, "The player who created it has left the club.")
    ]
    assert [
        (notice.player, "Olga created the webhook" in notice.text)
        for notice in Notification.objects.all()
    ] == [(oscar, True)]
    assert AuditEntry.objects.get(action=Action.WEBHOOK_DISABLED).about_id == own.pk
    assert Webhook.objects.get(pk=others.pk).disabled_at is None


def test_invitations_and_links_for_screens_of_who_leaves_open_nothing() -> None:
    scene = Scene()
    oscars = scene.invitation()
    invitation = make_invitation(
        club=scene.club, by=scene.user, life=timedelta(days=1), now=timezone.now()
    )
    link = create_share_link(club=scene.club, label="Bar", by=scene.user, now=NOW)
    screen = f"{reverse('notifications:atom', args=[scene.club.slug])}?key={link.token}"
    join = reverse("clubs:join", args=[invitation.token])
    before = [Client().get(address).status_code for address in (screen, join)]
    scene.remove()

    assert before == [200, 200]
    assert [Client().get(address).status_code for address in (screen, join)] == [404, 410]
    assert Client().get(reverse("clubs:join", args=[oscars])).status_code == 200
    told = AuditEntry.objects.filter(
        action__in=[Action.INVITATION_REVOKED, Action.SHARE_LINK_REVOKED]
    )
    assert told.count() == 2


def its_maker_leaves(scene: Scene, _ben: Player) -> None:
    scene.remove()


def its_maker_is_made_a_player(scene: Scene, _ben: Player) -> None:
    scene.post("clubs:edit_player", scene.olga.pk, name="Olga", real_name="", role="player")


def the_player_leaves(scene: Scene, ben: Player) -> None:
    scene.post("clubs:leave", ben.pk)


def the_player_becomes_an_organiser(scene: Scene, ben: Player) -> None:
    scene.post("clubs:edit_player", ben.pk, name="Ben", real_name="", role="organiser")


def the_player_is_claimed(scene: Scene, ben: Player) -> None:
    claim = PlayerClaim.objects.create(player=ben, user=make_user(), created_at=NOW)
    scene.post("accounts:approve_claim", claim.pk)


def the_player_is_merged_into_an_owner(scene: Scene, ben: Player) -> None:
    oscar = scene.club.players.get(role=Role.OWNER)
    scene.post("accounts:merge", scene.club.slug, target=oscar.pk, source=ben.pk)


@pytest.mark.parametrize(
    "what",
    [
        its_maker_leaves,
        its_maker_is_made_a_player,
        the_player_leaves,
        the_player_becomes_an_organiser,
        the_player_is_claimed,
        the_player_is_merged_into_an_owner,
    ],
    ids=lambda what: what.__name__,
)
def test_sign_in_link_signs_in_nobody_once(what: Callable[[Scene, Player], None]) -> None:
    scene = Scene()
    ben = make_player(scene.club, "Ben")
    token = services.make_player_link(player=ben, by=scene.user, now=timezone.now())
    address = reverse("clubs:sign_in_by_link", args=[token])
    assert Client().get(address).status_code == 200

    what(scene, ben)

    phone = Client()
    assert [phone.get(address).status_code, phone.post(address).status_code] == [410, 410]
    assert "no longer valid" in phone.get(address).content.decode()
    assert "_auth_user_id" not in phone.session


def test_link_of_an_owner_of_the_site_signs_in_no_organiser_with_an_address() -> None:
    scene = Scene()
    root = make_user(is_superuser=True)
    ben, eve = make_player(scene.club, "Ben"), make_player(scene.club, "Eve")
    tokens = [
        services.make_player_link(player=player, by=root, now=timezone.now())
        for player in (ben, eve)
    ]
    the_player_is_claimed(scene, ben)

    answers = [Client().post(reverse("clubs:sign_in_by_link", args=[token])) for token in tokens]
    assert [answer.status_code for answer in answers] == [410, 302]


def test_who_has_left_changes_no_name_in_the_club_and_fetches_no_calendar() -> None:
    scene = Scene()
    subscription = Subscription.objects.create(
        player=scene.olga, source=Source.CALENDAR, created_at=NOW
    )
    own = [
        reverse("clubs:preferences", args=[scene.olga.pk]),
        reverse("notifications:settings", args=[scene.olga.pk]),
        reverse("notifications:calendar", args=[subscription.secret]),
    ]
    before = [scene.browser.get(address).status_code for address in own]
    scene.remove()
    renamed = scene.program.ask("PUT", f"players/{scene.olga.pk}/preferences/", {"name": "Bad"})

    assert before == [200, 200, 200]
    assert [scene.browser.get(address).status_code for address in own] == [404, 404, 404]
    assert (renamed.status_code, scene.now().name) == (404, "Olga")


def test_who_leaves_has_no_seat_any_more_at_a_round_that_is_played_online() -> None:
    night = evening()
    all_sit(night)
    user, club = night.users[1], night.table.round.stage.competition.club
    ben = Player.objects.get(user=user)
    browser, owner = Client(), Client()
    browser.force_login(user)
    owner.force_login(make_player(club, "Oscar", Role.OWNER, make_user()).user)  # type: ignore[arg-type]
    occupant = OnlineSeat.objects.get(table=night.online, number=1).occupant

    owner.post(reverse("clubs:leave", args=[ben.pk]))

    seat = OnlineSeat.objects.get(table=night.online, number=1)
    assert (seat.user, seat.player, seat.is_away) == (None, ben, True)
    assert seat.occupant > occupant
    others = OnlineSeat.objects.filter(table=night.online).exclude(number=1)
    assert [each.user for each in others.order_by("number")] == [night.users[0], night.users[2]]


def test_administration_gives_no_role_and_writes_down_who_signs_in() -> None:
    scene = Scene()
    scene.remove()
    admin = scene.browser_of(make_user(is_superuser=True, is_staff=True))
    page = reverse("admin:clubs_player_change", args=[scene.olga.pk])
    body = {"name": "Olga", "real_name": "", "contact_email": ""}
    wanted = {"role": "owner", "left_at_0": "", "left_at_1": "", "club": make_club().pk}
    other = make_user()

    taken = admin.post(page, {**body, "user": scene.owner.pk})
    admin.post(page, {**body, **wanted, "user": other.pk})
    deleted = admin.post(reverse("admin:clubs_player_delete", args=[scene.olga.pk]))

    scene.olga.refresh_from_db()
    assert (
        "This account belongs to another player of the club. Choose another one."
        in taken.content.decode()
    )
    assert (scene.olga.role, scene.olga.club) == (Role.PLAYER, scene.club)
    assert (scene.olga.left_at is None, scene.olga.user) == (False, other)
    assert deleted.status_code == 403
    assert (
        AuditEntry.objects.filter(action=Action.PLAYER_CHANGED, about_id=scene.olga.pk).count() == 1
    )


def test_administration_deletes_no_account_of_a_last_owner() -> None:
    scene = Scene()
    root = make_user(is_superuser=True, is_staff=True)
    admin = scene.browser_of(root)
    everybody = {"one": scene.owner, "other": scene.user, "root": root}
    answers = {
        name: admin.post(
            reverse("admin:clubs_user_delete", args=[user.pk]), {"post": "yes"}
        ).status_code
        for name, user in everybody.items()
    }
    together = {"action": "delete_selected", "_selected_action": [scene.owner.pk], "post": "yes"}
    admin.post(reverse("admin:clubs_user_changelist"), together)

    assert answers == {"one": 403, "other": 302, "root": 403}
    assert set(User.objects.values_list("pk", flat=True)) == {scene.owner.pk, root.pk}


def test_club_file_brings_no_role_in_of_who_has_left() -> None:
    scene = Scene()
    Player.objects.filter(pk=scene.olga.pk).update(left_at=NOW)
    with export_club(club_id=scene.club.pk) as file:
        written = file.read()
    assert json.loads(written)["players"][1]["role"] == "organiser"

    club = import_club(written=written, slug="again", now=NOW)

    read = [(player.name, player.role, player.user) for player in club.players.order_by("pk")]
    assert read == [("Oscar Owner", "owner", None), ("Olga", "player", None)]
