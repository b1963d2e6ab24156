"""What a game waits for: GameKit's start, first score and queue, in release."""
import subprocess

from .servers import BOARD, GAME

RUNS = 5
QUEUE = 3_000


def measure(bench, say):
    """{what: milliseconds} of a device's first run, and {what: [milliseconds]} of its later ones."""
    data, _ = bench.seed(1_000, "client")
    server, address, _ = bench.serve(data)
    runs = []
    for number in range(RUNS + 1):
        say("client", number / (RUNS + 1), "ClientBenchmark")
        done = subprocess.run(
            [bench.programs / "ClientBenchmark", address, GAME, BOARD, bench.folder / "device", str(QUEUE)],
            capture_output=True, text=True, check=True)
        runs.append({key: float(value) for key, value in (line.split("\t") for line in done.stdout.splitlines())})
    bench.stop(server)
    later = {key: [each[key] for each in runs[1:]] for key in runs[0]}
    return runs[0], later
