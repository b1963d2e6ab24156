"""The short form of scripts/torture for what a process can run out of: takes it from one server while scores are sent,
until that has hit once, and judges what the server did. Some seconds. Run by Tests/TortureTests/ShortageTests.swift.

usage: LAUREL=PROGRAM TORTURE=FOLDER python3 Tests/ClusterFaults/short.py FAULT, of those of scripts/torture --list"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

from api import Client
from checker import CHECKS
from load import BOARDS, PRODUCTION, PROXY, Load, board_path
from main import PATIENCE, SHOWN_LIMIT, print_checks
from one_server import KINDS, NOT_REACHED, Broken, Kind, Server
from records import Fault
from store import read_store
from torture import MISSES_LIMIT, Database, end, strike, summarize

RATE, PLAYERS = 20.0, 4
# How many scores are acknowledged before a fault, so that there are some to lose, and after it.
SCORES = 10
# What holds however short a run is, and however slow the machine.
JUDGED = [
    "the journal has no gap, its time never goes back", "acknowledged scores are there, once",
    "what is acknowledged twice has one outcome", "ranks, totals and pages are the model's",
    "no read is older than what was acknowledged",
]
# For a run that hangs: two of them fit into the minutes that a unit of tests has. Seconds.
LIMIT = 150

now = time.monotonic


def main() -> int:
    kinds = [kind for kind in KINDS if [kind.name] == sys.argv[1:]]
    if not kinds:
        sys.exit(__doc__)
    seed = secrets.randbelow(1_000_000)
    print(f"Seed {seed}.", flush=True)
    # Whoever runs it reads one of the two.
    sys.stderr = sys.stdout
    try:
        return asyncio.run(asyncio.wait_for(run(kinds[0], seed), LIMIT))
    except Broken as broken:
        print(f"FAILED   {broken}")
    except asyncio.TimeoutError:
        print(f"FAILED   it took more than {LIMIT} seconds")
    return 1


async def run(kind: Kind, seed: int) -> int:
    data = Path(os.environ["TORTURE"]) / "data"
    data.mkdir(mode=0o700)
    server = Server(os.environ["LAUREL"], data, free_port(), fakes_clock=False)
    load = Load(Client(server.places), seed, RATE, PLAYERS, seconds=60)
    ends: list[str] = []
    try:
        await server.start()
        await load.prepare()
        await wait_for_games(load.client)
        server.token = load.players[0].token
        load.start()
        await wait_for_scores(load)
        faults = await strike_until_hit(server, kind, load, random.Random(seed))
        # A server that doesn't come back has said so.
        if server.is_running:
            await wait_for_scores(load)
        await load.stop(PATIENCE)
        await load.end()
        ends = await end(server)
    finally:
        if server.is_running:
            await server.kill()
    return await judge(faults, ends, load, data)


def free_port() -> int:
    """Below those that the system gives to clients: nobody else gets it while a server that has ended starts again."""
    while True:
        port = 20_000 + secrets.randbelow(7_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


async def wait_for_games(client: Client) -> None:
    """A server is ready before the demo's games are made. Raises Broken."""
    begun = now()
    for board in BOARDS:
        path = f"{board_path(board)}/entries{PRODUCTION}"
        while (reply := await client.call(PROXY, "GET", path)).status != 200:
            if now() - begun > 2 * PATIENCE:
                raise Broken(f"{path} answers {reply.status}: the demo isn't there")
            await asyncio.sleep(0.05)


async def wait_for_scores(load: Load) -> None:
    """Until some that are sent from now on are acknowledged. Raises Broken."""
    begun = now()
    while sum(one.is_done and one.begin >= begun for one in load.records.scores) < SCORES:
        if now() - begun > 2 * PATIENCE:
            raise Broken("it acknowledges no scores")
        await asyncio.sleep(0.05)


async def strike_until_hit(server: Server, kind: Kind, load: Load, chance: random.Random) -> list[Fault]:
    """Until it has hit or failed, or never did."""
    faults: list[Fault] = []
    while len(faults) < MISSES_LIMIT:
        faults.append(await strike(server, kind, load, chance))
        if faults[-1].failure or faults[-1].note != NOT_REACHED:
            break
    return faults


async def judge(faults: list[Fault], ends: list[str], load: Load, data: Path) -> int:
    lines, failed = summarize(faults, {}, may_lack=False)
    print("\n".join(lines))
    store = await read_store(Database(data / "laurel.db").ask)
    checks = {name: CHECKS[name] for name in JUDGED}
    checks["it ends when it is told to, and its store is sound"] = lambda records, store: iter(ends)
    _, lost = print_checks(checks, load.records, store)
    for mistake in load.mistakes[:SHOWN_LIMIT]:
        print(f"FAILED   this program: {mistake}")
    return 1 if failed + lost + len(load.mistakes) else 0


if __name__ == "__main__":
    sys.exit(main())
