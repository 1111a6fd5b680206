import socket

from pytest_django import Settings

from league.core.address import (
    absolute_url,
    interface_addresses,
    lan_address,
    own_hosts,
    routed_address,
    site_url,
)


def test_site_url_is_the_one_that_is_set(settings: Settings) -> None:
    settings.SITE_URL = "https://club.example"
    assert site_url() == "https://club.example"
    assert absolute_url("/t/abc/") == "https://club.example/t/abc/"


def test_site_url_is_otherwise_the_address_on_the_network(settings: Settings) -> None:
    settings.SITE_URL = ""
    settings.PORT = 8123
    assert site_url() == f"http://{lan_address() or 'localhost'}:8123"


def test_machine_without_a_route_takes_its_first_interface() -> None:
    addresses = interface_addresses()
    assert "127.0.0.1" not in addresses
    assert lan_address() in {routed_address(), *addresses, None}
    if not routed_address() and addresses:
        assert lan_address() == addresses[0]


def test_own_hosts_are_all_names_under_which_phones_may_come() -> None:
    hosts = own_hosts("https://club.example:8443")
    expected = {"localhost", "127.0.0.1", socket.gethostname(), "club.example"}
    assert expected | set(interface_addresses()) <= set(hosts)
    assert hosts == sorted(set(hosts))
