"""One server in a process of its own, and how it is hurt."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from api import Client, NoAnswer
from load import BOARDS, PROXY, board_path

START_LIMIT = 60.0
STOP_LIMIT = 60.0
# What a kill at a system call waits for until it gives up, and kills at once.
CALL_LIMIT = 10.0
MINUTES_OFF = [-4, 0, 12, 25]
# What a fault's note says when the server was killed somewhere else than it should be.
NOT_REACHED = "not reached"

now = time.monotonic


class Broken(Exception):
    """The server did what it must not, or doesn't come back."""


class Server:
    """Starts again with the same folder and port each time."""

    def __init__(self, program: str, folder: Path, port: int) -> None:
        self.program = program
        self.folder = folder
        self.port = port
        self.places = {PROXY: ("127.0.0.1", port)}
        self._client = Client(self.places)
        self._process: asyncio.subprocess.Process | None = None
        self._pid = 0

    async def start(self, minutes_off: int = 0) -> None:
        """Returns when it answers. Raises Broken."""
        words = [
            self.program, "serve", "--demo", "--data", str(self.folder), "--port", str(self.port), "--log", "none",
            "--budget", "off", "--accept-clock",
        ]
        environment = dict(os.environ)
        if minutes_off:
            words = ["faketime", "-m", "--exclude-monotonic", "-f", f"{minutes_off:+}m", *words]
            # As scripts/cluster-test says why.
            environment["FAKETIME_FORCE_MONOTONIC_FIX"] = "0"
        with (self.folder.parent / "server.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *words, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, env=environment
            )
        begun = now()
        while not await self.is_ready():
            if self._process.returncode is not None:
                raise Broken(f"it doesn't start, but ends with {self._process.returncode}")
            if now() - begun > START_LIMIT:
                raise Broken(f"it isn't ready after {START_LIMIT:.0f} s")
            await asyncio.sleep(0.05)
        # The command that sets the clock starts the server in a process of its own.
        self._pid = self._children()[0] if minutes_off else self._process.pid

    def _children(self) -> list[int]:
        assert self._process is not None
        pid = self._process.pid
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    async def is_ready(self) -> bool:
        try:
            return (await self._client.call(PROXY, "GET", "/healthz", timeout=2)).status == 200
        except NoAnswer:
            return False

    @property
    def pid(self) -> int:
        return self._pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def send(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, number)

    async def ended(self, limit: float) -> int | None:
        """How it ended; None: it goes on."""
        assert self._process is not None
        with suppress(asyncio.TimeoutError):
            return await asyncio.wait_for(self._process.wait(), limit)
        return None

    def was_killed(self, status: int) -> bool:
        """By SIGKILL. The command that sets the clock says of its child no more than that it failed."""
        is_wrapped = self._process is not None and self._process.pid != self._pid
        return status == -signal.SIGKILL or is_wrapped and status != 0

    async def kill(self) -> None:
        self.send(signal.SIGKILL)
        await self.ended(STOP_LIMIT)

    async def terminate(self) -> None:
        self.send(signal.SIGTERM)
        status = await self.ended(STOP_LIMIT)
        if status is None:
            await self.kill()
            raise Broken(f"it hasn't ended {STOP_LIMIT:.0f} s after SIGTERM")
        if status != 0:
            raise Broken(f"it ended with {status} after SIGTERM")

    async def recover(self) -> None:
        """It runs and answers, or Broken is raised."""
        if not self.is_running:
            await self.start()
        begun = now()
        while not await self.is_ready():
            if not self.is_running:
                raise Broken("it ended when the fault was over")
            if now() - begun > START_LIMIT:
                raise Broken("it doesn't come back")
            await asyncio.sleep(0.1)

    def limit(self, what: int, value: tuple[int, int]) -> None:
        with suppress(ProcessLookupError):
            resource.prlimit(self._pid, what, value)

    def path(self, name: str) -> str:
        return str(self.folder / name)


# ---- Faults in what the server asks of the system

