"""Addresses of the standings app."""

from django.urls import path

from league.standings import views
from league.standings.ratings import views as ratings
from league.standings.statistics import views as statistics

app_name = "standings"
urlpatterns = [
    path("competitions/<int:pk>/standings/", views.show_table, name="table"),
    path("competitions/<int:pk>/standings/team/", views.show_team, name="team"),
    path("entries/<int:pk>/", views.show_entry, name="entry"),
    path("c/<slug:slug>/ratings/", ratings.show_ratings, name="ratings"),
    path("c/<slug:slug>/ratings/<slug:game>/", ratings.show_ratings, name="ratings_of_game"),
    path("hands/<int:pk>/ratings/", ratings.show_hand, name="rated_hand"),
    path("players/<int:pk>/results/", statistics.show_player, name="player"),
    path("players/<int:pk>/ratings/<slug:game>/", ratings.show_player, name="rating"),
    path("c/<slug:slug>/hall-of-fame/", statistics.show_hall_of_fame, name="hall_of_fame"),
    path("competitions/<int:pk>/archive/", statistics.show_archive, name="archive"),
    path("competitions/<int:pk>/forecast/", views.show_forecast, name="forecast"),
]
