"""Addresses of the clubs app."""

from django.urls import path
from django.views.generic import RedirectView

from league.clubs.views import clubs, sign_in

app_name = "clubs"
urlpatterns = [
    path("", clubs.index, name="index"),
    path("clubs/new/", clubs.create, name="create"),
    path("c/<slug:slug>/", clubs.home, name="home"),
    path("c/<slug:slug>/edit/", clubs.edit, name="edit"),
    path("c/<slug:slug>/players/", clubs.players, name="players"),
    path("c/<slug:slug>/log/", clubs.show_log, name="log"),
    path("c/<slug:slug>/levels/", clubs.levels, name="levels"),
    path("c/<slug:slug>/players/add/", clubs.add_players, name="add_players"),
    path("c/<slug:slug>/invitations/", sign_in.invitations, name="invitations"),
    path("c/<slug:slug>/share-links/", sign_in.share_links, name="share_links"),
    path("share-links/<int:pk>/revoke/", sign_in.revoke_share_link, name="revoke_share_link"),
    path("invitations/<int:pk>/", sign_in.invitation, name="invitation"),
    path("invitations/<int:pk>/revoke/", sign_in.revoke_invitation, name="revoke_invitation"),
    path("players/<int:pk>/", clubs.player, name="player"),
    path("players/<int:pk>/preferences/", clubs.preferences, name="preferences"),
    path("players/<int:pk>/edit/", clubs.edit_player, name="edit_player"),
    path("players/<int:pk>/leave/", clubs.leave, name="leave"),
    path("players/<int:pk>/return/", clubs.come_back, name="return"),
    path("players/<int:pk>/link/", sign_in.player_link, name="player_link"),
    path("sign-in/<slug:token>/", sign_in.sign_in_by_link, name="sign_in_by_link"),
    path("enter/<slug:token>/", RedirectView.as_view(pattern_name="clubs:sign_in_by_link")),
    path("join/<slug:token>/", sign_in.join, name="join"),
]
