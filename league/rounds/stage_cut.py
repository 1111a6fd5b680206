"""Who qualifies for a stage that has not begun, why, and who moves up."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tournament import cut as games_cut
from games.tournament.cut import Candidate, Finisher, carried_points, cut
from league.competitions.models import SETTLED, Cut, CutTies, Entry, Round, RoundStatus, Seat, Stage
from league.competitions.queries import entries_in_stage, entries_of
from league.core.rule_texts import join_names
from league.rounds.queries import Attendee
from league.standings.queries import StandingRow, standings_by_stage
from league.standings.texts import place_texts


class CutRow(NamedTuple):
    """An entry at a cut with `seed` (None: not qualified) and `why`.

    `reserve` counts those who move up when somebody declines, the first is 1; `missed` names the
    last round if the entry was not there.
    """

    entry: Entry
    place: int | None
    points: int
    seed: int | None
    carried: int
    why: str
    reserve: int | None = None
    has_declined: bool = False
    missed: str = ""


class StageCut(NamedTuple):
    """Who qualifies for a stage; `refusal`: why it cannot begin, `warning`: what is unusual."""

    stage: Stage
    rows: tuple[CutRow, ...]
    refusal: str
    warning: str

    @property
    def going_on(self) -> list[CutRow]:
        """Return the qualified entries by seed."""
        return [row for row in self.rows if row.seed is not None]

    @property
    def out(self) -> list[CutRow]:
        """Return those who do not qualify, the first to move up first."""
        return [row for row in self.rows if row.seed is None and not row.has_declined]

    @property
    def declined(self) -> list[CutRow]:
        """Return those who declined."""
        return [row for row in self.rows if row.has_declined]

    @property
    def missing(self) -> str:
        """Return the names of qualified players who were not at the last round."""
        return join_names([row.entry.player.name for row in self.going_on if row.missed])

    @property
    def state(self) -> str:
        """Return the qualified entries by seed as "12-3"."""
        return "-".join(str(row.entry.pk) for row in self.going_on)


def cut_of(stage: Stage) -> StageCut:
    """Return who qualifies for a stage that has not begun, by the current standings."""
    before = Stage.objects.select_related("competition__club").get(
        competition=stage.competition_id, number=stage.number - 1
    )
    standings = standings_by_stage(before.competition).get(before.number, [])
    entries = {entry.pk: entry for entry in entries_in_stage(before)}
    declined = set(stage.declined or ()) & set(entries)
    candidates = _candidates(stage, before, entries, standings)
    staying = _candidates(stage, before, entries.keys() - declined, standings)
    first_choice = {each.finisher.entry for each in candidates if each.goes_on}
    reader = _Reader(stage, before, entries, standings, first_choice, declined)
    rows = [reader.row(each) for each in staying]
    rows += [
        reader.row(each)._replace(seed=None, reserve=None, has_declined=True)
        for each in candidates
        if each.finisher.entry in declined
    ]
    going_on = sum(row.seed is not None for row in rows)
    return StageCut(stage, tuple(rows), _refusal(stage, before, going_on), _warning(before))


def _candidates(
    stage: Stage, before: Stage, entries: Collection[int], standings: Sequence[StandingRow]
) -> list[Candidate]:
    """Return the entries as cut; those without a place come last, level."""
    rows = {row.entry_id: row for row in standings}
    found = [(pk, rows.get(pk)) for pk in entries]
    last = 1 + sum(1 for _pk, row in found if row and row.place)
    highest = max((row.place or 0 for _pk, row in found if row), default=0)
    return cut(
        [
            Finisher(pk, (row and row.place) or max(last, highest + 1), row.points if row else 0)
            for pk, row in found
        ],
        by=cast("games_cut.Cut", stage.cut),
        at=stage.cut_at or 0,
        do_all_go_on=stage.cut_ties == CutTies.ALL,
        lot_seed=before.competition.lot_seed,
    )


class _Reader:
    """Reads candidates of a cut as rows with what decided each."""

    def __init__(
        self,
        stage: Stage,
        before: Stage,
        entries: Mapping[int, Entry],
        standings: Sequence[StandingRow],
        first_choice: Collection[int],
        declined: Collection[int],
    ) -> None:
        self.stage, self.entries = stage, entries
        self.standings = {row.entry_id: row for row in standings}
        self.decided = dict(zip(self.standings, place_texts(standings), strict=True))
        self.first_choice = first_choice
        self.gone = [entries[pk].player.name for pk in first_choice if pk in declined]
        self.last = _last_round(before)
        self.there = _there(self.last) if self.last else set()
        if not self.there:
            self.last = None
        self.reserves = 0

    def row(self, candidate: Candidate) -> CutRow:
        """Return the row of a candidate; the order of calls numbers the reserves."""
        one = candidate.finisher
        standing = self.standings.get(one.entry)
        if not candidate.goes_on:
            self.reserves += 1
        moves_up = self.stage.cut == Cut.PLACES and not candidate.goes_on
        return CutRow(
            entry=self.entries[one.entry],
            place=standing.place if standing else None,
            points=one.points,
            seed=candidate.seed,
            carried=carried_points(one.points, cast("games_cut.CarryOver", self.stage.carry_over)),
            why=self._why(candidate),
            reserve=self.reserves if moves_up else None,
            missed=self.last.label if self.last and one.entry not in self.there else "",
        )

    def _why(self, candidate: Candidate) -> str:
        entry = candidate.finisher.entry
        parts = [_tie_text(candidate)]
        if not parts[0]:
            parts.append(self.decided.get(entry, ""))
        if candidate.goes_on and entry not in self.first_choice:
            names = join_names(sorted(self.gone))
            parts.append(
                ngettext(
                    "moves up: %(names)s declined", "moves up: %(names)s declined", len(self.gone)
                )
                % {"names": names}
            )
        short = (self.stage.cut_at or 0) - candidate.finisher.points
        if self.stage.cut == Cut.POINTS and not candidate.goes_on:
            text = ngettext("%(count)d point short", "%(count)d points short", short)
            parts.append(text % {"count": short})
        return "; ".join(filter(None, parts))


def _tie_text(candidate: Candidate) -> str:
    if not candidate.is_level:
        return ""
    if candidate.by_lot is None:
        return _("tied at the cut: all advance")
    if candidate.goes_on:
        return _("tied at the cut: advances by drawing of lots")
    return _("tied at the cut: out by drawing of lots")


def _last_round(before: Stage) -> Round | None:
    closed = Round.objects.filter(
        stage__competition=before.competition_id,
        stage__number__lte=before.number,
        status=RoundStatus.CLOSED,
    )
    return closed.select_related("stage").order_by("number").last()


def _there(round: Round) -> set[int]:
    """Return the entries that were checked in or seated in a round."""
    seats = Seat.objects.filter(table__round=round, table__dissolved_at=None)
    return {
        *round.check_ins.values_list("entry", flat=True),
        *seats.values_list("entry", flat=True),
    }


def _refusal(stage: Stage, before: Stage, going_on: int) -> str:
    if too_early := why_too_early(stage, before):
        return too_early
    if going_on < 2:
        return _("Fewer than 2 entries would advance. Change the cut first.")
    return ""


def why_too_early(stage: Stage, before: Stage) -> str:
    """Return what has to be done before a stage can start after the one before it, or ""."""
    if not before.has_started:
        return _("Start %(stage)s first.") % {"stage": before.label}
    earlier = Round.objects.filter(
        stage__competition=stage.competition_id, stage__number__lt=stage.number
    )
    if not earlier.exists():
        return _("No round has been played yet.")
    if open_round := earlier.exclude(status__in=SETTLED).order_by("number").first():
        text = (
            _("Round %(number)d is still in progress. Close it first.")
            if open_round.is_open
            else _("Round %(number)d has not been played. Play, cancel or delete it first.")
        )
        return text % {"number": open_round.number}
    return ""


def _warning(before: Stage) -> str:
    played = before.rounds.exclude(status=RoundStatus.CALLED_OFF).count()
    if before.planned_rounds is None or played >= before.planned_rounds:
        return ""
    return ngettext(
        "%(stage)s: %(played)d of %(planned)d round played.",
        "%(stage)s: %(played)d of %(planned)d rounds played.",
        before.planned_rounds,
    ) % {"stage": before.label, "played": played, "planned": before.planned_rounds}


class Reserve(NamedTuple):
    """Who is out of a stage, with the place in the stage before and whether they declined."""

    attendee: Attendee
    place: int | None
    has_declined: bool


def reserves_of(stage: Stage, attendees: Iterable[Attendee]) -> list[Reserve]:
    """Return who is out of a stage with a cut, the first to move up first, who declined last."""
    rows = standings_by_stage(stage.competition).get(stage.number - 1, [])
    places = {row.entry_id: row.place for row in rows}
    entry_of = dict(entries_of(stage.competition).values_list("player", "pk"))
    found = []
    for attendee in attendees:
        entry = entry_of.get(attendee.player.pk)
        place = places.get(entry) if entry else None
        found.append(Reserve(attendee, place, has_declined=entry in (stage.declined or ())))
    return sorted(found, key=lambda each: (each.has_declined, each.place is None, each.place or 0))


def present(cut: StageCut) -> list[Entry]:
    """Return the qualified entries that were at the last round, if that is known."""
    return [row.entry for row in cut.going_on if not row.missed]
