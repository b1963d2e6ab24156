"""The checker finds each defect that it is there for, and nothing where there is none.

usage: python3 Tests/ClusterFaults/test_checker.py"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import io
import os
import random
import re
import signal
import struct
import tempfile
import unittest
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock, patch

import faults
import main
import one_server
import short
import torture
from api import Client, EventParser, NoAnswer, Reply
from checker import CHECKS, failures, longest_disturbance, longest_pause
from load import PROXY, REPEATED, Load, Player
from cluster import NODES, Broken, Cluster, ownerships
from model import ACHIEVEMENT, KeptMatch, KeptProgress, KeptRun, Notice, Row, Store, date_text
from options import remaining
from records import (
    Attempt,
    ChallengeAttempt,
    Delivery,
    Entry,
    Fault,
    ForgedAttempt,
    FriendRequest,
    Guess,
    Heard,
    MatchAttempt,
    Ownership,
    PageAttempt,
    Push,
    Records,
    ReplayedAttempt,
    ReportAttempt,
    ScoreAttempt,
    StreamPart,
    TokenEnd,
    TokenUse,
    turn_data,
)
from replays import FORGERIES, USED_TICKET, Run
from store import blob, percent

BOARD = "com.example.hop/HighScores"
REPLAYED = "com.example.hop/Replayed"
# Of the board that wants replays: a score with a log, and one with a ticket, too.
RUNS = [Run(11, 70), Run(12, 80, b"ticket")]
VERIFIED, LIVE = 1 << 5, 1 << 8
DATE = 1_700_000_000_000


def row(sequence: int, player: int, value: int, score_id: str, **changes: int) -> Row:
    made = Row(1, sequence, DATE + sequence, 1, 7, player, value, DATE + sequence, score_id, 0, 0)
    return replace(made, **changes)  # type: ignore[arg-type]


def entry(rank: int, name: str, value: int, sequence: int) -> Entry:
    return Entry(rank, name, value, date_text(DATE + sequence))


def score(player: str, score_id: str, value: int, version: int, total: int, own: Entry, end: float) -> ScoreAttempt:
    return ScoreAttempt(
        "score", "proxy", player, end - 0.1, end, 200, board=BOARD, score_id=score_id, value=value, version=version,
        total=total, entry=own, outcome=score_id,
    )


def page(begin: float, version: int, entries: list[Entry], local: Entry | None) -> PageAttempt:
    return PageAttempt(
        "top", "node1", "ann", begin, begin + 0.1, 200, board=BOARD, first=1, count=10, version=version,
        total=len(entries), local=local, entries=tuple(entries),
    )


def replayed(
    player: str, score_id: str, run: Run, version: int, total: int, own: Entry, end: float
) -> ReplayedAttempt:
    return ReplayedAttempt(
        "replayed score", "proxy", player, end - 0.1, end, 200, board=REPLAYED, score_id=score_id, value=run.score,
        version=version, total=total, entry=own, outcome=score_id, trace=run.trace, expected=run.verification,
        verification=run.verification,
    )


def guess(begin: float, status: int) -> Guess:
    return Guess("guess", "node1", "eve", begin, begin + 0.7, status)


def challenge(key: str, identifier: str, is_new: bool = True, status: int = 201) -> ChallengeAttempt:
    return ChallengeAttempt("challenge", "node1", "ann", 4.0, 4.1, status, "", key, identifier, is_new)


def report(achievement: str, percent: float, report_id: str, progress: float, status: int = 200) -> ReportAttempt:
    return ReportAttempt("report", "node2", "ann", 4.0, 4.1, status, "", achievement, percent, report_id, progress)


def write(group: int, turn: int, seen: int, version: int, status: int = 200, is_repeat: bool = False) -> MatchAttempt:
    return MatchAttempt(
        "turn" if turn else "match", "node3", "bob" if turn % 2 == 0 else "ann", 5.0, 5.1, status, "", group, turn,
        seen, is_repeat, f"M:_{group}", version,
    )


def plays() -> list[Attempt]:
    """Ann's challenges and reports, and two matches of both."""
    return [
        # The answer was lost, then it came, and it was sent once more.
        challenge("k1", "", status=0), challenge("k1", "C:_1"), challenge("k1", "C:_1"),
        # Bob had a harder one; when that was over, the same key made a challenge.
        challenge("k2", "C:_1", is_new=False), challenge("k2", "C:_2"),
        report("FirstRun", 40, "p1", 40), report("FirstRun", 30.5, "", 40), report("Limbo", 100, "", 100),
        # Twice for certain, and once perhaps.
        report("Repeated", 100, "p2", 0, status=503), report("Repeated", 100, "p2", 100),
        report("Repeated", 100, "p2", 100), report("Repeated", 100, "", 100), report("Repeated", 100, "", 0, status=0),
        write(31, 0, 0, 1), write(31, 1, 1, 0, status=0), write(31, 1, 1, 2), write(31, 0, 2, 3), write(31, 2, 3, 4),
        # After the other one's turn.
        write(31, 1, 1, 4, is_repeat=True), write(31, 3, 4, 5), write(31, 3, 4, 0, status=0, is_repeat=True),
        # Its last turn was never acknowledged.
        write(32, 0, 0, 1), write(32, 1, 1, 2), write(32, 0, 2, 3), write(32, 2, 3, 0, status=503),
        # Nobody knows whether it was ever created.
        write(33, 0, 0, 0, status=503),
    ]


def clean() -> tuple[Records, Store]:
    """Ann and Bob play; Ann asks Bob to be friends, and his stream moves between two notices."""
    ann, bob = entry(1, "ann", 500, 1), entry(1, "bob", 600, 2)
    last = [bob, replace_rank(ann, 2)]
    records = Records(
        scores=[
            score("ann", "a1", 500, 1, 1, ann, 1.0),
            score("bob", "b1", 600, 2, 2, bob, 2.0),
            # The answer to the first try was lost.
            replace(score("ann", "a2", 400, 3, 2, replace_rank(ann, 2), 3.0), status=0, problem="lost", version=0),
            replace(score("ann", "a2", 400, 3, 2, replace_rank(ann, 2), 3.5), is_repeat=True),
            # Of the other board.
            replayed("bob", "r1", RUNS[0], 4, 1, entry(1, "bob", 70, 4), 6.0),
            replayed("ann", "r2", RUNS[1], 5, 2, entry(1, "ann", 80, 5), 7.0),
        ],
        forged=[
            ForgedAttempt("forged score", "node2", "ann", 8.0, 8.1, status, problem, REPLAYED, f"f{number}", how, right)
            for number, (how, right) in enumerate(FORGERIES.items())
            # A node that has no owner to ask, and then its refusal.
            for status, problem in [(503, "unavailable"), (422, right)]
        ],
        pages=[page(2.5, 2, last, replace_rank(ann, 2)), page(3.6, 3, last, replace_rank(ann, 2))],
        token_ends=[TokenEnd("t1", 5.0)],
        token_uses=[
            TokenUse("me", "node1", "ann", 5.2, 5.3, 200, token="t1"),
            TokenUse("me", "node2", "ann", 6.1, 6.2, 401, token="t1"),
        ],
        friend_requests=[FriendRequest("ann", "bob", True, True)],
        streams={
            "bob": [
                StreamPart(
                    "bob", "node1", 0.5, None, 0.6, 4.0,
                    [Heard(0.7, "inbox", 1), Heard(1.2, "leaderboard", 1, BOARD), Heard(2.2, "notice", 2)],
                ),
                StreamPart(
                    "bob", "node2", 4.1, 2, 4.2, 9.0,
                    [Heard(4.3, "leaderboard", 3, BOARD), Heard(5.0, "notice", 4), Heard(5.1, "inbox", 4)],
                ),
            ]
        },
        signed_up=["ann", "bob"],
        # The first one was refused.
        deliveries=[
            Delivery(5.0, "e1", "challengeReceived", 4, False), Delivery(6.0, "e1", "challengeReceived", 4, True),
            Delivery(7.0, "e6", "challengeCompleted", 6, True),
        ],
        # The first one was refused.
        pushes=[Push(5.0, "/push/bob", 4, True), Push(6.0, "/push/bob", 4, False), Push(6.5, "/push/bob", 2, False)],
        devices={"/push/bob": "bob"},
        # Ten and one more a minute, whoever owns the store, and with each takeover one whose row wasn't written yet.
        guesses=[guess(at, 401 if at < 10 or at == 70 else 429) for at in range(80)]
        + [guess(79.5, 401), guess(79.9, 0)] + [guess(81 + at, 401 if at < 2 else 429) for at in range(20)],
        # The first owner answered anew in between; epoch 3 was lost before its owner knew of it.
        ownerships=[
            Ownership(-5.0, "node1", 1), Ownership(-4.9, "node1", 1, True), Ownership(20.0, "node1", 1, True),
            Ownership(80.6, "node1", 3), Ownership(80.0, "node2", 2), Ownership(80.1, "node2", 2, True),
            Ownership(80.5, "node3", 4), Ownership(80.7, "node3", 4, True),
        ],
        faults=[Fault("both standbys gone", 10, 20, silence=(10.5, 15))],
        # What waiting solves, or what came to be before, is refused rightly.
        others=[
            Attempt(what, "node1", "ann", 7.0, 7.1, status, problem)
            for what, status, problem in [
                ("friend request", 429, "too-many-attempts"), ("accept", 409, "already-friends"),
                ("challenge", 422, "challenge-invalid"), ("challenge", 429, "too-many-challenges"),
                ("sign-up", 409, "alias-taken"),
            ]
        ] + plays(),
        seconds=300,
    )
    store = Store(
        rows=[
            row(1, 1, 500, "a1"), row(2, 2, 600, "b1"), row(3, 1, 400, "a2", previous=1),
            row(4, 2, 70, "r1", board=8, flags=VERIFIED), row(5, 1, 80, "r2", board=8, flags=VERIFIED | LIVE),
        ],
        notices=[
            Notice(1, 2, 6, None, 0, "before the stream began"), Notice(2, 2, 1, 1, 0, "asked"),
            Notice(3, 1, 2, 2, 0, "accepted"), Notice(4, 2, 3, 1, 5, "challenged"),
            Notice(6, 1, 4, 2, 5, "completed"),
        ],
        players={1: "ann", 2: "bob"},
        boards={BOARD: 7, REPLAYED: 8},
        app=5,
        stream=1,
        friendships={(1, 2), (2, 1)},
        runs=[
            KeptRun(8, 2, 4, 70, 1, RUNS[0].trace), KeptRun(8, 1, 5, 80, 2, RUNS[1].trace),
            # Of a board that reads no replays.
            KeptRun(7, 1, 1, 500, 0, None),
        ],
        challenge_keys=[(1, "k1"), (1, "k2")],
        progress=[
            KeptProgress(1, "FirstRun", 40, 0, False), KeptProgress(1, "Limbo", 100, 1, False),
            KeptProgress(1, "Repeated", 100, 2, True),
        ],
        matches=[
            # A late copy of the request that created the second one, and one that the load knows nothing of.
            KeptMatch(31, 5, 3, turn_data(31, 3)), KeptMatch(32, 4, 2, turn_data(32, 2)), KeptMatch(32, 1, 0, b""),
            KeptMatch(0, 1, 0, b""),
        ],
    )
    return records, store


