"""Turn-based matches: ends of turns beside durable scores and nginx, a list of 30, memory a match (rule 12.30)."""
import datetime
import http.client
import json
import os
import random
import sqlite3
import statistics
import time
import urllib.parse

from .load import closed, opened
from .rates import NGINX_OK, Figure, answer_bytes
from .servers import GAME, PATH, Failure, processor_seconds, resident_bytes

MATCHES = f"/v1/games/{GAME}/matches"
# Open matches that a player may have in a game; as many as the measured list has.
OF_PLAYER = 30
CONNECTIONS = 128
# As many turns a match as its players need to have writes that are remembered.
TURNS = 6
DATA = "AAEC" * 85
LIST_RATE = 1_000


class Players:
    """Requests of those who are signed in."""

    def __init__(self, address):
        parts = urllib.parse.urlsplit(address)
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port)

    def ask(self, method, path, token, body=None):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status not in (200, 201):
            raise Failure(f"{method} {path}: {answer.status} {text[:300].decode(errors='replace')}")
        return json.loads(text)

    def close(self):
        self.connection.close()


def key():
    return f"{random.getrandbits(128):032x}"


def pair(players, index, tokens):
    """A match of two, where the second one has sat down. Returns its ID."""
    wanted = {"minPlayers": 2, "maxPlayers": 2, "group": index + 1}
    found = players.ask("POST", MATCHES, tokens[0], {"key": key(), **wanted})
    players.ask("POST", f"{MATCHES}/{found['id']}/turns", tokens[0],
                {"key": key(), "version": found["version"], "data": DATA, "next": [1]})
    joined = players.ask("POST", MATCHES, tokens[1], {"key": key(), **wanted})
    if joined["id"] != found["id"]:
        raise Failure("two who fit one another weren't brought together")
    for number in range(1, TURNS):
        seat = number % 2
        joined = players.ask("POST", f"{MATCHES}/{found['id']}/turns", tokens[seat],
                             {"key": key(), "version": joined["version"], "data": DATA, "next": [1 - seat]})
    return found["id"]


def fill(data, count, players, apart):
    """Rows of `count` more matches, each as the last one that was played, among those of `players` who aren't in
    `apart`. Each of them gets as many as the others. Returns how many there are now."""
    database = sqlite3.connect(data / "laurel.db")
    database.row_factory = sqlite3.Row
    first = database.execute("SELECT min(number) FROM players WHERE alias LIKE 'player%'").fetchone()[0]
    apart = {first + index for index in apart}
    pool = [number for number in range(first, first + players) if number not in apart]
    last = database.execute("SELECT max(number) FROM matches").fetchone()[0]
    sample = {table: [dict(row) for row in database.execute(f"SELECT * FROM {table} WHERE number = ?", (last,))]
              for table in ("matches", "match_data", "match_seats")}

    def rows(table):
        for index in range(count):
            one = index % len(pool)
            other = (one + 1 + index // len(pool)) % len(pool)
            for row in sample[table]:
                values = {**row, "number": last + 1 + index}
                if table == "match_seats":
                    values["player"] = pool[one if row["seat"] == 0 else other]
                yield tuple(values.values())

    with database:
        for table, present in sample.items():
            columns = ", ".join(present[0])
            marks = ", ".join("?" * len(present[0]))
            database.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows(table))
        database.execute("UPDATE match_numbers SET last = ?", (last + count,))
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    total = database.execute("SELECT count(*) FROM matches").fetchone()[0]
    database.close()
    return total


def settled(process):
    """The memory of a server that has nothing to do."""
    time.sleep(2)
    return resident_bytes(process.pid)


