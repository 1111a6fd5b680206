"""Addresses of the showing app."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from league.showing.views import screen, search, widget


class ColourConverter(StringConverter):
    """Match a colour of six hexadecimal digits."""

    regex = "[0-9a-f]{6}"


register_converter(ColourConverter, "colour")

app_name = "showing"
urlpatterns = [
    path("competitions/<int:pk>/screen/", screen.show_screen, name="screen"),
    path("competitions/<int:pk>/screen/set-up/", screen.set_up, name="set_up_screen"),
    path("rounds/<int:pk>/screen/", screen.show_round, name="round"),
    path("competitions/<int:pk>/widget/", widget.show, name="widget"),
    path("competitions/<int:pk>/widget/set-up/", widget.set_up, name="set_up_widget"),
    path("widgets/<colour:accent>.css", widget.give_accent, name="accent"),
    path("c/<slug:slug>/search/", search.search_club, name="search"),
    path("search/", search.search_clubs, name="search_clubs"),
]
