"""The page between the wish to change a hand or a result and the change: what it would do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise

from league.competitions.models import Table
from league.results.consequences import Consequences
from league.results.models import Hand

APPLY = "apply"
"""The name of the button that makes a change whose consequences were shown."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A change that somebody is about to make: of a hand, or (None) of the final result.

    `fields` are sent again with the button. `reason` is asked for unless it is None.
    `change_address` is where the same fields lead back to what was entered, if anywhere.
    """

    hand: Hand | None
    table: Table
    title: str | Promise
    button: str | Promise
    address: str
    fields: Mapping[str, str]
    reason: str | None = None
    change_address: str = ""
    errors: tuple[str, ...] = field(default=())

    @property
    def leave_address(self) -> str:
        """Where it leads to leave everything as it is."""
        if self.hand is None:
            return reverse("results:final_result", args=[self.table.pk])
        return reverse("results:hand", args=[self.hand.pk])


def is_decided(request: HttpRequest) -> bool:
    """Say whether the consequences have been shown and the change is to be made."""
    return APPLY in request.POST


def fields_sent(request: HttpRequest, *besides: str) -> dict[str, str]:
    """Return what a form has sent, to be sent once more, but the buttons and these."""
    own = {APPLY, "send", "preview", "reason", "csrfmiddlewaretoken", *besides}
    return {name: request.POST.get(name, "") for name in request.POST if name not in own}


def show_consequences(request: HttpRequest, wish: Wish, consequences: Consequences) -> HttpResponse:
    """Show what a change would do, with the button that makes it."""
    round = wish.table.round
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "table": wish.table,
        "hand": wish.hand,
        "wish": wish,
        "consequences": consequences,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wish.errors else HTTPStatus.OK
    return render(request, "results/consequences.html", context, status=status)
