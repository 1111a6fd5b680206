"""Write what happens to accounts: events, sessions, tries, ways in, claims.

Refusals are ClubErrors.
"""

from league.accounts.services.claims import (
    approve_claim,
    claim_player,
    refuse_claim,
    withdraw_claim,
)
from league.accounts.services.events import note_event
from league.accounts.services.sessions import (
    end_other_sessions,
    end_session,
    forget_sessions,
    move_session,
    open_session,
    outdate_sessions,
    see_session,
)
from league.accounts.services.tries import (
    Limit,
    forget_tries,
    give_back_try,
    take_try,
    wait_for_try,
)
from league.accounts.services.ways import check_way_remains, remove_password, set_name, set_password

__all__ = [
    "Limit",
    "approve_claim",
    "check_way_remains",
    "claim_player",
    "end_other_sessions",
    "end_session",
    "forget_sessions",
    "forget_tries",
    "give_back_try",
    "move_session",
    "note_event",
    "open_session",
    "outdate_sessions",
    "refuse_claim",
    "remove_password",
    "see_session",
    "set_name",
    "set_password",
    "take_try",
    "wait_for_try",
    "withdraw_claim",
]
