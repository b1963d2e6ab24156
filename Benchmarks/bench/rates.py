"""Requests a second beside nginx, round by round."""
import http.client
import socket
import statistics
import urllib.parse

from .load import Background, Result, closed
from .servers import GAME, PATH, processor_seconds

NGINX_OK = "nginx, 200 ok"


class Figure:
    """A row of the table."""

    def __init__(self, name, measure, peer=NGINX_OK, goal=None, p99=None, unit=1):
        self.name, self.measure, self.peer, self.goal, self.p99, self.unit = name, measure, peer, goal, p99, unit
        self.rounds = []

    def ratios(self, figures):
        """To the peer, round by round."""
        peer = figures[self.peer].rounds
        return [mine.rate / theirs.rate for mine, theirs in zip(self.rounds, peer) if theirs.rate]


def answer_bytes(address, path, token=None, headers=()):
    """All bytes of one answer, its head included, and the body."""
    parts = urllib.parse.urlsplit(address)
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close", *headers]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    with socket.create_connection((parts.hostname, parts.port)) as connection:
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        received = b""
        while piece := connection.recv(1 << 16):
            received += piece
    return received


def tag_of(address, path, token):
    parts = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port)
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.getheader("ETag")


READS = (
    ("top 100", f"{PATH}/entries?count=100", "", 0.8),
    ("top 100 of today", f"{PATH}/entries?count=100&time=today", "", 0.8),
    ("21 around the player", f"{PATH}/entries/around?count=21", "", 0.7),
    ("top 100 among 1,000 friends", f"{PATH}/entries?players=friends&count=100", ".friends", 0.4),
    ("21 around among 1,000 friends", f"{PATH}/entries/around?players=friends&count=21", ".friends", 0.4),
)


def measure(bench, data, tokens, seconds, rounds, say):
    """Returns the figures by name, the sizes of the answers, processor seconds a million scores, and what the reads
    beside were compared with."""
    server, address, _ = bench.serve(data)
    first = tokens.read_text().split("\n", 1)[0]
    sizes = {name: len(answer_bytes(address, path, first)) for name, path, _, _ in READS}
    nginx = bench.nginx()
    head = len(answer_bytes(nginx, "/bytes/1")) - 1
    for name, size in sizes.items():
        (bench.folder / "nginx/bytes" / str(size)).write_bytes(b"x" * (size - head))
    # Nobody who is not signed in has an entry of their own; a page of theirs stays the same while nobody scores.
    top = READS[0][1]
    tag = tag_of(address, top, first)
    not_modified = [f"Authorization: Bearer {first}", f"If-None-Match: {tag}"]
    background = Background(bench, address, tokens)
    processor = []

    def score(connections, mode):
        def run():
            before = processor_seconds(server.pid)
            result = closed(
                address, f"{PATH}/scores", connections, seconds, "submit", tokens=tokens, mode=mode)
            if connections == 128 and mode == "better":
                processor.append((processor_seconds(server.pid) - before) / (result.rate * seconds) * 1e6)
            return result
        return run

    def read(path, file):
        return lambda: background.beside(
            seconds, lambda: closed(address, path, 128, seconds, "read", tokens=f"{tokens}{file}"))

    def same_bytes(size):
        # With the same requests, and the same scores beside.
        return lambda: background.beside(
            seconds, lambda: closed(nginx, f"/bytes/{size}", 128, seconds, "read", tokens=tokens))

    def batch():
        result = closed(address, f"/v1/games/{GAME}/scores", 16, seconds, "submit", tokens=tokens, mode="batch")
        return Result(result.rate * 100, result.p50, result.p99, result.p999, result.refused, result.broken)

    figures = [
        Figure(NGINX_OK, lambda: closed(nginx, "/", 128, seconds)),
        Figure("health check", lambda: closed(address, "/healthz", 128, seconds), goal=0.8),
        Figure("nginx, 304", lambda: closed(nginx, "/304", 128, seconds, headers=not_modified)),
        Figure("an unchanged page asked again (304)",
               lambda: closed(address, top, 128, seconds, headers=not_modified), "nginx, 304", goal=0.9),
        Figure("score, mostly not better, 1 connection", score(1, "mixed")),
        Figure("… 32 connections", score(32, "mixed")),
        Figure("… 128 connections", score(128, "mixed")),
        Figure("score, always a new best, 128 connections", score(128, "better"), goal=0.4, p99=10),
        Figure("scores in batches of 100, 16 connections", batch, unit=100),
    ]
    peers = {}
    for name, path, file, goal in READS:
        size = sizes[name]
        if size not in peers:
            peers[size] = Figure(f"nginx, {size:,} bytes", same_bytes(size))
            figures.append(peers[size])
        figures.append(Figure(name, read(path, file), peers[size].name, goal))
    for number in range(rounds):
        for index, figure in enumerate(figures):
            say("rates", (number * len(figures) + index) / (rounds * len(figures)), figure.name)
            # A tag is worth nothing once somebody has scored.
            if figure.name.startswith("an unchanged"):
                not_modified[1] = f"If-None-Match: {tag_of(address, top, first)}"
            figure.rounds.append(figure.measure())
    bench.stop(server)
    return {each.name: each for each in figures}, sizes, statistics.median(processor), background


def against_connections(bench, data, tokens, connections, seconds, say):
    """Requests a second at each number of connections: [(name, [(connections, rate)])]."""
    server, address, _ = bench.serve(data)
    nginx = bench.nginx_address
    lines = (
        (NGINX_OK, lambda count: closed(nginx, "/", count, seconds)),
        ("health check", lambda count: closed(address, "/healthz", count, seconds)),
        ("durable score", lambda count: closed(
            address, f"{PATH}/scores", count, seconds, "submit", tokens=tokens)),
        ("21 around", lambda count: closed(address, READS[2][1], count, seconds, "read", tokens=tokens)),
        ("top 100", lambda count: closed(address, READS[0][1], count, seconds, "read", tokens=tokens)),
    )
    found = [(name, []) for name, _ in lines]
    for index, count in enumerate(connections):
        say("connections", index / len(connections), f"{count}")
        for (_, points), (_, run) in zip(found, lines):
            points.append((count, run(count).rate))
    bench.stop(server)
    return found
