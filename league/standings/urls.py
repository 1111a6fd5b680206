"""Addresses of the standings app."""

from django.urls import URLPattern

app_name = "standings"
urlpatterns: list[URLPattern] = []
