"""Redis, PostgreSQL and SQLite on the same machine: what each does for a score, and what it costs. They are measured in
the rounds of Laurel's own scores, so that both have the same machine."""
import random
import shutil
import sqlite3
import subprocess
import time

from .servers import processor_seconds

# Clients of each, as far as it has any.
CLIENTS = 32


class Peer:
    """A row of the peers' table."""

    def __init__(self, name, measure):
        self.name, self.measure = name, measure
        # (requests a second, processor seconds a million or None)
        self.rounds = []

    def take(self):
        self.rounds.append(self.measure())


class Peers:
    """What is installed of them, each with so many players, until `end`."""

    def __init__(self, bench, players, seconds, say):
        self.bench, self.players, self.seconds = bench, players, seconds
        self.running, self.missing, self.entry_bytes = [], [], None
        self.figures = []
        for index, (name, start) in enumerate((
                ("Redis", self.redis), ("PostgreSQL", self.postgres), ("SQLite", self.sqlite))):
            say("peers", index / 3, f"{name}, {players:,} players")
            started = start()
            self.figures += started or []
            if started is None:
                self.missing.append(name)

    def end(self):
        for process in self.running:
            self.bench.stop(process)

    def redis(self):
        if not shutil.which("redis-server"):
            return None
        figures = []
        for name, options in (("", ["--appendonly", "no"]), (", each write flushed", [
                "--appendonly", "yes", "--appendfsync", "always",
                "--auto-aof-rewrite-percentage", "0"])):
            process, port = self.bench.redis(*options)
            self.running.append(process)

            def run(*words, port=port):
                done = subprocess.run(
                    ["redis-benchmark", "-p", str(port), "-c", str(CLIENTS), "-q", "--csv", *words],
                    capture_output=True, text=True, check=True)
                return float(done.stdout.strip().splitlines()[-1].split(",")[1].strip('"'))

            # About as many as are answered in the time.
            count = 40_000 * self.seconds
            player = ["-r", str(self.players), "-n", str(count)]
            run("-r", str(self.players), "-n", str(self.players * 2), "-P", "64", "ZADD", "z", "__rand_int__",
                "player:__rand_int__")

            def add(run=run, process=process, player=player, count=count):
                before = processor_seconds(process.pid)
                rate = run(*player, "ZADD", "z", "__rand_int__", "player:__rand_int__")
                return rate, (processor_seconds(process.pid) - before) / count * 1e6

            figures.append(Peer(f"Redis, ZADD, {CLIENTS} connections{name}", add))
            if not name:
                def rank(run=run, player=player):
                    return run(*player, "ZREVRANK", "z", "player:__rand_int__"), None

                def top(run=run, count=count):
                    return run("-n", str(count // 2), "ZREVRANGE", "z", "0", "99", "WITHSCORES"), None

                figures += [Peer("Redis, ZREVRANK", rank), Peer("Redis, top 100 of a set", top)]

                def ask(*words, port=port):
                    return int(subprocess.run(
                        ["redis-cli", "-p", str(port), *words], capture_output=True, text=True, check=True).stdout)
                self.entry_bytes = ask("memory", "usage", "z", "samples", "0") / max(1, ask("zcard", "z"))
        return figures

    def postgres(self):
        started = self.bench.postgres()
        if started is None:
            return None
        process, port, binaries = started
        self.running.append(process)
        words = ["-h", "127.0.0.1", "-p", str(port), "-U", "bench"]
        for statements in (
                "CREATE TABLE scores (player int PRIMARY KEY, value bigint NOT NULL, date bigint NOT NULL);"
                "INSERT INTO scores SELECT n, (random() * 1e6)::bigint, 0"
                f" FROM generate_series(1, {self.players}) n;"
                "CREATE INDEX ON scores (value DESC, date)",
                # Not in the middle of another's round.
                "VACUUM ANALYZE scores", "CHECKPOINT"):
            subprocess.run(
                [binaries / "psql", *words, "-q", "-d", "postgres", "-c", statements], check=True, capture_output=True)
        upsert = self.bench.folder / "upsert.sql"
        upsert.write_text(
            f"\\set p random(1, {self.players})\n\\set v random(1, 1000000)\n"
            "INSERT INTO scores VALUES (:p, :v, 1) ON CONFLICT (player) DO UPDATE SET value = excluded.value, date = 1"
            " WHERE excluded.value > scores.value;\n")
        count = self.bench.folder / "count.sql"
        count.write_text(
            f"\\set p random(1, {self.players})\n"
            "SELECT count(*) + 1 FROM scores WHERE value > (SELECT value FROM scores WHERE player = :p);\n")

        def run(script, clients):
            # The processes of the connections end with pgbench, and their time goes to the first process then.
            before = processor_seconds(process.pid)
            done = subprocess.run(
                [binaries / "pgbench", *words, "-n", "-M", "prepared", "-c", str(clients), "-j", "2",
                 "-T", str(self.seconds), "-f", script, "postgres"], capture_output=True, text=True, check=True)
            rate = next(
                float(line.split("=")[1].split()[0]) for line in done.stdout.splitlines() if line.startswith("tps"))
            spent = processor_seconds(process.pid) - before
            return rate, spent / (rate * self.seconds) * 1e6 if script is upsert else None

        return [Peer(f"PostgreSQL, durable upsert, {CLIENTS} connections", lambda: run(upsert, CLIENTS)),
                Peer("PostgreSQL, rank by count(*)", lambda: run(count, 2))]

    def sqlite(self):
        connection = sqlite3.connect(self.bench.folder / "peer.db", isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(
            "CREATE TABLE scores (player INTEGER PRIMARY KEY, value INTEGER NOT NULL, date INTEGER NOT NULL)")
        connection.execute("CREATE INDEX ranks ON scores (value DESC, date)")
        source = random.Random(1)
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO scores VALUES (?, ?, 0)", ((number, source.randrange(1_000_000)) for number in range(self.players)))
        connection.execute("COMMIT")
        upsert = ("INSERT INTO scores VALUES (?, ?, 1) ON CONFLICT (player) DO UPDATE SET value = excluded.value, date = 1"
                  " WHERE excluded.value > scores.value")

        def run(batch):
            done, begun, spent = 0, time.monotonic(), time.process_time()
            while time.monotonic() - begun < self.seconds:
                connection.execute("BEGIN")
                connection.executemany(
                    upsert, ((source.randrange(self.players), source.randrange(1_000_000)) for _ in range(batch)))
                connection.execute("COMMIT")
                done += batch
            return done / (time.monotonic() - begun), (time.process_time() - spent) / done * 1e6

        return [Peer(f"SQLite, durable upsert, {batch} a commit", lambda batch=batch: run(batch)) for batch in (1, 100)]
