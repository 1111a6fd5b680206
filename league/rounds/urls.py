"""Addresses of the rounds app."""

from django.urls import path

from league.rounds.views import check_in, competition, demo, rounds, screens, seating, seats

app_name = "rounds"
urlpatterns = [
    path("demo/", demo.load, name="demo"),
    path("demo/remove/", demo.remove, name="demo_remove"),
    path("mine/", screens.show_mine, name="mine"),
    path("competitions/<int:pk>/edit/", competition.edit, name="edit_competition"),
    path("competitions/<int:pk>/rounds/new/", competition.add_round, name="create"),
    path("rounds/<int:pk>/", rounds.show, name="detail"),
    path("rounds/<int:pk>/open/", rounds.open_now, name="open"),
    path("rounds/<int:pk>/close/", rounds.close_now, name="close"),
    path("rounds/<int:pk>/reopen/", rounds.reopen, name="reopen"),
    path("rounds/<int:pk>/times/", rounds.edit_times, name="times"),
    path("rounds/<int:pk>/remove/", rounds.remove, name="delete"),
    path("rounds/<int:pk>/here/", check_in.check_in_self, name="check_in_self"),
    path("rounds/<int:pk>/check-in/", check_in.check_in, name="check_in"),
    path("rounds/<int:pk>/players/new/", check_in.add_player, name="add_player"),
    path("rounds/<int:pk>/seat/", seating.seat, name="seat"),
    path("rounds/<int:pk>/seat/undo/", seating.undo, name="undo_seating"),
    path("rounds/<int:pk>/tables/new/", seats.open_table, name="open_table"),
    path("rounds/<int:pk>/tables/<int:table_pk>/dissolve/", seats.dissolve, name="dissolve"),
    path("rounds/<int:pk>/tables/<int:table_pk>/code/", seats.change_code, name="code"),
    path("rounds/<int:pk>/players/<int:entry_pk>/", seats.move, name="move"),
    path("rounds/<int:pk>/screen/", screens.show_projector, name="projector"),
    path("rounds/<int:pk>/sheets/", screens.show_sheets, name="sheets"),
]
