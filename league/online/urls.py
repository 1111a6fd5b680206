"""Addresses of online tables."""

from django.urls import path

from league.online.views import (
    events,
    lobby,
    people,
    play,
    replays,
    shuffles,
    tables,
    talk,
    terms,
)

app_name = "online"

urlpatterns = [
    path("play/", lobby.lobby, name="lobby"),
    path("competitions/<int:pk>/online/", terms.terms, name="terms"),
    path("tables/<int:pk>/online/", tables.open_for_round, name="open_for_round"),
    path("play/reports/", talk.reports, name="reports"),
    path("play/reports/<int:pk>/hide/", talk.hide, name="hide"),
    path("competitions/<int:pk>/online/duplicate/", events.terms, name="event_terms"),
    path("play/duplicate/", events.lobby, name="event_lobby"),
    path("play/duplicate/<str:token>/", events.event, name="event"),
    path("play/duplicate/<str:token>/tables/", events.further_table, name="event_table"),
    path("play/duplicate/<str:token>/bots/", events.bots, name="event_bots"),
    path("play/duplicate/<str:token>/deals/<int:seats>/<int:number>/", events.deal, name="deal"),
    path("play/<str:token>/", tables.table, name="table"),
    path("play/<str:token>/sit/<int:seat>/", tables.sit, name="sit"),
    path("play/<str:token>/bot/<int:seat>/", tables.seat_bot, name="seat_bot"),
    path("play/<str:token>/again/", tables.again, name="again"),
    path("play/<str:token>/begin/", tables.begin, name="begin"),
    path("play/<str:token>/people/", people.people, name="people"),
    path("play/<str:token>/people/<int:seat>/replace/", people.replace, name="replace"),
    path("play/<str:token>/people/<int:seat>/keep/", people.keep, name="keep"),
    path("play/<str:token>/people/substitutes/", people.take_substitutes, name="substitutes"),
    path("play/<str:token>/people/pause/", people.pause, name="pause"),
    path("play/<str:token>/people/wish/", people.wish, name="people_wish"),
    path("play/<str:token>/people/watch/", people.watch, name="watch"),
    path("play/<str:token>/stand-in/<str:key>/", people.stand_in, name="stand_in"),
    path("play/<str:token>/view/", play.view, name="view"),
    path("play/<str:token>/move/", play.move, name="move"),
    path("play/<str:token>/wish/", play.wish, name="wish"),
    path("play/<str:token>/share/", shuffles.share, name="share"),
    path("play/<str:token>/say/", talk.say, name="say"),
    path("play/<str:token>/speak/", talk.speak, name="speak"),
    path("play/<str:token>/report/", talk.report, name="report"),
    path("play/<str:token>/hands/<int:number>/", replays.replay, name="replay"),
    path("play/<str:token>/hands/<int:number>/log.jsonl", replays.log, name="log"),
    path("play/<str:token>/hands/<int:number>/proof/", replays.proof, name="proof"),
]
