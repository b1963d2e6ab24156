"""Signs devices in by the device authorization grant (RFC 8628), as requests-oauthlib does it for any server.

usage: device_grant.py SERVER CLIENT_ID SCOPE TOKEN     TOKEN: of the player's own session, who decides
Prints what the standard's errors were, and who the token belongs to.
"""

import os
import sys

import requests
from oauthlib.oauth2 import DeviceClient, OAuth2Error
from requests_oauthlib import OAuth2Session

server, client_id, scope, player_token = sys.argv[1:]
# The server of the tests has no TLS.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
start = f"{server}/v1/device-authorizations"


def ask(session):
    answer = session.post(start, data={"client_id": client_id, "scope": scope}, withhold_token=True)
    answer.raise_for_status()
    device = answer.json()
    assert device["verification_uri_complete"].startswith(device["verification_uri"]), device
    assert device["expires_in"] > 0 and device["interval"] > 0, device
    return device


def poll(session, device_code):
    try:
        return session.fetch_token(f"{start}/token", device_code=device_code, include_client_id=True)
    except OAuth2Error as error:
        print(error.error)
        assert error.description, error
        return None


def decide(device, allow):
    requests.post(
        f"{start}/{device['user_code']}/decision", json={"allow": allow},
        headers={"Authorization": f"Bearer {player_token}"},
    ).raise_for_status()


session = OAuth2Session(client=DeviceClient(client_id), scope=[scope])
device = ask(session)
poll(session, device["device_code"])
poll(session, device["device_code"])
decide(device, True)
token = poll(session, device["device_code"])
me = session.get(f"{server}/v1/players/me").json()
print(token["token_type"], me["player"]["displayName"], me["bundleID"], me["environment"])
poll(session, device["device_code"])

denied = ask(session)
decide(denied, False)
poll(session, denied["device_code"])
