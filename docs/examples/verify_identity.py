#!/usr/bin/env python3
"""Who is this player? For a game's own server: verifies the response of GET /v1/games/{bundleID}/identity.

    from verify_identity import Verifier

    verifier = Verifier(server="https://games.example", bundle_id="com.example.hop")
    player = verifier.verify(proof)     # the JSON object that the game sent; raises Refused

On the command line, with the proof on standard input:

    verify_identity.py https://games.example com.example.hop < proof.json

Needs the package `cryptography` (Debian: python3-cryptography).
"""

import base64
import binascii
import json
import struct
import sys
import time
import urllib.request
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa


class Refused(Exception):
    """The proof is not valid; the message says why."""


class Verifier:
    def __init__(self, server, bundle_id, max_age=300, fetch=None):
        """server: scheme and host of the Laurel server that you trust, exactly as in its public URL.
        max_age: how many seconds old, or ahead of this clock, a proof can be."""
        self.server = _origin(server)
        self.bundle_id = bundle_id
        self.max_age = max_age
        self.fetch = fetch or _fetch
        self.certificates = {}
        # Used proofs that are still fresh enough to be sent again. If you run several servers, keep these in a
        # place that all of them share.
        self.used = {}

    def verify(self, proof, now=None):
        """Returns the teamPlayerID. Each proof works once."""
        now = time.time() if now is None else now
        try:
            url, bundle_id, player = (str(proof[key]) for key in ("publicKeyURL", "bundleID", "teamPlayerID"))
            timestamp = int(proof["timestamp"])
            signature, salt = (base64.b64decode(proof[key], validate=True) for key in ("signature", "salt"))
            payload = player.encode() + bundle_id.encode() + struct.pack(">Q", timestamp) + salt
        except (KeyError, TypeError, ValueError, binascii.Error, struct.error) as error:
            raise Refused(f"it is not a valid proof: {error!r}") from None
        # 1. Whose key is it? Anyone can sign with a key of their own.
        if _origin(url) != self.server or not urlsplit(url).path.startswith("/identity/"):
            raise Refused(f"the key is not {self.server}'s")
        # 2. Is it for this game? A proof for another game is not valid here.
        if bundle_id != self.bundle_id:
            raise Refused(f"it is for {bundle_id}")
        # 3. Is it fresh? (`_use` checks that it wasn't used before.)
        if abs(now - timestamp / 1000) > self.max_age:
            raise Refused("it is too old, or a clock is wrong")
        # 4. Did the server sign it?
        certificate = self._certificate(url)
        # cryptography 42 and newer has the `_utc` names; the older names return the same times without a time zone.
        begin = getattr(certificate, "not_valid_before_utc", None) or certificate.not_valid_before
        end = getattr(certificate, "not_valid_after_utc", None) or certificate.not_valid_after
        if not _seconds(begin) <= now <= _seconds(end):
            raise Refused("the certificate has expired or is not valid yet")
        key = certificate.public_key()
        if not isinstance(key, rsa.RSAPublicKey):
            raise Refused("the key is not an RSA key")
        try:
            key.verify(signature, payload, padding.PKCS1v15(), hashes.SHA256())
        except InvalidSignature:
            raise Refused("the signature is wrong") from None
        self._use(payload, now)
        return player

    def _use(self, payload, now):
        self.used = {known: until for known, until in self.used.items() if until > now}
        if payload in self.used:
            raise Refused("it was used before")
        self.used[payload] = now + 2 * self.max_age

    def _certificate(self, url):
        # A certificate never changes, so it is fetched once. Each key rotation adds one.
        if url not in self.certificates:
            try:
                self.certificates[url] = x509.load_der_x509_certificate(self.fetch(url))
            except (OSError, ValueError) as error:
                raise Refused(f"the certificate could not be fetched: {error}") from None
        return self.certificates[url]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would lead to an unchecked host."""

    def redirect_request(self, *_):
        return None


def _fetch(url):
    with urllib.request.build_opener(_NoRedirects).open(url, timeout=10) as answer:
        return answer.read(65_536)


def _origin(url):
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username is not None:
        raise Refused(f"{url} is not a server address")
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise Refused(f"{url} is not a server address") from None
    return (parts.scheme, parts.hostname.lower(), port)


def _seconds(moment):
    from datetime import timezone

    return (moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).timestamp()


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: verify_identity.py SERVER BUNDLE_ID < proof.json")
    try:
        print(Verifier(sys.argv[1], sys.argv[2]).verify(json.load(sys.stdin)))
    except (Refused, ValueError) as error:
        sys.exit(f"refused: {error}")


if __name__ == "__main__":
    main()
