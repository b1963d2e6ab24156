"""What a run leaves behind: each attempt with its answer, and what the streams brought.

Times are seconds of the monotonic clock. Nothing here judges; the checker does."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """An entry of a leaderboard as an answer shows it."""

    rank: int
    name: str
    value: int
    date: str

    @classmethod
    def read(cls, entry: dict[str, Any]) -> Entry:
        return cls(entry["rank"], entry["player"]["displayName"], entry["value"], entry["date"])


@dataclass(slots=True)
class Attempt:
    """One request, whatever it asks for."""

    what: str
    place: str
    player: str
    begin: float
    end: float
    # 0: no answer.
    status: int
    problem: str = ""

    @property
    def is_done(self) -> bool:
        return 200 <= self.status < 300

    @property
    def has_failed(self) -> bool:
        """The server, or the way to it, did not do what it should."""
        return self.status == 0 or self.status >= 500

    def __str__(self) -> str:
        status = f"{self.status} {self.problem}".strip() if self.status else f"no answer ({self.problem})"
        return f"{self.what} by {self.player} at {self.place}, {self.begin:.3f}–{self.end:.3f}: {status}"


def context_id(context: int) -> str:
    """What a score that was sent without an ID is called here: nobody else's has its context."""
    return f"c{context}"


@dataclass(slots=True)
class ScoreAttempt(Attempt):
    """A score that was sent. A retry has the same ID."""

    board: str = ""
    score_id: str = ""
    value: int = 0
    version: int = 0
    total: int = 0
    entry: Entry | None = None
    is_repeat: bool = False
    # What a repeat must answer the same: the score, and what came of it.
    outcome: str = ""


@dataclass(slots=True)
class ReplayedAttempt(ScoreAttempt):
    """A score with the log of its run, which gives exactly this score."""

    # By which the server knows the run again.
    trace: int = 0
    # What the server must say of it, and what it said.
    expected: str = ""
    verification: str = ""


@dataclass(slots=True)
class ForgedAttempt(Attempt):
    """A score that its replay doesn't prove, and how it was forged."""

    board: str = ""
    score_id: str = ""
    forgery: str = ""
    # The problem with which the server must refuse it.
    expected: str = ""


@dataclass(slots=True)
class PageAttempt(Attempt):
    """Entries that were read."""

    board: str = ""
    # The first rank that was asked for; 0: around the player; -1: the player's own alone.
    first: int = 1
    count: int = 0
    version: int = 0
    total: int = 0
    local: Entry | None = None
    entries: tuple[Entry, ...] = ()


@dataclass(slots=True)
class ChallengeAttempt(Attempt):
    """A challenge to one friend. A retry has the same key."""

    key: str = ""
    # What was answered.
    challenge: str = ""
    # Otherwise the friend had one already, which asks for as much or more.
    is_new: bool = False


@dataclass(slots=True)
class ReportAttempt(Attempt):
    """A report of one achievement's progress. A retry has the same ID."""

    achievement: str = ""
    percent: float = 0
    # Empty: none, and the client sends it once. The node that passes it on may send it again.
    report_id: str = ""
    # What was answered: how far the player is.
    progress: float = 0


@dataclass(slots=True)
class MatchAttempt(Attempt):
    """A write to a match of two players. A retry has the same key."""

    # No other match has it.
    group: int = 0
    # Which of the match's turns it ends, from 1; 0: it creates the match or joins it.
    turn: int = 0
    # The match's version before.
    seen: int = 0
    # It had been acknowledged before.
    is_repeat: bool = False
    # What was answered.
    match: str = ""
    version: int = 0


def turn_data(group: int, turn: int) -> bytes:
    """What a match holds after a turn: no other turn's."""
    return f"match {group}, turn {turn}".encode()


@dataclass(slots=True)
class TokenEnd:
    """A sign-out that was acknowledged at a time."""

    token: str
    time: float


@dataclass(slots=True)
class TokenUse(Attempt):
    """A request that asks who one is."""

    token: str = ""


@dataclass(slots=True)
class Guess(Attempt):
    """A wrong password for a player who has another one, always from the same address."""

    @property
    def was_checked(self) -> bool:
        """The server said that it's wrong, and not that there were too many."""
        return self.status == 401


@dataclass(slots=True)
class FriendRequest:
    """One player asks another, once; retries don't count."""

    sender: str
    receiver: str
    is_acknowledged: bool = False
    is_accepted: bool = False


class Heard(NamedTuple):
    """An event of a stream. For a leaderboard's: the board and its version; for the others: the notice's ID."""

    time: float
    name: str
    id: int
    board: str = ""


class Delivery(NamedTuple):
    """An event that came to the game's own server."""

    time: float
    # The message's own, by which a receiver knows one that comes again.
    id: str
    kind: str
    notice: int
    # Otherwise it was refused, and has to come again.
    is_taken: bool


class Push(NamedTuple):
    """A message that came to the push service."""

    time: float
    # Of a device: the path of its address.
    device: str
    # By the message's topic.
    notice: int
    # It may come again. Otherwise the device may have got it.
    is_refused: bool


class Ownership(NamedTuple):
    """What a node's log says of the store: that it's the node's own, or that the node answers from it."""

    time: float
    node: str
    epoch: int
    # Otherwise it has taken the store.
    is_answering: bool = False


@dataclass(slots=True)
class StreamPart:
    """One connection of a player's event stream. The next part goes on after the last ID of this one."""

    player: str
    place: str
    begin: float
    last_id: int | None
    opened: float | None = None
    end: float | None = None
    heard: list[Heard] = field(default_factory=list)


@dataclass(slots=True)
class Fault:
    """A fault that was made, and what the load saw of it."""

    name: str
    begin: float
    # All parts are back.
    recovered: float = 0
    # Commits cannot be acknowledged meanwhile.
    silence: tuple[float, float] | None = None
    # Writes are to go on within the limit from here.
    counted_from: float | None = None
    failure: str = ""
    # What there is to say of it, though it's no failure.
    note: str = ""


@dataclass
class Records:
    """Everything that a run leaves."""

    scores: list[ScoreAttempt] = field(default_factory=list)
    forged: list[ForgedAttempt] = field(default_factory=list)
    pages: list[PageAttempt] = field(default_factory=list)
    # Challenges, reports and writes to matches among them, as what they are.
    others: list[Attempt] = field(default_factory=list)
    token_ends: list[TokenEnd] = field(default_factory=list)
    token_uses: list[TokenUse] = field(default_factory=list)
    friend_requests: list[FriendRequest] = field(default_factory=list)
    streams: dict[str, list[StreamPart]] = field(default_factory=dict)
    # Aliases whose sign-up was acknowledged.
    signed_up: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)
    pushes: list[Push] = field(default_factory=list)
    # Devices that were subscribed, with their players.
    devices: dict[str, str] = field(default_factory=dict)
    guesses: list[Guess] = field(default_factory=list)
    # What the nodes' logs say, node by node, in the order of their lines.
    ownerships: list[Ownership] = field(default_factory=list)
    # Scores that were never acknowledged, though all was back in order.
    unanswered: list[str] = field(default_factory=list)
    # How long players did things, while all was hurt.
    seconds: float = 0

    @property
    def takeovers(self) -> list[float]:
        """When a node took the store over."""
        return [one.time for one in self.ownerships if not one.is_answering]

    def attempts(self) -> itertools.chain[Attempt]:
        return itertools.chain(self.scores, self.forged, self.pages, self.others, self.token_uses, self.guesses)
