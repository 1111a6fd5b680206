"""Tables on screens and their seats."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.base import Options
from league.clubs.models import NAME_LENGTH, Club, Player, User, Visibility, make_token
from league.competitions.models import Competition, Round, Table
from league.core.games import site_game

GAME_LENGTH = 20
# A digest in hexadecimal digits.
MARK_LENGTH = 64
DEFAULT_MOVE_SECONDS = 45
DEFAULT_TIME_BANK_SECONDS = 180
SECOND_MS = 1000
# Nobody sits before a table where a move may take as long as this.
CORRESPONDENCE_SECONDS = 3600
# A hand that is over is read for so long where nobody sits and waits, and in rounds unless said.
CORRESPONDENCE_READING_SECONDS = 60
DEFAULT_READING_SECONDS = 60
# Who is to act is reminded when this part of the time of a move is left, reserve included.
REMINDED_WITH = 0.25


class Phase(models.TextChoices):
    """What an online table waits for."""

    WAITING = "waiting", _("waiting for players")
    PLAYING = "playing", _("hand in progress")
    BETWEEN = "between", _("between hands")
    PAUSED = "paused", _("all players away")
    ADJOURNED = "adjourned", _("adjourned")
    OVER = "over", _("over")


class ChatMode(models.TextChoices):
    """How people at a table may talk."""

    OFF = "off", _("off")
    PHRASES = "phrases", _("quick chat only")
    FREE = "free", _("free text")


class TimeoutPolicy(models.TextChoices):
    """What happens when the time and the reserve of somebody are used up."""

    BOT = "bot", _("a bot plays until they return")
    ONCE = "once", _("a bot makes this one move, and the time bank is used up")
    WAIT = "wait", _("the table waits")
    ZERO = "zero", _("forfeit: a bot plays on, and they get no points for the table")


def title_of(game: str, round: Round | None = None) -> str:
    """Return the name of a game, and of the round in which it is played."""
    name = site_game(game).title
    if round is None:
        return name
    return f"{name} · {round.stage.competition.name}, {round.label}"


class OnlineTable(models.Model):
    """One match on screens: a table of a round, or (no `table`) one that somebody opened.

    `moves` counts those of the hand dealt last, `hand_number`. `due_at` is when something is to be
    done that no person does. Who acts has `move_seconds` (None: any time) and a reserve for the
    match; `timeout_policy` says what happens when it is used up. The next hand begins by itself
    after `reading_seconds` (None: once all people are ready). Watchers see `spectator_delay`
    seconds late (None: nobody watches). `host` is the seat of who looks after a table of no round,
    `seating` the round's one that the seats were taken from. A table of a duplicate `event` that
    began when its deals lay open `is_late`. One process thinks for its bots until `thinking_until`.
    `opened_by` and `opened_from` are marks of who opened it and, for guests, of their network.
    `undone` counts how often moves were taken back; `undo_seat` asks to take back its move, the
    last of `undo_moves`.
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
        _("move time in seconds"), null=True, blank=True, default=DEFAULT_MOVE_SECONDS
    )
    time_bank_seconds = models.PositiveIntegerField(
        _("time bank in seconds"), default=DEFAULT_TIME_BANK_SECONDS
    )
    timeout_policy = models.CharField(
        max_length=10, choices=TimeoutPolicy, default=TimeoutPolicy.BOT
    )
    reading_seconds = models.PositiveIntegerField(_("next hand"), null=True, blank=True)
    host = models.PositiveSmallIntegerField(null=True, blank=True)
    chat_mode = models.CharField(max_length=10, choices=ChatMode, default=ChatMode.PHRASES)
    spectator_delay = models.PositiveSmallIntegerField(_("spectator delay"), null=True, blank=True)
    seating = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=10, choices=Phase, default=Phase.WAITING)
    hand_number = models.PositiveSmallIntegerField(default=0)
    moves = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    thinking_until = models.DateTimeField(null=True, blank=True)
    version = models.PositiveBigIntegerField(default=1)
    undone = models.PositiveIntegerField(default=0, db_default=0)
    undo_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    undo_moves = models.PositiveIntegerField(null=True, blank=True)
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
            models.CheckConstraint(
                condition=Q(chat_mode__in=ChatMode.values), name="online_chat_mode_is_known"
            ),
            models.CheckConstraint(
                condition=Q(timeout_policy__in=TimeoutPolicy.values),
                name="online_timeout_policy_is_known",
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
    def club(self) -> Club | None:
        """Return the club of a round's table; None for a pick-up table."""
        return self.table.round.stage.competition.club if self.table else None

    @property
    def visible_to(self) -> Visibility:
        """Return who may look, at a table of a round those who see the round."""
        return self.table.visible_to if self.table else Visibility.PUBLIC

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
    def seconds_to_read(self) -> int | None:
        """Return after how long the next hand begins by itself; None: once all are ready."""
        if self.reading_seconds is None and self.is_by_correspondence:
            return CORRESPONDENCE_READING_SECONDS
        return self.reading_seconds

    @property
    def has_bot_substitutes(self) -> bool:
        """Say whether a bot plays at once for who goes away; else the clock goes on running."""
        return self.timeout_policy == TimeoutPolicy.BOT and not self.is_by_correspondence


class OnlineSeat(models.Model):
    """A place at an online table, 0-based, clockwise: a bot's (its strength), a person's, or open.

    A person is a `user` or a browser's mark (`guest`); in a round also the `player` whose seat it
    is, who may not have come. `occupant` grows when somebody else takes the seat, and turns away
    pages of before. For who `is_away` a bot plays. `acts_since` is when the table began to wait for
    it, `time_bank_ms` is left, `reminded_at` when that was told. `replacement` has it after this
    hand, a bot or OPEN. Who `is_reading` has stopped the clock of the next hand. Who
    `waits_for_hand` plays from the next hand on and watches this one. The browser took part in
    shuffling when last asked if it `adds_share`.

    The site passes at `moves_at` for who has switched `auto_pass` on and can do nothing else, or
    makes the `premove`, which only its own seat is told of. Who `allows_undo` lets `undo_seat` of
    the table take back a move.
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
    is_reading = models.BooleanField(default=False, db_default=False)
    acts_since = models.DateTimeField(null=True, blank=True)
    time_bank_ms = models.PositiveIntegerField(default=0)
    reminded_at = models.DateTimeField(null=True, blank=True)
    forfeited_at = models.DateTimeField(null=True, blank=True)
    wants_break = models.BooleanField(default=False)
    adds_share = models.BooleanField(default=False, db_default=False)
    replacement = models.CharField(max_length=12, blank=True)
    waits_for_hand = models.BooleanField(default=False, db_default=False)
    auto_pass = models.BooleanField(default=False, db_default=False)
    premove = models.JSONField(null=True, blank=True)
    moves_at = models.DateTimeField(null=True, blank=True)
    allows_undo = models.BooleanField(default=False, db_default=False)

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
            models.Index(fields=["guest"], condition=~Q(guest=""), name="online_seat_guest")
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
        left = timedelta(seconds=table.move_seconds, milliseconds=self.time_bank_ms)
        return self.acts_since + left

    def reminder(self, table: OnlineTable) -> datetime | None:
        """Return when who acts here is to be reminded; None: never, or they have been."""
        deadline = self.deadline(table)
        if deadline is None or not table.is_by_correspondence or self.is_played_by_bot:
            return None
        if self.acts_since and self.reminded_at and self.reminded_at >= self.acts_since:
            return None
        return deadline - timedelta(seconds=(table.move_seconds or 0) * REMINDED_WITH)


class OnlineSettings(models.Model):
    """Say whether the tables of a competition may be played on screens, and how.

    Nobody talks and nobody watches unless the organiser says so. See OnlineTable for the fields.
    """

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, related_name="online_settings"
    )
    is_on = models.BooleanField(_("allow online tables"), default=False)
    move_seconds = models.PositiveIntegerField(
        _("move time"), null=True, blank=True, default=DEFAULT_MOVE_SECONDS
    )
    time_bank_seconds = models.PositiveIntegerField(
        _("time bank for the match"), default=DEFAULT_TIME_BANK_SECONDS
    )
    timeout_policy = models.CharField(
        _("when a player’s time is up"),
        max_length=10,
        choices=TimeoutPolicy,
        default=TimeoutPolicy.BOT,
    )
    reading_seconds = models.PositiveIntegerField(
        _("next hand"),
        null=True,
        blank=True,
        default=DEFAULT_READING_SECONDS,
        db_default=DEFAULT_READING_SECONDS,
    )
    chat_mode = models.CharField(_("chat"), max_length=10, choices=ChatMode, default=ChatMode.OFF)
    spectator_delay = models.PositiveSmallIntegerField(_("spectator delay"), null=True, blank=True)

    class Meta:
        verbose_name = _("online play settings")
        verbose_name_plural = _("online play settings")

    def __str__(self) -> str:
        return str(self.competition)
