"""Addresses of the first version of the API."""

from django.urls import path

from league.api.endpoints import competitions, exports, online, people, rounds, standings, tables

patterns = [
    path("me/", people.Me.as_view(), name="me"),
    path("games/", people.Games.as_view(), name="games"),
    path("games/<slug:game>/", people.GameBySlug.as_view(), name="game"),
    path("clubs/", people.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:slug>/", people.ClubBySlug.as_view(), name="club"),
    path("clubs/<slug:slug>/players/", people.ClubPlayers.as_view(), name="club_players"),
    path("clubs/<slug:slug>/feed/", people.ClubFeed.as_view(), name="club_feed"),
    path(
        "clubs/<slug:slug>/competitions/",
        competitions.ClubCompetitions.as_view(),
        name="club_competitions",
    ),
    path(
        "clubs/<slug:slug>/ratings/<slug:game>/",
        standings.ClubRatings.as_view(),
        name="club_ratings",
    ),
    path("clubs/<slug:slug>/hall-of-fame/", standings.ClubFame.as_view(), name="club_fame"),
    path("clubs/<slug:slug>/players/file/", exports.PlayersExport.as_view(), name="players_file"),
    path("clubs/<slug:slug>/file/", exports.ClubExport.as_view(), name="club_file"),
    path("players/<int:pk>/", people.PlayerById.as_view(), name="player"),
    path("players/<int:pk>/leave/", people.PlayerLeaving.as_view(), name="leave"),
    path("players/<int:pk>/return/", people.PlayerReturning.as_view(), name="return"),
    path("players/<int:pk>/statistics/", standings.PlayerStatistics.as_view(), name="statistics"),
    path(
        "players/<int:pk>/ratings/<slug:game>/",
        standings.PlayerRatingChanges.as_view(),
        name="rating",
    ),
    path("competitions/", competitions.Competitions.as_view(), name="competitions"),
    path("competitions/<int:pk>/", competitions.CompetitionById.as_view(), name="competition"),
    path(
        "competitions/<int:pk>/entries/", competitions.CompetitionEntries.as_view(), name="entries"
    ),
    path("competitions/<int:pk>/rounds/", competitions.CompetitionRounds.as_view(), name="rounds"),
    path(
        "competitions/<int:pk>/adjustments/",
        competitions.CompetitionAdjustments.as_view(),
        name="adjustments",
    ),
    path(
        "competitions/<int:pk>/standings/",
        standings.CompetitionStandings.as_view(),
        name="standings",
    ),
    path(
        "competitions/<int:pk>/forecast/", standings.CompetitionForecast.as_view(), name="forecast"
    ),
    path(
        "competitions/<int:pk>/standings/file/",
        exports.StandingsExport.as_view(),
        name="standings_file",
    ),
    path(
        "competitions/<int:pk>/results/file/", exports.ResultsExport.as_view(), name="results_file"
    ),
    path("entries/<int:pk>/", competitions.EntryById.as_view(), name="entry"),
    path(
        "adjustments/<int:pk>/cancel/",
        competitions.AdjustmentCancelling.as_view(),
        name="cancel_adjustment",
    ),
    path("rounds/<int:pk>/", rounds.RoundById.as_view(), name="round"),
    path("rounds/<int:pk>/open/", rounds.RoundOpening.as_view(), name="open_round"),
    path("rounds/<int:pk>/close/", rounds.RoundClosing.as_view(), name="close_round"),
    path("rounds/<int:pk>/reopen/", rounds.RoundReopening.as_view(), name="reopen_round"),
    path("rounds/<int:pk>/players/", rounds.RoundPlayers.as_view(), name="attendance"),
    path("rounds/<int:pk>/players/me/", rounds.OwnCheckIn.as_view(), name="own_check_in"),
    path("rounds/<int:pk>/players/<int:player>/", rounds.RoundPlayer.as_view(), name="check_in"),
    path("rounds/<int:pk>/tables/", rounds.RoundTables.as_view(), name="tables"),
    path("rounds/<int:pk>/seating/", rounds.RoundSeating.as_view(), name="seating"),
    path("rounds/<int:pk>/seating/file/", exports.SeatingExport.as_view(), name="seating_file"),
    path("tables/<int:pk>/", tables.TableById.as_view(), name="table"),
    path("tables/<int:pk>/code/", tables.TableCode.as_view(), name="code"),
    path("tables/<int:pk>/hands/", tables.TableHands.as_view(), name="hands"),
    path("tables/<int:pk>/hands/file/", exports.HandsExport.as_view(), name="hands_file"),
    path("tables/<int:pk>/online/", online.OnlineTableOfTable.as_view(), name="open_online"),
    path("hands/<int:pk>/", tables.HandById.as_view(), name="hand"),
    path("hands/<int:pk>/void/", tables.HandVoiding.as_view(), name="void_hand"),
    path("hands/<int:pk>/restore/", tables.HandRestoring.as_view(), name="restore_hand"),
    path("hands/<int:pk>/keep/", tables.HandKeeping.as_view(), name="keep_hand"),
    path("hands/<int:pk>/confirm/", tables.HandConfirming.as_view(), name="confirm_hand"),
    path("hands/<int:pk>/dispute/", tables.HandDisputing.as_view(), name="dispute_hand"),
    path("online/", online.OnlineTables.as_view(), name="online_tables"),
    path("online/<slug:token>/", online.OnlineTableByToken.as_view(), name="online_table"),
    path("online/<slug:token>/seats/<int:seat>/", online.OnlineSeat.as_view(), name="online_seat"),
    path("online/<slug:token>/begin/", online.OnlineBeginning.as_view(), name="online_begin"),
    path("online/<slug:token>/moves/", online.OnlineMoves.as_view(), name="online_moves"),
    path("online/<slug:token>/wishes/", online.OnlineWishes.as_view(), name="online_wishes"),
    path(
        "online/<slug:token>/hands/<int:number>/", online.OnlineHand.as_view(), name="online_hand"
    ),
]
