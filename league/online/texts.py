"""Texts for the script of an online table, and its settings in sentences."""

from collections.abc import Mapping

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from league.core.games import online_part
from league.core.rule_texts import rule_text
from league.online.models import ChatMode, DuplicateEvent, OnlineTable, TimeoutPolicy

COMMON = {
    "play": _("Play"),
    "pass": _("Pass"),
    "next_hand": _("Next hand"),
    "replay": _("Replay hand"),
    "check": _("Verify deal"),
    "next_step": _("Next step"),
    "run_steps": _("Play automatically"),
    "pause_steps": _("Pause"),
    "all_steps": _("Show all steps"),
    "next_in": _("The next hand starts in %(time)s."),
    "next_when_ready": _("The next hand starts when all players are ready."),
    "reading": _(
        "%(names)s stopped the clock to read. The next hand starts in %(time)s at the latest."
    ),
    "still_reading": _("Wait, I am still reading"),
    "reads": _("reading"),
    "waiting_ready": _("Waiting for: %(names)s"),
    "last_hand": _("Last hand"),
    "close": _("Close"),
    "rules": _("Rules"),
    "play_now": _("Play now"),
    "lesson_again": _("Repeat guided hand"),
    "clear": _("Clear selection"),
    "understood": _("Got it"),
    "no_network": _("Offline. Your move is saved and will be sent when you are back online."),
    "lost": _(
        "No connection to the table: what you see may be out of date. It updates automatically."
    ),
    "table_gone": _("This table is no longer available."),
    "reload": _("Reload page"),
    "waits": _(
        "You play from the next hand. A bot finishes this one in your seat; until then you see "
        "what spectators see."
    ),
    "bot_plays": _("A bot plays for you while you are away."),
    "back": _("I am back"),
    "seat": _("Seat %(letter)s"),
    "away": _("away"),
    "bot": _("bot"),
    "you": _("you"),
    "your_turn": _("your turn"),
    "acts": _("to play"),
    "time_up": _("time is up"),
    "ready": _("ready"),
    "leave": _("Leave table"),
    "leave_means": _(
        "A bot takes your seat permanently. You can watch, but you cannot return to the seat."
    ),
    "go_away": _("Step away"),
    "away_means": _("A bot plays for you until you press “I am back”. Its moves cannot be undone."),
    "stay": _("Stay"),
    "skip": _("Skip"),
    "people": _("Players"),
    "time_left": _("Time left: %(time)s"),
    "total": _("points so far"),
    "again": _("Rematch"),
    "again_means": _(
        "Same game, settings and bots. All players who choose this meet at one new table."
    ),
    "what_happened": _("Events"),
    "result": _("Hand %(number)s is over"),
    "won_by": _("%(names)s won the match"),
    "rule": _("Rule %(rule)s"),
    "new_table": _("New game"),
    "proof": _("This hand was fixed before it started. Fingerprint: %(commitment)s"),
    "proof_coming": _("Fingerprint fixed for the next hand: %(commitment)s"),
    "shuffling": _("The site and all players’ browsers are shuffling the cards."),
    "animations": _("Show moves one by one"),
    "paused": _("All players are away. The table waits."),
    "adjourned": _("The table is adjourned. It resumes once all players are back."),
    "spectators": _("Spectators: %(names)s."),
    "others_watch": _("%(count)s anonymous"),
    "want_break": _("Break requested by: %(names)s."),
    "chat": _("Chat"),
    "say": _("Send"),
    "your_text": _("Your message"),
    "emotes": _("Animal sounds"),
    "mute": _("Mute %(name)s"),
    "unmute": _("Unmute %(name)s"),
    "inactive": _("inactive"),
    "gone": _("gone"),
    "is_inactive": _("%(name)s is not looking at the table."),
    "is_gone": _("%(name)s has left the page."),
    "wait": _("Wait"),
    "bot_for": _("Let a bot play until they return"),
    "replace": _("Replace player"),
    "adjourn": _("Vote to adjourn"),
    "undo": _("Undo move"),
    "undo_asked": _("You asked to undo your move. All players have to agree."),
    "undo_cancel": _("Cancel request"),
    "undo_asks": _("%(name)s asks to undo their move."),
    "undo_allowed": _("You agreed."),
    "undo_allow": _("Allow undo"),
    "undo_refuse": _("Refuse"),
    "premove_pass": _("Pass when it is my turn"),
    "premove_play": _("Play %(cards)s when it is my turn, if it stands"),
    "premove_set": _("Decided for your turn: %(move)s. Only you see this."),
    "premove_drop": _("Cancel decision"),
    "passing": _("You can play nothing. The site passes for you in a moment."),
    "own_settings": _("Your settings at this table"),
    "auto_pass": _("Pass automatically"),
    "auto_pass_means": _(
        "If you can play nothing, the site passes for you after a random wait of a few seconds. "
        "A pass you decided beforehand takes as long, so nobody learns why you passed."
    ),
    "your_turn_title": _("Your turn"),
    "turn_sound": _("Sound when it is my turn"),
    "turn_vibration": _("Vibrate when it is my turn"),
    "turn_notification": _("Notification when it is my turn and I look elsewhere"),
    "report": _("Report message"),
    "reported": _("Reported"),
}


