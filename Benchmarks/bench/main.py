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
from .journal import bests
from .servers import ROOT, Bench, Failure, revision

PARTS = ("rates", "open", "peers", "sizes", "index", "client", "matches", "frames")
# The same operations of a B+ tree in C, measured once on a machine of this kind: nanoseconds by entries.
TREE = {"rank": {1_000_000: 220, 10_000_000: 503}, "update": {1_000_000: 462, 10_000_000: 985}}
TREE_GOAL = 1.3
# Seconds until ready, from the journal and with the snapshot.
START_GOALS = {1_000_000: (2, 0.5), 10_000_000: (20, 5)}
MEMORY_GOAL, FIRST_SCORE_GOAL = 150, 50


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
        peers = [figure.peer, *figure.also] if figure.peer else []
        ratio = "; ".join(
            spread(figure.ratios(figures, peer)) + ("" if peer == rates.NGINX_OK else f" of {peer}") for peer in peers)
        goal = "" if figure.goal is None else str(figure.goal) + (f", p99 ≤ {figure.p99} ms" if figure.p99 else "")
        if figure.rate:
            goal = f"{figure.rate:,} per second, or the disk's limit"
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
    parts, others = {}, None
    measured = f"Measured on {datetime.date.today().isoformat()} at {revision()} by `Benchmarks/run"
    sizes_text = ",".join(map(str, options.sizes))
    is_whole = bool(set(wanted) & {"rates", "open"})
    if is_whole or "peers" in wanted:
        say("seed", 0, f"{options.players:,} players")
        data, tokens = bench.seed(options.players, f"size-{options.players}")
        # There are eight of them, and they are no more than what Laurel is compared with.
        if "peers" in wanted:
            others = peers.Peers(bench, options.players, max(1, options.seconds // 2), say)
        measurer = rates.Rates(bench, data, tokens, options.seconds, is_whole)
        measurer.run(options.rounds, say, others.figures if others else ())
        if others:
            others.end()
        figures = measurer.figures
    if is_whole:
        only = ",".join(part for part in ("rates", "open") if part in wanted)
        text, pictures = [
            f"{measured} --only {only} --players {options.players} --seconds {options.seconds} "
            f"--rounds {options.rounds}`, on {os.cpu_count()} processors that clients, peers and server share.", ""], {}
        parts["rates"] = text, pictures
        text += rate_table(figures)
        background, (rows, size) = measurer.background, measurer.commit
        text += ["", "Beside each read, each page that is asked for again, and nginx answering the same requests, others "
                 f"submitted {background.RATE:,} scores a second (at least {min(background.rates):,} were acknowledged, and "
                 f"{background.bests / max(1, background.sent):.0%} of all were new bests). "
                 f"{background.reads:,} reads were compared with what was acknowledged before; none was older.",
                 "", bests(measurer.journal.shares) + " Answers that were 304: " + ", ".join(
                     f"at least {min(shares):.1%} for {name.removesuffix(' (304)')}"
                     for name, shares in measurer.unchanged.items()) + ".",
                 "", f"A commit of batches had {rows:,.0f} scores and took {size:,.0f} bytes in the log. The disk's limit is "
                 "as many bytes, written at once and flushed, again and again, with nothing else to do.",
                 "", f"A million durable scores cost the server {statistics.median(measurer.processor):.0f} processor "
                 "seconds."]
        goals = [each for each in figures.values() if each.goal]
        pictures["ratios"] = charts.bars(
            "Ratio to nginx", [(each.name, *bounds(each.ratios(figures)), each.goal) for each in goals],
            "median of the rounds, least to most; the mark is the goal")
        found = rates.against_connections(
            bench, data, tokens, options.connections, max(1, options.seconds // 2), say)
        pictures["connections"] = charts.lines(
            "Requests a second against connections", found, "connections", "a second",
            ticks=[(each, str(each)) for each in options.connections])
        if "open" in wanted:
            tops = {each.name: statistics.median(one.rate for one in each.rounds) for each in figures.values()}
            seconds = max(1, options.seconds // 2)
            opened = open_loop.measure(bench, data, tokens, seconds, options.rounds, tops, say)
            text += ["", "Open loop: requests come at a rate of their own, and each one's time counts from when it was due. "
                     f"Rounds of {seconds} s: medians, least to most.",
                     "", "| | per second | p50 ms | p90 ms | p99 ms | p99.9 ms | most ms |", "|---|---|---|---|---|---|---|"]
            text += [f"| {name}, {share:.0%} of the closed loop's | " + " | ".join(
                spread([each[key] for each in results], "{:,.0f}" if key == "rate" else "{:.2f}")
                for key in ("rate", "p50", "p90", "p99", "p999", "max")) + " |" for name, share, results in opened]
            marks = [(1, "p50", "p50"), (2, "p90", "p90"), (3, "p99", "p99"), (4, "p99.9", "p999"), (5, "most", "max")]
            pictures["latency"] = charts.lines(
                "Time of an answer, at half the closed loop's rate",
                [(name, [(x, max(statistics.median(each[key] for each in results), 0.01)) for x, _, key in marks])
                 for name, share, results in opened if share == 0.5],
                "share of the requests", "milliseconds", log_across=False, log_up=True,
                ticks=[(x, label) for x, label, _ in marks])
    if others:
        text = [f"{measured} --only peers --players {options.players} --seconds {options.seconds} --rounds "
                f"{options.rounds}`: medians, least to most. Laurel's scores took turns with the peers in each round.",
                "", "| the same machine, without HTTP, players or names | per second | processor seconds a million |",
                "|---|---|---|"]
        rows = [(each.name, [rate for rate, _ in each.rounds], [cost for _, cost in each.rounds if cost is not None])
                for each in others.figures]
        rows.append((
            "Laurel: " + rates.BETTER.replace("score", "score over HTTP"),
            [each.rate for each in figures[rates.BETTER].rounds], measurer.processor))
        text += [f"| {name} | {spread(found, '{:,.0f}')} | {spread(costs, '{:.0f}') if costs else ''} |"
                 for name, found, costs in rows]
        if others.missing:
            text += ["", f"Missing here: {', '.join(others.missing)} (scripts/setup bench installs them)."]
        if others.entry_bytes:
            text += ["", f"Redis needs {others.entry_bytes:.0f} bytes an entry of a sorted set."]
        parts["peers"] = text, {}
    if "sizes" in wanted:
        play_seconds = 15 * options.seconds
        found, floor = sizes.measure(bench, options.sizes, play_seconds, say)
        text, pictures = [
            f"{measured} --only sizes --sizes {sizes_text} --seconds {options.seconds}`, on {os.cpu_count()} processors: "
            "medians of three starts of each kind, least to most."], {}
        parts["sizes"] = text, pictures
        text += ["", "| players on the leaderboard | start from the journal | with the snapshot | goals | memory a player, "
                 f"in all (goal {MEMORY_GOAL}) | after {play_seconds} s of play |", "|---|---|---|---|---|---|"]
        for players, cold, warm, memory, played in found:
            goals = " and ".join(f"{goal:g} s" for goal in START_GOALS.get(players, ()))
            text.append(f"| {players:,} | {spread(cold)} s | {spread(warm)} s | {goals} | {spread(memory, '{:.0f}')} bytes | "
                        + ("" if played is None else f"{played:.0f} bytes") + " |")
        found = [(players, *map(statistics.median, (cold, warm, memory)), played)
                 for players, cold, warm, memory, played in found]
        text += ["", f"A server with an empty store takes {floor / 1e6:.0f} MB, which is not counted in these. In play, "
                 "others submit 1,000 scores a second, and 16 connections read around the player as fast as they can."]
        pictures["start"] = charts.lines(
            "Start until ready", [("from the journal", [(n, cold) for n, cold, *_ in found]),
                                  ("with the snapshot", [(n, warm) for n, _, warm, *_ in found])],
            "players", "seconds", log_up=True)
        pictures["memory"] = charts.lines(
            "Memory a player", [("entry, windows, name", [(n, memory) for n, _, _, memory, _ in found])],
            "players", "bytes")
    if "index" in wanted:
        found = sizes.index(bench, options.sizes, say)
        text = [f"{measured} --only index --sizes {sizes_text}`, one time each."]
        parts["index"] = text, {}
        text += ["", "| in the index, one thread, no windows | " + " | ".join(f"{each:,}" for each in options.sizes) + " |",
                 "|---|" + "---|" * len(options.sizes)]
        for what in dict.fromkeys(name for name, _ in found if name.startswith("index: ")):
            cells = [found.get((what, each)) for each in options.sizes]
            text.append(f"| {what.removeprefix('index: ')} | " + " | ".join(
                "" if cell is None else f"{cell[0]:,.0f} {cell[1]}" for cell in cells) + " |")
        beside = [f"{what} at {each:,} entries {cell[0] / limits[each]:.2f} × its {limits[each]} ns"
                  for what, limits in TREE.items() for each in options.sizes
                  if each in limits and (cell := found.get((f"index: {what}", each)))]
        if beside:
            text += ["", f"Beside a tree in C that was measured on another day (goal {TREE_GOAL} ×): "
                     + ", ".join(beside) + "."]
    if "client" in wanted:
        first, later = client.measure(bench, say)
        text = [f"{measured} --only client`; later starts: medians of {client.RUNS}, least to most."]
        parts["client"] = text, {}
        text += ["", "| a game with GameKit, from its `main` on | a guest's first start | later starts | goal |",
                 "|---|---|---|---|"]
        for key, name, goal in (("signed-in", "signed in", ""),
                                ("first-score", "a first score acknowledged", f"{FIRST_SCORE_GOAL} ms"),
                                ("queue", f"{client.QUEUE:,} scores reported at once, all acknowledged", "seconds")):
            text.append(f"| {name} | {first[key]:,.0f} ms | {spread(later[key], '{:,.0f}')} ms | {goal} |")
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
