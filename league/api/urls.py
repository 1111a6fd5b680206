"""Addresses of the API, of what describes it, and of the pages of tokens."""

from django.urls import include, path, re_path

from league.api import v1
from league.api.views import description, tokens, webhooks

app_name = "api"
urlpatterns = [
    path("api/v1/schema/", description.show_schema, name="schema"),
    path("api/v1/docs/", description.show_contents, name="docs"),
    path("api/v1/docs/problems/", description.show_problems, name="problems"),
    path("api/v1/docs/<slug:chapter>/", description.show_chapter, name="chapter"),
    path("api/v1/", include((v1.patterns, "v1"))),
    re_path("^api/v1/.*", description.NotThere.as_view(), name="not_there"),
    path("tokens/", tokens.show_own, name="tokens"),
    path("tokens/<int:pk>/revoke/", tokens.revoke_own, name="revoke_token"),
    path("c/<slug:slug>/tokens/", tokens.show_of_club, name="club_tokens"),
    path("c/<slug:slug>/tokens/<int:pk>/revoke/", tokens.revoke_of_club, name="revoke_club_token"),
    path("c/<slug:slug>/webhooks/", webhooks.show_list, name="webhooks"),
    path("webhooks/<int:pk>/", webhooks.show, name="webhook"),
    path("webhooks/<int:pk>/test/", webhooks.test, name="test_webhook"),
    path("webhooks/<int:pk>/on/", webhooks.switch_on, name="switch_on_webhook"),
    path("webhooks/<int:pk>/remove/", webhooks.remove, name="remove_webhook"),
    path(
        "webhooks/<int:pk>/sendings/<int:sending_pk>/again/", webhooks.send_again, name="send_again"
    ),
]
