"""One club in which everything is there at once, with the longest names, and its pages by name."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone

from games.score_sheet.ready import ready_sheet
from league.clubs.models import Club, Player, Role, User
from league.competitions.models import (
    Competition,
    Cut,
    Kind,
    Round,
    SeatingMethod,
    Stage,
    Table,
)
from league.competitions.queries import rounds_of, tables_of_round
from league.competitions.schedule import RoundTimes
from league.competitions.services import create_competition
from league.notifications.services.announcing import announce
from league.online.services.seat_assignment import Person
from league.results.adjustments import adjust
from league.results.authors import Author, Via
from league.results.final_results import record_final_result
from league.results.inbox import call_organiser
from league.results.models import Hand
from league.rounds.demo import load_demo
from league.rounds.services.check_in import check_in_players
from league.rounds.services.clock import start_clock
from league.rounds.services.closing import close_round
from league.rounds.services.competition import begin_due_stage
from league.rounds.services.lifecycle import open_round
from league.rounds.services.seating import seat_round
from league.sheets.services import create_sheet, share_sheet
from league.standings.ratings.services import update_ratings
from tests.browser.made import make_person, session_of
from tests.league.online.tables import make_table, play_to_the_end
from tests.league.results.hands import poker_record, send
from tests.on_site import on_site
from tests.site import Site

CLUB = "Spieleverein Hohenschönhausen-Lichtenberg 1926"
LONG_NAMES = {
    "Amara Okafor": "Maximiliane-Charlotte von Hohenlohe",
    "Bastian Vogel": "Bartholomäus Oberhuber-Zwischenberger",
    "Elif Yılmaz": "Donaudampfschifffahrtskapitän",
    "Mei-Ling Chen": "Francesca Annunziata Mastropietro",
}
"""New names of some players of the demonstration."""
SIZES = {"franks-zoo": (3, 6, [4, 5]), "zop-zoo": (3, 4, [4]), "animal-poker": (3, 5, [4])}
FINAL: dict[str, Any] = {"method": SeatingMethod.FINALS, "cut": Cut.PLACES, "cut_at": 4}
PLACES = [10, 7, 5, 3, 2, 1]
ZOP_HANDS = ([155, -20, 310, 65], [40, 275, -75, 130])
HEARTS_HANDS = ({"hearts": [3, 5, 0, 5], "queen": 2}, {"hearts": [13, 0, 0, 0], "queen": 0})


@dataclass(frozen=True)
class Shown:
    """A page: who looks at it is the organiser, or somebody without a sign-in."""

    path: str
    is_public: bool = False


@dataclass(frozen=True)
class RichClub:
    """The club's pages by name, and the session of its owner, who also plays."""

    pages: dict[str, Shown]
    session: str


def make_rich_club(site: Site) -> RichClub:
    """Fill a club of a site that runs, and return its pages."""
    return on_site(site, lambda: _Filling(timezone.now()).fill())


