"""Every address of the site by those who may not see: no marker of what is hidden comes out.

Each address with something in it has to say here what that is; a new one that does not, fails.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache, caches
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import URLPattern, URLResolver, get_resolver

from league.accounts.merging.services import merge_players
from league.accounts.services import claim_player
from league.api.models import Event
from league.api.webhooks.services import make_webhook
from league.clubs.joining import make_invitation, revoke_invitation
from league.clubs.models import Player, Role, ScreenLink, User, Visibility
from league.clubs.redaction import FACTS, Audience
from league.clubs.screen_links import make_screen_link, revoke_screen_link
from league.competitions.models import Entry, Table, TableCode
from league.core.live import sign_topic
from league.notices.models import Post, Source
from league.notices.services import subscribe
from league.online.models import OnlineTerms, Remark
from league.online.services.rounds import open_table_of_round, set_terms
from league.printing import pictures
from tests.factories import NOW, make_competition, make_player, make_round, make_table
from tests.league.api.scenes import Program, Scene, token_of
from tests.league.notices.ways import make_chat
from tests.league.printing.pdf_text import text_of as pdf_text

pytestmark = pytest.mark.django_db

CLUB, CUP, SHOWN, REAL, MAIL = "Xclubx", "Xcupx", "Xshownx", "Xrealx", "xmailx"
TALK, SECRET = "Xtalkx", "xsecretx"
OTHER = "Another league"
# Addresses of the admin pages, of allauth, and of files: none reads what clubs hold.
LEFT_ALONE = re.compile(
    r"admin/|accounts/|demo/|worker\.js|app\.webmanifest|calculator/|api/v1/docs"
)
ELSEWHERE = 10_000_000
"""The id of what nobody has: addresses of things that this scene lacks are asked for it."""

# What the number or the word of an address means, by what stands before it.
NAMED = {
    "c": "club",
    "clubs": "club",
    "competitions": "competition",
    "rounds": "round",
    "tables": "table",
    "hands": "hand",
    "players": "player",
    "entries": "entry",
    "stages": "stage",
    "adjustments": "adjustment",
    "play": "online",
    "online": "online",
    "t": "code",
    "ratings": "game",
    "games": "game",
    "calendars": "calendar",
    "calls": "call",
    "changes": "change",
    "chats": "chat",
    "claims": "claim",
    "deliveries": "delivery",
    "invitations": "invitation",
    "join": "revoked",
    "merges": "merge",
    "news": "news",
    "remarks": "remark",
    "reports": "remark",
    "screens": "screens",
    "submissions": "submission",
    "webhooks": "webhook",
}
MISSING = {
    "absences",
    "addresses",
    "apart",
    "bot",
    "confirm",
    "deals",
    "devices",
    "duplicate",
    "enter",
    "keep",
    "members",
    "moves",
    "notices",
    "people",
    "seats",
    "sendings",
    "sessions",
    "sit",
    "stand-in",
    "stop",
    "tokens",
    "widgets",
}
FORMS = ("csv", "xlsx", "json")


class Hidden(Scene):
    """The scene with a marker in everything that may be hidden."""

    def __init__(self) -> None:
        super().__init__()
        self.club.name, self.competition.name = CLUB, CUP
        self.club.save()
        self.competition.save()
        for number, player in enumerate(Player.objects.filter(club=self.club).order_by("pk")):
            player.name = f"{SHOWN}{number}"
            player.real_name = f"{REAL}{number}"
            player.contact_email = f"{MAIL}{number}@example.org"
            player.save()
        User.objects.exclude(pk=self.stranger.pk).update(name=REAL)
        Post.objects.create(
            club=self.club,
            key="hidden",
            title=f"{CUP} is over",
            about=f"competition:{self.competition.pk}",
            created_at=NOW,
        )
        open_league = make_competition(self.club, name=OTHER)
        make_table(make_round(open_league), seats=3)
        terms = OnlineTerms(is_on=True, reserve_seconds=0)
        set_terms(competition=self.competition, terms=terms)
        self.screens = open_table_of_round(table_id=self.unplayed().pk, now=NOW)
        self.screens.watch_delay = 0
        self.screens.save()
        self.hide_in_ways()

    def hide_in_ways(self) -> None:
        """Put markers into what is said, sent and fetched, and let the stranger ask for it."""
        Remark.objects.create(
            table=self.screens, seat=0, name=REAL, text=TALK, key=uuid4(), created_at=NOW
        )
        by = self.users[Role.OWNER]
        self.chat = make_chat(None, f"https://chat.example.org/{SECRET}", club=self.club)
        self.webhook = make_webhook(
            club=self.club,
            url=f"https://hook.example.org/{SECRET}",
            events=Event.values,
            key=uuid4(),
            by=self.club.players.get(role=Role.OWNER),
            now=NOW,
        )
        self.link = make_screen_link(club=self.club, label=SECRET, by=by, now=NOW)
        self.claim = claim_player(player_id=self.left.pk, user=by, now=NOW)
        self.merge = merge_players(
            kept_id=self.left.pk, gone_id=make_player(self.club).pk, by=by, now=NOW
        )
        self.revoked = make_invitation(club=self.club, by=by, life=timedelta(days=9), now=NOW)
        revoke_invitation(invitation_id=self.revoked.pk, now=NOW)
        outsider = self.stranger.players.get()
        about = f"competition:{self.competition.pk}"
        self.calendar, self.news = (
            subscribe(player=outsider, source=source, about=about, now=NOW) for source in Source
        )

    def topics(self) -> tuple[str, ...]:
        """Return the tokens by which one would follow on the stream what is hidden."""
        return tuple(
            sign_topic(f"{kind}:{thing.pk}")
            for kind, thing in (
                ("competition", self.competition),
                ("table", self.table),
                ("desk", self.club),
                ("online", self.screens),
            )
        )

    def unplayed(self) -> Table:
        """Make a table at which nothing was played."""
        return make_table(make_round(self.competition, 9), number=9)

    def show_to(self, club: Visibility, competition: str) -> None:
        """Say who may look at the club and at the competition."""
        self.club.visibility, self.competition.visibility = club, competition
        self.club.save()
        self.competition.save()
        cache.clear()
        caches["pictures"].clear()

    def values(self) -> dict[str, object]:
        """Return what addresses are asked for."""
        return {
            "club": self.club.slug,
            "competition": self.competition.pk,
            "round": self.round.pk,
            "table": self.table.pk,
            "hand": self.hand.pk,
            "player": self.player.pk,
            "entry": Entry.objects.filter(competition=self.competition).first().pk,  # type: ignore[union-attr]
            "stage": self.stage.pk,
            "adjustment": self.adjustment.pk,
            "online": self.screens.token,
            "code": "nocode",
            "game": "franks-zoo",
            "revoked": self.revoked.token,
            "screens": self.link.pk,
            "calendar": self.calendar.secret,
            "news": self.news.secret,
            **{
                name: getattr(self, name).pk
                for name in (
                    "call",
                    "change",
                    "chat",
                    "claim",
                    "delivery",
                    "invitation",
                    "merge",
                    "remark",
                    "submission",
                    "webhook",
                )
            },
        }


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Yield the addresses of the site as their patterns say them."""
    for each in (resolver or get_resolver()).url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, route)
        elif isinstance(each, URLPattern):
            yield route


