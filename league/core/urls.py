"""Addresses of the core app."""

from django.urls import path

from league.core import handbook, offline

app_name = "core"
urlpatterns = [
    path("worker.js", offline.show_worker, name="worker"),
    path("app.webmanifest", offline.show_manifest, name="manifest"),
    path("offline/", offline.show_offline, name="offline"),
    path("help/", handbook.show_contents, name="handbook"),
    path("help/rules/<slug:game>/", handbook.show_rules, name="handbook_rules"),
    path("help/<slug:page>/", handbook.show_page, name="handbook_page"),
]
