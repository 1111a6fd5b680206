"""Every address of the site by those who may not see: no marker of what is hidden comes out."""

import io
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from league.clubs.membership import create_share_link, revoke_share_link
from league.clubs.models import Player, Role, ShareLink, User, Visibility
from league.clubs.redaction import FACTS, Audience
from league.competitions.models import Table, TableCode
from league.notifications.models import Source
from league.notifications.services.targets import subscribe
from league.printing import pictures
from tests.factories import NOW
from tests.league.api.scenes import Program, token_of
from tests.league.hidden import CLUB, CUP, MAIL, OTHER, REAL, SECRET, SHOWN, TALK, Hidden, addresses
from tests.league.printing.pdf_text import text_of as pdf_text
from tests.portions import some_of

pytestmark = pytest.mark.django_db

HELD_BY_A_CLUB = (CLUB, CUP, SHOWN, REAL, MAIL, OTHER, TALK, SECRET)


def text_of(answer: HttpResponseBase) -> str:
    """Return all that somebody can read in an answer, its headers too."""
    raw = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    kind = answer.headers.get("Content-Type", "")
    headers = " ".join(answer.headers.values())
    if kind == "application/pdf":
        return headers + pdf_text(raw).whole
    if raw.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(raw)) as book:
            return headers + " ".join(book.read(name).decode() for name in book.namelist())
    return headers + raw.decode(errors="replace")


def leaks(client: Client, wanted: list[str], markers: tuple[str, ...]) -> list[tuple[str, str]]:
    """List at which addresses which of the markers can be read."""
    return [
        (address, marker)
        for address in wanted
        for marker in found_in(text_of(client.get(address)), markers)
    ]


def leaks_of_posts(
    client: Client, wanted: list[str], markers: tuple[str, ...]
) -> list[tuple[str, str]]:
    """List likewise where something can be read after a form is sent; nothing is changed by it."""
    found = []
    for address in wanted:
        kind = "application/json" if address.startswith("/api/") else MULTIPART_CONTENT
        with transaction.atomic():
            answer = client.post(address, {}, content_type=kind)
            text = text_of(answer)
            page = answer.headers.get("Location", "/accounts/login/")
            if not page.startswith("/accounts/"):
                text += text_of(client.get(page))
            transaction.set_rollback(True)
        found += [(address, marker) for marker in found_in(text, markers)]
    return found


def found_in(text: str, markers: tuple[str, ...]) -> list[str]:
    return [marker for marker in markers if marker in text]


def client_of(user: User | None) -> Client:
    """Return a browser in which somebody is signed in, or nobody."""
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def scene(settings: Any) -> Hidden:
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, 100_000)
    return Hidden()


def visitor(scene: Hidden, who: str) -> Client:
    """Return a browser in which nobody is signed in, or a stranger; or a stranger's program."""
    if who == "program":
        return Program(token_of(scene.stranger)).client
    return client_of(scene.stranger if who == "stranger" else None)


@pytest.mark.parametrize("who", some_of(["stranger", "anonymous"], 0, 1))
def test_private_competition_and_real_names_are_nowhere_for_those_outside(
    scene: Hidden, who: str
) -> None:
    wanted = addresses(scene)
    scene.show_to(Visibility.PUBLIC, Visibility.PRIVATE)
    markers = (CUP, REAL, MAIL, TALK, SECRET, *scene.topics())
    assert leaks(visitor(scene, who), wanted, markers) == []
    page = client_of(None).get(f"/c/{scene.club.slug}/competitions/").content.decode()
    assert (OTHER in page, CUP in page) == (True, False)


@pytest.mark.thorough
def test_no_form_tells_of_a_private_competition(scene: Hidden) -> None:
    wanted = addresses(scene)
    scene.show_to(Visibility.PUBLIC, Visibility.PRIVATE)
    markers = (CUP, REAL, MAIL, TALK, SECRET, *scene.topics())
    assert leaks_of_posts(client_of(scene.stranger), wanted, markers) == []


def of_the_api(wanted: list[str]) -> list[str]:
    return [address for address in wanted if address.startswith("/api/")]


@pytest.mark.parametrize("who", some_of(["stranger", "program", "anonymous"], 1, 1))
def test_private_club_is_nowhere_for_those_outside(scene: Hidden, who: str) -> None:
    wanted = addresses(scene)
    scene.show_to(Visibility.PRIVATE, "")
    if who != "stranger":
        wanted = of_the_api(wanted)
    assert leaks(visitor(scene, who), wanted, (*HELD_BY_A_CLUB, *scene.topics())) == []


@pytest.mark.thorough
def test_no_operation_tells_of_a_private_club(scene: Hidden) -> None:
    wanted = of_the_api(addresses(scene))
    scene.show_to(Visibility.PRIVATE, "")
    markers = (*HELD_BY_A_CLUB, *scene.topics())
    assert leaks_of_posts(visitor(scene, "program"), wanted, markers) == []


