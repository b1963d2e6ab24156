"""The programs that are measured: started in one temporary folder, and ended with the run."""
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAME = "org.example.benchmark"
BOARD = "best"
PATH = f"/v1/games/{GAME}/leaderboards/{BOARD}"
TICKS = os.sysconf("SC_CLK_TCK")


# Files beside the one with all tokens, and which quarters of the players are in them. Who writes doesn't read: writers'
# new bests are at the top, and readers have to be all over the board. OTHERS play beside what is measured.
WRITERS, READERS, OTHERS, FRIENDS = ".writers", ".readers", ".others", ".friends"
QUARTERS = {WRITERS: (0, 2), READERS: (1,), OTHERS: (3,)}


class Failure(Exception):
    """What ends a run, in a sentence."""


def revision():
    """The commit that is measured, with a `+` if files other than docs differ from it."""
    def git(*words):
        return subprocess.run(
            ["git", "-C", ROOT, *words], capture_output=True, text=True, check=False).stdout.strip()
    commit = git("rev-parse", "--short=10", "HEAD")
    if not commit:
        return "an unknown commit"
    return f"`{commit}{'+' if git('status', '--porcelain', '--', '.', ':!docs') else ''}`"


def group(tokens, name):
    """The file of one group of players."""
    return tokens.with_name(tokens.name + name)


def processor_seconds(pid):
    """Of a process and of its children, those that have ended included."""
    total = 0.0
    for each in [pid, *children(pid)]:
        try:
            fields = pathlib.Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(int(fields[index]) for index in (11, 12, 13, 14)) / TICKS
    return total


def children(pid):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


def resident_bytes(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


class Bench:
    """The folder, the ports and what runs."""

    def __init__(self, programs):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="laurel-bench-"))
        self.folder.chmod(0o755)
        self.programs = pathlib.Path(programs)
        # Below the ports that clients are given.
        self.port = random.randrange(12_000, 30_000)
        self.running = []
        self.nginx_address = None

    def free_port(self):
        self.port += 1
        return self.port

    def end(self):
        for process in reversed(self.running):
            self.stop(process)
        shutil.rmtree(self.folder, ignore_errors=True)

    def spawn(self, words, log, **options):
        with open(self.folder / log, "ab") as output:
            process = subprocess.Popen(words, stdout=output, stderr=output, stdin=subprocess.DEVNULL, **options)
        self.running.append(process)
        return process

    def stop(self, process):
        if process in self.running:
            self.running.remove(process)
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def wait_for(self, process, address, log):
        """Returns the seconds until the address answered, to about 2 ms."""
        begun = time.monotonic()
        while True:
            try:
                with urllib.request.urlopen(address, timeout=5):
                    return time.monotonic() - begun
            except OSError:
                if process.poll() is not None:
                    raise Failure((self.folder / log).read_text(errors="replace")[-2000:]) from None
                time.sleep(0.002)

    # Laurel

    def seed(self, players, name="data"):
        """A store with so many players on one leaderboard. Returns its folder and the file of tokens."""
        data, tokens = self.folder / name, self.folder / f"{name}.tokens"
        if data.exists():
            return data, tokens
        data.mkdir()
        laurel = self.programs / "laurel"
        for words in (
            ["app", "create", GAME, "--data", data, "--name", "Benchmark"],
            ["leaderboard", "create", GAME, BOARD, "--data", data, "--name", "Best"],
            ["app", "enable", GAME, "--data", data],
            ["app", "release", GAME, "--data", data],
        ):
            subprocess.run([laurel, *words], check=True, capture_output=True)
        subprocess.run(
            [self.programs / "LoadDriver", "seed", data, str(players), tokens], check=True, capture_output=True)
        everyone = tokens.read_text().split()
        for name_of_group, quarters in QUARTERS.items():
            lines = [token for index, token in enumerate(everyone) if index % 4 in quarters] or everyone
            group(tokens, name_of_group).write_text("\n".join(lines) + "\n")
        shutil.rmtree(data / "cache", ignore_errors=True)
        # The first start seals the rows, as each commit would have.
        self.stop(self.serve(data)[0])
        return data, tokens

    def serve(self, data, without_snapshot=False, program=None):
        """Returns the process, its address and the seconds until it was ready."""
        if without_snapshot:
            shutil.rmtree(data / "cache", ignore_errors=True)
        port = self.free_port()
        process = self.spawn(
            [program or self.programs / "laurel", "serve", "--data", data, "--port", str(port), "--log", "none", "--budget", "off"],
            "laurel.out")
        taken = self.wait_for(process, f"http://127.0.0.1:{port}/readyz", "laurel.out")
        return process, f"http://127.0.0.1:{port}", taken

    # The peers

    def nginx(self):
        """nginx with `/` (200 ok), `/304`, and `/bytes/N` for each file that is put into the folder `nginx/bytes`."""
        port = self.free_port()
        folder = self.folder / "nginx"
        (folder / "bytes").mkdir(parents=True)
        (folder / "bytes/1").write_bytes(b"x")
        text = (ROOT / "Benchmarks/nginx.conf").read_text().replace("PORT", str(port)).replace("FOLDER", str(folder))
        (folder / "nginx.conf").write_text(text)
        process = self.spawn(
            ["nginx", "-c", folder / "nginx.conf", "-p", folder, "-g", "daemon off;"], "nginx.out")
        address = f"http://127.0.0.1:{port}"
        self.wait_for(process, address, "nginx.out")
        self.nginx_address = address
        return address

    def redis(self, *options):
        port = self.free_port()
        process = self.spawn(
            ["redis-server", "--port", str(port), "--save", "", "--dir", self.folder, *options], "redis.out")
        while subprocess.run(["redis-cli", "-p", str(port), "ping"], capture_output=True, check=False).returncode:
            if process.poll() is not None:
                raise Failure((self.folder / "redis.out").read_text()[-2000:])
            time.sleep(0.05)
        return process, port

    def postgres(self):
        """Returns the process and its port; nobody but this run reaches it."""
        programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))
        if not programs:
            return None
        binaries = programs[-1].parent
        folder = self.folder / "postgres"
        folder.mkdir()
        before = []
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
            before = ["runuser", "-u", "postgres", "--"]
        port = self.free_port()
        subprocess.run(
            [*before, binaries / "initdb", "-D", folder / "data", "-A", "trust", "-U", "bench"],
            check=True, capture_output=True, cwd="/")
        process = self.spawn(
            [*before, binaries / "postgres", "-D", folder / "data", "-p", str(port), "-k", folder, "-c",
             "shared_buffers=512MB", "-c", "max_wal_size=4GB", "-c", "listen_addresses=127.0.0.1", "-c", "autovacuum=off",
             "-c", "checkpoint_timeout=1h"],
            "postgres.out", cwd="/")
        while subprocess.run(
                [binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)], check=False).returncode:
            if process.poll() is not None:
                raise Failure((self.folder / "postgres.out").read_text()[-2000:])
            time.sleep(0.05)
        return process, port, binaries