# Where a request can be when the process ends: the system call, and the file that it is about.
POINTS: dict[str, tuple[str, str | None]] = {
    "a request is read": ("recvfrom,recvmsg,read", None),
    "the log is written": ("pwrite64", "laurel.db-wal"),
    "the log is flushed": ("fdatasync,fsync", "laurel.db-wal"),
    "the commit is noted": ("pwrite64", "laurel.db-mark"),
    "the database is written": ("pwrite64", "laurel.db"),
    "a reply is sent": ("sendto,sendmsg,write,writev", None),
}


async def strace(server: Server, calls: str, injection: str, names: list[str]) -> asyncio.subprocess.Process:
    # Without anything that it says beside errors: complaint() takes them for such.
    words = ["strace", "-f", "-qqq", "-o", "/dev/null", "-p", str(server.pid)]
    for name in names:
        words += ["-P", server.path(name)]
    words += ["-e", f"trace={calls}", "-e", f"inject={calls}:{injection}"]
    with trace_log(server).open("wb") as log:
        return await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=log
        )


def trace_log(server: Server) -> Path:
    """What the latest strace has said: a file, since one that nobody reads from would hold up the server, too."""
    return server.folder.parent / "strace.log"


def complaint(server: Server, tracer: asyncio.subprocess.Process) -> str:
    """What went wrong with an strace that wasn't let go yet, in its own words; empty: nothing."""
    said = trace_log(server).read_text(errors="replace").strip()[-500:]
    return said or (f"it ended with {tracer.returncode}" if tracer.returncode else "")


async def why_not_traced() -> str:
    """Why strace can't look at a process that runs already; empty: it can."""
    sleeper = await asyncio.create_subprocess_exec("sleep", "10")
    tracer = await asyncio.create_subprocess_exec(
        "strace", "-qqq", "-o", "/dev/null", "-p", str(sleeper.pid), stderr=asyncio.subprocess.PIPE
    )
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(tracer.wait(), 0.5)
    status = tracer.returncode
    await let_go(tracer)
    sleeper.kill()
    await sleeper.wait()
    if status is None:
        return ""
    assert tracer.stderr is not None
    return (await tracer.stderr.read()).decode(errors="replace").strip() or f"it ended with {status}"


