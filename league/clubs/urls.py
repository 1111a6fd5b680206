"""Addresses of the clubs app."""

from django.urls import path

from league.clubs.views import clubs, log, players, screen_links, ways_in

app_name = "clubs"
urlpatterns = [
    path("", clubs.index, name="index"),
    path("clubs/new/", clubs.create, name="create"),
    path("c/<slug:slug>/", clubs.home, name="home"),
    path("c/<slug:slug>/edit/", clubs.edit, name="edit"),
    path("c/<slug:slug>/players/", players.players, name="players"),
    path("c/<slug:slug>/log/", log.show_log, name="log"),
    path("c/<slug:slug>/levels/", clubs.levels, name="levels"),
    path("c/<slug:slug>/players/add/", players.add_players, name="add_players"),
    path("c/<slug:slug>/invitations/", ways_in.invitations, name="invitations"),
    path("c/<slug:slug>/screens/", screen_links.show_list, name="screen_links"),
    path("screens/<int:pk>/revoke/", screen_links.revoke, name="revoke_screen_link"),
    path("invitations/<int:pk>/", ways_in.invitation, name="invitation"),
    path("invitations/<int:pk>/revoke/", ways_in.revoke_invitation, name="revoke_invitation"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/preferences/", players.preferences, name="preferences"),
    path("players/<int:pk>/edit/", players.edit_player, name="edit_player"),
    path("players/<int:pk>/leave/", players.leave, name="leave"),
    path("players/<int:pk>/return/", players.come_back, name="return"),
    path("players/<int:pk>/link/", ways_in.player_link, name="player_link"),
    path("enter/<slug:token>/", ways_in.enter, name="enter"),
    path("join/<slug:token>/", ways_in.join, name="join"),
]
