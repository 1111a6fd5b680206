"""Addresses of the accounts app; they stand before allauth's, some of which they replace."""

from django.urls import path
from django.views.generic import RedirectView

from league.accounts.views import account, claims, codes, merges, ways

app_name = "accounts"
to_account = RedirectView.as_view(pattern_name="accounts:account")
urlpatterns = [
    path("language/", account.choose_site_language, name="language"),
    path("accounts/", account.account, name="account"),
    path("accounts/name/", account.set_name, name="set_name"),
    path("accounts/clubs/", account.clubs, name="clubs"),
    path("accounts/log/", account.log, name="log"),
    path("accounts/sessions/end/", account.end_other_sessions, name="end_other_sessions"),
    path("accounts/sessions/<int:pk>/end/", account.end_session, name="end_session"),
    path("accounts/password/", ways.password, name="password"),
    path("accounts/password/remove/", ways.remove_password, name="remove_password"),
    path("players/<int:pk>/claim/", claims.claim, name="claim"),
    path("c/<slug:slug>/claims/", claims.claims, name="claims"),
    path("claims/<int:pk>/withdraw/", claims.withdraw, name="withdraw_claim"),
    path("claims/<int:pk>/approve/", claims.approve, name="approve_claim"),
    path("claims/<int:pk>/refuse/", claims.refuse, name="refuse_claim"),
    path("c/<slug:slug>/merges/", merges.merges, name="merges"),
    path("c/<slug:slug>/merges/new/", merges.merge, name="merge"),
    path("merges/<int:pk>/undo/", merges.undo, name="undo_merge"),
    # Setting and changing are one page here, and who has forgotten a password gets a code.
    path("accounts/password/set/", RedirectView.as_view(pattern_name="accounts:password")),
    path("accounts/password/change/", RedirectView.as_view(pattern_name="accounts:password")),
    path("accounts/password/<path:page>", RedirectView.as_view(url="/accounts/login/")),
    # Every code is asked for on the page of signing in.
    path(
        "accounts/login/code/",
        RedirectView.as_view(pattern_name="account_login", query_string=True),
    ),
    path("accounts/login/code/confirm/", codes.ConfirmCode.as_view()),
    path("accounts/confirm-email/", codes.ConfirmAddress.as_view()),
    path("accounts/2fa/", to_account),
    path("accounts/2fa/webauthn/", to_account),
    path("accounts/2fa/webauthn/login/", ways.EnterByPasskey.as_view(), name="enter_by_passkey"),
    path("accounts/2fa/webauthn/add/", ways.AddPasskey.as_view(), name="add_passkey"),
    path("accounts/2fa/webauthn/keys/<int:pk>/remove/", ways.remove_passkey, name="remove_passkey"),
]
