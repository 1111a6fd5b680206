"""Shuffle together: from a secret of the dealer and a random share of each seat that adds one.

The dealer commits itself to the secret and then each seat to its share, before any of them is
known; so nobody can choose the deal that follows from all of them. A share that is not opened makes
the attempt void. docs/formats.md says how to work a deal out without this program.
"""

import hashlib
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from games.base import Deal, HandSetup, InvalidInputError, Json, PlayableGame, Problem, Seat
from games.validation import is_whole_number, unknown_fields

SECRET_BYTES = 32
_TAG = "menagerie-shuffle-1"
_SALT_DIGITS = 32
_WORD_DIGITS = 16
_WORDS = 1 << 64
_UNIT_BITS = 53
_DIGEST = re.compile(r"[0-9a-f]{64}")
_FIELDS = ("table", "hand", "attempts")
_ATTEMPT = ("commitment", "secret", "shares", "silent")
_SHARE = ("seat", "commitment", "share")


class InvalidShuffleError(InvalidInputError):
    """A shuffle does not lead to its deal; fields are paths into it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Say which attempt it is: of which hand, at which table; all are numbered from 1."""

    table: int
    hand: int
    attempt: int

    def __str__(self) -> str:
        return f"{self.table}:{self.hand}:{self.attempt}"


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat has committed itself to; `share` is None where it was not opened."""

    seat: Seat
    commitment: str
    share: str | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to shuffle: the dealer's secret and the seats' shares, in seat order.

    `silent` are the people's seats that added none.
    """

    place: Place
    commitment: str
    secret: str
    shares: tuple[Share, ...]
    silent: tuple[Seat, ...]

    @property
    def is_void(self) -> bool:
        """Say whether a share was not opened."""
        return any(each.share is None for each in self.shares)

    @property
    def seed_text(self) -> str:
        """Return the text whose SHA-256 the deal follows from: all parts, in seat order."""
        shares = "".join(f":{each.seat}={each.share}" for each in self.shares)
        return f"{_TAG}:seed:{self.place}:{self.secret}{shares}"

    def as_json(self) -> dict[str, Json]:
        """Write the attempt with all its secrets: it is for the end of the hand."""
        return {
            "commitment": self.commitment,
            "secret": self.secret,
            "shares": [
                {"seat": each.seat, "commitment": each.commitment, "share": each.share}
                for each in self.shares
            ],
            "silent": list(self.silent),
        }


def is_digest(value: object) -> TypeGuard[str]:
    """Tell whether a value is 256 bits in hex, as commitments, secrets and shares are."""
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def digest_of(text: str) -> str:
    """Return the SHA-256 of a text, in hex."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def digest_command(text: str) -> str:
    """Return what to type into a shell that prints the SHA-256 of a text."""
    return f"printf %s {shlex.quote(text)} | sha256sum"


def secret_text(place: Place, secret: str) -> str:
    """Return the text whose SHA-256 commits the dealer to its secret."""
    return f"{_TAG}:site:{place}:{secret}"


def share_text(place: Place, seat: Seat, commitment: str, share: str) -> str:
    """Return the text whose SHA-256 commits a seat to its share, after the dealer's commitment."""
    return f"{_TAG}:seat:{place}:{seat}:{commitment}:{share}"


