"""What is recorded at tables, and what is derived from it."""

from league.results.models.adjustments import (
    Adjustment,
    AdjustmentKind,
)
from league.results.models.agreement import (
    AnswerKind,
    Desk,
    HandAnswer,
    TableCall,
)
from league.results.models.final import (
    FinalResult,
    FinalRevision,
)
from league.results.models.hands import (
    REASON_LENGTH,
    Hand,
    HandRevision,
    HandScore,
    RevisionKind,
    Submission,
    TableScore,
    Verdict,
    Via,
)
from league.results.models.sealed import (
    SealedHand,
    SealedSeat,
    SealReset,
)

__all__ = [
    "REASON_LENGTH",
    "Adjustment",
    "AdjustmentKind",
    "AnswerKind",
    "Desk",
    "FinalResult",
    "FinalRevision",
    "Hand",
    "HandAnswer",
    "HandRevision",
    "HandScore",
    "RevisionKind",
    "SealReset",
    "SealedHand",
    "SealedSeat",
    "Submission",
    "TableCall",
    "TableScore",
    "Verdict",
    "Via",
]
