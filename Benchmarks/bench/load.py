"""Loads of requests, closed (wrk) and open (LoadDriver)."""
import dataclasses
import os
import subprocess

from .servers import BOARD, GAME, ROOT, Failure


@dataclasses.dataclass
class Result:
    """One round of one figure. Times in milliseconds."""

    rate: float
    p50: float
    p99: float
    p999: float
    refused: int = 0
    broken: int = 0


def closed(address, path, connections, seconds, script="report", tokens=None, mode="mixed", headers=None):
    """As many requests as `connections` get answered, each waiting for its answer."""
    environment = dict(os.environ, PATHNAME=path, MODE=mode)
    environment.pop("TOKENS", None)
    if tokens:
        environment["TOKENS"] = str(tokens)
    # wrk takes no more threads than connections.
    words = ["wrk", f"-t{min(2, connections)}", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s",
             "-s", ROOT / "Benchmarks/wrk" / f"{script}.lua"]
    for header in headers or []:
        words += ["-H", header]
    done = subprocess.run([*words, address + path], capture_output=True, text=True, env=environment, check=False)
    for line in done.stdout.splitlines():
        if line.startswith("RESULT\t"):
            rate, p50, p99, refused, broken, p999 = (float(word) for word in line.split("\t")[1:])
            return Result(rate, p50, p99, p999, int(refused), int(broken))
    raise Failure(f"wrk: {done.stdout[-500:]}{done.stderr[-500:]}")


def opened(bench, address, path, tokens, rate, seconds, connections, is_write):
    """`rate` requests a second, whether answers come or not; times count from when each was due."""
    done = subprocess.run(
        [bench.programs / "LoadDriver", "open", address.rpartition(":")[2], path, tokens, str(int(rate)), str(seconds),
         str(connections), "write" if is_write else "read"],
        capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        if line.startswith("open\t"):
            return {key: float(value) for key, value in (word.split("=") for word in line.split("\t")[1:])}
    raise Failure(f"LoadDriver: {done.stdout[-500:]}{done.stderr[-500:]}")


class Background:
    """1,000 scores a second of others, and reads that are compared with what was acknowledged."""

    RATE = 1_000

    def __init__(self, bench, address, tokens):
        self.bench, self.address, self.tokens = bench, address, tokens
        self.reads = self.scores = 0

    def beside(self, seconds, measure):
        process = subprocess.Popen(
            [self.bench.programs / "LoadDriver", "play", self.address.rpartition(":")[2], GAME, BOARD, self.tokens,
             str(self.RATE), str(seconds + 1)],
            stdout=subprocess.PIPE, text=True)
        try:
            result = measure()
        finally:
            output = process.communicate()[0]
        if process.returncode:
            raise Failure(f"beside the reads: {output}")
        words = output.split("\t")
        self.scores += int(words[1].split()[0]) * (seconds + 1)
        self.reads += int(words[3].split()[0])
        return result
