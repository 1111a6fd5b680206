"""A passkey of software, that answers a site as a phone does."""

from typing import Any

from allauth.account.utils import user_pk_to_url_str
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from league.clubs.models import User

NAME = b"a passkey"
SURE = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV
"""Somebody was there, and it was its owner."""


class Passkey:
    """Hold a key, add it to an account, and sign in by it."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())

    def added(self, asked: str) -> dict[str, Any]:
        """Return what a browser sends to add the key, as the site has asked."""
        point = ES256.from_cryptography_key(self._key.public_key())  # type: ignore[no-untyped-call]
        known = AttestedCredentialData.create(bytes(16), NAME, point)
        flags = SURE | AuthenticatorData.FLAG.AT
        data = AuthenticatorData.create(sha256(b"testserver"), flags, 0, known)
        said = self._said("webauthn.create", asked)
        return self._credential(
            clientDataJSON=said, attestationObject=AttestationObject.create("none", data, {})
        )

    def proof(self, user: User, asked: str) -> dict[str, Any]:
        """Return what a browser sends to sign somebody in."""
        data = AuthenticatorData.create(sha256(b"testserver"), SURE, 1)
        said = self._said("webauthn.get", asked)
        signed = self._key.sign(data + said.hash, ec.ECDSA(hashes.SHA256()))
        return self._credential(
            clientDataJSON=said,
            authenticatorData=data,
            signature=signed,
            userHandle=user_pk_to_url_str(user).encode(),
        )

    def _said(self, kind: str, asked: str) -> CollectedClientData:
        return CollectedClientData.create(kind, asked, "https://testserver")

    def _credential(self, **response: bytes) -> dict[str, Any]:
        told: dict[str, Any] = {name: websafe_encode(value) for name, value in response.items()}
        name = websafe_encode(NAME)
        return {"id": name, "rawId": name, "type": "public-key", "response": told}
