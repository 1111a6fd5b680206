"""Read what is asked of one round, and refuse what cannot be."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain

from games.tournament.draw import CannotDrawError, Pair, pair
from games.tournament.history import History

MOST_MEETINGS = 1_000_000
MOST_SCORE = 10**15


@dataclass(frozen=True, slots=True)
class Pull:
    """Draw those together who have similar scores.

    A repeat is as bad as a meeting of two whose scores are (100 - `percent`) % of the whole range
    apart: at 0 a repeat is worse than any difference, at 100 better than any.
    """

    scores: Mapping[int, float]
    percent: int = 0


@dataclass(frozen=True, slots=True)
class RoundQuestion:
    """Hold a question that can be answered: the entries are sorted, every table has its `fixed`."""

    entries: tuple[int, ...]
    sizes: tuple[int, ...]
    history: History
    apart: frozenset[Pair]
    pull: Pull | None
    fixed: tuple[tuple[int, ...], ...]

    @property
    def idle(self) -> int:
        """How many sit out."""
        return len(self.entries) - sum(self.sizes)


def read_question(
    entries: Iterable[int],
    sizes: Sequence[int],
    *,
    history: History,
    apart: Iterable[Pair],
    pull: Pull | None,
    fixed: Sequence[Sequence[int]],
) -> RoundQuestion:
    """Check a question; raises CannotDrawError. Pairs of `apart` who are not there do not count."""
    known = check_entries(entries)
    check_sizes(len(known), sizes)
    _check_fixed(known, sizes, fixed)
    if any(not 0 < times <= MOST_MEETINGS for times in history.meetings.values()):
        raise CannotDrawError(
            "bad_meetings", f"Meetings are counted from 1 to {MOST_MEETINGS}.", most=MOST_MEETINGS
        )
    if pull is not None:
        check_pull(known, pull)
    return RoundQuestion(
        entries=known,
        sizes=tuple(sizes),
        history=history,
        apart=check_apart(known, apart),
        pull=pull,
        fixed=(*map(tuple, fixed), *[()] * (len(sizes) - len(fixed))),
    )


def check_entries(entries: Iterable[int]) -> tuple[int, ...]:
    """Return the entries sorted; each is named once, or CannotDrawError is raised."""
    known = sorted(entries)
    twice = sorted(entry for entry, times in Counter(known).items() if times > 1)
    if twice:
        raise CannotDrawError("entry_twice", f"Named more than once: {twice}.", entries=twice)
    return tuple(known)


def check_sizes(entries: int, sizes: Sequence[int]) -> None:
    """Refuse tables that are empty or need more entries than there are."""
    if not sizes or min(sizes) < 2:
        raise CannotDrawError(
            "table_too_small", "A round needs tables of two or more.", sizes=list(sizes)
        )
    if sum(sizes) > entries:
        raise CannotDrawError(
            "too_few_entries",
            f"Tables of {list(sizes)} need {sum(sizes)} entries; there are {entries}.",
            needed=sum(sizes),
            entries=entries,
        )


def check_pull(entries: Collection[int], pull: Pull) -> None:
    """Refuse a pull out of range, and scores that are missing or no numbers."""
    if not 0 <= pull.percent <= 100:
        raise CannotDrawError(
            "pull_out_of_range", "The pull is a number from 0 to 100.", percent=pull.percent
        )
    check_scores(entries, pull.scores)


def check_scores(entries: Collection[int], scores: Mapping[int, float]) -> None:
    """Refuse scores that are missing, no numbers or past all use."""
    missing = [entry for entry in entries if entry not in scores]
    if missing:
        raise CannotDrawError("score_missing", f"No score for {missing}.", entries=missing)
    bad = [entry for entry in entries if not abs(scores[entry]) <= MOST_SCORE]
    if bad:
        raise CannotDrawError("score_no_number", f"No number as score: {bad}.", entries=bad)


def check_apart(entries: Collection[int], apart: Iterable[Pair]) -> frozenset[Pair]:
    """Return the pairs who are both there."""
    known = set(entries)
    pairs = {pair(one, other) for one, other in apart}
    alone = sorted({one for one, other in pairs if one == other})
    if alone:
        raise CannotDrawError(
            "apart_from_itself", f"Not apart from another entry: {alone}.", entries=alone
        )
    return frozenset((one, other) for one, other in pairs if one in known and other in known)


def _check_fixed(
    entries: Collection[int], sizes: Sequence[int], fixed: Sequence[Sequence[int]]
) -> None:
    """Refuse fixed seats that do not fit the tables or the entries."""
    if len(fixed) > len(sizes):
        raise CannotDrawError(
            "fixed_without_table",
            f"{len(fixed)} tables are fixed, {len(sizes)} are asked for.",
            tables=list(range(len(sizes), len(fixed))),
        )
    full = [at for at, table in enumerate(fixed) if len(table) > sizes[at]]
    if full:
        raise CannotDrawError(
            "fixed_table_too_large", f"More are fixed than sit at: {full}.", tables=full
        )
    seated = Counter(chain.from_iterable(fixed))
    unknown = sorted(set(seated) - set(entries))
    if unknown:
        raise CannotDrawError("unknown_entry", f"Fixed, but not there: {unknown}.", entries=unknown)
    twice = sorted(entry for entry, times in seated.items() if times > 1)
    if twice:
        raise CannotDrawError("entry_twice", f"Fixed more than once: {twice}.", entries=twice)


def by_lot(entries: Iterable[int], seed: int) -> list[int]:
    """Return the entries in an order drawn by lot: a function of seed and entries alone.

    Each is ranked by the SHA-256 of "seed:entry" in decimal digits, as anybody can check.
    """
    return sorted(entries, key=lambda entry: sha256(f"{seed}:{entry}".encode()).digest())
