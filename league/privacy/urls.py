"""Addresses of the privacy app."""

from django.urls import path

from league.privacy.views import erasing, keeping, personal_file

app_name = "privacy"
urlpatterns = [
    path("accounts/erase/", erasing.erase_account, name="erase_account"),
    path("accounts/my-data.json", personal_file.own_file, name="own_file"),
    path("players/<int:pk>/erase/", erasing.erase_player_of_club, name="erase_player"),
    path("players/<int:pk>/data.json", personal_file.file_of_player, name="player_file"),
    path("privacy/", keeping.show_kept, name="kept"),
    path("c/<slug:slug>/privacy/", keeping.show_kept_by_club, name="kept_by_club"),
    path("c/<slug:slug>/privacy/choose/", keeping.choose, name="choose_keeping"),
]
