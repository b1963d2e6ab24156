"""One server in a process of its own, and how it is hurt."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import shutil
import signal
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path

from api import Client, NoAnswer
from load import BOARDS, PRODUCTION, PROXY, board_path

START_LIMIT = 60.0
STOP_LIMIT = 60.0
# How long a fault waits for the system call that it is about.
CALL_LIMIT = 10.0
# How wrong the clock is at a start. Not by days: the checker's leaderboards have no windows that end.
MINUTES_OFF = [-4, 12, 25]
# How far the clock of a running server is set. Seconds.
JUMPS = [minutes * 60 for minutes in (-50, -12, -3, 3, 12, 50)] + [days * 86_400 for days in (-30, -8, -1, 1, 8, 30)]
# libfaketime looks at its file once a second, and the server makes the text of a date as often.
CLOCK_LIMIT = 8.0
# What a fault's note says when it wasn't what it should be: a kill came somewhere else, no call failed.
NOT_REACHED = "not reached"

now = time.monotonic


class Broken(Exception):
    """The server did what it must not, or doesn't come back."""


class Server:
    """Starts again with the same folder and port each time."""

    def __init__(self, program: str, folder: Path, port: int, *, fakes_clock: bool = True) -> None:
        """fakes_clock: whether its clock can be set, where faketime is there."""
        self.program = program
        self.folder = folder
        self.port = port
        self.places = {PROXY: ("127.0.0.1", port)}
        # Of a player whose session goes on: nobody else's body is read.
        self.token = ""
        self._client = Client(self.places)
        self._process: asyncio.subprocess.Process | None = None
        self._pid = 0
        self._clock = FakeClock(folder.parent / "clock")
        self._fakes_clock = fakes_clock

    async def start(self, seconds_off: int = 0) -> None:
        """Returns when it answers. Raises Broken."""
        words = [
            self.program, "serve", "--demo", "--data", str(self.folder), "--port", str(self.port), "--log", "none",
            "--budget", "off", "--accept-clock",
        ]
        self._clock.set(seconds_off)
        environment = os.environ | (await self._clock.open() if self._fakes_clock else {})
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
        self._pid = self._process.pid

    async def is_ready(self) -> bool:
        try:
            return (await self._client.call(PROXY, "GET", "/healthz", timeout=2)).status == 200
        except NoAnswer:
            return False

    async def metric(self, name: str) -> float | None:
        """What `/metrics` says; None: no answer, or nothing."""
        with suppress(NoAnswer):
            reply = await self._client.call(PROXY, "GET", "/metrics", timeout=CALL_LIMIT)
            for line in reply.content.decode(errors="replace").splitlines():
                if line.startswith(f"{name} "):
                    return float(line.split()[1])
        return None

    async def set_clock(self, seconds_off: int) -> bool:
        """Of the running process. Returns whether an answer's date has shown it in time."""
        self._clock.set(seconds_off)
        begun = now()
        while now() - begun < CLOCK_LIMIT:
            if (found := await self._seconds_off()) is not None and abs(found - seconds_off) < 5:
                return True
            if not self.is_running:
                return False
            await asyncio.sleep(0.2)
        return False

    @property
    def seconds_off(self) -> int:
        """How wrong its clock is."""
        return self._clock.seconds_off

    async def _seconds_off(self) -> float | None:
        """By the date of an answer; None: no answer."""
        try:
            reply = await self._client.call(PROXY, "GET", "/healthz", timeout=2)
            return parsedate_to_datetime(reply.headers["date"]).timestamp() - time.time()
        except (NoAnswer, KeyError, ValueError):
            return None

    async def close(self) -> None:
        """Once it has ended for good."""
        await self._clock.close()

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


