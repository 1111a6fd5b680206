"""What the formulas of a sheet may name, while the sheet is read from top to bottom."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from games.score_sheet.compiling import Cell, Function, Names, Rows, compile_formula
from games.score_sheet.faults import RULE_ID, Faults
from games.score_sheet.frame import DEALER, FIRST_OWN, HAND, SEATS, TOTALS
from games.score_sheet.functions import FUNCTIONS, FUNCTIONS_OF_TEAMS
from games.score_sheet.kinds import MOST_HANDS, SEAT, TOTAL, Kind, KindName, number
from games.score_sheet.labels import Label
from games.score_sheet.rules import PREFIX
from games.score_sheet.sheet import Expression, Sentence
from games.score_sheet.syntax import KEYWORDS, FormulaError, parse_formula

RESERVED = (
    *KEYWORDS,
    *FUNCTIONS,
    *FUNCTIONS_OF_TEAMS,
    *("me", "nobody", "seats", "hand", "dealer", "total", "solo", "sheet", "version"),
)
WORD = re.compile(r"[a-z0-9_]+", re.ASCII)
MOST_STEPS = 60_000
"""Of all formulas in one hand, at a table of eight."""


class Before(Mapping[str, Cell]):
    """The cells of sums over earlier hands; one that is asked for is tracked from then on."""

    def __init__(self, scope: "Scope") -> None:
        self.scope = scope
        self.tracked: dict[str, Cell] = {}

    def __getitem__(self, name: str) -> Cell:
        cell = self.scope.summable[name]
        if name not in self.tracked:
            self.tracked[name] = Cell(self.scope.next_cell(), cell.kind, cell.of)
        return self.tracked[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.scope.summable)

    def __len__(self) -> int:
        return len(self.scope.summable)


class Scope:
    """Hold the names known so far, and compile formulas by them."""

    def __init__(self, faults: Faults, players: range) -> None:
        self.faults = faults
        self.players = players
        self.team_sizes = range(1, players[-1] + 1)
        self.size = FIRST_OWN
        self.steps = 0
        self.rules: set[str] = set()
        self.refused: set[str] = set()
        self.tables: dict[str, Rows] = {}
        self.summable: dict[str, Cell] = {}
        self.choices: dict[str, dict[str, Label]] = {}
        self.before = Before(self)
        self.taken: dict[str, object] = dict.fromkeys(RESERVED)
        self.cells = {
            "seats": Cell(SEATS, number(players[0], players[-1]), "table"),
            "hand": Cell(HAND, number(1, MOST_HANDS), "table"),
            "dealer": Cell(DEALER, SEAT, "table"),
            "total": Cell(TOTALS, TOTAL, "seat"),
        }

    def next_cell(self) -> int:
        """Return a cell that nothing lies in yet."""
        self.size += 1
        return self.size - 1

    def define(self, name: str, kind: Kind, of: Literal["seat", "table"], *, of_hand: bool) -> None:
        """Let formulas use a name from here on; what a hand decides can be summed up over hands."""
        self.taken[name] = kind
        cell = self.cells[name] = Cell(self.next_cell(), kind, of)
        if of_hand and kind.name == "number":
            self.summable[name] = cell

    def names(self, *, with_teams: bool = True) -> Names:
        """Return what formulas can name from here on."""
        functions: Mapping[str, Function] = FUNCTIONS
        if with_teams:
            functions = {**FUNCTIONS, **FUNCTIONS_OF_TEAMS}
        return Names(self.cells, self.tables, self.before, functions, self.players, self.team_sizes)

    def expression(
        self,
        value: object,
        path: str,
        *kinds: KindName,
        of_seat: bool,
        with_teams: bool = True,
    ) -> Expression | None:
        """Compile a formula; None where it is at fault."""
        text = self.faults.formula_text(value, path)
        if text is None:
            return None
        try:
            tree = parse_formula(text)
            names = self.names(with_teams=with_teams)
            formula = compile_formula(tree, names, kinds, of_seat=of_seat)
        except FormulaError as error:
            if error.code == "unknown_name" and self.is_refused(text[error.at - 1 :]):
                return None
            where = f"{error.text} (Character {error.at}.)"
            self.faults.add(error.code, path, where, at=error.at)
            return None
        self.steps += formula.steps * (self.players[-1] if of_seat else 1)
        return Expression(text, tree, formula)

    def refuse(self, name: object) -> None:
        """Keep the name of what was at fault: that it cannot be used then is no fault more."""
        if isinstance(name, str) and name not in self.taken:
            self.refused.add(name)

    def is_refused(self, text: str) -> bool:
        """Tell whether a text begins with the name of what was at fault."""
        word = WORD.match(text)
        return word is not None and word[0] in self.refused

    def rule(self, value: object, path: str) -> str:
        """Return the id of a rule that no other part of the sheet has."""
        if not isinstance(value, str) or not RULE_ID.fullmatch(value):
            self.faults.add("not_a_rule_id", path, "Write the id of a rule as “HE-01”.")
        elif value.startswith(PREFIX):
            self.faults.add("taken", path, f"Ids with {PREFIX} are those of all score sheets.")
        elif value in self.rules:
            self.faults.add("taken", path, f"Another rule has the id {value}.")
        else:
            self.rules.add(value)
            return value
        return "?"

    def sentence(self, text: Label, path: str, *, of_seat: bool) -> Sentence:
        """Find what the names in braces stand for; it is a number or a choice."""
        cells = []
        for name in sorted(text.placeholders):
            cell = self.cells.get(name)
            if cell is None and name in self.refused:
                continue
            if cell is None or cell.kind.name not in ("number", "choice"):
                self.faults.add("unknown_name", path, f"No number or choice is called {name}.")
            elif cell.of == "seat" and not of_seat:
                self.faults.add("asks_a_seat", path, f"{name} has one value for each player.")
            else:
                cells.append((name, cell))
        choices = {name: self.choices[name] for name, _ in cells if name in self.choices}
        return Sentence(text, tuple(cells), choices)
