"""The verbs of the log, and their words: the one place that names them."""

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Action(models.TextChoices):
    """What somebody did; what stands before the dot is the kind by which the log is filtered."""

    CLUB_CREATED = "club.created", _("created the club")
    CLUB_CHANGED = "club.changed", _("changed the club")
    SHARE_LINK_CREATED = "club.share_link_created", _("created the share link")
    SHARE_LINK_REVOKED = "club.share_link_revoked", _("revoked the share link")
    SHEET_CREATED = "club.sheet_created", _("created the game")
    SHEET_CHANGED = "club.sheet_changed", _("changed the game")
    SHEET_SHARED = "club.sheet_shared", _("shared the game")
    SHEET_UNSHARED = "club.sheet_unshared", _("stopped sharing the game")
    CLUB_EXPORTED = "club.exported", _("exported the club")
    CLUB_IMPORTED = "club.imported", _("imported the club")

    PLAYER_ADDED = "players.added", _("added the player")
    PLAYERS_ADDED = "players.several_added", _("added players to")
    PLAYER_CHANGED = "players.changed", _("changed the player")
    PLAYER_LEFT = "players.left", _("removed the player")
    PLAYER_RETURNED = "players.returned", _("restored the player")
    PLAYER_JOINED = "players.joined", _("joined the club by invitation as")
    PLAYER_LINKED = "players.linked", _("confirmed the email address of")
    CLAIM_DECIDED = "players.claim_decided", _("decided the claim to be")
    PLAYERS_MERGED = "players.merged", _("merged two players into")
    MERGE_UNDONE = "players.merge_undone", _("undid the merge of players into")
    PLAYER_ERASED = "players.erased", _("deleted the personal data of")
    PLAYER_DATA_EXPORTED = "players.data_exported", _("exported the personal data of")
    RETENTION_CHANGED = "club.retention_changed", _("changed the retention in")
    SIGN_IN_CODE_SHOWN = "players.sign_in_code_shown", _("showed a sign-in code for")
    INVITATION_CREATED = "players.invitation_created", _("created an invitation")
    INVITATION_REVOKED = "players.invitation_revoked", _("revoked an invitation")

    COMPETITION_CREATED = "competition.created", _("created the competition")
    COMPETITION_CHANGED = "competition.changed", _("changed the competition")
    ENTERED = "competition.entered", _("entered players in")
    WITHDRAWN = "competition.withdrawn", _("withdrew players from")
    ENTRIES_CHANGED = "competition.entries_changed", _("changed teams and guests in")
    SEPARATION_ADDED = "competition.separation_added", _("kept two players apart in")
    SEPARATION_REMOVED = "competition.separation_removed", _("no longer keeps two players apart in")
    STAGE_ADDED = "competition.stage_added", _("added the stage")
    STAGE_CHANGED = "competition.stage_changed", _("changed the stage")
    STAGE_REMOVED = "competition.stage_removed", _("deleted the stage")
    STAGE_STARTED = "competition.stage_started", _("started the stage")
    STAGE_START_UNDONE = "competition.stage_start_undone", _("undid the start of the stage")
    SEATING_LIST_CHANGED = "competition.seating_list", _("changed the seating list of the stage")
    RECURRENCE_CHANGED = "competition.recurrence", _("changed the recurring rounds of the stage")

    ROUND_ADDED = "rounds.added", _("added the round")
    ROUND_REMOVED = "rounds.removed", _("deleted the round")
    ROUND_RESTORED = "rounds.restored", _("restored the deleted round")
    ROUND_RESCHEDULED = "rounds.rescheduled", _("changed the times of the round")
    ROUND_OPENED = "rounds.opened", _("opened the round")
    ROUND_CLOSED = "rounds.closed", _("closed the round")
    ROUND_CALLED_OFF = "rounds.called_off", _("cancelled the round")
    ROUND_CALLED_ON = "rounds.called_on", _("undid the cancellation of the round")
    ROUND_REOPENED = "rounds.reopened", _("reopened the round")
    CLOCK_CHANGED = "rounds.clock", _("changed the round clock of")
    CHECKED_IN = "rounds.checked_in", _("checked players in for the round")
    CHECKED_OUT = "rounds.checked_out", _("cancelled a check-in for the round")
    ABSENCE_CHANGED = "rounds.absence", _("changed a reason for absence in the round")

    SEATED = "seats.seated", _("set the seating of the round")
    SEATS_CHANGED = "seats.changed", _("changed the seating of the round")
    SEATS_CHANGE_UNDONE = "seats.change_undone", _("undid a seating change in the round")
    SEAT_FREED = "seats.freed", _("freed a seat for another phone at the table")
    TABLE_CODE_CHANGED = "seats.table_code", _("changed the table code of")
    ADJOURNED = "seats.adjourned", _("adjourned the table")
    RESUMED = "seats.resumed", _("resumed the table")

    HAND_CORRECTED = "results.corrected", _("corrected the hand")
    HAND_VOIDED = "results.voided", _("voided the hand")
    HAND_RESTORED = "results.restored", _("restored the hand")
    DISPUTE_RESOLVED = "results.dispute_resolved", _("resolved the dispute about the hand")
    RESULT_CORRECTED = "results.result_corrected", _("corrected the result of the table")
    RESULT_VOIDED = "results.result_voided", _("voided the result of the table")
    SEASON_IMPORTED = "competition.season_imported", _("imported the season")
    SEASON_IMPORT_UNDONE = "competition.season_undone", _("undid the import of the season")
    RESULTS_IMPORTED = "results.imported", _("imported results into")
    ADJUSTED = "results.adjusted", _("added an adjustment for")
    ADJUSTMENT_CANCELLED = "results.adjustment_cancelled", _("cancelled an adjustment for")
    CALL_ACKNOWLEDGED = "results.call_acknowledged", _("acknowledged the call of the table")
    CALL_CLOSED = "results.call_closed", _("closed the call of the table")
    SEAL_RESET = "results.seal_reset", _("reset a sealed choice at the table")

    ANNOUNCED = "notifications.announced", _("wrote to all players:")
    ANNOUNCEMENT_DELETED = "notifications.announcement_deleted", _("deleted the announcement")
    NOTIFICATION_RESENT = "notifications.resent", _("sent again")
    CHAT_ADDED = "notifications.chat_added", _("added the club’s chat app")
    CHAT_TESTED = "notifications.chat_tested", _("tested the club’s chat app")
    CHAT_REMOVED = "notifications.chat_removed", _("removed the club’s chat app")

    TOKEN_CREATED = "api.token_created", _("created the API token")
    TOKEN_REVOKED = "api.token_revoked", _("revoked the API token")
    WEBHOOK_CREATED = "api.webhook_created", _("created the webhook")
    WEBHOOK_TESTED = "api.webhook_tested", _("tested the webhook")
    WEBHOOK_ENABLED = "api.webhook_enabled", _("enabled the webhook")
    WEBHOOK_DISABLED = "api.webhook_disabled", _("disabled the webhook")
    WEBHOOK_REMOVED = "api.webhook_removed", _("removed the webhook")
    WEBHOOK_RESENT = "api.webhook_resent", _("sent an event again to the webhook")

    ONLINE_SETTINGS_CHANGED = "online.settings_changed", _("changed the online play settings in")
    ONLINE_TABLE_CHANGED = "online.table_changed", _("changed players or times at the online table")
    MESSAGE_HIDDEN = "online.message_hidden", _("hid a chat message at the online table")


KINDS: dict[str, Promise] = {
    "club": _("Club"),
    "players": _("Players"),
    "competition": _("Competitions"),
    "rounds": _("Rounds"),
    "seats": _("Seats"),
    "results": _("Results"),
    "notifications": _("Notifications"),
    "api": _("API tokens and webhooks"),
    "online": _("Online tables"),
}

FIELDS: dict[str, Promise] = {
    "players": _("players"),
    "reason": _("reason"),
    "points": _("points"),
    "kind": _("type"),
    "role": _("role"),
    "tables": _("tables"),
    "answer": _("decision"),
    "kept": _("retention"),
    "recurrence": _("recurring rounds"),
    "rule": _("recurring rounds"),
    "minutes_open": _("open for (minutes)"),
    "ahead": _("rounds created in advance"),
    "skipped": _("no rounds on"),
    "paused_at": _("paused since"),
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
