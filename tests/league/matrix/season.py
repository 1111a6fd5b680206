"""A season of a club in which everything is there that an address can ask for, and its visitors."""

from datetime import timedelta
from uuid import UUID

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.score_sheet.ready import ready_sheet
from league.accounts.merging.services import merge_players
from league.accounts.services.claims import claim_player
from league.api.models import App, Grant, WebhookEventType
from league.api.webhooks import create_webhook, send_test
from league.clubs.membership import create_share_link, make_invitation
from league.clubs.models import Club, Role, User
from league.clubs.services import make_player_link
from league.competitions.models import AbsenceReason, EntryAbsence, RoundStatus, Stage, Table
from league.competitions.services import add_separation
from league.exports.models import SeasonImport
from league.notifications.models import Delivery, Source
from league.notifications.services import targets
from league.notifications.services.announcing import announce
from league.online.models import ChatMessage, OnlineSettings, Report
from league.online.services.events import open_table_of_round, set_online_settings
from league.results.authors import Author, Via
from league.results.final_results import record_final_result
from league.results.inbox import call_organiser
from league.rounds.seating_context import SeatingChangeRequest
from league.rounds.services.recurrence import set_recurrence
from league.rounds.services.seating import change_seating
from league.sheets.services import create_sheet, share_sheet
from tests.factories import (
    NOW,
    make_check_in,
    make_competition,
    make_player,
    make_round,
    make_table,
)
from tests.league.accounts.test_services import add_passkey
from tests.league.api.scenes import Scene, token_of
from tests.league.notifications.targets import make_chat, make_device, tell
from tests.league.online.events import make_event
from tests.league.results.hands import make_poker_table, record_for, send

VISITORS = (
    "anonymous",
    "viewer",
    "player",
    "scorer",
    "organiser",
    "owner",
    "other club",
    "site owner",
    "phone",
)
KEY = UUID("00000000-0000-4000-8000-000000000001")


