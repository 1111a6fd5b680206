import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_club

pytestmark = pytest.mark.django_db


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 404
    return answer.content.decode()


def test_page_says_what_is_not_there_where_it_is_known(client: Client) -> None:
    page = page_of(
        client, reverse("standings:hall_of_fame", args=[make_club().slug]) + "?game=zop-zoo"
    )
    assert "There are no results for this game." in page
    assert "Link is wrong" not in page


@pytest.mark.parametrize(
    "address",
    [
        "/no-such-page/",
        "/players/99999/results/",
        f"/players/{2**63}/results/",
        f"/players/{'9' * 400}/results/",
        "/play/a%00/",
        "/calendars/%00.ics",
    ],
)
def test_page_says_no_more_than_it_knows(client: Client, address: str) -> None:
    page = page_of(client, address)
    assert "The address is wrong, the page was deleted, or you have no access to it." in page
    assert "matches the given query" not in page
