"""The verbs of the log, and their words: the one place that names them."""

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Verb(models.TextChoices):
    """What somebody did; what stands before the dot is the kind by which the log is filtered."""

    CLUB_MADE = "club.made", _("made the club")
    CLUB_CHANGED = "club.changed", _("changed the club")
    SCREEN_LINK_MADE = "club.screen_link", _("made the link for screens")
    SCREEN_LINK_REVOKED = "club.screen_unlinked", _("withdrew the link for screens")
    CLUB_TAKEN = "club.taken", _("took the club away as a file")
    CLUB_BROUGHT = "club.brought", _("brought the club in from a file")

    PLAYER_ADDED = "players.added", _("added the player")
    PLAYERS_ADDED = "players.several_added", _("added players to")
    PLAYER_CHANGED = "players.changed", _("changed the player")
    PLAYER_LEFT = "players.left", _("took the player off the lists")
    PLAYER_RETURNED = "players.returned", _("put the player back on the lists")
    PLAYER_JOINED = "players.joined", _("joined the club by invitation as")
    PLAYER_LINKED = "players.linked", _("proved to own the address of")
    CLAIM_ANSWERED = "players.claim", _("answered who says to be")
    PLAYERS_MERGED = "players.merged", _("made one player of two")
    MERGE_UNDONE = "players.unmerged", _("made two players again of")
    PLAYER_ERASED = "players.erased", _("erased who is now")
    PLAYER_TOLD = "players.told", _("took away what is kept about the player")
    KEEPING = "club.keeping", _("changed how long is kept what concerns people in")
    PLAYER_LINK = "players.link", _("showed a sign-in code for")
    INVITATION_MADE = "players.invited", _("made an invitation")
    INVITATION_REVOKED = "players.uninvited", _("withdrew an invitation")

    COMPETITION_MADE = "competition.made", _("made the competition")
    COMPETITION_CHANGED = "competition.changed", _("changed the competition")
    ENTERED = "competition.entered", _("entered players in")
    WITHDRAWN = "competition.withdrawn", _("took players out of")
    DESCRIBED = "competition.teams", _("changed teams and guests in")
    APART = "competition.apart", _("keeps two players apart in")
    TOGETHER = "competition.together", _("lets two players sit together again in")
    STAGE_ADDED = "competition.stage_added", _("added the stage")
    STAGE_CHANGED = "competition.stage_changed", _("changed the stage")
    STAGE_REMOVED = "competition.stage_removed", _("removed the stage")
    STAGE_BEGUN = "competition.stage_begun", _("began the stage")
    STAGE_TAKEN_BACK = "competition.stage_taken_back", _("took back the beginning of the stage")
    STAGE_SCRIPTED = "competition.scripted", _("wrote the seating of the stage")
    RECURRENCE = "competition.recurrence", _("changed when rounds make themselves in the stage")

    ROUND_ADDED = "rounds.added", _("added the round")
    ROUND_REMOVED = "rounds.removed", _("removed the round")
    ROUND_TIMED = "rounds.timed", _("changed the times of the round")
    ROUND_OPENED = "rounds.opened", _("opened the round")
    ROUND_CLOSED = "rounds.closed", _("closed the round")
    ROUND_CALLED_OFF = "rounds.called_off", _("called off the round")
    ROUND_NOT_OFF = "rounds.not_off", _("undid that the round was called off")
    ROUND_REOPENED = "rounds.reopened", _("opened the round again")
    CLOCK = "rounds.clock", _("changed the clock of the round")
    CHECKED_IN = "rounds.checked_in", _("checked players in for the round")
    CHECKED_OUT = "rounds.checked_out", _("took a check-in back for the round")
    ABSENCE = "rounds.absence", _("said otherwise why somebody was away from the round")

    SEATED = "seats.seated", _("seated the round")
    SEATS_CHANGED = "seats.changed", _("changed the seats of the round")
    SEATS_UNDONE = "seats.undone", _("undid a change of seats in the round")
    SEAT_FREED = "seats.freed", _("freed a seat for another phone at the table")
    CODE_CHANGED = "seats.code", _("changed the code of the table")
    ADJOURNED = "seats.adjourned", _("lets the table finish later")
    TAKEN_UP = "seats.taken_up", _("lets the table go on")

    HAND_CORRECTED = "results.corrected", _("corrected the hand")
    HAND_VOIDED = "results.voided", _("voided the hand")
    HAND_RESTORED = "results.restored", _("restored the hand")
    HAND_SETTLED = "results.settled", _("settled the dispute about the hand")
    RESULT_CORRECTED = "results.result_corrected", _("corrected the result of the table")
    RESULT_VOIDED = "results.result_voided", _("voided the result of the table")
    RESULTS_BROUGHT = "results.brought", _("brought results in to")
    ADJUSTED = "results.adjusted", _("gave a bonus or a penalty to")
    ADJUSTMENT_CANCELLED = "results.unadjusted", _("cancelled a bonus or a penalty of")
    CALL_ANSWERED = "results.coming", _("went to the table")
    CALL_ENDED = "results.call_ended", _("saw to the call of the table")
    SEAL_RESET = "results.seal_reset", _("let a seat enter its cards anew at the table")

    RESENT = "notices.resent", _("sent once more")
    CHAT_ADDED = "notices.chat_added", _("added the club’s chat")
    CHAT_TRIED = "notices.chat_tried", _("tried the club’s chat")
    CHAT_REMOVED = "notices.chat_removed", _("removed the club’s chat")

    TOKEN_MADE = "programs.token_made", _("made the token")
    TOKEN_REVOKED = "programs.token_revoked", _("revoked the token")
    WEBHOOK_MADE = "programs.webhook_made", _("made the webhook")
    WEBHOOK_TESTED = "programs.webhook_tested", _("tested the webhook")
    WEBHOOK_ON = "programs.webhook_on", _("switched on the webhook")
    WEBHOOK_OFF = "programs.webhook_off", _("switched off the webhook")
    WEBHOOK_REMOVED = "programs.webhook_removed", _("removed the webhook")
    WEBHOOK_RESENT = "programs.webhook_resent", _("sent an event again to the webhook")

    SCREENS_CHANGED = "screens.changed", _("changed how tables are played on screens in")
    SCREENS_RUN = "screens.run", _("changed who plays, or when, at the table on screens")
    REMARK_HIDDEN = "screens.hidden", _("hid a message at the table on screens")


KINDS: dict[str, Promise] = {
    "club": _("The club"),
    "players": _("Players"),
    "competition": _("Competitions"),
    "rounds": _("Rounds"),
    "seats": _("Seats"),
    "results": _("Results"),
    "notices": _("Notices"),
    "programs": _("Programs"),
    "screens": _("Tables on screens"),
}

FIELDS: dict[str, Promise] = {
    "players": _("players"),
    "reason": _("reason"),
    "points": _("points"),
    "kind": _("what"),
    "role": _("role"),
    "tables": _("tables"),
    "answer": _("answer"),
    "kept": _("kept for days"),
}
"""The names of what changes, where it is no field of the thing."""

PAGES: dict[str, str] = {
    "clubs.player": "clubs:player",
    "competitions.competition": "competitions:detail",
    "competitions.stage": "rounds:edit_stage",
    "competitions.round": "rounds:detail",
    "competitions.table": "results:table",
    "competitions.entry": "standings:entry",
    "results.hand": "results:hand",
}
"""Where the things that a verb is about are shown; the others have no page that all may read."""
