"""Values of competitions, stages and rounds in the audit log, in words."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.base import InvalidOptionsError
from games.registry import UnknownGameError
from league.audit.texts import ValueText
from league.competitions.models import AbsenceReason, Recurrence
from league.competitions.schedule import recurrence_text
from league.competitions.settings_forms import option_texts
from league.core.games import SiteGame, site_game, site_games


def audit_value_text(kind: str, name: str, value: Any) -> ValueText | None:
    """Return a value in words; None where the log finds them itself."""
    describe = VALUES.get((kind, name))
    return describe(value) if describe else None


def _visibility(value: str) -> str | None:
    return None if value else _("Same as the club")


def _reason(value: str) -> str | None:
    return str(AbsenceReason(value).label) if value in AbsenceReason.values else None


def _scales(value: Mapping[str, list[int]]) -> dict[str, str]:
    """Return ranking points by place, by table size."""
    return {size: ", ".join(map(str, value[size])) for size in sorted(value)}


def _options(value: Mapping[str, Any]) -> dict[str, str]:
    game = _game_with(value)
    return dict(option_texts(game.options_form, value)) if game else {}


def _game_with(options: Mapping[str, Any]) -> SiteGame | None:
    """Return the game that has all these options; the log does not name it."""
    if isinstance(sheet := options.get("sheet"), str):
        try:
            return site_game(sheet, options)
        except UnknownGameError:
            return None
    return next((game for game in site_games() if _has_options(game, options)), None)


def _has_options(game: SiteGame, options: Mapping[str, Any]) -> bool:
    try:
        return dict(game.engine.options(options).as_json()) == options
    except InvalidOptionsError:
        return False


def _recurrence(value: Mapping[str, Any]) -> str:
    """Return when rounds recur, as services.recurrence logs it."""
    starts_at = datetime.fromisoformat(value["starts_at"])
    recurrence = Recurrence(rule=value["rule"], time_zone=value["time_zone"], starts_at=starts_at)
    return recurrence_text(recurrence)


def _rule(_value: str) -> str:
    """Return that rounds recur; release 0.2.0 logged rules without their first day."""
    return _("yes")


def _skipped(value: list[str]) -> str:
    first, last = (date_format(date.fromisoformat(day), "DATE_FORMAT") for day in value)
    return first if first == last else f"{first} – {last}"


VALUES: Mapping[tuple[str, str], Callable[[Any], ValueText | None]] = {
    ("competitions.competition", "visibility"): _visibility,
    ("competitions.competition", "size_points"): _scales,
    ("competitions.competition", "options"): _options,
    ("competitions.stage", "recurrence"): _recurrence,
    ("competitions.stage", "rule"): _rule,
    ("competitions.stage", "skipped"): _skipped,
    ("competitions.round", "reason"): _reason,
}
