"""How long writes pause when the owner of a cluster is killed, and how soon a node that starts anew follows.

usage: takeover.py PORT BUNDLE LEADERBOARD TOKENS_FILE

PORT is that of `scripts/cluster`, which runs. Prints two lines: what, and its milliseconds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "scripts" / "cluster"
LIMIT = 120.0
PAUSE = 0.01


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


def sends(port: int, bundle: str, board: str, token: str) -> bool:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/v1/games/{bundle}/leaderboards/{board}/scores",
        json.dumps({"value": 1}).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status == 200
    except (urllib.error.HTTPError, OSError):
        return False


def main(port: int, bundle: str, board: str, token: str) -> None:
    ports = [port + number for number in (1, 2, 3)]
    owner = next(each for each in ports if metric(each, "laurel_node_owns_store") == 1)
    others = [each for each in ports if each != owner]
    follower, other = others
    for each in others:
        wait_until("a node follows", lambda each=each: metric(each, "laurel_node_followed_rows") is not None)
    rows = metric(follower, "laurel_node_followed_rows") or 0

    cluster("kill", f"node{follower - port}")
    cluster("revive", f"node{follower - port}")
    taken = wait_until("a started node follows", lambda: (metric(follower, "laurel_node_followed_rows") or 0) >= rows)
    print(f"node started, to all {rows} rows followed\t{taken:.0f}")

    cluster("kill", f"node{owner - port}")
    taken = wait_until("a write", lambda: sends(other, bundle, board, token))
    print(f"owner killed, to a score written elsewhere\t{taken:.0f}")


if __name__ == "__main__":
    words = sys.argv[1:]
    if len(words) != 4:
        sys.exit(__doc__)
    with open(words[3], encoding="utf-8") as file:
        main(int(words[0]), words[1], words[2], file.readline().strip())
