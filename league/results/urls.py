"""Addresses of the results app."""

from django.urls import path

from league.results.views import (
    adjustments,
    agreement,
    calls,
    code,
    entry,
    final_results,
    hand,
    handover,
    offline,
    sealed,
    sending,
    sheet_entry,
    table,
)

app_name = "results"
urlpatterns = [
    # First, as every hand passes through here.
    path("tables/<int:pk>/enter/", entry.enter, name="enter"),
    path("tables/<int:pk>/preview/", entry.preview, name="preview"),
    path("tables/<int:pk>/send/", sending.send, name="send"),
    path("competitions/<int:pk>/adjustments/", adjustments.show_adjustments, name="adjustments"),
    path("competitions/<int:pk>/adjustments/give/", adjustments.give, name="give_adjustment"),
    path("adjustments/<int:pk>/cancel/", adjustments.cancel, name="cancel_adjustment"),
    path("t/<slug:token>/", code.open_code, name="code"),
    path("tables/<int:pk>/", table.show_table, name="table"),
    path("tables/<int:pk>/story/", table.show_story, name="story"),
    path("tables/<int:pk>/history/", table.show_history, name="history"),
    path("tables/<int:pk>/call/", calls.call, name="call"),
    path("calls/<int:pk>/take-back/", calls.take_back_call, name="take_back_call"),
    path("calls/<int:pk>/come/", calls.come, name="come"),
    path("calls/<int:pk>/end/", calls.end, name="end_call"),
    path("c/<slug:slug>/waiting/", calls.show_desk, name="desk"),
    path("tables/<int:pk>/outlook/", offline.show_outlook, name="outlook"),
    path("tables/<int:pk>/sheet/", sheet_entry.enter_paper, name="paper"),
    path("tables/<int:pk>/result/", final_results.show_result, name="final_result"),
    path("tables/<int:pk>/result/void/", final_results.void, name="void_result"),
    path("handover/", handover.show_handover, name="handover"),
    path("handover/look/", handover.look, name="handover_look"),
    path("tables/<int:pk>/sealed/", sealed.seal, name="seal"),
    path("tables/<int:pk>/sealed/seasons/", sealed.choose, name="choose_seasons"),
    path("tables/<int:pk>/sealed/seat/", sealed.pick_seat, name="pick_seat"),
    path("tables/<int:pk>/sealed/reset/", sealed.reset, name="reset_seat"),
    path("tables/<int:pk>/sealed/together/", sealed.give_up, name="give_up_sealed"),
    path("hands/<int:pk>/", hand.show_hand, name="hand"),
    path("hands/<int:pk>/correct/", entry.correct, name="correct"),
    path("hands/<int:pk>/void/", hand.void, name="void"),
    path("hands/<int:pk>/restore/", hand.restore, name="restore"),
    path("hands/<int:pk>/keep/", hand.keep, name="keep"),
    path("hands/<int:pk>/confirm/", agreement.confirm, name="confirm"),
    path("hands/<int:pk>/dispute/", agreement.dispute, name="dispute"),
    path("hands/<int:pk>/take-back/", table.take_back, name="take_back"),
    path("submissions/<int:pk>/settle/", table.settle, name="settle"),
]
