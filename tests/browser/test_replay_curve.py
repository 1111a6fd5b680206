"""The evaluation curve of a replay: a line for each player, and the three largest losses marked."""

import random

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.online.models import Move, MoveAnalysis, OnlineHand
from tests.browser.devices import Devices
from tests.browser.keys import press_key
from tests.league.online.tables import make_table, play_to_the_end
from tests.on_site import on_site
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

BEHIND = (0.0, 3.0, 1.0, 4.0, 2.0)
"""Points that the first moves of a player gave up; of five moves three are marked."""


@transaction.atomic
def play_analysed_hand() -> tuple[str, list[int]]:
    """Play a hand whose analysis is known; return its address and the three largest losses."""
    now = timezone.now()
    table = play_to_the_end(make_table(bots="greedy", now=now), random.Random(4), now=now)
    OnlineHand.objects.filter(table=table).update(analysed_at=now)
    moves = Move.objects.filter(hand__table=table, seat=0).order_by("number")[: len(BEHIND)]
    for move, behind in zip(moves, BEHIND, strict=True):
        MoveAnalysis.objects.create(
            move=move,
            chosen=3.0 - behind,
            best=3.0,
            best_action={"type": "pass"},
            behind=behind,
            error=0.0,
            hands=75,
            tried=2,
        )
    losses = [move.number for move, gap in zip(moves, BEHIND, strict=True) if gap > 1]
    return f"/play/{table.token}/hands/1/", losses


def expect_move(page: Page, number: int) -> None:
    """Wait until a replay shows that move."""
    expect(page.locator(".replay-bar h2")).to_contain_text(f"Move {number} of ")


def test_the_curve_marks_the_three_largest_losses_and_leads_to_them(
    site: Site, devices: Devices
) -> None:
    address, losses = on_site(site, play_analysed_hand)
    phone, computer = devices.phone(), devices.computer(is_dark=True)
    for page in (phone, computer):
        page.goto(site.url + address)
        expect(page.locator(".curve-line")).to_have_count(1)
        expect(page.locator(".curve-loss")).to_have_count(3)
        told = [
            f"Move {number}, Ada: \u2212{gap}"
            for number, gap in zip(losses, ("3.0", "4.0", "2.0"), strict=True)
        ]
        expect(page.locator(".replay-losses button")).to_have_text(told)
        devices.look_over(page)
    for at, number in enumerate(losses):
        phone.locator(".replay-losses button").nth(at).tap()
        press_key(computer.locator(".replay-losses button").nth(at))
        for page in (phone, computer):
            expect_move(page, number)
            expect(page.locator(".judged")).to_contain_text("fewer than the best move found")
            # The line that says where one is stands on the mark of that loss.
            mark = page.locator(".curve-loss").nth(at).get_attribute("cx")
            expect(page.locator(".curve-now")).to_have_attribute("x1", str(mark))
    # A tap on the curve leads to a move; the address is that of the position.
    phone.locator(".curve").tap(position={"x": 1, "y": 20})
    expect(phone.locator(".replay-bar h2")).to_have_text("After the deal")
    assert "move=" not in phone.url
    # What the search thinks of Ada's moves is not told by anybody else's eyes.
    press_key(computer.get_by_role("link", name="Bruno"))
    expect(computer.get_by_text("No move of this hand is analysed yet.")).to_be_visible()
    expect(computer.locator(".curve")).to_have_count(0)
