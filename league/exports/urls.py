"""Addresses of the exports app."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from league.exports.views import clubs, listings, results


class FormConverter(StringConverter):
    """Match the forms in which a listing is written."""

    regex = "csv|xlsx|json"


register_converter(FormConverter, "form")

app_name = "exports"
urlpatterns = [
    path("competitions/<int:pk>/standings.<form:form>", listings.standings, name="standings"),
    path("competitions/<int:pk>/teams.<form:form>", listings.teams, name="teams"),
    path("competitions/<int:pk>/results.<form:form>", listings.results, name="results"),
    path("competitions/<int:pk>/results/import/", results.bring_results_in, name="bring_results"),
    path("competitions/<int:pk>/results-to-fill-in.<form:form>", results.template, name="template"),
    path("rounds/<int:pk>/seating.<form:form>", listings.seating, name="seating"),
    path("tables/<int:pk>/hands.<form:form>", listings.hands, name="hands"),
    path("c/<slug:slug>/log.<form:form>", listings.log, name="log"),
    path("c/<slug:slug>/players.<form:form>", listings.players, name="players"),
    path("c/<slug:slug>/file/", clubs.show_club_file, name="club_file"),
    path("c/<slug:slug>/club.json", clubs.take_club_away, name="club"),
    path("clubs/import/", clubs.bring_club_in, name="bring_club_in"),
]
