"""Addresses of the accounts app; they come before allauth's, some of which they replace."""

from django.urls import path
from django.views.generic import RedirectView

from league.accounts.views import account, claims

app_name = "accounts"
to_account = RedirectView.as_view(pattern_name="accounts:account")
to_sign_in = RedirectView.as_view(pattern_name="account_login", query_string=True)
PASSKEYS = "accounts/2fa/webauthn/"
urlpatterns = [
    path("language/", account.choose_site_language, name="language"),
    path("accounts/", account.account, name="account"),
    path("accounts/name/", account.set_name, name="set_name"),
    path("accounts/clubs/", account.clubs, name="clubs"),
    path("accounts/log/", account.log, name="log"),
    path("accounts/sessions/end/", account.end_other_sessions, name="end_other_sessions"),
    path("accounts/sessions/<int:pk>/end/", account.end_session, name="end_session"),
    path("accounts/password/", account.password, name="password"),
    path("accounts/password/remove/", account.remove_password, name="remove_password"),
    path("players/<int:pk>/claim/", claims.claim, name="claim"),
    path("c/<slug:slug>/claims/", claims.claims, name="claims"),
    path("claims/<int:pk>/withdraw/", claims.withdraw, name="withdraw_claim"),
    path("claims/<int:pk>/approve/", claims.approve, name="approve_claim"),
    path("claims/<int:pk>/refuse/", claims.refuse, name="refuse_claim"),
    path("c/<slug:slug>/merges/", claims.merges, name="merges"),
    path("c/<slug:slug>/merges/new/", claims.merge, name="merge"),
    path("merges/<int:pk>/undo/", claims.undo, name="undo_merge"),
    # Setting and changing are one page here, and who has forgotten a password gets a code.
    path("accounts/password/set/", RedirectView.as_view(pattern_name="accounts:password")),
    path("accounts/password/change/", RedirectView.as_view(pattern_name="accounts:password")),
    path("accounts/password/<path:page>", RedirectView.as_view(url="/accounts/login/")),
    # Every code is asked for on the page of signing in.
    path("accounts/login/code/", to_sign_in),
    path("accounts/login/code/confirm/", account.ConfirmCode.as_view()),
    path("accounts/confirm-email/", account.ConfirmAddress.as_view()),
    path("accounts/2fa/", to_account),
    path(PASSKEYS, to_account),
    path(f"{PASSKEYS}login/", account.SignInByPasskey.as_view(), name="sign_in_by_passkey"),
    path(f"{PASSKEYS}add/", account.AddPasskey.as_view(), name="add_passkey"),
    path(f"{PASSKEYS}keys/<int:pk>/remove/", account.remove_passkey, name="remove_passkey"),
]
