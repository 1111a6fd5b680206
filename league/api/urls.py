"""Addresses of the API, its description, tokens and webhooks."""

from django.urls import include, path, re_path

from league.api import v1, views

app_name = "api"
urlpatterns = [
    path("api/v1/schema/", views.show_schema, name="schema"),
    path("api/v1/docs/", views.show_contents, name="docs"),
    path("api/v1/docs/problems/", views.show_problems, name="problems"),
    path("api/v1/docs/<slug:chapter>/", views.show_chapter, name="chapter"),
    path("api/v1/", include((v1.patterns, "v1"))),
    path("api/v1/", include(v1.without_slash)),
    re_path("^api/v1/.*", views.ApiNotFoundView.as_view(), name="not_there"),
    path("tokens/", views.show_tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", views.revoke_token, name="revoke_token"),
    path("c/<slug:slug>/tokens/", views.show_tokens, name="club_tokens"),
    path("c/<slug:slug>/tokens/<int:pk>/revoke/", views.revoke_token, name="revoke_club_token"),
    path("c/<slug:slug>/webhooks/", views.show_webhooks, name="webhooks"),
    path("webhooks/<int:pk>/", views.show_webhook, name="webhook"),
    path("webhooks/<int:pk>/test/", views.test_webhook, name="test_webhook"),
    path("webhooks/<int:pk>/on/", views.switch_on_webhook, name="switch_on_webhook"),
    path("webhooks/<int:pk>/remove/", views.remove_webhook, name="remove_webhook"),
    path("webhooks/<int:pk>/deliveries/<int:delivery_pk>/resend/", views.resend, name="resend"),
]
