"""A small HTTP client: one request at a time on a connection, and server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

HEAD_LIMIT = 64 * 1024


class NoAnswer(Exception):
    """The connection was refused or ended, or the time was over: what was asked may have been done or not."""


@dataclass(slots=True)
class Reply:
    """What a server has answered."""

    status: int
    body: Any
    headers: dict[str, str]
    # What the body was read from.
    content: bytes = b""

    @property
    def problem(self) -> str:
        """The last part of a problem's type, such as `alias-taken`."""
        kind = self.body.get("type", "") if isinstance(self.body, dict) else ""
        return str(kind).rsplit("/", 1)[-1]


@dataclass(slots=True)
class Event:
    """A server-sent event."""

    name: str
    id: str | None
    data: Any


class Link:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.is_open = True

    @classmethod
    async def open(cls, host: str, port: int) -> Link:
        reader, writer = await asyncio.open_connection(host, port, limit=HEAD_LIMIT)
        return cls(reader, writer)

    def close(self) -> None:
        self.is_open = False
        self._writer.close()

    @property
    def is_stale(self) -> bool:
        """The server has closed it while nothing was asked."""
        return not self.is_open or self._reader.at_eof() or self._writer.is_closing()

    async def send(self, method: str, path: str, headers: dict[str, str], body: bytes) -> None:
        lines = [f"{method} {path} HTTP/1.1", "Host: cluster.test"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body or method in ("POST", "PUT", "PATCH"):
            lines.append(f"Content-Length: {len(body)}")
        self._writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await self._writer.drain()

    async def head(self) -> tuple[int, dict[str, str]]:
        """The status and the header fields, their names in lower case."""
        text = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lines = text.split("\r\n")
        status = int(lines[0].split(" ")[1])
        fields = (line.partition(":") for line in lines[1:] if line)
        return status, {name.lower(): value.strip() for name, _, value in fields}

    async def body(self, status: int, headers: dict[str, str]) -> bytes:
        if status in (204, 304):
            return b""
        if headers.get("transfer-encoding", "").lower() == "chunked":
            return b"".join([chunk async for chunk in self.chunks()])
        if "content-length" in headers:
            return await self._reader.readexactly(int(headers["content-length"]))
        return await self._reader.read()

    async def chunks(self) -> AsyncIterator[bytes]:
        """A chunked body, until its end.

        Raises asyncio.IncompleteReadError when the connection ends before."""
        while True:
            size = int((await self._reader.readuntil(b"\r\n")).split(b";")[0], 16)
            data = await self._reader.readexactly(size + 2)
            if size == 0:
                return
            yield data[:-2]


BROKEN = (OSError, EOFError, asyncio.TimeoutError, asyncio.LimitOverrunError, ValueError, IndexError)


class Client:
    """Requests to any of some places, on kept connections."""

    def __init__(self, places: dict[str, tuple[str, int]]) -> None:
        self.places = places
        self._idle: defaultdict[str, list[Link]] = defaultdict(list)

    async def call(
        self,
        place: str,
        method: str,
        path: str,
        token: str | None = None,
        body: Any = None,
        timeout: float = 5,
    ) -> Reply:
        """Asks once. Raises NoAnswer."""
        link: Link | None = None
        try:
            async with asyncio.timeout(timeout):
                link = await self._link(place)
                await link.send(method, path, self._headers(token, body), encoded(body))
                status, headers = await link.head()
                content = await link.body(status, headers)
            if headers.get("connection", "").lower() == "close":
                link.close()
            else:
                self._idle[place].append(link)
            link = None
            is_json = "json" in headers.get("content-type", "")
            return Reply(status, json.loads(content) if is_json and content else None, headers, content)
        except BROKEN as error:
            raise NoAnswer(f"{type(error).__name__}: {error}") from error
        finally:
            # Also when the task is canceled: an answer that is still to come belongs to nobody.
            if link is not None:
                link.close()

    async def events(
        self, place: str, path: str, token: str, last_id: str | None, silence: float
    ) -> AsyncIterator[Event | None]:
        """An event stream: None once it is open, then each event. Ends with NoAnswer, in every case.

        silence: seconds without any byte after which it counts as broken."""
        link: Link | None = None
        try:
            async with asyncio.timeout(5):
                link = await Link.open(*self.places[place])
                headers = self._headers(token, None) | {"Accept": "text/event-stream"}
                if last_id is not None:
                    headers["Last-Event-ID"] = last_id
                await link.send("GET", path, headers, b"")
                status, fields = await link.head()
            if status != 200:
                raise NoAnswer(f"status {status}")
            yield None
            parser = EventParser()
            chunks = link.chunks() if fields.get("transfer-encoding") == "chunked" else None
            if chunks is None:
                raise NoAnswer("an event stream that isn't chunked")
            while True:
                async with asyncio.timeout(silence):
                    chunk = await anext(chunks, None)
                if chunk is None:
                    raise NoAnswer("the stream ended")
                for event in parser.take(chunk):
                    yield event
        except BROKEN as error:
            raise NoAnswer(f"{type(error).__name__}: {error}") from error
        finally:
            if link is not None:
                link.close()

    def close(self) -> None:
        for links in self._idle.values():
            for link in links:
                link.close()
        self._idle.clear()

    async def _link(self, place: str) -> Link:
        idle = self._idle[place]
        while idle:
            link = idle.pop()
            if not link.is_stale:
                return link
            link.close()
        return await Link.open(*self.places[place])

    @staticmethod
    def _headers(token: str | None, body: Any) -> dict[str, str]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        return headers


class EventParser:
    """Lines of an event stream, as the HTML standard reads them."""

    def __init__(self) -> None:
        self._rest = b""
        self._name = ""
        self._id: str | None = None
        self._data: list[str] = []

    def take(self, chunk: bytes) -> list[Event]:
        events: list[Event] = []
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            field, _, value = line.decode().partition(":")
            value = value.removeprefix(" ")
            if not line:
                if self._data:
                    events.append(Event(self._name or "message", self._id, json.loads("\n".join(self._data))))
                self._name, self._id, self._data = "", None, []
            elif field == "event":
                self._name = value
            elif field == "id":
                self._id = value
            elif field == "data":
                self._data.append(value)
        return events


def encoded(body: Any) -> bytes:
    return b"" if body is None else json.dumps(body).encode()


def part(text: str) -> str:
    """A part of a path or a value of a query."""
    return quote(text, safe="")
