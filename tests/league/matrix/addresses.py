"""Every named address of the site, filled in for a season, and what its forms would send."""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any, NamedTuple

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from league.notifications.channels.email import stop_token
from tests.league.matrix.season import Season

APART = ("api:v1:", "admin:", "account_", "mfa_")
"""The API's operations, the admin pages and allauth's have tests of their own."""


class Address(NamedTuple):
    """A view's name, and the parameters that its address takes."""

    name: str
    parameters: tuple[str, ...]


def addresses() -> list[Address]:
    """List the named addresses of the site's own pages."""
    found = _walk(get_resolver(), "")
    return [each for each in found if not each.name.startswith(APART)]


def _walk(resolver: URLResolver, spaces: str) -> Iterator[Address]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _walk(each, f"{spaces}{each.namespace}:" if each.namespace else spaces)
        elif isinstance(each, URLPattern) and each.name is not None:
            yield Address(spaces + each.name, tuple(each.pattern.converters))


def path_of(address: Address, season: Season) -> str:
    """Return the address with the ids of the season's things."""
    given = SPECIAL.get(address.name, lambda _season: {})(season)
    space = address.name.partition(":")[0]
    values = {
        parameter: given[parameter] if parameter in given else _usual(space, parameter, season)
        for parameter in address.parameters
    }
    return reverse(address.name, kwargs=values)


def _usual(space: str, parameter: str, season: Season) -> Any:
    """Return what a parameter stands for unless a view says otherwise."""
    if parameter == "pk":
        return {
            "competitions": season.competition,
            "exports": season.competition,
            "results": season.table,
            "rounds": season.round,
            "notifications": season.player,
            "online": season.competition,
            "printing": season.competition,
            "displays": season.competition,
            "standings": season.competition,
            "clubs": season.left,
            "api": season.webhook,
            "accounts": season.claim,
            "privacy": season.newcomer,
        }[space].pk
    return {
        "slug": season.club.slug,
        "token": season.online.token,
        "game": "franks-zoo",
        "form": "csv",
        "table_pk": season.untouched.pk,
        "entry_pk": season.untouched.seats.get(number=1).entry_id,
        "seat": 1,
        "sheet": season.sheet.slug,
        "number": 1,
        "seats": 3,
    }[parameter]


def _pk(name: str) -> Any:
    return lambda season: {"pk": getattr(season, name).pk}


def _token(name: str) -> Any:
    return lambda season: {"token": getattr(season, name).token}


