"""Addresses of the standings app."""

from django.urls import path

from league.standings import views

app_name = "standings"
urlpatterns = [
    path("competitions/<int:pk>/standings/", views.show_table, name="table"),
    path("entries/<int:pk>/", views.show_entry, name="entry"),
]
