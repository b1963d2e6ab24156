"""A push service and a browser in one, of other people's libraries: http-ece (RFC 8188, 8291) and py-vapid (RFC 8292).

usage: push_service.py

Prints its subscription as JSON, then a line of JSON for each message that it got: what stood in its head, whether the
VAPID token is good and what it claims, and the text as the browser decrypts it. Answers 201, or what a line on its
input said before (a status for each message to come).
"""
import base64
import http.server
import json
import os
import queue
import sys
import threading

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

key = ec.generate_private_key(ec.SECP256R1())
secret = os.urandom(16)
statuses = queue.Queue()


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(encoded):
    return base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


class PushService(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        authorization = self.headers["Authorization"]
        token = authorization.split("t=")[1].split(",")[0]
        message = {
            "path": self.path,
            "ttl": self.headers["TTL"],
            "urgency": self.headers["Urgency"],
            "topic": self.headers["Topic"],
            "encoding": self.headers["Content-Encoding"],
            "isTokenGood": bool(Vapid02.verify(authorization)),
            "claims": json.loads(data(token.split(".")[1])),
            "key": authorization.split("k=")[1],
            "text": http_ece.decrypt(body, private_key=key, auth_secret=secret, version="aes128gcm").decode(),
        }
        self.send_response(statuses.get_nowait() if not statuses.empty() else 201)
        self.send_header("Content-Length", "0")
        self.end_headers()
        print(json.dumps(message), flush=True)

    def log_message(self, *arguments):
        pass


def listen_to_tests():
    for line in sys.stdin:
        statuses.put(int(line))


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), PushService)
threading.Thread(target=listen_to_tests, daemon=True).start()
point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
subscription = {
    "endpoint": "http://127.0.0.1:%d/push/browser" % server.server_port,
    "expirationTime": None,
    "keys": {"p256dh": text(point), "auth": text(secret)},
}
print(json.dumps(subscription), flush=True)
server.serve_forever()