def replace_rank(own: Entry, rank: int) -> Entry:
    return own._replace(rank=rank)


class CleanRun(unittest.TestCase):
    def test_nothing_is_found(self) -> None:
        records, store = clean()
        for name, check in CHECKS.items():
            self.assertEqual(list(check(records, store)), [], name)

    def test_the_pause_is_the_longest_one_that_reaches_into_the_time(self) -> None:
        records, _ = clean()
        records.scores = [replace(records.scores[0], end=end) for end in (1.0, 2.0, 5.0, 5.5, 9.0)]
        self.assertEqual(longest_pause(records, 3.0, 5.4), 3.0)
        self.assertEqual(longest_pause(records, 5.1, 5.4), 0.5)
        self.assertEqual(longest_pause(records, 5.6, 20), 3.5)

    def test_a_disturbance_lasts_while_a_fifth_fails(self) -> None:
        records, _ = clean()
        made = records.scores[0]
        # Ten a second; from 3 to 7 every third one fails, at 9 a single one.
        records.scores = [
            replace(made, begin=at / 10, status=0 if 30 <= at < 70 and at % 3 == 0 or at == 90 else 200)
            for at in range(120)
        ]
        self.assertEqual(longest_disturbance(records, 0, 12), 4.0)
        self.assertEqual(longest_disturbance(records, 7, 8.5), 0)

    def test_failures_are_those_through_the_proxy(self) -> None:
        attempts = [
            Attempt("score", place, "ann", begin, begin + 1, status)
            for place, begin, status in
            [("proxy", 1, 503), ("proxy", 5, 0), ("node1", 5, 0), ("proxy", 5, 429), ("proxy", 9, 500)]
        ]
        self.assertEqual([one.status for one in failures(iter(attempts), 4, 7)], [0])

    def test_events_are_read_however_they_are_cut(self) -> None:
        text = b': open\n\nevent: notice\nid: 39\ndata: {"id":"39"}\n\n: \n\nevent: inbox\nid: 39\ndata: {}\n\n'
        for size in range(1, len(text)):
            parser = EventParser()
            events = [one for at in range(0, len(text), size) for one in parser.take(text[at : at + size])]
            self.assertEqual([(one.name, one.id) for one in events], [("notice", "39"), ("inbox", "39")])


class ShortRun(unittest.TestCase):
    """What may be missing, by how long the run was."""

    def missing(self, seconds: float) -> list[str]:
        _, store = clean()
        store.notices.clear()
        return list(CHECKS["there was something to check"](Records(seconds=seconds), store))

    ALWAYS = ["no score was acknowledged", "no page was read"]
    IN_A_MINUTE = [
        "no fault was made", "no score that was sent again was acknowledged as a repeat", "no friendship was accepted",
        "no notice was heard on any stream", "no token was refused after its end",
    ]
    IN_FIVE_MINUTES = [
        "nobody was told of any challenge: challengeReceived", "nobody was told of any challenge: challengeCompleted",
    ]

    def test_a_short_run_needs_what_comes_in_it_for_certain(self) -> None:
        self.assertEqual(self.missing(59), self.ALWAYS)
        self.assertEqual(self.missing(60), self.ALWAYS + self.IN_A_MINUTE)
        self.assertEqual(self.missing(299), self.ALWAYS + self.IN_A_MINUTE)

    def test_a_long_run_needs_everything(self) -> None:
        self.assertEqual(self.missing(300), self.ALWAYS + self.IN_A_MINUTE + self.IN_FIVE_MINUTES)

    def test_what_torture_leaves_out_is_something_else(self) -> None:
        self.assertLess(torture.LEFT_OUT, CHECKS.keys())
        self.assertNotIn("there was something to check", torture.LEFT_OUT)


