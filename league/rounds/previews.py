"""Show a draw before it counts: the tables, who meets again, and what other sizes would cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league.competitions.models import Round
from league.rounds.drawn import Draw
from league.rounds.draws import count_cost, draw_round
from league.rounds.effects import Together
from league.rounds.errors import RoundError
from league.rounds.lots import new_seed
from league.rounds.past import read_stand_ins
from league.rounds.plans import SeatingPlan
from league.rounds.questions import ask
from league.rounds.schedules import planned_seed
from league.rounds.words import reason_words, stand_in_words, summary_words


@dataclass(frozen=True, slots=True)
class Choice:
    """Offer table sizes, with what they cost: who sits out, who meets again, who is not apart."""

    sizes: tuple[int, ...]
    idle: int
    again: int
    broken: int
    is_chosen: bool
    is_default: bool
    is_freshest: bool = False


@dataclass(frozen=True, slots=True)
class PreviewSeat:
    """Say who would sit on a seat, of which team, and why."""

    number: int
    name: str
    team: str
    partner: str
    reason: str


@dataclass(frozen=True, slots=True)
class Preview:
    """Show a draw; `tables` are numbered as they would be."""

    draw: Draw
    digest: str
    tables: Sequence[tuple[int, Sequence[PreviewSeat]]]
    again: Sequence[Together]
    broken: Sequence[Together]
    idle: Sequence[str]
    words: Sequence[str]

    @property
    def sizes(self) -> list[int]:
        """Return the sizes of the tables."""
        return [len(seats) for _, seats in self.tables]


def preview_draw(
    round: Round, plan: SeatingPlan, seed: int, sizes: Sequence[int] | None, balance: str = ""
) -> Preview:
    """Draw a round for show; raises cannot_seat."""
    question = ask(round, plan, sizes, balance)
    draw = draw_round(question, seed)
    names = {entry.pk: entry.player.name for entry in plan.entries}
    teams = {entry.pk: entry.team for entry in plan.entries}
    numbers = _free_numbers(plan, len(draw.tables))
    return Preview(
        draw=draw,
        digest=question.digest,
        tables=[
            (number, _seats(draw, entries, names, teams))
            for number, entries in zip(numbers, draw.tables, strict=True)
        ],
        again=_meet_again(round, draw, names),
        broken=[
            Together(names[one], names[other], why=question.apart[one, other])
            for one, other in draw.broken
        ],
        idle=[names[entry] for entry in draw.idle],
        words=summary_words(draw.summary),
    )


def seed_to_offer(round: Round, plan: SeatingPlan) -> int:
    """Return the seed of what is planned for a round, or a new one."""
    try:
        seed = planned_seed(ask(round, plan, None))
    except RoundError:
        seed = None
    return new_seed() if seed is None else seed


def list_choices(
    round: Round, plan: SeatingPlan, seed: int, chosen: Sequence[int] | None
) -> list[Choice]:
    """List the sizes that can be chosen with what each costs this round; none where one is left.

    `chosen` are the sizes of the draw that is shown, None where there is none.
    """
    if not plan.choices or ask(round, plan, plan.choices[0]).brings_sizes:
        return []
    wanted = tuple(sorted(chosen, reverse=True)) if chosen else ()
    found = []
    for sizes in dict.fromkeys([*plan.choices, *([wanted] if wanted else [])]):
        draw = count_cost(ask(round, plan, sizes), seed)
        found.append(
            Choice(
                sizes=sizes,
                idle=len(draw.idle),
                again=len(draw.again),
                broken=len(draw.broken),
                is_chosen=sizes == wanted,
                is_default=sizes == tuple(plan.sizes),
            )
        )
    if len(found) < 2 and plan.sizes:
        return []
    freshest = min(found, key=lambda choice: choice.again)
    is_better = freshest.again < found[0].again
    return [replace(each, is_freshest=is_better and each is freshest) for each in found]


def _free_numbers(plan: SeatingPlan, count: int) -> list[int]:
    taken = {table.number for table in plan.kept_tables}
    return [number for number in range(1, count + len(taken) + 1) if number not in taken][:count]


def _seats(
    draw: Draw, entries: Sequence[int], names: Mapping[int, str], teams: Mapping[int, str]
) -> list[PreviewSeat]:
    return [
        PreviewSeat(
            number=number,
            name=names[entry],
            team=teams[entry],
            partner=_partner(draw, entry, names),
            reason=reason_words(draw.reasons.get(entry), names),
        )
        for number, entry in enumerate(entries)
    ]


def _partner(draw: Draw, entry: int, names: Mapping[int, str]) -> str:
    """Name whoever plays with an entry in this round."""
    number = draw.partners.get(entry)
    mates = [other for other, of in draw.partners.items() if of == number and other != entry]
    return names[mates[0]] if number is not None and mates else ""


def _meet_again(round: Round, draw: Draw, names: Mapping[int, str]) -> list[Together]:
    """Say who meets again, how often they met, and who stood in for them then."""
    stand_ins = read_stand_ins(round) if draw.again else {}
    return [
        Together(
            names[both[0]],
            names[both[1]],
            times=times,
            note=stand_in_words(stand_ins.get(both, ())),
        )
        for both, times in sorted(draw.again.items())
    ]
