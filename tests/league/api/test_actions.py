"""Whatever can be done on a page of the site can be done by a program, or it is told why not."""

from collections.abc import Iterator

from django.contrib.syndication.views import Feed
from django.urls import URLPattern, URLResolver, get_resolver

from league.api.views.description import schema
from tests.league.matrix.table import views_that_take

# The operations that do what a page's form does.
ACTIONS = {
    "clubs:create": "post_clubs",
    "clubs:edit": "patch_club_by_slug",
    "clubs:add_players": "post_club_players",
    "clubs:invitations": "post_club_invitations",
    "clubs:revoke_invitation": "delete_invitation_by_id",
    "clubs:join": "post_joining",
    "clubs:preferences": "put_player_preferences",
    "clubs:edit_player": "patch_player_by_id",
    "clubs:leave": "post_player_leaving",
    "clubs:return": "post_player_returning",
    "competitions:create": "post_club_competitions",
    "competitions:entries": "post_competition_entries",
    "competitions:apart": "post_competition_aparts",
    "competitions:together": "delete_apart_by_id",
    "rounds:edit_competition": "patch_competition_by_id",
    "rounds:teams": "patch_entry_by_id",
    "rounds:enter_team": "post_competition_teams",
    "rounds:create": "post_competition_rounds",
    "rounds:add_stage": "post_competition_stages",
    "rounds:edit_stage": "patch_stage_by_id",
    "rounds:script": "put_stage_script",
    "rounds:remove_stage": "delete_stage_by_id",
    "rounds:begin_stage": "post_stage_beginning",
    "rounds:take_back_stage": "post_stage_taking_back",
    "rounds:recurrence": "put_stage_recurrence",
    "rounds:change_recurrence": "patch_stage_recurrence",
    "rounds:open": "post_round_opening",
    "rounds:close": "post_round_closing",
    "rounds:call_off": "post_round_calling_off",
    "rounds:undo_call_off": "delete_round_calling_off",
    "rounds:reopen": "post_round_reopening",
    "rounds:begin_next": "post_next_round",
    "rounds:absence": "put_round_absence",
    "rounds:clock": "post_round_clock",
    "rounds:adjourn": "post_table_adjourning",
    "rounds:times": "patch_round_by_id",
    "rounds:delete": "delete_round_by_id",
    "rounds:check_in_self": "post_own_check_in",
    "rounds:check_in": "post_round_players",
    "rounds:add_player": "post_new_round_player",
    "rounds:seat": "post_round_seating",
    "rounds:change": "post_round_changes",
    "rounds:undo_change": "post_seating_change_undoing",
    "rounds:code": "put_table_code",
    "results:give_adjustment": "post_competition_adjustments",
    "results:cancel_adjustment": "post_adjustment_cancelling",
    "results:call": "post_table_calls",
    "results:take_back_call": "post_call_taking_back",
    "results:come": "post_call_coming",
    "results:end_call": "post_call_ending",
    "results:enter": "post_table_hands",
    "results:send": "post_table_hands",
    "results:paper": "post_table_paper",
    "results:final_result": "post_table_result",
    "results:void_result": "post_table_result_voiding",
    "results:correct": "put_hand_by_id",
    "results:void": "post_hand_voiding",
    "results:restore": "post_hand_restoring",
    "results:keep": "post_hand_keeping",
    "results:confirm": "post_hand_confirming",
    "results:dispute": "post_hand_disputing",
    "results:take_back": "post_hand_taking_back",
    "results:settle": "post_submission_settling",
    "online:lobby": "post_online_tables",
    "online:terms": "patch_competition_online",
    "online:event_terms": "patch_competition_duplicate",
    "online:open_for_round": "post_online_table_of_table",
    "online:hide": "post_report_hiding",
    "online:event_lobby": "post_duplicate_events",
    "online:event_table": "post_duplicate_event_tables",
    "online:event_bots": "post_duplicate_event_bots",
    "online:sit": "post_online_seat",
    "online:stand_in": "post_online_seat",
    "online:seat_bot": "post_online_bot",
    "online:again": "post_online_again",
    "online:begin": "post_online_beginning",
    "online:replace": "put_online_successor",
    "online:keep": "delete_online_successor",
    "online:substitutes": "post_online_substitutes",
    "online:pause": "post_online_pausing",
    "online:people_wish": "post_online_wishes",
    "online:watch": "put_online_watching",
    "online:move": "post_online_moves",
    "online:wish": "post_online_wishes",
    "online:say": "post_online_remarks",
    "online:speak": "post_online_remarks",
    "online:report": "post_online_reporting",
    "notices:resend": "post_delivery_resending",
}
SIGN_IN = "it signs a person in; a token is no way to make sign-ins"
WHO_IT_IS = "it says who a person is, which people look at and answer for"
OWN_WAYS = "it is a person's own way to be reached, chosen in front of the browser or chat itself"
SECRETS = "what opens doors is shown to a person once, and made by no program"
SESSION = "it belongs to one phone's session, which a program has not"
SEALED = "what is sealed stays between one phone and the table until all are in"
LANGUAGE = "a program says with Accept-Language what it wants to read"
FILES = "a person looks at what a file would do first; a program sends the parts by themselves"
FOR_EVER = "it cannot be taken back, so a person looks at what goes and says to be sure"
NO_WRITE = "it writes nothing"
WITHOUT = {
    "clubs:enter": SIGN_IN,
    "clubs:player_link": SIGN_IN,
    "clubs:screen_links": SECRETS,
    "clubs:revoke_screen_link": SECRETS,
    "accounts:claim": WHO_IT_IS,
    "accounts:withdraw_claim": WHO_IT_IS,
    "accounts:approve_claim": WHO_IT_IS,
    "accounts:refuse_claim": WHO_IT_IS,
    "accounts:merge": WHO_IT_IS,
    "accounts:undo_merge": WHO_IT_IS,
    "privacy:erase_player": FOR_EVER,
    "privacy:choose_keeping": FOR_EVER,
    "notices:club_chats": OWN_WAYS,
    "notices:stop": OWN_WAYS,
    "notices:wishes": OWN_WAYS,
    "accounts:language": LANGUAGE,
    "notices:mail_again": OWN_WAYS,
    "notices:mail_delivery": OWN_WAYS,
    "notices:add_device": OWN_WAYS,
    "notices:drop_device": OWN_WAYS,
    "notices:change_device": OWN_WAYS,
    "notices:add_chat": OWN_WAYS,
    "notices:try_chat": OWN_WAYS,
    "notices:remove_chat": OWN_WAYS,
    "notices:subscribe": OWN_WAYS,
    "notices:unsubscribe": OWN_WAYS,
    "api:tokens": SECRETS,
    "api:revoke_token": SECRETS,
    "api:club_tokens": SECRETS,
    "api:revoke_club_token": SECRETS,
    "api:webhooks": SECRETS,
    "api:test_webhook": SECRETS,
    "api:switch_on_webhook": SECRETS,
    "api:remove_webhook": SECRETS,
    "api:send_again": SECRETS,
    "results:code": SESSION,
    "results:handover_look": SESSION,
    "results:seal": SEALED,
    "results:choose_seasons": SEALED,
    "results:pick_seat": SESSION,
    "results:free_seat": SESSION,
    "results:reset_seat": SEALED,
    "results:give_up_sealed": SEALED,
    "results:preview": NO_WRITE,
    "calculator:begin": NO_WRITE,
    "calculator:match": NO_WRITE,
    "calculator:preview": NO_WRITE,
    "exports:bring_club_in": FILES,
    "exports:bring_results": FILES,
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
