"""Open loop: requests come at a rate of their own, and each one's time counts from when it was due."""
from .load import closed, opened
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
    # A start goes on in the background for a while: it reads the journal whole, and sessions come from the store.
    for name, path, is_write, _ in KINDS:
        say("open loop", 0, f"{name}, to warm up")
        closed(address, path, 64, max(5, seconds), "submit" if is_write else "read", tokens=tokens, mode="better")
    found = []
    for index, (name, path, is_write, figure) in enumerate(KINDS):
        for share in SHARES:
            say("open loop", (index * len(SHARES) + SHARES.index(share)) / (len(KINDS) * len(SHARES)), name)
            rate = max(1, tops[figure] * share)
            found.append((name, share, opened(bench, address, path, tokens, rate, seconds, 64, is_write)))
    bench.stop(server)
    return found
