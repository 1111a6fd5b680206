"""What a browser and a network address say of a device, as people read it."""

import ipaddress

LONGEST_NAME = 80


def name_browser(agent: str) -> str:
    """Return a name for a browser, from what it says of itself: “Firefox, Android”."""
    browsers = ("Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    names = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung", "Mac OS": "Mac"}
    found = [
        next((names.get(word, word) for word in words if word in agent), "")
        for words in (browsers, systems)
    ]
    return ", ".join(filter(None, found))[:LONGEST_NAME]


def shorten_address(address: str) -> str:
    """Return the network of an address, which tells home from away but not one device from another.

    Of 203.0.113.7 that is 203.0.113.*, of IPv6 the first three groups; nothing for what is no
    address.
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if known.version == 4:
        return f"{address.rpartition('.')[0]}.*"
    return ":".join(known.exploded.split(":")[:3]) + ":*"
