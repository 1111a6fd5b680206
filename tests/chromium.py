"""Start the Chromium that is installed on this machine."""

import shutil
from collections.abc import Sequence

from playwright.sync_api import Browser, Playwright

WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The shell that never has a window does the same with half the work; it shows no notices.
NAMES = ("chromium-headless-shell", *WHOLE)
# With every tab a whole Chromium begins two hidden pages for what its address bar suggests: two
# thirds of the work. It heeds its last such list only, so what Playwright leaves out is in it too.
LEFT_OUT = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
# Chromium refuses its sandbox to root, would draw by a program that stands in for a graphics card,
# a tenth of the work, and look for its maker's servers.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    f"--disable-features={','.join(LEFT_OUT)}",
]


def find_chromium(names: Sequence[str] = NAMES) -> str:
    """Return the path of the first of these that is installed."""
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, f"No Chromium here. On Debian: sudo apt install {names[0]}"
    return path


def launch_chromium(playwright: Playwright, names: Sequence[str] = NAMES) -> Browser:
    """Return a new Chromium without a window."""
    return playwright.chromium.launch(executable_path=find_chromium(names), args=FLAGS)
