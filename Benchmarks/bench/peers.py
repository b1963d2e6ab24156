"""Redis, PostgreSQL and SQLite on the same machine: what each does for a score, and what it costs."""
import random
import shutil
import sqlite3
import subprocess
import time

from .servers import processor_seconds


def redis(bench, players, say):
    """[(name, rate, processor seconds a million or None)], and bytes an entry; None without Redis."""
    if not shutil.which("redis-server"):
        return None
    rows, entry_bytes = [], 0
    for name, options in (("", ["--appendonly", "no"]), (", each write flushed", [
            "--appendonly", "yes", "--appendfsync", "always"])):
        say("peers", 0.1 if name else 0, "Redis" + name)
        process, port = bench.redis(*options)

        def run(*words, clients=32):
            done = subprocess.run(
                ["redis-benchmark", "-p", str(port), "-c", str(clients), "-q", "--csv", *words],
                capture_output=True, text=True, check=True)
            return float(done.stdout.strip().splitlines()[-1].split(",")[1].strip('"'))

        run("-r", str(players), "-n", str(players * 2), "-P", "64", "ZADD", "z", "__rand_int__", "player:__rand_int__")
        before = processor_seconds(process.pid)
        rate = run("-r", str(players), "-n", "200000", "ZADD", "z", "__rand_int__", "player:__rand_int__")
        rows.append((f"Redis, ZADD, 32 connections{name}", rate, (processor_seconds(process.pid) - before) / 0.2))
        if not name:
            rows.append(("Redis, ZREVRANK", run(
                "-r", str(players), "-n", "200000", "ZREVRANK", "z", "player:__rand_int__"), None))
            rows.append(("Redis, top 100 of a set", run("-n", "100000", "ZREVRANGE", "z", "0", "99", "WITHSCORES"), None))
            def ask(*words):
                return int(subprocess.run(
                    ["redis-cli", "-p", str(port), *words], capture_output=True, text=True, check=True).stdout)
            entry_bytes = ask("memory", "usage", "z", "samples", "0") / max(1, ask("zcard", "z"))
        bench.stop(process)
    return rows, entry_bytes


def postgres(bench, players, seconds, say):
    say("peers", 0.3, "PostgreSQL")
    started = bench.postgres()
    if started is None:
        return None
    process, port, binaries = started
    words = ["-h", "127.0.0.1", "-p", str(port), "-U", "bench"]
    subprocess.run(
        [binaries / "psql", *words, "-q", "-d", "postgres", "-c",
         "CREATE TABLE scores (player int PRIMARY KEY, value bigint NOT NULL, date bigint NOT NULL);"
         f"INSERT INTO scores SELECT n, (random() * 1e6)::bigint, 0 FROM generate_series(1, {players}) n;"
         "CREATE INDEX ON scores (value DESC, date); ANALYZE scores"], check=True, capture_output=True)
    upsert = bench.folder / "upsert.sql"
    upsert.write_text(
        f"\\set p random(1, {players})\n\\set v random(1, 1000000)\n"
        "INSERT INTO scores VALUES (:p, :v, 1) ON CONFLICT (player) DO UPDATE SET value = excluded.value, date = 1"
        " WHERE excluded.value > scores.value;\n")
    count = bench.folder / "count.sql"
    count.write_text(
        f"\\set p random(1, {players})\n"
        "SELECT count(*) + 1 FROM scores WHERE value > (SELECT value FROM scores WHERE player = :p);\n")
    rows = []
    for name, script, clients in (
            ("PostgreSQL, durable upsert, 32 connections", upsert, 32), ("PostgreSQL, rank by count(*)", count, 2)):
        # The processes of the connections end with pgbench, and their time goes to the first process then.
        before = processor_seconds(process.pid)
        done = subprocess.run(
            [binaries / "pgbench", *words, "-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T", str(seconds),
             "-f", script, "postgres"], capture_output=True, text=True, check=True)
        rate = next(float(line.split("=")[1].split()[0]) for line in done.stdout.splitlines() if line.startswith("tps"))
        spent = processor_seconds(process.pid) - before
        rows.append((name, rate, spent / (rate * seconds) * 1e6 if script is upsert else None))
    bench.stop(process)
    return rows


def sqlite(bench, players, seconds, say):
    say("peers", 0.7, "SQLite")
    connection = sqlite3.connect(bench.folder / "peer.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE scores (player INTEGER PRIMARY KEY, value INTEGER NOT NULL, date INTEGER NOT NULL)")
    connection.execute("CREATE INDEX ranks ON scores (value DESC, date)")
    source = random.Random(1)
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO scores VALUES (?, ?, 0)", ((number, source.randrange(1_000_000)) for number in range(players)))
    connection.execute("COMMIT")
    upsert = ("INSERT INTO scores VALUES (?, ?, 1) ON CONFLICT (player) DO UPDATE SET value = excluded.value, date = 1"
              " WHERE excluded.value > scores.value")
    rows = []
    for batch in (1, 100):
        done, begun, spent = 0, time.monotonic(), time.process_time()
        while time.monotonic() - begun < seconds:
            connection.execute("BEGIN")
            connection.executemany(
                upsert, ((source.randrange(players), source.randrange(1_000_000)) for _ in range(batch)))
            connection.execute("COMMIT")
            done += batch
        rows.append((
            f"SQLite, durable upsert, {batch} a commit", done / (time.monotonic() - begun),
            (time.process_time() - spent) / done * 1e6))
    connection.close()
    return rows