class FakeClock:
    """The wall clock of a process, set while it runs: libfaketime reads from a file how wrong it is.

    The steady clocks stay as they are, since nobody can set those. Without libfaketime it's the machine's clock."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._holder: asyncio.subprocess.Process | None = None
        self.seconds_off = 0

    def set(self, seconds_off: int) -> None:
        """The process sees it a second or two later."""
        self.seconds_off = seconds_off
        draft = self._file.with_suffix(".draft")
        draft.write_text(f"{seconds_off:+}\n")
        draft.replace(self._file)

    async def open(self) -> dict[str, str]:
        """What the environment of the next process must have, which mustn't begin before the last one has ended.

        The library alone, without the memory that its command shares with it, makes such memory, and says so in the
        environment, which that moves: behind it Swift looks for the arguments. So the command holds this memory for a
        process that only waits, and the server has the command neither as its parent nor between it and its status.
        It's made anew each time: a process that was killed may have left it locked."""
        await self.close()
        if not shutil.which("faketime"):
            return {}
        script = 'printf "%s\\n" "$LD_PRELOAD" "$FAKETIME_SHARED"; exec cat'
        self._holder = await asyncio.create_subprocess_exec(
            "faketime", "-m", "--exclude-monotonic", "-f", "+0", "sh", "-c", script,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )
        assert self._holder.stdout is not None
        library, memory = [(await self._holder.stdout.readline()).decode().strip() for _ in range(2)]
        if not library or not memory:
            raise Broken("faketime doesn't say what it sets the clock with")
        return {
            "LD_PRELOAD": library, "FAKETIME_SHARED": memory, "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            # As cluster.py says why.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
        }

    async def close(self) -> None:
        if self._holder is None:
            return
        assert self._holder.stdin is not None
        self._holder.stdin.close()
        await self._holder.wait()
        self._holder = None


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
    record(server).unlink(missing_ok=True)
    # Without anything that it says beside errors: complaint() takes them for such.
    words = ["strace", "-f", "-qqq", "-o", str(record(server)), "-p", str(server.pid)]
    for name in names:
        words += ["-P", server.path(name)]
    words += ["-e", f"trace={calls}", "-e", f"inject={calls}:{injection}"]
    with trace_log(server).open("wb") as log:
        return await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=log
        )


def record(server: Server) -> Path:
    """The calls that the latest strace has seen."""
    return server.folder.parent / "strace.record"


def failed_calls(server: Server) -> int:
    """How many calls the latest strace has made fail."""
    with suppress(FileNotFoundError):
        return record(server).read_text(errors="replace").count("(INJECTED)")
    return 0


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
    if status is not None and status != -signal.SIGKILL:
        raise Broken(f"it ended by itself with {status}")
    return NOT_REACHED if status is None else ""


async def fail_calls(
    server: Server, calls: str, injection: str, names: list[str], seconds: float, *, kills: bool = False
) -> str:
    """From the first call that fails on it goes on for so long. Returns how many failed, or NOT_REACHED.

    kills: in the end, before calls succeed again."""
    tracer = await strace(server, calls, injection, names)
    begun = now()
    status = None
    while status is None and now() - begun < CALL_LIMIT and not failed_calls(server) and tracer.returncode is None:
        status = await server.ended(0.1)
    if status is None:
        status = await server.ended(seconds)
    said = complaint(server, tracer)
    if kills and status is None:
        await server.kill()
    await let_go(tracer)
    if status is not None:
        raise Broken(f"it ended by itself with {status}")
    if said and not kills:
        raise Broken(f"strace: {said}")
    return outcome(server)


def outcome(server: Server) -> str:
    """What there is to say of calls that were to fail."""
    count = failed_calls(server)
    return f"{count} calls failed" if count else NOT_REACHED


STORE_FILES = ["laurel.db", "laurel.db-wal", "laurel.db-mark"]


async def fill_disk(server: Server, chance: random.Random) -> str:
    return await fail_calls(server, "pwrite64", "error=ENOSPC", STORE_FILES, chance.uniform(1, 5))


# What is flushed a few times a second at most, so that one of the first calls must fail.
RARE = 3


async def fail_disk(server: Server, chance: random.Random) -> str:
    calls, file, often = chance.choice([
        ("pwrite64", "laurel.db-wal", 20), ("fdatasync", "laurel.db-wal", 20), ("pwrite64", "laurel.db", 20),
        ("fdatasync", "laurel.db", RARE),
    ])
    injection = f"error=EIO:when={chance.randrange(1, often)}{chance.choice(['', '+7', '+'])}"
    return await fail_calls(server, calls, injection, [file], chance.uniform(1, 4))


