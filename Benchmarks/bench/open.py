"""Open loop: requests come at a rate of their own, and each one's time counts from when it was due."""
from .load import opened
from .rates import READS
from .servers import PATH

SHARES = (0.25, 0.5, 0.75)
KINDS = (
    ("durable score", f"{PATH}/scores", True, "score, always a new best, 128 connections"),
    ("top 100", READS[0][1], False, "top 100"),
    ("21 around", READS[2][1], False, "21 around the player"),
)


def measure(bench, data, tokens, seconds, tops, say):
    """[(name, share of what a closed loop reached, result)]"""
    server, address, _ = bench.serve(data)
    found = []
    for index, (name, path, is_write, figure) in enumerate(KINDS):
        for share in SHARES:
            say("open loop", (index * len(SHARES) + SHARES.index(share)) / (len(KINDS) * len(SHARES)), name)
            rate = max(1, tops[figure] * share)
            found.append((name, share, opened(bench, address, path, tokens, rate, seconds, 64, is_write)))
    bench.stop(server)
    return found