def filled(route: str, values: dict[str, object]) -> list[str]:
    """Return the addresses of a route; raises LookupError for one that is not known here."""
    parts = re.split(r"(<[^>]+>)", route)
    text = ""
    for part in parts:
        if not part.startswith("<"):
            text += part
            continue
        before = text.rstrip("/").rpartition("/")[2]
        kind = part[1:-1].partition(":")[0]
        if kind == "form":
            text += "{form}"
        elif before in NAMED:
            text += str(values[NAMED[before]])
        elif before in MISSING or re.fullmatch(r"\d+|franks-zoo|nothing", before):
            text += {"int": str(ELSEWHERE), "colour": "aabbcc"}.get(kind, "nothing")
        else:
            raise LookupError(f"What does {route} name? Tell NAMED or MISSING.")
    return (
        [f"/{text.replace('{form}', form)}" for form in FORMS] if "{form}" in text else [f"/{text}"]
    )


def addresses(scene: Hidden) -> list[str]:
    """List every address that can be asked for."""
    values = scene.values()
    wanted = (route for route in routes() if not route.startswith("^"))
    found = {
        address
        for route in wanted
        if not LEFT_ALONE.match(route) and "(?P" not in route
        for address in filled(route, values)
    }
    return sorted(found)


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


def test_private_competition_and_real_names_are_nowhere_for_those_outside(scene: Hidden) -> None:
    wanted = addresses(scene)
    scene.show_to(Visibility.PUBLIC, Visibility.PRIVATE)
    markers = (CUP, REAL, MAIL, TALK, SECRET, *scene.topics())
    assert leaks(client_of(None), wanted, markers) == []
    assert leaks(client_of(scene.stranger), wanted, markers) == []
    assert leaks_of_posts(client_of(scene.stranger), wanted, markers) == []
    page = client_of(None).get(f"/c/{scene.club.slug}/competitions/").content.decode()
    assert (OTHER in page, CUP in page) == (True, False)


