"""What upper apps put into the templates of lower ones: see league.core.templatetags.slots."""

from typing import NamedTuple


class Slot(NamedTuple):
    """A template, a function that returns its data or the slot's value, or an address."""

    template: str = ""
    function: str = ""
    takes_context: bool = False
    address: str = ""


TEMPLATES = {
    "account_data": "privacy/_of_account.html",
    "account_links": "api/_of_account.html",
    "add_round": "rounds/_add_round.html",
    "calculator": "calculator/_invitation.html",
    "club_announce": "notifications/_announce_row.html",
    "club_claims": "accounts/_of_club.html",
    "club_competitions": "competitions/_of_club.html",
    "club_inbox": "results/_of_club.html",
    "club_feed": "notifications/_feed_of_club.html",
    "club_file": "exports/_of_club.html",
    "club_from_file": "exports/_new_club.html",
    "club_head": "notifications/_head_of_club.html",
    "club_lobby": "online/_lobby_of_club.html",
    "club_messages": "notifications/_of_club.html",
    "club_programs": "api/_of_club.html",
    "club_retention": "privacy/_of_club.html",
    "club_search": "displays/_nav_search.html",
    "club_standings": "standings/_of_club.html",
    "clubs_search": "displays/_of_clubs.html",
    "club_sheets": "sheets/_of_club.html",
    "competition_online": "online/_settings_row.html",
    "competition_papers": "printing/_competition.html",
    "competition_recurrence": "rounds/_recurrence_row.html",
    "competition_results_file": "exports/_results_row.html",
    "competition_rounds": "rounds/_of_competition.html",
    "competition_screen": "displays/_of_competition.html",
    "competition_stages": "rounds/_stages.html",
    "competition_standings": "standings/_of_competition.html",
    "competition_teams": "rounds/_teams_row.html",
    "competition_settings": "rounds/_settings_row.html",
    "competition_widget": "displays/_widget_row.html",
    "import_season": "exports/_season_button.html",
    "hands_on_phone": "results/_queue.html",
    "load_demo": "rounds/_load_demo.html",
    "log_file": "exports/_of_log.html",
    "missed_round": "rounds/_missed.html",
    "my_table": "rounds/_my_table.html",
    "play_now": "online/_play_now.html",
    "play_now_row": "online/_play_now_row.html",
    "player_claim": "accounts/_claim.html",
    "player_data": "privacy/_of_player.html",
    "player_notices": "notifications/_of_player.html",
    "player_results": "standings/_of_player.html",
    "players_actions": "accounts/_of_players.html",
    "remove_demo": "rounds/_remove_demo.html",
    "round_clock": "rounds/_clock.html",
    "round_papers": "printing/_round.html",
    "round_screen": "displays/_of_round.html",
    "sheet_papers": "printing/_own_game.html",
    "site_status": "hosting/_of_site.html",
}
ADDRESSES = {
    "entry_address": "standings:entry",
    "round_address": "rounds:detail",
    "standings_address": "standings:table",
}
TAGS = "league.{}.templatetags.{}"
PRINTING = TAGS.format("printing", "printing")
SLOTS = {
    **{name: Slot(template) for name, template in TEMPLATES.items()},
    **{name: Slot(address=address) for name, address in ADDRESSES.items()},
    "inbox": Slot("results/_inbox.html", TAGS.format("results", "hands.inbox"), takes_context=True),
    "failed_backup": Slot(
        "hosting/_failed_backup.html", TAGS.format("hosting", "hosting.failed_backup")
    ),
    "first_competition": Slot(
        "competitions/_first.html", TAGS.format("competitions", "competitions.first_competition")
    ),
    "club_announcements": Slot(
        "notifications/_announcements.html", TAGS.format("notifications", "news.announcements")
    ),
    "club_news": Slot(
        "notifications/_latest_news.html",
        TAGS.format("notifications", "news.latest_news"),
        takes_context=True,
    ),
    "club_now": Slot(
        "rounds/_club_now.html", TAGS.format("rounds", "rounds.club_now"), takes_context=True
    ),
    "bot_takes_seat": Slot(
        "online/_bot_takes_seat.html", TAGS.format("online", "online.bot_takes_seat")
    ),
    "player_leaves": Slot(
        "rounds/_player_leaves.html", TAGS.format("rounds", "rounds.player_leaves")
    ),
    "play_online": Slot(
        "online/_way_in.html", TAGS.format("online", "online.play_online"), takes_context=True
    ),
    "table_waits": Slot(
        "online/_table_waits.html", "league.online.tables_waiting.table_waits", takes_context=True
    ),
    "print_links": Slot("printing/_print.html", f"{PRINTING}.print_links"),
    "share": Slot("printing/_share.html", f"{PRINTING}.share", takes_context=True),
    "share_description": Slot(function=f"{PRINTING}.share_description"),
    "export_link": Slot("exports/_export_link.html", TAGS.format("exports", "exports.export_link")),
}
