"""Hurts one server under load, and judges what it did. Run by scripts/torture.

usage: scripts/torture [--seed N] [--minutes M] [--faults a,b] [--rate N] [--players N] [--list]
ALLOW_MISSING=1: faults that can't be made here don't count as failed."""

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
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from api import Client
from checker import CHECKS
from load import Load
from main import PATIENCE, SHOWN_LIMIT, hear_out, print_checks, report, write
from one_server import KINDS, NOT_REACHED, Broken, Kind, Server, why_not_traced
from model import SCORE, Store
from options import begin, chosen, parse, remaining
from records import Fault, Records
from store import read_store

MINUTES_LIMIT = 60
# What has hit in none of so many tries is no test. A single one may miss a system call that is rare.
MISSES_LIMIT = 5
# Faults that can't be made here don't count as failed.
MAY_LACK = os.environ.get("ALLOW_MISSING") == "1"
# What a cluster alone promises, or what needs a game's own server, or a leaderboard with a simulator. Nobody plays
# matches here: MatchKillTests do.
LEFT_OUT = {
    "each event comes to the game's server, under one ID", "nothing is acknowledged while no standby can have it",
    "no device is told of a notice twice", "guesses are limited as by one server", "each epoch has one owner",
    "replayed scores are verified, forged ones never count", "each turn of a match counts once, none is lost",
}

# The fault in which the wall clock of the running server is set.
CLOCK_JUMPS = "clock jumps"
# What server time may gain on the steady clock, and lose to it (docs/internals/journal.md, "The clock"); besides, the
# second that a wall clock may be off without having been set.
GAIN, LOSS, TOLERANCE = 0.1, 0.5, 1.1

now = time.monotonic


def main() -> int:
    options = parse("scripts/torture", KINDS, minutes=15, limit=MINUTES_LIMIT, rate=150)
    return begin(options, run) if options else 0


async def run(options: argparse.Namespace, seed: int) -> int:
    kinds = chosen(KINDS, options)
    left_out = await missing(kinds)
    kinds = remaining(kinds, left_out)
    if left_out and not MAY_LACK:
        print("What is left out counts as failed; with ALLOW_MISSING=1 it doesn't.", flush=True)
    folder = Path(os.environ["TORTURE"])
    data = folder / "data"
    data.mkdir(mode=0o700)
    server = Server(os.environ["LAUREL"], data, int(os.environ["PORT"]))
    seconds = options.minutes * 60
    load = Load(Client(server.places), seed, options.rate, options.players, seconds)
    await server.start()
    await load.prepare()
    # Sessions of these players go on to the end.
    server.token = load.players[0].token
    print(f"{len(load.players)} players. Faults begin.", flush=True)
    load.start()
    progress = asyncio.create_task(report(load, now()))
    faults = await hurt(server, kinds, load, random.Random(seed), now() + seconds)
    await load.stop(PATIENCE)
    await hear_out(load)
    progress.cancel()
    await load.end()
    ends = await end(server)
    await server.close()
    if os.environ.get("KEEP"):
        write(load.records, folder / "records")
    return await judge(faults, left_out, ends, load, data)


async def missing(kinds: Sequence[Kind]) -> dict[str, str]:
    """Why some can't be made here, by their names."""
    reasons: dict[str, str] = {}
    for needed in sorted({kind.needs for kind in kinds if kind.needs}):
        if not shutil.which(needed):
            reasons[needed] = f"{needed} isn't there (scripts/setup torture installs it)"
        elif needed == "strace" and (said := await why_not_traced()):
            reasons[needed] = (
                f"strace can't attach to a process here ({said}; root may, or everybody with"
                " kernel.yama.ptrace_scope=0, and in a container SYS_PTRACE must be added)"
            )
    return {kind.name: reasons[kind.needs] for kind in kinds if kind.needs and kind.needs in reasons}


async def hurt(server: Server, kinds: list[Kind], load: Load, chance: random.Random, until: float) -> list[Fault]:
    """Faults in random order, each kind as often as the others, until the time is over; there is one kind at least."""
    faults: list[Fault] = []
    while True:
        for kind in chance.sample(kinds, len(kinds)):
            own = random.Random(chance.random())
            await asyncio.sleep(own.uniform(0.5, 4))
            if now() > until:
                return faults
            fault = await strike(server, kind, load, own)
            faults.append(fault)
            if fault.failure and not server.is_running:
                return faults


