"""Addresses of the printing app: what a page shows, as a paper (.pdf) or as a picture (.png)."""

from django.urls import path

from league.printing import views

app_name = "printing"
urlpatterns = [
    path("competitions/<int:pk>/standings.pdf", views.standings, name="standings"),
    path("competitions/<int:pk>/certificates.pdf", views.certificates, name="certificates"),
    path("competitions/<int:pk>/cards.pdf", views.competition_cards, name="competition_cards"),
    path("entries/<int:pk>/certificate.pdf", views.certificate, name="certificate"),
    path("rounds/<int:pk>/seating.pdf", views.seating, name="seating"),
    path("rounds/<int:pk>/sheets.pdf", views.sheets, name="sheets"),
    path("own-games/<int:pk>/sheet.pdf", views.empty_sheet, name="empty_sheet"),
    path("rounds/<int:pk>/cards.pdf", views.round_cards, name="round_cards"),
    path("c/<slug:slug>/cards.pdf", views.club_cards, name="club_cards"),
    path("competitions/<int:pk>/standings.png", views.standings_picture, name="standings_picture"),
    path("rounds/<int:pk>/seating.png", views.round_picture, name="round_picture"),
    path("tables/<int:pk>/match.png", views.table_picture, name="table_picture"),
    path("entries/<int:pk>/entry.png", views.entry_picture, name="entry_picture"),
    path("competitions/<int:pk>/team.png", views.team_picture, name="team_picture"),
    path("players/<int:pk>/player.png", views.player_picture, name="player_picture"),
    path("c/<slug:slug>/club.png", views.club_picture, name="club_picture"),
]
