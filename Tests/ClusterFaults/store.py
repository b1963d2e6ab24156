"""Reads what the database has at the end of a run."""

from __future__ import annotations

import struct
from collections.abc import Awaitable, Callable

from load import BOARDS
from model import SCORE, SEQUENCE_BITS, KeptMatch, KeptProgress, KeptRun, Notice, Row, Store
from records import context_id

# A statement's rows; NULL is the empty string.
Query = Callable[[str], Awaitable[list[list[str]]]]

PRODUCTION = 0


async def read_store(query: Query) -> Store:
    mask = (1 << SEQUENCE_BITS) - 1
    boards = {
        f"{bundle}/{identifier}": int(number)
        for number, bundle, identifier in await query(
            "SELECT l.number, a.bundle_id, l.id FROM leaderboards l JOIN apps a ON a.number = l.app"
            " WHERE l.is_removed = 0"
        )
    }
    [[app]] = await query(f"SELECT number FROM apps WHERE bundle_id = '{BOARDS[0].partition('/')[0]}'")
    [[stream]] = await query(
        "SELECT s.number FROM streams s JOIN apps a ON a.team = s.team"
        f" WHERE a.bundle_id = '{BOARDS[0].partition('/')[0]}' AND s.environment = {PRODUCTION}"
    )
    rows = [
        Row(
            int(position) >> SEQUENCE_BITS, int(position) & mask, int(time), int(kind), int(board),
            int(player) if player else None, int(value), int(date),
            context_id(int(context)) if int(context) and int(kind) == SCORE else score_id or None,
            int(previous), int(flags),
        )
        for position, time, kind, board, player, value, date, context, score_id, previous, flags in await query(
            "SELECT position, time, kind, leaderboard, player, value, date, context, score_id, previous, flags"
            " FROM journal ORDER BY position"
        )
    ]
    notices = [
        Notice(
            int(identifier), int(player), int(kind), int(about) if about else None, int(app or 0),
            " ".join([app, *content]),
        )
        for identifier, player, kind, about, app, *content in await query(
            "SELECT id, player, kind, about, app, environment, subject, details, created FROM notices"
            " WHERE is_silent = 0 ORDER BY id"
        )
    ]
    players = {int(number): alias for number, alias in await query("SELECT number, alias FROM players")}
    friendships = {(int(one), int(other)) for one, other in await query("SELECT player, friend FROM friendships")}
    runs = [
        KeptRun(
            int(board), int(player), int(sequence), int(value), int(verification or 0), int(trace) if trace else None
        )
        for board, player, sequence, value, verification, trace in await query(
            "SELECT leaderboard, player, sequence, value, verification, trace FROM score_replays"
            f" WHERE environment = {PRODUCTION}"
        )
    ]
    challenge_keys = [
        (int(sender), blob(key).hex())
        for sender, key in await query(
            "SELECT sender, sending_key FROM challenges WHERE sending_key IS NOT NULL ORDER BY number"
        )
    ]
    progress = [
        KeptProgress(int(player), achievement, percent(int(bits)), int(times), repeatable == "1")
        for player, achievement, bits, times, repeatable in await query(
            "SELECT p.player, a.id, p.percent, p.times_earned, a.is_repeatable FROM achievement_progress p"
            " JOIN achievements a ON a.number = p.achievement"
            f" WHERE p.app = {app} AND p.environment = {PRODUCTION}"
        )
    ]
    matches = [
        KeptMatch(int(group), int(version), int(turns), blob(data))
        for group, version, turns, data in await query(
            "SELECT m.player_group, m.version, m.turns_ended, d.data FROM matches m LEFT JOIN match_data d"
            " ON d.app = m.app AND d.environment = m.environment AND d.number = m.number"
            f" WHERE m.app = {app} AND m.environment = {PRODUCTION} ORDER BY m.number"
        )
    ]
    return Store(
        rows, notices, players, boards, int(app), int(stream), friendships, runs, challenge_keys, progress, matches
    )


def blob(cell: str) -> bytes:
    """Both databases write bytes as hexadecimal digits, PostgreSQL after a mark."""
    return bytes.fromhex(cell.removeprefix("\\x"))


def percent(bits: int) -> float:
    """Kept as the bits of a double."""
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])
