"""Take a whole club away, and bring one in, on pages."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import FileResponse
from django.test import Client
from django.urls import reverse

from league.clubs.models import Club, Player, Role, User
from league.exports import forms
from league.standings.models import Standing
from tests.factories import make_club, make_organiser, make_player, make_user
from tests.league.exports.clubs import Happening, take

pytestmark = pytest.mark.django_db
BRING = "/clubs/import/"


@pytest.fixture
def club() -> Club:
    """Make a club with a player whose address is known."""
    club = make_club(slug="zoo")
    make_player(club, "Ada", contact_email="ada@example.org")
    return club


@pytest.fixture
def owner(club: Club) -> User:
    """Make the owner of the club."""
    user = make_user()
    make_player(club, "Owner", Role.OWNER, user)
    return user


@pytest.fixture
def site_owner(client: Client) -> User:
    """Make an owner of the site, signed in."""
    user = make_user(is_superuser=True)
    client.force_login(user)
    return user


def bring(client: Client, written: bytes, slug: str = "") -> str:
    """Send a file as the page's form does, and return the page that follows."""
    data = {"file": SimpleUploadedFile("club.json", written), "slug": slug}
    answer = client.post(BRING, data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_owner_takes_the_club_away(client: Client, club: Club, owner: User) -> None:
    client.force_login(owner)
    address = reverse("exports:club", args=[club.slug])
    page = client.get(reverse("exports:club_file", args=[club.slug])).content.decode()
    assert f'action="{address}"' in page
    assert BRING not in page
    answer = client.get(address)
    assert isinstance(answer, FileResponse)
    assert answer["Content-Disposition"] == 'attachment; filename="zoo.json"'
    assert answer["Cache-Control"] == "private, no-store"
    assert answer.getvalue() == take(club)
    with_addresses = client.get(address, {"addresses": "1"})
    assert isinstance(with_addresses, FileResponse)
    assert with_addresses.getvalue() == take(club, with_addresses=True)


@pytest.mark.parametrize("name", ["club_file", "club"])
def test_nobody_but_owners_takes_a_club_away(client: Client, club: Club, name: str) -> None:
    address = reverse(f"exports:{name}", args=[club.slug])
    assert client.get(address).status_code == 302
    for visitor in (make_organiser(club), make_user()):
        client.force_login(visitor)
        assert client.get(address).status_code == 404


def test_nobody_but_site_owners_brings_a_club_in(client: Client, club: Club, owner: User) -> None:
    assert client.get(BRING).status_code == 302
    client.force_login(owner)
    assert client.get(BRING).status_code == 404
    file = SimpleUploadedFile("club.json", take(club))
    assert client.post(BRING, {"file": file, "slug": "new"}).status_code == 404
    assert Club.objects.count() == 1


def test_club_is_brought_in_with_its_standings(client: Client, site_owner: User) -> None:
    old = Happening(1).club
    page = bring(client, take(old), "copy")
    copy = Club.objects.get(slug="copy")
    assert "Zoo Club is imported." in page
    rows = Standing.objects.filter(competition__club__in=[old, copy])
    assert rows.filter(competition__club=copy).count() * 2 == rows.count() > 0
    for competition in copy.competitions.all():
        for name in ("standings:table", "competitions:detail"):
            assert client.get(reverse(name, args=[competition.pk])).status_code == 200


def test_address_in_use_is_said_at_its_field(client: Client, club: Club, site_owner: User) -> None:
    page = bring(client, take(club))
    assert "The address “zoo” is already used by a club on this site. “zoo-2” is free." in page
    assert Club.objects.count() == 1


def test_wrong_file_is_refused_with_the_path(client: Client, club: Club, site_owner: User) -> None:
    written = take(club).replace(b'"name": "Ada"', b'"name": 7')
    assert "players[0].name: This must be text." in bring(client, written, "new")
    assert "This is not valid or complete JSON" in bring(client, written[:200], "new")
    assert (Club.objects.count(), Player.objects.count()) == (1, 1)


def test_file_too_large_is_refused(
    client: Client, club: Club, site_owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "LARGEST_CLUB", len(take(club)) - 1)
    assert "The file is larger than" in bring(client, take(club), "new")
    monkeypatch.setattr(forms, "LARGEST_CLUB", len(take(club)))
    assert "is imported." in bring(client, take(club), "new")


def test_pages_lead_to_the_file(client: Client, club: Club, owner: User) -> None:
    link = reverse("exports:club_file", args=[club.slug])
    edit = reverse("clubs:edit", args=[club.slug])
    client.force_login(owner)
    assert link in client.get(edit).content.decode()
    client.force_login(make_organiser(club))
    assert link not in client.get(edit).content.decode()
    client.force_login(make_user(is_superuser=True))
    assert BRING in client.get(reverse("clubs:create")).content.decode()
    assert BRING in client.get(link).content.decode()