class Defective(unittest.TestCase):
    """Each test spoils the clean run in one way; exactly the checks that it names must speak."""

    def found(self, spoil: Callable[[Records, Store], None], *expected: str) -> None:
        records, store = clean()
        spoil(records, store)
        spoken = {name for name, check in CHECKS.items() if list(check(records, store))}
        self.assertEqual(spoken, set(expected))

    JOURNAL = "the journal has no gap, its time never goes back"
    KEPT = "acknowledged scores are there, once"
    REPLAYS = "replayed scores are verified, forged ones never count"
    EPOCHS = "each epoch has one owner"
    OUTCOMES = "what is acknowledged twice has one outcome"
    RANKS = "ranks, totals and pages are the model's"
    FRESH = "no read is older than what was acknowledged"
    ARRIVE = "each notice arrives once, in order"
    WRITTEN = "each notice is written once"
    EVENTS = "each event comes to the game's server, under one ID"
    PUSHES = "no device is told of a notice twice"
    GUESSES = "guesses are limited as by one server"
    ACCOUNTS = "accounts and sessions are kept"
    TOKENS = "ended tokens are refused within a second"
    SILENCE = "nothing is acknowledged while no standby can have it"
    CHALLENGES = "a challenge that is sent again with its key is one"
    PROGRESS = "progress is kept as acknowledged"
    TURNS = "each turn of a match counts once, none is lost"
    REFUSED = "what is asked rightly isn't refused"
    SOMETHING = "there was something to check"

    def test_an_event_that_comes_again_under_a_new_id(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.deliveries[1] = records.deliveries[1]._replace(id="e2")

        self.found(spoil, self.EVENTS)

    def test_two_events_under_one_id(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.notices.append(Notice(5, 1, 3, 2, 5, "challenged back"))
            records.deliveries.append(Delivery(7.0, "e1", "challengeReceived", 5, True))

        self.found(spoil, self.EVENTS)

    def test_an_event_that_was_refused_and_never_came_again(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            del records.deliveries[1]

        self.found(spoil, self.EVENTS)

    def test_an_event_of_nothing(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.deliveries.append(Delivery(7.0, "e2", "challengeCompleted", 4_000, True))

        self.found(spoil, self.EVENTS)

    def test_a_push_that_comes_again_though_it_was_taken(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pushes.append(Push(7.0, "/push/bob", 4, False))

        self.found(spoil, self.PUSHES)

    def test_a_push_that_comes_again_and_is_refused_then(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pushes.append(Push(7.0, "/push/bob", 2, True))

        self.found(spoil, self.PUSHES)

    def test_a_push_to_somebody_elses_device(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pushes.append(Push(7.0, "/push/bob", 3, False))

        self.found(spoil, self.PUSHES)

    def test_a_push_of_nothing(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pushes.append(Push(7.0, "/push/bob", 4_000, False))

        self.found(spoil, self.PUSHES)

    def test_pushes_that_never_come(self) -> None:
        self.found(lambda records, store: records.pushes.clear(), self.PUSHES)

    def test_a_limit_of_guesses_for_each_node(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.guesses += [replace(guess(20 + at, 401), place="node2") for at in range(10)]

        self.found(spoil, self.GUESSES)

    def test_one_guess_too_many(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.guesses.append(guess(95, 401))

        self.found(spoil, self.GUESSES)

    def test_an_owner_that_forgives_guesses(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.guesses[-17:] = [guess(84 + at, 401 if at < 8 else 429) for at in range(17)]

        self.found(spoil, self.GUESSES)

    def test_guesses_that_are_never_checked(self) -> None:
        self.found(lambda records, store: records.guesses.clear(), self.GUESSES)

    def test_an_acknowledged_score_that_is_lost(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows[2] = replace(store.rows[2], score_id="another")

        self.found(spoil, self.KEPT)

    def test_a_journal_that_lost_its_end(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows.pop()

        self.found(spoil, self.KEPT, self.RANKS)

    def test_a_score_that_is_there_twice(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows.append(row(6, 1, 400, "a2"))

        self.found(spoil, self.KEPT)

    def test_a_score_with_another_value(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows[2] = replace(store.rows[2], value=300)

        self.found(spoil, self.KEPT)

    def test_a_score_answered_before_it_is_in_the_journal(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.scores[3].version = 2

        self.found(spoil, self.KEPT)

    def test_a_score_that_is_never_acknowledged(self) -> None:
        self.found(lambda records, store: records.unanswered.append("a3 of ann"), self.KEPT)

    def test_a_replayed_score_that_is_lost(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows[3] = replace(store.rows[3], score_id="another")

        self.found(spoil, self.KEPT, self.REPLAYS)

    def test_a_replayed_score_that_is_there_twice(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows.append(row(6, 2, 70, "r1", board=8, flags=VERIFIED))
            store.runs.append(replace(store.runs[0], sequence=6))

        self.found(spoil, self.KEPT, self.REPLAYS)

    def test_a_run_that_counts_twice_under_two_ids(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows.append(row(6, 1, 70, "r3", board=8, flags=VERIFIED))
            store.runs.append(replace(store.runs[0], player=1, sequence=6))
            records.scores.append(replayed("ann", "r3", RUNS[0], 6, 2, entry(1, "ann", 80, 5), 9.0))

        self.found(spoil, self.REPLAYS)

    def test_a_replayed_score_that_is_not_answered_as_verified(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            again = replayed("bob", "r1", RUNS[0], 5, 2, entry(2, "bob", 70, 4), 9.0)
            records.scores.append(replace(again, is_repeat=True, verification=""))

        self.found(spoil, self.REPLAYS)

    def test_a_run_with_a_ticket_that_is_not_answered_as_live(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            made = records.scores[5]
            assert isinstance(made, ReplayedAttempt)
            made.verification = "verified"

        self.found(spoil, self.REPLAYS)

    def test_a_replayed_score_that_is_not_verified_in_the_journal(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows[3] = replace(store.rows[3], flags=0)

        self.found(spoil, self.REPLAYS)

    def test_a_run_with_a_ticket_that_is_not_live_in_the_journal(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows[4] = replace(store.rows[4], flags=VERIFIED)

        self.found(spoil, self.REPLAYS)

    def test_a_run_that_is_not_kept_as_what_it_is(self) -> None:
        for changes in ({"verification": 0}, {"trace": 1}, {"trace": None}, {"value": 71}, {"sequence": 3}):
            def spoil(records: Records, store: Store) -> None:
                store.runs[0] = replace(store.runs[0], **changes)

            with self.subTest(changes):
                self.found(spoil, self.REPLAYS)

    def test_a_run_that_is_missing(self) -> None:
        self.found(lambda records, store: store.runs.__delitem__(0), self.REPLAYS)

    def test_a_forged_score_that_counts(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows.append(row(6, 1, 90, "f0", board=8, flags=VERIFIED))

        self.found(spoil, self.REPLAYS)

    def test_a_score_without_a_log_that_counts(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows.append(row(6, 1, 90, "x", board=8))

        self.found(spoil, self.REPLAYS)

    def test_a_score_that_nobody_sent(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows.append(row(6, 1, 90, "x", board=8, flags=VERIFIED))

        self.found(spoil, self.REPLAYS)

    def test_a_forged_score_that_is_acknowledged(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.forged.append(replace(records.forged[0], status=200, problem=""))

        self.found(spoil, self.REPLAYS)

    def test_a_forged_score_that_is_refused_for_something_else(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.forged.append(replace(records.forged[0], status=422, problem="replay-unreadable"))

        self.found(spoil, self.REPLAYS)

    def test_a_forgery_that_is_never_tried(self) -> None:
        for forgery in FORGERIES:
            def spoil(records: Records, store: Store) -> None:
                records.forged = [one for one in records.forged if one.forgery != forgery]

            with self.subTest(forgery):
                self.found(spoil, self.REPLAYS)

    def test_a_forgery_that_is_never_settled(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.forged = [one for one in records.forged if one.status == 503 or one.forgery != USED_TICKET]

        self.found(spoil, self.REPLAYS)

    def test_a_run_without_tickets(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.scores[5].status = 503

        self.found(spoil, self.REPLAYS)

    def test_a_challenge_that_is_there_twice(self) -> None:
        self.found(lambda records, store: store.challenge_keys.append((1, "k1")), self.CHALLENGES)

    def test_a_challenge_that_is_answered_as_two(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(challenge("k1", "C:_3"))

        self.found(spoil, self.CHALLENGES)

    def test_a_challenge_that_is_lost(self) -> None:
        self.found(lambda records, store: store.challenge_keys.remove((1, "k2")), self.CHALLENGES)

    def test_a_run_in_which_no_challenge_is_sent_again(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            again = [one for one in records.others if isinstance(one, ChallengeAttempt) and one.is_done][1]
            records.others.remove(again)

        self.found(spoil, self.CHALLENGES)

    def test_a_challenge_whose_key_is_taken_for_anothers(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(replace(challenge("k1", ""), status=409, problem="key-reused"))

        self.found(spoil, self.REFUSED)

    def test_progress_that_is_lost(self) -> None:
        self.found(lambda records, store: store.progress.__delitem__(0), self.PROGRESS)

    def test_progress_that_is_not_what_was_acknowledged(self) -> None:
        for index, changes in [
            # Less than was acknowledged; more than was sent; earned without 100 percent, or twice, or never.
            (0, {"percent": 30.5}), (0, {"percent": 41.0}), (0, {"times_earned": 1}), (1, {"times_earned": 2}),
            (1, {"times_earned": 0}),
            # An acknowledged report that was lost, and one that counted twice.
            (2, {"times_earned": 1}), (2, {"times_earned": 4}),
        ]:
            def spoil(records: Records, store: Store) -> None:
                store.progress[index] = replace(store.progress[index], **changes)  # type: ignore[arg-type]

            with self.subTest(changes, index=index):
                self.found(spoil, self.PROGRESS)

    def test_a_report_that_was_never_acknowledged_may_count(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.progress[2] = replace(store.progress[2], times_earned=3)

        self.found(spoil)

    def test_progress_that_is_answered_with_less(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(report("FirstRun", 35, "", 30))

        self.found(spoil, self.PROGRESS)

    def test_a_report_that_is_in_the_journal_twice(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows += [row(at, 1, 0, "p2", board=0, kind=ACHIEVEMENT) for at in (6, 7)]

        self.found(spoil, self.PROGRESS)

    def test_a_run_without_reports_of_a_kind(self) -> None:
        for has_id in (True, False):
            def spoil(records: Records, store: Store) -> None:
                for one in records.others:
                    if isinstance(one, ReportAttempt) and bool(one.report_id) == has_id:
                        one.status = 503

            with self.subTest(has_id=has_id):
                self.found(spoil, self.PROGRESS)

    def test_a_report_that_is_refused(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(replace(report("Limbo", 5, "p1", 0), status=409, problem="score-id-reused"))

        self.found(spoil, self.REFUSED)

    def test_a_match_that_is_not_as_it_was_acknowledged(self) -> None:
        for changes in [
            # The last turn is lost; one in the middle; one counts twice; another one's data.
            {"turns": 2, "version": 4, "data": turn_data(31, 2)}, {"turns": 2}, {"turns": 4, "version": 6},
            {"turns": 4}, {"version": 6}, {"data": turn_data(31, 2)}, {"data": b""}, {"group": 34},
        ]:
            def spoil(records: Records, store: Store) -> None:
                store.matches[0] = replace(store.matches[0], **changes)  # type: ignore[arg-type]

            with self.subTest(changes):
                self.found(spoil, self.TURNS)

    def test_a_turn_that_was_never_acknowledged_is_there_once_or_not(self) -> None:
        for turns, version, checks in [
            (1, 3, []), (2, 4, []), (3, 5, [self.TURNS]), (2, 3, [self.TURNS]), (1, 4, [self.TURNS]),
        ]:
            def spoil(records: Records, store: Store) -> None:
                store.matches[1] = KeptMatch(32, version, turns, turn_data(32, turns))

            with self.subTest(turns=turns, version=version):
                self.found(spoil, *checks)

    def test_turns_in_two_matches(self) -> None:
        self.found(lambda records, store: store.matches.append(KeptMatch(31, 3, 1, turn_data(31, 1))), self.TURNS)

    def test_a_match_that_was_created_and_is_lost(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(write(35, 0, 0, 1))

        self.found(spoil, self.TURNS)

    def test_a_write_to_a_match_that_is_answered_as_another_one(self) -> None:
        for changes in ({"version": 3}, {"version": 5}, {"match": "M:_99"}):
            def spoil(records: Records, store: Store) -> None:
                at = records.others.index(write(31, 2, 3, 4))
                records.others[at] = replace(records.others[at], **changes)

            with self.subTest(changes):
                self.found(spoil, self.TURNS)

    def test_a_turn_that_is_sent_again_and_answered_with_the_past(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(write(31, 3, 4, 4, is_repeat=True))

        self.found(spoil, self.TURNS)

    def test_a_turn_that_is_refused(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(replace(write(32, 2, 3, 0), status=409, problem="not-your-turn"))

        self.found(spoil, self.REFUSED)

    def test_a_run_without_turns(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others = [one for one in records.others if not isinstance(one, MatchAttempt)]

        self.found(spoil, self.TURNS)

    def test_a_run_in_which_no_write_to_a_match_is_sent_again(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others = [
                one for one in records.others if not isinstance(one, MatchAttempt) or not one.is_repeat
            ]

        self.found(spoil, self.TURNS)

    def test_an_epoch_with_two_owners(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.ownerships.append(Ownership(79.0, "node3", 1))

        # Whoever guessed in between counts for one owner less.
        self.found(spoil, self.EPOCHS)

    def test_an_epoch_that_two_processes_of_a_node_take(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.ownerships.append(Ownership(81.0, "node3", 4))

        self.found(spoil, self.EPOCHS)

    def test_a_node_that_answers_in_anothers_epoch(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.ownerships.append(Ownership(80.2, "node1", 2, True))

        self.found(spoil, self.EPOCHS)

    def test_a_node_that_answers_in_an_epoch_that_nobody_took(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.ownerships.append(Ownership(90.0, "node1", 9, True))

        self.found(spoil, self.EPOCHS)

    def test_epochs_that_go_back_from_node_to_node(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.ownerships += [Ownership(79.9, "node3", 5), Ownership(80.05, "node3", 5, True)]

        self.found(spoil, self.EPOCHS)

    def test_epochs_that_go_back_in_a_node(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.ownerships.insert(0, Ownership(-6.0, "node1", 7))

        self.found(spoil, self.EPOCHS)

    def test_logs_that_say_nothing_of_owners(self) -> None:
        # Guesses seem to be those of one owner then.
        self.found(lambda records, store: records.ownerships.clear(), self.EPOCHS, self.GUESSES)

    def test_logs_that_say_nothing_of_answers(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.ownerships = [one for one in records.ownerships if not one.is_answering]

        self.found(spoil, self.EPOCHS)

    def test_a_gap(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows.append(row(7, 1, 1, "a9"))

        self.found(spoil, self.JOURNAL)

    def test_a_time_that_goes_back(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows[2] = replace(store.rows[2], time=store.rows[1].time - 1)

        self.found(spoil, self.JOURNAL)

    def test_a_rank_of_a_score(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.scores[1].entry = entry(2, "bob", 600, 2)

        self.found(spoil, self.RANKS)

    def test_a_total(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pages[0].total = 3

        self.found(spoil, self.RANKS)

    def test_a_page_in_the_wrong_order(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pages[1].entries = records.pages[1].entries[::-1]

        self.found(spoil, self.RANKS)

    def test_a_page_that_lacks_an_entry(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pages[1].entries = records.pages[1].entries[:1]

        self.found(spoil, self.RANKS)

    def test_an_own_entry_of_the_past(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pages[0].local = entry(1, "ann", 500, 1)

        self.found(spoil, self.RANKS)

    def test_a_page_around_a_player_without_them(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pages[0].first, records.pages[0].count = 0, 1
            records.pages[0].entries = records.pages[0].entries[:1]

        self.found(spoil, self.RANKS)

    def test_a_version_that_the_journal_never_had(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pages[1].version = 9

        self.found(spoil, self.RANKS)

    def test_a_removed_score_that_still_ranks(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows.append(replace(row(6, 1, 0, "", previous=1), kind=3))
            records.pages.append(replace(records.pages[1], version=6))

        self.found(spoil, self.RANKS)

    def test_a_stale_read(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            ann = entry(1, "ann", 500, 1)
            records.pages.append(page(2.1, 1, [ann], ann))

        self.found(spoil, self.FRESH)

    def test_a_score_answered_at_a_stale_version(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            own = entry(1, "ann", 500, 1)
            records.scores.append(replace(score("ann", "a1", 500, 1, 1, own, 9.0), is_repeat=True))

        self.found(spoil, self.FRESH)

    def test_a_stream_greeted_with_a_stale_version(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.streams["bob"][1].heard[0] = Heard(4.3, "leaderboard", 2, BOARD)

        self.found(spoil, self.FRESH)

    def test_a_version_that_goes_back_in_a_stream(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            heard = records.streams["bob"][0].heard
            heard += [Heard(2.3, "leaderboard", 2, BOARD), Heard(2.4, "leaderboard", 1, BOARD)]

        self.found(spoil, self.FRESH)

    def test_a_notice_that_never_came(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.notices.append(Notice(3_000, 2, 3, 1, 0, "lost between two nodes"))

        self.found(spoil, self.ARRIVE)

    def test_a_notice_that_came_twice(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.streams["bob"][1].heard.insert(0, Heard(4.25, "notice", 2))

        self.found(spoil, self.ARRIVE)

    def test_notices_out_of_order(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.notices.append(Notice(5, 2, 3, 1, 0, "another"))
            records.streams["bob"][1].heard.insert(1, Heard(4.9, "notice", 5))

        self.found(spoil, self.ARRIVE)

    def test_a_notice_that_the_store_does_not_have(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            del store.notices[3]

        # It was the only challenge.
        self.found(spoil, self.ARRIVE, self.EVENTS, self.PUSHES, self.SOMETHING)

    def test_a_stream_that_never_came_to_be(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.streams["ann"] = [StreamPart("ann", "node1", 1.0, None)]

        self.found(spoil, self.ARRIVE)

    def test_one_notice_under_two_ids(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.notices.append(Notice(5, 1, 2, 2, 0, "accepted"))

        self.found(spoil, self.WRITTEN)

    def test_a_request_that_is_told_twice(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.notices.append(Notice(5, 2, 1, 1, 0, "asked a second later"))
            records.streams["bob"][1].heard.append(Heard(6, "notice", 5))

        self.found(spoil, self.WRITTEN)

    def test_a_request_that_is_never_told(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.notices[1] = replace(store.notices[1], kind=5)

        self.found(spoil, self.WRITTEN)

    def test_a_friendship_that_is_lost(self) -> None:
        self.found(lambda records, store: store.friendships.remove((2, 1)), self.WRITTEN)

    def test_a_player_that_is_lost(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.signed_up.append("eve")

        self.found(spoil, self.ACCOUNTS)

    def test_a_live_session_that_is_refused(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(Attempt("challenge", "node3", "ann", 1, 2, 401, "unauthenticated"))

        self.found(spoil, self.ACCOUNTS)

    def test_a_token_that_works_too_long(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.token_uses.append(TokenUse("me", "node3", "ann", 6.05, 6.1, 200, token="t1"))

        self.found(spoil, self.TOKENS)

    def test_two_outcomes(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.scores.append(replace(records.scores[3], outcome="another", end=3.9))

        self.found(spoil, self.OUTCOMES)

    def test_a_score_that_counts_twice_by_its_answers(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.scores += [replace(records.scores[3], is_repeat=False, end=end) for end in (3.8, 3.9)]

        self.found(spoil, self.OUTCOMES)

    def test_a_score_that_is_refused_after_all(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.scores.append(replace(records.scores[3], status=409, problem="score-id-reused"))

        self.found(spoil, self.OUTCOMES)

    def test_an_acknowledgement_without_a_standby(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            bob = entry(1, "bob", 600, 2)
            store.rows.append(row(6, 2, 1, "b2"))
            records.scores.append(score("bob", "b2", 1, 6, 2, bob, 12.0))

        self.found(spoil, self.SILENCE)

    def test_a_row_that_the_model_does_not_know(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.rows.append(replace(row(6, 1, 0, "", previous=1), kind=6))
            records.pages.append(replace(records.pages[1], version=6))

        self.found(spoil, self.RANKS)

    def test_a_page_that_is_refused(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.pages.append(replace(records.pages[1], status=404, problem="unknown-leaderboard"))

        self.found(spoil, self.REFUSED)

    def test_a_friend_request_that_is_refused(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(Attempt("friend request", "node3", "ann", 1, 2, 404, "unknown-player"))

        self.found(spoil, self.REFUSED)

    def test_a_request_that_is_gone_when_it_is_accepted(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(Attempt("accept", "node3", "bob", 1, 2, 404, "not-found"))

        self.found(spoil, self.REFUSED)

    def test_a_challenge_that_is_refused(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.others.append(Attempt("challenge", "node3", "ann", 1, 2, 404, "unknown-leaderboard"))

        self.found(spoil, self.REFUSED)

    def test_a_run_without_scores(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            for one in records.scores:
                one.status = 503

        self.found(spoil, self.SOMETHING, self.REPLAYS)

    def test_a_run_without_repeats(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.scores[3].is_repeat = False

        self.found(spoil, self.SOMETHING)

    def test_a_run_without_pages(self) -> None:
        self.found(lambda records, store: records.pages.clear(), self.SOMETHING)

    def test_a_run_without_faults(self) -> None:
        self.found(lambda records, store: records.faults.clear(), self.SOMETHING)

    def test_a_run_without_friendships(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            records.friend_requests[0].is_accepted = False

        self.found(spoil, self.SOMETHING)

    def test_a_run_without_notices_on_streams(self) -> None:
        self.found(lambda records, store: records.streams.clear(), self.SOMETHING)

    def test_a_run_in_which_no_ended_token_is_used(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            # Too early: it might still have worked.
            records.token_uses[1].begin = 5.9

        self.found(spoil, self.SOMETHING)

    def test_a_run_in_which_no_challenge_is_completed(self) -> None:
        def spoil(records: Records, store: Store) -> None:
            store.notices.pop()
            records.deliveries.pop()

        self.found(spoil, self.SOMETHING)


class Nowhere(Client):
    """Nobody answers."""

    async def call(
        self, place: str, method: str, path: str, token: str | None = None, body: Any = None, timeout: float = 5
    ) -> Reply:
        raise NoAnswer("nobody is there")


class LoadTests(unittest.TestCase):
    def test_what_ends_a_kind_of_load_is_a_mistake(self) -> None:
        async def run() -> Load:
            load = Load(Nowhere({PROXY: ("", 0)}), 1, 100, 0, 300)
            # Nobody has signed up, so scores, probes, meetings, visits and reports can't be made; joining and guessing
            # can. There are no matches yet.
            load.start()
            await asyncio.sleep(0.01)
            await load.stop(0)
            await load.end()
            return load

        load = asyncio.run(run())
        self.assertEqual(len(load.mistakes), 5, load.mistakes)
        for mistake in load.mistakes:
            self.assertRegex(mistake, "IndexError|ValueError")
        self.assertGreater(load.records.seconds, 0)
        self.assertTrue(load.records.guesses)


class Referee(Client):
    """A server that plays replays again as the simulator in replays.py does, and refuses what is forged."""

    def __init__(self) -> None:
        super().__init__({PROXY: ("", 0)})
        # By the tickets, whose they are and what their runs begin with.
        self.tickets: dict[bytes, tuple[str, int]] = {}
        self.seeds = 0
        self.used: set[bytes] = set()
        self.played: set[tuple[int, bytes]] = set()

    async def call(
        self, place: str, method: str, path: str, token: str | None = None, body: Any = None, timeout: float = 5
    ) -> Reply:
        if path.partition("?")[0].endswith("/tickets"):
            self.seeds += 1
            ticket = f"ticket {self.seeds}".encode()
            self.tickets[ticket] = (str(token), self.seeds)
            return Reply(201, {"seed": self.seeds, "ticket": base64.b64encode(ticket).decode()}, {})
        problem, verification = self.judge(str(token), body)
        if problem:
            return Reply(422, {"type": f"https://example.com/{problem}"}, {})
        answer = {"score": {"verification": verification}, "isNewBest": True, "challengesCompleted": []}
        return Reply(200, answer | {"version": 1, "total": 1, "entry": None, "isRepeat": False}, {})

    def judge(self, player: str, body: dict[str, Any]) -> tuple[str, str]:
        """The problem, or what is said of the run."""
        if "replay" not in body:
            return "replay-required", ""
        log = base64.b64decode(body["replay"])
        seed, count = struct.unpack("<QB", log[5:14])
        ticket, payload = log[14 : 14 + count], log[14 + count :]
        if log[:5] != b"LRUN\x01" or len(payload) != 8:
            return ("replay-unfinished" if len(payload) < 8 else "replay-past-end"), ""
        if struct.unpack("<q", payload) != (body["value"],):
            return "replay-score-differs", ""
        if ticket and self.tickets[ticket] != (player, seed):
            return "ticket-invalid", ""
        if ticket in self.used:
            return "ticket-used", ""
        if (seed, payload) in self.played:
            return "replay-reused", ""
        self.used |= {ticket} if ticket else set()
        self.played.add((seed, payload))
        return "", "live" if ticket else "verified"


class ReplayLoadTests(unittest.TestCase):
    def test_honest_runs_count_and_each_forgery_is_one(self) -> None:
        async def run() -> Load:
            load = Load(Referee(), 1, 100, 0, 300)
            load.replayed_board = REPLAYED
            load.players = [Player("ann", "token of ann", "1"), Player("bob", "token of bob", "2")]
            # Nobody loses track: the referee knows no IDs.
            with patch.object(load, "_lose_track", AsyncMock()):
                for _ in range(300):
                    load._play()
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)
                await load.stop(0)
            await load.end()
            return load

        load = asyncio.run(run())
        self.assertEqual(load.mistakes, [])
        records = load.records
        self.assertEqual(records.unanswered, [])
        said = {one.verification for one in records.scores if isinstance(one, ReplayedAttempt)}
        self.assertEqual(said, {"verified", "live"})
        self.assertEqual({one.status for one in records.scores}, {200})
        self.assertEqual({one.forgery for one in records.forged}, FORGERIES.keys())
        for one in records.forged:
            self.assertEqual((one.status, one.problem), (422, one.expected), one.forgery)

    def test_a_log_is_what_the_documentation_says(self) -> None:
        log = base64.b64decode(Run(258, 7, b"tick").log())
        self.assertEqual(log, b"LRUN\x01" + bytes([2, 1, 0, 0, 0, 0, 0, 0, 4]) + b"tick" + bytes([7] + [0] * 7))

    def test_a_trace_has_a_sign(self) -> None:
        self.assertEqual(Run(0, 7).trace, 7)
        self.assertEqual(Run(1, 0).trace, 0x9E37_79B9_7F4A_7C15 - (1 << 64))


class Host(Client):
    """A server with challenges, achievements and matches, whose answers are lost now and then."""

    def __init__(self, knows_repeats: bool) -> None:
        super().__init__({PROXY: ("", 0)})
        # Otherwise it takes what comes again for something new.
        self.knows_repeats = knows_repeats
        self.random = random.Random(1)
        self.sent: list[tuple[int, str]] = []
        self.progress: dict[tuple[int, str], KeptProgress] = {}
        self.reports: set[str] = set()
        self.matches: dict[int, KeptMatch] = {}
        # What was written by a key.
        self.written: dict[str, int] = {}

    async def call(
        self, place: str, method: str, path: str, token: str | None = None, body: Any = None, timeout: float = 5
    ) -> Reply:
        await asyncio.sleep(0)
        # Behind the game.
        what, *rest = path.partition("?")[0].split("/")[4:]
        answers = {"challenges": self.challenge, "achievements": self.report, "matches": self.write}
        reply = answers[what](rest, int(token or 0), body)
        if self.random.random() < 0.2:
            raise NoAnswer("lost")
        return reply

    def challenge(self, rest: list[str], player: int, body: dict[str, Any]) -> Reply:
        sent = (player, body["key"])
        if not self.knows_repeats or sent not in self.sent:
            self.sent.append(sent)
        number = max(index for index, one in enumerate(self.sent) if one == sent)
        return Reply(201, {"challenges": [{"id": f"C:_{number}", "isNew": True}]}, {})

    def write(self, rest: list[str], player: int, body: dict[str, Any]) -> Reply:
        group = int(rest[0].removeprefix("M:_")) if rest else body["group"]
        match = self.matches.get(group, KeptMatch(group, 0, 0, b""))
        if not self.knows_repeats or body["key"] not in self.written:
            if body.get("version", match.version) != match.version:
                return Reply(409, {"type": "https://example.com/not-your-turn"}, {})
            data = base64.b64decode(body["data"]) if rest else match.data
            match = KeptMatch(group, match.version + 1, match.turns + len(rest[1:]), data)
            self.matches[group] = match
            self.written[body["key"]] = group
        return Reply(200, {"id": f"M:_{group}", "version": match.version}, {})

    def report(self, rest: list[str], player: int, body: dict[str, Any]) -> Reply:
        [report] = body["achievements"]
        key, sent = (player, report["id"]), report.get("reportID", "")
        kept = self.progress.get(key, KeptProgress(*key, 0, 0, report["id"] == REPEATED))
        if not self.knows_repeats or sent not in self.reports:
            earns = report["percentComplete"] == 100 and (kept.is_repeatable or not kept.times_earned)
            most = max(kept.percent, report["percentComplete"])
            kept = replace(kept, percent=most, times_earned=kept.times_earned + earns)
            self.progress[key] = kept
            self.reports |= {sent} if sent else set()
        return Reply(200, {"results": [{"progress": {"percentComplete": kept.percent}}]}, {})


class RepeatLoadTests(unittest.TestCase):
    def found(self, knows_repeats: bool) -> tuple[set[str], Load]:
        """The checks that speak, and the load."""
        host, soon = Host(knows_repeats), asyncio.sleep

        async def run() -> Load:
            load = Load(host, 1, 100, 0, 300)
            load.has_matches, load.repeated_achievement = True, REPEATED
            load.players = [Player(alias, str(number), alias) for number, alias in self.PLAYERS.items()]
            ann, bob, *_ = load.players
            with patch("asyncio.sleep", lambda seconds: soon(0)):
                for _ in range(600):
                    load._progress()
                    load._sit_down()
                    load._spawn(load._challenge(ann, bob))
                    await soon(0)
                await load.stop(60)
            await load.end()
            return load

        load = asyncio.run(run())
        _, store = clean()
        store.players, store.rows = self.PLAYERS, []
        store.challenge_keys, store.progress = host.sent, list(host.progress.values())
        store.matches = list(host.matches.values())
        load.records.seconds = 300
        checks = [getattr(Defective, name) for name in ("CHALLENGES", "PROGRESS", "TURNS", "REFUSED")]
        return {name for name in checks if list(CHECKS[name](load.records, store))}, load

    PLAYERS = {1: "ann", 2: "bob", 3: "cyd", 4: "dan"}

    def test_what_is_sent_again_counts_once(self) -> None:
        found, load = self.found(knows_repeats=True)
        self.assertEqual(found, set())
        self.assertEqual(load.mistakes, [])
        self.assertEqual(load.records.unanswered, [])
        done = [one for one in load.records.others if isinstance(one, MatchAttempt) and one.is_done]
        self.assertGreater(len({one.group for one in done if one.what == "match end"}), 5)

    def test_a_server_that_knows_no_repeats_is_found(self) -> None:
        found, _ = self.found(knows_repeats=False)
        self.assertEqual(found, {Defective.CHALLENGES, Defective.PROGRESS, Defective.TURNS, Defective.REFUSED})


class Bytes(unittest.TestCase):
    def test_both_databases_are_read(self) -> None:
        for cell, expected in [("\\x00ff", b"\0\xff"), ("00ff", b"\0\xff"), ("\\x", b""), ("", b"")]:
            self.assertEqual(blob(cell), expected)
        self.assertEqual(percent(struct.unpack("<q", struct.pack("<d", 33.125))[0]), 33.125)


class Upgrades(unittest.TestCase):
    """Which release a node is started with."""

    def cluster(self, **environment: str) -> Cluster:
        variables = {"CLUSTER": "/nowhere", "PORT": "1", "LAUREL": "new", "LAUREL_OPTIONS": "--budget off"}
        with patch.dict(os.environ, variables | environment):
            return Cluster()

    def started(self, cluster: Cluster, make: Any) -> list[tuple[str, str, str]]:
        """The nodes that a fault starts, their programs and their options."""
        starts: list[tuple[str, str, str]] = []

        async def execute(words: list[str], environment: dict[str, str]) -> str:
            if words[1] == "revive":
                starts.append((words[2], environment["LAUREL"], environment["LAUREL_OPTIONS"]))
            return ""

        variables = {"LAUREL": "new", "LAUREL_OPTIONS": "--budget off"}
        with (
            patch.dict(os.environ, variables), patch("cluster.execute", execute), patch("faults.hold", AsyncMock()),
            patch.object(cluster, "settle", AsyncMock()), patch.object(cluster, "await_order", AsyncMock()),
            patch.object(Cluster, "owner", "node2"),
        ):
            asyncio.run(make(cluster))
        return starts

    def test_nodes_are_of_the_release_before_until_they_are_upgraded(self) -> None:
        async def make(cluster: Cluster) -> None:
            await cluster.run("revive", "node1")
            await faults.upgrade(cluster, random.Random(1), Fault("upgrade", 0))
            await cluster.run("revive", "node1")

        new = [(node, "new", "--budget off") for node in ("node1", "node3", "node2", "node1")]
        for variables, before in [
            ({"LEVEL_BEFORE": "1"}, ("node1", "new", "--budget off --node-level 1")),
            ({"BEFORE": "old", "LEVEL_BEFORE": ""}, ("node1", "old", "--budget off")),
        ]:
            cluster = self.cluster(**variables)
            self.assertEqual(cluster.old_nodes, set(NODES))
            self.assertEqual(self.started(cluster, make), [before, *new])
            self.assertEqual(cluster.old_nodes, set())
        cluster = self.cluster(BEFORE="", LEVEL_BEFORE="")
        self.assertEqual(self.started(cluster, lambda cluster: cluster.run("revive", "node1")), new[:1])

    def test_one_goes_back_and_is_upgraded_again(self) -> None:
        cluster = self.cluster(BEFORE="old")
        cluster.old_nodes.clear()
        fault = Fault("go-back", 0)
        starts = self.started(cluster, lambda cluster: faults.go_back(cluster, random.Random(1), fault))
        self.assertEqual([program for _, program, _ in starts], ["old", "new"])
        self.assertEqual(len({node for node, _, _ in starts}), 1)
        self.assertEqual(cluster.old_nodes, set())

    def raising(self, levels: list[tuple[int, int]], takes: bool = False, level_before: str | None = "1") -> Mock:
        cluster = Mock(
            level_before=level_before, levels=AsyncMock(side_effect=levels), raise_level=AsyncMock(),
            takes_what_is_new=AsyncMock(return_value=takes), await_what_is_new=AsyncMock(),
        )
        with patch("faults.hold", AsyncMock()):
            asyncio.run(faults.raise_level(cluster, random.Random(1), Fault("raise", 0)))
        return cluster

    def test_the_level_is_raised(self) -> None:
        cluster = self.raising([(1, 2), (2, 2)])
        cluster.raise_level.assert_awaited_once()
        cluster.await_what_is_new.assert_awaited_once()
        self.assertEqual(cluster.takes_what_is_new.await_count, len(NODES))
        # A real release before may speak the same level.
        self.raising([(2, 2), (2, 2)], takes=True, level_before=None).await_what_is_new.assert_awaited_once()

    def test_what_is_new_works_before_the_level_is_raised(self) -> None:
        with self.assertRaisesRegex(Broken, "node1 takes what came with level 2 while the store has level 1"):
            self.raising([(1, 2), (2, 2)], takes=True)

    def test_the_level_stays(self) -> None:
        with self.assertRaisesRegex(Broken, "level 1 after it was raised to 2"):
            self.raising([(1, 2), (1, 2)])

    def test_a_level_before_that_is_not_the_one_before(self) -> None:
        for levels in ((1, 3), (2, 2)):
            with self.assertRaisesRegex(Broken, "isn't the one before"):
                self.raising([levels])

    def test_the_level_before_is_the_one_before_the_latest(self) -> None:
        root = Path(__file__).parents[2]
        source = (root / "Sources" / "API" / "System" / "StoreLevel.swift").read_text()
        [level] = re.findall(r"^export LEVEL_BEFORE=(\d+)$", (root / "scripts" / "cluster-test").read_text(), re.M)
        levels = sorted(int(number) for number in re.findall(r"^    case \w+ = (\d+)$", source, re.M))
        self.assertEqual(int(level), levels[-2])

    def asked(self, *replies: Reply | NoAnswer) -> bool:
        cluster = self.cluster()
        with patch.object(Client, "call", AsyncMock(side_effect=replies)):
            return asyncio.run(cluster.takes_what_is_new("node1", "com.example.hop"))

    def test_a_node_takes_what_is_new_or_says_why_not(self) -> None:
        signed_up = Reply(201, {"token": "t"}, {})
        self.assertTrue(self.asked(signed_up, Reply(200, {"id": "M:_1"}, {})))
        text = "This works once the operator has typed “laurel cluster raise”."
        self.assertFalse(self.asked(signed_up, Reply(503, {"detail": text}, {})))
        self.assertFalse(self.asked(signed_up, Reply(404, {}, {})))
        for replies in (
            [signed_up, Reply(503, {"detail": "Nobody owns the store."}, {})], [signed_up, NoAnswer("lost")],
            [Reply(409, {}, {})],
        ):
            with self.assertRaises(Broken):
                self.asked(*replies)

    def test_a_node_that_goes_on_refusing(self) -> None:
        cluster = self.cluster()
        with (
            patch.object(cluster, "takes_what_is_new", AsyncMock(return_value=False)),
            patch("cluster.LEVEL_LIMIT", -1), self.assertRaisesRegex(Broken, "node1 still refuses"),
        ):
            asyncio.run(cluster.await_what_is_new("com.example.hop"))


class FullRun(unittest.TestCase):
    """What a run without --faults must have made."""

    LEFT_OUT = {"cut-peers": "it's raining", "clock": "faketime isn't there"}

    def test_what_is_left_out_counts_as_failed(self) -> None:
        found = main.shortfalls(5, 3, self.LEFT_OUT, True)
        self.assertEqual(len(found), 2)
        self.assertRegex(found[0], "faketime isn't there .*ALLOW_MISSING=1.*: clock")
        with patch("main.MAY_LACK", True):
            self.assertEqual(main.shortfalls(5, 3, self.LEFT_OUT, True), [])

    def test_a_long_run_with_few_faults(self) -> None:
        for minutes, count, failed in [(30, 49, 1), (45, 49, 1), (30, 50, 0), (29.9, 1, 0)]:
            self.assertEqual(len(main.shortfalls(minutes, count, {}, True)), failed, (minutes, count))
        with patch("main.MAY_LACK", True):
            self.assertEqual(len(main.shortfalls(30, 49, self.LEFT_OUT, True)), 1)

    def test_a_run_without_matches(self) -> None:
        self.assertEqual(len(main.shortfalls(5, 3, {}, False)), 1)

    def test_shortfalls_and_defects_fail_the_run(self) -> None:
        records, store = clean()
        load = Mock(records=records, replayed_board=REPLAYED, has_matches=True, mistakes=[])
        with contextlib.redirect_stdout(io.StringIO()) as output:
            self.assertEqual(main.judge([], load, store, []), 0)
            self.assertEqual(main.judge([], load, store, ["too few"]), 1)
        self.assertIn("FAILED   too few", output.getvalue())
        # 1, 2 and the end of the first match, and the first turn of the second one.
        self.assertIn("4 turns of 2 matches acknowledged", output.getvalue())
        store.matches.clear()
        with contextlib.redirect_stdout(io.StringIO()) as output:
            self.assertEqual(main.judge([], load, store, []), 1)
            load.has_matches = False
            self.assertEqual(main.judge([], load, store, []), 0)
        self.assertIn(f"took no matches: {main.TURNS}", output.getvalue())
        self.assertIn(main.TURNS, CHECKS)

    def test_an_upgrade_is_followed_by_its_end(self) -> None:
        first = [kind.name for kind in faults.KINDS if kind.is_first]
        self.assertEqual(first, ["upgrade", "go-back", "raise"])
        for names, expected in [
            (["go-back"], first), (["kill-owner", "upgrade"], ["kill-owner", *first]), (["clock"], ["clock"]),
        ]:
            self.assertEqual([kind.name for kind in main.wanted(Mock(faults=names))], expected)
        everything = main.wanted(Mock(faults=[]))
        self.assertEqual(everything, faults.KINDS)
        order = main.order(everything, random.Random(1))
        self.assertEqual([next(order).name for _ in first], first)
        self.assertFalse(any(next(order).is_first for _ in range(100)))

    def test_what_is_missing_is_said(self) -> None:
        def names(which: str | None, has_wires: bool, old_nodes: set[str]) -> set[str]:
            with patch("main.shutil.which", return_value=which):
                return set(main.missing(faults.KINDS, Mock(has_wires=has_wires, old_nodes=old_nodes)))

        self.assertEqual(names("/usr/bin/it", True, {"node1"}), set())
        self.assertEqual(names(None, True, {"node1"}), {"clock"})
        self.assertEqual(names("/usr/bin/it", False, {"node1"}), {"cut-store", "cut-peers", "cut-both"})
        self.assertEqual(names("/usr/bin/it", True, set()), {"upgrade", "go-back", "raise"})


class NodeLogs(unittest.TestCase):
    LINES = (
        '{"time":"2026-11-25T10:00:00.000Z","event":"store-owned","detail":"epoch 3"}\n'
        '{"time":"2026-11-25T10:00:00.500Z","event":"store-answered","detail":"epoch 3"}\n'
        '{"time":"2026-11-25T10:00:01.000Z","id":"x","method":"GET","status":200}\n'
        '{"time":"2026-11-25T10:00:02.000Z","event":"store-left","detail":"epoch 3"}\n'
    )

    def test_who_took_the_store_and_who_answers_is_read(self) -> None:
        found = ownerships("node2", self.LINES, 1_795_600_000)
        self.assertEqual([(one.node, one.epoch, one.is_answering) for one in found],
                         [("node2", 3, False), ("node2", 3, True)])
        self.assertEqual(found[1].time - found[0].time, 0.5)

    def test_a_log_that_grows_is_read_on(self) -> None:
        with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, {"CLUSTER": folder, "PORT": "1"}):
            cluster = Cluster()
            self.assertEqual(cluster.ownerships, [])
            (Path(folder) / "node1").mkdir()
            log = Path(folder) / "node1" / "log"
            lines = self.LINES.encode()
            for end in (10, 100, 160, len(lines)):
                log.write_bytes(lines[:end])
                whole = lines[:end].split(b"\n")[:-1]
                count = sum(b"store-owned" in line or b"store-answered" in line for line in whole)
                self.assertEqual(len(cluster.ownerships), count)
            log.write_bytes(lines + lines.replace(b"epoch 3", b"epoch 5"))
            self.assertEqual([one.epoch for one in cluster.ownerships], [3, 3, 5, 5])
            self.assertEqual(cluster.owner, "node1")


class LeftOut(unittest.TestCase):
    def test_without_replays_the_run_ends_or_says_what_it_leaves_out(self) -> None:
        cluster = Mock(make_replayed_board=AsyncMock(side_effect=Broken("this server has no wasmtime library")))
        with self.assertRaises(SystemExit) as end:
            asyncio.run(main.replayed_board(cluster, "com.example.hop"))
        self.assertRegex(str(end.exception.code), "no wasmtime library")
        with contextlib.redirect_stdout(io.StringIO()) as output, patch("main.MAY_LACK", True):
            self.assertEqual(asyncio.run(main.replayed_board(cluster, "com.example.hop")), "")
        self.assertEqual(
            output.getvalue(), f"Left out, because this server has no wasmtime library: {Defective.REPLAYS}\n"
        )
        self.assertIn(main.REPLAYS, CHECKS)

    def test_it_is_said_what_is_left_out_and_why(self) -> None:
        left_out = {kind.name: "it's raining" for kind in faults.KINDS if kind.needs_wires}
        with contextlib.redirect_stdout(io.StringIO()) as output:
            rest = remaining(faults.KINDS, left_out)
        self.assertEqual(output.getvalue(), "Left out, because it's raining: cut-store, cut-peers, cut-both\n")
        self.assertEqual(rest, [kind for kind in faults.KINDS if not kind.needs_wires])

    def test_nothing_left_ends_the_program(self) -> None:
        kinds = [kind for kind in one_server.KINDS if kind.needs]
        with patch("torture.shutil.which", return_value=None):
            left_out = asyncio.run(torture.missing(kinds))
        with contextlib.redirect_stdout(io.StringIO()), self.assertRaises(SystemExit) as end:
            remaining(kinds, left_out)
        # Text: it's printed, and the status is 1.
        self.assertRegex(str(end.exception.code), "^No fault is left .*strace isn't there.*faketime isn't there")

    def test_an_strace_that_may_not_attach(self) -> None:
        with (
            patch("torture.shutil.which", return_value="/usr/bin/it"),
            patch("torture.why_not_traced", return_value="Operation not permitted"),
        ):
            left_out = asyncio.run(torture.missing(one_server.KINDS))
        self.assertEqual(left_out.keys(), {kind.name for kind in one_server.KINDS if kind.needs == "strace"})
        self.assertIn("Operation not permitted", left_out["disk fails"])

    def test_what_is_left_out_counts_as_failed(self) -> None:
        made, left_out = [Fault("kill -9", 1, 2)], {"disk fails": "it's raining", "disk is full": "it's raining"}
        lines, failed = torture.summarize(made, left_out, may_lack=False)
        self.assertEqual(failed, 2)
        self.assertIn("0 times  FAILED: left out", lines[1])
        self.assertEqual(lines[3], "Left out, because it's raining.")
        self.assertIn("ALLOW_MISSING=1", lines[4])
        lines, failed = torture.summarize(made, left_out, may_lack=True)
        self.assertEqual(failed, 0)
        self.assertTrue(lines[1].endswith("0 times  left out"), lines)
        self.assertEqual(lines[3:], ["Left out, because it's raining."])


class Target(one_server.Server):
    """Stands in for a server that ends so; None: it goes on."""

    def __init__(self, folder: str, status: int | None) -> None:
        super().__init__("laurel", Path(folder) / "data", 0)
        self._status = status
        self.kills = 0

    async def ended(self, limit: float) -> int | None:
        return self._status

    async def kill(self) -> None:
        self.kills += 1

    async def terminate(self) -> None:
        pass


class Traced(unittest.TestCase):
    """What strace does to a server, and what it says."""

    def hurt(
        self, kind: str, status: int | None, said: str = "", tracer_status: int | None = None, record: str = "",
        seed: int = 1,
    ) -> tuple[Any, int]:
        """Returns the fault's note, and how often the server was killed by hand."""
        [make] = [one.make for one in one_server.KINDS if one.name == kind]
        tracer = Mock(returncode=tracer_status, wait=AsyncMock())
        with (
            tempfile.TemporaryDirectory() as folder, patch("one_server.strace", return_value=tracer) as strace,
            patch("one_server.CALL_LIMIT", 0),
        ):
            (Path(folder) / "strace.log").write_text(said)
            (Path(folder) / "strace.record").write_text(record)
            (Path(folder) / "data" / "cache").mkdir(parents=True)
            (Path(folder) / "data" / "cache" / "scores-7-production.snapshot").touch()
            server = Target(folder, status)
            try:
                note = asyncio.run(make(server, random.Random(seed)))  # type: ignore[arg-type]
            finally:
                self.traced = strace.call_args.args
        tracer.terminate.assert_called_once()
        return note, server.kills

    AT = "kill when the log is flushed"
    FAILED = "71 pwrite64(3, \"…\", 512, 0) = -1 EIO (Input/output error) (INJECTED)\n"
    DISK = ["disk is full", "disk fails", "disk can't be read", "mark can't be written", "snapshot can't be written"]

    def test_a_point_that_is_reached(self) -> None:
        self.assertEqual(self.hurt(self.AT, -signal.SIGKILL), ("", 0))

    def test_a_point_that_is_not_reached(self) -> None:
        self.assertEqual(self.hurt(self.AT, None), (one_server.NOT_REACHED, 1))

    def test_a_server_that_ends_by_itself_before(self) -> None:
        with self.assertRaisesRegex(one_server.Broken, "ended by itself with -11"):
            self.hurt(self.AT, -signal.SIGSEGV)

    def test_an_strace_that_fails(self) -> None:
        # With this seed the mark fails without a kill.
        for kind in (self.AT, *self.DISK):
            with self.assertRaisesRegex(one_server.Broken, "strace: attach: Operation not permitted"):
                self.hurt(kind, None, "attach: Operation not permitted\n", 1)
            with self.assertRaisesRegex(one_server.Broken, "strace: it ended with 1"):
                self.hurt(kind, None, "", 1)

    def test_a_disk_that_fails(self) -> None:
        for kind in self.DISK:
            self.assertEqual(self.hurt(kind, None, record=self.FAILED * 3), ("3 calls failed", 0), kind)
        for kind in ("disk is full", "disk fails", "mark can't be written"):
            with self.assertRaisesRegex(one_server.Broken, "ended by itself with 1"):
                self.hurt(kind, 1, record=self.FAILED)

    def test_a_disk_on_which_no_call_failed(self) -> None:
        for kind in self.DISK:
            self.assertEqual(self.hurt(kind, None, record="71 pwrite64(3, …) = 512\n"), (one_server.NOT_REACHED, 0))

    def test_a_server_does_not_end_when_its_disk_cannot_be_read(self) -> None:
        errors = set()
        for seed in range(20):
            with self.assertRaisesRegex(one_server.Broken, "ended by itself with 1"):
                self.hurt("disk can't be read", 1, record=self.FAILED, seed=seed)
            errors.add(self.traced[2].split(":")[0])
        self.assertEqual(errors, {"error=EIO", "error=ETIMEDOUT"})

    def test_a_snapshot_fails_when_it_takes_its_name(self) -> None:
        errors = set()
        for seed in range(30):
            self.hurt("snapshot can't be written", None, record=self.FAILED, seed=seed)
            # No path: a draft's name has a random part, so none could be told beforehand.
            self.assertEqual((self.traced[1], self.traced[3]), ("rename", []))
            errors.add(self.traced[2])
        self.assertEqual(errors, {f"error={name}:when=1{more}" for name in ("EIO", "ENOSPC") for more in ("", "+")})

    def test_a_point_that_is_never_reached_fails_once(self) -> None:
        def made(misses: int, hits: int) -> list[Fault]:
            return [Fault(self.AT, 1, 2, note=one_server.NOT_REACHED)] * misses + [Fault(self.AT, 1, 2)] * hits

        for misses, hits, failed, verdict in [
            (4, 0, 0, "ok, but 4 times not reached"), (5, 0, 1, "FAILED: never reached"), (9, 0, 1, "FAILED"),
            (9, 1, 0, "ok, but 9 times not reached"), (0, 5, 0, "ok"),
        ]:
            [line], count = torture.summarize(made(misses, hits), {}, may_lack=False)
            self.assertEqual(count, failed, line)
            self.assertIn(f"{misses + hits} times  {verdict}", line)

    def test_a_disk_fault_that_never_hits_fails_the_run(self) -> None:
        made = [Fault("disk fails", 1, 2, note=one_server.NOT_REACHED)] * 5
        self.assertEqual(torture.summarize(made, {}, may_lack=False)[1], 1)
        made.append(Fault("disk fails", 1, 2, note="3 calls failed"))
        self.assertEqual(torture.summarize(made, {}, may_lack=False)[1], 0)

    def test_each_fault_that_failed_counts(self) -> None:
        made = [Fault("kill -9", 1, 2), Fault("kill -9", 3, 4, failure="it doesn't come back"), Fault("restart", 5, 6)]
        lines, failed = torture.summarize(made, {}, may_lack=False)
        self.assertEqual(failed, 1)
        self.assertIn("2 times  FAILED: it doesn't come back", lines[0])
        self.assertIn("1 times  ok", lines[1])


class BadClients(unittest.TestCase):
    """Those whose bodies the server is to wait for."""

    def hang_up(self, *answers: bytes) -> Any:
        async def all_of_them() -> Any:
            clients: list[Any] = [None]
            for sent in answers:
                reader = asyncio.StreamReader()
                reader.feed_data(sent)
                reader.feed_eof()
                clients.append((reader, Mock()))
            return await one_server.hang_up(clients, random.Random(1))

        return asyncio.run(all_of_them())

    def test_what_they_are_answered_is_counted(self) -> None:
        refused = b"HTTP/1.1 503 Service Unavailable\r\n\r\n"
        self.assertEqual(self.hang_up(refused, b"", refused), {"503": 2})

    def test_one_that_is_refused_by_its_head_is_no_test(self) -> None:
        with self.assertRaisesRegex(one_server.Broken, "refused by their heads with 401"):
            self.hang_up(b"", b"HTTP/1.1 401 Unauthorized\r\n\r\n")


class Shortage(unittest.TestCase):
    """Descriptors or memory that a server lacks, and what shows it."""

    def hurt(
        self, counted: tuple[float | None, float | None] = (3, 3), waiting: int = 0, free: int = 0,
        status: int | None = None,
    ) -> str:
        """counted: connections that the server had refused before, and afterwards."""
        before = (1_024, 4_096)
        with (
            tempfile.TemporaryDirectory() as folder,
            patch("one_server.os.listdir", return_value=["0", "1", "2"]),
            patch("one_server.resource.prlimit", return_value=before) as limit,
            patch("one_server.asking_client", AsyncMock(return_value=(Mock(), Mock()))),
            patch("one_server.waits", AsyncMock(side_effect=[True] * waiting + [False] * (100 - waiting))),
            patch("one_server.free_descriptors", return_value=free),
        ):
            server = Target(folder, status)
            with patch.multiple(server, metric=AsyncMock(side_effect=counted), recover=AsyncMock()):
                try:
                    return asyncio.run(one_server.take_descriptors(server, random.Random(1)))
                finally:
                    self.assertEqual(limit.call_args.args[2], before, "the limit isn't as it was")

    def test_connections_that_are_refused_show_it(self) -> None:
        self.assertEqual(self.hurt(counted=(3, 64)), "61 connections refused")

    def test_connections_that_wait_show_it_while_there_is_no_descriptor(self) -> None:
        self.assertEqual(self.hurt(waiting=12), "12 had to wait")
        self.assertEqual(self.hurt(waiting=12, free=1), one_server.NOT_REACHED)
        self.assertEqual(self.hurt(counted=(3, 4), waiting=12), "1 connections refused, 12 had to wait")

    def test_a_server_that_had_enough_is_no_test(self) -> None:
        self.assertEqual(self.hurt(), one_server.NOT_REACHED)
        # One that says nothing, and one that has started again.
        self.assertEqual(self.hurt(counted=(None, 64)), one_server.NOT_REACHED)
        self.assertEqual(self.hurt(counted=(3, None)), one_server.NOT_REACHED)

    def test_a_server_that_ends_by_it(self) -> None:
        with self.assertRaisesRegex(one_server.Broken, "ended by itself with 1"):
            self.hurt(counted=(3, 64), status=1)

    def starve(
        self, answers: dict[str, int], grown: int | None = 0, status: int | None = None,
        failure: Exception | None = None,
    ) -> str:
        """grown: by so much the server's memory, of which it may have 1,000 bytes more; None: it has ended."""
        before = (1 << 40, 1 << 41)
        used: list[Any] = [50_000, ValueError() if grown is None else 50_000 + grown]
        with (
            tempfile.TemporaryDirectory() as folder,
            patch("one_server.resource.prlimit", return_value=before) as limit,
            patch("one_server.memory", side_effect=used),
            patch("one_server.bad_client", AsyncMock(return_value=None)),
            patch("one_server.hang_up", AsyncMock(return_value=Counter(answers), side_effect=failure)),
        ):
            server, chance = Target(folder, status), Mock()
            chance.randrange.return_value = one_server.BODY + 1_000
            chance.uniform.return_value = 0
            try:
                with patch.object(server, "is_ready", AsyncMock(return_value=True)):
                    return asyncio.run(one_server.take_memory(server, chance))
            finally:
                self.assertEqual(limit.call_args.args[2], before, "the limit isn't as it was")

    def test_refused_bodies_show_it_while_there_is_no_memory_for_one_more(self) -> None:
        self.assertEqual(self.starve({"400": 1, "503": 7}, grown=1_001), "1 times 400, 7 times 503")
        # It was busy, or had all the memory that it asked for.
        self.assertEqual(self.starve({"503": 7}, grown=1_000), one_server.NOT_REACHED)
        self.assertEqual(self.starve({}, grown=1_001), one_server.NOT_REACHED)

    def test_a_server_that_ends_for_want_of_memory(self) -> None:
        self.assertEqual(self.starve({}, status=-6), "it ended with -6")
        self.assertEqual(self.starve({"503": 1}, grown=None), one_server.NOT_REACHED)

    def test_the_limit_is_lifted_whatever_happens(self) -> None:
        with self.assertRaisesRegex(one_server.Broken, "refused by their heads"):
            self.starve({}, failure=one_server.Broken("refused by their heads"))

    def test_what_is_free_is_below_the_limit(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            server = Target(folder, None)
            with patch("one_server.os.listdir", return_value=["0", "1", "3", "9"]):
                self.assertEqual(one_server.free_descriptors(server, 4), 1)
                self.assertEqual(one_server.free_descriptors(server, 2), 0)

    def test_a_connection_waits_until_it_is_answered_or_closed(self) -> None:
        async def found(sent: bytes, ends: bool, error: Exception | None = None) -> bool:
            reader = asyncio.StreamReader()
            reader.feed_data(sent)
            if ends:
                reader.feed_eof()
            if error is not None:
                reader.set_exception(error)
            return await one_server.waits(reader)

        for sent, ends, error, expected in [
            (b"", False, None, True), (b"", True, None, False), (b"HTTP/1.1 200 OK\r\n", False, None, False),
            (b"", False, ConnectionResetError(), False),
        ]:
            self.assertEqual(asyncio.run(found(sent, ends, error)), expected, (sent, ends, error))

    def test_a_metric_is_read_from_what_the_server_says(self) -> None:
        text = b"# TYPE laurel_up gauge\nlaurel_up_too 3\nlaurel_up 2\n"
        with tempfile.TemporaryDirectory() as folder:
            server = Target(folder, None)
            for answer, expected in [
                (AsyncMock(return_value=Reply(200, None, {}, text)), 2.0),
                (AsyncMock(return_value=Reply(503, None, {})), None), (AsyncMock(side_effect=NoAnswer()), None),
            ]:
                with patch.object(server._client, "call", answer):
                    self.assertEqual(asyncio.run(server.metric("laurel_up")), expected)

    def test_the_short_form_goes_on_until_it_hits(self) -> None:
        missed, hit = Fault("no memory", 1, 2, note=one_server.NOT_REACHED), Fault("no memory", 1, 2, note="it ended")
        failed = Fault("no memory", 1, 2, failure="it doesn't come back")
        for made, count in [([hit], 1), ([missed, hit], 2), ([failed], 1), ([missed] * 9, torture.MISSES_LIMIT)]:
            with patch("short.strike", AsyncMock(side_effect=made)):
                faults = asyncio.run(short.strike_until_hit(Mock(), Mock(), Mock(), random.Random(1)))
            self.assertEqual(faults, made[:count])
            self.assertEqual(torture.summarize(faults, {}, may_lack=False)[1], int(made[count - 1] is not hit))

    def test_the_short_form_judges_by_checks_that_there_are(self) -> None:
        self.assertLessEqual(set(short.JUDGED), CHECKS.keys())


class StoppedClients(unittest.TestCase):
    """Clients that send or read no more, and what shows that the server had to do with them."""

    HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"

    def test_queues_are_those_of_the_servers_open_connections(self) -> None:
        rest = "00:00000000 00000000 0 0 1 1\n"
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "tcp").write_text(
                self.HEAD
                + f"   0: 0100007F:1F90 00000000:0000 0A 00000000:00000003 {rest}"
                + f"   1: 0100007F:1F90 0100007F:C001 01 00000010:00000002 {rest}"
                + f"   2: 0100007F:C001 0100007F:1F90 01 00000000:00000007 {rest}"
                + f"   3: 0100007F:1F90 0100007F:C002 08 00000000:00000000 {rest}"
            )
            self.assertEqual(one_server.queues(8_080, Path(folder)), {0xC001: (16, 2)})
            own = "0000000000000000FFFF00000100007F"
            (Path(folder) / "tcp6").write_text(self.HEAD + f"   0: {own}:1F90 {own}:C003 01 00000000:00000000 {rest}")
            self.assertEqual(one_server.queues(8_080, Path(folder)), {0xC001: (16, 2), 0xC003: (0, 0)})

    def stop(self, found: dict[int, tuple[int, int]]) -> str:
        """Those who read nothing have the port 1, those who send half a body the port 2."""
        def client(port: int) -> Any:
            return Mock(), Mock(get_extra_info=Mock(return_value=("127.0.0.1", port)))

        with (
            tempfile.TemporaryDirectory() as folder, patch("one_server.queues", return_value=found),
            patch("one_server.deaf_client", AsyncMock(return_value=client(1))),
            patch("one_server.bad_client", AsyncMock(side_effect=[client(2)] * 99 + [None])),
            patch("one_server.hang_up", AsyncMock(return_value={"408": 2})),
        ):
            return asyncio.run(one_server.stop_clients(Target(folder, None), random.Random(1)))

    def test_what_stood_still_is_said(self) -> None:
        self.assertEqual(
            self.stop({1: (10, 0), 2: (0, 0)}), "99 requests half read, 100 answers not taken, 2 times 408")

    def test_clients_that_nobody_had_to_do_with_are_no_test(self) -> None:
        for found in [{}, {2: (0, 0)}, {1: (10, 0)}, {1: (0, 0), 2: (0, 0)}, {1: (10, 0), 2: (0, 5)}]:
            self.assertEqual(self.stop(found), one_server.NOT_REACHED, found)


class Jumps(unittest.TestCase):
    """The clock of a running server, and its own time."""

    def run_jumps(self, seed: int, seen: bool = True, status: int | None = None) -> tuple[str, list[int]]:
        """Returns the fault's note, and how the clock was set."""
        with tempfile.TemporaryDirectory() as folder:
            server = Target(folder, status)
            with patch.object(server, "set_clock", AsyncMock(side_effect=lambda off: seen or off == 0)) as set_clock:
                note = asyncio.run(one_server.jump_clock(server, random.Random(seed)))
        return note, [call.args[0] for call in set_clock.call_args_list]

    def test_it_is_set_ahead_and_back_by_minutes_and_days_and_then_right(self) -> None:
        found: set[int] = set()
        for seed in range(40):
            _, jumps = self.run_jumps(seed)
            self.assertEqual(jumps[-1], 0)
            self.assertTrue(any(jump > 0 for jump in jumps) and any(jump < 0 for jump in jumps), jumps)
            found.update(jumps)
        self.assertEqual(found, {0, *one_server.JUMPS})

    def test_a_clock_that_nobody_sees_is_no_test(self) -> None:
        self.assertEqual(self.run_jumps(1, seen=False)[0], one_server.NOT_REACHED)

    def test_a_server_that_ends_by_it(self) -> None:
        with self.assertRaisesRegex(one_server.Broken, "ended by itself with 1 when its clock was set"):
            self.run_jumps(1, status=1)

    def test_the_file_says_how_wrong_the_clock_is(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            clock = one_server.FakeClock(Path(folder) / "clock")
            for seconds, text in [(0, "+0\n"), (-180, "-180\n"), (86_400, "+86400\n")]:
                clock.set(seconds)
                self.assertEqual((Path(folder) / "clock").read_text(), text)

    def defects(self, *scores: tuple[float, int], note: str = "+1 d") -> list[str]:
        """scores: when each was acknowledged, and how many milliseconds after the first its row says."""
        records, store = clean()
        store.rows, records.scores = [], []
        records.faults = [Fault(torture.CLOCK_JUMPS, 100, 120, note=note)]
        for number, (moment, time) in enumerate(scores, 1):
            store.rows.append(
                Row(store.stream, number, 1_800_000_000_000 + time, 1, 1, 1, 5, 0, f"s{number}", 0, 0))
            records.scores.append(ScoreAttempt(
                "score", PROXY, "ada", moment, moment + 0.01, 201, board=BOARD, score_id=f"s{number}", value=5))
        return list(torture.time_goes_on(records, store))

    def test_server_time_that_follows_slowly(self) -> None:
        for passed in (5_000, 10_000, 11_000):
            self.assertEqual(self.defects((101, 0), (111, passed)), [])

    def test_server_time_that_leaps_or_stands_still(self) -> None:
        for passed in (0, 3_000, 13_000, 86_400_000, -86_400_000):
            self.assertRegex("".join(self.defects((101, 0), (111, passed))), "server time went on by")

    def test_scores_that_are_not_acknowledged_meanwhile(self) -> None:
        self.assertRegex("".join(self.defects((90, 0), (101, 11_000), (130, 40_000))), "^1 scores were acknowledged")
        self.assertEqual(self.defects((90, 0), note=one_server.NOT_REACHED), [])


if __name__ == "__main__":
    unittest.main()
