"""The faults: what is done to which part, for how long, and how soon writes must go on.

Each one leaves the bringing back to Cluster.recover, unless the return is part of it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from cluster import NODES, Broken, Cluster
from load import BOARDS
from records import Fault

now = time.monotonic


@dataclass(frozen=True)
class Kind:
    """A kind of fault."""

    name: str
    make: Callable[[Cluster, random.Random, Fault], Awaitable[None]]
    # How long writes may pause, in seconds; see issue and docs/operating.md.
    limit: float
    # No request through the proxy may fail.
    is_smooth: bool = False
    needs_wires: bool = False
    # A program that it needs.
    needs: str = ""
    # Once, before all others and in this order: it needs nodes that were started with the release before.
    is_first: bool = False


async def hold(chance: random.Random, least: float = 4.0) -> None:
    """Long enough for others to take over."""
    await asyncio.sleep(chance.uniform(least, least + 3))


async def term(cluster: Cluster, node: str) -> None:
    await cluster.run("term", node)
    await cluster.settle(node, False)


async def term_owner(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    await term(cluster, cluster.owner)
    await hold(chance, 2)


async def term_other(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    await term(cluster, chance.choice(cluster.others))
    await hold(chance, 2)


async def kill_owner(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    await cluster.run("kill", cluster.owner)
    await hold(chance)


async def kill_other(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    await cluster.run("kill", chance.choice(cluster.others))
    await hold(chance, 2)


async def stop_owner(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    node = cluster.owner
    await cluster.run("stop", node)
    await asyncio.sleep(10)
    await cluster.run("continue", node)
    await hold(chance, 2)


async def kill_primary(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    await cluster.run("kill", cluster.primary)
    await asyncio.sleep(1)
    await cluster.run("promote")
    await hold(chance, 6)


async def stop_primary(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    former = cluster.primary
    await cluster.run("stop", former)
    await asyncio.sleep(1)
    await cluster.run("promote")
    await hold(chance)
    await cluster.run("continue", former)
    await hold(chance)
    # It knows nothing of its successor; it becomes a standby anew.
    await cluster.run("kill", former)
    await asyncio.sleep(0.5)


async def lose_standby(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    await cluster.run(chance.choice(["kill", "stop"]), gone := chance.choice(cluster.standbys))
    await hold(chance, 6)
    if cluster.is_running(gone):
        await cluster.run("kill", gone)
        await asyncio.sleep(0.5)


async def lose_standbys(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    gone = cluster.standbys
    await asyncio.gather(*(cluster.run("kill", part) for part in gone))
    begun = now() + 0.1
    await hold(chance)
    returning = now()
    fault.silence = (begun, returning)
    await cluster.run("revive", chance.choice(gone))
    fault.counted_from = now()
    await hold(chance)


def cut(*cables: str) -> Callable[[Cluster, random.Random, Fault], Awaitable[None]]:
    """A node, most often the owner, loses cables for a while."""

    async def make(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
        node = cluster.owner if chance.random() < 0.7 else chance.choice(cluster.others)
        fault.name += f" ({'owner' if node == cluster.owner else 'other'})"
        for cable in cables:
            await cluster.set_cable(node, cable, False)
        await hold(chance, 8)
        for cable in cables:
            await cluster.set_cable(node, cable, True)
        await hold(chance, 2)

    return make


async def upgrade(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    """One node after the other gets the next release, the owner last, as docs/operating.md says."""
    for node in [*cluster.others, cluster.owner]:
        await cluster.replace(node)
        await hold(chance, 2)


async def go_back(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    """As long as the level isn't raised, a node can get the release before again."""
    node = chance.choice(NODES)
    fault.name += f" ({'owner' if node == cluster.owner else 'other'})"
    await cluster.replace(node, is_old=True)
    await hold(chance, 2)
    await cluster.replace(node)
    await hold(chance, 2)


async def raise_level(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    """What the level before lacks is refused by all nodes until the level is raised, and answered by all then."""
    bundle = BOARDS[0].partition("/")[0]
    before, latest = await cluster.levels()
    if cluster.level_before is not None and latest != before + 1:
        raise Broken(f"the store has level {before}, which isn't the one before {latest}: see scripts/cluster-test")
    if before < latest:
        for node in NODES:
            if await cluster.takes_what_is_new(node, bundle):
                raise Broken(f"{node} takes what came with level {latest} while the store has level {before}")
    await cluster.raise_level()
    after, _ = await cluster.levels()
    if after != latest:
        raise Broken(f"the store has level {after} after it was raised to {latest}")
    await cluster.await_what_is_new(bundle)
    await hold(chance, 2)


async def set_clock(cluster: Cluster, chance: random.Random, fault: Fault) -> None:
    """A node's clock is wrong, and the owner dies: the other one has to take over."""
    owner, node = cluster.owner, chance.choice(cluster.others)
    minutes = chance.choice([10, -10])
    fault.name += f" ({minutes:+} min)"
    await term(cluster, node)
    try:
        await cluster.revive_with_clock(node, minutes)
        await asyncio.sleep(4)
        await cluster.run("kill", owner)
        await hold(chance, 6)
        if cluster.owner == node:
            raise Broken(f"{node} owns the store with a clock that is {minutes:+} min off")
        if cluster.owner == owner:
            raise Broken(f"nobody took over from {owner} while the clock of {node} was {minutes:+} min off")
    finally:
        # Back with the right one.
        if cluster.is_running(node):
            await term(cluster, node)


KINDS = [
    Kind("term-owner", term_owner, 0.5, is_smooth=True),
    Kind("term-other", term_other, 0.5, is_smooth=True),
    Kind("kill-owner", kill_owner, 5),
    Kind("kill-other", kill_other, 5),
    Kind("stop-owner", stop_owner, 5),
    Kind("kill-primary", kill_primary, 10),
    Kind("stop-primary", stop_primary, 10),
    Kind("lose-standby", lose_standby, 0.5),
    Kind("lose-standbys", lose_standbys, 5),
    Kind("cut-store", cut("store"), 5, needs_wires=True),
    Kind("cut-peers", cut("peers"), 5, needs_wires=True),
    Kind("cut-both", cut("store", "peers"), 5, needs_wires=True),
    Kind("clock", set_clock, 5, needs="faketime"),
    Kind("upgrade", upgrade, 0.5, is_smooth=True, is_first=True),
    Kind("go-back", go_back, 0.5, is_smooth=True, is_first=True),
    Kind("raise", raise_level, 0.5, is_smooth=True, is_first=True),
]