async def fail_reads(server: Server, chance: random.Random) -> str:
    """Of the log, mostly when it is moved into the database, and of the database.

    EIO, as of a bad sector, is damage to SQLite (SQLITE_IOERR_CORRUPTFS becomes SQLITE_CORRUPT); the server must know
    better, and go on."""
    error = chance.choice(["EIO", "ETIMEDOUT"])
    injection = f"error={error}:when={chance.randrange(1, RARE)}{chance.choice(['', '+7', '+'])}"
    return await fail_calls(server, "pread64", injection, ["laurel.db", "laurel.db-wal"], chance.uniform(1, 4))


async def fail_mark(server: Server, chance: random.Random) -> str:
    """Commits don't need it. A kill finds it behind the store, as the next start does."""
    calls, often = chance.choice([("pwrite64", 20), ("fdatasync", RARE)])
    injection = f"error={chance.choice(['EIO', 'ENOSPC'])}:when={chance.randrange(1, often)}+"
    return await fail_calls(
        server, calls, injection, ["laurel.db-mark"], chance.uniform(1, 3), kills=chance.random() < 0.5
    )


async def fail_snapshot(server: Server, chance: random.Random) -> str:
    """A server that ends writes one. It ends as well without, and the next start does with an older one, or none.

    What fails is the last step, in which the draft takes the snapshot's name. The draft's own name is another each
    time, and strace looks only for names that it was told; nothing else is renamed by a server that ends.
    """
    injection = f"error={chance.choice(['EIO', 'ENOSPC'])}:when=1{chance.choice(['', '+'])}"
    tracer = await strace(server, "rename", injection, [])
    # It must be there before the server writes.
    await server.ended(0.5)
    said = complaint(server, tracer)
    try:
        await server.terminate()
    finally:
        await let_go(tracer)
    if said:
        raise Broken(f"strace: {said}")
    if drafts := list((server.folder / "cache").glob("*.draft")):
        raise Broken(f"it left {drafts[0].name}")
    return outcome(server)


# ---- Faults of the process

async def kill(server: Server, chance: random.Random) -> None:
    await server.kill()


async def restart(server: Server, chance: random.Random) -> None:
    await server.terminate()


async def stop(server: Server, chance: random.Random) -> None:
    server.send(signal.SIGSTOP)
    await asyncio.sleep(chance.uniform(1, 7))
    server.send(signal.SIGCONT)


async def start_with_clock(server: Server, chance: random.Random) -> None:
    await server.terminate()
    await server.start(60 * chance.choice(MINUTES_OFF))


async def jump_clock(server: Server, chance: random.Random) -> str:
    """Of the running process, by minutes and days, ahead and back. In the end it's as wrong as before.

    Server time follows by one second in ten, or at half its pace: time_goes_on looks at the journal for that. So
    windows don't empty, and no session ends."""
    before = server.seconds_off
    jumps = chance.sample(JUMPS, 3)
    # Ahead and back, both of them.
    if len({jump > 0 for jump in jumps}) == 1:
        jumps.append(-jumps[-1])
    seen = 0
    try:
        for jump in jumps:
            seen += await server.set_clock(before + jump)
            if (status := await server.ended(chance.uniform(0.5, 2))) is not None:
                raise Broken(f"it ended by itself with {status} when its clock was set by {jump:+} s")
    finally:
        is_back = await server.set_clock(before)
    if not is_back:
        raise Broken("the date of its answers isn't right again")
    if not seen:
        return NOT_REACHED
    days = [f"{jump / 86_400:+.0f} d" if abs(jump) >= 86_400 else f"{jump // 60:+} min" for jump in jumps]
    return ", ".join(days)


# What counts the connections that the server closed unheard, also for want of a descriptor.
REFUSED = "laurel_connections_refused_total"


