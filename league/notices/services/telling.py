"""Write posts and notices, in the transaction of their cause."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from league.clubs.models import Club, Player
from league.core.wake import wake
from league.notices.models import (
    OF_CLUBS,
    Channel,
    Chat,
    Delivery,
    Device,
    Kind,
    Notice,
    Post,
    Wishes,
)
from league.notices.timing import moment_for
from league.notices.voices import Voice, voice_of

DELIVER = "league.notices.tasks.deliver"
LONGEST_SUBJECT = 200


class Message(NamedTuple):
    """What is told: a line, plain paragraphs, the page it is about, and what one must see for it.

    `about` is a name of league.notices.sight.
    """

    subject: str
    text: str = ""
    path: str = ""
    about: str = ""


Writer = Callable[[], Message]
"""Write what is told: once for each language and clock in which it is read."""


class Way(NamedTuple):
    """One way to reach somebody: by mail, else the device or the chat."""

    channel: Channel
    device: Device | None = None
    chat: Chat | None = None

    @property
    def target(self) -> str:
        """Return what tells this way from others of its channel."""
        one = self.device or self.chat
        return str(one.pk) if one else ""


@transaction.atomic
def post(
    *,
    club: Club,
    key: str,
    title: str,
    body: str = "",
    path: str = "",
    table: Mapping[str, Any] | None = None,
    about: str = "",
    now: datetime,
) -> Post:
    """Show something in a club's feed; the same key again returns the first post unchanged.

    `path` is the page of this site that the post is about. `table`, if any, is drawn below the
    text: `{"head": ["Place", "Player", "Points"], "rows": [["1", "Ada", "42"], …]}`, plain texts,
    the second column being the row's name.
    """
    made, _is_new = Post.objects.get_or_create(
        club=club,
        key=key,
        defaults={
            "title": title[:LONGEST_SUBJECT],
            "body": body,
            "path": path,
            "table": dict(table or {}),
            "about": about,
            "created_at": now,
        },
    )
    return made


@transaction.atomic
def tell(
    *,
    players: Iterable[Player],
    kind: Kind,
    key: str,
    write: Writer,
    now: datetime,
    not_before: datetime | None = None,
) -> int:
    """Tell each player on the ways they want for this kind, and return how many notices are new.

    What is told is written in each reader's language, with times by their clock. A player is told
    once a key, however often it is said. Who has left, has no way, or wants none
    for this kind is not told. `not_before` keeps a notice back for a while, as `take_back` may
    find that there is nothing to tell any more.
    """
    ways = {player: ways_of(player, kind) for player in _with_ways(players)}
    written = _Written(write)
    notices = [
        _notice(written.for_reader(player), f"{kind}:{key}:{player.pk}", kind, player, now)
        for player, found in ways.items()
        if found
    ]
    earliest = max(now, not_before) if not_before else now
    return _queue(notices, {player.pk: found for player, found in ways.items()}, earliest)


@transaction.atomic
def tell_club(
    *,
    club: Club,
    kind: Kind,
    key: str,
    write: Writer,
    now: datetime,
) -> int:
    """Write something into the chats of a club that hear of this kind, once a key."""
    if kind not in OF_CLUBS:
        raise ValueError(f"{kind} is told to people only.")
    chats = Chat.objects.filter(club=club, player=None, off_at=None).order_by("pk")
    ways = [Way(Channel.CHAT, chat=chat) for chat in chats if kind in chat.kinds]
    if not ways:
        return 0
    with voice_of(None, club).speaking():
        message = write()
    notice = _notice(message, f"{kind}:{key}:club{club.pk}", kind, club, now)
    return _queue([notice], {None: ways}, now)


@transaction.atomic
def take_back(*, kind: Kind, key: str, player: Player | None = None) -> int:
    """Forget what waits to be told to a player, else to anybody, and return how many that is.

    Without a player this is for all keys that begin with `key:`. What has gone out on some way, or
    is in a worker's hand, stays told. The key may be told again.
    """
    found = (
        Notice.objects.filter(key=f"{kind}:{key}:{player.pk}")
        if player
        else Notice.objects.filter(key__startswith=f"{kind}:{key}:")
    )
    told = Delivery.objects.filter(notice__in=found).exclude(
        sent_at=None, given_up_at=None, leased_until=None, tries=0
    )
    waiting = found.exclude(pk__in=told.values("notice")).values_list("pk", flat=True)
    _count, each = Notice.objects.filter(pk__in=list(waiting)).delete()
    return each.get("notices.Notice", 0)


def ways_of(player: Player, kind: Kind) -> list[Way]:
    """Return on which ways a player, read by this module, wants to hear of a kind."""
    wishes = wishes_of(player)
    ways: list[Way] = []
    if player.address and wishes.mail_off_at is None and wishes.wants(kind, Channel.EMAIL):
        ways.append(Way(Channel.EMAIL))
    if player.user and wishes.wants(kind, Channel.PUSH):
        devices = player.user.devices.all()
        ways += [Way(Channel.PUSH, device=one) for one in devices if one.off_at is None]
    if wishes.wants(kind, Channel.CHAT):
        ways += [Way(Channel.CHAT, chat=one) for one in player.chats.all() if one.off_at is None]
    return ways


def wishes_of(player: Player) -> Wishes:
    """Return what a player wants: what was chosen, else the defaults."""
    try:
        return player.wishes
    except Wishes.DoesNotExist:
        return Wishes(player=player)


def _with_ways(players: Iterable[Player]) -> list[Player]:
    chosen = Player.objects.active().filter(pk__in=[player.pk for player in players])
    return list(
        chosen.select_related("user", "club", "wishes")
        .prefetch_related("user__devices", "chats")
        .order_by("pk")
    )


def _queue(
    notices: Sequence[Notice], ways: Mapping[int | None, Sequence[Way]], now: datetime
) -> int:
    """Store notices whose key is new, with a delivery for each way of their player."""
    if not notices:
        return 0
    asked = {notice.key: notice for notice in notices}
    known = set(Notice.objects.filter(key__in=asked).values_list("key", flat=True))
    fresh = [notice for notice in notices if notice.key not in known]
    if not fresh:
        return 0
    # Another worker may say the same at this moment: of equal keys the first is kept.
    Notice.objects.bulk_create(fresh, ignore_conflicts=True)
    stored = Notice.objects.filter(key__in=[notice.key for notice in fresh])
    Delivery.objects.bulk_create(
        [
            _delivery(pk, asked[key], way, now)
            for pk, key in stored.order_by("pk").values_list("pk", "key")
            for way in ways[asked[key].player_id]
        ],
        ignore_conflicts=True,
    )
    wake(DELIVER)
    return len(fresh)


class _Written:
    """What is told, in the voices in which somebody has read it so far."""

    def __init__(self, write: Writer) -> None:
        self.write = write
        self.messages: dict[Voice, Message] = {}

    def for_reader(self, player: Player) -> Message:
        """Return it as a player reads it."""
        voice = voice_of(player, player.club)
        if voice not in self.messages:
            with voice.speaking():
                self.messages[voice] = self.write()
        return self.messages[voice]


def _notice(message: Message, key: str, kind: Kind, to: Player | Club, now: datetime) -> Notice:
    """Return a notice to a player, or to a club's chats."""
    club, player = (to.club, to) if isinstance(to, Player) else (to, None)
    return Notice(
        club=club,
        player=player,
        kind=kind,
        key=key,
        subject=" ".join(message.subject.split())[:LONGEST_SUBJECT],
        text=message.text.strip(),
        path=message.path,
        about=message.about,
        created_at=now,
    )


def _delivery(pk: int, notice: Notice, way: Way, now: datetime) -> Delivery:
    due_at, bundle = now, ""
    if notice.player is not None:
        due_at, bundle = moment_for(
            wishes_of(notice.player),
            notice.kind,
            way.channel,
            zone=notice.player.club.time_zone,
            now=now,
        )
    return Delivery(
        notice_id=pk,
        channel=way.channel,
        target=way.target,
        device=way.device,
        chat=way.chat,
        bundle=bundle and f"{way.channel}{way.target}:{notice.player_id}:{bundle}",
        due_at=due_at,
    )
