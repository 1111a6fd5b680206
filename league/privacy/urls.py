"""Addresses of the privacy app."""

from django.urls import path

from league.privacy import views

app_name = "privacy"
urlpatterns = [
    path("accounts/erase/", views.erase_account, name="erase_account"),
    path("accounts/my-data.json", views.own_file, name="own_file"),
    path("players/<int:pk>/erase/", views.erase_player_of_club, name="erase_player"),
    path("players/<int:pk>/data.json", views.file_of_player, name="player_file"),
    path("privacy/", views.show_privacy, name="overview"),
    path("c/<slug:slug>/privacy/", views.show_club_privacy, name="club"),
    path("c/<slug:slug>/privacy/choose/", views.choose, name="set_retention"),
]
