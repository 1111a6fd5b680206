"""Models of online tables: seats, hands, moves, chat, duplicate events and the lobby."""

# mypy: implicit-reexport

from league.online.models.chat import (
    ChatMessage,
    Report,
    Spectator,
    TableEvent,
    TableEventType,
    Visitor,
)
from league.online.models.duplicate import (
    DuplicateDeal,
    DuplicateEvent,
    DuplicateMethod,
    DuplicatePlayer,
    DuplicateSettings,
)
from league.online.models.hands import Move, MoveAnalysis, OnlineHand, Shuffle, ShuffleShare
from league.online.models.lobby import Listing, Lobby, MatchResult, PickUpRating, QuickMatch
from league.online.models.tables import (
    ChatMode,
    OnlineSeat,
    OnlineSettings,
    OnlineTable,
    Phase,
    TimeoutPolicy,
)
