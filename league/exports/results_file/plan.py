"""What a file of results would make: each line with what is wrong, each table with its outcome."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

from league.clubs.likeness import fold
from league.competitions.models import Competition, Round, Table
from league.competitions.queries import tables
from league.exports.results_file.reading import Line, ResultsFile
from league.results.board import names_at
from league.results.final_board import ResultRow
from league.results.models import Hand
from league.results.services import PaperRecord

# Measured: "Bjrön" and "Björn" are 80 alike, "Tom" and "Tim" 67. Few sit at a table, so that a
# slip may be larger than where a name is looked for in a whole club.
ALIKE_FROM = 60


@dataclass(slots=True)
class Noted:
    """A line with what is wrong with it, and what somebody should look at again."""

    line: Line
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class MatchPlan:
    """What becomes of a table: an `outcome` or new `hands`, neither where all is there already.

    `lines` are those of the table, `hands_before` the ones that are recorded, `rows` who comes
    where in the end.
    """

    table: Table
    names: tuple[str, ...]
    hands_before: Sequence[Hand]
    lines: list[Noted] = field(default_factory=list)
    outcome: Mapping[str, object] | None = None
    hands: tuple[PaperRecord, ...] = ()
    rows: tuple[ResultRow, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Say whether every line of it is right."""
        return not any(noted.problems for noted in self.lines)

    @property
    def is_new(self) -> bool:
        """Say whether it writes anything."""
        return self.is_sound and bool(self.outcome or self.hands)

    @property
    def to_look_at(self) -> list[Noted]:
        """The lines about which there is something to say."""
        return [noted for noted in self.lines if noted.problems or noted.notes]

    def seat_of(self, noted: Noted) -> int | None:
        """Return where the player of a line sits; note it on the line if nobody is called so."""
        name = noted.line.said("player")
        found = [seat for seat, other in enumerate(self.names) if fold(other) == fold(name)]
        if len(found) == 1:
            return found[0]
        noted.problems.append(self._unknown(name) if not found else _two_of_one_name(name))
        return None

    def _unknown(self, name: str) -> str:
        if not name:
            return _("It names no player.")
        words = {"name": name, "number": self.table.number, "players": ", ".join(self.names)}
        alike = process.extractOne(
            fold(name),
            [fold(other) for other in self.names],
            scorer=fuzz.token_sort_ratio,
            score_cutoff=ALIKE_FROM,
        )
        if alike is not None:
            words["alike"] = self.names[alike[2]]
            return _("No %(name)s sits at table %(number)d. Is it %(alike)s?") % words
        return _("No %(name)s sits at table %(number)d. There are: %(players)s.") % words


@dataclass(slots=True)
class Plan:
    """What a whole file would make; `lost` are the lines that lead to no table."""

    file: ResultsFile
    matches: list[MatchPlan]
    lost: list[Noted]

    @property
    def is_sound(self) -> bool:
        """Say whether everything in it is right."""
        return not self.lost and all(match.is_sound for match in self.matches)

    @property
    def fresh(self) -> list[MatchPlan]:
        """The tables at which something would be written."""
        return [match for match in self.matches if match.is_new]

    @property
    def faults(self) -> int:
        """How many lines have something wrong."""
        found = [*self.lost, *(noted for match in self.matches for noted in match.lines)]
        return sum(bool(noted.problems) for noted in found)


def find_tables(competition: Competition, file: ResultsFile) -> Plan:
    """Return the lines of a file by the tables they name, with those that name none."""
    rounds = list(Round.objects.filter(stage__competition=competition).select_related("stage"))
    by_round: dict[int, dict[int, MatchPlan]] = {}
    named = {_whole(line.said("round")) for line in file.lines}
    for plan in _match_plans(each for each in rounds if each.number in named):
        by_round.setdefault(plan.table.round_id, {})[plan.table.number] = plan
    lost: list[Noted] = []
    matches: dict[int, MatchPlan] = {}
    for line in file.lines:
        noted = Noted(line)
        plan_found = _find(noted, rounds, by_round)
        if plan_found is None:
            lost.append(noted)
        else:
            plan_found.lines.append(noted)
            matches[plan_found.table.pk] = plan_found
    return Plan(file, list(matches.values()), lost)


def _match_plans(rounds: Iterable[Round]) -> list[MatchPlan]:
    found = list(
        tables()
        .standing()
        .filter(round__in=[each.pk for each in rounds])
        .select_related("final_result__current")
    )
    hands: dict[int, list[Hand]] = {}
    recorded = Hand.objects.filter(table__in=[table.pk for table in found])
    for hand in recorded.select_related("current").order_by("number", "pk"):
        hands.setdefault(hand.table_id, []).append(hand)
    return [MatchPlan(table, names_at(table), hands.get(table.pk, [])) for table in found]


def _find(
    noted: Noted, rounds: Sequence[Round], by_round: Mapping[int, Mapping[int, MatchPlan]]
) -> MatchPlan | None:
    """Return the plan of the table that a line names; None with the words why there is none."""
    line = noted.line
    number, table = _whole(line.said("round")), _whole(line.said("table"))
    if number is None:
        said = line.said("round")
        words = (
            _("“%(said)s” is no round’s number.") if said else _("The round’s number is missing.")
        )
        noted.problems.append(words % {"said": said})
        return None
    if table is None:
        said = line.said("table")
        words = (
            _("“%(said)s” is no table’s number.") if said else _("The table’s number is missing.")
        )
        noted.problems.append(words % {"said": said})
        return None
    stage = line.said("stage")
    found = [each for each in rounds if each.number == number and _is_stage(each, stage)]
    if len(found) != 1:
        words = (
            _("Several stages have a round %(number)d: name the stage in a column of its own.")
            if found
            else _("This competition has no such round %(number)d.")
        )
        noted.problems.append(words % {"number": number})
        return None
    plan = by_round.get(found[0].pk, {}).get(table)
    if plan is None:
        words = _("Round %(number)d has no table %(table)d. Seat it first.")
        noted.problems.append(words % {"number": number, "table": table})
    return plan


def _is_stage(round: Round, said: str) -> bool:
    stage = round.stage
    return not said or said == str(stage.number) or fold(said) == fold(stage.name or "")


def _whole(text: str) -> int | None:
    is_number = text.isascii() and text.isdecimal() and len(text) <= 4
    return int(text) if is_number else None


def _two_of_one_name(name: str) -> str:
    return _("Two players at this table are called %(name)s: enter it on its page.") % {
        "name": name
    }
