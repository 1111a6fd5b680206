"""Where the values of one hand lie while its formulas are evaluated: in cells of one list.

A cell of a seat's value holds one item a seat, any other cell one value. The first cells are the
same for every sheet; columns, parameters and values of the sheet follow.
"""

from typing import Any, TypeAlias

Frame: TypeAlias = list[Any]

EVERYBODY, TEAMS, SEATS, HAND, DEALER, TOTALS, FIRST_OWN = range(7)
"""All seats; for each seat its team; how many play; which hand; who deals; totals before it."""

NOBODY = -1
"""Stands where a seat could stand and none does."""
