"""Texts of places, certainties and scoring."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.tournament.certainty import Certainty
from games.tournament.points import WHOLE
from games.tournament.ratings import START
from league.competitions.models import Competition, Scoring, Substitutes, Unfinished
from league.core.templatetags.ui import amount, signed
from league.results.models import Adjustment
from league.standings.clinching import Goal
from league.standings.queries import StandingRow

NAMES: Final[dict[str, str | Promise]] = {
    "points": gettext_lazy("ranking points"),
    "wins": gettext_lazy("wins"),
    "places": gettext_lazy("countback"),
    "head_to_head": gettext_lazy("head-to-head"),
    "game_points": gettext_lazy("game points"),
    "opponents": gettext_lazy("Buchholz (average)"),
    "best": gettext_lazy("best results"),
    "latest": gettext_lazy("latest results"),
    "byes": gettext_lazy("fewer byes"),
    "rating": gettext_lazy("rating at start"),
    "lot": gettext_lazy("drawing of lots"),
}


def place_texts(rows: Sequence[StandingRow], wanted: Iterable[int] | None = None) -> list[str]:
    """Return what decided the places of some rows, all unless `wanted`, except points."""
    sharers: Counter[tuple[int, int | None]] = Counter(
        (row.stage_number, row.place) for row in rows
    )
    above, below = _neighbours(rows), _neighbours(rows[::-1])[::-1]
    return [
        _place_text(rows[at], above[at], below[at], sharers[rows[at].stage_number, rows[at].place])
        for at in (range(len(rows)) if wanted is None else wanted)
    ]


def _neighbours(rows: Sequence[StandingRow]) -> list[StandingRow | None]:
    """Return for each row the nearest one before with another place."""
    found: list[StandingRow | None] = []
    for at, row in enumerate(rows):
        before = rows[at - 1] if at else None
        found.append(found[-1] if before and before.place == row.place else before)
    return found


def _place_text(
    row: StandingRow, above: StandingRow | None, below: StandingRow | None, sharers: int
) -> str:
    if row.place is None:
        return _unranked_text(row)
    parts = []
    if others := sharers - 1:
        text = ngettext(
            "tied with %(count)d other on everything",
            "tied with %(count)d others on everything",
            others,
        )
        parts.append(text % {"count": others})
    if row.ahead and below:
        parts.append(_("ahead of %(name)s on %(what)s") % _gap(row.ahead, row, below))
    if row.behind and above:
        parts.append(_("behind %(name)s on %(what)s") % _gap(row.behind, row, above))
    return ", ".join(parts)


def certainty_text(certainty: Certainty | None, goal: Goal | None, *, is_over: bool) -> str:
    """Return what is certain of an entry, or ""."""
    if certainty is None or goal is None:
        return ""
    if certainty == Certainty.CLINCHED:
        if goal.is_title:
            return _("winner") if is_over else _("win clinched")
        return _("qualified") if is_over else _("qualification clinched")
    if goal.is_title:
        return "" if is_over else _("can no longer win")
    return _("eliminated") if is_over else _("can no longer qualify")


def criterion_label(criterion: str) -> str:
    """Return the name of a tie-break."""
    return str(NAMES.get(criterion, ""))


def comparison_text(criterion: str, own: Any, other: Any) -> str:
    """Return the tie-break with the compared values, as in `wins (3 to 2)`."""
    if criterion in {"places", "best", "latest"}:
        number, own, other = _first_difference(own, other)
        values = {
            "places": _("place %(number)d: %(own)s to %(other)s"),
            "best": _("result %(number)d: %(own)s to %(other)s"),
            "latest": _("%(back)d before the latest: %(own)s to %(other)s")
            if number > 1
            else _("%(own)s to %(other)s"),
        }[criterion]
    else:
        number, values = 1, _("%(own)s to %(other)s")
    compared = values % {
        "number": number,
        "back": number - 1,
        "own": _value(criterion, own),
        "other": _value(criterion, other),
    }
    return f"{criterion_label(criterion)} ({compared})"


def _gap(gap: Sequence[Any], row: StandingRow, neighbour: StandingRow) -> dict[str, str]:
    criterion, *values = gap
    own, other = values or (getattr(row, criterion), getattr(neighbour, criterion))
    return {"name": neighbour.name, "what": comparison_text(criterion, own, other)}


def _unranked_text(row: StandingRow) -> str:
    if row.has_left:
        return _("entry withdrawn")
    if not row.missing:
        return _("guest, not ranked")
    missing = ngettext(
        "%(count)d more round needed for a place",
        "%(count)d more rounds needed for a place",
        row.missing,
    )
    return missing % {"count": row.missing}


def _first_difference(own: Sequence[Any], other: Sequence[Any]) -> tuple[int, Any, Any]:
    """Return the number (1-based) of the first pair that differs, and the pair."""
    pairs = zip_longest(own, other)
    return next(
        (number, mine, theirs)
        for number, (mine, theirs) in enumerate(pairs, start=1)
        if mine != theirs
    )


def _value(criterion: str, value: int | None) -> str:
    if value is None:
        return "0" if criterion == "places" else _("none")
    if criterion == "opponents":
        return number_format(value / WHOLE, decimal_pos=3).replace("-", "\u2212")
    if criterion == "lot":
        return f"{value:012x}"
    return amount(value)


def adjustment_text(adjustment: Adjustment) -> str:
    """Return the text of an adjustment."""
    text = f"{adjustment.get_kind_display()} {signed(adjustment.points)}"
    if adjustment.says_more:
        text = f"{text}: {adjustment.reason}"
    return f"{text} ({adjustment.rule})" if adjustment.rule else text


def summarise_scoring(competition: Competition) -> list[str]:
    """Return the scoring of a competition in sentences."""
    bonuses = [
        (competition.win_bonus, _("Winning a table gives %(points)s.")),
        (competition.target_bonus, _("Reaching the target of the match gives %(points)s.")),
        (competition.attendance_bonus, _("Every round played gives %(points)s.")),
    ]
    absences = [
        (competition.bye_points, _("A bye gives %(points)s.")),
        (competition.absence_points, _("A missed round gives %(points)s.")),
        (competition.no_show_points, _("A no-show after check-in gives %(points)s.")),
    ]
    return [
        *_tables(competition),
        *(text % {"points": signed(points)} for points, text in bonuses if points),
        *_what_counts(competition),
        *(text % {"points": signed(points)} for points, text in absences if points),
        *_order(competition),
    ]


def _tables(competition: Competition) -> Iterator[str]:
    if competition.scoring == Scoring.PLACES:
        yield _("Places at a table are worth %(scale)s ranking points.") % {
            "scale": _scale(competition.place_points)
        }
        for size in sorted(competition.size_points, key=int):
            yield _("At tables of %(size)s, places are worth %(scale)s.") % {
                "size": size,
                "scale": _scale(competition.size_points[size]),
            }
        yield _("Players who share a place split the total of their places equally, rounded down.")
        return
    yield {
        Scoring.BEATEN: _(
            "A table is worth the share of opponents beaten, in thousandths: 1000 for first "
            "place. A tie counts as half beaten."
        ),
        Scoring.RAW: _("A table is worth its game points."),
        Scoring.NORMALISED: _(
            "A table is worth 0 for the fewest game points to 1000 for the most, and in "
            "proportion in between."
        ),
    }[Scoring(competition.scoring)]


def _what_counts(competition: Competition) -> Iterator[str]:
    if competition.best_of:
        text = ngettext(
            "Only the best round of each player counts. The others are struck through.",
            "Only the best %(count)d rounds of each player count. The others are struck through.",
            competition.best_of,
        )
        yield text % {"count": competition.best_of}
    if competition.attendance_min:
        text = ngettext(
            "Players who have not played a round are listed without a place.",
            "Players with fewer than %(count)d rounds are listed without a place. No player "
            "needs more rounds than the most anyone has played.",
            competition.attendance_min,
        )
        yield text % {"count": competition.attendance_min}
    if not competition.are_guests_ranked:
        yield _("Guests are listed without a place.")
    if competition.unfinished == Unfinished.NOTHING:
        yield _("Unfinished matches at the end of a round do not count.")
    if competition.substitutes == Substitutes.PLAYER:
        yield _(
            "A table counts for the players who sit there at its end. Substitutes play for "
            "themselves."
        )
    elif competition.substitutes == Substitutes.NOBODY:
        yield _("A seat taken over by a substitute counts for no one.")


def _order(competition: Competition) -> Iterator[str]:
    if names := ", ".join(criterion_label(name) for name in competition.tie_breaks):
        text = _("Players are ranked by ranking points. Tie-breaks, in this order: %(names)s.")
        yield text % {"names": names}
    else:
        yield _("Players are ranked by ranking points.")
    if "rating" in competition.tie_breaks:
        yield _(
            "The rating tie-break uses each player’s rating at their first result; it does not "
            "change. Players without a rating then have %(start)d."
        ) % {"start": START.shown}
    if "lot" in competition.tie_breaks:
        yield _(
            "Lots are drawn from the number %(seed)d, fixed from the start: a lot is the first "
            "12 digits of the SHA-256 of “%(seed)d:” and the number in the address of the "
            "player’s page. The lowest comes first."
        ) % {"seed": competition.lot_seed}
    else:
        yield _("Players who are still tied share the place.")


def _scale(points: list[int]) -> str:
    return " · ".join(str(each) for each in points)
