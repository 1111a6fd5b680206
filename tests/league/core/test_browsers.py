import pytest

from league.core.requests import name_browser, shorten_address


@pytest.mark.parametrize(
    ("address", "short"),
    [
        ("203.0.113.77", "203.0.113.*"),
        ("2001:db8:85a3::8a2e:370:7334", "2001:0db8:85a3:*"),
        ("not an address", ""),
    ],
)
def test_address_is_shortened(address: str, short: str) -> None:
    assert shorten_address(address) == short


def test_browser_is_named() -> None:
    assert name_browser("Mozilla/5.0 (Android 16; Mobile) Firefox/140.0") == "Firefox, Android"
    assert name_browser("") == ""
