"""Say in words how a competition counts: what a table is worth, what counts, who comes first."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tournament.ratings import START
from league.competitions.models import Competition, Scoring, Substitutes, Unfinished
from league.core.templatetags.ui import signed
from league.standings.words import criterion_words


def how_it_counts(competition: Competition) -> list[str]:
    """Return sentences on how a competition counts, in the order in which one asks."""
    return [
        *_tables(competition),
        *_bonuses(competition),
        *_what_counts(competition),
        *_absences(competition),
        *_order(competition),
    ]


def _tables(competition: Competition) -> Iterator[str]:
    if competition.scoring == Scoring.PLACES:
        yield _("Places at a table are worth %(scale)s league points.") % {
            "scale": _scale(competition.place_points)
        }
        for size in sorted(competition.size_points, key=int):
            yield _("At a table of %(size)s they are worth %(scale)s.") % {
                "size": size,
                "scale": _scale(competition.size_points[size]),
            }
        yield _(
            "Players who share a place split what their places are worth together, rounded down."
        )
        return
    yield {
        Scoring.BEATEN: _(
            "A table is worth the share of opponents left behind, in thousandths: 1000 for the "
            "first place. One who is level is half beaten."
        ),
        Scoring.RAW: _("A table is worth the points of the game."),
        Scoring.NORMALISED: _(
            "A table is worth from 0 for the fewest points of the game to 1000 for the most, and "
            "in between by how far one has come."
        ),
    }[Scoring(competition.scoring)]


def _bonuses(competition: Competition) -> Iterator[str]:
    bonuses = [
        (competition.win_bonus, _("Winning a table gives %(points)s.")),
        (competition.target_bonus, _("Reaching the target of the match gives %(points)s.")),
        (competition.attendance_bonus, _("Every round played gives %(points)s.")),
    ]
    for points, words in bonuses:
        if points:
            yield words % {"points": signed(points)}


def _what_counts(competition: Competition) -> Iterator[str]:
    if competition.best_of:
        words = ngettext(
            "Only the best round of everybody counts; the others are struck through.",
            "Only the best %(count)d rounds of everybody count; the others are struck through.",
            competition.best_of,
        )
        yield words % {"count": competition.best_of}
    if competition.attendance_min:
        words = ngettext(
            "Who has played no round is listed without a place.",
            "Who has played fewer than %(count)d rounds is listed without a place; nobody needs "
            "more than whoever has played most.",
            competition.attendance_min,
        )
        yield words % {"count": competition.attendance_min}
    if not competition.are_guests_ranked:
        yield _("Guests are listed without a place.")
    if competition.unfinished == Unfinished.NOTHING:
        yield _("A match that has not ended when its round closes counts for nothing.")
    if competition.substitutes == Substitutes.PLAYER:
        yield _("A table counts for whoever sits there at its end, substitutes for themselves.")
    elif competition.substitutes == Substitutes.NOBODY:
        yield _("A table with a substitute counts for nobody on that seat.")


def _absences(competition: Competition) -> Iterator[str]:
    absences = [
        (competition.bye_points, _("A round without a free seat gives %(points)s.")),
        (competition.absence_points, _("A missed round gives %(points)s.")),
        (competition.no_show_points, _("Checking in and not turning up gives %(points)s.")),
    ]
    for points, words in absences:
        if points:
            yield words % {"points": signed(points)}


def _order(competition: Competition) -> Iterator[str]:
    names = [criterion_words(name) for name in competition.tie_breaks]
    if names:
        yield _(
            "More league points come first; between equals decide, in this order: %(names)s."
        ) % {"names": ", ".join(names)}
    else:
        yield _("More league points come first.")
    if "rating" in competition.tie_breaks:
        yield _(
            "The rating that is compared is the one everybody had when their first result came in; "
            "it stays as it was. Who had none then has %(start)d."
        ) % {"start": START.shown}
    if "lot" in competition.tie_breaks:
        yield _(
            "Lots are drawn from the number %(seed)d, which is fixed from the beginning: a lot is "
            "the first twelve digits of the SHA-256 of “%(seed)d:” and the number in the address "
            "of the player’s page here. The lowest comes first."
        ) % {"seed": competition.lot_seed}
    else:
        yield _("Whoever is equal in all of these shares a place.")


def _scale(points: list[int]) -> str:
    return " · ".join(str(each) for each in points)
