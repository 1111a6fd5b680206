"""Addresses of the printing app: what a page shows, as a paper (.pdf) or as a picture (.png)."""

from django.urls import path

from league.printing.views import papers, pictures

app_name = "printing"
urlpatterns = [
    path("competitions/<int:pk>/standings.pdf", papers.standings, name="standings"),
    path("competitions/<int:pk>/certificates.pdf", papers.certificates, name="certificates"),
    path("competitions/<int:pk>/cards.pdf", papers.competition_cards, name="competition_cards"),
    path("entries/<int:pk>/certificate.pdf", papers.certificate, name="certificate"),
    path("rounds/<int:pk>/seating.pdf", papers.seating, name="seating"),
    path("rounds/<int:pk>/sheets.pdf", papers.sheets, name="sheets"),
    path("rounds/<int:pk>/cards.pdf", papers.round_cards, name="round_cards"),
    path("c/<slug:slug>/cards.pdf", papers.club_cards, name="club_cards"),
    path("competitions/<int:pk>/standings.png", pictures.standings, name="standings_picture"),
    path("rounds/<int:pk>/seating.png", pictures.seating, name="round_picture"),
    path("tables/<int:pk>/match.png", pictures.match, name="table_picture"),
    path("entries/<int:pk>/entry.png", pictures.entry, name="entry_picture"),
    path("competitions/<int:pk>/team.png", pictures.team, name="team_picture"),
    path("players/<int:pk>/player.png", pictures.player, name="player_picture"),
    path("c/<slug:slug>/club.png", pictures.club, name="club_picture"),
]
