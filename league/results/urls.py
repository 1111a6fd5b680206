"""Addresses of the results app."""

from django.urls import path

from league.results.views import adjustments, at_table, entry, final_results, offline, sealed, table

app_name = "results"
urlpatterns = [
    # First, as every hand passes through here.
    path("tables/<int:pk>/enter/", entry.enter, name="enter"),
    path("tables/<int:pk>/preview/", entry.preview, name="preview"),
    path("tables/<int:pk>/send/", offline.send, name="send"),
    path("competitions/<int:pk>/adjustments/", adjustments.show_adjustments, name="adjustments"),
    path("competitions/<int:pk>/adjustments/give/", adjustments.give, name="give_adjustment"),
    path("adjustments/<int:pk>/cancel/", adjustments.cancel, name="cancel_adjustment"),
    path("t/<slug:token>/", at_table.open_code, name="code"),
    path("tables/<int:pk>/", table.show_table, name="table"),
    path("tables/<int:pk>/recap/", table.show_recap, name="recap"),
    path("tables/<int:pk>/history/", table.show_history, name="history"),
    path("tables/<int:pk>/seat/", at_table.pick_seat, name="pick_seat"),
    path("tables/<int:pk>/seat/free/", at_table.free, name="free_seat"),
    path("tables/<int:pk>/call/", at_table.call, name="call"),
    path("calls/<int:pk>/cancel/", at_table.cancel_call, name="cancel_call"),
    path("calls/<int:pk>/acknowledge/", at_table.acknowledge, name="acknowledge_call"),
    path("calls/<int:pk>/close/", at_table.close, name="close_call"),
    path("c/<slug:slug>/inbox/", at_table.show_inbox, name="inbox"),
    path("tables/<int:pk>/offline/", offline.show_offline_table, name="offline_table"),
    path("tables/<int:pk>/sheet/", entry.enter_score_sheet, name="score_sheet"),
    path("tables/<int:pk>/result/", final_results.show_result, name="final_result"),
    path("tables/<int:pk>/result/void/", final_results.void, name="void_result"),
    path("handover/", offline.show_handover, name="handover"),
    path("handover/look/", offline.look, name="handover_look"),
    path("tables/<int:pk>/sealed/", sealed.seal, name="seal"),
    path("tables/<int:pk>/sealed/seasons/", sealed.choose, name="choose_seasons"),
    path("tables/<int:pk>/sealed/reset/", sealed.reset, name="reset_seat"),
    path("tables/<int:pk>/sealed/together/", sealed.give_up, name="give_up_sealed"),
    path("hands/<int:pk>/", table.show_hand, name="hand"),
    path("hands/<int:pk>/correct/", entry.correct, name="correct"),
    path("hands/<int:pk>/void/", table.change_hand, {"action": "void"}, name="void"),
    path("hands/<int:pk>/restore/", table.change_hand, {"action": "restore"}, name="restore"),
    path(
        "hands/<int:pk>/dismiss-dispute/",
        table.change_hand,
        {"action": "dismiss"},
        name="dismiss_dispute",
    ),
    path("hands/<int:pk>/confirm/", at_table.confirm, name="confirm"),
    path("hands/<int:pk>/dispute/", at_table.dispute, name="dispute"),
    path("hands/<int:pk>/undo/", table.undo, name="undo_hand"),
    path("submissions/<int:pk>/resolve/", table.resolve, name="resolve"),
]