async def take_descriptors(server: Server, chance: random.Random) -> str:
    """Connections are refused, or wait. Returns how many did.

    NOT_REACHED: the server had a descriptor for each, or nothing shows that it had none."""
    counted = await server.metric(REFUSED)
    used = len(os.listdir(f"/proc/{server.pid}/fd"))
    before = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    limit = max(1, used - chance.randrange(0, 8))
    server.limit(resource.RLIMIT_NOFILE, (limit, before[1]))
    try:
        # Connections that it can't take.
        clients = await asyncio.gather(*(asking_client(server) for _ in range(100)))
        status = await server.ended(chance.uniform(2, 5))
        is_full = status is None and free_descriptors(server, limit) == 0
        waiting = sum(await asyncio.gather(*(waits(client[0]) for client in clients if client is not None)))
    finally:
        server.limit(resource.RLIMIT_NOFILE, before)
    for client in clients:
        if client is not None:
            client[1].close()
    if status is not None:
        raise Broken(f"it ended by itself with {status}")
    await server.recover()
    refused = 0 if counted is None else int((await server.metric(REFUSED) or 0) - counted)
    found = [f"{refused} connections refused"] if refused > 0 else []
    # That nobody is answered says nothing by itself: a server may be slow.
    if waiting and is_full:
        found.append(f"{waiting} had to wait")
    return ", ".join(found) or NOT_REACHED


def free_descriptors(server: Server, limit: int) -> int:
    """How many numbers below the limit the server has not in use. A new descriptor gets one of these."""
    used = {int(name) for name in os.listdir(f"/proc/{server.pid}/fd")}
    return sum(number not in used for number in range(limit))


# A server's memory may grow by so much, and bodies that don't come to their end are more than that. Bytes.
MEMORY_LEFT = 4 << 20
BODY = 900_000
BODIES = 60


async def take_memory(server: Server, chance: random.Random) -> str:
    """It may end, and starts again. Returns whether it did, and what it has answered.

    NOT_REACHED: it went on, and refused nobody for want of memory. It may also be busy."""
    before = resource.prlimit(server.pid, resource.RLIMIT_DATA)
    limit = memory(server) + chance.randrange(0, MEMORY_LEFT)
    server.limit(resource.RLIMIT_DATA, (limit, before[1]))
    try:
        clients = [await bad_client(server, b"x" * BODY, BODY + 4_000) for _ in range(BODIES)]
        status = await server.ended(chance.uniform(2, 5))
        # Before they hang up, by which it gets back what their bodies take.
        is_full = status is None and lacks_memory(server, limit)
        answers = await hang_up(clients, chance)
    finally:
        server.limit(resource.RLIMIT_DATA, before)
    # One that ends takes seconds to write down where it stood, and answers nobody meanwhile.
    status, begun = await server.ended(0.2), now()
    while status is None and now() - begun < STOP_LIMIT and not await server.is_ready():
        status = await server.ended(0.2)
    if status is None and not (answers["503"] and is_full):
        return NOT_REACHED
    found = [f"{count} times {answer}" for answer, count in sorted(answers.items())]
    return ", ".join(([] if status is None else [f"it ended with {status}"]) + found)


def memory(server: Server) -> int:
    """What it can write to, in bytes. Its address space is no measure: the C library sets much of that aside."""
    [line] = [line for line in Path(f"/proc/{server.pid}/status").read_text().splitlines() if "VmData" in line]
    return int(line.split()[1]) * 1024


def lacks_memory(server: Server, limit: int) -> bool:
    """Whether one body more is too much for it. Of one that has ended this moment nothing can be read."""
    try:
        return memory(server) + BODY > limit
    except (OSError, ValueError):
        return False


# ---- Clients that stop

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
# How long a client waits for its connection, which the system makes before the server takes it. Seconds.
CONNECT_LIMIT = 5.0


async def asking_client(server: Server) -> Connection | None:
    """Asks for little. None: it wasn't let in."""
    try:
        reader, writer = await asyncio.wait_for(
            asyncio.open_connection("127.0.0.1", server.port), CONNECT_LIMIT
        )
    except (OSError, asyncio.TimeoutError):
        return None
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    return reader, writer


async def waits(reader: asyncio.StreamReader) -> bool:
    """Whether a connection is open and was never answered."""
    return not await answer(reader) and not reader.at_eof() and reader.exception() is None