class SeededRng:
    """A source of chance that anybody can repeat from its seed (`Rng`)."""

    __slots__ = ("_block", "_seed", "_words")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    def random(self) -> float:
        """Return a number from 0 up to and without 1: the 53 upper bits of the next word."""
        return (self._word() >> 64 - _UNIT_BITS) / (1 << _UNIT_BITS)

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 up to and without `stop`, each equally likely.

        Words from the last incomplete run of `stop` numbers are passed over.
        """
        whole_runs = _WORDS - _WORDS % stop
        while (word := self._word()) >= whole_runs:
            pass
        return word % stop

    def _word(self) -> int:
        if not self._words:
            digest = digest_of(f"{_TAG}:block:{self._seed}:{self._block}")
            ends = range(len(digest), 0, -_WORD_DIGITS)
            self._words = [int(digest[end - _WORD_DIGITS : end], 16) for end in ends]
            self._block += 1
        return self._words.pop()


def deal_of(game: PlayableGame, setup: HandSetup, attempt: Attempt) -> tuple[str, Deal]:
    """Return the salt and the deal that follow from an attempt of which all shares are open."""
    seed = digest_of(attempt.seed_text)
    salt = digest_of(f"{_TAG}:salt:{seed}")[:_SALT_DIGITS]
    return salt, game.sample_deal(setup, SeededRng(seed))


def shuffle_as_json(attempts: Sequence[Attempt]) -> dict[str, Json]:
    """Write all attempts at a hand, the last of which its deal follows from."""
    place = attempts[-1].place
    return {
        "table": place.table,
        "hand": place.hand,
        "attempts": [each.as_json() for each in attempts],
    }


def check_shuffle(
    game: PlayableGame, setup: HandSetup, salt: str, deal: Deal, data: object
) -> tuple[Attempt, ...]:
    """Return the attempts at a hand, whatever is given, if its deal follows from the last of them.

    Raises InvalidShuffleError for the first thing that is wrong.
    """
    attempts = read_shuffle(data)
    for at, attempt in enumerate(attempts):
        _check_attempt(attempt, f"attempts[{at}]")
        _check_order(attempts[:at], attempt, f"attempts[{at}]")
    if attempts[-1].is_void:
        raise _wrong("not_opened", "attempts", "A share of the last attempt was not opened.")
    wanted_salt, wanted_deal = deal_of(game, setup, attempts[-1])
    if (wanted_salt, wanted_deal.as_json()) != (salt, deal.as_json()):
        text = "Another deal follows from the secret and the shares."
        raise _wrong("deal_differs", "attempts", text)
    return attempts


def _check_attempt(attempt: Attempt, path: str) -> None:
    """Compare each part with what it was committed to."""
    place, commitment = attempt.place, attempt.commitment
    if digest_of(secret_text(place, attempt.secret)) != commitment:
        raise _wrong("secret_differs", f"{path}.secret", "This does not fit its commitment.")
    for at, each in enumerate(attempt.shares):
        if each.share is None:
            continue
        if digest_of(share_text(place, each.seat, commitment, each.share)) != each.commitment:
            where = f"{path}.shares[{at}].share"
            raise _wrong("share_differs", where, "This does not fit its commitment.")


def _check_order(before: Sequence[Attempt], attempt: Attempt, path: str) -> None:
    """Check that what came before was void, and who made it so adds nothing any more."""
    if before and not before[-1].is_void:
        text = "There was no reason to shuffle again: all shares of the last attempt were opened."
        raise _wrong("shuffled_again", path, text)
    missing = {each.seat for old in before for each in old.shares if each.share is None}
    if missing.intersection(each.seat for each in attempt.shares):
        text = "A seat that has not opened its share adds none after it."
        raise _wrong("seat_adds_again", f"{path}.shares", text)


def read_shuffle(data: object) -> tuple[Attempt, ...]:
    """Read what `shuffle_as_json` wrote, whatever is given; raises InvalidShuffleError."""
    line = _object(data, _FIELDS, "")
    table, hand, attempts = line["table"], line["hand"], line["attempts"]
    for name, value in (("table", table), ("hand", hand)):
        if not is_whole_number(value) or value < 1:
            raise _wrong("not_a_number", name, "This should be a whole number from 1.")
    if not isinstance(attempts, list) or not attempts:
        raise _wrong("not_a_list", "attempts", "There should be at least one attempt.")
    return tuple(
        _read_attempt(Place(table, hand, number), each, f"attempts[{number - 1}]")
        for number, each in enumerate(attempts, start=1)
    )


def _read_attempt(place: Place, data: object, path: str) -> Attempt:
    line = _object(data, _ATTEMPT, path)
    for name in ("commitment", "secret"):
        _check_digest(line[name], f"{path}.{name}")
    if not isinstance(line["shares"], list):
        raise _wrong("not_a_list", f"{path}.shares", "This should be a list.")
    shares = tuple(
        _read_share(each, f"{path}.shares[{at}]") for at, each in enumerate(line["shares"])
    )
    adding, silent = [each.seat for each in shares], line["silent"]
    for name, listed in (("shares", adding), ("silent", silent)):
        if not _are_seats(listed):
            text = "These should be numbers of seats, each once, in their order."
            raise _wrong("not_seats", f"{path}.{name}", text)
    if set(adding).intersection(silent):
        raise _wrong("not_silent", f"{path}.silent", "A seat that adds a share is not silent.")
    return Attempt(place, line["commitment"], line["secret"], shares, tuple(silent))


def _read_share(data: object, path: str) -> Share:
    line = _object(data, _SHARE, path)
    _check_digest(line["commitment"], f"{path}.commitment")
    if line["share"] is not None:
        _check_digest(line["share"], f"{path}.share")
    return Share(line["seat"], line["commitment"], line["share"])


def _are_seats(listed: object) -> bool:
    if not isinstance(listed, list):
        return False
    are_numbers = all(is_whole_number(each) and each >= 0 for each in listed)
    return are_numbers and listed == sorted(set(listed))


def _object(data: object, fields: tuple[str, ...], path: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping) or unknown_fields(data, fields) or len(data) != len(fields):
        raise _wrong("not_an_object", path, f"This should have just: {', '.join(fields)}.")
    return data


def _check_digest(value: object, path: str) -> None:
    if not is_digest(value):
        raise _wrong("not_hex", path, "This should be 64 hexadecimal digits.")


def _wrong(code: str, field: str, text: str) -> InvalidShuffleError:
    return InvalidShuffleError([Problem(code, field, None, text)])
