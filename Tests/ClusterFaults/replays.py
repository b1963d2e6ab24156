"""A game whose runs the server plays again: its simulator, logs that give exactly their score, and forged ones."""

from __future__ import annotations

import base64
import struct
from dataclasses import dataclass

SIMULATOR = "sums"
BITS = 0xFFFF_FFFF_FFFF_FFFF
TRACE_FACTOR = 0x9E37_79B9_7F4A_7C15
# What the store calls them: `Verification` in Sources/LaurelDomain/Replay.swift.
VERIFICATIONS = {"verified": 1, "live": 2}

# As docs/simulators.md says. A log is the score, in eight bytes, the lowest first; one that is shorter isn't over.
#
#   (module
#     (memory (export "memory") 5)
#     (global $score (mut i64) (i64.const 0))
#     (global $seed (mut i64) (i64.const 0))
#     (func (export "laurel_log") (param i32) (result i32) (i32.const 16))
#     (func (export "laurel_play") (param i64 i32) (result i32)
#       (global.set $seed (local.get 0))
#       (global.set $score (i64.load (i32.const 16)))
#       (i32.or
#         (i32.shl (i32.lt_u (local.get 1) (i32.const 8)) (i32.const 2))     ;; 4: not over
#         (i32.mul (i32.gt_u (local.get 1) (i32.const 8)) (i32.const 5))))   ;; 5: more after its end
#     (func (export "laurel_score") (result i64) (global.get $score))
#     (func (export "laurel_milliseconds") (result i64) (i64.const 1000))
#     (func (export "laurel_trace") (result i64)
#       (i64.xor (i64.mul (global.get $seed) (i64.const 0x9E3779B97F4A7C15)) (global.get $score))))
MODULE = bytes.fromhex(
    "0061736d 01000000"
    # Types, functions, memory, globals.
    "01100360017f017f60027e7f017f6000017e" "0306050001020202" "0503010005" "060b027e0142000b7e0142000b"
    # Exports.
    "075906" "066d656d6f72790200" "0a6c617572656c5f6c6f670000" "0b6c617572656c5f706c61790001"
    "0c6c617572656c5f73636f72650002" "136c617572656c5f6d696c6c697365636f6e64730003" "0c6c617572656c5f74726163650004"
    # Code.
    "0a4405" "040041100b" "1e0020002401411029030024002001410849410274200141084b41056c720b" "040023000b"
    "050042e8070b" "1300230142" "95f8a9fa97b7de9b9e7f" "7e2300850b"
)

# How a run is forged, and the problem with which the server must refuse it.
OTHER_SCORE = "a score that its log doesn't give"
NO_LOG = "a score without a log"
UNFINISHED = "a log without its end"
PAST_END = "a log with more after its end"
COPY = "a run that was sent before"
USED_TICKET = "a ticket that was used before"
FOREIGN_TICKET = "another player's ticket"
FORGERIES = {
    OTHER_SCORE: "replay-score-differs", NO_LOG: "replay-required", UNFINISHED: "replay-unfinished",
    PAST_END: "replay-past-end", COPY: "replay-reused", USED_TICKET: "ticket-used", FOREIGN_TICKET: "ticket-invalid",
}


@dataclass(frozen=True, slots=True)
class Run:
    """A run of the game: its seed and what it gives."""

    seed: int
    score: int
    # Empty: it began without one.
    ticket: bytes = b""

    @property
    def payload(self) -> bytes:
        """What the simulator sees."""
        return struct.pack("<q", self.score)

    @property
    def trace(self) -> int:
        """As the simulator gives it, and as the store has it: with a sign."""
        trace = (self.seed * TRACE_FACTOR ^ self.score) & BITS
        return trace - (trace >> 63 << 64)

    @property
    def verification(self) -> str:
        """What the server must say of it."""
        return "live" if self.ticket else "verified"

    def log(self, payload: bytes | None = None) -> str:
        """As a score carries it. payload: another one than its own."""
        head = b"LRUN\x01" + struct.pack("<QB", self.seed, len(self.ticket)) + self.ticket
        return base64.b64encode(head + (self.payload if payload is None else payload)).decode()
