"""Start and memory against the number of players on the leaderboard."""
import shutil
import subprocess
import time

from .load import Background, closed
from .rates import READS
from .servers import OTHERS, READERS, group, resident_bytes

STARTS = 3


def await_snapshot(data):
    """The server writes one by itself within some seconds; a small leaderboard's only when it stops."""
    begun = time.monotonic()
    while time.monotonic() - begun < 15 and not list(data.glob("cache/*-production.snapshot")):
        time.sleep(0.1)


def play(bench, address, tokens, seconds):
    """1,000 scores a second, and as many reads around the player as are answered."""
    Background(bench, address, group(tokens, OTHERS)).beside(seconds, lambda: closed(
        address, READS[2][1], 16, seconds, "read", tokens=group(tokens, READERS)))
    # The last scores are written, and connections closed.
    time.sleep(2)


def measure(bench, sizes, play_seconds, say):
    """On the largest leaderboard, memory after play as well.

    [(players, seconds from the journal of each start, the same with the snapshot, bytes a player, the same after play
    or None)]"""
    found = []
    empty, _ = bench.seed(1, "empty")
    process, _, _ = bench.serve(empty)
    floor = resident_bytes(process.pid)
    bench.stop(process)
    for index, players in enumerate(sizes):
        say("sizes", index / len(sizes), f"{players:,} players")
        data, tokens = bench.seed(players, f"fresh-{players}")
        cold, warm, memory, played = [], [], [], None
        for number in range(STARTS):
            process, _, taken = bench.serve(data, without_snapshot=True)
            cold.append(taken)
            await_snapshot(data)
            bench.stop(process)
            process, address, taken = bench.serve(data)
            warm.append(taken)
            memory.append((resident_bytes(process.pid) - floor) / players)
            if number == STARTS - 1 and players == max(sizes):
                say("sizes", (index + 0.5) / len(sizes), f"{players:,} players, {play_seconds} s of play")
                play(bench, address, tokens, play_seconds)
                played = (resident_bytes(process.pid) - floor) / players
            bench.stop(process)
        found.append((players, cold, warm, memory, played))
        shutil.rmtree(data, ignore_errors=True)
    return found, floor


def index(bench, sizes, say):
    """What RankingBenchmark says: {(what, entries): (figure, unit)}"""
    say("index", 0, "RankingBenchmark")
    done = subprocess.run(
        [bench.programs / "RankingBenchmark", *map(str, sizes)], capture_output=True, text=True, check=True)
    found = {}
    for line in done.stdout.splitlines():
        words = line.split("\t")
        if len(words) == 4:
            found[words[0], int(words[1].replace(",", ""))] = (float(words[2]), words[3])
    return found
