"""Hurts the cluster that scripts/cluster-test has started, and judges what it did.

usage: scripts/cluster-test [--seed N] [--minutes M] [--faults a,b] [--rate N] [--players N] [--list]
ALLOW_MISSING=1: what can't be made here doesn't count as failed."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from api import Client
from checker import BUCKET, CHECKS, HOOKED, Check, failures, longest_disturbance, longest_pause
from cluster import NODES, Broken, Cluster
from faults import KINDS, Kind
from hook import Hook
from load import BOARDS, REPEATED, REPLAYED, Load
from model import Store
from options import begin, chosen, parse, remaining
from records import Fault, MatchAttempt, Records, ReplayedAttempt
from replays import MODULE, SIMULATOR
from store import read_store

MINUTES_LIMIT = 45
# A full run of so many minutes has at least so many faults.
FULL_MINUTES = 30
FULL_FAULTS = 50
PROGRESS_INTERVAL = 5.0
# What comes after a fault's recovery counts as its own for so long.
AFTERMATH = 2.0
# How long what waits may go on waiting once all parts are back.
PATIENCE = 30.0
# How long events have to come to the game's server.
DELIVERY_PATIENCE = 120.0
DELIVERIES = "each event comes to the game's server, under one ID"
REPLAYS = "replayed scores are verified, forged ones never count"
TURNS = "each turn of a match counts once, none is lost"
# What can't be sent or made here neither ends the run nor counts as failed.
MAY_LACK = os.environ.get("ALLOW_MISSING") == "1"
SHOWN_LIMIT = 5

now = time.monotonic


def main() -> int:
    options = parse("scripts/cluster-test", KINDS, minutes=30, limit=MINUTES_LIMIT, rate=80)
    return begin(options, run) if options else 0


async def run(options: argparse.Namespace, seed: int) -> int:
    cluster = Cluster()
    kinds = wanted(options)
    left_out = missing(kinds, cluster)
    kinds = remaining(kinds, left_out)
    if left_out and not options.faults and not MAY_LACK:
        print("What is left out counts as failed; with ALLOW_MISSING=1 it doesn't.", flush=True)
    seconds = options.minutes * 60
    load = Load(Client(cluster.places), seed, options.rate, options.players, seconds)
    await cluster.await_order()
    hook = Hook(seed)
    bundle = BOARDS[0].partition("/")[0]
    load.push_service = await hook.open(cluster.harbor)
    await cluster.set_webhook(bundle, load.push_service, list(HOOKED.values()))
    load.records.deliveries, load.records.pushes = hook.deliveries, hook.pushes
    await cluster.make_repeated_achievement(bundle, REPEATED)
    load.repeated_achievement = REPEATED
    load.replayed_board = await replayed_board(cluster, bundle)
    load.has_matches = await cluster.takes_what_is_new(cluster.owner, bundle)
    await load.prepare()
    print(f"{len(load.players)} players. Faults begin.", flush=True)
    # With the records of half an hour, a collection takes as long as a pause may: they happen between faults.
    gc.disable()
    load.start()
    lateness = Lateness()
    progress = [asyncio.create_task(report(load, now())), asyncio.create_task(lateness.watch())]
    lines = await hurt(cluster, kinds, load, lateness, random.Random(seed), now() + seconds)
    await load.stop(PATIENCE)
    await hear_out(load)
    store = await deliver_out(cluster, load)
    load.records.ownerships = cluster.ownerships
    for task in progress:
        task.cancel()
    hook.close()
    await load.end()
    if os.environ.get("KEEP"):
        write(load.records, Path(f"{cluster.folder}.records"))
    lacks = [] if options.faults else shortfalls(options.minutes, len(lines), left_out, load.has_matches)
    return judge(lines, load, store, lacks)


def wanted(options: argparse.Namespace) -> list[Kind]:
    """Those that were asked for. An upgrade, going back and raising the level belong together."""
    kinds = chosen(KINDS, options)
    if any(kind.is_first for kind in kinds):
        return [kind for kind in KINDS if kind.is_first or kind in kinds]
    return kinds


def missing(kinds: list[Kind], cluster: Cluster) -> dict[str, str]:
    """Why some can't be made here, by their names."""
    reasons: dict[str, str] = {}
    for kind in kinds:
        if kind.needs_wires and not cluster.has_wires:
            reasons[kind.name] = "nodes have no networks of their own here (that takes root)"
        elif kind.needs and not shutil.which(kind.needs):
            reasons[kind.name] = f"{kind.needs} isn't there (scripts/setup cluster installs it)"
        elif kind.is_first and not cluster.old_nodes:
            reasons[kind.name] = "the nodes weren't started with the release before"
    return reasons


