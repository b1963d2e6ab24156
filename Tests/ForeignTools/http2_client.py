"""Speaks HTTP/2 with a server by PyPI's h2. usage: http2_client.py PORT CERTIFICATE
Asks for many pages at a time, sends a body that is refused, reads an event stream beside them, and says "ok"."""
import socket
import ssl
import sys

import h2.config
import h2.connection
import h2.events
import h2.settings

port, certificate = int(sys.argv[1]), sys.argv[2]
context = ssl.create_default_context(cafile=certificate)
context.set_alpn_protocols(["h2"])
plain = socket.create_connection(("127.0.0.1", port), timeout=100)
wire = context.wrap_socket(plain, server_hostname="localhost")
assert wire.selected_alpn_protocol() == "h2", wire.selected_alpn_protocol()
connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True, header_encoding="utf-8"))
connection.initiate_connection()
answers, ended = {}, set()


def ask(method, path, fields=(), body=None):
    stream = connection.get_next_available_stream_id()
    head = [(":method", method), (":scheme", "https"), (":authority", f"localhost:{port}"), (":path", path), *fields]
    connection.send_headers(stream, head, end_stream=body is None)
    if body is not None:
        connection.send_data(stream, body, end_stream=True)
    answers[stream] = [{}, b""]
    return stream


def take():
    wire.sendall(connection.data_to_send())
    data = wire.recv(65536)
    assert data, "the server has gone"
    for event in connection.receive_data(data):
        if isinstance(event, h2.events.ResponseReceived):
            answers[event.stream_id][0] = dict(event.headers)
        elif isinstance(event, h2.events.DataReceived):
            answers[event.stream_id][1] += event.data
            connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, (h2.events.StreamEnded, h2.events.StreamReset)):
            ended.add(event.stream_id)
        elif isinstance(event, h2.events.ConnectionTerminated):
            raise SystemExit(f"ended: {event.error_code}")
    wire.sendall(connection.data_to_send())


events = ask("GET", "/v1/events")
pages = [ask("GET", "/healthz") for _ in range(50)]
head = ask("HEAD", "/openapi.json")
page = ask("GET", "/", [("accept-encoding", "gzip")])
refused = ask("POST", "/v1/sessions", [("content-type", "application/json")], b"{")
while not {*pages, head, page, refused} <= ended:
    take()
assert all(answers[page][0][":status"] == "200" for page in pages), [answers[page] for page in pages]
assert answers[head][1] == b"" and int(answers[head][0]["content-length"]) > 100_000, answers[head]
assert answers[page][0]["content-encoding"] == "gzip", answers[page][0]
assert len(answers[page][1]) == int(answers[page][0]["content-length"])
assert answers[refused][0][":status"].startswith("4"), answers[refused]
assert answers[refused][0]["content-type"] == "application/problem+json"
while not answers[events][0]:
    take()
assert events not in ended and answers[events][0]["content-type"].startswith("text/event-stream"), answers[events]
connection.reset_stream(events)
again = ask("GET", "/healthz")
while again not in ended:
    take()
print("ok")
