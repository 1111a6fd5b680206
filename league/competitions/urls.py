"""Addresses of the competitions app."""

from django.urls import path
from django.views.decorators.http import require_safe

from league.competitions import views
from league.competitions.views import CompetitionFeed

app_name = "competitions"
urlpatterns = [
    path("c/<slug:slug>/competitions/", views.show_list, name="list"),
    path("c/<slug:slug>/competitions/new/", views.create, name="create"),
    path("competitions/<int:pk>/", views.show, name="detail"),
    path("competitions/<int:pk>/feed.atom", require_safe(CompetitionFeed()), name="atom"),
    path("competitions/<int:pk>/settings/", views.show_settings, name="settings"),
    path("competitions/<int:pk>/duplicate/", views.duplicate, name="duplicate"),
    path("competitions/<int:pk>/entries/", views.edit_entries, name="entries"),
    path("competitions/<int:pk>/separations/", views.add_separation, name="separations"),
    path(
        "competitions/<int:pk>/separations/<int:separation_pk>/remove/",
        views.remove_separation,
        name="remove_separation",
    ),
]