REPLAY = {
    "move_of": _("Move %(move)s of %(last)s"),
    "after_deal": _("After the deal"),
    "over": _("The hand is over."),
    "to_play": _("to play"),
    "first": _("First move"),
    "previous": _("Previous"),
    "next": _("Next"),
    "last": _("Last move"),
    "run": _("Play automatically"),
    "pause": _("Pause"),
    "position": _("Position"),
    "moves": _("All moves"),
    "analysis": _("Analysis:"),
    "better": _("Better move:"),
    "curve": _("Expected points after each analysed move"),
    "no_curve": _("No move of this hand is analysed yet."),
    "losses": _("Largest losses"),
    "loss": _("Move %(move)s, %(name)s: %(loss)s"),
    "share": _("Share this position"),
    "copied": _("Link copied"),
    "points": _("Points"),
    "events": _("Events"),
    "total": _("total %(total)s"),
    "seat": _("Seat %(letter)s"),
}


def texts_of(game: str) -> dict[str, str]:
    """Return the texts of a game's screen by name."""
    texts: Mapping[str, object] = {**COMMON, **online_part(game).texts}
    return {name: str(text) for name, text in texts.items()}


def rules_of(game: str) -> dict[str, str]:
    """Return what each rule of a game says, by id."""
    rules = online_part(game).engine.rules()
    return {rule: rule_text(rules, rule) for rule in rules}


MINUTE, HOUR, DAY = 60, 3600, 86_400


def summarise_settings(table: OnlineTable) -> list[str]:
    """Return the settings of a table, a sentence each."""
    return [*_clock(table), _next_hand(table), _chat(table), _watchers(table)]


def lateness_text(table: OnlineTable) -> str:
    """Say to whose reserve runs how long it still does, and what comes then."""
    return {
        TimeoutPolicy.BOT: gettext("Still there? A bot plays for you in: %(time)s"),
        TimeoutPolicy.ONCE: gettext("Still there? A bot makes this move in: %(time)s"),
        TimeoutPolicy.WAIT: gettext(
            "The other players are waiting for you. Time bank left: %(time)s"
        ),
        TimeoutPolicy.ZERO: gettext(
            "Still there? You forfeit your points for this table in: %(time)s"
        ),
    }[TimeoutPolicy(table.timeout_policy)]


def spectators_text(table: OnlineTable) -> str:
    """Say to who watches that they do, and how much later they see what happens."""
    if table.spectator_delay is None:
        return gettext("Spectators are not allowed at this table.")
    if not table.spectator_delay:
        return gettext("You are watching.")
    return gettext("You are watching with a delay of %(time)s.") % {
        "time": span(table.spectator_delay)
    }


