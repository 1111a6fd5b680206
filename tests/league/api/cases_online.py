"""What is asked of online tables and duplicate events; see cases.py."""

from uuid import uuid4

from tests.league.api.cases import EVERYBODY, ORGANISERS, PLAYING, SOMEBODY, Case, by

TABLE = "online/{s.online.token}/"
OPEN = "online/{s.open_online.token}/"
EVENT = "duplicate/{s.event.token}/"
IN_VAIN = by(401, 404, 404, 404, 404)

CASES = {
    "get_competition_online": Case("competitions/{s.competition.pk}/online/", ORGANISERS),
    "patch_competition_online": Case(
        "competitions/{s.competition.pk}/online/", ORGANISERS, lambda s: {"is_on": True}
    ),
    "get_competition_duplicate": Case(
        "competitions/{s.competition.pk}/online/duplicate/", ORGANISERS
    ),
    "patch_competition_duplicate": Case(
        "competitions/{s.competition.pk}/online/duplicate/", ORGANISERS, lambda s: {"is_on": True}
    ),
    "post_online_bot": Case(OPEN + "seats/1/bot/", PLAYING, lambda s: {"bot": "greedy"}),
    "delete_online_bot": Case(OPEN + "seats/1/bot/", by(401, 204, 404, 404, 404)),
    "put_online_replacement": Case(
        TABLE + "seats/1/replacement/", PLAYING, lambda s: {"replacement": "greedy"}
    ),
    "delete_online_replacement": Case(TABLE + "seats/1/replacement/", PLAYING),
    "post_online_substitutes": Case(TABLE + "substitutes/", PLAYING),
    "post_online_pausing": Case(TABLE + "pause/", IN_VAIN),
    "post_online_resuming": Case(TABLE + "resume/", IN_VAIN),
    "post_online_rematch": Case(TABLE + "rematch/", PLAYING),
    "put_online_watching": Case(TABLE + "watching/", SOMEBODY, lambda s: {"is_named": True}),
    "post_online_messages": Case(
        TABLE + "messages/",
        by(401, 201, 404, 404, 404),
        lambda s: {"key": str(uuid4()), "phrase": "hello"},
    ),
    "post_online_reporting": Case(
        TABLE + "messages/{s.remark.pk}/report/", by(401, 204, 404, 404, 404)
    ),
    "get_online_proof": Case(TABLE + "hands/1/proof/", EVERYBODY),
    "get_reports": Case("reports/", by(401, 404, 404, 200, 200, viewer=404)),
    "post_report_hiding": Case("reports/{s.remark.pk}/hide/", IN_VAIN),
    "post_duplicate_events": Case(
        "duplicate/",
        by(401, 201, 201, 201, 201),
        lambda s: {"game": "zop-zoo", "seats": 3, "tables": 1, "hands": 1, "name": "Ada"},
    ),
    "get_duplicate_event_by_token": Case(EVENT, EVERYBODY),
    "post_duplicate_event_tables": Case(
        EVENT + "tables/", by(401, 200, 422, 422, 422), lambda s: {"seat": 0, "name": "Bo"}
    ),
    "post_duplicate_event_bots": Case(EVENT + "bots/", PLAYING),
    "get_duplicate_deal": Case(EVENT + "deals/3/1/", EVERYBODY),
}
