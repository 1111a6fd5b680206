"""Nobody can choose the deal of an online table: not the site, and not who plays there.

What the site changes after it has seen all shares is found by `python -m games verify`; a share
that somebody picks, whatever for, changes nothing in what they are likely to get.
"""

import json
import random
from collections.abc import Callable
from secrets import token_hex
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.commands import verify
from games.log import commitment
from games.registry import game as find_game
from games.shuffle import Attempt, Place, Share, deal_of, digest_of, secret_text, share_text
from league.online import matches
from league.online.models import OnlineHand, OnlineTable, Phase, Shuffle, ShuffleShare
from league.online.models.hands import WINDOW
from league.online.services.bots import do_what_is_due, play_bots
from league.online.services.play import play_move
from league.online.snapshots import forget_all, snapshot_of
from tests.games import documented_deals
from tests.league.online.browsers import Browser, shuffle_all, shuffling
from tests.league.online.tables import NOW, legal_move, sent
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db

GAMES = [
    "franks-zoo",
    *(pytest.param(game, marks=pytest.mark.thorough) for game in ("zop-zoo", "animal-poker")),
]
TRIES = 400


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    forget_all()
    matches.forget_all()


def shuffled(game: str = "animal-poker") -> tuple[OnlineTable, list[Browser]]:
    """Return a table whose first hand two people, the site and a bot have begun."""
    table, browsers = shuffling(game=game)
    shuffle_all(browsers)
    table.refresh_from_db()
    assert table.phase == Phase.PLAYING
    return table, browsers


def play(table: OnlineTable) -> OnlineHand:
    """Play the first hand to its end."""
    rng = random.Random(1)
    while True:
        table.refresh_from_db()
        state = snapshot_of(table.token).state
        if state is None or state.is_over():
            return OnlineHand.objects.get(table=table, number=1)
        acting = [seat for seat in state.acting_seats() if seat < 2]
        if acting:
            move = sent(table, legal_move(table, acting[0], rng))
            play_move(table_id=table.pk, seat=acting[0], sent=move, now=NOW)
        else:
            play_bots(table_id=table.pk, now=NOW)