def shortfalls(minutes: float, faults: int, left_out: Mapping[str, str], has_matches: bool) -> list[str]:
    """What keeps a run from being a full one, of which nobody left out anything. Each counts as failed."""
    names = [] if MAY_LACK else sorted(left_out)
    found = [f"left out, because {left_out[name]} (ALLOW_MISSING=1 allows it): {name}" for name in names]
    if minutes >= FULL_MINUTES and faults < FULL_FAULTS:
        found.append(f"{faults} faults in {minutes:g} minutes are too few: {FULL_FAULTS} are needed")
    if not has_matches:
        found.append(f"the servers never took matches: {TURNS}")
    return found


async def replayed_board(cluster: Cluster, bundle: str) -> str:
    """The leaderboard that wants replays; empty: the nodes can't play them again, and may lack that."""
    try:
        await cluster.make_replayed_board(bundle, REPLAYED, SIMULATOR, MODULE)
    except Broken as error:
        if not MAY_LACK:
            reason = f"No scores with replays can be sent (ALLOW_MISSING=1 leaves them out): {error}"
            raise SystemExit(reason) from error
        print(f"Left out, because {error}: {REPLAYS}", flush=True)
        return ""
    return f"{bundle}/{REPLAYED}"


def write(records: Records, path: Path) -> None:
    """One JSON object a line: faults, then attempts in the order of their ends."""
    with path.open("w") as file:
        for one in [*records.faults, *sorted(records.attempts(), key=lambda one: one.end)]:
            file.write(json.dumps({"type": type(one).__name__} | asdict(one)) + "\n")


async def report(load: Load, begun: float) -> None:
    while True:
        await asyncio.sleep(PROGRESS_INTERVAL)
        done = sum(attempt.is_done for attempt in load.records.scores)
        tries = sum(1 for _ in load.records.attempts())
        latest = load.records.faults[-1] if load.records.faults else None
        state = f"{latest.name}{'' if latest.recovered else ' …'}" if latest else "no fault yet"
        print(
            f"{now() - begun:5.0f} s  {tries} requests, {done} scores acknowledged,"
            f" {len(load.players)} players, {len(load.records.faults)} faults: {state}", flush=True)


class Lateness:
    """How late this program itself was, which looks like a pause of the writes."""

    STEP = 0.05

    def __init__(self) -> None:
        self.late: list[tuple[float, float]] = []

    async def watch(self) -> None:
        while True:
            due = now() + self.STEP
            await asyncio.sleep(self.STEP)
            if now() - due > self.STEP:
                self.late.append((now(), now() - due))

    def longest(self, begin: float, end: float) -> float:
        return max((late for time, late in self.late if begin <= time <= end), default=0)


def settle() -> None:
    """What is there now stays until the end, and needn't be looked through again."""
    gc.collect()
    gc.freeze()


async def hurt(
    cluster: Cluster, kinds: list[Kind], load: Load, lateness: Lateness, chance: random.Random, until: float
) -> list[tuple[Kind, Fault]]:
    """Faults in random order, each kind as often as the others, until the time is over."""
    made: list[tuple[Kind, Fault]] = []
    for kind in order(kinds, chance):
        own = random.Random(chance.random())
        await asyncio.sleep(own.uniform(2, 5))
        if now() > until:
            return made
        fault = Fault(kind.name, now())
        load.records.faults.append(fault)
        made.append((kind, fault))
        try:
            await kind.make(cluster, own, fault)
        except Broken as error:
            fault.failure = str(error)
        try:
            await cluster.recover()
        except Broken as error:
            fault.failure = fault.failure or str(error)
            fault.recovered = now()
            print(f"The cluster doesn't come back after {fault.name}: {error}", flush=True)
            return made
        await asyncio.sleep(AFTERMATH)
        fault.recovered = now()
        finding = describe(kind, fault, load.records)
        print(f"         {fault.name}: writes paused {finding.pause:.2f} s, failed {finding.disturbance:.1f} s;"
              f" limit {kind.limit:.1f} s: {finding.verdict}; this program was late by at most"
              f" {lateness.longest(fault.begin, fault.recovered):.2f} s", flush=True)
        await begin_matches(cluster, load)
        settle()
    return made


async def begin_matches(cluster: Cluster, load: Load) -> None:
    """Once the store's level allows them."""
    with suppress(Broken):
        load.has_matches = load.has_matches or await cluster.takes_what_is_new(NODES[0], BOARDS[0].partition("/")[0])


def order(kinds: list[Kind], chance: random.Random) -> Iterator[Kind]:
    yield from (kind for kind in kinds if kind.is_first)
    while others := [kind for kind in kinds if not kind.is_first]:
        yield from chance.sample(others, len(others))


@dataclass
class Finding:
    """What a fault did to the writes."""

    # Seconds without any acknowledgement through the proxy.
    pause: float
    # Seconds in which many failed.
    disturbance: float
    verdict: str

    def __str__(self) -> str:
        return f"{self.pause:6.2f} s {self.disturbance:6.1f} s"


