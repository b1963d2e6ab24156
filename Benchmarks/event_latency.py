"""How long it takes from a score sent to one node to its leaderboard's event on another node.

usage: event_latency.py SENDER_PORT LISTENER_PORT BUNDLE LEADERBOARD TOKENS_FILE ROUNDS

Prints one line: what, p50 and p99 in milliseconds."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "Tests" / "ClusterFaults"))

from api import Client, part  # noqa: E402

# Better than any score that was seeded or sent before.
FIRST_VALUE = 3_000_000_000
LIMIT = 10.0


async def main(sender: int, listener: int, bundle: str, board: str, tokens: list[str], rounds: int) -> None:
    client = Client({"sender": ("127.0.0.1", sender), "listener": ("127.0.0.1", listener)})
    arrivals: asyncio.Queue[tuple[float, int]] = asyncio.Queue()
    is_open = asyncio.Event()

    async def listen() -> None:
        path = f"/v1/events?leaderboards={part(f'{bundle}/{board}')}&environment=production"
        async for event in client.events("listener", path, tokens[0], None, 60):
            if event is None:
                is_open.set()
            elif event.name == "leaderboard":
                arrivals.put_nowait((time.monotonic(), event.data["version"]))

    listening = asyncio.create_task(listen())
    await is_open.wait()
    # The version that the board has already.
    _, version = await asyncio.wait_for(arrivals.get(), LIMIT)
    taken: list[float] = []
    path = f"/v1/games/{part(bundle)}/leaderboards/{part(board)}/scores"
    for number in range(rounds):
        begun = time.monotonic()
        reply = await client.call("sender", "POST", path, tokens[1], {"value": FIRST_VALUE + number})
        if reply.status >= 300:
            raise SystemExit(f"a score was answered {reply.status}")
        arrived, latest = await asyncio.wait_for(arrivals.get(), LIMIT)
        if latest <= version:
            raise SystemExit(f"version {latest} came after {version}")
        version = latest
        taken.append((arrived - begun) * 1_000)
    listening.cancel()
    client.close()
    taken.sort()
    print(f"score sent, to its event on another node\t{at(taken, 50):.2f}\t{at(taken, 99):.2f}")


def at(values: list[float], percent: int) -> float:
    return values[(len(values) - 1) * percent // 100]


if __name__ == "__main__":
    words = sys.argv[1:]
    if len(words) != 6:
        sys.exit(__doc__)
    with open(words[4], encoding="utf-8") as file:
        known = file.read().split()
    asyncio.run(main(int(words[0]), int(words[1]), words[2], words[3], known, int(words[5])))
