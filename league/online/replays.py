"""Replays of finished hands: positions, evaluations of moves, log, and proof of the deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import Event, HandState, InvalidInputError, Json, Seat
from games.bots.analysis import CERTAIN
from games.log import HandLog, Line, commitment, committed_text, digest_command
from games.shuffle import (
    Attempt,
    check_shuffle,
    digest_of,
    secret_text,
    share_text,
    shuffle_as_json,
)
from games.shuffle import digest_command as text_command
from league.core.games import online_part
from league.core.games.entry import Who
from league.core.games.online import Group, Names
from league.online.matches import Position, dealt, matches_around, position_at
from league.online.models import Move, MoveAnalysis, OnlineHand, OnlineTable
from league.online.queries import attempts_at, seats_of
from league.results.scoring import line_as_json
from league.results.table_view import Points, points_of

# What is less is written as 0.0.
LEAST_SHOWN = 0.05


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """What the search says of a move: `gap` points given up of `scale`, `is_worse` if certain.

    `expected` are the points that could be expected of it.
    """

    text: str
    sure: str
    best: str
    expected: float
    gap: float
    scale: float
    short: str
    is_worse: bool


def evaluations_of(
    table: OnlineTable, hand: OnlineHand, names: Names
) -> Mapping[int, MoveEvaluation]:
    """Return the evaluations of a hand by move number, for a seat only those of its own moves."""
    found = MoveAnalysis.objects.filter(move__hand=hand).select_related("move")
    shown = [each for each in found if names.you is None or each.move.seat == names.you]
    scale = max((1.0, *(each.behind for each in shown)))
    return {each.move.number: _evaluation(table, each, names, scale) for each in shown}


def _evaluation(
    table: OnlineTable, opinion: MoveAnalysis, names: Names, scale: float
) -> MoveEvaluation:
    is_worse = opinion.behind > CERTAIN * opinion.error
    points = _points(opinion.chosen)
    gap = _points(opinion.behind)
    if is_worse:
        text = _("Expected %(points)s points, %(gap)s fewer than the best move found.")
    elif opinion.behind > 0:
        text = _("Expected %(points)s points, about as good as the best move found.")
    else:
        text = _("Expected %(points)s points; no better move was found.")
    return MoveEvaluation(
        text=text % {"points": points, "gap": gap},
        sure=_sure(opinion),
        best=_best(table, opinion, names) if is_worse else "",
        expected=opinion.chosen,
        gap=max(opinion.behind, 0.0) if is_worse else 0.0,
        scale=scale,
        short=f"\u2212{gap}" if is_worse else "",
        is_worse=is_worse,
    )


def _sure(opinion: MoveAnalysis) -> str:
    hands = ngettext("%(hands)s simulated hand", "%(hands)s simulated hands", opinion.hands)
    tried = ngettext("%(tried)s move tested", "%(tried)s moves tested", opinion.tried)
    values = {
        "tried": tried % {"tried": opinion.tried},
        "hands": hands % {"hands": opinion.hands},
        "error": _points(CERTAIN * opinion.error),
    }
    if CERTAIN * opinion.error < LEAST_SHOWN:
        return _("%(tried)s in %(hands)s; the difference was the same in all of them.") % values
    return _("%(tried)s in %(hands)s; the difference is accurate to ± %(error)s points.") % values


def _best(table: OnlineTable, opinion: MoveAnalysis, names: Names) -> str:
    """Say what the best move was; what it would have turned up is left out."""
    action: Mapping[str, Any] = opinion.best_action
    turns_up = {
        "draw": _("%(name)s draws from the pile."),
        "take": _("%(name)s takes the top card of the discard pile."),
        "fetch_all": _("%(name)s digs up everything possible."),
    }
    kind = action.get("type", opinion.move.type)
    if kind in turns_up:
        return str(turns_up[kind]) % {"name": names.of(opinion.move.seat)}
    event = Event(opinion.move.seat, kind, action, None)
    return online_part(table.game).describe(event, names)


def _points(points: float) -> str:
    return number_format(round(points, 1), decimal_pos=1).replace("-", "\u2212")


class PlayerArea(NamedTuple):
    """The cards before a player; `is_acting`: the table waits for them."""

    who: Who
    is_acting: bool
    groups: tuple[Group, ...]


class ReplayLayout(NamedTuple):
    """The cards of a table after a move: in the middle, and before each player."""

    middle: tuple[Group, ...]
    areas: tuple[PlayerArea, ...]


def layout_of(game: str, state: HandState, names: Names) -> ReplayLayout:
    """Lay out a position as the seat `names.you` sees it; None: with everybody's cards open."""
    part = online_part(game)
    seats = range(len(names.names))
    eyes = [seat if names.you is None else names.you for seat in seats]
    views = {eye: state.observation(eye).as_json() for eye in dict.fromkeys(eyes)}
    acting = state.acting_seats()
    areas = tuple(
        PlayerArea(
            Who(seat, names.of(seat)),
            seat in acting,
            _filled(part.place(views[eyes[seat]], seat, names)),
        )
        for seat in seats
    )
    return ReplayLayout(_filled(part.middle(views[eyes[0]], names)), areas)