@pytest.fixture
def verified(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> Callable[[OnlineTable], tuple[int, str]]:
    """Fetch the log of the first hand as anybody may, and verify it by the command."""

    def run(table: OnlineTable) -> tuple[int, str]:
        answer = Client().get(f"/play/{table.token}/hands/1/log.jsonl")
        (tmp_path / "log.jsonl").write_bytes(answer.content)
        with (tmp_path / "log.jsonl").open() as log:
            monkeypatch.setattr("sys.stdin", log)
            status = verify.run([])
        return status, capsys.readouterr().out

    return run


@pytest.mark.parametrize("game", GAMES)
def test_hand_that_several_have_shuffled_is_verified_part_by_part(
    game: str, verified: Callable[[OnlineTable], tuple[int, str]]
) -> None:
    table, browsers = shuffled(game)
    hand = play(table)
    status, said = verified(table)
    shuffle = Shuffle.objects.get(table=table, number=1)
    assert status == 0
    assert "  shuffle 1: the site, seat 0, seat 1\n" in said
    assert f"    site: {shuffle.commitment}\n" in said
    for each in browsers:
        assert f"    seat {each.seat}: {shuffle.shares.get(seat=each.seat).commitment}\n" in said
    log = Client().get(f"/play/{table.token}/hands/1/log.jsonl").content.splitlines()
    header = json.loads(log[0])
    assert documented_deals.commitments_fit(header["shuffle"])
    worked_out = documented_deals.deal_of(
        game, header["options"], header["setup"], header["shuffle"]
    )
    assert worked_out == header["deal"] == hand.deal


def change_secret(shuffle: Shuffle) -> None:
    """Take another secret once all shares are known."""
    shuffle.secret = token_hex(32)
    shuffle.save()


def change_secret_and_commitment(shuffle: Shuffle) -> None:
    """The same, with a commitment that fits, as if it had been shown."""
    shuffle.secret = token_hex(32)
    shuffle.commitment = digest_of(secret_text(shuffle.place, shuffle.secret))
    shuffle.save()


def change_share(shuffle: Shuffle) -> None:
    """Put another share in the place of somebody's."""
    shuffle.shares.filter(seat=1).update(share=token_hex(32))


def close_share(shuffle: Shuffle) -> None:
    """Say that somebody had not opened theirs, and play the deal all the same."""
    shuffle.shares.filter(seat=1).update(share="")


def claim_void(shuffle: Shuffle) -> None:
    """Say that an attempt at which all had opened was void, and shuffle again."""
    again = Shuffle(table=shuffle.table, number=1, attempt=2, created_at=NOW)
    again.secret = token_hex(32)
    again.commitment = digest_of(secret_text(again.place, again.secret))
    hand, shuffle.hand, shuffle.voided_at = shuffle.hand, None, NOW
    shuffle.save()
    again.hand = hand
    again.save()


FRAUDS = [change_secret, change_secret_and_commitment, change_share, close_share, claim_void]


def deal_again(table: OnlineTable) -> None:
    """Deal what follows now, with a commitment that fits, as a site does that picks its deal."""
    hand = OnlineHand.objects.get(table=table, number=1)
    attempt = Shuffle.objects.get(hand=hand).opened()
    game = find_game(table.game)
    salt, deal = deal_of(game, game.read_setup(table.rules, hand.setup), attempt)
    hand.deal = {"salt": salt, **deal.as_json()}
    hand.commitment = commitment(hand.deal)
    hand.save()
    forget_all()
    matches.forget_all()


@pytest.mark.parametrize("fraud", FRAUDS)
def test_site_that_changes_a_part_after_all_shares_were_opened_is_found_out(
    fraud: Callable[[Shuffle], None], verified: Callable[[OnlineTable], tuple[int, str]]
) -> None:
    table, _ = shuffled()
    fraud(Shuffle.objects.get(table=table, number=1))
    deal_again(table)
    play(table)
    status, said = verified(table)
    [problem] = json.loads(said)["problems"]
    assert status == 1
    assert problem["field"].startswith("lines[0].shuffle")
    page = Client().get(f"/play/{table.token}/hands/1/proof/").content.decode()
    assert "The deal that was played matches this fingerprint." not in page
    assert "The deal does not match the shuffle." in page


def test_site_that_deals_what_it_likes_is_found_out(
    verified: Callable[[OnlineTable], tuple[int, str]],
) -> None:
    table, _ = shuffled("zop-zoo")
    hand = OnlineHand.objects.get(table=table, number=1)
    game = find_game("zop-zoo")
    setup = game.read_setup(table.rules, hand.setup)
    hand.deal = {"salt": "0" * 32, **game.sample_deal(setup, random.Random(1)).as_json()}
    hand.commitment = commitment(hand.deal)
    hand.save()
    play(table)
    status, said = verified(table)
    [problem] = json.loads(said)["problems"]
    assert (status, problem["code"]) == (1, "deal_differs")


def test_site_is_committed_before_any_browser_and_shows_its_secret_only_after_the_hand() -> None:
    table, [ada, ben] = shuffling(now=timezone.now())
    shuffle = Shuffle.objects.get(table=table)
    shown = Client().get(f"/play/{table.token}/hands/1/proof/").content.decode()
    assert shuffle.commitment in shown
    assert not ShuffleShare.objects.exists()
    shuffle_all([ada, ben], now=timezone.now())
    shuffle.refresh_from_db()
    seen = [
        Client().get(f"/play/{table.token}/{page}").content.decode()
        for page in ("", "view/", "hands/1/proof/")
    ]
    hidden = (shuffle.secret, ada.share(), ben.share(), digest_of(shuffle.opened().seed_text))
    assert [each for each in hidden if any(each in page for page in seen)] == []
    play(table)
    opened = Client().get(f"/play/{table.token}/hands/1/proof/").content.decode()
    assert [each for each in hidden if each not in opened] == []


def test_who_refuses_to_open_sees_no_card_and_cannot_do_it_twice() -> None:
    begun = timezone.now()
    table, [ada, ben] = shuffling(now=begun)
    for each in (ada, ben):
        each.commit(now=begun)
    ada.open(now=begun)
    view = Client().get(f"/play/{table.token}/view/").json()
    assert (view["phase"], view["observation"], view["hand"]) == ("between", None, 0)
    do_what_is_due(table_id=table.pk, now=begun + WINDOW)
    ada.commit(now=begun + WINDOW)
    assert ben.shuffle.attempt == 2
    with refuses("share_closed"):
        ben.commit(now=begun + WINDOW)
    ada.open(now=begun + WINDOW)
    table.refresh_from_db()
    assert (table.phase, table.hand_number) == (Phase.PLAYING, 1)
    assert Shuffle.objects.filter(table=table, number=1).count() == 2


def jokers_of_seat_0(pick: Callable[[str, str], str]) -> int:
    """Count how often seat 0 gets the joker if it picks its share so.

    It knows what it may know: the site's commitment, and what the other seat has committed to.
    """
    game, found = find_game("franks-zoo"), 0
    setup: Any = game.new_match(game.options({}), 4, 0).next_hand()
    for number in range(TRIES):
        place = Place(1, 1, 1)
        secret, other = digest_of(f"secret {number}"), digest_of(f"other {number}")
        site = digest_of(secret_text(place, secret))
        theirs = digest_of(share_text(place, 1, site, other))
        own = pick(site, theirs)
        shares = (
            Share(0, digest_of(share_text(place, 0, site, own)), own),
            Share(1, theirs, other),
        )
        _, deal = deal_of(game, setup, Attempt(place, site, secret, shares, ()))
        hands: Any = deal.as_json()["hands"]
        found += "joker" in hands[0]
    return found


def always_the_same(_site: str, _theirs: str) -> str:
    return "0" * 64


def copied(_site: str, theirs: str) -> str:
    return theirs


def luckiest(site: str, theirs: str) -> str:
    """Take of many shares the one that would be best if the unknown were what is known of it."""
    game = find_game("franks-zoo")
    setup: Any = game.new_match(game.options({}), 4, 0).next_hand()
    for number in range(40):
        own = digest_of(f"{site} {number}")
        shares = (Share(0, own, own), Share(1, theirs, theirs))
        _, deal = deal_of(game, setup, Attempt(Place(1, 1, 1), site, site, shares, ()))
        hands: Any = deal.as_json()["hands"]
        if "joker" in hands[0]:
            return own
    return site


@pytest.mark.parametrize("pick", [always_the_same, copied, luckiest])
def test_share_that_somebody_picks_does_not_steer_the_deal(pick: Callable[[str, str], str]) -> None:
    """The joker is one of 60 cards, 15 of them each: a quarter, give or take four deviations."""
    assert abs(jokers_of_seat_0(pick) - TRIES / 4) < 4 * (TRIES * 3 / 16) ** 0.5
