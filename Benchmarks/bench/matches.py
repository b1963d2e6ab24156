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

from .journal import Journal, bests
from .load import closed, opened
from .rates import BETTER, NGINX_OK, Figure, answer_bytes
from .servers import GAME, PATH, Failure, processor_seconds, resident_bytes, revision

MATCHES = f"/v1/games/{GAME}/matches"
# Open matches that a player may have in a game; as many as the measured list has.
OF_PLAYER = 30
CONNECTIONS = 128
# As many turns a match as its players need to have writes that are remembered.
TURNS = 6
DATA = "AAEC" * 85
LIST_RATE = 1_000
# So many of all matches get turns where each turn is in another match.
SPREAD = 4_000
# Neighbours among the players have matches with one another: they are taken together.
NEIGHBOURS = 16


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


class Turns:
    """Matches of two that are played again and again."""

    def __init__(self, address, tokens, folder):
        self.table = list(zip(tokens[::2], tokens[1::2]))
        self.file = folder / "matches.turns"
        asking = Players(address)
        self.ids = [pair(asking, index, two) for index, two in enumerate(self.table)]
        asking.close()

    def now(self, asking):
        """[(match as it is now, the tokens of its seats)]"""
        return [(asking.ask("GET", f"{MATCHES}/{match}", two[0]), two) for match, two in zip(self.ids, self.table)]

    def prepare(self, address):
        """From what is there now: an answer that came after the end of a round is known to nobody."""
        asking = Players(address)
        lines = [" ".join([match["id"], str(match["version"]), str(match["turn"]["seat"]), *two])
                 for match, two in self.now(asking)]
        asking.close()
        self.file.write_text("\n".join(lines) + "\n")

    def load(self, address, seconds):
        return closed(address, MATCHES, CONNECTIONS, seconds, "turns", tokens=self.file, mode=key()[:8])

    def play(self, address, seconds):
        self.prepare(address)
        return self.load(address, seconds)


class SpreadTurns(Turns):
    """Of matches from all over the store, whose players have OF_PLAYER each: each turn is in another one than those
    before it, until all of them have had theirs."""

    def __init__(self, tokens, folder):
        self.file = folder / "matches.spread"
        # Of a million matches, NEIGHBOURS with tokens have 65 that are theirs alone; of fewer, they have more.
        chunks = max(1, min(len(tokens), SPREAD // 4) // NEIGHBOURS)
        distance = len(tokens) / chunks
        self.tokens = [token for index in range(chunks)
                       for token in tokens[int(index * distance):int(index * distance) + NEIGHBOURS]]

    def now(self, asking):
        """Those of which both seats' tokens are known."""
        of_player, found = {}, {}
        for token in self.tokens:
            for match in asking.ask("GET", f"{MATCHES}?count={OF_PLAYER}", token)["matches"]:
                of_player[match["participants"][match["seat"]]["player"]["id"]] = token
                found[match["id"]] = match
        both = []
        for match in found.values():
            two = [of_player.get((each["player"] or {}).get("id")) for each in match["participants"]]
            if all(two) and match["turn"]:
                both.append((match, two))
        random.shuffle(both)
        return both[:SPREAD]


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

    server, address, _ = bench.serve(data)
    turns = Turns(address, tokens[-2 * pairs:], bench.folder)
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

    costs, pages = {}, {}
    journal = Journal(data)

    def costing(what, run):
        def measured():
            commits, log = journal.commits(), journal.log()
            before = processor_seconds(server.pid)
            result = run()
            spent = processor_seconds(server.pid) - before
            costs.setdefault(what, []).append(spent / max(1, result.answers) * 1e3)
            written = journal.log(log).pages_of_commit
            if written and "turn" in what:
                pages.setdefault(what, []).append((journal.commits() - commits) * written / max(1, result.answers))
            return result
        return measured

    def score(mode):
        return lambda: journal.counting(mode, lambda: closed(
            address, f"{PATH}/scores", CONNECTIONS, options.seconds, "submit", tokens=lookers, mode=mode))

    def turning(name, what, turns):
        return Figure(
            name, costing(what, lambda: turns.load(address, options.seconds)), scores, goal=0.9, also=(BETTER,),
            before=lambda: turns.prepare(address))

    same = f"nginx, {len(page):,} bytes"
    scores = f"score, mostly not better, {CONNECTIONS} connections"
    spread = SpreadTurns(tokens[:-2 * pairs], bench.folder)
    figures = [
        Figure(NGINX_OK, lambda: closed(nginx, "/", CONNECTIONS, options.seconds)),
        Figure(scores, costing("a score", score("mixed")), NGINX_OK),
        Figure(BETTER, costing("a new best", score("better")), NGINX_OK),
        turning(f"end of a turn, {CONNECTIONS} connections, {pairs} matches", "an end of a turn", turns),
        turning(f"… each in another of {SPREAD:,} matches", "a turn that is spread", spread),
        Figure(same, lambda: closed(
            nginx, f"/bytes/{len(page)}", CONNECTIONS, options.seconds, "read", tokens=lookers)),
        Figure(f"list of {OF_PLAYER} matches", costing("a list", lambda: closed(
            address, listed, CONNECTIONS, options.seconds, "read", tokens=lookers)), same),
    ]
    for number in range(options.rounds):
        for index, figure in enumerate(figures):
            share = (number * len(figures) + index) / (options.rounds * len(figures))
            say("matches", 0.2 + 0.8 * share, figure.name)
            figure.take()
    steady = opened(bench, address, listed, lookers, LIST_RATE, options.seconds, 32, False)
    bench.stop(server)
    return [
        f"Measured on {datetime.date.today().isoformat()} at {revision()} by `Benchmarks/run --only matches "
        f"--matches {options.matches} --seconds {options.seconds} --rounds {options.rounds}`, on {os.cpu_count()} "
        f"processors that clients, nginx and server share. {total:,} open matches of two, {players:,} players.",
        "", *rate_table({each.name: each for each in figures}),
        "", "The matches of the first row of turns are played again and again, and their players have one each. Those of "
        f"the second row ({len(spread.file.read_text().splitlines()):,} of them) come from all over the store, and their "
        f"players have {OF_PLAYER} each. {bests(journal.shares)}",
        "", f"A list of {OF_PLAYER} matches, {LIST_RATE:,} times a second in an open loop: p50 {steady['p50']:.2f} ms, "
        f"p99 {steady['p99']:.2f} ms (goal: at most 2 ms).",
        "", "Processor milliseconds of the server: " + ", ".join(
            f"{what} {statistics.median(spent):.2f}" for what, spent in costs.items())
        + ". Pages of the log: " + ", ".join(
            f"{what} {statistics.median(each):.1f}" for what, each in pages.items()) + ".",
        "", f"A match takes {memory:,.0f} bytes of memory (goal: at most 1,024), besides its data on disk. "
        f"With all of them, a start takes {taken:.1f} s.",
    ]
