"""What a run does, in order; prints tables as it goes, and writes them where --write says so."""
import argparse
import datetime
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

from . import charts, client, matches, open as open_loop, peers, rates, sizes
from .servers import ROOT, Bench, Failure

PARTS = ("rates", "open", "peers", "sizes", "index", "client", "matches", "frames")
# Of peers.md: the same operations of a B+ tree in C, at 1,000,000 entries, in ns.
# Nanoseconds at 1,000,000 and 10,000,000 entries.
TREE = {"rank": (220, 503), "update": (462, 985)}


def numbers(text):
    return [int(word) for word in text.split(",")]


def say(part, share, what):
    line = f"{part}: {share * 100:3.0f} %  {what}"
    if sys.stderr.isatty():
        print(f"\r\033[K{line[:100]}", end="", file=sys.stderr, flush=True)
    else:
        print(line, file=sys.stderr, flush=True)


def spread(values, form="{:.2f}"):
    middle = form.format(statistics.median(values))
    return middle if len(values) == 1 else f"{middle} ({form.format(min(values))} to {form.format(max(values))})"


def rate_table(figures):
    lines = ["| | per second | p50 ms | p99 ms | p99.9 ms | × peer: median (least to most) | goal |",
             "|---|---|---|---|---|---|---|"]
    for figure in figures.values():
        results = figure.rounds
        bad = sum(each.refused + each.broken for each in results)
        times = [statistics.median(getattr(each, name) for each in results) for name in ("p50", "p99", "p999")]
        is_peer = figure.name.startswith("nginx")
        ratio = "" if is_peer else spread(figure.ratios(figures))
        if figure.peer != rates.NGINX_OK and not is_peer:
            ratio += f" of {figure.peer}"
        goal = "" if figure.goal is None else str(figure.goal) + (f", p99 ≤ {figure.p99} ms" if figure.p99 else "")
        lines.append(
            f"| {figure.name}{f' ({bad} failed)' if bad else ''} | {statistics.median(each.rate for each in results):,.0f} | "
            + " | ".join(f"{each:.2f}" for each in times) + f" | {ratio} | {goal} |")
    return lines


def main(arguments, usage):
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--players", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", type=numbers, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--connections", type=numbers, default=[1, 4, 16, 64, 256])
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--programs")
    parser.add_argument("-h", "--help", action="store_true")
    options = parser.parse_args(arguments)
    wanted = options.only.split(",")
    if options.help or set(wanted) - set(PARTS):
        print(usage)
        return 0 if options.help else 2
    for tool in ("nginx", "wrk"):
        if not shutil.which(tool):
            print(f"{tool} is missing: scripts/setup bench installs it", file=sys.stderr)
            return 1
    if not options.programs:
        for product in ("laurel", "LoadDriver", "RankingBenchmark", "ClientBenchmark"):
            subprocess.run([ROOT / "scripts/build", "--product", product], check=True, stdout=sys.stderr)
    bench = Bench(options.programs or ROOT / ".build/release")
    try:
        parts = run(bench, options, wanted)
        played = matches.measure(bench, options, rate_table, say) if "matches" in wanted else []
    except (Failure, subprocess.CalledProcessError) as error:
        detail = getattr(error, "stderr", None) or b""
        print(f"\nThe run failed: {error} {detail[-500:] if isinstance(detail, str) else detail.decode()[-500:]}",
              file=sys.stderr)
        return 1
    finally:
        bench.end()
    if "matches" in wanted:
        parts["matches"] = (played, {})
    for text, _ in parts.values():
        print("\n".join(text + [""]))
    if options.write:
        for name, (text, pictures) in parts.items():
            section(name, text, pictures)
    if "frames" in wanted:
        print()
        for scale in ("1", "2"):
            subprocess.run(
                [ROOT / "Benchmarks/frames", "--browser", "--seconds", "15", "--scale", scale], check=False)
    return 0


