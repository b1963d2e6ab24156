"""Requests a second beside nginx, round by round."""
import re
import http.client
import json
import os
import socket
import statistics
import time
import urllib.parse

from .journal import FRAME_HEAD, PAGE, Journal
from .load import Background, Result, closed
from .servers import FRIENDS, GAME, OTHERS, PATH, READERS, WRITERS, Failure, group, processor_seconds

NGINX_OK = "nginx, 200 ok"
NGINX_SAME, NGINX_WATCHED = "nginx, 304", "nginx, 304, to clients that look at tags"
BETTER = "score, always a new best, 128 connections"
DISK = "the disk: their bytes, flushed for each commit"
# Who asks again for a page that they have, each with a tag of their own.
ASKING = 256
# Of their answers.
LEAST_UNCHANGED = 0.9
# How far the bytes of an answer may be from nginx's.
BYTES_SLACK = 0.05
WARM_UP = 3


class Figure:
    """A row of the table. One without a `peer` is a limit that others are compared with."""

    def __init__(self, name, measure, peer=None, goal=None, p99=None, rate=None, also=(), before=None):
        self.name, self.measure, self.peer, self.goal, self.p99, self.also = name, measure, peer, goal, p99, also
        # A goal that is no ratio, in requests a second.
        self.rate = rate
        # What has to be done first in each round, and isn't measured.
        self.before = before
        self.rounds = []

    def take(self):
        if self.before:
            self.before()
        self.rounds.append(self.measure())

    def ratios(self, figures, peer=None):
        """To the peer, round by round."""
        peer = figures[peer or self.peer].rounds
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


def sizes(address, path, token):
    """Bytes of the answer to somebody who has the page, and of the page."""
    for _ in range(50):
        whole = answer_bytes(address, path, token)
        tag = re.search(rb"(?im)^etag: (\S+)", whole)[1].decode()
        short = answer_bytes(address, path, token, (f"If-None-Match: {tag}",))
        # Otherwise the page has changed in between.
        if b" 304 " in short.split(b"\r\n", 1)[0]:
            return len(short), len(whole)
    raise Failure(f"{path} changes too often to be asked for again")


def write_tags(address, path, tokens, file):
    """What each of some players has of a page: their token, its tag, and who they are if they have an entry."""
    parts = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port)
    lines = []
    for token in tokens.read_text().split()[:ASKING]:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        local = json.loads(answer.read())["local"]
        lines.append(f"{token} {answer.getheader('ETag')} {local['player']['id'] if local else ''}")
    connection.close()
    file.write_text("\n".join(lines) + "\n")


TOP = f"{PATH}/entries?count=100"
READS = (
    ("top 100", TOP, READERS, 0.8),
    ("top 100 of today", f"{TOP}&time=today", READERS, 0.8),
    ("21 around the player", f"{PATH}/entries/around?count=21", READERS, 0.7),
    ("top 100 among 1,000 friends", f"{PATH}/entries?players=friends&count=100", FRIENDS, 0.4),
    ("21 around among 1,000 friends", f"{PATH}/entries/around?players=friends&count=21", FRIENDS, 0.4),
)
TODAY = READS[1][1]


class Disk:
    """How many scores a second the disk can take, if nothing else takes time: what they took in SQLite's log is written
    at once for each commit, over bytes that the file has already, and flushed."""

    # As long as the log gets.
    LENGTH = 64 << 20

    def __init__(self, folder):
        self.file = os.open(folder / "disk.log", os.O_RDWR | os.O_CREAT, 0o600)
        for _ in range(self.LENGTH >> 20):
            os.write(self.file, bytes(1 << 20))
        os.fsync(self.file)

    def measure(self, scores, size, seconds):
        """So many scores and bytes in each commit."""
        block, offset, times = os.urandom(size), 0, []
        begun = last = time.monotonic()
        while last - begun < seconds:
            os.pwrite(self.file, block, offset)
            os.fdatasync(self.file)
            offset = offset + size if offset + 2 * size <= self.LENGTH else 0
            now = time.monotonic()
            times.append(now - last)
            last = now
        count = len(times)
        times.sort()
        p50, p99, p999 = (times[int(count * share)] * 1e3 for share in (0.5, 0.99, 0.999))
        return Result(count / (last - begun) * scores, p50, p99, p999, answers=count)

    def close(self):
        os.close(self.file)


