"""What pages say of a round at a glance: tables, next date and replies, or results."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import F

from league.clubs.models import Club, Player
from league.clubs.queries import Visitor, is_organiser, player_of
from league.clubs.rights import PLAY
from league.competitions.models import Competition, Reply, Round, RoundStatus, Seat, Table
from league.competitions.queries import is_listed, rounds
from league.rounds.queries import can_check_in_self, may_play, tables_with_scores

REMOVED_ROUND = "removed_round"
"""The key of a session with the round that was deleted last."""
TABLES_ON_CARD = 6
OPEN_ON_PAGE = 3
COMPETITIONS_ON_PAGE = 2


@dataclass(frozen=True)
class Replies:
    """The names of those who come to a round, and of those who do not."""

    coming: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)


class Winner(NamedTuple):
    """A table of a closed round: who won it, with how many points."""

    table: Table
    names: list[str]
    points: int


@dataclass(frozen=True)
class RoundCard:
    """A round for a visitor; `player` is theirs if they may play in it, `seat` where they sit."""

    round: Round
    is_organiser: bool
    player: Player | None
    tables: Sequence[Table]
    checked_in: int
    is_here: bool
    can_check_in: bool
    reply: Reply | None
    replies: Replies

    @property
    def shown(self) -> Sequence[Table]:
        """Return the tables that are on the card."""
        return self.tables[:TABLES_ON_CARD]

    @property
    def more(self) -> int:
        """Return the number of tables that are not on the card."""
        return len(self.tables) - len(self.shown)

    @property
    def seat(self) -> Seat | None:
        """Return the visitor's seat."""
        seats = (seat for table in self.tables for seat in table.seats.all())
        return next((seat for seat in seats if self.player and seat.player == self.player), None)

    @property
    def may_reply(self) -> bool:
        """Return whether the visitor is asked whether they come."""
        is_ahead = self.round.status == RoundStatus.SCHEDULED and not self.round.is_missed
        return is_ahead and self.player is not None

    @property
    def winners(self) -> list[Winner]:
        """Return who won the tables on the card."""
        return [_winner(table) for table in self.shown if hasattr(table, "score")]


def _winner(table: Table) -> Winner:
    first = [
        (seat.player.name, total)
        for seat, place, total in zip(
            table.seats.all(), table.score.places, table.score.totals, strict=False
        )
        if place == 1
    ]
    return Winner(table, [name for name, _total in first], first[0][1] if first else 0)


def card_of(round: Round, user: Visitor, now: datetime) -> RoundCard:
    """Return the card of a round, read with its club, for a visitor."""
    club = round.stage.competition.club
    own = player_of(user, club)
    player = own if own and PLAY.is_held_by(own.role) and may_play(round, own) else None
    here = set(round.check_ins.values_list("entry__player", flat=True))
    is_here = player is not None and player.pk in here
    return RoundCard(
        round=round,
        is_organiser=is_organiser(user, club),
        player=player,
        tables=list(tables_with_scores(round)) if round.status != RoundStatus.SCHEDULED else [],
        checked_in=len(here),
        is_here=is_here,
        can_check_in=player is not None and not is_here and can_check_in_self(round, now),
        reply=round.replies.filter(player=player).first() if player else None,
        replies=replies_of(round),
    )


def replies_of(round: Round) -> Replies:
    """Return who has said whether they come to a round, by name."""
    found = Replies()
    told = Reply.objects.filter(round=round, player__left_at=None)
    for name, is_coming in told.order_by("player__name", "pk").values_list(
        "player__name", "is_coming"
    ):
        (found.coming if is_coming else found.absent).append(name)
    return found


class ClubRounds(NamedTuple):
    """What goes on in a club: open rounds, the next one, the last one, their competitions."""

    open: list[Round]
    coming: Round | None
    last: Round | None

    @property
    def competitions(self) -> list[Competition]:
        """Return the competitions of these rounds, those that are played first."""
        found = [*self.open, *filter(None, (self.last, self.coming))]
        unique = {round.stage.competition_id: round.stage.competition for round in found}
        return list(unique.values())[:COMPETITIONS_ON_PAGE]


def rounds_of_club(club: Club, user: Visitor) -> ClubRounds:
    """Return the rounds that a visitor's page of a club shows."""
    listed = rounds().filter(is_listed(user, "stage__competition__"), stage__competition__club=club)
    coming = listed.filter(status=RoundStatus.SCHEDULED, missed_at=None)
    closed = listed.filter(status=RoundStatus.CLOSED)
    return ClubRounds(
        open=list(listed.filter(status=RoundStatus.OPEN).order_by("-opened_at", "-pk"))[
            :OPEN_ON_PAGE
        ],
        coming=coming.order_by(F("opens_at").asc(nulls_last=True), "pk").first(),
        last=closed.order_by("-closed_at", "-pk").first(),
    )
