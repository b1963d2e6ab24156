"""Canaille, a provider of OpenID Connect, with people in memory, for tests of signing in with others.

usage: openid_server.py [NAME…]      people, whose password is "open sesame NAME"

Prints its issuer once it answers. Clients register themselves (RFC 7591, RFC 7592). SIGUSR1 gives it another key to
sign with, in place of the old one; it prints the new key's ID.
"""

import json
import signal
import sys
import threading
from uuid import uuid4

from joserfc.jwk import RSAKey
from werkzeug.serving import WSGIRequestHandler, make_server

from canaille import create_app
from canaille.app import models


class Quiet(WSGIRequestHandler):
    def log(self, *_):
        pass


def key():
    return RSAKey.generate_key(2048, {"kid": str(uuid4())}).as_dict(private=True)


def say(**about):
    print(json.dumps(about), flush=True)


def main(names):
    # Bound before the application is made, as its own address stands in its configuration.
    server = make_server("127.0.0.1", 0, app=lambda *_: None, threaded=True, request_handler=Quiet)
    app = create_app(
        {
            "SECRET_KEY": str(uuid4()),
            # Another site than that of the games, which are at 127.0.0.1.
            "SERVER_NAME": f"localhost:{server.port}",
            "PREFERRED_URL_SCHEME": "http",
            "CANAILLE_OIDC": {"ACTIVE_JWKS": [key()], "DYNAMIC_CLIENT_REGISTRATION_OPEN": True, "TRUSTED_DOMAINS": []},
            "CANAILLE": {
                "FORCE_HTTPS": False,
                "LOGGING": {"version": 1, "root": {"level": "CRITICAL"}},
            },
        }
    )
    with app.app_context(), app.backend.session():
        for name in names:
            app.backend.save(
                models.User(
                    user_name=name, formatted_name=name, family_name=name, emails=[f"{name}@mail.example"],
                    password=f"open sesame {name}",
                )
            )

    def rotate(*_):
        new = key()
        app.config["CANAILLE_OIDC"]["ACTIVE_JWKS"] = [new]
        say(key=new["kid"])

    server.app = app
    signal.signal(signal.SIGUSR1, rotate)
    # A program has the blocked signals of the thread that started it, and a test's threads block most of them.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say(issuer=f"http://localhost:{server.port}")
    while True:
        signal.pause()


main(sys.argv[1:])
