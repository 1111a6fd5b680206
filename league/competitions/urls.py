"""Addresses of the competitions app."""

from django.urls import path

from league.competitions import views

app_name = "competitions"
urlpatterns = [
    path("c/<slug:slug>/competitions/", views.show_list, name="list"),
    path("c/<slug:slug>/competitions/new/", views.create, name="create"),
    path("competitions/<int:pk>/", views.show, name="detail"),
    path("competitions/<int:pk>/players/", views.edit_entries, name="entries"),
]
