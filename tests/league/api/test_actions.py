"""Whatever can be done on a page of the site can be done by a program, or it is told why not."""

from collections.abc import Iterator

from django.contrib.syndication.views import Feed
from django.urls import URLPattern, URLResolver, get_resolver

from league.api.views import schema
from tests.league.matrix.table import views_that_take

# The operations that do what a page's form does.
ACTIONS = {
    "clubs:create": "create_club",
    "clubs:edit": "update_club",
    "clubs:add_players": "create_players",
    "clubs:invitations": "create_invitation",
    "clubs:revoke_invitation": "revoke_invitation",
    "clubs:join": "join_club",
    "clubs:preferences": "update_preferences",
    "clubs:edit_player": "update_player",
    "clubs:leave": "leave_club",
    "clubs:return": "return_to_club",
    "competitions:create": "create_competition",
    "competitions:entries": "create_entries",
    "competitions:separations": "create_separation",
    "competitions:remove_separation": "delete_separation",
    "rounds:edit_competition": "update_competition",
    "rounds:teams": "update_entry",
    "rounds:enter_team": "create_team",
    "rounds:create": "create_round",
    "rounds:add_stage": "create_stage",
    "rounds:edit_stage": "update_stage",
    "rounds:seating_list": "update_seating_list",
    "rounds:remove_stage": "delete_stage",
    "rounds:begin_stage": "start_stage",
    "rounds:decline_stage": "decline_stage",
    "rounds:undo_stage_start": "undo_stage_start",
    "rounds:recurrence": "update_recurrence",
    "rounds:change_recurrence": "pause_recurrence",
    "rounds:open": "open_round",
    "rounds:close": "close_round",
    "rounds:call_off": "call_off_round",
    "rounds:undo_call_off": "undo_call_off",
    "rounds:reopen": "reopen_round",
    "rounds:begin_next": "start_next_round",
    "rounds:absence": "update_absence",
    "rounds:clock": "change_clock",
    "rounds:adjourn": "adjourn_table",
    "rounds:times": "update_round",
    "rounds:delete": "delete_round",
    "rounds:check_in_self": "check_in_self",
    "rounds:check_in": "check_in_players",
    "rounds:add_player": "check_in_new_player",
    "rounds:seat": "seat_round",
    "rounds:change": "change_seating",
    "rounds:undo_change": "undo_seating_change",
    "rounds:code": "replace_table_code",
    "results:give_adjustment": "create_adjustment",
    "results:cancel_adjustment": "cancel_adjustment",
    "results:call": "call_organiser",
    "results:cancel_call": "cancel_call",
    "results:acknowledge_call": "acknowledge_call",
    "results:close_call": "close_call",
    "results:enter": "record_hand",
    "results:send": "record_hand",
    "results:score_sheet": "record_score_sheet",
    "results:final_result": "record_result",
    "results:void_result": "void_result",
    "results:correct": "correct_hand",
    "results:void": "void_hand",
    "results:restore": "restore_hand",
    "results:dismiss_dispute": "dismiss_dispute",
    "results:confirm": "confirm_hand",
    "results:dispute": "dispute_hand",
    "results:undo_hand": "undo_hand",
    "results:resolve": "resolve_dispute",
    "online:lobby": "post_online_tables",
    "online:settings": "patch_competition_online",
    "online:duplicate_settings": "patch_competition_duplicate",
    "online:open_for_round": "post_online_table_of_table",
    "online:hide": "post_report_hiding",
    "online:event_lobby": "post_duplicate_events",
    "online:event_table": "post_duplicate_event_tables",
    "online:event_bots": "post_duplicate_event_bots",
    "online:sit": "post_online_seat",
    "online:substitute": "post_online_seat",
    "online:seat_bot": "post_online_bot",
    "online:rematch": "post_online_rematch",
    "online:begin": "post_online_beginning",
    "online:replace": "put_online_replacement",
    "online:keep": "delete_online_replacement",
    "online:substitutes": "post_online_substitutes",
    "online:pause": "post_online_pausing",
    "online:break_vote": "post_online_actions",
    "online:watch": "put_online_watching",
    "online:move": "post_online_moves",
    "online:seat_action": "post_online_actions",
    "online:say": "post_online_messages",
    "online:say_phrase": "post_online_messages",
    "online:report": "post_online_reporting",
    "notifications:resend": "resend_delivery",
    "api:tokens": "create_token",
    "api:revoke_token": "revoke_token",
    "api:club_tokens": "create_token",
    "api:revoke_club_token": "revoke_token",
    "api:webhooks": "create_webhook",
    "api:test_webhook": "test_webhook",
    "api:switch_on_webhook": "enable_webhook",
    "api:remove_webhook": "delete_webhook",
    "api:resend": "resend_webhook_delivery",
}
SIGN_IN = "it signs a person in; a token is no way to make sign-ins"
WHO_IT_IS = "it says who a person is, which people look at and answer for"
OWN_WAYS = "it is a person's own way to be reached, chosen in front of the browser or chat itself"
SECRETS = "what opens doors is shown to a person once, and made by no program"
APPS = "people decide which apps act for them, and what an app may"
PROTOCOL = "it is how an app gets its tokens, and described by OAuth 2.0"
SESSION = "it belongs to one phone's session, which a program has not"
SEALED = "what is sealed stays between one phone and the table until all are in"
LANGUAGE = "a program says with Accept-Language what it wants to read"
FILES = "a person looks at what a file would do first; a program sends the parts by themselves"
FOR_EVER = "it cannot be taken back, so a person looks at what goes and claims to be sure"
NO_WRITE = "it writes nothing"
LOBBY = "people wait in front of the page for others; a program opens a table"
SHEETS = "a person writes a game with its fields and a hand to try beside it"
WITHOUT = {
    "clubs:sign_in_by_link": SIGN_IN,
    "clubs:player_link": SIGN_IN,
    "clubs:share_links": SECRETS,
    "clubs:revoke_share_link": SECRETS,
    "accounts:claim": WHO_IT_IS,
    "accounts:withdraw_claim": WHO_IT_IS,
    "accounts:approve_claim": WHO_IT_IS,
    "accounts:refuse_claim": WHO_IT_IS,
    "accounts:merge": WHO_IT_IS,
    "accounts:undo_merge": WHO_IT_IS,
    "privacy:erase_player": FOR_EVER,
    "privacy:set_retention": FOR_EVER,
    "api:apps": APPS,
    "api:remove_app": APPS,
    "api:authorize": APPS,
    "api:connect_device": APPS,
    "api:app_token": PROTOCOL,
    "api:device_code": PROTOCOL,
    "api:app_revocation": PROTOCOL,
    "notifications:club_chats": OWN_WAYS,
    "notifications:stop": OWN_WAYS,
    "notifications:settings": OWN_WAYS,
    "accounts:language": LANGUAGE,
    "notifications:enable_mail": OWN_WAYS,
    "notifications:mail_delivery": OWN_WAYS,
    "notifications:add_device": OWN_WAYS,
    "notifications:remove_device": OWN_WAYS,
    "notifications:change_device": OWN_WAYS,
    "notifications:add_chat": OWN_WAYS,
    "notifications:test_chat": OWN_WAYS,
    "notifications:remove_chat": OWN_WAYS,
    "notifications:subscribe": OWN_WAYS,
    "notifications:unsubscribe": OWN_WAYS,
    "results:code": SESSION,
    "results:handover_look": SESSION,
    "results:seal": SEALED,
    "results:choose_seasons": SEALED,
    "results:pick_seat": SESSION,
    "results:free_seat": SESSION,
    "results:reset_seat": SEALED,
    "results:give_up_sealed": SEALED,
    "results:preview": NO_WRITE,
    "online:lesson_move": NO_WRITE,
    "calculator:begin": NO_WRITE,
    "calculator:match": NO_WRITE,
    "calculator:preview": NO_WRITE,
    "competitions:duplicate": "a program reads the settings and creates the parts by themselves",
    "rounds:restore": SESSION,
    "rounds:holidays": "a program deletes the round of a day, which is then skipped",
    "rounds:reply": "a player says on the page whether they come; check-in is an operation",
    "notifications:announce": "a person writes to all players, and answers for it",
    "notifications:delete_announcement": "a person writes to all players, and answers for it",
    "exports:import_club": FILES,
    "exports:import_results": FILES,
    "exports:import_season": FILES,
    "exports:undo_season": FOR_EVER,
    "online:bot_for": SESSION,
    "online:here": SESSION,
    "online:premove": SESSION,
    "online:quick_match": LOBBY,
    "online:stop_waiting": LOBBY,
    "online:club_quick_match": LOBBY,
    "online:club_lobby": LOBBY,
    "sheets:create": SHEETS,
    "sheets:edit": SHEETS,
    "sheets:retire": SHEETS,
    "sheets:share": SECRETS,
    "sheets:translate": SHEETS,
    "online:share": "a program adds nothing to a shuffle, and none is waited for",
    "rounds:demo": "the demonstration is for looking round on a new site",
    "rounds:demo_remove": "the demonstration is for looking round on a new site",
}
PROGRAMS = ("api/v1/", "accounts/", "admin/")


def _pages(resolver: URLResolver, space: str = "", prefix: str = "") -> Iterator[str]:
    """Yield the name of every page of the site's own."""
    for each in resolver.url_patterns:
        below = prefix + str(each.pattern)
        if below.startswith(PROGRAMS) or below.startswith("^"):
            continue
        if isinstance(each, URLResolver):
            yield from _pages(each, each.namespace or space, below)
        elif isinstance(each.callback, Feed):
            continue  # it reads, whatever it is asked
        elif isinstance(each, URLPattern) and each.name and space:
            yield f"{space}:{each.name}"


def _actions() -> set[str]:
    """Return the pages that take a form, as the matrix of all pages says it."""
    return set(_pages(get_resolver())) & set(views_that_take("POST"))


def test_every_action_of_the_site_is_an_operation_or_says_why_not() -> None:
    assert sorted(_actions()) == sorted({*ACTIONS, *WITHOUT})
    assert set(ACTIONS) & set(WITHOUT) == set()
    described = {
        operation["operationId"]
        for methods in schema()["paths"].values()
        for operation in methods.values()
    }
    assert set(ACTIONS.values()) - described == set()
    assert all(WITHOUT.values())
