"""Tables that are played on screens: who sits there, what was dealt, every move."""

from league.online.models.hands import Move, OnlineHand
from league.online.models.people import Doing, Happening, Watcher
from league.online.models.tables import Absence, OnlineSeat, OnlineTable, Phase, Talk
from league.online.models.talk import Remark, Report
from league.online.models.terms import OnlineTerms

__all__ = [
    "Absence",
    "Doing",
    "Happening",
    "Move",
    "OnlineHand",
    "OnlineSeat",
    "OnlineTable",
    "OnlineTerms",
    "Phase",
    "Remark",
    "Report",
    "Talk",
    "Watcher",
]
