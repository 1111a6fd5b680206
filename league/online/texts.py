"""The words that the script of a table needs, in the reader's language."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.core.games import online_part
from league.core.rule_texts import rule_words

COMMON = {
    "play": _("Play"),
    "pass": _("Pass"),
    "next_hand": _("Next hand"),
    "replay": _("Look at it again"),
    "check": _("Was it fair?"),
    "next_step": _("Next step"),
    "run_steps": _("Go on by itself"),
    "pause_steps": _("Pause"),
    "all_steps": _("Show all steps"),
    "next_in": _("The next hand begins in %(seconds)s seconds."),
    "waiting_ready": _("Waiting for the others …"),
    "no_network": _("No network. Your move is kept and sent as soon as there is one."),
    "lost": _("No line to the table: what you see may be old. It catches up by itself."),
    "seat_gone": _("Somebody else has your seat now."),
    "reload": _("Load the page again"),
    "waits": _(
        "You play from the next hand on. A bot finishes this one for your seat, and you see what "
        "people see who watch."
    ),
    "bot_plays": _("A bot plays for you while you are away."),
    "back": _("I am back"),
    "seat": _("Seat %(letter)s"),
    "away": _("away"),
    "bot": _("bot"),
    "you": _("you"),
    "your_turn": _("your turn"),
    "acts": _("to play"),
    "ready": _("ready"),
    "leave": _("Leave the table"),
    "leave_means": _("A bot takes your seat for good. You can watch, but not come back to it."),
    "go_away": _("Away for a while"),
    "away_means": _("A bot plays for you until you press “I am back”. It takes nothing back."),
    "stay": _("Stay"),
    "skip": _("Skip"),
    "people": _("Who plays"),
    "time_left": _("Time left: %(time)s"),
    "total": _("points so far"),
    "again": _("Again"),
    "again_means": _("The same game, terms and bots; whoever presses it here meets at one table."),
    "what_happened": _("What happened"),
    "result": _("Hand %(number)s is over"),
    "won_by": _("The match is won by %(names)s"),
    "rule": _("Rule %(rule)s"),
    "new_table": _("Another game"),
    "proof": _("This hand was fixed before it began; its fingerprint: %(commitment)s"),
    "proof_coming": _("The next hand is fixed so far by this fingerprint: %(commitment)s"),
    "shuffling": _("The cards are being shuffled, by the site and by everybody’s browser."),
    "animations": _("Show plays one after the other"),
    "paused": _("Everybody is away. The table waits."),
    "adjourned": _("The table is adjourned. It goes on once all its people are back."),
    "watchers": _("Watching: %(names)s."),
    "others_watch": _("%(count)s unnamed"),
    "want_break": _("Would like a break: %(names)s."),
    "talk": _("Talk"),
    "say": _("Say"),
    "your_text": _("Your words"),
    "emotes": _("Animal sounds"),
    "mute": _("Mute %(name)s"),
    "unmute": _("Hear %(name)s again"),
    "report": _("Report"),
    "reported": _("Reported"),
}


def texts_of(game: str) -> dict[str, str]:
    """Return the texts of a game's screen by name."""
    texts: Mapping[str, object] = {**COMMON, **online_part(game).texts}
    return {name: str(text) for name, text in texts.items()}


def rules_of(game: str) -> dict[str, str]:
    """Return what each rule of a game says, by id."""
    rules = online_part(game).engine.rules()
    return {rule: rule_words(rules, rule) for rule in rules}
