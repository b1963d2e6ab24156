"""The leaderboards, made from the journal in the most obvious way.

It knows what the demo's boards need: the best score of each player counts. A run lasts less than an hour over an empty
store, so the windows of a day and a week hold what all time holds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from records import Entry

SEQUENCE_BITS = 48
HELD = 1 << 4
VERIFIED = 1 << 5
LIVE = 1 << 8
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

SCORE, LEADERBOARD, REMOVAL, RESTORATION, ACHIEVEMENT = 1, 2, 3, 4, 10


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the journal."""

    stream: int
    sequence: int
    time: int
    kind: int
    board: int
    player: int | None
    value: int
    date: int
    score_id: str | None
    previous: int
    flags: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A row of the notices."""

    id: int
    player: int
    kind: int
    about: int | None
    # 0: of no game.
    app: int
    # Everything else that makes it this notice: when, where, what.
    content: str


@dataclass(frozen=True, slots=True)
class KeptRun:
    """That the run behind a score was sent, whether or not its log is kept."""

    board: int
    player: int
    sequence: int
    value: int
    # 0: nobody vouches for it.
    verification: int
    # By which the run is known again.
    trace: int | None


@dataclass(frozen=True, slots=True)
class KeptProgress:
    """How far a player is with an achievement."""

    player: int
    achievement: str
    percent: float
    times_earned: int
    # Each report of 100 percent earns it once more.
    is_repeatable: bool


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match of the game that the load plays in turns."""

    group: int
    version: int
    # How many were ended.
    turns: int
    data: bytes


@dataclass
class Store:
    """What the database has at the end."""

    rows: list[Row]
    notices: list[Notice]
    # By number.
    players: dict[int, str]
    # By "bundleID/leaderboardID".
    boards: dict[str, int]
    # The game whose server is told of what happens.
    app: int
    # The stream that the load plays in.
    stream: int
    friendships: set[tuple[int, int]]
    # Of the stream that the load plays in.
    runs: list[KeptRun]
    # The sender and the key of each challenge that was sent with one.
    challenge_keys: list[tuple[int, str]] = field(default_factory=list)
    progress: list[KeptProgress] = field(default_factory=list)
    matches: list[KeptMatch] = field(default_factory=list)


class UnknownKind(Exception):
    """The journal has a row that the model can't follow."""


class Board:
    """One leaderboard."""

    def __init__(self, names: dict[int, str]) -> None:
        self._names = names
        self._scores: dict[int, Row] = {}
        self._left_out: set[int] = set()
        self._by_player: defaultdict[int, list[Row]] = defaultdict(list)
        self._best: dict[int, Row] = {}
        self._entries: list[Entry] | None = None

    def apply(self, row: Row) -> None:
        if row.kind == SCORE:
            if row.player is None:
                raise UnknownKind("a score without a player")
            self._scores[row.sequence] = row
            self._by_player[row.player].append(row)
            if row.flags & HELD:
                self._left_out.add(row.sequence)
            self._judge(row.player)
        elif row.kind in (REMOVAL, RESTORATION):
            change = self._left_out.add if row.kind == REMOVAL else self._left_out.discard
            change(row.previous)
            player = self._scores[row.previous].player
            if player is not None:
                self._judge(player)
        elif row.kind != LEADERBOARD:
            raise UnknownKind(f"the model doesn't know rows of kind {row.kind}")

    def _judge(self, player: int) -> None:
        counted = [row for row in self._by_player[player] if row.sequence not in self._left_out]
        best = min(counted, key=lambda row: (-row.value, row.date, row.sequence), default=None)
        if best is self._best.get(player):
            return
        self._entries = None
        if best is None:
            del self._best[player]
        else:
            self._best[player] = best

    @property
    def entries(self) -> list[Entry]:
        """All, in the order of their ranks."""
        if self._entries is None:
            rows = sorted(self._best.values(), key=lambda row: (-row.value, row.date, row.player or 0))
            self._entries = [
                Entry(rank, self._names.get(row.player or 0, "?"), row.value, date_text(row.date))
                for rank, row in enumerate(rows, 1)
            ]
        return self._entries


def date_text(milliseconds: int) -> str:
    """As the server writes it."""
    moment = EPOCH + timedelta(milliseconds=milliseconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds % 1000:03}Z"