def _filled(groups: Sequence[Group]) -> tuple[Group, ...]:
    return tuple(group for group in groups if group.faces or group.text)


class Step(NamedTuple):
    """A move of a hand as a sentence; `number` is from 1, `judged` its evaluation."""

    number: int
    seat: Seat
    text: str
    judged: MoveEvaluation | None


class ReplayPosition(NamedTuple):
    """A hand after its first `move` moves; `step` is the last of them, None before the first."""

    move: int
    steps: tuple[Step, ...]
    step: Step | None
    prompt: str
    table: ReplayLayout

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.steps)

    @property
    def previous(self) -> int | None:
        """The position before this one."""
        return self.move - 1 if self.move else None

    @property
    def next(self) -> int | None:
        """The position after this one."""
        return self.move + 1 if self.move < self.last else None


class Part(NamedTuple):
    """What one party added to a shuffle: a number that is `opened`, empty where it was not.

    `seat` is None for the site. `fits` says whether it is what the party had committed to, and
    `command` shows that in a shell.
    """

    seat: Seat | None
    name: str
    commitment: str
    opened: str
    fits: bool
    command: str


class Shuffled(NamedTuple):
    """An attempt to shuffle, opened; `silent` are the people who added nothing."""

    number: int
    is_void: bool
    parts: tuple[Part, ...]
    silent: tuple[str, ...]


class Proof(NamedTuple):
    """A deal that was opened: the `text` whose SHA-256 has to be the commitment.

    `shuffles` are the attempts whose last one it follows from, `opened` the same as a log has them;
    `sum` is its seed, `sum_command` shows that in a shell, and `follows` says whether all parts
    lead to the deal. The site alone has dealt the hands of duplicate events: they have none of it.
    """

    salt: str
    text: str
    digest: str
    fits: bool
    command: str
    shuffles: tuple[Shuffled, ...] = ()
    opened: Mapping[str, Json] | None = None
    sum: str = ""
    sum_command: str = ""
    follows: bool = True


def end_of(table: OnlineTable, hand: OnlineHand) -> Position:
    """Return how a hand that is over ended."""
    return position_at(table, hand, Move.objects.filter(hand=hand).count())


def replay_position(
    table: OnlineTable, hand: OnlineHand, names: tuple[str, ...], move: int, seat: Seat | None
) -> ReplayPosition | None:
    """Return a finished hand after a move as a seat saw it (None: open); None for no such move."""
    end = end_of(table, hand)
    if move > end.moves:
        return None
    state = position_at(table, hand, move).state
    part = online_part(table.game)
    reader = Names(names, seat, part.cards(table.rules))
    judged = evaluations_of(table, hand, reader)
    steps = tuple(
        Step(number, event.seat, part.describe(shown_to(event, seat), reader), judged.get(number))
        for number, event in enumerate(end.events, start=1)
    )
    return ReplayPosition(
        move=move,
        steps=steps,
        step=steps[move - 1] if move else None,
        prompt="" if state.is_over() else part.ask(state, reader),
        table=layout_of(table.game, state, reader),
    )


