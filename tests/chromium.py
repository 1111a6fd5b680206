"""Start the Chromium that is installed on this machine."""

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# With every tab Chromium begins two hidden pages for what its address bar suggests: two thirds of
# the work. It heeds its last such list only, so what Playwright leaves out is in this one too.
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
# Chromium refuses its sandbox to root, and would look for its maker's servers.
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    f"--disable-features={','.join(LEFT_OUT)}",
]


def launch_chromium(playwright: Playwright) -> Browser:
    """Return a new Chromium without a window."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "No Chromium here. On Debian or Ubuntu: sudo apt install chromium"
    return playwright.chromium.launch(executable_path=path, args=FLAGS)
