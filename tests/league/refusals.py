"""Expect that something is refused."""

import pytest

from league.core.errors import RefusedError


def refuses(code: str, match: str | None = None) -> "pytest.RaisesExc[RefusedError]":
    """Expect a refusal with this code, whose text has what is to be matched."""
    return pytest.raises(RefusedError, match=match, check=lambda error: error.code == code)
