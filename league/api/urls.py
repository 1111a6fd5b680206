"""Addresses of the API, its description, tokens, apps and webhooks."""

from django.urls import include, path, re_path

from league.api import app_views, v1, views

app_name = "api"
urlpatterns = [
    path("api/v1/schema/", views.show_schema, name="schema"),
    path("api/v1/docs/", views.show_contents, name="docs"),
    path("api/v1/docs/problems/", views.show_problems, name="problems"),
    path("api/v1/docs/<slug:chapter>/", views.show_chapter, name="chapter"),
    path("api/v1/", include((v1.patterns, "v1"))),
    path("api/v1/", include(v1.without_slash)),
    re_path("^api/v1/.*", views.ApiNotFoundView.as_view(), name="not_there"),
    path("apps/", app_views.show_apps, name="apps"),
    path("apps/<int:pk>/remove/", app_views.remove_app, name="remove_app"),
    path("device/", app_views.connect_device, name="connect_device"),
    path("oauth/authorize/", app_views.authorize, name="authorize"),
    path("oauth/token/", app_views.answer_app, {"endpoint": "token"}, "app_token"),
    path(
        "oauth/device/",
        app_views.answer_app,
        {"endpoint": "device_authorization"},
        "device_code",
    ),
    path("oauth/revoke/", app_views.answer_app, {"endpoint": "revocation"}, "app_revocation"),
    path(".well-known/oauth-authorization-server", app_views.show_metadata, name="metadata"),
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
