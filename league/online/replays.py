"""Hands that are over, step by step: where each move led, the log, and what proves the deal."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from games.base import Event, HandState, InvalidInputError, Json, Seat
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
from league.core.games.online import Names
from league.online.judged import Judgement, judgements_of
from league.online.matches import matches_around
from league.online.models import Move, OnlineHand, OnlineTable
from league.online.open_cards import OpenTable, open_table_of
from league.online.positions import Position, position_at
from league.online.queries import attempts_at, seats_of
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


class Part(NamedTuple):
    """What one party added to a shuffle: a number that is `opened`, empty where it was not.

    `seat` is None for the site, `name` is who has the seat now.

    `fits` says whether it is what the party had committed to, and `command` shows that in a shell.
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
    told = Names(names, seat, online_part(table.game).cards(table.rules))
    judged = judgements_of(table, hand, told)
    steps = tuple(
        Step(
            number,
            event.seat,
            online_part(table.game).tell(_shown(event, seat), told),
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
    return "" if state.is_over() else online_part(table.game).ask(state, names)


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
    game = online_part(table.game).engine
    setup = game.read_setup(table.rules, hand.setup)
    unsalted = {name: value for name, value in hand.deal.items() if name != "salt"}
    deal = game.read_deal(setup, unsalted)
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
    """Return an attempt with each part beside what it was committed to."""
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
    game = online_part(table.game).engine
    setup = game.read_setup(table.rules, hand.setup)
    unsalted = {name: value for name, value in hand.deal.items() if name != "salt"}
    deal, shuffle = game.read_deal(setup, unsalted), shuffle_as_json(attempts)
    try:
        check_shuffle(game, setup, hand.deal["salt"], deal, shuffle)
    except InvalidInputError:
        return False
    return True
