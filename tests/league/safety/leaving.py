"""A club that somebody is taken off, and every way by which they come back."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.accounts.models import PlayerClaim
from league.audit.actions import Action
from league.clubs.membership import make_invitation
from league.clubs.models import Player, Role, User, Visibility
from tests.factories import NOW, make_club, make_player, make_user
from tests.league.api.scenes import Program, token_of


class Scene:
    """A private club with an owner, and Olga, who helps to run it until she is taken off."""

    def __init__(self, role: str = Role.ORGANISER) -> None:
        self.club = make_club(visibility=Visibility.PRIVATE)
        self.owner = make_user()
        make_player(self.club, "Oscar Owner", Role.OWNER, self.owner)
        self.user = make_user("olga@example.org", name="Olga")
        self.olga = make_player(self.club, "Olga", role, self.user)
        self.browser = self.browser_of(self.user)
        self.program = Program(token_of(self.user))

    def browser_of(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    def post(self, page: str, /, *args: object, by: User | None = None, **body: object) -> Any:
        """Send a form as the owner of the club, unless told as whom."""
        return self.browser_of(by or self.owner).post(reverse(page, args=args), body)

    def remove(self) -> None:
        """Take Olga off the lists, on her page."""
        assert self.post("clubs:leave", self.olga.pk).status_code == 302
        self.olga.refresh_from_db()
        assert self.olga.left_at is not None

    def invitation(self, role: str = Role.PLAYER) -> str:
        made = make_invitation(
            club=self.club, by=self.owner, life=timedelta(days=1), now=timezone.now(), role=role
        )
        return made.token

    def rights(self) -> dict[str, int]:
        """Return how pages for members, players, scorers and organisers answer Olga's browser."""
        pages = {"home": "clubs:home", "log": "clubs:log", "edit": "clubs:edit"}
        return {
            name: self.browser.get(reverse(page, args=[self.club.slug])).status_code
            for name, page in pages.items()
        }

    def now(self) -> Player:
        """Return the player that Olga is in the club now."""
        return Player.objects.get(club=self.club, user=self.user)


def by_invitation(scene: Scene) -> None:
    address = reverse("clubs:join", args=[scene.invitation()])
    page = scene.browser.get(address).content.decode()
    assert "You were in this club as Olga and rejoin under that name. Your role: player." in page
    assert '<input type="hidden" name="name" value="Olga">' in page
    scene.browser.post(address, {"name": "Olga"})


def by_invitation_of_spectators(scene: Scene) -> None:
    address = reverse("clubs:join", args=[scene.invitation(Role.VIEWER)])
    scene.browser.post(address, {"name": "Olga"})


def by_invitation_of_a_program(scene: Scene) -> None:
    answer = scene.program.post(f"join/{scene.invitation()}/", {"name": "Olga"})
    assert answer.status_code == 200


def by_claim(scene: Scene) -> None:
    guest = make_player(scene.club, "Olga at the door")
    claim = PlayerClaim.objects.create(player=guest, user=scene.user, created_at=NOW)
    page = scene.browser_of(scene.owner).get(reverse("accounts:claims", args=[scene.club.slug]))
    assert "<dt>Role after approval</dt><dd>player</dd>" in page.content.decode()
    assert "Was in the club as Olga" in page.content.decode()
    scene.post("accounts:approve_claim", claim.pk)


def by_claim_of_a_scorer(scene: Scene) -> None:
    guest = make_player(scene.club, "Sam at the door", Role.SCORER)
    claim = PlayerClaim.objects.create(player=guest, user=scene.user, created_at=NOW)
    page = scene.browser_of(scene.owner).get(reverse("accounts:claims", args=[scene.club.slug]))
    assert "<dt>Role after approval</dt><dd>scorer</dd>" in page.content.decode()
    scene.post("accounts:approve_claim", claim.pk)


def merge(scene: Scene, kept: Player, gone: Player) -> None:
    two = {"target": kept.pk, "source": gone.pk}
    preview = scene.browser_of(scene.owner).get(
        reverse("accounts:merge", args=[scene.club.slug]), two
    )
    assert "<dt>Role after the merge</dt><dd>player</dd>" in preview.content.decode()
    assert "Olga has left the club and will be restored" in preview.content.decode()
    scene.post("accounts:merge", scene.club.slug, target=kept.pk, source=gone.pk)


def by_merge_into_a_guest(scene: Scene) -> None:
    merge(scene, make_player(scene.club, "Guest"), scene.olga)


def by_merge_with_a_guest(scene: Scene) -> None:
    merge(scene, scene.olga, make_player(scene.club, "Guest"))


def by_an_organiser(scene: Scene) -> None:
    page = scene.browser_of(scene.owner).get(reverse("clubs:player", args=[scene.olga.pk]))
    assert "The role will be: player." in page.content.decode()
    scene.post("clubs:return", scene.olga.pk)


def by_a_program_of_an_organiser(scene: Scene) -> None:
    answer = Program(token_of(scene.owner)).post(f"players/{scene.olga.pk}/return/")
    assert answer.json()["role"] == "player"


HELPERS = (Role.OWNER, Role.ORGANISER, Role.SCORER)

Way = Callable[[Scene], None]
WAYS_BACK: dict[Way, tuple[Role, Action]] = {
    by_invitation: (Role.PLAYER, Action.PLAYER_JOINED),
    by_invitation_of_spectators: (Role.VIEWER, Action.PLAYER_JOINED),
    by_invitation_of_a_program: (Role.PLAYER, Action.PLAYER_JOINED),
    by_claim: (Role.PLAYER, Action.CLAIM_DECIDED),
    by_claim_of_a_scorer: (Role.SCORER, Action.CLAIM_DECIDED),
    by_merge_into_a_guest: (Role.PLAYER, Action.PLAYERS_MERGED),
    by_merge_with_a_guest: (Role.PLAYER, Action.PLAYERS_MERGED),
    by_an_organiser: (Role.PLAYER, Action.PLAYER_RETURNED),
    by_a_program_of_an_organiser: (Role.PLAYER, Action.PLAYER_RETURNED),
}