@pytest.mark.thorough
def test_members_read_no_real_name_of_others(scene: Hidden) -> None:
    scene.show_to(Visibility.PRIVATE, "")
    own = scene.player
    Player.objects.filter(pk=own.pk).update(real_name="", contact_email="")
    own_user = scene.users[Role.PLAYER]
    User.objects.filter(pk=own_user.pk).update(name="Me")
    scene.calendar, scene.news = (
        subscribe(player=own, source=source, now=NOW) for source in Source
    )
    wanted = [address for address in addresses(scene) if not address.startswith("/api/")]
    assert leaks(client_of(own_user), wanted, (REAL, MAIL, SECRET)) == []
    fetched = [f"/news/{scene.news.secret}.atom", f"/calendars/{scene.calendar.secret}.ics"]
    assert [CUP in text_of(client_of(None).get(address)) for address in fetched] == [True, False]
    page = client_of(own_user).get(f"/competitions/{scene.competition.pk}/")
    assert CUP in page.content.decode()
    assert page.headers["Cache-Control"] == "private"
    assert page.headers["X-Robots-Tag"] == "noindex"
    players = client_of(scene.users[Role.ORGANISER]).get(f"/c/{scene.club.slug}/players/")
    assert REAL in players.content.decode()


def test_pictures_hold_what_everybody_may_read(scene: Hidden) -> None:
    scene.show_to(Visibility.PUBLIC, Visibility.PRIVATE)
    drawn = [
        pictures.club_picture(scene.club),
        pictures.player_picture(scene.player),
        pictures.standings_picture(scene.competition),
        pictures.round_picture(scene.round),
        pictures.table_picture(scene.table),
    ]
    texts = [each.written for each in drawn]
    assert [CUP in text for text in texts[:2]] == [False, False]
    assert [REAL in text or MAIL in text for text in texts] == [False] * 5


def test_link_only_is_listed_nowhere_and_opens_by_its_address(scene: Hidden) -> None:
    scene.show_to(Visibility.PUBLIC, Visibility.UNLISTED)
    visitor = client_of(None)
    slug = scene.club.slug
    lists = ("/", f"/c/{slug}/competitions/", f"/search/?q={CUP}", "/api/v1/competitions/")
    news = (f"/c/{slug}/feed/", f"/c/{slug}/feed.atom", f"/api/v1/clubs/{slug}/feed/")
    statistics = (f"/players/{scene.player.pk}/results/", f"/c/{slug}/hall-of-fame/")
    wanted = [*lists, *news, *statistics]
    answers = {path: text_of(visitor.get(path)).replace(f"q={CUP}", "") for path in wanted}
    answers[lists[2]] = answers[lists[2]].replace(f'value="{CUP}"', "").replace(f"“{CUP}”", "")
    assert [path for path, text in answers.items() if CUP in text] == []
    page = visitor.get(f"/competitions/{scene.competition.pk}/")
    assert (CUP in page.content.decode(), page.headers["X-Robots-Tag"]) == (True, "noindex")


def test_phone_with_a_code_sees_its_own_table_of_a_private_competition(scene: Hidden) -> None:
    scene.show_to(Visibility.PRIVATE, "")
    code = TableCode.objects.get(table=scene.table)
    guest = client_of(None)
    guest.post(f"/t/{code.token}/")
    guest.get(f"/t/{code.token}/")
    other = Table.objects.exclude(pk=scene.table.pk).filter(round=scene.round).get()
    paths = (f"/tables/{scene.table.pk}/", f"/tables/{other.pk}/", f"/c/{scene.club.slug}/")
    assert [guest.get(path).status_code for path in paths] == [200, 404, 404]


def test_screens_show_what_is_private_by_a_link_until_it_is_revoked(scene: Hidden) -> None:
    scene.show_to(Visibility.PRIVATE, "")
    owner = scene.users[Role.OWNER]
    link = create_share_link(club=scene.club, label="Wall", by=owner, now=NOW)
    assert create_share_link(club=scene.club, label="Wall", by=owner, now=NOW) == link
    pk = scene.competition.pk
    screens = [
        f"/competitions/{pk}/projector/",
        f"/competitions/{pk}/widget/",
        f"/competitions/{pk}/feed.atom",
        f"/c/{scene.club.slug}/feed.atom",
        f"/rounds/{scene.round.pk}/projector/",
    ]
    wall = client_of(None)

    def statuses(token: str) -> set[int]:
        return {wall.get(path, {"key": token}).status_code for path in screens}

    assert statuses(link.token) == {200}
    assert "public" not in wall.get(screens[1], {"key": link.token}).headers["Cache-Control"]
    assert statuses("x") == statuses("") == {404}
    assert wall.get(f"/competitions/{pk}/", {"key": link.token}).status_code == 404
    revoke_share_link(link_id=link.pk, now=NOW)
    revoke_share_link(link_id=link.pk, now=NOW)
    assert statuses(link.token) == {404}
    assert ShareLink.objects.filter(label="Wall").count() == 1


def test_links_for_screens_cannot_be_guessed_for_ever(scene: Hidden, settings: Any) -> None:
    scene.show_to(Visibility.PRIVATE, "")
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"key": 2}
    page = f"/competitions/{scene.competition.pk}/projector/"
    wall = client_of(None)

    def statuses(*tokens: str) -> list[int]:
        return [wall.get(page, {"key": token}).status_code for token in tokens]

    opens = scene.link.token
    assert statuses(opens, opens, opens, "one", opens) == [200, 200, 200, 404, 200]
    # What is right cannot be guessed, and others in the same network do not darken the wall.
    assert statuses("two", "three", opens) == [404, 429, 200]


def test_every_fact_about_a_player_says_for_whom_it_is() -> None:
    fields = {field.name for field in Player._meta.concrete_fields}
    assert fields - set(FACTS) == set()
    assert {fact for fact, whom in FACTS.items() if whom == Audience.EVERYBODY} == {
        "id",
        "club",
        "name",
        "role",
        "created_at",
        "left_at",
    }
    assert AnonymousUser().pk is None
