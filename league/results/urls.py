"""Addresses of the results app."""

from django.urls import URLPattern

app_name = "results"
urlpatterns: list[URLPattern] = []
