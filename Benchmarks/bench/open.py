"""Open loop: requests come at a rate of their own, and each one's time counts from when it was due."""
from .load import closed, opened
from .rates import BETTER, READS, TOP
from .servers import PATH, READERS, WRITERS, group

SHARES = (0.25, 0.5, 0.75)
KINDS = (
    ("durable score", f"{PATH}/scores", WRITERS, BETTER),
    ("top 100", TOP, READERS, "top 100"),
    ("21 around", READS[2][1], READERS, "21 around the player"),
)


def measure(bench, data, tokens, seconds, rounds, tops, say):
    """[(name, share of what a closed loop reached, the result of each round)]"""
    server, address, _ = bench.serve(data)
    # A start goes on in the background for a while: it reads the journal whole, and sessions come from the store.
    for name, path, of, _ in KINDS:
        say("open loop", 0, f"{name}, to warm up")
        closed(address, path, 64, max(5, seconds), "submit" if of == WRITERS else "read", tokens=group(tokens, of),
               mode="better")
    found = [(name, share, []) for name, *_ in KINDS for share in SHARES]
    for number in range(rounds):
        for index, (name, share, results) in enumerate(found):
            say("open loop", (number * len(found) + index) / (rounds * len(found)), f"{name}, {share:.0%}")
            _, path, of, figure = KINDS[index // len(SHARES)]
            results.append(opened(
                bench, address, path, group(tokens, of), max(1, tops[figure] * share), seconds, 64, of == WRITERS))
    bench.stop(server)
    return found
