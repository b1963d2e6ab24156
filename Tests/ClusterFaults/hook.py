"""The game's own server, which is told of what happens by webhook, and the push service of players' devices in one.

Now and then it fails, so that what it gets is sent again, or mustn't be."""

from __future__ import annotations

import asyncio
import json
import random
import time

from records import Delivery, Push

READ_LIMIT = 64 * 1024
PUSH_PATH = "/push/"
# Out of how many messages one is refused, and one is taken without an answer.
REFUSES_ONE_IN = 15
FORGETS_ONE_IN = 15


class Hook:
    """Listens until it is closed; `deliveries` and `pushes` are everything that came, also what it refused."""

    def __init__(self, seed: int) -> None:
        self.deliveries: list[Delivery] = []
        self.pushes: list[Push] = []
        self._random = random.Random(seed)
        self._server: asyncio.Server | None = None

    async def open(self, host: str) -> str:
        """Returns its address."""
        self._server = await asyncio.start_server(self._serve, host, 0, limit=READ_LIMIT)
        return f"http://{host}:{self._server.sockets[0].getsockname()[1]}/"

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._answer(reader, writer):
                pass
        except (OSError, EOFError, asyncio.LimitOverrunError, ValueError, KeyError):
            # A node that was killed in the middle of an event; what came whole is recorded.
            pass
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        path = head[0].split(" ")[1]
        body = await reader.readexactly(int(fields["content-length"]))
        chance = self._random.random()
        is_taken = chance > 1 / REFUSES_ONE_IN
        if path.startswith(PUSH_PATH):
            # What it says only the device could read; its topic is the notice's.
            self.pushes.append(Push(time.monotonic(), path, int(fields["topic"].removeprefix("n")), not is_taken))
        else:
            message = json.loads(body)
            kind, notice = message["type"], int(message["data"]["notice"])
            self.deliveries.append(Delivery(time.monotonic(), fields["webhook-id"], kind, notice, is_taken))
        if 1 / REFUSES_ONE_IN < chance < 1 / REFUSES_ONE_IN + 1 / FORGETS_ONE_IN:
            return False
        writer.write(f"HTTP/1.1 {'201 Created' if is_taken else '503 Busy'}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        return True
