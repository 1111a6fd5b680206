"""Every rule of Cuckoo by its id, in our own words."""

from collections.abc import Mapping
from types import MappingProxyType

RULES: Mapping[str, str] = MappingProxyType(
    {
        "CK-01": "The deck has four cards of each rank from 1 to 13; 1 is the lowest.",
        "CK-02": "Three to eight play. Each is dealt one card, face down.",
        "CK-03": "Left of the dealer it begins. In turn each keeps the card, or exchanges it with "
        "the left neighbour, who has to take it.",
        "CK-04": "The dealer is last, and exchanges with the top card of the pile.",
        "CK-05": "Then all cards are shown. Who has the lowest loses a life; equal ones all do.",
        "CK-06": "The next dealer is the left neighbour of the last one.",
        "CK-07": "The match is over when somebody has lost all lives, three unless agreed "
        "otherwise. Most lives left is first; equal ones share a place.",
    }
)