async def let_go(tracer: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        tracer.terminate()
    await tracer.wait()


async def kill_at(server: Server, chance: random.Random, point: str) -> str:
    """Returns what there is to say of it: NOT_REACHED, when the server had to be killed somewhere else."""
    calls, name = POINTS[point]
    tracer = await strace(
        server, calls, f"signal=SIGKILL:when={chance.randrange(1, 60)}", [name] if name else []
    )
    status = await server.ended(CALL_LIMIT)
    said = complaint(server, tracer)
    if status is None:
        await server.kill()
    await let_go(tracer)
    if status is None and said:
        raise Broken(f"strace: {said}")
    if status is not None and not server.was_killed(status):
        raise Broken(f"it ended by itself with {status}")
    return NOT_REACHED if status is None else ""


async def fail_calls(server: Server, calls: str, injection: str, names: list[str], seconds: float) -> None:
    tracer = await strace(server, calls, injection, names)
    status = await server.ended(seconds)
    said = complaint(server, tracer)
    await let_go(tracer)
    if status is not None:
        raise Broken(f"it ended by itself with {status}")
    if said:
        raise Broken(f"strace: {said}")


STORE_FILES = ["laurel.db", "laurel.db-wal", "laurel.db-mark"]


async def fill_disk(server: Server, chance: random.Random) -> None:
    await fail_calls(server, "pwrite64", "error=ENOSPC", STORE_FILES, chance.uniform(1, 5))


async def fail_disk(server: Server, chance: random.Random) -> None:
    calls, files = chance.choice([
        ("pwrite64", ["laurel.db-wal"]), ("fdatasync", ["laurel.db-wal"]), ("pwrite64", ["laurel.db"]),
        ("fdatasync", ["laurel.db"]),
    ])
    injection = f"error=EIO:when={chance.randrange(1, 20)}{chance.choice(['', '+7', '+'])}"
    await fail_calls(server, calls, injection, files, chance.uniform(1, 4))


# ---- Faults of the process

async def kill(server: Server, chance: random.Random) -> None:
    await server.kill()


async def restart(server: Server, chance: random.Random) -> None:
    await server.terminate()


async def stop(server: Server, chance: random.Random) -> None:
    server.send(signal.SIGSTOP)
    await asyncio.sleep(chance.uniform(1, 7))
    server.send(signal.SIGCONT)


async def set_clock(server: Server, chance: random.Random) -> None:
    await server.terminate()
    await server.start(chance.choice([minutes for minutes in MINUTES_OFF if minutes]))


async def take_descriptors(server: Server, chance: random.Random) -> None:
    used = len(os.listdir(f"/proc/{server.pid}/fd"))
    before = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    server.limit(resource.RLIMIT_NOFILE, (max(1, used - chance.randrange(0, 8)), before[1]))
    # Connections that it can't take.
    links = await asyncio.gather(
        *(asyncio.open_connection("127.0.0.1", server.port) for _ in range(100)), return_exceptions=True
    )
    status = await server.ended(chance.uniform(2, 5))
    for link in links:
        if not isinstance(link, BaseException):
            link[1].close()
    server.limit(resource.RLIMIT_NOFILE, before)
    if status is not None:
        raise Broken(f"it ended by itself with {status}")


async def take_memory(server: Server, chance: random.Random) -> None:
    """It may end, and starts again."""
    [line] = [line for line in Path(f"/proc/{server.pid}/status").read_text().splitlines() if "VmSize" in line]
    used = int(line.split()[1]) * 1024
    before = resource.prlimit(server.pid, resource.RLIMIT_AS)
    server.limit(resource.RLIMIT_AS, (used + chance.randrange(0, 4 << 20), before[1]))
    # What fills it: bodies that don't come to their end.
    links = [await bad_client(server, b"x" * 60_000, 64_000) for _ in range(60)]
    await server.ended(chance.uniform(2, 5))
    for link in links:
        if link is not None:
            link.close()
    server.limit(resource.RLIMIT_AS, before)


# ---- Clients that stop

async def bad_client(server: Server, body: bytes, length: int) -> asyncio.StreamWriter | None:
    """Says that it sends more than it does. None: it wasn't let in."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    except OSError:
        return None
    path = board_path(BOARDS[0]) + "/scores"
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        .encode() + body
    )
    return writer


async def deaf_client(server: Server) -> asyncio.StreamWriter | None:
    """Asks for much, and reads none of it."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1)
    except OSError:
        return None
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    request = f"GET {board_path(BOARDS[0])}/entries?count=100 HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    writer.write(request * 50)
    return writer


async def stop_clients(server: Server, chance: random.Random) -> None:
    links = [await deaf_client(server) for _ in range(100)]
    links += [await bad_client(server, b'{"val', 40) for _ in range(100)]
    status = await server.ended(chance.uniform(2, 6))
    for link in links:
        if link is not None and chance.random() < 0.5:
            link.transport.abort()
        elif link is not None:
            link.close()
    if status is not None:
        raise Broken(f"it ended by itself with {status}")


@dataclass(frozen=True)
class Kind:
    """A fault that the test makes."""

    name: str
    # What it returns is the fault's note.
    make: Callable[[Server, random.Random], Awaitable[str | None]]
    # A program that it needs.
    needs: str | None = None


def killing(point: str) -> Callable[[Server, random.Random], Awaitable[str]]:
    return lambda server, chance: kill_at(server, chance, point)


KINDS = [
    Kind("kill -9", kill),
    *(Kind(f"kill when {point}", killing(point), "strace") for point in POINTS),
    Kind("restart", restart),
    Kind("process stands still", stop),
    Kind("clock jumps", set_clock, "faketime"),
    Kind("disk is full", fill_disk, "strace"),
    Kind("disk fails", fail_disk, "strace"),
    Kind("no descriptors", take_descriptors),
    Kind("no memory", take_memory),
    Kind("clients stop", stop_clients),
]
