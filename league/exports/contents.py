"""What can be taken away: one function for each table of data that a page shows."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from league.audit.models import Act
from league.audit.queries import tell_acts
from league.clubs.models import Club, Player
from league.clubs.redaction import Audience, tell
from league.competitions.models import Competition, Round, Table
from league.competitions.queries import tables_of_round
from league.core.rule_texts import line_words
from league.exports.listings import Cell, Column, Listing
from league.results.board import names_at
from league.results.models import Hand
from league.results.queries import hands_of_table
from league.standings.models import TableResult
from league.standings.overview import Asked, overview_of
from league.standings.overview import Cell as Points

ROWS_AT_ONCE = 500

Row = tuple[Cell, ...]

STANDINGS = (
    Column("place", _("Place")),
    Column("player", _("Player")),
    Column("team", _("Team")),
    Column("points", _("League points")),
    Column("wins", _("Wins")),
    Column("game_points", _("Game points")),
    Column("tables", _("Tables")),
    Column("rounds", _("Rounds")),
    Column("byes", _("Byes")),
    Column("is_provisional", _("Provisional")),
    Column("decided", _("Decided by")),
    Column("stage", _("Stage")),
    Column("certainty", _("What is sure")),
)
DROPPED = Column("dropped", _("Dropped rounds"))
TEAMS = (
    Column("place", _("Place")),
    Column("team", _("Team")),
    Column("points", _("League points")),
    Column("wins", _("Wins")),
    Column("game_points", _("Game points")),
    Column("decided", _("Decided by")),
    Column("player", _("Player")),
    Column("player_points", _("Points of the player")),
    Column("is_counted", _("Counts")),
)
SEATING = (
    Column("round", _("Round")),
    Column("table", _("Table")),
    Column("seat", _("Seat")),
    Column("player", _("Player")),
    Column("plays_for", _("Plays for")),
    Column("team", _("Team")),
    Column("pair", _("Pair")),
    Column("deals_first", _("Deals first")),
)
HANDS = (
    Column("hand", _("Hand")),
    Column("state", _("State")),
    Column("seat", _("Seat")),
    Column("player", _("Player")),
    Column("rule", _("Rule")),
    Column("words", _("What for")),
    Column("points", _("Points")),
    Column("hand_points", _("Points of the hand")),
    Column("total", _("Total")),
    Column("recorded_at", _("Recorded")),
)
ACTS = (
    Column("done_at", _("Done")),
    Column("player", _("Player")),
    Column("role", _("Role")),
    Column("way", _("Way")),
    Column("verb", _("What was done")),
    Column("about", _("About")),
    Column("changes", _("Changes")),
)
PLAYERS = (
    Column("name", _("Name")),
    Column("role", _("Role")),
    Column("since", _("Since")),
)
PRIVATE = (
    Column("left_at", _("Left")),
    Column("email", _("Email")),
    Column("real_name", _("Real name")),
)
RESULTS = (
    Column("stage", _("Stage")),
    Column("round", _("Round")),
    Column("table", _("Table")),
    Column("seat", _("Seat")),
    Column("player", _("Player")),
    Column("entry", _("Plays for")),
    Column("place", _("Place")),
    Column("game_points", _("Game points")),
    Column("points", _("League points")),
    Column("bonus", _("of these, bonuses")),
    Column("played_at", _("Played")),
)


def standings_listing(competition: Competition, asked: Asked) -> Listing:
    """List who stands where, as the page of the standings shows it, with the rounds it shows."""
    overview = overview_of(competition, asked)
    rows: Iterable[Row] = (
        (
            row.standing.place,
            row.standing.name,
            row.standing.team,
            row.standing.points,
            row.standing.wins,
            row.standing.game_points,
            row.standing.tables,
            row.standing.rounds,
            row.standing.byes,
            row.standing.is_provisional,
            row.decided,
            row.standing.stage_name or row.standing.stage_number,
            row.certainty,
            *(cell.points if cell else None for cell in row.cells),
            ", ".join(_dropped(overview.rounds, row.cells)),
        )
        for row in overview.rows
    )
    rounds = (_round_column(round.number) for round in overview.rounds)
    return Listing("standings", (*STANDINGS, *rounds, DROPPED), rows)


def _round_column(number: int) -> Column:
    label = pgettext("short for round", "R%(number)s") % {"number": number}
    return Column(f"round_{number}", label)


def _dropped(rounds: Sequence[Round], cells: Sequence[Points | None]) -> Iterator[str]:
    """List the numbers of the rounds that count for nothing, as only the best ones count."""
    for round, cell in zip(rounds, cells, strict=False):
        if cell and cell.is_dropped:
            yield str(round.number)


def teams_listing(competition: Competition, asked: Asked) -> Listing:
    """List where the teams stand, a row for each member."""
    rows: Iterable[Row] = (
        (
            team.place,
            team.name,
            team.points,
            team.wins,
            team.game_points,
            team.decided,
            member.name,
            member.points,
            member in team.counted,
        )
        for team in overview_of(competition, asked).teams
        for member in team.members
    )
    return Listing("teams", TEAMS, rows)


def seating_listing(round: Round) -> Listing:
    """List who sits where in a round."""
    rows: Iterable[Row] = (
        (
            round.number,
            table.number,
            seat.number + 1,
            seat.player.name,
            seat.entry.player.name,
            seat.entry.team,
            seat.pair,
            seat.number == table.dealer,
        )
        for table in tables_of_round(round).prefetch_related("seats__entry__player")
        for seat in table.seats.all()
    )
    return Listing("seating", SEATING, rows)


def hands_listing(table: Table) -> Listing:
    """List the hands of a table, a row for each score line of each player; its seats are read."""
    names = names_at(table)
    rows = (row for hand in hands_of_table(table) for row in _rows_of_hand(hand, names))
    return Listing("hands", HANDS, rows)


def _rows_of_hand(hand: Hand, names: tuple[str, ...]) -> Iterator[Row]:
    """Give a hand without points one row, and each player without lines one."""
    score = getattr(hand, "score", None)
    if hand.is_void or score is None or score.is_surplus:
        state = "void" if hand.is_void else "surplus"
        yield hand.number, state, *[None] * 7, hand.created_at
        return
    state = "disputed" if hand.is_disputed else "counts"
    kept = score.score
    for seat, name in enumerate(names):
        ends = (kept["scores"][seat], kept["totals"][seat], hand.created_at)
        begins = (hand.number, state, seat + 1, name)
        for line in kept["lines"][seat]:
            yield *begins, line["rule"], line_words(line, names), line["points"], *ends
        if not kept["lines"][seat]:
            yield *begins, None, None, 0, *ends


def acts_listing(acts: Iterable[Act]) -> Listing:
    """List what organisers did."""
    rows: Iterable[Row] = (
        (
            told.act.created_at,
            told.act.player.name if told.act.player else "",
            told.act.role,
            told.act.way,
            told.act.verb,
            told.label,
            "; ".join(f"{name}: {before} → {after}" for name, before, after in told.changes),
        )
        for told in tell_acts(acts)
    )
    return Listing("log", ACTS, rows)


def players_listing(players: Iterable[Player], *, audience: Audience) -> Listing:
    """List players, who came with user and club; who has left is for organisers alone."""
    is_private = audience >= Audience.CONFIDANTS
    told = (tell(player, audience) for player in players)
    rows: Iterable[Row] = (
        (
            each["name"],
            each["role"],
            each["created_at"],
            *((each["left_at"], each["address"], each["real_name"]) if is_private else ()),
        )
        for each in told
    )
    return Listing("players", (*PLAYERS, *PRIVATE) if is_private else PLAYERS, rows)


def results_listing(competition: Competition) -> Listing:
    """List what every entry has from every table, in the order of play."""
    results = (
        TableResult.objects.filter(entry__competition=competition, table__dissolved_at=None)
        .select_related("table__round__stage", "entry__player")
        .prefetch_related("table__seats__player")
        .order_by("table__round__stage__number", "table__round__number", "table__number", "seat")
    )
    rows = (_row_of_result(result) for result in results.iterator(chunk_size=ROWS_AT_ONCE))
    return Listing("results", RESULTS, rows)


def _row_of_result(result: TableResult) -> Row:
    played = result.table.round
    seats = {seat.number: seat.player.name for seat in result.table.seats.all()}
    return (
        played.stage.name or played.stage.number,
        played.number,
        result.table.number,
        result.seat + 1,
        seats.get(result.seat),
        result.entry.player.name,
        result.place,
        result.game_points,
        result.points,
        sum(result.bonuses.values()),
        played.opened_at,
    )


def file_name(club: Club, listing: Listing, *about: object) -> str:
    """Return what a file is called, without its ending."""
    return "-".join(str(part) for part in (club.slug, listing.name, *about))
