#!/usr/bin/env python3
"""Receives Laurel's webhooks on a game's own server. Needs only Python 3.8.

usage: LAUREL_WEBHOOK_SECRET=whsec_… webhook.py [PORT]

Prints its port, then a line of JSON for each event. An event can arrive twice, with the same id: before you act on
events, remember the ids of the last few days.
"""
import base64
import hashlib
import hmac
import http.server
import json
import os
import sys
import time

# Maximum age of a message in seconds. Prevents replays of intercepted messages.
TOLERANCE = 300


def verify(secret, headers, body, now=None):
    """Returns the event in `body`. Raises ValueError unless Laurel sent it recently. (Standard Webhooks 1.0)"""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "").split(" ")
    if not timestamp.isdigit() or abs((now or time.time()) - int(timestamp)) > TOLERANCE:
        raise ValueError("too old, or from the future")
    key = base64.b64decode(secret[len("whsec_"):])
    signed = b".".join([message_id.encode(), timestamp.encode(), body])
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        raise ValueError("not signed with this secret")
    return json.loads(body)


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 65_536))
        try:
            event = verify(os.environ["LAUREL_WEBHOOK_SECRET"], self.headers, body)
            print(json.dumps({"id": self.headers["webhook-id"], "event": event}), flush=True)
            status = 204
        except ValueError as error:
            print(json.dumps({"refused": str(error)}), flush=True)
            status = 401
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    print(json.dumps({"port": server.server_port}), flush=True)
    server.serve_forever()
