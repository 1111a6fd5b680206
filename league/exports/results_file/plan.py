"""Read rows of results, the text of any spreadsheet, and say what they would make of each table.

The first row names the columns. Every row stands for itself, so that a forgotten quote spoils one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override
from rapidfuzz import fuzz, process

from league.clubs.paste import split_cells
from league.competitions.models import Competition, Round, RoundStatus, Table
from league.competitions.queries import tables
from league.core.games import SiteGame, site_games
from league.core.games.score_sheet import FileColumn
from league.core.names import fold
from league.core.workbooks import LONGEST_CELL, MOST_COLUMNS, UnreadableFileError, too_long
from league.exports.listings import FORMULA_SIGNS, Cell, Column, Listing
from league.results.final_forms import ResultRow
from league.results.models import Hand
from league.results.score_sheet import ScoreSheetRecord
from league.results.table_view import names_at

WHERE: Final = (
    Column("stage", gettext_lazy("Stage")),
    Column("round", gettext_lazy("Round")),
    Column("table", gettext_lazy("Table")),
    Column("player", gettext_lazy("Player")),
)
HAND: Final = Column("hand", gettext_lazy("Hand"))
OUTCOME: Final = (Column("place", gettext_lazy("Place")), Column("total", gettext_lazy("Total")))
OTHER_NAMES: Final[Mapping[str, str]] = {"game points": "total", "name": "player", "match": "table"}
"""What else a column may be called, as in the results that can be taken away."""


Said = TypeVar("Said")


def columns_of_hands(game: SiteGame) -> Sequence[FileColumn]:
    """Return what a hand of a game is told by, beside its number."""
    part = game.score_sheet
    return part.file_columns if part else ()


def every_column() -> list[tuple[str, str]]:
    """Return the key of every column that a file may have, with a name for it."""
    known = [(column.key, str(column.label)) for column in (*WHERE, *OUTCOME, HAND)]
    return known + [
        (column.key, str(column.label))
        for game in site_games()
        for column in columns_of_hands(game)
    ]


MOST_ROWS: Final = 2000


@dataclass(frozen=True, slots=True)
class Line:
    """A row: its number as a spreadsheet counts, and what stands in each known column."""

    number: int
    cells: Mapping[str, str]

    def said(self, column: str) -> str:
        """Return what stands in a column, "" where there is none."""
        return self.cells.get(column, "")


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """All rows that are not empty, the columns they have, and headings that mean nothing here."""

    lines: tuple[Line, ...]
    columns: frozenset[str]
    unread: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """The headings of a file, and the cells of each row below by its number."""

    headings: list[str]
    cells: tuple[tuple[int, list[str]], ...]

    def by(self, columns: Sequence[str]) -> ResultsFile:
        """Return the rows, `columns` being the key of each heading ("": none)."""
        lines = (Line(number, _cells(columns, cells)) for number, cells in self.cells)
        filled = tuple(line for line in lines if any(line.cells.values()))
        if not filled:
            text = _("There are no rows below the column names. Add at least one.")
            raise UnreadableFileError(text)
        named = zip(self.headings, columns, strict=True)
        unread = tuple(heading for heading, column in named if heading and not column)
        return ResultsFile(filled, frozenset(columns) - {""}, unread)


def read_results(text: str, game: SiteGame | None = None) -> ResultsFile:
    """Read rows of results, by the columns of a game too; raises UnreadableFileError."""
    rows = read_rows(text)
    return rows.by(_columns(rows.headings, game))


def read_rows(text: str) -> Rows:
    """Read rows whose cells most lines separate by tabs, semicolons or commas.

    Raises UnreadableFileError.
    """
    text = text.replace("\x00", "").removeprefix("\ufeff")
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not numbered:
        raise UnreadableFileError(_("The file is empty."))
    if len(numbered) > MOST_ROWS + 1:
        raise too_long(MOST_ROWS)
    separator = max("\t;,", key=lambda mark: sum(mark in line for _number, line in numbered))
    headings = split_cells(numbered[0][1], separator)[:MOST_COLUMNS]
    rows = ((number, split_cells(line, separator)) for number, line in numbered[1:])
    return Rows(headings, tuple(rows))


def _columns(headings: Sequence[str], game: SiteGame | None) -> list[str]:
    names = names_of_columns(game)
    columns = [names.get(fold(heading), "") for heading in headings]
    if doubled := {column for column in columns if column and columns.count(column) > 1}:
        raise UnreadableFileError(
            _("Two columns are called “%(name)s”. Rename or remove one.") % {"name": min(doubled)}
        )
    if missing := [name for name in ("round", "table", "player") if name not in columns]:
        raise UnreadableFileError(
            _("The first row must name the columns. Missing: %(names)s.")
            % {"names": ", ".join(missing)}
        )
    return columns


def names_of_columns(game: SiteGame | None = None) -> dict[str, str]:
    """Return the key of each column by what it may be called, in every language, folded.

    What a game calls its own columns comes after what all results have in common.
    """
    names = {**OTHER_NAMES, **_names(every_column)}
    if game is None:
        return names
    common = _names(lambda: [(each.key, str(each.label)) for each in (*WHERE, *OUTCOME, HAND)])
    return names | own_names(game) | common


def own_names(game: SiteGame) -> dict[str, str]:
    """Return the keys of a game's own columns by what they are called."""
    return _names(lambda: [(each.key, str(each.label)) for each in columns_of_hands(game)])


