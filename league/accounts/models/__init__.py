"""What the site keeps about accounts, and about who is who in a club."""

from league.accounts.models.claims import Answer, Claim
from league.accounts.models.events import AccountEvent, EventKind
from league.accounts.models.merges import Merge
from league.accounts.models.sessions import OpenSession
from league.accounts.models.tries import TryCount

__all__ = ["AccountEvent", "Answer", "Claim", "EventKind", "Merge", "OpenSession", "TryCount"]