def test_private_club_is_nowhere_for_those_outside(scene: Hidden) -> None:
    wanted = addresses(scene)
    scene.show_to(Visibility.PRIVATE, "")
    markers = (CLUB, CUP, SHOWN, REAL, MAIL, OTHER, TALK, SECRET, *scene.topics())
    assert leaks(client_of(scene.stranger), wanted, markers) == []
    program = Program(token_of(scene.stranger)).client
    api = [address for address in wanted if address.startswith("/api/")]
    assert leaks(program, api, markers) == []
    assert leaks_of_posts(program, api, markers) == []
    assert leaks(client_of(None), api, markers) == []


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
    scene.show_to(Visibility.PUBLIC, Visibility.LINK)
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
    link = make_screen_link(club=scene.club, label="Wall", by=owner, now=NOW)
    assert make_screen_link(club=scene.club, label="Wall", by=owner, now=NOW) == link
    pk = scene.competition.pk
    screens = [
        f"/competitions/{pk}/screen/",
        f"/competitions/{pk}/widget/",
        f"/competitions/{pk}/feed.atom",
        f"/c/{scene.club.slug}/feed.atom",
        f"/rounds/{scene.round.pk}/screen/",
    ]
    wall = client_of(None)

    def statuses(token: str) -> set[int]:
        return {wall.get(path, {"key": token}).status_code for path in screens}

    assert statuses(link.token) == {200}
    assert "public" not in wall.get(screens[1], {"key": link.token}).headers["Cache-Control"]
    assert statuses("x") == statuses("") == {404}
    assert wall.get(f"/competitions/{pk}/", {"key": link.token}).status_code == 404
    revoke_screen_link(link_id=link.pk, now=NOW)
    revoke_screen_link(link_id=link.pk, now=NOW)
    assert statuses(link.token) == {404}
    assert ScreenLink.objects.filter(label="Wall").count() == 1


def test_links_for_screens_cannot_be_guessed_for_ever(scene: Hidden, settings: Any) -> None:
    scene.show_to(Visibility.PRIVATE, "")
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"key": 2}
    page = f"/competitions/{scene.competition.pk}/screen/"
    wall = client_of(None)

    def statuses(*tokens: str) -> list[int]:
        return [wall.get(page, {"key": token}).status_code for token in tokens]

    opens = scene.link.token
    assert statuses(opens, opens, opens, "one", opens) == [200, 200, 200, 404, 200]
    assert statuses("two", "three", opens) == [404, 429, 429]
    cache.clear()
    assert statuses(opens) == [200]


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