def describe(kind: Kind, fault: Fault, records: Records) -> Finding:
    begin = fault.counted_from or fault.begin
    pause = longest_pause(records, begin, fault.recovered)
    if fault.counted_from is not None:
        # It was silent before, and that counts for nothing.
        times = [one.end for one in records.scores if one.is_done and not one.is_repeat and one.place == "proxy"]
        after = min((time for time in times if time > begin), default=fault.recovered)
        pause = max(after - begin, longest_pause(records, after + 0.001, fault.recovered))
    disturbance = longest_disturbance(records, begin, fault.recovered)
    failed = failures(records.attempts(), fault.begin, fault.recovered) if kind.is_smooth else []
    verdict = "ok"
    if fault.failure:
        verdict = f"FAILED: {fault.failure}"
    elif pause > kind.limit or disturbance > kind.limit + BUCKET:
        verdict = "FAILED"
    elif failed:
        verdict = f"FAILED: {len(failed)} requests failed, such as {failed[0]}"
    return Finding(pause, disturbance, verdict)


async def hear_out(load: Load) -> None:
    """Streams get what there is, once all of them are open."""
    begun = now()
    while not load.is_listening and now() - begun < PATIENCE:
        await asyncio.sleep(0.2)
    await asyncio.sleep(2)


async def deliver_out(cluster: Cluster, load: Load) -> Store:
    """What the database has, once the game's server has what there is: an event that failed waits longer each time."""
    begun = now()
    while True:
        store = await read_store(cluster.ask)
        if now() - begun > DELIVERY_PATIENCE or not any(CHECKS[DELIVERIES](load.records, store)):
            return store
        await asyncio.sleep(2)


def judge(lines: list[tuple[Kind, Fault]], load: Load, store: Store, lacks: list[str]) -> int:
    """lacks: what keeps the run from being a full one."""
    passed = failed = 0
    print(f"\n{'fault':24} {'paused':>8} {'failing':>8} {'limit':>6}")
    for kind, fault in lines:
        finding = describe(kind, fault, load.records)
        passed, failed = (passed + 1, failed) if finding.verdict == "ok" else (passed, failed + 1)
        print(f"{fault.name:24} {finding} {kind.limit:4.1f} s  {finding.verdict}")
    print()
    for shortfall in lacks:
        print(f"FAILED   {shortfall}")
    failed += len(lacks)
    if not load.has_matches:
        print(f"Left out, because the servers took no matches: {TURNS}")
    checks = {name: check for name, check in CHECKS.items() if is_checked(name, load)}
    kept, lost = print_checks(checks, load.records, store)
    passed, failed = passed + kept, failed + lost
    for mistake in load.mistakes[:SHOWN_LIMIT]:
        print(f"FAILED   this program: {mistake}")
    failed += len(load.mistakes)
    counts = Counter(f"{one.what} {one.status or 'no answer'}" for one in load.records.attempts())
    print("\n" + ", ".join(f"{what}: {count}" for what, count in sorted(counts.items())))
    deliveries = len(load.records.deliveries)
    print(f"{len(store.rows)} rows in the journal, {len(store.notices)} notices, {deliveries} events delivered.")
    checked = sum(guess.was_checked for guess in load.records.guesses)
    print(f"{len(load.records.pushes)} pushes to {len(load.records.devices)} devices, {checked} guesses checked.")
    replayed = sum(one.is_done for one in load.records.scores if isinstance(one, ReplayedAttempt))
    writes = [one for one in load.records.others if isinstance(one, MatchAttempt) and one.is_done]
    turns, groups = {(one.group, one.turn) for one in writes if one.turn}, {one.group for one in writes}
    print(f"{len(turns)} turns of {len(groups)} matches acknowledged.")
    owned = len({one.epoch for one in load.records.ownerships})
    print(f"{replayed} replayed scores acknowledged, {len(load.records.forged)} tries to forge one; {owned} epochs.")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def is_checked(name: str, load: Load) -> bool:
    """Whether the load has what a check is of. What it may lack was said when it was left out."""
    return (load.replayed_board != "" or name != REPLAYS) and (load.has_matches or name != TURNS)


def print_checks(checks: dict[str, Check], records: Records, store: Store) -> tuple[int, int]:
    """Makes the checks. Returns how many passed, and how many failed."""
    passed = failed = 0
    for name, check in checks.items():
        defects = list(check(records, store))
        passed, failed = (passed + 1, failed) if not defects else (passed, failed + 1)
        print(f"{'ok' if not defects else 'FAILED':8} {name}")
        for defect in defects[:SHOWN_LIMIT]:
            print(f"         {defect}")
        if len(defects) > SHOWN_LIMIT:
            print(f"         and {len(defects) - SHOWN_LIMIT} more")
    return passed, failed


if __name__ == "__main__":
    sys.exit(main())
