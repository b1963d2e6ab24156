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
    # How many, and their bytes on average.
    answers: int = 0
    answer_bytes: float = 0


def closed(
        address, path, connections, seconds, script="report", tokens=None, mode="mixed", headers=None, tags=None,
        watch=False):
    """As many requests as `connections` get answered, each waiting for its answer. `tags` is a file of what each reader
    has already; with `watch` they take new ones."""
    # wrk takes no more threads than connections.
    threads = min(2, connections)
    environment = dict(os.environ, PATHNAME=path, MODE=mode, THREADS=str(threads))
    for name, value in (("TOKENS", tokens), ("TAGS", tags), ("WATCH", watch or None)):
        environment.pop(name, None)
        if value is not None:
            environment[name] = str(value)
    words = ["wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s",
             "-s", ROOT / "Benchmarks/wrk" / f"{script}.lua"]
    for header in headers or []:
        words += ["-H", header]
    done = subprocess.run([*words, address + path], capture_output=True, text=True, env=environment, check=False)
    lines = {line.partition("\t")[0]: line.split("\t")[1:] for line in done.stdout.splitlines() if "\t" in line}
    if "RESULT" not in lines or "ANSWERS" not in lines:
        raise Failure(f"wrk: {done.stdout[-500:]}{done.stderr[-500:]}")
    rate, p50, p99, refused, broken, p999 = (float(word) for word in lines["RESULT"])
    answers, answer_bytes = lines["ANSWERS"]
    return Result(rate, p50, p99, p999, int(refused), int(broken), int(answers), float(answer_bytes))


def opened(bench, address, path, tokens, rate, seconds, connections, is_write):
    """`rate` requests a second, whether answers come or not; times count from when each was due. Scores that aren't new
    bests fail it."""
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
        self.reads = self.sent = self.bests = 0
        # Scores a second in each run.
        self.rates = []

    def start(self, seconds):
        return subprocess.Popen(
            [self.bench.programs / "LoadDriver", "play", self.address.rpartition(":")[2], GAME, BOARD, self.tokens,
             str(self.RATE), str(seconds)],
            stdout=subprocess.PIPE, text=True)

    def finish(self, process):
        output = process.communicate()[0]
        if process.returncode:
            raise Failure(f"beside the reads: {output}")
        # `background 1000 scores/s 0 refused 700 reads 0 stale 5000 sent 60 bests`
        found = {name: int(number) for number, name in (word.split() for word in output.split("\t")[1:])}
        self.rates.append(found["scores/s"])
        self.reads += found["reads"]
        self.sent += found["sent"]
        self.bests += found["bests"]

    def beside(self, seconds, measure):
        process = self.start(seconds + 1)
        try:
            result = measure()
        finally:
            if process.poll() is None:
                process.wait()
        self.finish(process)
        return result