class _Filling:
    def __init__(self, now: datetime) -> None:
        self.now = now
        self.club, _is_new = load_demo(now=now)
        self.league = self.club.competitions.get()
        self.round = list(rounds_of(self.league))[-1]
        self.olga: User = make_person("Olga Organisatorin-Spielleiterin")
        self.owner: Player = self._name_everybody()

    def fill(self) -> RichClub:
        """Add to the demonstration what it lacks."""
        self._fill_league()
        pages = {
            **self._pages_of_club(),
            **self._pages_of_league(),
            **self._evening(),
            **self._cup(),
            **self._poker(),
            **self._own_game(),
            **self._zop_night(),
            **self._online(),
        }
        session = session_of(self.olga, just_now=True)
        # What their device chose counts, so that one session has all languages.
        User.objects.filter(pk=self.olga.pk).update(language="")
        return RichClub(pages, session)

    def _name_everybody(self) -> Player:
        for before, name in LONG_NAMES.items():
            self.club.players.filter(name=before).update(name=name)
        Club.objects.filter(pk=self.club.pk).update(name=CLUB, is_demo=False)
        self.club.refresh_from_db()
        return Player.objects.create(
            club=self.club,
            name=self.olga.name,
            role=Role.OWNER,
            user=self.olga,
            created_at=self.now,
        )

    @property
    def players(self) -> list[Player]:
        return list(self.club.players.filter(role=Role.PLAYER).order_by("name"))

    def _fill_league(self) -> None:
        entries = self.league.entries.filter(player__name__in=LONG_NAMES.values())
        for entry, kind, points in zip(entries, ("penalty", "bonus"), (-2, 1), strict=False):
            adjust(
                competition_id=self.league.pk,
                entry_id=entry.pk,
                kind=kind,
                points=points,
                reason="Agreed by everybody at the table after the match",
                by=self.owner,
                now=self.now,
            )
        start_clock(round_id=self.round.pk, minutes=90, now=self.now)
        call_organiser(
            table_id=tables_of_round(self.round)[2].pk,
            message="May a hedgehog be played with two mosquitoes, or only with one?",
            author=Author(None, Via.CODE, self.now),
        )
        announce(
            club=self.club,
            key="hall",
            title="Next Friday we play in the hall of the volunteer fire brigade",
            body="The restaurant is closed. Please bring cards, and something to eat.",
            shown_for=timedelta(days=3),
            now=self.now,
        )

    def _compete(
        self, game: str, name: str, players: Sequence[Player], **fields: Any
    ) -> Competition:
        smallest, largest, preferred = SIZES.get(game, (3, 6, [4]))
        stage = Stage(**fields.pop("stage", {}))
        later = fields.pop("later_stages", ())
        settings = {"options": {}, "kind": Kind.TOURNAMENT, "place_points": PLACES, **fields}
        return create_competition(
            club=self.club,
            game=game,
            settings=Competition(
                name=name,
                table_min=smallest,
                table_max=largest,
                table_preferred=preferred,
                **settings,
            ),
            stage=stage,
            rounds=[RoundTimes(self.now)],
            players=players,
            later_stages=later,
            now=self.now,
        )

    def _seat(self, round: Round, players: Sequence[Player]) -> list[Table]:
        here = [player.pk for player in players]
        there = check_in_players(round_id=round.pk, player_ids=here, by=None, now=self.now)
        seat_round(round_id=round.pk, seating=there.seating, seed=7, now=self.now)
        return list(tables_of_round(round))

    def _pages_of_club(self) -> dict[str, Shown]:
        slug, player = self.club.slug, self.players[4]
        names = ("home", "players", "edit", "log", "levels", "invitations", "add_players")
        pages = {f"club {name}": page(f"clubs:{name}", slug) for name in names}
        return pages | {
            "club, public": page("clubs:home", slug, is_public=True),
            "clubs, public": page("clubs:index", is_public=True),
            "inbox": page("results:inbox", slug),
            "competitions": page("competitions:list", slug),
            "new competition": page("competitions:create", slug),
            "news": page("notifications:feed", slug),
            "announcement": page("notifications:announce", slug),
            "club lobby": page("online:club_lobby", slug),
            "player": page("clubs:player", player.pk),
            "player's results": page("standings:player", player.pk, is_public=True),
            "player's rating": page("standings:rating", player.pk, self.league.game),
            "ratings": page("standings:ratings", slug, is_public=True),
            "hall of fame": page("standings:hall_of_fame", slug, is_public=True),
            "notification settings": page("notifications:settings", self.owner.pk),
            "import of a season": page("exports:import_season", slug),
            "help": page("core:handbook_page", "tutorial-organisers", is_public=True),
            "account": page("accounts:account"),
        }

    def _pages_of_league(self) -> dict[str, Shown]:
        league, playing = self.league, self.round
        table = tables_of_round(playing)[1]
        hand = Hand.objects.filter(table__round=playing, is_void=False).latest("pk")
        entry = league.entries.order_by("pk").first()
        assert entry is not None
        return {
            "competition": page("competitions:detail", league.pk),
            "competition, public": page("competitions:detail", league.pk, is_public=True),
            "competition settings": page("competitions:settings", league.pk),
            "standings": page("standings:table", league.pk, is_public=True),
            "standings by round": Shown(f"{address('standings:table', league.pk)}?rounds=1"),
            "points breakdown": page("standings:entry", entry.pk),
            "forecast": page("standings:forecast", league.pk),
            "adjustments": page("results:adjustments", league.pk),
            "import of results": page("exports:import_results", league.pk),
            "round": page("rounds:detail", playing.pk),
            "round, public": page("rounds:detail", playing.pk, is_public=True),
            "projector": page("displays:projector", league.pk, is_public=True),
            "score sheets": page("rounds:sheets", playing.pk),
            "close round": page("rounds:close", playing.pk),
            "table": page("results:table", table.pk),
            "enter Frank's Zoo": page("results:enter", table.pk),
            "hand": page("results:hand", hand.pk),
            "correct hand": page("results:correct", hand.pk),
        }

    def _evening(self) -> dict[str, Shown]:
        """An evening at which most are here and nobody sits yet."""
        name = "Offene Stadtmeisterschaft der Spielgemeinschaft Nordost 2026/27"
        evening = self._compete("franks-zoo", name, self.players, kind=Kind.LEAGUE)
        waiting = rounds_of(evening)[0]
        here = [player.pk for player in self.players[:17]]
        check_in_players(round_id=waiting.pk, player_ids=here, by=None, now=self.now)
        return {
            "check-in": page("rounds:detail", waiting.pk),
            "seating preview": page("rounds:seat", waiting.pk),
        }

    def _cup(self) -> dict[str, Shown]:
        """A cup with a cut, all played."""
        final = Stage(name="Final", planned_rounds=1, **FINAL)
        players = self.players[:8]
        stage = {"planned_rounds": 1}
        cup = self._compete("zop-zoo", "ZOP ZOO Cup", players, stage=stage, later_stages=[final])
        self._play_out(rounds_of(cup)[0], players)
        last_stage = begin_due_stage(stage_id=cup.stages.get(number=2).pk, now=self.now)
        last = list(rounds_of(cup))[-1]
        open_round(round_id=last.pk, now=self.now)
        finalists = Player.objects.filter(entries__stage_entries__stage=last_stage)
        self._play_out(last, list(finalists))
        return {
            "finished competition": page("competitions:detail", cup.pk, is_public=True),
            "archive": page("standings:archive", cup.pk, is_public=True),
            "closed round": page("rounds:detail", last.pk),
        }

    def _play_out(self, round: Round, players: Sequence[Player]) -> None:
        for table in self._seat(round, players):
            self._end(table)
        close_round(round_id=round.pk, now=self.now)

    def _end(self, table: Table) -> None:
        record_final_result(
            table_id=table.pk,
            key=uuid4(),
            seating=table.seating,
            outcome={"places": list(range(1, table.seats.count() + 1))},
            author=Author(self.owner, Via.SEAT, self.now),
        )

    def _poker(self) -> dict[str, Shown]:
        """A night of Animal Poker after its first hand, with a final to come."""
        final = Stage(name="Final", **FINAL)
        players = self.players[:4]
        night = self._compete("animal-poker", "Poker night", players, later_stages=[final])
        (table,) = self._seat(rounds_of(night)[0], players)
        send(table, record=poker_record())
        update_ratings(competition_id=night.pk)
        hand = table.hands.get()
        return {
            "stage to start": page("rounds:begin_stage", night.stages.get(number=2).pk),
            "seal Animal Poker": page("results:seal", table.pk),
            "enter Animal Poker": page("results:enter", table.pk),
            "judged hand": page("results:hand", hand.pk),
            "rated hand": page("standings:rated_hand", hand.pk),
        }

    def _zop_night(self) -> dict[str, Shown]:
        players = self.players[:4]
        night = self._compete("zop-zoo", "ZOP ZOO night", players)
        (table,) = self._seat(rounds_of(night)[0], players)
        for points in ZOP_HANDS:
            send(table, record={"winner": 0, "points": points})
        return {"enter ZOP ZOO": page("results:enter", table.pk)}

    def _own_game(self) -> dict[str, Shown]:
        """A night of a game by the club's own score sheet, after two hands."""
        source = dict(ready_sheet("hearts").as_json())
        sheet = create_sheet(club=self.club, source=source, by=self.owner, now=self.now)
        sheet = share_sheet(sheet_id=sheet.pk, is_shared=True)
        players = self.players[:4]
        night = self._compete(sheet.slug, "Hearts night", players)
        (table,) = self._seat(rounds_of(night)[0], players)
        for record in HEARTS_HANDS:
            send(table, record=record)
        return {
            "own games": page("sheets:list", self.club.slug),
            "score-sheet editor": page("sheets:edit", self.club.slug, sheet.slug),
            "enter own game": page("results:enter", table.pk),
            "table of own game": page("results:table", table.pk),
        }

    def _online(self) -> dict[str, Shown]:
        """Tables of the owner's with bots, and one that is played out."""
        host = Person(self.olga.name, self.olga)
        now = self.now
        over = play_to_the_end(
            make_table("franks-zoo", 4, bots="random", host=host, now=now),
            random.Random(4),
            now=now,
        )
        tables = {
            f"online {game}": page("online:table", make_table(game, 4, host=host, now=now).token)
            for game in SIZES
        }
        return tables | {
            "lobby": page("online:lobby", is_public=True),
            "online result": page("online:table", over.token),
            "replay": page("online:replay", over.token, 1),
        }


def address(name: str, *arguments: object) -> str:
    """Return the path of a page."""
    return reverse(name, args=arguments)


def page(name: str, *arguments: object, is_public: bool = False) -> Shown:
    """Return a page by the name of its address."""
    return Shown(address(name, *arguments), is_public)
