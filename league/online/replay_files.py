"""A finished hand as one file: every position and move at once, as one reader may see them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _

from games.base import Json, Seat
from league.core.games import online_part, site_game
from league.core.games.online import Group, Names
from league.online import texts
from league.online.duplicate_results import tables_of_deal
from league.online.matches import first_position
from league.online.models import OnlineHand, OnlineTable
from league.online.replays import (
    MoveEvaluation,
    end_of,
    evaluations_of,
    layout_of,
    points_after,
    shown_to,
)
from league.results.table_view import facts_of

LOSSES_MARKED = 3


@dataclass(slots=True)
class _Pieces:
    """What lies before somebody, each arrangement once, however many positions show it."""

    known: dict[tuple[Group, ...], int] = field(default_factory=dict)

    def number(self, groups: tuple[Group, ...]) -> int:
        """Return the number of an arrangement."""
        return self.known.setdefault(groups, len(self.known))

    def as_json(self) -> list[Json]:
        """Return the arrangements by number."""
        return [
            [
                {
                    "label": str(group.label),
                    "text": str(group.text),
                    "faces": [[each.id, str(each.name), str(each.note)] for each in group.faces],
                }
                for group in groups
            ]
            for groups in self.known
        ]


def replay_file(
    table: OnlineTable, hand: OnlineHand, names: tuple[str, ...], seat: Seat | None
) -> dict[str, Json]:
    """Return a finished hand with all its positions as a seat saw them (None: all cards open)."""
    judged = evaluations_of(table, hand, Names(names, seat, {}))
    pieces = _Pieces()
    steps = _steps(table, hand, names, seat, judged, pieces)
    worse = [number for number, each in judged.items() if each.is_worse]
    losses = sorted(worse, key=lambda number: (-judged[number].gap, number))
    return {
        "hand": hand.number,
        "seat": seat,
        "names": list(names),
        "steps": steps,
        "pieces": pieces.as_json(),
        "losses": sorted(losses[:LOSSES_MARKED]),
        "facts": [
            {"label": str(fact.label), "text": fact.text}
            for fact in facts_of(site_game(table.game), hand.record or {}, names)
        ],
        "points": _points(table, hand, names),
        "texts": {name: str(text) for name, text in texts.REPLAY.items()},
    }


def _steps(
    table: OnlineTable,
    hand: OnlineHand,
    names: tuple[str, ...],
    seat: Seat | None,
    judged: Mapping[int, MoveEvaluation],
    pieces: _Pieces,
) -> list[Json]:
    part = online_part(table.game)
    reader = Names(names, seat, part.cards(table.rules))
    state = first_position(table, hand).state.clone()
    events = end_of(table, hand).events
    found: list[Json] = []
    for number in range(len(events) + 1):
        event = events[number - 1] if number else None
        if event is not None:
            state.apply(event.seat, state.read_action(event.seat, event.action))
        layout = layout_of(table.game, state, reader)
        found.append(
            {
                "seat": None if event is None else event.seat,
                "text": "" if event is None else part.describe(shown_to(event, seat), reader),
                "prompt": "" if state.is_over() else part.ask(state, reader),
                "middle": pieces.number(layout.middle),
                "areas": [pieces.number(area.groups) for area in layout.areas],
                "acting": [area.who.seat for area in layout.areas if area.is_acting],
                "judged": _judged(judged.get(number)),
            }
        )
    return found


def _judged(judged: MoveEvaluation | None) -> Json:
    if judged is None:
        return None
    return {name: getattr(judged, name) for name in ("expected", "text", "best", "sure", "short")}


def _points(table: OnlineTable, hand: OnlineHand, names: tuple[str, ...]) -> list[Json]:
    return [
        {
            "seat": each.who.seat,
            "points": each.points,
            "total": each.total,
            "lines": [{"text": line.text, "points": line.points} for line in each.lines],
        }
        for each in points_after(table, hand, names)
    ]


def replays_of_deal(table: OnlineTable, hand: OnlineHand) -> list[dict[str, object]]:
    """Return how the tables of an event played a deal that lies open, this one among them."""
    if table.event is None or hand.duplicate_deal is None or not hand.is_open:
        return []
    return [
        {
            "label": _("Table %(number)s") % {"number": each.number},
            "page": reverse("online:replay", args=[each.table.token, number]),
            "is_this": each.table.pk == table.pk,
        }
        for each, number in tables_of_deal(table.event, hand.duplicate_deal)
    ]
