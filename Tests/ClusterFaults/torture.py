"""Hurts one server under load, and judges what it did. Run by scripts/torture.

usage: scripts/torture [--seed N] [--minutes M] [--faults a,b] [--rate N] [--players N] [--list]"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from api import Client
from checker import CHECKS
from load import Load
from main import PATIENCE, SHOWN_LIMIT, hear_out, print_checks, report, write
from one_server import KINDS, Broken, Kind, Server, can_trace
from options import begin, chosen, parse
from records import Fault
from store import read_store

MINUTES_LIMIT = 60
# What a cluster alone promises, or what needs a game's own server.
LEFT_OUT = {
    "each event comes to the game's server, under one ID", "nothing is acknowledged while no standby can have it",
    "no device is told of a notice twice", "guesses are limited as by one server",
}

now = time.monotonic


def main() -> int:
    options = parse("scripts/torture", KINDS, minutes=12, limit=MINUTES_LIMIT, rate=150)
    return begin(options, run) if options else 0


async def run(options: argparse.Namespace, seed: int) -> int:
    kinds = chosen(KINDS, options)
    for needed in sorted({kind.needs for kind in kinds if kind.needs}):
        if shutil.which(needed) and (needed != "strace" or await can_trace()):
            continue
        names = ", ".join(kind.name for kind in kinds if kind.needs == needed)
        print(f"Left out, because {needed} isn't there or may not do its work: {names}")
        kinds = [kind for kind in kinds if kind.needs != needed]
    folder = Path(os.environ["TORTURE"])
    data = folder / "data"
    data.mkdir(mode=0o700)
    server = Server(os.environ["LAUREL"], data, int(os.environ["PORT"]))
    seconds = options.minutes * 60
    load = Load(Client(server.places), seed, options.rate, options.players, seconds)
    await server.start()
    await load.prepare()
    print(f"{len(load.players)} players. Faults begin.", flush=True)
    load.start()
    progress = asyncio.create_task(report(load, now()))
    faults = await hurt(server, kinds, load, random.Random(seed), now() + seconds)
    await load.stop(PATIENCE)
    await hear_out(load)
    progress.cancel()
    await load.end()
    ends = await end(server)
    if os.environ.get("KEEP"):
        write(load.records, folder / "records")
    return await judge(faults, ends, load, data)


async def hurt(server: Server, kinds: list[Kind], load: Load, chance: random.Random, until: float) -> list[Fault]:
    """Faults in random order, each kind as often as the others, until the time is over."""
    faults: list[Fault] = []
    while True:
        for kind in chance.sample(kinds, len(kinds)):
            own = random.Random(chance.random())
            await asyncio.sleep(own.uniform(0.5, 4))
            if now() > until:
                return faults
            fault = Fault(kind.name, now())
            load.records.faults.append(fault)
            faults.append(fault)
            try:
                await kind.make(server, own)
            except Broken as error:
                fault.failure = str(error)
            try:
                await server.recover()
            except Broken as error:
                fault.failure = fault.failure or str(error)
            fault.recovered = now()
            verdict = f"FAILED: {fault.failure}" if fault.failure else "ok"
            print(f"         {fault.name}: {fault.recovered - fault.begin:.1f} s: {verdict}", flush=True)
            if fault.failure and not server.is_running:
                return faults


async def end(server: Server) -> list[str]:
    """Ends it, and lets the program itself judge the store. Returns what is wrong."""
    try:
        await server.terminate()
    except Broken as error:
        return [str(error)]
    doctor = await asyncio.create_subprocess_exec(
        server.program, "doctor", "--data", str(server.folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    output = (await doctor.communicate())[0].decode()
    return [] if "✓ store: sound" in output else [f"laurel doctor says: {output.strip()}"]


async def judge(faults: list[Fault], ends: list[str], load: Load, data: Path) -> int:
    failed = sum(1 for fault in faults if fault.failure)
    passed = len(faults) - failed
    print()
    for name, count in sorted(Counter(fault.name for fault in faults).items()):
        defects = [fault.failure for fault in faults if fault.name == name and fault.failure]
        print(f"{name:32} {count:3} times  {'FAILED: ' + defects[0] if defects else 'ok'}")
    print()
    store = await read_store(Database(data / "laurel.db").ask)
    checks = {name: check for name, check in CHECKS.items() if name not in LEFT_OUT}
    checks["it ends when it is told to, and its store is sound"] = lambda records, store: iter(ends)
    kept, lost = print_checks(checks, load.records, store)
    for mistake in load.mistakes[:SHOWN_LIMIT]:
        print(f"FAILED   this program: {mistake}")
    passed, failed = passed + kept, failed + lost + len(load.mistakes)
    counts = Counter(f"{one.what} {one.status or 'no answer'}" for one in load.records.attempts())
    print("\n" + ", ".join(f"{what}: {count}" for what, count in sorted(counts.items())))
    print(f"{len(store.rows)} rows in the journal, {len(store.notices)} notices.")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


class Database:
    """The store of a server that has ended."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self._connection.text_factory = lambda text: text.decode(errors="replace")

    async def ask(self, sql: str) -> list[list[str]]:
        return [["" if cell is None else self._text(cell) for cell in row] for row in self._connection.execute(sql)]

    @staticmethod
    def _text(cell: object) -> str:
        return cell.hex() if isinstance(cell, bytes) else str(cell)


if __name__ == "__main__":
    sys.exit(main())