async def strike(server: Server, kind: Kind, load: Load, chance: random.Random) -> Fault:
    """Makes a fault, and waits until the server is back."""
    fault = Fault(kind.name, now())
    load.records.faults.append(fault)
    try:
        fault.note = await kind.make(server, chance) or ""
    except Broken as error:
        fault.failure = str(error)
    try:
        await server.recover()
    except Broken as error:
        fault.failure = fault.failure or str(error)
    fault.recovered = now()
    verdict = f"FAILED: {fault.failure}" if fault.failure else f"ok ({fault.note})" if fault.note else "ok"
    print(f"         {fault.name}: {fault.recovered - fault.begin:.1f} s: {verdict}", flush=True)
    return fault


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


def summarize(faults: list[Fault], left_out: Mapping[str, str], may_lack: bool) -> tuple[list[str], int]:
    """A line for each kind of fault, and how many failed: faults, kinds that never hit, and kinds that were left out.

    may_lack: those left out don't count."""
    lines: list[str] = []
    failed = 0
    for name, count in sorted(Counter(fault.name for fault in faults).items()):
        own = [fault for fault in faults if fault.name == name]
        defects = [fault.failure for fault in own if fault.failure]
        misses = sum(fault.note == NOT_REACHED for fault in own)
        failed += len(defects)
        verdict = "ok"
        if defects:
            verdict = f"FAILED: {defects[0]}"
        elif misses == count and count >= MISSES_LIMIT:
            failed += 1
            verdict = "FAILED: never reached, so that nothing was tested that is its own"
        elif misses:
            verdict = f"ok, but {misses} times not reached"
        lines.append(f"{name:32} {count:3} times  {verdict}")
    for name in sorted(left_out):
        failed += not may_lack
        lines.append(f"{name:32} {0:3} times  {'left out' if may_lack else 'FAILED: left out'}")
    for reason in sorted(set(left_out.values())):
        lines.append(f"Left out, because {reason}.")
    if left_out and not may_lack:
        lines.append("What is left out counts as failed; with ALLOW_MISSING=1 it doesn't.")
    return lines, failed


async def judge(faults: list[Fault], left_out: Mapping[str, str], ends: list[str], load: Load, data: Path) -> int:
    lines, failed = summarize(faults, left_out, MAY_LACK)
    passed = sum(1 for fault in faults if not fault.failure)
    print("\n" + "\n".join(lines) + "\n")
    store = await read_store(Database(data / "laurel.db").ask)
    checks = {name: check for name, check in CHECKS.items() if name not in LEFT_OUT}
    checks["it ends when it is told to, and its store is sound"] = lambda records, store: iter(ends)
    if any(fault.name == CLOCK_JUMPS for fault in faults):
        checks["server time goes on while the clock is set"] = time_goes_on
    kept, lost = print_checks(checks, load.records, store)
    for mistake in load.mistakes[:SHOWN_LIMIT]:
        print(f"FAILED   this program: {mistake}")
    passed, failed = passed + kept, failed + lost + len(load.mistakes)
    counts = Counter(f"{one.what} {one.status or 'no answer'}" for one in load.records.attempts())
    print("\n" + ", ".join(f"{what}: {count}" for what, count in sorted(counts.items())))
    print(f"{len(store.rows)} rows in the journal, {len(store.notices)} notices.")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def time_goes_on(records: Records, store: Store) -> Iterator[str]:
    """While the clock jumps, scores are acknowledged, and server time neither leaps nor stands still.

    That it doesn't go back is checked for all rows."""
    times = {row.score_id: row.time for row in store.rows if row.kind == SCORE and row.stream == store.stream}
    for fault in records.faults:
        if fault.name != CLOCK_JUMPS or fault.failure or fault.note == NOT_REACHED:
            continue
        told = [
            one for one in records.scores
            if one.is_done and not one.is_repeat and one.score_id in times
            and fault.begin <= one.begin and one.end <= fault.recovered
        ]
        if len(told) < 2:
            yield f"{len(told)} scores were acknowledged while the clock jumped from {fault.begin:.3f} on: too few"
            continue
        first, last = min(told, key=lambda one: one.end), max(told, key=lambda one: one.begin)
        passed = (times[last.score_id] - times[first.score_id]) / 1_000
        least = (last.begin - first.end) * (1 - LOSS) - TOLERANCE
        most = (last.end - first.begin) * (1 + GAIN) + TOLERANCE
        if not least <= passed <= most:
            yield (
                f"server time went on by {passed:.3f} s within {last.end - first.begin:.3f} s, from {first} to {last};"
                f" the clock was set by {fault.note}"
            )


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
