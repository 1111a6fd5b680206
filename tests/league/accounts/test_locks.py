"""Organisers who answer at the same moment: one answer counts, and the other is told."""

from threading import Barrier, Thread

import pytest
from django.db import connection

from league.accounts.merging.services import merge_players
from league.accounts.models import Merge, PlayerClaim
from league.accounts.services import claims as claim_services
from league.clubs.errors import ClubError
from league.clubs.models import Player
from tests.factories import NOW, make_club, make_organiser, make_player, make_user

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_claims_approved_at_once_have_one_winner() -> None:
    club = make_club()
    olga, player = make_organiser(club), make_player(club)
    claims = [
        claim_services.claim_player(player_id=player.pk, user=make_user(), now=NOW)
        for _ in range(2)
    ]
    barrier = Barrier(2)
    told: list[str] = []

    def approve(claim: PlayerClaim) -> None:
        barrier.wait()
        try:
            claim_services.approve_claim(claim_id=claim.pk, by=olga, now=NOW)
            told.append("done")
        except ClubError:
            told.append("refused")
        finally:
            connection.close()

    threads = [Thread(target=approve, args=(claim,)) for claim in claims]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(told) == ["done", "refused"]
    answers = PlayerClaim.objects.order_by("answer").values_list("answer", flat=True)
    assert list(answers) == ["approved", "refused"]


def test_two_merges_of_the_same_players_leave_one() -> None:
    club = make_club()
    one, two = make_player(club), make_player(club)
    barrier = Barrier(2)
    told: list[str] = []

    def merge(kept: int, gone: int) -> None:
        barrier.wait()
        try:
            merge_players(target_id=kept, source_id=gone, by=None, now=NOW)
            told.append("done")
        except ClubError:
            told.append("refused")
        finally:
            connection.close()

    ways = ((one.pk, two.pk), (two.pk, one.pk))
    threads = [Thread(target=merge, args=way) for way in ways]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(told) == ["done", "refused"]
    assert (Merge.objects.count(), Player.objects.count()) == (1, 1)
