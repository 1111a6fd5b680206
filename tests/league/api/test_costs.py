"""Lists take as many queries for one thing as for three."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.api.views.description import schema
from league.clubs.joining import make_invitation
from league.clubs.models import Role
from league.competitions.models import Round, Stage
from league.competitions.services import add_stage, keep_apart
from league.notices.models import Channel, Delivery, Notice, Post
from league.results.adjustments import adjust
from league.rounds.models import ChangeKind, SeatingChange
from league.standings.ratings.services import update_ratings
from tests.factories import (
    NOW,
    make_check_in,
    make_club,
    make_competition,
    make_entry,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.api.scenes import Program, token_of
from tests.league.results.hands import send

pytestmark = pytest.mark.django_db


class Lists:
    """A club whose lists grow by one of everything at a time."""

    def __init__(self) -> None:
        self.club = make_club(slug="zoo")
        self.competition = make_competition(self.club)
        self.round = make_round(self.competition)
        self.table = make_table(self.round)
        self.player = self.table.seats.get(number=0).player_id
        self.owner = make_user()
        make_player(self.club, "Olga", Role.OWNER, self.owner)

    def grow(self, number: int) -> None:
        """Add one of everything."""
        make_club()
        make_player(self.club)
        make_competition(self.club)
        Round.objects.create(stage=self.round.stage, number=10 + number)
        make_table(self.round, number=10 + number)
        send(self.table)
        entry = make_entry(self.competition)
        make_check_in(self.round, entry)
        adjust(
            competition_id=self.competition.pk,
            entry_id=entry.pk,
            kind="bonus",
            points=1,
            reason="Why not",
            by=None,
            now=NOW,
        )
        update_ratings(competition_id=self.competition.pk)
        post = Post.objects.create(club=self.club, key=f"{number}", title="Hello", created_at=NOW)
        notice = Notice.objects.create(
            club=self.club, player=entry.player, key=post.key, subject="Hello", created_at=NOW
        )
        Delivery.objects.create(notice=notice, channel=Channel.EMAIL, due_at=NOW)
        make_invitation(club=self.club, by=self.owner, life=timedelta(days=9), now=timezone.now())
        pair = [entry.player, make_player(self.club)]
        keep_apart(
            club=self.club, competition=self.competition, players=pair, reason="wish", now=NOW
        )
        terms = Stage(name=f"Stage {number + 1}")
        add_stage(competition_id=self.competition.pk, number=number + 1, terms=terms)
        SeatingChange.objects.create(
            round=self.round,
            number=number,
            kind=ChangeKind.REPAIRED,
            asked={},
            data={"count": 1},
            before={},
            after={},
            created_at=NOW,
        )


PATHS = {
    "get_clubs": ("clubs/", 1),
    "get_club_players": ("clubs/zoo/players/", 2),
    "get_club_feed": ("clubs/zoo/feed/", 2),
    "get_club_competitions": ("clubs/zoo/competitions/", 2),
    "get_competitions": ("competitions/", 1),
    "get_competition_entries": ("competitions/{s.competition.pk}/entries/", 2),
    "get_competition_rounds": ("competitions/{s.competition.pk}/rounds/", 2),
    "get_competition_adjustments": ("competitions/{s.competition.pk}/adjustments/", 2),
    "get_competition_standings": ("competitions/{s.competition.pk}/standings/", 8),
    "get_competition_stages": ("competitions/{s.competition.pk}/stages/", 2),
    "get_round_players": ("rounds/{s.round.pk}/players/", 5),
    "get_round_tables": ("rounds/{s.round.pk}/tables/", 3),
    "get_table_hands": ("tables/{s.table.pk}/hands/", 4),
    "get_club_ratings": ("clubs/zoo/ratings/franks-zoo/", 3),
    "get_player_rating_changes": ("players/{s.player}/ratings/franks-zoo/", 3),
}


# Those that organisers read alone: the token, its rights and its use besides.
ORGANISED = {
    "get_club_invitations": ("clubs/zoo/invitations/", 3),
    "get_club_outbox": ("clubs/zoo/outbox/", 3),
    "get_competition_aparts": ("competitions/{s.competition.pk}/apart/", 3),
    "get_round_changes": ("rounds/{s.round.pk}/changes/", 3),
}


@pytest.mark.parametrize(("path", "queries"), ORGANISED.values(), ids=ORGANISED)
def test_a_list_of_organisers_takes_as_many_queries_for_three(
    path: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    lists = Lists()
    program = Program(token_of(lists.owner))
    program.get("games/")
    for number in (1, 2, 3):
        lists.grow(number)
        with django_assert_num_queries(queries):
            assert len(program.get(path.format(s=lists)).json()["results"]) == number


@pytest.mark.parametrize(("path", "queries"), PATHS.values(), ids=PATHS)
def test_a_list_takes_as_many_queries_for_three(
    path: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    lists = Lists()
    lists.grow(1)
    for number in (2, 3):
        with django_assert_num_queries(queries):
            assert Program().get(path.format(s=lists)).status_code == 200
        lists.grow(number)
    with django_assert_num_queries(queries):
        assert Program().get(path.format(s=lists)).status_code == 200


def test_every_paged_list_is_counted() -> None:
    paged = {
        operation["operationId"]
        for methods in schema()["paths"].values()
        for operation in methods.values()
        if any(each["name"] == "cursor" for each in operation.get("parameters", ()))
    }
    # What a club's people did is counted where it is tested: tests/league/audit.
    assert paged - {"get_club_acts"} <= {*PATHS, *ORGANISED}
