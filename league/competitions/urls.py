"""Addresses of the competitions app."""

from django.urls import path
from django.views.decorators.http import require_safe

from league.competitions.feeds import CompetitionFeed
from league.competitions.views import competitions, entries

app_name = "competitions"
urlpatterns = [
    path("c/<slug:slug>/competitions/", competitions.show_list, name="list"),
    path("c/<slug:slug>/competitions/new/", competitions.create, name="create"),
    path("competitions/<int:pk>/", competitions.show, name="detail"),
    path("competitions/<int:pk>/feed.atom", require_safe(CompetitionFeed()), name="atom"),
    path("competitions/<int:pk>/players/", entries.edit_entries, name="entries"),
    path("competitions/<int:pk>/apart/", entries.keep_apart, name="apart"),
    path(
        "competitions/<int:pk>/apart/<int:apart_pk>/remove/", entries.let_together, name="together"
    ),
]
