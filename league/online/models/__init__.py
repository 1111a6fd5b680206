"""Tables that are played on screens: who sits there, what was dealt, every move."""

from league.online.models.duplicate import (
    DuplicateBoard,
    DuplicateEvent,
    DuplicatePlayer,
    DuplicateTerms,
    Method,
)
from league.online.models.hands import Move, OnlineHand
from league.online.models.opinions import Opinion
from league.online.models.people import Doing, Happening, Visitor, Watcher
from league.online.models.shuffles import Shuffle, ShuffleShare
from league.online.models.tables import Absence, OnlineSeat, OnlineTable, Phase, Talk
from league.online.models.talk import Remark, Report
from league.online.models.terms import OnlineTerms

__all__ = [
    "Absence",
    "Doing",
    "DuplicateBoard",
    "DuplicateEvent",
    "DuplicatePlayer",
    "DuplicateTerms",
    "Happening",
    "Method",
    "Move",
    "OnlineHand",
    "OnlineSeat",
    "OnlineTable",
    "OnlineTerms",
    "Opinion",
    "Phase",
    "Remark",
    "Report",
    "Shuffle",
    "ShuffleShare",
    "Talk",
    "Visitor",
    "Watcher",
]