def run(bench, options, wanted):
    """Returns {section of the page: (lines, pictures)}, of what was measured alone: the others stay as they are."""
    parts = {}
    day = datetime.date.today().isoformat()
    if set(wanted) & {"rates", "open"}:
        text, pictures = [
            f"Measured on {day} by `Benchmarks/run --players {options.players} --seconds {options.seconds} "
            f"--rounds {options.rounds}`, on {os.cpu_count()} processors that clients, peers and server share.", ""], {}
        parts["rates"] = text, pictures
        say("seed", 0, f"{options.players:,} players")
        data, tokens = bench.seed(options.players, f"size-{options.players}")
        figures, answer_sizes, processor, background = rates.measure(
            bench, data, tokens, options.seconds, options.rounds, say)
        text += rate_table(figures)
        text += ["", f"Beside each read, and beside nginx sending as many bytes, others submitted "
                 f"{background.RATE:,} scores a second. {background.reads:,} reads were compared with what was "
                 "acknowledged before; none was older.",
                 "", f"A million durable scores cost the server {processor:.0f} processor seconds."]
        goals = [each for each in figures.values() if each.goal]
        pictures["ratios"] = charts.bars(
            "Ratio to nginx", [(each.name, *bounds(each.ratios(figures)), each.goal) for each in goals],
            "median of the rounds, least to most; the mark is the goal")
        found = rates.against_connections(bench, data, tokens, options.connections, options.seconds, say)
        pictures["connections"] = charts.lines(
            "Requests a second against connections", found, "connections", "a second",
            ticks=[(each, str(each)) for each in options.connections])
        if "open" in wanted:
            tops = {each.name: statistics.median(one.rate for one in each.rounds) for each in figures.values()}
            opened = open_loop.measure(bench, data, tokens, options.seconds, tops, say)
            text += ["", "Open loop: requests come at a rate of their own, and each one's time counts from when it was due.",
                     "", "| | per second | p50 ms | p90 ms | p99 ms | p99.9 ms | most ms |", "|---|---|---|---|---|---|---|"]
            text += [f"| {name}, {share:.0%} of the closed loop's | {each['rate']:,.0f} | " + " | ".join(
                f"{each[key]:.2f}" for key in ("p50", "p90", "p99", "p999", "max")) + " |"
                for name, share, each in opened]
            marks = [(1, "p50", "p50"), (2, "p90", "p90"), (3, "p99", "p99"), (4, "p99.9", "p999"), (5, "most", "max")]
            pictures["latency"] = charts.lines(
                "Time of an answer, at half the closed loop's rate",
                [(name, [(x, max(each[key], 0.01)) for x, _, key in marks])
                 for name, share, each in opened if share == 0.5],
                "share of the requests", "milliseconds", log_across=False, log_up=True,
                ticks=[(x, label) for x, label, _ in marks])
    if "peers" in wanted:
        text = [f"Measured on {day} by `Benchmarks/run --only peers --players {options.players}`.",
                "", "| the same machine, without HTTP, players or names | per second | processor seconds a million |",
                 "|---|---|---|"]
        rows = []
        redis = peers.redis(bench, options.players, say)
        if redis:
            rows += redis[0]
        rows += peers.postgres(bench, options.players, options.seconds, say) or []
        rows += peers.sqlite(bench, options.players, options.seconds, say)
        text += [f"| {name} | {rate:,.0f} | {'' if cost is None else f'{cost:.0f}'} |" for name, rate, cost in rows]
        missing = [] if redis else ["Redis"]
        missing += [] if any(row[0].startswith("PostgreSQL") for row in rows) else ["PostgreSQL"]
        if missing:
            text += ["", f"Missing here: {', '.join(missing)} (scripts/setup bench installs them)."]
        if redis:
            text += ["", f"Redis needs {redis[1]:.0f} bytes an entry of a sorted set."]
        parts["peers"] = text, {}
    if "sizes" in wanted:
        found, floor = sizes.measure(bench, options.sizes, say)
        text, pictures = [f"Measured on {day} by `Benchmarks/run --only sizes`, on {os.cpu_count()} processors."], {}
        parts["sizes"] = text, pictures
        text += ["", "| players on the leaderboard | start from the journal | with the snapshot | memory a player, in all |",
                 "|---|---|---|---|"]
        text += [f"| {players:,} | {cold:.2f} s | {warm:.2f} s | {memory:.0f} bytes |"
                 for players, cold, warm, memory in found]
        text += ["", f"A server with an empty store takes {floor / 1e6:.0f} MB, which is not counted in these."]
        pictures["start"] = charts.lines(
            "Start until ready", [("from the journal", [(n, cold) for n, cold, _, _ in found]),
                                  ("with the snapshot", [(n, warm) for n, _, warm, _ in found])],
            "players", "seconds", log_up=True)
        pictures["memory"] = charts.lines(
            "Memory a player", [("entry, windows, name", [(n, memory) for n, _, _, memory in found])],
            "players", "bytes")
    if "index" in wanted:
        found = sizes.index(bench, options.sizes, say)
        text = [f"Measured on {day} by `Benchmarks/run --only index`."]
        parts["index"] = text, {}
        text += ["", "| in the index, one thread, no windows | " + " | ".join(f"{each:,}" for each in options.sizes) + " |",
                 "|---|" + "---|" * len(options.sizes)]
        for what in dict.fromkeys(name for name, _ in found if name.startswith("index: ")):
            cells = [found.get((what, each)) for each in options.sizes]
            text.append(f"| {what.removeprefix('index: ')} | " + " | ".join(
                "" if cell is None else f"{cell[0]:,.0f} {cell[1]}" for cell in cells) + " |")
        text += ["", "The limit is a tree in C: " + ", ".join(
            f"{name} {small} and {large} ns" for name, (small, large) in TREE.items())
                 + " at 1,000,000 and 10,000,000 entries, on another day."]
    if "client" in wanted:
        first, later = client.measure(bench, say)
        text = [f"Measured on {day} by `Benchmarks/run --only client`."]
        parts["client"] = text, {}
        text += ["", "| a game with GameKit, from its `main` on | a guest's first start | later starts |", "|---|---|---|"]
        for key, name in (("signed-in", "signed in"), ("first-score", "a first score acknowledged"),
                          ("queue", f"{client.QUEUE:,} scores reported at once, all acknowledged")):
            text.append(f"| {name} | {first[key]:,.0f} ms | {later[key]:,.0f} ms |")
    return parts


def bounds(values):
    return min(values), statistics.median(values), max(values)


def section(name, text, pictures):
    """Puts what was measured between `<!-- NAME: begin -->` and `<!-- NAME: end -->` of docs/performance.md."""
    folder = ROOT / "docs/images/performance"
    folder.mkdir(parents=True, exist_ok=True)
    for file, picture in pictures.items():
        (folder / f"{file}.svg").write_text(picture, encoding="utf-8")
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    page = ROOT / "docs/performance.md"
    if begin not in page.read_text(encoding="utf-8"):
        raise Failure(f"docs/performance.md has no {begin}")
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    after = rest.partition(end)[2]
    shown = "\n\n".join(f"![{file}](images/performance/{file}.svg)" for file in pictures)
    page.write_text(before + begin + "\n" + "\n".join(text) + "\n\n" + shown + "\n" + end + after, encoding="utf-8")
    print(f"Written: {page.relative_to(ROOT)}, {folder.relative_to(ROOT)}/", file=sys.stderr)
