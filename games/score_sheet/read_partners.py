"""Read who plays with whom: the same all match long, by turns, by places, or as declared."""

from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from games.score_sheet.faults import Faults, join
from games.score_sheet.labels import Label, read_label
from games.score_sheet.rules import PARTNERS
from games.score_sheet.scope import Scope
from games.score_sheet.sheet import Expression, Partners, PartnersKind, Team, Teams
from games.validation import is_seat

KINDS: tuple[str, ...] = get_args(PartnersKind)
FIELDS: Mapping[str, tuple[str, ...]] = {
    "none": (),
    "seats": ("size",),
    "fixed": ("teams",),
    "rotating": ("turns",),
    "places": (),
    "declared": ("side",),
}
MOST_TURNS = 105
"""As many as eight players can be paired in ways that are all different."""
LARGEST_TEAM = 4


def read_partners(value: object, scope: Scope) -> Partners:
    """Read partners, but for the sides that are declared: columns are not known yet."""
    path, faults = "partners", scope.faults
    data = value if isinstance(value, Mapping) else {}
    kind = faults.one_of(data.get("kind"), f"{path}.kind", KINDS)
    if kind is None:
        return Partners("SH-02", PARTNERS, "none")
    data = faults.fields(value, path, ("kind", "rule", "label", *FIELDS[kind]))
    rule, text = read_rule(data, path, scope, "SH-02", PARTNERS)
    turns: Mapping[int, tuple[Teams, ...]] = {}
    if kind == "seats":
        turns = _by_seats(data.get("size", 2), scope)
    elif kind == "fixed":
        fixed = data.get("teams")
        wrapped = {each: [fixed[each]] for each in fixed} if isinstance(fixed, Mapping) else fixed
        turns = _read_turns(wrapped, f"{path}.teams", scope)
    elif kind == "rotating":
        turns = _read_turns(data.get("turns"), f"{path}.turns", scope)
    return Partners(rule, text, cast(PartnersKind, kind), turns)


def read_rule(
    data: Mapping[str, Any], path: str, scope: Scope, rule: str, text: Label
) -> tuple[str, Label]:
    """Return the rule that a sheet gives a part, or the one that all sheets share."""
    if "rule" in data:
        rule = scope.rule(data["rule"], f"{path}.rule")
        return rule, read_label(data.get("label"), f"{path}.label", scope.faults)
    if "label" in data:
        scope.faults.add("missing", f"{path}.rule", "A label needs the id of a rule.")
    return rule, text


def read_side(value: object, scope: Scope) -> Expression | None:
    """Read which seats are on the first side, once the columns are known."""
    data = value if isinstance(value, Mapping) else {}
    if data.get("kind") != "declared":
        return None
    side = data.get("side")
    return scope.expression(side, "partners.side", "condition", of_seat=True, with_teams=False)


def _by_seats(size: object, scope: Scope) -> Mapping[int, tuple[Teams, ...]]:
    """Seat the members of a team as far apart as can be: opposite each other if they are two."""
    number = scope.faults.number(size, "partners.size", 2, LARGEST_TEAM)
    if number is None:
        return {}
    turns: dict[int, tuple[Teams, ...]] = {}
    for players in scope.players:
        teams, left_over = divmod(players, number)
        if left_over or teams < 2:
            text = f"{players} players do not make two or more teams of {number}."
            scope.faults.add("not_teams", "partners.size", text, players=players)
        turns[players] = (tuple(tuple(range(first, players, teams)) for first in range(teams)),)
    return turns


def _read_turns(value: object, path: str, scope: Scope) -> Mapping[int, tuple[Teams, ...]]:
    """Read for every number of players the teams of one hand after the other."""
    faults = scope.faults
    data = faults.fields(value, path, [str(players) for players in scope.players])
    turns: dict[int, tuple[Teams, ...]] = {}
    for players in scope.players:
        where = join(path, str(players))
        if str(players) not in data:
            faults.add("missing", where, f"Say the teams of {players} players.", players=players)
            continue
        found = _read_turns_of(data[str(players)], where, players, faults)
        if found:
            turns[players] = found
    return turns


def _read_turns_of(value: object, path: str, players: int, faults: Faults) -> tuple[Teams, ...]:
    def read(item: object, where: str) -> Teams | None:
        teams = read_teams(item, players)
        if teams is None:
            text = "List teams, each with two or more seats, counted from 0, none of them twice."
            faults.add("not_teams", where, text)
        return teams

    turns = faults.items(value, path, MOST_TURNS, read)
    if not turns:
        faults.add("missing", path, "There must be teams.")
    return turns


def read_teams(value: object, players: int) -> Teams | None:
    """Return teams that are a list of lists of seats; None for anything else."""
    if not isinstance(value, list | tuple) or not value or len(value) > players:
        return None
    teams = [_read_team(team, players) for team in value]
    found = [team for team in teams if team is not None]
    seats = [seat for team in found for seat in team]
    if len(found) < len(teams) or len({*seats}) < len(seats):
        return None
    return tuple(found)


def _read_team(value: object, players: int) -> Team | None:
    if not isinstance(value, Sequence) or isinstance(value, str) or not 2 <= len(value) <= players:
        return None
    seats = [seat for seat in value if is_seat(seat, players)]
    return tuple(seats) if len(seats) == len(value) else None