class Rates:
    """The figures of Laurel and nginx, which other programs' may join in each round."""

    def __init__(self, bench, data, tokens, seconds, is_whole=True):
        """Not `is_whole`: only what a durable score reaches."""
        self.bench, self.tokens, self.seconds = bench, tokens, seconds
        self.journal, self.disk = Journal(data), Disk(bench.folder)
        self.server, self.address, _ = bench.serve(data)
        self.nginx = bench.nginx_address or bench.nginx()
        self.background = Background(bench, self.address, group(tokens, OTHERS))
        # Processor seconds a million scores.
        self.processor = []
        # {page: the share of answers that were 304}
        self.unchanged = {}
        # The last batches: scores and bytes of a commit.
        self.commit = (1, FRAME_HEAD + PAGE)
        self.warm_up()
        figures = [Figure(NGINX_OK, lambda: closed(self.nginx, "/", 128, seconds))]
        if is_whole:
            figures += self.requests() + self.again() + self.writes() + self.reads()
        else:
            figures += [each for each in self.writes() if each.name == BETTER]
        self.figures = {each.name: each for each in figures}

    def warm_up(self):
        """Pages get the values that they are measured with, everybody beside gets an entry of today, and sessions come
        from the store."""
        for name, mode in ((WRITERS, "better"), (OTHERS, "low")):
            closed(self.address, f"{PATH}/scores", 64, WARM_UP, "submit", tokens=group(self.tokens, name), mode=mode)
        closed(self.address, TOP, 64, WARM_UP, "read", tokens=group(self.tokens, READERS))

    def run(self, rounds, say, beside=()):
        figures = [*self.figures.values(), *beside]
        for number in range(rounds):
            for index, figure in enumerate(figures):
                say("rates", (number * len(figures) + index) / (rounds * len(figures)), figure.name)
                figure.take()
        self.bench.stop(self.server)
        self.disk.close()

    # The figures

    def requests(self):
        return [Figure("health check", lambda: closed(self.address, "/healthz", 128, self.seconds), NGINX_OK, goal=0.8)]

    def again(self):
        """Pages that each reader has. Their own entries are at the top, above all that others submit meanwhile. Today's
        page changes with each entry that leaves the day, so its readers have to take new tags."""
        file = self.bench.folder / "tags"

        def figures(name, page, peer, watch):
            def ask(address, path):
                return self.background.beside(self.seconds, lambda: closed(
                    address, path, 128, self.seconds, "read", tags=file, watch=watch))

            def tagged():
                write_tags(self.address, page, group(self.tokens, WRITERS), file)
                self.sizes = sizes(self.address, page, file.read_text().split(" ", 1)[0])

            def ours():
                result = ask(self.address, page)
                small, large = self.sizes
                share = (large - result.answer_bytes) / (large - small)
                self.unchanged.setdefault(name, []).append(min(share, 1))
                if share < LEAST_UNCHANGED:
                    raise Failure(f"{name}: only {share:.1%} of the answers were 304")
                return result

            return [Figure(peer, lambda: ask(self.nginx, "/304"), before=tagged),
                    Figure(name, ours, peer, goal=0.9, before=tagged)]

        return (figures("an unchanged page asked again (304)", TOP, NGINX_SAME, False)
                + figures("today's page asked again (304)", TODAY, NGINX_WATCHED, True))

    def writes(self):
        writers = group(self.tokens, WRITERS)

        def score(connections, mode):
            def run():
                return closed(
                    self.address, f"{PATH}/scores", connections, self.seconds, "submit", tokens=writers, mode=mode)

            def measured():
                before = processor_seconds(self.server.pid)
                result = run()
                if mode == "better":
                    self.processor.append((processor_seconds(self.server.pid) - before) / max(1, result.answers) * 1e6)
                return result
            return lambda: self.journal.counting(mode, measured)

        def batch():
            before, log = self.journal.last(), self.journal.log()
            result = self.journal.counting("batch", lambda: closed(
                self.address, f"/v1/games/{GAME}/scores", 16, self.seconds, "submit", tokens=writers, mode="batch"), 100)
            rows, _, commits = self.journal.since(before)
            pages = self.journal.log(log).pages_of_commit
            if pages:
                self.commit = rows / max(1, commits), pages * (FRAME_HEAD + PAGE)
            return Result(
                result.rate * 100, result.p50, result.p99, result.p999, result.refused, result.broken, result.answers)

        def disk():
            scores, size = self.commit
            return self.disk.measure(scores, int(size), self.seconds)

        return [
            Figure("score, mostly not better, 1 connection", score(1, "mixed"), NGINX_OK),
            Figure("… 32 connections", score(32, "mixed"), NGINX_OK),
            Figure("… 128 connections", score(128, "mixed"), NGINX_OK),
            Figure(BETTER, score(128, "better"), NGINX_OK, goal=0.4, p99=10),
            Figure("scores in batches of 100, mostly not better, 16 connections", batch, DISK, rate=500_000),
            Figure(DISK, disk),
        ]

    def reads(self):
        """Each beside nginx sending as many bytes, with the same requests and the same scores beside."""
        head = len(answer_bytes(self.nginx, "/bytes/1")) - 1
        figures, peers = [], {}

        def read(address, path, tokens):
            return self.background.beside(
                self.seconds, lambda: closed(address, path, 128, self.seconds, "read", tokens=tokens))

        for name, path, of, goal in READS:
            tokens = group(self.tokens, of)
            sample = tokens.read_text().split()[:ASKING]
            size = round(statistics.mean(len(answer_bytes(self.address, path, token)) for token in sample))
            if size not in peers:
                (self.bench.folder / "nginx/bytes" / str(size)).write_bytes(b"x" * (size - head))
                peers[size] = Figure(f"nginx, {size:,} bytes", lambda size=size: read(
                    self.nginx, f"/bytes/{size}", group(self.tokens, READERS)))
                figures.append(peers[size])

            def ours(name=name, path=path, tokens=tokens, size=size):
                result = read(self.address, path, tokens)
                if abs(result.answer_bytes / size - 1) > BYTES_SLACK:
                    raise Failure(f"{name}: {result.answer_bytes:,.0f} bytes an answer, beside nginx's {size:,}")
                return result

            figures.append(Figure(name, ours, peers[size].name, goal))
        return figures


def against_connections(bench, data, tokens, connections, seconds, say):
    """Requests a second at each number of connections: [(name, [(connections, rate)])]."""
    server, address, _ = bench.serve(data)
    nginx = bench.nginx_address
    readers = group(tokens, READERS)
    lines = (
        (NGINX_OK, lambda count: closed(nginx, "/", count, seconds)),
        ("health check", lambda count: closed(address, "/healthz", count, seconds)),
        ("durable score", lambda count: closed(
            address, f"{PATH}/scores", count, seconds, "submit", tokens=group(tokens, WRITERS))),
        ("21 around", lambda count: closed(address, READS[2][1], count, seconds, "read", tokens=readers)),
        ("top 100", lambda count: closed(address, TOP, count, seconds, "read", tokens=readers)),
    )
    found = [(name, []) for name, _ in lines]
    for index, count in enumerate(connections):
        say("connections", index / len(connections), f"{count}")
        for (_, points), (_, run) in zip(found, lines):
            points.append((count, run(count).rate))
    bench.stop(server)
    return found