SPECIAL: Mapping[str, Any] = {
    "core:handbook_page": lambda _season: {"page": "tutorial-players"},
    "clubs:invitation": _pk("invitation"),
    "clubs:revoke_invitation": _pk("invitation"),
    "clubs:revoke_share_link": _pk("share_link"),
    "clubs:preferences": _pk("player"),
    "clubs:player_link": _pk("newcomer"),
    "clubs:edit_player": _pk("newcomer"),
    "clubs:leave": _pk("newcomer"),
    "clubs:sign_in_by_link": lambda season: {"token": season.link},
    "clubs:join": _token("invitation"),
    "notifications:resend": _pk("delivery"),
    "notifications:delete_announcement": _pk("announcement"),
    "notifications:stop": lambda season: {"token": stop_token(season.player)},
    "notifications:remove_device": lambda season: {"device": season.device.pk},
    "notifications:subscribe": lambda _season: {"source": "calendar"},
    "notifications:unsubscribe": lambda season: {"subscription": season.calendar.pk},
    "notifications:test_chat": _pk("chat"),
    "notifications:remove_chat": _pk("chat"),
    "notifications:calendar": lambda season: {"secret": season.calendar.secret},
    "notifications:news": lambda season: {"secret": season.news.secret},
    "competitions:remove_separation": lambda season: {"separation_pk": season.apart.pk},
    "rounds:add_stage": _pk("competition"),
    "rounds:create": _pk("competition"),
    "rounds:edit_competition": _pk("competition"),
    "rounds:teams": _pk("competition"),
    "rounds:enter_team": _pk("competition"),
    "rounds:edit_stage": _pk("final"),
    "rounds:seating_list": lambda season: {"pk": season.empty.stages.get().pk},
    "rounds:remove_stage": _pk("final"),
    "rounds:begin_stage": _pk("final"),
    "rounds:decline_stage": _pk("final"),
    "rounds:undo_stage_start": _pk("final"),
    "rounds:recurrence": lambda season: {"pk": season.empty.stages.get().pk},
    "rounds:holidays": lambda season: {"pk": season.empty.stages.get().pk},
    "rounds:restore": _pk("competition"),
    "rounds:change_recurrence": lambda season: {"pk": season.empty.stages.get().pk},
    "rounds:open": _pk("scheduled"),
    "rounds:reply": _pk("scheduled"),
    "rounds:delete": _pk("scheduled"),
    "rounds:reopen": _pk("closed"),
    "rounds:begin_next": _pk("closed"),
    "rounds:absence": lambda season: {"pk": season.closed.pk},
    "rounds:check_in_self": _pk("unseated"),
    "rounds:check_in": _pk("unseated"),
    "rounds:add_player": _pk("unseated"),
    "rounds:seat": _pk("waiting_round"),
    "rounds:change": _pk("unseated"),
    "rounds:changes": _pk("unseated"),
    "rounds:adjourn": _pk("unseated"),
    "rounds:table": _pk("unseated"),
    "rounds:code": _pk("unseated"),
    "rounds:move": _pk("unseated"),
    "rounds:substitute": _pk("unseated"),
    "rounds:leave": lambda season: {
        "pk": season.table.round_id,
        "entry_pk": season.table.seats.get(number=1).entry_id,
    },
    "rounds:undo_change": lambda season: {"pk": season.unseated.pk, "change_pk": season.change.pk},
    "results:adjustments": _pk("competition"),
    "results:give_adjustment": _pk("competition"),
    "results:cancel_adjustment": _pk("adjustment"),
    "results:code": lambda season: {"token": season.table.codes.get().token},
    "results:cancel_call": _pk("call"),
    "results:acknowledge_call": _pk("call"),
    "results:close_call": _pk("call"),
    "results:seal": _pk("poker"),
    "results:choose_seasons": _pk("poker"),
    "results:reset_seat": _pk("poker"),
    "results:give_up_sealed": _pk("poker"),
    "results:final_result": _pk("untouched"),
    "results:void_result": _pk("finished"),
    "results:hand": _pk("hand"),
    "results:correct": _pk("hand"),
    "results:void": _pk("hand"),
    "results:restore": _pk("void"),
    "results:dismiss_dispute": lambda season: {"pk": season.disputed.hand_id},
    "results:confirm": _pk("hand"),
    "results:dispute": _pk("hand"),
    "results:undo_hand": lambda season: {"pk": season.second.hand_id},
    "results:resolve": _pk("disputed"),
    "standings:entry": lambda season: {"pk": season.adjustment.entry_id},
    "standings:rated_hand": _pk("hand"),
    "standings:player": _pk("player"),
    "standings:rating": _pk("player"),
    "exports:undo_season": _pk("empty"),
    "exports:seating": _pk("round"),
    "exports:hands": _pk("table"),
    "printing:certificate": lambda season: {"pk": season.adjustment.entry_id},
    "printing:seating": _pk("round"),
    "printing:sheets": _pk("round"),
    "printing:empty_sheet": _pk("sheet"),
    "printing:round_cards": _pk("round"),
    "printing:round_picture": _pk("round"),
    "printing:table_picture": _pk("table"),
    "printing:entry_picture": lambda season: {"pk": season.adjustment.entry_id},
    "printing:player_picture": _pk("player"),
    "displays:round_projector": _pk("round"),
    "displays:accent": lambda _season: {"accent": "aa3300"},
    "online:open_for_round": _pk("table"),
    "online:hide": _pk("remark"),
    "online:event": _token("event"),
    "online:event_table": _token("event"),
    "online:event_bots": _token("event"),
    "online:deal": _token("event"),
    "online:people": _token("screens"),
    "online:replace": _token("screens"),
    "online:keep": _token("screens"),
    "online:substitutes": _token("screens"),
    "online:pause": _token("screens"),
    "online:sit": _token("open_online"),
    "online:seat_bot": _token("open_online"),
    "online:begin": _token("open_online"),
    "online:substitute": lambda _season: {"key": "forged"},
    "accounts:claim": _pk("newcomer"),
    "accounts:end_session": _pk("session"),
    "accounts:remove_passkey": _pk("passkey"),
    "accounts:undo_merge": _pk("merge"),
    "sheets:shared": lambda season: {"token": season.sheet.share_token},
    "api:chapter": lambda _season: {"chapter": "rounds"},
    "api:remove_app": _pk("app"),
    "api:revoke_token": lambda season: {"pk": season.tokens[None]},
    "api:revoke_club_token": lambda season: {"pk": season.tokens[season.club]},
    "api:resend": lambda season: {"delivery_pk": season.sending.pk},
}


FORMS: Mapping[str, str] = {
    "rounds:enter_team": "rounds:teams",
    "results:give_adjustment": "results:adjustments",
    "results:void": "results:hand",
    "results:dismiss_dispute": "results:hand",
    "results:confirm": "results:hand",
    "results:dispute": "results:hand",
    "results:preview": "results:enter",
    "results:choose_seasons": "results:seal",
    "rounds:clock": "rounds:detail",
    "rounds:undo_change": "rounds:changes",
    "notifications:add_chat": "notifications:settings",
    "privacy:set_retention": "privacy:club",
}
"""On which view's page the form of another stands."""


class _Forms(HTMLParser):
    """Read the forms of a page: where each is posted to, and what it would send."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, Any]]] = []
        self._inside = False
        self._select = self._textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = given.get("method", "get").lower() == "post"
            if self._inside:
                self.forms.append((given.get("action", ""), {}))
        elif self._inside and "disabled" not in given:
            self._read(tag, given)

    def _read(self, tag: str, given: Mapping[str, str]) -> None:
        fields, name = self.forms[-1][1], given.get("name", "")
        if tag == "input" and name:
            is_choice = given.get("type") in {"checkbox", "radio"}
            if not is_choice or "checked" in given:
                fields.setdefault(name, []).append(given.get("value", "on" if is_choice else ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in given or self._select not in fields:
                fields[self._select] = [given.get("value", "")]
        elif tag == "textarea":
            self._textarea = name
            fields[name] = [""]

    def handle_data(self, data: str) -> None:
        if self._inside and self._textarea:
            self.forms[-1][1][self._textarea][0] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._textarea = ""


def form_on(client: Client, page: str, target: str) -> dict[str, Any] | None:
    """Return what the form that a page posts to an address would send; None without the page."""
    answer: Any = client.get(page)
    if answer.streaming:
        answer.getvalue()
    if answer.status_code == 405:
        return {}
    if answer.status_code != 200:
        return None
    if "html" not in answer.headers["Content-Type"]:
        return {}
    reader = _Forms()
    reader.feed(answer.content.decode())
    own = [fields for action, fields in reader.forms if action == target]
    own += [fields for action, fields in reader.forms if not action and page == target]
    return own[0] if own else {}
