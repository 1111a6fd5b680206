"""Addresses of the notices app."""

from django.urls import path
from django.views.decorators.http import require_safe

from league.notices.feeds import ClubFeed, SecretFeed
from league.notices.views import fetching, mail_delivery, outbox, ways, wishes

app_name = "notices"
urlpatterns = [
    path("c/<slug:slug>/feed/", outbox.feed, name="feed"),
    path("c/<slug:slug>/feed.atom", require_safe(ClubFeed()), name="atom"),
    path("c/<slug:slug>/outbox/", outbox.outbox, name="outbox"),
    path("c/<slug:slug>/chats/", ways.club_chats, name="club_chats"),
    path("deliveries/<int:pk>/resend/", outbox.resend, name="resend"),
    path("mails/", mail_delivery.show, name="mail_delivery"),
    path("mails/stop/<str:token>/", wishes.stop, name="stop"),
    path("players/<int:pk>/notices/", wishes.wishes, name="wishes"),
    path("players/<int:pk>/notices/mail/", wishes.mail_again, name="mail_again"),
    path("players/<int:pk>/notices/devices/", ways.add_device, name="add_device"),
    path(
        "players/<int:pk>/notices/devices/<int:device>/drop/", ways.drop_device, name="drop_device"
    ),
    path("players/<int:pk>/notices/chats/", ways.add_chat, name="add_chat"),
    path("players/<int:pk>/notices/<slug:source>/new/", ways.subscribe, name="subscribe"),
    path(
        "players/<int:pk>/notices/addresses/<int:subscription>/drop/",
        ways.unsubscribe,
        name="unsubscribe",
    ),
    path("devices/changed/", ways.change_device, name="change_device"),
    path("chats/<int:pk>/try/", ways.try_chat, name="try_chat"),
    path("chats/<int:pk>/remove/", ways.remove_chat, name="remove_chat"),
    path("calendars/<str:secret>.ics", fetching.calendar, name="calendar"),
    path("news/<str:secret>.atom", require_safe(SecretFeed()), name="news"),
]
