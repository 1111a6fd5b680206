"""Addresses of projector views, widgets and search."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter
from django.views.generic import RedirectView

from league.displays import views


class ColourConverter(StringConverter):
    """Match a colour of six hexadecimal digits."""

    regex = "[0-9a-f]{6}"


register_converter(ColourConverter, "colour")

app_name = "displays"
urlpatterns = [
    path("competitions/<int:pk>/projector/", views.show_projector, name="projector"),
    path(
        "competitions/<int:pk>/screen/",
        RedirectView.as_view(pattern_name="displays:projector", query_string=True),
    ),
    path("competitions/<int:pk>/projector/set-up/", views.set_up_screen, name="projector_setup"),
    path("rounds/<int:pk>/projector/", views.show_round, name="round_projector"),
    path(
        "rounds/<int:pk>/screen/",
        RedirectView.as_view(pattern_name="displays:round_projector", query_string=True),
    ),
    path("competitions/<int:pk>/widget/", views.show_widget, name="widget"),
    path("competitions/<int:pk>/widget/set-up/", views.set_up_widget, name="widget_setup"),
    path("widgets/<colour:accent>.css", views.give_accent, name="accent"),
    path("c/<slug:slug>/search/", views.search_club, name="search"),
    path("search/", views.search_clubs, name="search_clubs"),
]
