"""Functions of upper apps that lower ones call in the same transaction: see league.core.hooks."""

HOOKS = {
    # (user, club_id): ActorRole or None
    "standing_of_actor": ["league.clubs.queries.actor_role_of"],
    # (kind, field, value): the value in words for the audit log, or None
    "audit_value_text": [
        "league.accounts.audit_values.audit_value_text",
        "league.competitions.audit_values.audit_value_text",
        "league.standings.audit_values.audit_value_text",
        "league.rounds.audit_values.audit_value_text",
        "league.privacy.audit_values.audit_value_text",
    ],
    # (player): why the player cannot become a viewer, or ""
    "ties_of_player": ["league.competitions.queries.find_blocker"],
    # (player, now): the player leaves the club
    "player_leaves": [
        "league.online.services.absence.open_seats",
        "league.api.services.end_programs",
    ],
    # (player, id): whether the player may see a competition; (club, user, key): unlisted ones
    "competition_seen_by_player": ["league.competitions.queries.is_competition_visible_to_player"],
    "competitions_not_listed": ["league.competitions.queries.competitions_not_listed"],
    # (player, about, since): events
    "calendar_events": ["league.rounds.queries.rounds_in_calendar"],
    # (club_id): what its organisers write to all has changed
    "announcements_changed": ["league.competitions.writing.bump_competitions_of_club"],
    # A merge of players, (target, source) and (club, ids).
    "merge_obstacles": ["league.competitions.queries.find_obstacles"],
    "merge_rewrites": ["league.rounds.seating_context.rewrite_seatings"],
    "lock_for_merge": ["league.competitions.writing.lock_competitions"],
    "rebuild_after_merge": ["league.standings.rebuild.rebuild"],
    "is_played_online": ["league.online.queries.is_played_online"],
    "score": [
        "league.standings.services.count_score",
        "league.online.services.scores.record_score",
    ],
    "adjustment": ["league.standings.services.update_entry"],
    "standings": ["league.standings.queries.placed_rows"],
}
