"""Hands that are over, step by step: where each move led, the log, and what proves the deal."""

from dataclasses import replace
from typing import NamedTuple

from games.base import Event, HandState, InvalidInputError, Seat
from games.log import HandLog, Line, commitment, committed_text, digest_command
from games.registry import game as find_game
from league.online.judged import Judgement, judgements_of
from league.online.matches import matches_around
from league.online.models import Move, OnlineHand, OnlineTable
from league.online.open_cards import OpenTable, open_table_of
from league.online.positions import Position, position_at
from league.online.words import Names, words_of
from league.results.match_board import Points, points_of
from league.results.scoring import line_as_json


class Step(NamedTuple):
    """A move of a hand, in words; `number` is from 1, `judged` what the search says of it."""

    number: int
    seat: Seat
    words: str
    judged: Judgement | None


class Moment(NamedTuple):
    """A hand after its first `move` moves; `step` is the last of them, None before the first."""

    move: int
    steps: tuple[Step, ...]
    step: Step | None
    ask: str
    table: OpenTable

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.steps)

    @property
    def previous(self) -> int | None:
        """The moment before this one."""
        return self.move - 1 if self.move else None

    @property
    def next(self) -> int | None:
        """The moment after this one."""
        return self.move + 1 if self.move < self.last else None


class Proof(NamedTuple):
    """A deal that was opened: the `text` whose SHA-256 has to be the commitment."""

    salt: str
    text: str
    digest: str
    fits: bool
    command: str


def end_of(table: OnlineTable, hand: OnlineHand) -> Position:
    """Return how a hand that is over ended."""
    return position_at(table, hand, Move.objects.filter(hand=hand).count())


def moment_of(
    table: OnlineTable, hand: OnlineHand, names: tuple[str, ...], move: int, seat: Seat | None
) -> Moment | None:
    """Return a hand that is over after a move; None where it had no such move.

    It is told as the seat saw it, or (None) with all cards open.
    """
    end = end_of(table, hand)
    if move > end.moves:
        return None
    state = position_at(table, hand, move).state
    told = Names(names, seat, words_of(table.game).cards(table.rules))
    judged = judgements_of(table, hand, told)
    steps = tuple(
        Step(
            number,
            event.seat,
            words_of(table.game).tell(_shown(event, seat), told),
            judged.get(number),
        )
        for number, event in enumerate(end.events, start=1)
    )
    return Moment(
        move=move,
        steps=steps,
        step=steps[move - 1] if move else None,
        ask=_ask(table, state, told),
        table=open_table_of(table.game, state, told),
    )


def _shown(event: Event, seat: Seat | None) -> Event:
    is_seen = seat is None or event.visible_to is None or seat in event.visible_to
    return event if is_seen else replace(event, action=None)


def _ask(table: OnlineTable, state: HandState, names: Names) -> str:
    return "" if state.is_over() else words_of(table.game).ask(state, names)


def points_after(
    table: OnlineTable, hand: OnlineHand, names: tuple[str, ...]
) -> tuple[Points, ...]:
    """Return what everybody had from a hand, and had in all after it.

    Nothing, where a correction of an earlier hand has made another hand of it.
    """
    before = matches_around(table, len(names), hand).before
    try:
        score, after = before.score(hand.record), before.add(hand.record)
    except InvalidInputError:
        return ()
    lines = [[line_as_json(line) for line in each] for each in score.lines]
    return points_of(lines, after.totals, after.places, names)


def log_of(table: OnlineTable, hand: OnlineHand) -> list[Line]:
    """Return the whole log of a hand that is over, as `python -m games verify` reads it."""
    game = find_game(table.game)
    setup = game.read_setup(table.rules, hand.setup)
    unsalted = {name: value for name, value in hand.deal.items() if name != "salt"}
    deal = game.read_deal(setup, unsalted)
    log = HandLog(game, table.rules, setup, deal, hand.deal["salt"])
    end = end_of(table, hand)
    log.state, log.events = end.state, list(end.events)
    header, *rest = log.lines()
    # What was shown before the hand, not what would fit.
    shown: Line = {"commitment": hand.commitment, "rules_version": hand.rules_version}
    return [{**header, **shown}, *rest]


def proof_of(hand: OnlineHand) -> Proof | None:
    """Return what proves the deal of a hand; None while the deal is secret."""
    if not hand.is_open:
        return None
    digest = commitment(hand.deal)
    return Proof(
        salt=hand.deal["salt"],
        text=committed_text(hand.deal),
        digest=digest,
        fits=digest == hand.commitment,
        command=digest_command(hand.deal),
    )
