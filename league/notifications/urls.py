"""Addresses of the notifications app."""

from django.urls import path
from django.views.decorators.http import require_safe

from league.notifications import feeds, target_views, views

app_name = "notifications"
SETTINGS = "players/<int:pk>/notices/"
urlpatterns = [
    path("c/<slug:slug>/feed/", views.feed, name="feed"),
    path("c/<slug:slug>/feed.atom", require_safe(feeds.ClubFeed()), name="atom"),
    path("c/<slug:slug>/announcements/", views.announce, name="announce"),
    path("announcements/<int:pk>/delete/", views.delete_announcement, name="delete_announcement"),
    path("c/<slug:slug>/outbox/", views.outbox, name="outbox"),
    path("c/<slug:slug>/chats/", target_views.club_chats, name="club_chats"),
    path("deliveries/<int:pk>/resend/", views.resend, name="resend"),
    path("mails/", views.show, name="mail_delivery"),
    path("mails/stop/<str:token>/", views.stop, name="stop"),
    path(SETTINGS, views.notification_settings, name="settings"),
    path(f"{SETTINGS}mail/", views.enable_mail, name="enable_mail"),
    path(f"{SETTINGS}devices/", target_views.add_device, name="add_device"),
    path(f"{SETTINGS}devices/<int:device>/drop/", target_views.remove_device, name="remove_device"),
    path(f"{SETTINGS}chats/", target_views.add_chat, name="add_chat"),
    path(f"{SETTINGS}<slug:source>/new/", target_views.subscribe, name="subscribe"),
    path(
        f"{SETTINGS}addresses/<int:subscription>/drop/",
        target_views.unsubscribe,
        name="unsubscribe",
    ),
    path("devices/changed/", target_views.change_device, name="change_device"),
    path("chats/<int:pk>/try/", target_views.test_chat, name="test_chat"),
    path("chats/<int:pk>/remove/", target_views.remove_chat, name="remove_chat"),
    path("calendars/<str:secret>.ics", feeds.calendar, name="calendar"),
    path("news/<str:secret>.atom", require_safe(feeds.SecretFeed()), name="news"),
]
