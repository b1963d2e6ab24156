"""How long writes pause when the owner of a cluster is killed, and how soon a node that starts anew follows.

usage: takeover.py [--rows-each N] PORT BUNDLE LEADERBOARD TOKENS_FILE

PORT is that of `scripts/cluster`, which runs, in CLUSTER if that's set. Prints two lines: what, and its milliseconds.
The node that starts has no snapshot, and says whether it fetched one.

--rows-each N   sends scores before that, until the journal has N rows for each player on the leaderboard: they come
                from the players of TOKENS_FILE"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "scripts" / "cluster"
LIMIT = 120.0
PAUSE = 0.01
# Scores in a request, and clients that send them.
BATCH = 100
CLIENTS = 8
# The owner looks each 10 seconds whether a snapshot is due.
SNAPSHOT_SECONDS = 25.0


def metric(port: int, name: str) -> int | None:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=2) as answer:
            found = re.search(rf"^{name} (\d+)$", answer.read().decode(), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) if found else None


def cluster(command: str, part: str) -> None:
    subprocess.run([str(SCRIPT), command, part], check=True, env=os.environ, stdout=sys.stderr)


def wait_until(what: str, is_so) -> float:
    """Milliseconds until it is."""
    begun = time.monotonic()
    while not is_so():
        if time.monotonic() - begun > LIMIT:
            raise SystemExit(f"{what}: not within {LIMIT:.0f} seconds")
        time.sleep(PAUSE)
    return (time.monotonic() - begun) * 1_000


def posts(port: int, path: str, body: dict, token: str) -> bool:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/v1/games/{path}",
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status == 200
    except (urllib.error.HTTPError, OSError):
        return False


def sends(port: int, bundle: str, board: str, token: str) -> bool:
    return posts(port, f"{bundle}/leaderboards/{board}/scores", {"value": 1}, token)


def players(port: int, bundle: str, board: str, token: str) -> int:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/v1/games/{bundle}/leaderboards/{board}/entries?count=1",
        headers={"Authorization": f"Bearer {token}"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)["total"]


def fill(port: int, bundle: str, board: str, tokens: list[str], missing: int) -> None:
    """Sends so many scores, a player's in each request."""
    batches = itertools.cycle(tokens)
    left = iter(range(0, missing, BATCH))
    lock = threading.Lock()
    failed: list[str] = []

    def send() -> None:
        while not failed:
            with lock:
                start = next(left, None)
                token = next(batches)
            if start is None:
                return
            count = min(BATCH, missing - start)
            scores = [{"leaderboard": board, "value": (start + number) % 1_000_000} for number in range(count)]
            if not posts(port, f"{bundle}/scores", {"scores": scores}, token):
                failed.append(token)

    clients = [threading.Thread(target=send) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    if failed:
        raise SystemExit("scores were refused")


def main(port: int, bundle: str, board: str, tokens: list[str], rows_each: int) -> None:
    token = tokens[0]
    ports = [port + number for number in (1, 2, 3)]
    owner = next(each for each in ports if metric(each, "laurel_node_owns_store") == 1)
    others = [each for each in ports if each != owner]
    follower, other = others
    for each in others:
        wait_until("a node follows", lambda each=each: metric(each, "laurel_node_followed_rows") is not None)
    rows = metric(follower, "laurel_node_followed_rows") or 0
    if rows_each:
        wanted = rows_each * players(owner, bundle, board, token)
        fill(owner, bundle, board, tokens, wanted - rows)
        for each in others:
            wait_until("all is followed", lambda each=each: (metric(each, "laurel_node_followed_rows") or 0) >= wanted)
        time.sleep(SNAPSHOT_SECONDS)
        rows = metric(follower, "laurel_node_followed_rows") or 0

    cluster("kill", f"node{follower - port}")
    folder = Path(os.environ.get("CLUSTER") or f"/var/tmp/laurel-cluster-{os.getuid()}") / f"node{follower - port}"
    shutil.rmtree(folder / "cache", ignore_errors=True)
    cluster("revive", f"node{follower - port}")
    taken = wait_until("a started node follows", lambda: (metric(follower, "laurel_node_followed_rows") or 0) >= rows)
    source = "with a snapshot" if any((folder / "cache").glob("fetched-*.snapshot")) else "from the journal"
    print(f"node started, to all {rows} rows followed, {source}\t{taken:.0f}")

    cluster("kill", f"node{owner - port}")
    taken = wait_until("a write", lambda: sends(other, bundle, board, token))
    print(f"owner killed, to a score written elsewhere\t{taken:.0f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, usage=argparse.SUPPRESS, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows-each", type=int, default=0)
    parser.add_argument("port", type=int)
    parser.add_argument("bundle")
    parser.add_argument("leaderboard")
    parser.add_argument("tokens")
    given = parser.parse_args()
    with open(given.tokens, encoding="utf-8") as file:
        main(given.port, given.bundle, given.leaderboard, file.read().split(), given.rows_each)
