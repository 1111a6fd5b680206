"""Addresses of the whole site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("league.clubs.urls")),
    path("", include("league.notices.urls")),
    path("", include("league.competitions.urls")),
    path("", include("league.rounds.urls")),
    path("", include("league.results.urls")),
    path("", include("league.standings.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