def shown_to(event: Event, seat: Seat | None) -> Event:
    """Return a move of a hand that is over as a seat saw it; None: open."""
    is_seen = seat is None or event.visible_to is None or seat in event.visible_to
    return event if is_seen else replace(event, action=None)


def points_after(
    table: OnlineTable, hand: OnlineHand, names: tuple[str, ...]
) -> tuple[Points, ...]:
    """Return everybody's points and totals after a hand; empty if a correction undid the hand."""
    before = matches_around(table, len(names), hand).before
    try:
        score, after = before.score(hand.record), before.add(hand.record)
    except InvalidInputError:
        return ()
    lines = [[line_as_json(line) for line in each] for each in score.lines]
    return points_of(lines, after.totals, after.places, names)


def log_of(table: OnlineTable, hand: OnlineHand) -> list[Line]:
    """Return the whole log of a hand that is over, as `python -m games verify` reads it."""
    game = online_part(table.game).engine
    setup, deal = dealt(table, hand)
    attempts = tuple(each.opened() for each in attempts_at(table, hand.number))
    log = HandLog(game, table.rules, setup, deal, hand.deal["salt"], attempts)
    end = end_of(table, hand)
    log.state, log.events = end.state, list(end.events)
    header, *rest = log.lines()
    # What was shown before the hand, not what would fit.
    shown: Line = {"commitment": hand.commitment, "rules_version": hand.rules_version}
    return [{**header, **shown}, *rest]


def proof_of(table: OnlineTable, hand: OnlineHand) -> Proof | None:
    """Return what proves the deal of a hand; None while the deal is secret."""
    if not hand.is_open:
        return None
    digest = commitment(hand.deal)
    proof = Proof(
        salt=hand.deal["salt"],
        text=committed_text(hand.deal),
        digest=digest,
        fits=digest == hand.commitment,
        command=digest_command(hand.deal),
    )
    attempts = [each.opened() for each in attempts_at(table, hand.number)]
    if not attempts:
        return proof
    seed_text = attempts[-1].seed_text
    names = {seat.number: seat.name for seat in seats_of(table)}
    return proof._replace(
        shuffles=tuple(_shuffled(attempt, names) for attempt in attempts),
        opened=shuffle_as_json(attempts),
        sum=digest_of(seed_text),
        sum_command=text_command(seed_text),
        follows=_follows(table, hand, attempts),
    )


def _shuffled(attempt: Attempt, names: Mapping[Seat, str]) -> Shuffled:
    place, site = attempt.place, attempt.commitment
    parts = [_part(None, "", site, attempt.secret, secret_text(place, attempt.secret))]
    for each in attempt.shares:
        share = each.share or ""
        text = share_text(place, each.seat, site, share)
        parts.append(_part(each.seat, names.get(each.seat, ""), each.commitment, share, text))
    silent = tuple(names.get(seat, "") for seat in attempt.silent)
    return Shuffled(place.attempt, attempt.is_void, tuple(parts), silent)


def _part(seat: Seat | None, name: str, committed: str, opened: str, text: str) -> Part:
    fits = not opened or digest_of(text) == committed
    return Part(seat, name, committed, opened, fits, text_command(text) if opened else "")


def _follows(table: OnlineTable, hand: OnlineHand, attempts: list[Attempt]) -> bool:
    """Say whether all parts fit, and the deal that was played follows from them."""
    setup, deal = dealt(table, hand)
    engine, salt = online_part(table.game).engine, hand.deal["salt"]
    try:
        check_shuffle(engine, setup, salt, deal, shuffle_as_json(attempts))
    except InvalidInputError:
        return False
    return True
