"""What is typed into the forms of the season, where a page's own form would not do as it comes."""

import json
from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from tests.league.matrix.season import Season

Body = Mapping[str, Any]


def _why(**fields: Any) -> Callable[[Season], Body]:
    return lambda _season: {"reason": "A slip", "apply": "1", **fields}


def _known(**fields: Any) -> Callable[[Season], Body]:
    return lambda _season: fields


def _source(season: Season) -> str:
    return json.dumps({**season.sheet.versions.get().source, "title": "Our Hearts"})


BODIES: Mapping[str, Callable[[Season], Body]] = {
    "accounts:refuse_claim": _known(reason="Choose your seat"),
    "accounts:language": _known(language="en"),
    "accounts:set_name": _known(name="Ada"),
    "accounts:merge": lambda season: {
        "target": season.newcomer.pk,
        "source": season.untouched.seats.get(number=1).player_id,
    },
    "clubs:share_links": _known(label="Bar"),
    "sheets:create": lambda season: {"source": _source(season), "save": "1"},
    "sheets:edit": lambda season: {"source": _source(season), "expected": "1", "save": "1"},
    "sheets:translate": _known(**{"title@it": "Cuori"}),
    "sheets:share": _known(stop="1"),
    "sheets:retire": _known(retire="1"),
    "clubs:edit": _known(name="Renamed"),
    "clubs:edit_player": _known(name="Renamed"),
    "clubs:create": _known(name="Another"),
    "clubs:add_players": _known(text="Zoë", add="1", seen="0"),
    "clubs:join": _known(name="Yves"),
    "notifications:club_chats": _known(
        label="Club", service="slack", url="https://hooks.slack.com/services/T/B/1"
    ),
    "notifications:add_chat": _known(
        label="Mine", service="slack", url="https://hooks.slack.com/services/T/B/2"
    ),
    "competitions:entries": lambda season: {"player": season.newcomer.pk},
    "rounds:edit_competition": _known(name="Renamed"),
    "rounds:teams": lambda season: {f"{season.adjustment.entry_id}-team": "Lions"},
    "rounds:code": lambda season: {"code": season.untouched.codes.get(revoked_at=None).pk},
    "competitions:create": _known(name="Cup"),
    "notifications:announce": lambda _season: {
        "title": "Dinner at 19:30",
        "days": "3",
        "key": str(uuid4()),
    },
    "rounds:reply": _known(coming="1"),
    "competitions:duplicate": _known(name="Next season"),
    "competitions:separations": lambda season: {
        "one": season.untouched.seats.get(number=1).player_id,
        "other": season.untouched.seats.get(number=2).player_id,
    },
    "rounds:decline_stage": lambda season: {"entry": season.adjustment.entry_id},
    "rounds:enter_team": _known(team="Lions", members="Ada\nZoë"),
    "rounds:add_stage": _known(name="Final", cut_at="4"),
    "rounds:edit_stage": _known(name="Final", cut="places"),
    "rounds:recurrence": _known(first_at="2099-01-02T20:00", every="1", unit="weeks"),
    "rounds:holidays": _known(first="2099-12-20", last="2099-12-31"),
    "rounds:change_recurrence": _known(do="pause"),
    "rounds:absence": _known(reason="requested_bye"),
    "rounds:clock": _known(start="30"),
    "rounds:times": _known(closes_at="2099-01-02T20:00"),
    "rounds:check_in": lambda season: {"player": season.newcomer.pk},
    "rounds:add_player": lambda season: {"name": "Zoë", "seen": season.newcomer.pk},
    "rounds:change": lambda season: {
        "do": "sat_out",
        "entry": season.waiting[0].entry_id,
        "seating": season.unseated.seating,
    },
    "results:give_adjustment": lambda season: {
        "entry": season.adjustment.entry_id,
        "kind": "bonus",
        "points": "1",
        "reason": "A good deed",
    },
    "results:cancel_adjustment": _known(reason="A slip"),
    "results:void": _why(),
    "results:restore": _why(revision="2"),
    "results:dismiss_dispute": _why(revision="1"),
    "results:correct": _why(),
    "results:void_result": _why(revision="1"),
    "results:dispute": _known(reason="A slip", revision="1"),
    "results:confirm": _known(revision="1"),
    "results:resolve": _why(revision="1"),
    "results:undo_hand": _known(revision="1"),
    "results:send": lambda season: {**_texts(season), "key": str(uuid4())},
    "results:enter": _known(send=""),
    "results:free_seat": _known(seat="1"),
    "results:reset_seat": _known(seat="1", reason="A slip"),
    "api:apps": _known(name="Mine", redirect_uris="https://app.example.org/back"),
    "api:tokens": _known(name="Mine", scopes=["read"], days="30"),
    "api:club_tokens": _known(name="Club's", scopes=["read"], days="30"),
    "api:webhooks": _known(url="https://hook.example.org/other"),
    "online:replace": _known(replacement="random", when="now"),
    "online:seat_bot": _known(bot="random"),
    "privacy:set_retention": _known(notice="30"),
    "privacy:erase_account": _known(is_sure="on"),
    "privacy:erase_player": _known(is_sure="on"),
    "exports:import_season": _known(
        name="Imported",
        game="franks-zoo",
        kind="league",
        scoring="places",
        text="round,player,place\n1,Ada,1\n1,Bo,2\n1,Cy,3",
        apply="1",
    ),
    "exports:import_results": _known(
        text="round,table,player,place\n4,7,Björn 7,1\n4,7,Chiara 7,2\n4,7,Dörte 7,3", apply="1"
    ),
}


def _texts(season: Season) -> Body:
    return {"number": "3", "seating": season.table.seating}
