"""Addresses of the exports app."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from league.exports import views
from league.exports.season_file import views as season


class FormConverter(StringConverter):
    """Match the forms in which a listing is written."""

    regex = "csv|xlsx|json"


register_converter(FormConverter, "form")

app_name = "exports"
urlpatterns = [
    path("competitions/<int:pk>/standings.<form:form>", views.standings, name="standings"),
    path(
        "competitions/<int:pk>/teams.<form:form>", views.standings, {"of_teams": True}, name="teams"
    ),
    path("competitions/<int:pk>/results.<form:form>", views.results, name="results"),
    path("competitions/<int:pk>/results/import/", views.upload_results, name="import_results"),
    path("competitions/<int:pk>/results-to-fill-in.<form:form>", views.template, name="template"),
    path("rounds/<int:pk>/seating.<form:form>", views.seating, name="seating"),
    path("tables/<int:pk>/hands.<form:form>", views.hands, name="hands"),
    path("c/<slug:slug>/log.<form:form>", views.log, name="log"),
    path("c/<slug:slug>/players.<form:form>", views.players, name="players"),
    path("c/<slug:slug>/file/", views.show_club_file, name="club_file"),
    path("c/<slug:slug>/club.json", views.download_club, name="club"),
    path("clubs/import/", views.upload_club, name="import_club"),
    path("c/<slug:slug>/seasons/import/", season.upload_season, name="import_season"),
    path("competitions/<int:pk>/import/undo/", season.undo_season, name="undo_season"),
]
