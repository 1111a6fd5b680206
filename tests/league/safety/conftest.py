"""What all tests of safety start from."""

from tests.league.online.conftest import _nothing_kept  # noqa: F401 - for online tables, too