def measure(bench, options, rate_table, say):
    """Returns lines of the page."""
    pairs = CONNECTIONS + 4
    # Those who play turns have no other matches: nobody may have more than so many.
    players = max(options.matches * 2 // OF_PLAYER, OF_PLAYER + 2) + 2 * pairs
    say("matches", 0, f"{players:,} players")
    data, file = bench.seed(players, "matches")
    step = max(1, players // 20_000)
    tokens = file.read_text().split()
    if len(tokens) < 4 * pairs:
        raise Failure("--matches is too small")
    lookers = bench.folder / "matches.lookers"
    lookers.write_text("\n".join(tokens[:-2 * pairs]) + "\n")
    playing = tokens[-2 * pairs:]
    table = [(playing[2 * index], playing[2 * index + 1]) for index in range(pairs)]

    server, address, _ = bench.serve(data)
    asking = Players(address)
    ids = [pair(asking, index, two) for index, two in enumerate(table)]
    asking.close()
    bench.stop(server)
    server, _, _ = bench.serve(data)
    floor = settled(server)
    bench.stop(server)
    say("matches", 0.1, f"{options.matches:,} matches")
    apart = range(step * (len(tokens) - 2 * pairs), step * len(tokens), step)
    total = fill(data, options.matches, players, set(apart))
    server, address, taken = bench.serve(data)
    memory = (settled(server) - floor) / options.matches

    listed = f"{MATCHES}?count={OF_PLAYER}"
    looker = tokens[0]
    page = answer_bytes(address, listed, looker)
    shown = len(json.loads(page.partition(b"\r\n\r\n")[2])["matches"])
    if shown != OF_PLAYER:
        raise Failure(f"a list has {shown} matches and not {OF_PLAYER}")
    nginx = bench.nginx_address or bench.nginx()
    head = len(answer_bytes(nginx, "/bytes/1")) - 1
    (bench.folder / "nginx/bytes" / str(len(page))).write_bytes(b"x" * (len(page) - head))

    def turns():
        """From what is there now: an answer that came after the end of a round is known to nobody."""
        asking = Players(address)
        lines = []
        for match, two in zip(ids, table):
            now = asking.ask("GET", f"{MATCHES}/{match}", two[0])
            lines.append(" ".join([match, str(now["version"]), str(now["turn"]["seat"]), *two]))
        asking.close()
        path = bench.folder / "matches.turns"
        path.write_text("\n".join(lines) + "\n")
        return closed(address, MATCHES, CONNECTIONS, options.seconds, "turns", tokens=path, mode=f"{key()[:8]}")

    costs = {}

    def costing(what, run):
        def measured():
            before = processor_seconds(server.pid)
            result = run()
            spent = processor_seconds(server.pid) - before
            costs.setdefault(what, []).append(spent / max(1, result.rate * options.seconds) * 1e3)
            return result
        return measured

    same = f"nginx, {len(page):,} bytes"
    scores = f"score, mostly not better, {CONNECTIONS} connections"
    figures = [
        Figure(NGINX_OK, lambda: closed(nginx, "/", CONNECTIONS, options.seconds)),
        Figure(scores, costing("a score", lambda: closed(
            address, f"{PATH}/scores", CONNECTIONS, options.seconds, "submit", tokens=lookers))),
        Figure(f"end of a turn, {CONNECTIONS} connections", costing("an end of a turn", turns), scores, goal=0.9),
        Figure(same, lambda: closed(
            nginx, f"/bytes/{len(page)}", CONNECTIONS, options.seconds, "read", tokens=lookers)),
        Figure(f"list of {OF_PLAYER} matches", costing("a list", lambda: closed(
            address, listed, CONNECTIONS, options.seconds, "read", tokens=lookers)), same),
    ]
    for number in range(options.rounds):
        for index, figure in enumerate(figures):
            share = (number * len(figures) + index) / (options.rounds * len(figures))
            say("matches", 0.2 + 0.8 * share, figure.name)
            figure.rounds.append(figure.measure())
    steady = opened(bench, address, listed, lookers, LIST_RATE, options.seconds, 32, False)
    bench.stop(server)
    return [
        f"Measured on {datetime.date.today().isoformat()} by `Benchmarks/run --only matches --matches {options.matches} "
        f"--seconds {options.seconds} --rounds {options.rounds}`, on {os.cpu_count()} processors that clients, nginx and "
        f"server share. {total:,} open matches of two, {players:,} players.",
        "", *rate_table({each.name: each for each in figures}),
        "", f"A list of {OF_PLAYER} matches, {LIST_RATE:,} times a second in an open loop: p50 {steady['p50']:.2f} ms, "
        f"p99 {steady['p99']:.2f} ms (goal: at most 2 ms).",
        "", "Processor milliseconds of the server: " + ", ".join(
            f"{what} {statistics.median(spent):.2f}" for what, spent in costs.items()) + ".",
        "", f"A match takes {memory:,.0f} bytes of memory (goal: at most 1,024), besides its data on disk. "
        f"With all of them, a start takes {taken:.1f} s.",
    ]
