"""Addresses of the whole site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# The admin signs in like all pages.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    # The most requested first.
    path("", include("league.online.urls")),
    path("", include("league.results.urls")),
    path("", include("league.standings.urls")),
    path("", include("league.core.urls")),
    path("", include("league.clubs.urls")),
    path("", include("league.notifications.urls")),
    path("", include("league.competitions.urls")),
    path("", include("league.rounds.urls")),
    path("calculator/", include("league.results.calculator.urls")),
    path("", include("league.sheets.urls")),
    path("", include("league.exports.urls")),
    path("", include("league.printing.urls")),
    path("", include("league.displays.urls")),
    path("", include("league.api.urls")),
    path("", include("league.privacy.urls")),
    path("", include("league.hosting.urls")),
    path("", include("league.accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]

handler404 = "league.core.middleware.page_not_found"