async def bad_client(server: Server, body: bytes, length: int) -> Connection | None:
    """Says that it sends more than it does. None: it wasn't let in."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    except OSError:
        return None
    # With a token: who has none is refused by the head alone, and the body isn't read.
    writer.write(
        f"POST {board_path(BOARDS[0])}/scores{PRODUCTION} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.token}"
        f"\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n".encode() + body
    )
    return reader, writer


async def deaf_client(server: Server) -> Connection | None:
    """Asks for much, and reads none of it."""
    link = socket.socket()
    # Else the system takes most of it in the client's name.
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    link.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(link, ("127.0.0.1", server.port))
        reader, writer = await asyncio.open_connection(sock=link, limit=1)
    except OSError:
        link.close()
        return None
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    request = (
        f"GET {board_path(BOARDS[0])}/entries{PRODUCTION}&count=100 HTTP/1.1\r\nHost: x\r\n"
        f"Authorization: Bearer {server.token}\r\n\r\n"
    )
    writer.write(request.encode() * 50)
    return reader, writer


async def hang_up(clients: list[Connection | None], chance: random.Random) -> Counter[str]:
    """Half of them as the system does it when they are killed. Returns what they were answered before their bodies had
    come to an end. Raises Broken when the head alone was: such a client holds nothing."""
    found = Counter(await asyncio.gather(*(answer(client[0]) for client in clients if client is not None)))
    for client in clients:
        if client is not None and chance.random() < 0.5:
            client[1].transport.abort()
        elif client is not None:
            client[1].close()
    if refused := found.keys() & {"401", "403", "404"}:
        raise Broken(f"bodies weren't read, but refused by their heads with {', '.join(sorted(refused))}")
    del found[""]
    return found


async def answer(reader: asyncio.StreamReader) -> str:
    """The status that has come; empty: none has."""
    try:
        words = (await asyncio.wait_for(reader.readline(), 0.2)).split()
    except (OSError, asyncio.TimeoutError):
        return ""
    return words[1].decode() if len(words) > 1 else ""


# Of a connection in /proc/net/tcp. Source: include/net/tcp_states.h.
ESTABLISHED = "01"


def queues(port: int, folder: Path = Path("/proc/net")) -> dict[int, tuple[int, int]]:
    """Of the server's ends of its open connections, by the clients' ports: how many bytes the client hasn't taken, and
    how many have come that the server hasn't read."""
    found: dict[int, tuple[int, int]] = {}
    for name in ("tcp", "tcp6"):
        with suppress(FileNotFoundError):
            for line in (folder / name).read_text().splitlines()[1:]:
                _, local, remote, state, sizes, *_ = line.split()
                if state == ESTABLISHED and int(local.rsplit(":", 1)[1], 16) == port:
                    untaken, unread = sizes.split(":")
                    found[int(remote.rsplit(":", 1)[1], 16)] = (int(untaken, 16), int(unread, 16))
    return found


def ports(clients: list[Connection | None]) -> list[int]:
    """Their own ones, of those that were let in."""
    names = [client[1].get_extra_info("sockname") for client in clients if client is not None]
    return [int(name[1]) for name in names if name]


async def stop_clients(server: Server, chance: random.Random) -> str:
    """Returns what stood still when they were cut off: requests of which the server has read the half, and connections
    with answers that nobody takes.

    NOT_REACHED: one of the two is missing."""
    deaf = [await deaf_client(server) for _ in range(100)]
    bad = [await bad_client(server, b'{"val', 40) for _ in range(100)]
    status = await server.ended(chance.uniform(2, 6))
    ends = queues(server.port)
    halves = sum(port in ends and ends[port][1] == 0 for port in ports(bad))
    untaken = sum(port in ends and ends[port][0] > 0 for port in ports(deaf))
    answers = await hang_up(bad, chance)
    for client in deaf:
        if client is not None:
            client[1].transport.abort()
    if status is not None:
        raise Broken(f"it ended by itself with {status}")
    if not halves or not untaken:
        return NOT_REACHED
    found = [f"{halves} requests half read", f"{untaken} answers not taken"]
    return ", ".join(found + [f"{count} times {answer}" for answer, count in sorted(answers.items())])


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
    Kind("clock jumps", jump_clock, "faketime"),
    Kind("start with a wrong clock", start_with_clock, "faketime"),
    Kind("disk is full", fill_disk, "strace"),
    Kind("disk fails", fail_disk, "strace"),
    Kind("disk can't be read", fail_reads, "strace"),
    Kind("mark can't be written", fail_mark, "strace"),
    Kind("snapshot can't be written", fail_snapshot, "strace"),
    Kind("no descriptors", take_descriptors),
    Kind("no memory", take_memory),
    Kind("clients stop", stop_clients),
]
