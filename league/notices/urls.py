"""Addresses of the notices app."""

from django.urls import URLPattern

app_name = "notices"
urlpatterns: list[URLPattern] = []
