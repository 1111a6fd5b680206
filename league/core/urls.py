"""Addresses of what the whole site needs."""

from django.urls import path

from league.core import offline

app_name = "core"
urlpatterns = [
    path("worker.js", offline.show_worker, name="worker"),
    path("app.webmanifest", offline.show_manifest, name="manifest"),
    path("offline/", offline.show_offline, name="offline"),
]
