"""Addresses of the clubs app."""

from django.urls import URLPattern

app_name = "clubs"
urlpatterns: list[URLPattern] = []
