"""Addresses of the hosting app."""

from django.urls import path

from league.hosting import views

app_name = "hosting"
urlpatterns = [
    path("health/live/", views.show_live, name="live"),
    path("health/ready/", views.show_ready, name="ready"),
    path("site/", views.show_site, name="site"),
    path("metrics", views.show_metrics, name="metrics"),
]
