"""Addresses of the results app."""

from django.urls import path

from league.results.views import code, entry, hand, table

app_name = "results"
urlpatterns = [
    path("t/<slug:token>/", code.open_code, name="code"),
    path("tables/<int:pk>/", table.show_table, name="table"),
    path("tables/<int:pk>/enter/", entry.enter, name="enter"),
    path("tables/<int:pk>/preview/", entry.preview, name="preview"),
    path("hands/<int:pk>/", hand.show_hand, name="hand"),
    path("hands/<int:pk>/correct/", entry.correct, name="correct"),
    path("hands/<int:pk>/void/", hand.void, name="void"),
    path("hands/<int:pk>/restore/", hand.restore, name="restore"),
    path("hands/<int:pk>/take-back/", table.take_back, name="take_back"),
    path("submissions/<int:pk>/settle/", table.settle, name="settle"),
]
