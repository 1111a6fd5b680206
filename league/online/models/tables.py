"""Tables on screens and their seats."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.base import Options
from league.clubs.models import NAME_LENGTH, Player, User, Visibility, make_token
from league.competitions.models import Round, Table
from league.core.games import site_game

GAME_LENGTH = 20
# A digest in hexadecimal digits.
MARK_LENGTH = 64
DEFAULT_MOVE_SECONDS = 45
DEFAULT_RESERVE_SECONDS = 180
SECOND_MS = 1000
# Nobody sits before a table where a move may take as long as this.
CORRESPONDENCE_SECONDS = 3600
# Who is to act is reminded when this part of the time of a move is left, reserve included.
REMINDED_WITH = 0.25


class Phase(models.TextChoices):
    """What an online table waits for."""

    WAITING = "waiting", _("waiting for players")
    PLAYING = "playing", _("a hand is being played")
    BETWEEN = "between", _("between two hands")
    PAUSED = "paused", _("everybody is away")
    ADJOURNED = "adjourned", _("adjourned")
    OVER = "over", _("over")


class Talk(models.TextChoices):
    """How people at a table may talk."""

    OFF = "off", _("not at all")
    PHRASES = "phrases", _("by ready phrases")
    FREE = "free", _("freely")


class Absence(models.TextChoices):
    """What happens when the time and the reserve of somebody are used up."""

    BOT = "bot", _("a bot plays until they are back")
    ONCE = "once", _("a bot makes that one move, and their reserve is gone")
    WAIT = "wait", _("the table waits for them")
    ZERO = "zero", _("a bot plays on, and the table is worth nothing to them")


def title_of(game: str, round: Round | None = None) -> str:
    """Return the name of a game, and of the round in which it is played."""
    name = site_game(game).title
    if round is None:
        return name
    return gettext("%(game)s · %(competition)s, round %(number)s") % {
        "game": name,
        "competition": round.stage.competition.name,
        "number": round.number,
    }


class OnlineTable(models.Model):
    """One match on screens: a table of a round, or (no `table`) one that somebody opened.

    `moves` counts those of the hand that was dealt last, whose number here is `hand_number`; the
    first hand lies dealt, unseen, from the beginning, so that its commitment can be shown. `due_at`
    is when something is to be done that no person does: a bot's move, a clock that runs out, the
    next deal. Whoever acts has `move_seconds` a move (None: as long as they like) and beyond them a
    reserve for the whole match. Who watches sees what was there `watch_delay` seconds ago; None:
    nobody watches. `absence` says what happens to who lets the time run out. `host` is the seat of
    who looks after a table of no round. `seating` is the one of the round's table that the seats
    were last taken from. A table of a duplicate `event` plays its deals; one that began when they
    lay open `is_late`. Some process thinks for its bots until `thinking_until`, and no other does.
    `version` grows with all that a screen of this table could show. `opened_by` and `opened_from`
    are the marks of who opened a table of no round, and of their network where they have no
    account, for as long as it counts as theirs; something last happened there at `active_at`.
    """

    token = models.CharField(max_length=32, unique=True, default=make_token)
    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, null=True, blank=True, related_name="online"
    )
    event = models.ForeignKey(
        "online.DuplicateEvent",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="tables",
    )
    is_late = models.BooleanField(default=False)
    game = models.CharField(max_length=GAME_LENGTH)
    options = models.JSONField(default=dict, blank=True)
    dealer = models.PositiveSmallIntegerField(_("first dealer"), default=0)
    hands_limit = models.PositiveSmallIntegerField(_("hands to play"), null=True, blank=True)
    move_seconds = models.PositiveIntegerField(
        _("seconds for a move"), null=True, blank=True, default=DEFAULT_MOVE_SECONDS
    )
    reserve_seconds = models.PositiveIntegerField(
        _("seconds in reserve"), default=DEFAULT_RESERVE_SECONDS
    )
    absence = models.CharField(max_length=10, choices=Absence, default=Absence.BOT)
    host = models.PositiveSmallIntegerField(null=True, blank=True)
    talk = models.CharField(max_length=10, choices=Talk, default=Talk.PHRASES)
    watch_delay = models.PositiveSmallIntegerField(_("delay for watchers"), null=True, blank=True)
    seating = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=10, choices=Phase, default=Phase.WAITING)
    hand_number = models.PositiveSmallIntegerField(default=0)
    moves = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    thinking_until = models.DateTimeField(null=True, blank=True)
    version = models.PositiveBigIntegerField(default=1)
    opened_by = models.CharField(max_length=MARK_LENGTH, blank=True, default="", db_default="")
    opened_from = models.CharField(max_length=MARK_LENGTH, blank=True, default="", db_default="")
    active_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("online table")
        verbose_name_plural = _("online tables")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(phase__in=Phase.values), name="online_phase_is_known"
            ),
            models.CheckConstraint(condition=Q(talk__in=Talk.values), name="online_talk_is_known"),
            models.CheckConstraint(
                condition=Q(absence__in=Absence.values), name="online_absence_is_known"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="online_table_due"
            ),
            models.Index(
                fields=["opened_by"], condition=~Q(opened_by=""), name="online_table_opened_by"
            ),
            models.Index(
                fields=["opened_from"],
                condition=~Q(opened_from=""),
                name="online_table_opened_from",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.token}"

    @property
    def title(self) -> str:
        """Return the name of the game, and at a table of a round where it stands."""
        if self.table is None:
            return title_of(self.game)
        return gettext("%(round)s, table %(number)s") % {
            "round": title_of(self.game, self.table.round),
            "number": self.table.number,
        }

    @property
    def shown_to(self) -> Visibility:
        """Return who may look, at a table of a round those who see the round."""
        return self.table.shown_to if self.table else Visibility.PUBLIC

    @property
    def rules(self) -> Options:
        """Return the options of the game as the engine reads them."""
        return site_game(self.game).engine.options(self.options)

    @property
    def is_pick_up(self) -> bool:
        """Say whether it belongs to no round, so that nothing but the evening hangs on it."""
        return self.table_id is None

    @property
    def is_by_correspondence(self) -> bool:
        """Say whether a move may take hours or days, so that nobody sits there and waits."""
        return self.move_seconds is not None and self.move_seconds >= CORRESPONDENCE_SECONDS

    @property
    def lets_bots_stand_in(self) -> bool:
        """Say whether a bot plays at once for who goes away; else the clock goes on running."""
        return self.absence == Absence.BOT and not self.is_by_correspondence


class OnlineSeat(models.Model):
    """A place at an online table, 0-based, clockwise.

    It is a bot's (`bot` names its strength), a person's, or open. A person is a user or, without an
    account, whoever's browser holds the mark `guest`; at a table of a round also the `player` whose
    seat it is, who may not have come yet. `occupant` grows when somebody else takes the seat, so
    that the page of who had it before is turned away. For a person who `is_away` a bot plays.
    `acts_since` is when the table began to wait for this seat; `reserve_ms` is left of its reserve;
    `reminded_at` is when it was last reminded that this runs out. Who has given the match up
    (`forfeited_at`) does not come back. `wants_break` agrees to adjourn. `successor` takes the seat
    after this hand: a bot by its strength, or OPEN, whoever has the link. Who `waits_for_hand`
    has the seat from the next hand on: in this one a bot plays there, and they see of it what who
    watches sees, as they may have seen the cards of another seat. `adds_share` says whether a
    browser was there, when last asked, that takes part in shuffling.
    """

    OPEN = "open"

    table = models.ForeignKey(OnlineTable, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    user = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    guest = models.CharField(max_length=32, blank=True)
    bot = models.CharField(max_length=12, blank=True)
    occupant = models.PositiveIntegerField(default=1)
    is_away = models.BooleanField(default=False)
    is_ready = models.BooleanField(default=False)
    acts_since = models.DateTimeField(null=True, blank=True)
    reserve_ms = models.PositiveIntegerField(default=0)
    reminded_at = models.DateTimeField(null=True, blank=True)
    forfeited_at = models.DateTimeField(null=True, blank=True)
    wants_break = models.BooleanField(default=False)
    adds_share = models.BooleanField(default=False, db_default=False)
    successor = models.CharField(max_length=12, blank=True)
    waits_for_hand = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("online seat")
        verbose_name_plural = _("online seats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="online_seat_is_used_once"),
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(user__isnull=False), name="user_sits_once"
            ),
            models.UniqueConstraint(
                fields=["table", "guest"], condition=~Q(guest=""), name="guest_sits_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["guest"], condition=~Q(guest=""), name="online_seat_guest"),
        ]

    def __str__(self) -> str:
        return f"{self.name} · {self.number}"

    @property
    def is_taken_by_person(self) -> bool:
        """Say whether somebody has come to this seat."""
        return not self.bot and (self.user_id is not None or bool(self.guest))

    @property
    def is_open(self) -> bool:
        """Say whether anybody may sit down: it is nobody's."""
        return not self.bot and not self.is_taken_by_person and self.player_id is None

    @property
    def is_played_by_bot(self) -> bool:
        """Say whether a bot acts here: its own seat, or for who is away or not in this hand."""
        return bool(self.bot) or self.is_away or self.waits_for_hand

    def deadline(self, table: OnlineTable) -> datetime | None:
        """Return when the time of who acts here runs out, reserve included; None: never."""
        if self.acts_since is None or table.move_seconds is None:
            return None
        left = timedelta(seconds=table.move_seconds, milliseconds=self.reserve_ms)
        return self.acts_since + left

    def reminder(self, table: OnlineTable) -> datetime | None:
        """Return when who acts here is to be reminded; None: never, or they have been."""
        deadline = self.deadline(table)
        if deadline is None or not table.is_by_correspondence or self.is_played_by_bot:
            return None
        if self.acts_since and self.reminded_at and self.reminded_at >= self.acts_since:
            return None
        return deadline - timedelta(seconds=(table.move_seconds or 0) * REMINDED_WITH)
