"""A scene with a marker in everything that may be hidden, and all addresses that lead into it.

Each address with something in it has to say here what that is; a new one that does not, fails.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

from django.core.cache import cache, caches
from django.urls import URLPattern, URLResolver, get_resolver

from league.accounts.merging.services import merge_players
from league.accounts.services.claims import claim_player
from league.api.models import WebhookEventType
from league.api.webhooks import create_webhook
from league.clubs.membership import create_share_link, make_invitation, revoke_invitation
from league.clubs.models import Player, Role, User, Visibility
from league.competitions.models import Table
from league.core.live import sign_topic
from league.notifications.models import Post, Source
from league.notifications.services.targets import subscribe
from league.online.models import ChatMessage, OnlineSettings
from league.online.services.events import open_table_of_round, set_online_settings
from tests.factories import NOW, make_competition, make_player, make_round, make_table
from tests.league.api.scenes import Scene
from tests.league.notifications.targets import make_chat

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
    "rules": "game",
    "first-hand": "game",
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
    "messages": "remark",
    "reports": "remark",
    "screens": "screens",
    "share-links": "screens",
    "submissions": "submission",
    "webhooks": "webhook",
}
MISSING = {
    "absences",
    "apps",
    "addresses",
    "apart",
    "bot",
    "confirm",
    "deals",
    "devices",
    "duplicate",
    "enter",
    "separations",
    "announcements",
    "sign-in",
    "keep",
    "members",
    "moves",
    "notices",
    "own-games",
    "people",
    "webhook-deliveries",
    "quick",
    "help",
    "sheets",
    "seats",
    "sendings",
    "sessions",
    "sit",
    "substitute",
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
        settings = OnlineSettings(is_on=True, time_bank_seconds=0)
        set_online_settings(competition=self.competition, settings=settings)
        self.screens = open_table_of_round(table_id=self.unplayed().pk, now=NOW)
        self.screens.spectator_delay = 0
        self.screens.save()
        self.hide_in_ways()

    def hide_in_ways(self) -> None:
        """Put markers into what is said, sent and fetched, and let the stranger ask for it."""
        ChatMessage.objects.create(
            table=self.screens, seat=0, name=REAL, text=TALK, key=uuid4(), created_at=NOW
        )
        by = self.users[Role.OWNER]
        self.chat = make_chat(None, f"https://chat.example.org/{SECRET}", club=self.club)
        self.webhook = create_webhook(
            club=self.club,
            url=f"https://hook.example.org/{SECRET}",
            events=WebhookEventType.values,
            key=uuid4(),
            by=self.club.players.get(role=Role.OWNER),
            now=NOW,
        )
        self.link = create_share_link(club=self.club, label=SECRET, by=by, now=NOW)
        self.claim = claim_player(player_id=self.left.pk, user=by, now=NOW)
        self.merge = merge_players(
            target_id=self.left.pk, source_id=make_player(self.club).pk, by=by, now=NOW
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
                ("inbox", self.club),
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
            "entry": self.competition.entries.earliest("pk").pk,
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
