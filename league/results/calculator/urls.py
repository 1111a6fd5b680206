"""Addresses of the calculator."""

from django.urls import path

from league.results.calculator import views

app_name = "calculator"
urlpatterns = [
    path("", views.show_games, name="games"),
    path("match/", views.show_match, name="match"),
    path("preview/", views.preview, name="preview"),
    path("<slug:game>/", views.begin, name="begin"),
]
