"""The chapters of the API, in order."""

from league.api.models import Scope
from league.api.operations import Chapter

GAMES = Chapter("Games", "The games, their options and rules.")
CLUBS = Chapter("Clubs and players", "Clubs, players, invitations and the audit log.")
COMPETITIONS = Chapter("Competitions", "Leagues and tournaments, entries and adjustments.")
STAGES = Chapter("Stages", "Stages, cuts, seating lists and recurring rounds.")
ROUNDS = Chapter("Rounds", "Rounds, clocks, check-in and absences.")
SEATING = Chapter("Seating", "Previews of draws, and changes of the seating.")
TABLES = Chapter("Tables", "Tables, final results and calls for an organiser.", Scope.RECORD)
HANDS = Chapter("Hands", "Recording, correcting, confirming and disputing hands.", Scope.RECORD)
STANDINGS = Chapter("Standings", "Current and earlier standings, and forecasts.")
RATINGS = Chapter("Ratings and statistics", "Ratings, statistics and the hall of fame.")
ONLINE = Chapter("Online tables", "Play in the browser.", Scope.PLAY)
NOTICES = Chapter("Sent messages", "Notifications of a club.")
EXPORTS = Chapter("Exports", "Files for download.")
PROGRAMS = Chapter("Tokens and events", "Tokens of programs, webhooks and streams of events.")

CHAPTERS = (
    *(GAMES, CLUBS, COMPETITIONS, STAGES, ROUNDS, SEATING, TABLES, HANDS),
    *(STANDINGS, RATINGS, ONLINE, NOTICES, EXPORTS, PROGRAMS),
)
