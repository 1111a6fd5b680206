"""Say what a screen shows, for how long, and with which words: all of it is in its address."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.signing import BadSignature, Signer

TABLES, CLOCK, STANDINGS, HANDS, NEWS = "tables", "clock", "standings", "hands", "news"

# In the order in which they are shown. A number of tables is looked for longer than a clock.
DEFAULT_SECONDS = {TABLES: 20, CLOCK: 8, STANDINGS: 15, HANDS: 15, NEWS: 12}
SHORTEST, LONGEST = 4, 3600
WORDS_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Programme:
    """Hold the scenes that take turns, with their seconds, and the organiser's own words."""

    seconds: Mapping[str, int]
    words: str = ""


def sign_words(competition_id: int, words: str) -> str:
    """Return an organiser's words as the address of a screen carries them.

    They are signed, so that nobody else puts words on a club's screen by writing an address.
    """
    return _signer(competition_id).sign(words) if words else ""


def read_words(competition_id: int, signed: str) -> str:
    """Return the words of an address; raise BadSignature for those of nobody."""
    words = _signer(competition_id).unsign(signed)
    if len(words) > WORDS_LENGTH:
        raise BadSignature
    return words


def _signer(competition_id: int) -> Signer:
    return Signer(salt=f"league.showing.words:{competition_id}")
