import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.accounts.models import Merge, PlayerClaim, SecurityEvent
from league.accounts.services import claims as claim_services
from league.clubs.models import Club, Player, Role, User
from league.competitions.models import Separation
from league.notifications.models import Notification
from tests.factories import (
    NOW,
    make_club,
    make_competition,
    make_entry,
    make_organiser,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def olga(club: Club) -> User:
    return make_organiser(club)


def told() -> list[tuple[str, str]]:
    notices = Notification.objects.order_by("pk").select_related("player")
    return [(str(notice.player), notice.subject) for notice in notices]


def test_claim_is_made_once_and_told_once(club: Club, olga: User) -> None:
    player, ada = make_player(club, "Ada"), make_user(name="Ada L.")
    first = claim_services.claim_player(player_id=player.pk, user=ada, now=NOW)
    assert claim_services.claim_player(player_id=player.pk, user=ada, now=NOW) == first
    assert told() == [("Olga Organiser", "Ada L. claims to be Ada")]


def test_approved_claim_gives_the_player_a_user_and_refuses_others(club: Club, olga: User) -> None:
    player, ada, eve = make_player(club, "Ada"), make_user(name="Ada"), make_user(name="Eve")
    claim = claim_services.claim_player(player_id=player.pk, user=ada, now=NOW)
    other = claim_services.claim_player(player_id=player.pk, user=eve, now=NOW)
    for _ in range(2):
        claim_services.approve_claim(claim_id=claim.pk, by=olga, now=NOW)
    player.refresh_from_db()
    other.refresh_from_db()
    assert player.user == ada
    assert (other.answer, other.reason) == ("refused", "This player belongs to someone else.")
    assert told()[-1] == ("Ada", "You are now linked to Ada in Zoo Club")
    event = SecurityEvent.objects.get(user=ada)
    assert (event.kind, event.detail) == ("claimed", "Ada, Zoo Club")
    with refuses("claim", match="This claim was already decided: declined"):
        claim_services.approve_claim(claim_id=other.pk, by=olga, now=NOW)


def test_refused_claim_says_why_and_can_be_made_again(club: Club, olga: User) -> None:
    player, ada = make_player(club, "Ada"), make_user()
    fresh = make_player(club, "Ada L.", user=ada)
    claim = claim_services.claim_player(player_id=player.pk, user=ada, now=NOW)
    for _ in range(2):
        claim_services.refuse_claim(claim_id=claim.pk, reason="Choose your seat", by=olga, now=NOW)
    claim.refresh_from_db()
    assert (claim.answer, claim.reason) == ("refused", "Choose your seat")
    assert told()[-1] == (fresh.name, "Your claim to be Ada was declined")
    assert claim_services.claim_player(player_id=player.pk, user=ada, now=NOW) != claim


def test_withdrawn_claim_is_not_approved(club: Club, olga: User) -> None:
    player, ada = make_player(club), make_user()
    claim = claim_services.claim_player(player_id=player.pk, user=ada, now=NOW)
    claim_services.withdraw_claim(claim_id=claim.pk, user=make_user(), now=NOW)
    assert PlayerClaim.objects.get().answer == "waiting"
    for _ in range(2):
        claim_services.withdraw_claim(claim_id=claim.pk, user=ada, now=NOW)
    with refuses("claim", match="withdrawn"):
        claim_services.approve_claim(claim_id=claim.pk, by=olga, now=NOW)


def test_player_with_a_user_is_not_claimed(club: Club) -> None:
    player = make_player(club, "Ada", user=make_user())
    with refuses("claim", match="Ada is already linked to an account"):
        claim_services.claim_player(player_id=player.pk, user=make_user(), now=NOW)


def test_fourth_claim_in_a_club_has_to_wait(club: Club) -> None:
    ada = make_user()
    for _ in range(3):
        claim_services.claim_player(player_id=make_player(club).pk, user=ada, now=NOW)
    with refuses("claim", match="Withdraw one first"):
        claim_services.claim_player(player_id=make_player(club).pk, user=ada, now=NOW)
    claim_services.claim_player(player_id=make_player().pk, user=ada, now=NOW)


def test_fresh_player_of_a_member_is_merged_into_the_claimed_one(club: Club, olga: User) -> None:
    ada = make_user()
    old, fresh = make_player(club, "Ada"), make_player(club, "Ada L.", user=ada)
    entry = make_entry(make_competition(club), fresh)
    claim = claim_services.claim_player(player_id=old.pk, user=ada, now=NOW)
    claim_services.approve_claim(claim_id=claim.pk, by=olga, now=NOW)
    entry.refresh_from_db()
    old.refresh_from_db()
    assert (entry.player, old.user, Merge.objects.get().source) == (old, ada, fresh.pk)


def test_two_who_played_together_are_not_merged_by_a_claim(club: Club, olga: User) -> None:
    table = make_table(make_round(make_competition(club)))
    old, fresh = (seat.player for seat in table.seats.order_by("number")[:2])
    fresh.user = make_user()
    fresh.save()
    claim = claim_services.claim_player(player_id=old.pk, user=fresh.user, now=NOW)
    with refuses("merge", match="both take part in"):
        claim_services.approve_claim(claim_id=claim.pk, by=olga, now=NOW)
    claim.refresh_from_db()
    assert claim.answer == "waiting"


def test_organiser_makes_nobody_an_organiser_by_a_claim(club: Club, olga: User) -> None:
    player = make_player(club, role=Role.ORGANISER)
    claim = claim_services.claim_player(player_id=player.pk, user=make_user(), now=NOW)
    with refuses("claim", match="Only an owner"):
        claim_services.approve_claim(claim_id=claim.pk, by=olga, now=NOW)
    page = Client()
    page.force_login(olga)
    assert page.post(reverse("accounts:approve_claim", args=[claim.pk])).status_code == 404


def test_claim_from_the_page_of_a_player_to_the_answer(
    client: Client, club: Club, olga: User
) -> None:
    player, ada = make_player(club, "Ada"), make_user("ada@example.org", name="Ada L.")
    page = reverse("clubs:player", args=[player.pk])
    assert "Is this you?" not in client.get(page).content.decode()
    client.force_login(ada)
    assert "Claim player" in client.get(page).content.decode()
    client.post(reverse("accounts:claim", args=[player.pk]))
    assert (
        "Your claim is waiting for an organiser of the club." in client.get(page).content.decode()
    )

    organiser = Client()
    organiser.force_login(olga)
    claims = reverse("accounts:claims", args=[club.slug])
    assert "Ada L. claims to be Ada" in organiser.get(claims).content.decode()
    refuse = reverse("accounts:refuse_claim", args=[PlayerClaim.objects.get().pk])
    answer = organiser.post(refuse, {"reason": ""}, follow=True)
    assert "Enter a reason for declining the claim." in answer.content.decode()
    organiser.post(refuse, {"reason": "Never seen you"})
    assert "Never seen you" in client.get(page).content.decode()
    assert [(each.to, each.subject) for each in mail.outbox] == [
        (["ada@example.org"], "Your claim to be Ada in Zoo Club was declined")
    ]
    assert "Never seen you" in mail.outbox[0].body
    assert "No pending claims" in organiser.get(claims).content.decode()
    assert client.get(claims).status_code == 404
    assert client.post(refuse, {"reason": "no"}).status_code == 404


def test_organisers_see_how_many_claims_wait_for_them(
    client: Client, club: Club, olga: User
) -> None:
    pages = [reverse(f"clubs:{name}", args=[club.slug]) for name in ("home", "players")]
    client.force_login(olga)

    def badges() -> list[bool]:
        return ["2 pending</span>" in client.get(page).content.decode() for page in pages]

    assert badges() == [False, False]
    for _ in range(2):
        claim_services.claim_player(player_id=make_player(club).pk, user=make_user(), now=NOW)
    claim_services.claim_player(player_id=make_player().pk, user=make_user(), now=NOW)
    owned = make_player(club, role=Role.ORGANISER)
    claim_services.claim_player(player_id=owned.pk, user=make_user(), now=NOW)
    assert badges() == [True, True]
    client.force_login(make_user())
    assert badges() == [False, False]


def test_claims_take_as_many_queries_for_three(
    client: Client, club: Club, olga: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(olga)
    for count in (1, 2):
        for _ in range(count):
            claim_services.claim_player(player_id=make_player(club).pk, user=make_user(), now=NOW)
        with django_assert_num_queries(5):
            client.get(reverse("accounts:claims", args=[club.slug]))


def test_organiser_merges_look_alikes_and_undoes_it(client: Client, club: Club, olga: User) -> None:
    kept, gone = make_player(club, "Anna Meier"), make_player(club, "Anna Maier")
    make_entry(make_competition(club), gone)
    Separation.objects.create(club=club, one=kept, other=gone, created_at=NOW)
    client.force_login(olga)
    page = client.get(reverse("accounts:merges", args=[club.slug])).content.decode()
    assert "Anna Meier · Anna Maier" in page
    address = reverse("accounts:merge", args=[club.slug])
    two = {"target": kept.pk, "source": gone.pk}
    page = client.get(address, two).content.decode()
    assert "Merge Anna Maier into Anna Meier" in page
    assert "<dt>Entries</dt><dd>1</dd>" in page
    assert (
        "The players are merged into Anna Meier."
        in client.post(address, two, follow=True).content.decode()
    )
    merge = Merge.objects.get()
    undo = reverse("accounts:undo_merge", args=[merge.pk])
    answer = client.post(undo, follow=True).content.decode()
    assert "Merge undone. Anna Maier and Anna Meier are separate players again." in answer
    assert Player.objects.get(pk=gone.pk).entries.count() == 1


def test_merge_page_says_why_not(client: Client, club: Club, olga: User) -> None:
    table = make_table(make_round(make_competition(club, name="Spring")))
    one, two = (seat.player for seat in table.seats.order_by("number")[:2])
    client.force_login(olga)
    address = reverse("accounts:merge", args=[club.slug])
    page = client.get(address, {"target": one.pk, "source": two.pk}).content.decode()
    assert "These players cannot be merged" in page
    assert "both take part in Spring." in page
    same = client.get(address, {"target": one.pk, "source": one.pk}).content.decode()
    assert "You chose the same player twice. Choose two different players." in same


def test_merging_is_for_organisers_of_the_club(client: Client, club: Club, olga: User) -> None:
    mine, theirs = make_player(club), make_player()
    client.force_login(make_organiser(theirs.club))
    assert client.get(reverse("accounts:merges", args=[club.slug])).status_code == 404
    address = reverse("accounts:merge", args=[theirs.club.slug])
    page = client.post(address, {"target": theirs.pk, "source": mine.pk}).content.decode()
    assert "Select a valid choice." in page
    assert Merge.objects.count() == 0
