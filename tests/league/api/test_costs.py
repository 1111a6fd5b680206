"""Lists take as many queries for one thing as for three."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.api.models import Webhook
from league.api.views import schema
from league.api.webhooks import send_test
from league.clubs.membership import make_invitation
from league.clubs.models import Role
from league.competitions.models import Round, Stage
from league.competitions.services import add_separation, add_stage
from league.notifications.models import Channel, Delivery, Notification, Post
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
            reason="Reason",
            by=None,
            now=NOW,
        )
        update_ratings(competition_id=self.competition.pk)
        post = Post.objects.create(club=self.club, key=f"{number}", title="Hello", created_at=NOW)
        notice = Notification.objects.create(
            club=self.club, player=entry.player, key=post.key, subject="Hello", created_at=NOW
        )
        Delivery.objects.create(notification=notice, channel=Channel.EMAIL, due_at=NOW)
        self.webhook = self.club.webhooks.first() or self._webhook()
        if number > 1:
            self._webhook()
        send_test(webhook=self.webhook, now=NOW)
        make_invitation(club=self.club, by=self.owner, life=timedelta(days=9), now=timezone.now())
        pair = [entry.player, make_player(self.club)]
        add_separation(
            club=self.club, competition=self.competition, players=pair, reason="request", now=NOW
        )
        settings = Stage(name=f"Stage {number + 1}")
        add_stage(competition_id=self.competition.pk, number=number + 1, settings=settings)
        SeatingChange.objects.create(
            round=self.round,
            number=number,
            kind=ChangeKind.REPAIRED,
            request={},
            data={"count": 1},
            before={},
            after={},
            created_at=NOW,
        )

    def _webhook(self) -> Webhook:
        url = "https://192.0.1.1/"
        return Webhook.objects.create(club=self.club, url=url, key=uuid4(), created_at=NOW)


PATHS = {
    "list_clubs": ("clubs/", 1),
    "list_players": ("clubs/zoo/players/", 2),
    "list_feed": ("clubs/zoo/feed/", 2),
    "list_club_competitions": ("clubs/zoo/competitions/", 2),
    "list_competitions": ("competitions/", 1),
    "list_entries": ("competitions/{s.competition.pk}/entries/", 2),
    "list_rounds": ("competitions/{s.competition.pk}/rounds/", 2),
    "list_adjustments": ("competitions/{s.competition.pk}/adjustments/", 2),
    "retrieve_standings": ("competitions/{s.competition.pk}/standings/", 8),
    "list_stages": ("competitions/{s.competition.pk}/stages/", 2),
    "list_attendance": ("rounds/{s.round.pk}/players/", 5),
    "list_tables": ("rounds/{s.round.pk}/tables/", 3),
    "list_hands": ("tables/{s.table.pk}/hands/", 4),
    "list_ratings": ("clubs/zoo/ratings/franks-zoo/", 3),
    "list_rating_changes": ("players/{s.player}/ratings/franks-zoo/", 3),
}


# Those that organisers read alone: the token, its rights and its use besides.
ORGANISED = {
    "list_invitations": ("clubs/zoo/invitations/", 3),
    "list_deliveries": ("clubs/zoo/deliveries/", 3),
    "list_webhooks": ("clubs/zoo/webhooks/", 3),
    "list_webhook_deliveries": ("webhooks/{s.webhook.pk}/deliveries/", 3),
    "list_separations": ("competitions/{s.competition.pk}/separations/", 3),
    "list_seating_changes": ("rounds/{s.round.pk}/changes/", 3),
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
        if any(each.get("$ref", "").endswith("/cursor") for each in operation.get("parameters", ()))
    }
    # What a club's people did is counted where it is tested, tests/league/audit, and tokens are in
    # test_programs.py.
    assert paged - {"list_audit_log", "list_tokens"} <= {*PATHS, *ORGANISED}