class Season(Scene):
    """Add to the API's club what only pages can ask for; a phone lies at the player's table."""

    def __init__(self) -> None:
        super().__init__()
        self.site_owner.is_staff = True
        self.site_owner.save()
        self.organiser = self.club.players.get(role=Role.ORGANISER)
        self._make_results()
        self._make_rounds()
        self._make_ways()
        self._make_screens()
        self._make_accounts()

    def _make_results(self) -> None:
        other = record_for(self.table, 3, 2, 1, 0)
        self.second = send(self.table)
        self.disputed = send(self.table, number=2, record=other)
        self.call = call_organiser(
            table_id=self.table.pk, message="A rule", author=Author(self.player, Via.CODE, NOW)
        )
        self.untouched = make_table(self.unseated, number=7)
        self.poker = self._make_sealed()
        self.finished = make_table(self.unseated, number=8)
        record_final_result(
            table_id=self.finished.pk,
            key=KEY,
            seating=self.finished.seating,
            outcome={"places": [1, 2, 3, 4]},
            author=Author(self.player, Via.CODE, NOW),
        )

    def _make_sealed(self) -> Table:
        table = make_poker_table()
        competition = table.round.stage.competition
        competition.club = self.club
        competition.save()
        table.seats.filter(number=0).update(player=self.player)
        return table

    def _make_rounds(self) -> None:
        self.waiting_round = make_round(self.competition, 5)
        for check_in in self.waiting:
            make_check_in(self.waiting_round, check_in.entry)
        self.final = self.stage
        Stage.objects.filter(pk=self.final.pk).update(cut="first", cut_at=4)
        self.empty = make_competition(self.club)
        SeasonImport.objects.create(competition=self.empty, created_at=NOW)
        self.empty_round = make_round(self.empty, status=RoundStatus.SCHEDULED)
        self.apart = add_separation(
            club=self.club,
            competition=self.competition,
            players=[seat.player for seat in self.table.seats.filter(number__lt=2)],
            reason="family",
            now=NOW,
        )
        change = change_seating(
            round_id=self.unseated.pk,
            seating=self.unseated.seating,
            query=SeatingChangeRequest("left", entry=self.untouched.seats.get(number=0).entry_id),
            by=None,
            now=NOW,
        )
        assert change is not None
        self.change = change
        self.unseated.refresh_from_db()
        set_recurrence(
            stage_id=self.empty.stages.get().pk,
            rule="FREQ=WEEKLY",
            time_zone="UTC",
            starts_at=timezone.now() + timedelta(days=7),
            minutes_open=None,
            ahead=1,
            now=timezone.now(),
        )
        EntryAbsence.objects.create(
            round=self.closed,
            entry=self.untouched.seats.get(number=1).entry,
            reason=AbsenceReason.ABSENT,
            created_at=NOW,
        )

    def _make_ways(self) -> None:
        self.announcement = announce(
            club=self.club,
            key="dinner",
            title="Dinner at 19:30",
            body="In the garden",
            shown_for=timedelta(days=3),
            now=timezone.now(),
        )
        now = timezone.now()
        by = self.users[Role.ORGANISER]
        self.newcomer = make_player(self.club, "Newcomer")
        self.link = make_player_link(player=self.newcomer, by=by, now=now)
        self.invitation = make_invitation(
            club=self.club, by=by, life=timedelta(days=36500), now=NOW
        )
        source = ready_sheet("hearts").as_json()
        sheet = create_sheet(club=self.club, source=source, by=None, now=now)
        self.sheet = share_sheet(sheet_id=sheet.pk, is_shared=True)
        self.share_link = create_share_link(club=self.club, label="Hall", by=by, now=now)
        self.chat = make_chat(None, "https://chat.example.org/hook", club=self.club)
        self.device = make_device(self.player, "https://push.example.org/device")
        self.calendar, self.news = (
            targets.subscribe(player=self.player, source=source, now=now) for source in Source
        )
        tell(self.player)
        self.delivery = Delivery.objects.latest("pk")
        self.webhook = create_webhook(
            club=self.club,
            url="https://hook.example.org/",
            events=WebhookEventType.values,
            key=KEY,
            by=self.organiser,
            now=now,
        )
        self.sending = send_test(webhook=self.webhook, now=now)
        self.tokens = {club: self._token(club) for club in (None, self.club)}
        owner = self.users[Role.PLAYER]
        self.app = App.objects.create(owner=owner, name="Scoreboard", created_at=now)
        Grant.objects.create(app=self.app, user=owner, code_hash="used", expires_at=now)

    def _make_accounts(self) -> None:
        user = self.users[Role.PLAYER]
        self.claim = claim_player(player_id=self.newcomer.pk, user=user, now=NOW)
        double = make_player(self.club, "Double")
        self.merge = merge_players(
            target_id=self.newcomer.pk, source_id=double.pk, by=self.users[Role.ORGANISER], now=NOW
        )
        Client().force_login(user)
        self.session = user.user_sessions.get()
        self.passkey = add_passkey(user)

    def _token(self, club: Club | None) -> int:
        user = self.users[Role.PLAYER if club is None else Role.ORGANISER]
        token_of(user, club=club)
        return user.api_tokens.latest("pk").pk

    def _make_screens(self) -> None:
        set_online_settings(competition=self.competition, settings=OnlineSettings(is_on=True))
        self.screens = open_table_of_round(table_id=self.untouched.pk, now=NOW)
        self.event = make_event()
        self.remark = ChatMessage.objects.create(
            table=self.screens, seat=0, name="Ada", text="Hm", key=KEY, created_at=NOW
        )
        Report.objects.create(message=self.remark, seat=1, name="Bo", created_at=NOW)

    def user(self, visitor: str) -> User | None:
        """Return who a visitor is; nobody for one without a sign-in."""
        names = {"other club": "stranger", "anonymous": "visitor", "phone": "visitor"}
        return super().user(names.get(visitor, visitor))

    def browser(self, visitor: str) -> Client:
        """Return the browser of a visitor, signed in, or holding the code of the table."""
        client = Client(raise_request_exception=True)
        if (user := self.user(visitor)) is not None:
            client.force_login(user)
        if visitor == "phone":
            token = self.table.codes.get().token
            client.post(reverse("results:code", args=[token]), {"seat": "1"})
        return client