def _names(columns: Callable[[], list[tuple[str, str]]]) -> dict[str, str]:
    names = {fold(name): key for each in in_each_language(columns) for key, name in each}
    return names | {fold(key): key for key, _label in columns()}


def in_each_language(say: Callable[[], Said]) -> list[Said]:
    """Return what is said in each language of the site."""
    said = []
    for language, _title in settings.LANGUAGES:
        with override(language):
            said.append(say())
    return said


def _cells(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return {
        column: _bare(cell)[:LONGEST_CELL]
        for column, cell in zip(columns, cells, strict=False)
        if column
    }


def _bare(cell: str) -> str:
    """Return a cell without the mark that keeps spreadsheets from taking it for a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA_SIGNS) else cell


def template_listing(competition: Competition) -> Listing:
    """List who sits at open tables without any hand or result, with room for how they ended."""
    # Programs and people of every language read the same names in the first row.
    columns = [Column(column.key, column.key) for column in (*WHERE, *OUTCOME)]
    return Listing("results-to-fill-in", columns, _rows(competition))


def _rows(competition: Competition) -> Iterator[tuple[Cell, ...]]:
    found = (
        tables()
        .standing()
        .filter(round__stage__competition=competition, round__status=RoundStatus.OPEN, score=None)
    )
    for table in found.order_by("round__stage__number", "round__number", "number"):
        for seat in table.seats.all():
            stage = table.round.stage.number
            yield stage, table.round.number, table.number, seat.player.name, None, None


# Measured: "Bjrön" and "Björn" are 80 alike, "Tom" and "Tim" 67. Few sit at a table, so that a
# slip may be larger than where a name is looked for in a whole club.
ALIKE_FROM = 60


@dataclass(slots=True)
class Noted:
    """A line with its errors and warnings."""

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
    hands: tuple[ScoreSheetRecord, ...] = ()
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
            return _("The player is missing.")
        text = {"name": name, "number": self.table.number, "players": ", ".join(self.names)}
        alike = process.extractOne(
            fold(name),
            [fold(other) for other in self.names],
            scorer=fuzz.token_sort_ratio,
            score_cutoff=ALIKE_FROM,
        )
        if alike is not None:
            text["alike"] = self.names[alike[2]]
            return _("%(name)s does not sit at table %(number)d. Do you mean %(alike)s?") % text
        return _("%(name)s does not sit at table %(number)d. Players there: %(players)s.") % text


@dataclass(slots=True)
class Plan:
    """The effect of a whole file; `lost` are the lines that lead to no table."""

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

    @property
    def faults_text(self) -> str:
        """How many lines have something wrong, as a sentence."""
        text = ngettext(
            "%(count)d row has errors. Nothing is imported until all rows are valid.",
            "%(count)d rows have errors. Nothing is imported until all rows are valid.",
            self.faults,
        )
        return text % {"count": self.faults}


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
    standing = tables().standing().filter(round__in=[each.pk for each in rounds])
    found = list(standing.select_related("final_result__current"))
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
    round_text, table_text, stage = (line.said(name) for name in ("round", "table", "stage"))
    number, table = _whole(round_text), _whole(table_text)
    if number is None:
        wrong, missing = _("“%(said)s” is not a round number."), _("The round number is missing.")
        noted.problems.append(wrong % {"said": round_text} if round_text else missing)
        return None
    if table is None:
        wrong, missing = _("“%(said)s” is not a table number."), _("The table number is missing.")
        noted.problems.append(wrong % {"said": table_text} if table_text else missing)
        return None
    found = [each for each in rounds if each.number == number and _is_stage(each, stage)]
    if len(found) != 1:
        text = (
            _("Several stages have a round %(number)d. Add a column for the stage.")
            if found
            else _("This competition has no round %(number)d.")
        )
        noted.problems.append(text % {"number": number})
        return None
    plan = by_round.get(found[0].pk, {}).get(table)
    if plan is None:
        text = _("Round %(number)d has no table %(table)d. Seat the players first.")
        noted.problems.append(text % {"number": number, "table": table})
    return plan


def _is_stage(round: Round, said: str) -> bool:
    stage = round.stage
    return not said or said == str(stage.number) or fold(said) == fold(stage.name or "")


def _whole(text: str) -> int | None:
    is_number = text.isascii() and text.isdecimal() and len(text) <= 4
    return int(text) if is_number else None


def _two_of_one_name(name: str) -> str:
    return _(
        "Two players at this table are called %(name)s. Enter the result on the table’s page."
    ) % {"name": name}