def timeout_policy_text(timeout_policy: str) -> str:
    """Say what becomes of who lets the time run out."""
    return {
        TimeoutPolicy.BOT: gettext(
            "When a player’s time is up, a bot plays for them until they return."
        ),
        TimeoutPolicy.ONCE: gettext(
            "When a player’s time is up, a bot makes that one move. Their time bank is then "
            "used up; only the move time is left."
        ),
        TimeoutPolicy.WAIT: gettext(
            "When a player’s time is up, the table waits, and everyone sees who is late. The "
            "host can give the seat to another player."
        ),
        TimeoutPolicy.ZERO: gettext(
            "When a player’s time is up, a bot plays the match to the end, and the late player "
            "gets no ranking points for the table. An organiser can reverse this."
        ),
    }[TimeoutPolicy(timeout_policy)]


SPANS = (
    (DAY, ngettext_lazy("%(count)d day", "%(count)d days", "count")),
    (HOUR, ngettext_lazy("%(count)d hour", "%(count)d hours", "count")),
    (MINUTE, ngettext_lazy("%(count)d minute", "%(count)d minutes", "count")),
)


def span(seconds: int) -> str:
    """Return a length of time in the largest unit that divides it."""
    for unit, text in SPANS:
        if seconds and seconds % unit == 0:
            return str(text % {"count": seconds // unit})
    return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}


def opening_text(event: DuplicateEvent) -> str:
    """Say when the deals of an event open for everybody."""
    if event.closes_at is None:
        return gettext(
            "A deal opens once all tables of the round have played it, at the latest when the "
            "round is closed."
        )
    end = {"end": date_format(localtime(event.closes_at), "DATETIME_FORMAT")}
    if event.takes_tables:
        return gettext("All deals open on %(end)s. More tables may start until then.") % end
    return (
        gettext(
            "A deal opens once all tables have played it. All deals open on %(end)s at the latest."
        )
        % end
    )


def pace_text(table: OnlineTable) -> str:
    """Say how long a move may take."""
    if table.move_seconds is None:
        return gettext("There is no time limit for a move.")
    return gettext("Move time: %(time)s.") % {"time": span(table.move_seconds)}


def _clock(table: OnlineTable) -> list[str]:
    if table.move_seconds is None:
        return [gettext("There is no time limit for a move.")]
    times = {"time": span(table.move_seconds), "reserve": span(table.time_bank_seconds)}
    texts = [gettext("Move time: %(time)s.") % times]
    if table.time_bank_seconds:
        texts = [
            gettext("Move time: %(time)s, plus a time bank of %(reserve)s for the whole match.")
            % times
        ]
    if table.is_by_correspondence:
        texts.append(gettext("You can leave the page: you are notified when it is your turn."))
    return [*texts, timeout_policy_text(table.timeout_policy)]


def _next_hand(table: OnlineTable) -> str:
    if table.seconds_to_read is None:
        return gettext("The next hand starts when all players are ready.")
    return gettext(
        "The next hand starts after %(time)s, or earlier when all players are ready. Any player "
        "can stop this clock while they read."
    ) % {"time": span(table.seconds_to_read)}


def _chat(table: OnlineTable) -> str:
    return {
        ChatMode.OFF: gettext("Chat is off at this table."),
        ChatMode.PHRASES: gettext("Players use quick chat only."),
        ChatMode.FREE: gettext("Players can chat freely."),
    }[ChatMode(table.chat_mode)]


def _watchers(table: OnlineTable) -> str:
    if table.spectator_delay is None:
        return gettext("Spectators are not allowed.")
    if not table.spectator_delay:
        return gettext("Anyone with the link can watch, without seeing hidden cards.")
    late = {"time": span(table.spectator_delay)}
    return (
        gettext(
            "Anyone with the link can watch with a delay of %(time)s, without seeing hidden cards."
        )
        % late
    )
