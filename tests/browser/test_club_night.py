"""A whole night in a real browser: phones, a projector, nine players at two tables."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Devices
from tests.browser.night import PLAYERS, become_owner, check_in, make_club, seat, start_competition
from tests.site import Site

pytestmark = pytest.mark.browser


def test_club_night_from_the_first_link_to_the_standings(site: Site, devices: Devices) -> None:
    organiser = devices.computer()
    become_owner(organiser, site, "Olga")
    make_club(organiser, site, "Zoo Club", PLAYERS)
    round_url = start_competition(organiser, "Autumn league")
    check_in(organiser, [*PLAYERS[:7], "Olga"])
    seat(organiser, seed=7)
