"""A phone whose browser runs no scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Devices
from tests.browser.night import PLAYERS, game_night, names_at, send_hand
from tests.site import Site


@pytest.mark.browser
def test_hand_is_entered_without_scripts(site: Site, devices: Devices) -> None:
    night = game_night(site, devices, seated=[*PLAYERS[:7], "Olga"])
    scanner = night.phone(table=2)
    order = names_at(scanner)
    phone = night.phone(table=2, has_scripts=False)
    send_hand(phone, 1, order)
    expect(phone.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    assert names_at(phone) == order
