"""Addresses of the competitions app."""

from django.urls import URLPattern

app_name = "competitions"
urlpatterns: list[URLPattern] = []
