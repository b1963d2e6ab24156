"""The cluster of scripts/cluster: its parts, who is who, and how each is hurt."""

from __future__ import annotations

import asyncio
import csv
import io
import os
import re
import time
from datetime import datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

from api import Client, NoAnswer
from records import Ownership

NODES = ["node1", "node2", "node3"]
DATABASES = ["pg1", "pg2", "pg3"]
CABLES = ["store", "peers"]
RECOVERY_LIMIT = 60.0
# A node that has ended without saying so is registered for a minute, and keeps the level from being raised.
RAISE_LIMIT = 75.0
# Nodes look at the store five times a second.
LEVEL_LIMIT = 5.0
# Who asks for what the level before lacks, and nothing else.
NEWCOMER = "newcomer"
SCRIPT = Path(__file__).parents[2] / "scripts" / "cluster"


class Broken(Exception):
    """A command failed, or a part doesn't come back."""


class Cluster:
    """Needs the environment that scripts/cluster-test has made."""

    def __init__(self) -> None:
        self.folder = Path(os.environ["CLUSTER"])
        self.port = int(os.environ["PORT"])
        self.has_wires = bool(os.environ.get("LAUREL_WIRES"))
        # The release before; None: the one that is tested stands in for it, and speaks the level before.
        self.before = os.environ.get("BEFORE") or None
        self.level_before = os.environ.get("LEVEL_BEFORE") or None
        # The nodes that are of the release before, as all are at the beginning; none, if nobody asked for that.
        self.old_nodes = set(NODES) if self.before or self.level_before else set()
        host = os.environ.get("NODE_HOST", "127.0.0.1")
        self.places = {"proxy": ("127.0.0.1", self.port)} | {
            node: (host.replace("N", node[-1]), self.port + int(node[-1])) for node in NODES
        }
        self._client = Client(self.places)
        # Of each node's log: how far it was read, and what was found until there.
        self._read: dict[str, tuple[int, list[Ownership]]] = {}
        self._newcomer: str | None = None

    async def run(self, *words: str, environment: dict[str, str] | None = None) -> str:
        """A command of scripts/cluster. It starts a node with the node's own release."""
        return await execute([str(SCRIPT), *words], os.environ | self._release(words[-1]) | (environment or {}))

    def _release(self, part: str) -> dict[str, str]:
        """What differs in the environment of a part that is of the release before."""
        if part not in self.old_nodes:
            return {}
        if self.before:
            return {"LAUREL": self.before}
        return {"LAUREL_OPTIONS": f"{os.environ.get('LAUREL_OPTIONS', '')} --node-level {self.level_before}"}

    # ---- Who is who

    @property
    def primary(self) -> str:
        return (self.folder / "primary").read_text().strip()

    @property
    def standbys(self) -> list[str]:
        return [part for part in DATABASES if part != self.primary]

    @property
    def owner(self) -> str:
        """The node that took the store over last."""
        takeovers = [(one.epoch, one.node) for one in self.ownerships if not one.is_answering]
        if not takeovers:
            raise Broken("no node has said that it owns the store")
        return max(takeovers)[1]

    @property
    def ownerships(self) -> list[Ownership]:
        """By the nodes' own logs, which all processes of a node go on with; times are the steady clock's.

        Only what has come since the last time is read: the load waits meanwhile, and its pauses are measured."""
        difference = time.time() - time.monotonic()
        for node in NODES:
            offset, found = self._read.get(node, (0, []))
            try:
                with (self.folder / node / "log").open("rb") as log:
                    log.seek(offset)
                    lines = log.read()
            except OSError:
                continue
            # The last line may not be whole yet.
            lines = lines[: lines.rfind(b"\n") + 1]
            found += ownerships(node, lines.decode(errors="replace"), difference)
            self._read[node] = (offset + len(lines), found)
        return [one for node in NODES if node in self._read for one in self._read[node][1]]

    @property
    def others(self) -> list[str]:
        return [node for node in NODES if node != self.owner]

    def pid(self, part: str) -> int:
        return int((self.folder / f"{part}.pid").read_text())

    def is_running(self, part: str) -> bool:
        try:
            return Path(f"/proc/{self.pid(part)}/stat").read_text().rsplit(") ", 1)[1][0] not in "ZX"
        except (OSError, ValueError):
            return False

    # ---- What a developer does

    @property
    def harbor(self) -> str:
        """An address of this program that all nodes reach, also those that are cut off from the others."""
        return "10.77.1.254" if self.has_wires else "127.0.0.1"

    async def set_webhook(self, bundle: str, url: str, kinds: list[str]) -> None:
        await self._administer("webhook", "set", bundle, url, "--events", ",".join(kinds))

    async def make_replayed_board(self, bundle: str, leaderboard: str, simulator: str, module: bytes) -> None:
        """A leaderboard on which scores count that an uploaded simulator gives, and no others."""
        file = self.folder / f"{simulator}.wasm"
        file.write_bytes(module)
        await self._administer("simulator", "upload", bundle, simulator, str(file))
        await self._administer(
            "leaderboard", "create", bundle, leaderboard, "--name", leaderboard, "--simulator", simulator,
            "--requires", "replay",
        )
        # The app is released already; what is new in it isn't.
        await self._administer("app", "release", bundle)

    async def make_repeated_achievement(self, bundle: str, achievement: str) -> None:
        """One that each report of 100 percent earns once more."""
        await self._administer(
            "achievement", "create", bundle, achievement, "--title", achievement, "--before", "Do it again.",
            "--points", "0", "--repeatable",
        )
        await self._administer("app", "release", bundle)

    async def _administer(self, *words: str) -> None:
        """By the command line, at the node that owns the store."""
        node = self.owner
        prefix = os.environ.get("NODE_PREFIX", "").replace("N", node[-1]).split()
        program = self._release(node).get("LAUREL", os.environ["LAUREL"])
        await execute([*prefix, program, *words, "--data", str(self.folder / node)])

    # ---- How a node is cut off, and how its clock is set

    async def set_cable(self, node: str, cable: str, is_in: bool) -> None:
        await execute(["ip", "link", "set", f"{cable}{node[-1]}", "up" if is_in else "down"])

    async def revive_with_clock(self, node: str, minutes: int) -> None:
        """By libfaketime, which leaves the clocks alone that nobody can set.

        The library alone doesn't do: it moves the environment, behind which Swift looks for the arguments. Its
        command starts the server in a process of its own. Without the last variable waits on the steady clock return at
        once (the library mends what an older C library had wrong), and the node's threads spin."""
        prefix = f"{os.environ.get('NODE_PREFIX', '')} faketime -m --exclude-monotonic -f {minutes:+}m".strip()
        await self.run("revive", node, environment={"NODE_PREFIX": prefix, "FAKETIME_FORCE_MONOTONIC_FIX": "0"})
        begun = time.monotonic()
        while not (children := self._children(node)):
            if time.monotonic() - begun > 5:
                raise Broken(f"{node} doesn't start with another clock")
            await asyncio.sleep(0.02)
        (self.folder / f"{node}.pid").write_text(f"{children[0]}\n")
        while (minutes_off := await self._clock_difference(node)) is None or abs(minutes_off - minutes) > 0.1:
            if time.monotonic() - begun > 10:
                raise Broken(f"{node}'s clock should be {minutes:+} min off, not {minutes_off}")
            await asyncio.sleep(0.1)

    def _children(self, part: str) -> list[int]:
        pid = self.pid(part)
        try:
            return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except OSError:
            return []

    async def _clock_difference(self, node: str) -> float | None:
        """In minutes, by the date of an answer; None: no answer."""
        try:
            reply = await self._client.call(node, "GET", "/healthz", timeout=2)
            return (parsedate_to_datetime(reply.headers["date"]).timestamp() - time.time()) / 60
        except (NoAnswer, KeyError, ValueError):
            return None

    # ---- How nodes get another program

    async def replace(self, node: str, is_old: bool = False) -> None:
        """Ends a node, and starts it with the release that is tested, or with the one before."""
        await self.run("term", node)
        await self.settle(node, False)
        (self.old_nodes.add if is_old else self.old_nodes.discard)(node)
        await self.run("revive", node)
        await self.await_order()

    async def levels(self) -> tuple[int, int]:
        """The store's, and the highest one that a node understands."""
        rows = await self.ask("SELECT level, (SELECT max(level) FROM nodes) FROM leases WHERE team = 0", limit=5)
        if not rows or not all(rows[0]):
            raise Broken("the database doesn't tell its level")
        return int(rows[0][0]), int(rows[0][1])

    async def raise_level(self) -> None:
        """From anywhere, as an operator does."""
        hosts = ",".join(f"127.0.0.1:{self.port + 20 + int(part[-1])}" for part in DATABASES)
        words = [os.environ["LAUREL"], "cluster", "raise", "--store", f"postgres://laurel@{hosts}/laurel"]
        begun = time.monotonic()
        while True:
            try:
                await execute(words, os.environ | {"PGPASSFILE": str(self.folder / "password")})
                return
            except Broken:
                if time.monotonic() - begun > RAISE_LIMIT:
                    raise
            await asyncio.sleep(1)

    async def takes_what_is_new(self, node: str, bundle: str) -> bool:
        """Whether it lets a player find a match, which came with the latest level. Each time it's the same one."""
        try:
            body: dict[str, object]
            if self._newcomer is None:
                body = {"alias": NEWCOMER, "password": "correct horse battery"}
                reply = await self._client.call(node, "POST", "/v1/players", None, body)
                if reply.status >= 300:
                    raise Broken(f"{node} answers a sign-up with {reply.status}: {reply.body}")
                self._newcomer = reply.body["token"]
            body = {"key": "0123456789abcdef" * 2, "minPlayers": 2, "maxPlayers": 2}
            path = f"/v1/games/{bundle}/matches?environment=production"
            reply = await self._client.call(node, "POST", path, self._newcomer, body)
        except NoAnswer as error:
            raise Broken(f"{node}: {error}") from error
        if reply.status < 300:
            return True
        is_refused = reply.status == 503 and "cluster raise" in str(reply.body)
        # A release from before matches knows no such path.
        if is_refused or reply.status in (404, 405):
            return False
        raise Broken(f"{node} answers a player who looks for a match with {reply.status}: {reply.body}")

    async def await_what_is_new(self, bundle: str) -> None:
        """Until all nodes let it through."""
        begun = time.monotonic()
        for node in NODES:
            while not await self.takes_what_is_new(node, bundle):
                if time.monotonic() - begun > LEVEL_LIMIT:
                    raise Broken(f"{node} still refuses what is new, {LEVEL_LIMIT:.0f} s after the level was raised")
                await asyncio.sleep(0.1)

    # ---- Back in order

    async def settle(self, node: str, is_running: bool, limit: float = 30) -> None:
        """Waits for a node to run, or to have ended."""
        begun = time.monotonic()
        while self.is_running(node) != is_running:
            if time.monotonic() - begun > limit:
                raise Broken(f"{node} {'does not start' if is_running else 'does not end'} within {limit:.0f} s")
            await asyncio.sleep(0.05)

    async def recover(self) -> None:
        """Brings all parts back, and waits until all answer."""
        if self.has_wires:
            for node in NODES:
                for cable in CABLES:
                    await self.set_cable(node, cable, True)
        for part in DATABASES:
            if not self.is_running(part):
                await self.run("revive", part)
        for node in NODES:
            if not self.is_running(node):
                await self.run("revive", node)
        await self.await_order()

    async def await_order(self) -> None:
        begun, last = time.monotonic(), ""
        while time.monotonic() - begun < RECOVERY_LIMIT:
            last = await self._disorder()
            if not last:
                return
            await asyncio.sleep(0.2)
        raise Broken(f"after {RECOVERY_LIMIT:.0f} s still not in order: {last}")

    async def _disorder(self) -> str:
        for place in self.places:
            try:
                reply = await self._client.call(place, "GET", "/readyz", timeout=2)
            except NoAnswer as error:
                return f"{place}: {error}"
            if reply.status != 200:
                return f"{place} says {reply.status}"
        streaming = await self.ask("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", limit=5)
        return "" if streaming == [["2"]] else f"standbys that follow: {streaming}"

    # ---- The database

    async def ask(self, statement: str, limit: float = 120) -> list[list[str]]:
        words = [
            "timeout", str(limit), "psql", "-X", "-q", "-t", "--csv", "-h", "127.0.0.1",
            "-p", str(self.port + 20 + int(self.primary[-1])), "-U", "laurel", "-d", "laurel", "-c", statement,
        ]
        try:
            text = await execute(words, os.environ | {"PGPASSFILE": str(self.folder / "password")})
        except Broken:
            return []
        return list(csv.reader(io.StringIO(text)))


OWNERSHIP = re.compile(r'"time":"([^"]+)","event":"store-(owned|answered)","detail":"epoch (\d+)"')


def ownerships(node: str, log: str, difference: float) -> list[Ownership]:
    """In the order of the log's lines. difference: of the wall clock from the steady one, in seconds."""
    return [
        Ownership(datetime.fromisoformat(moment).timestamp() - difference, node, int(epoch), event == "answered")
        for moment, event, epoch in OWNERSHIP.findall(log)
    ]


async def execute(words: list[str], environment: dict[str, str] | None = None) -> str:
    """Raises Broken, with what the command complains of."""
    process = await asyncio.create_subprocess_exec(
        *words, env=environment, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, complaint = await process.communicate()
    if process.returncode != 0:
        raise Broken(f"{' '.join(words)[:200]}: {complaint.decode(errors='replace').strip()[-500:]}")
    return out.decode()
