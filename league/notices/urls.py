"""Addresses of the notices app."""

from django.urls import path

from league.notices import views
from league.notices.feeds import ClubFeed

app_name = "notices"
urlpatterns = [
    path("c/<slug:slug>/feed/", views.feed, name="feed"),
    path("c/<slug:slug>/feed.atom", ClubFeed(), name="atom"),
    path("c/<slug:slug>/outbox/", views.outbox, name="outbox"),
    path("mails/<int:pk>/try-again/", views.try_again, name="try_again"),
    path("mails/stop/<str:token>/", views.stop, name="stop"),
]
