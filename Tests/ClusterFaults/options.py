"""What both programs that hurt servers are told, and how a run of theirs begins."""

from __future__ import annotations

import argparse
import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Protocol, TypeVar


class Named(Protocol):
    @property
    def name(self) -> str: ...


Kind = TypeVar("Kind", bound=Named)


def parse(program: str, kinds: Sequence[Named], *, minutes: float, limit: float, rate: float
          ) -> argparse.Namespace | None:
    """Nothing, where only the names of the faults were asked for."""
    parser = argparse.ArgumentParser(prog=program, allow_abbrev=False)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--faults", default="", help="names with commas between; all unless given")
    parser.add_argument("--rate", type=float, default=rate, help="requests a second, beside 10 probes")
    parser.add_argument("--players", type=int, default=24)
    parser.add_argument("--list", action="store_true", help="print the names of the faults")
    options = parser.parse_args()
    if not 0 < options.minutes <= limit:
        parser.error(f"--minutes must be at most {limit}")
    names = {kind.name for kind in kinds}
    options.faults = [name for name in options.faults.split(",") if name]
    if unknown := set(options.faults) - names:
        parser.error(f"no such fault: {', '.join(sorted(unknown))}; there are {', '.join(sorted(names))}")
    if options.list:
        print("\n".join(kind.name for kind in kinds))
        return None
    return options


def begin(options: argparse.Namespace, run: Callable[[argparse.Namespace, int], Coroutine[None, None, int]]) -> int:
    """Says the seed, and runs with it."""
    seed = options.seed if options.seed is not None else secrets.randbelow(1_000_000)
    print(f"Seed {seed}; --seed {seed} repeats the order of faults.", flush=True)
    return asyncio.run(run(options, seed))


def chosen(kinds: Sequence[Kind], options: argparse.Namespace) -> list[Kind]:
    return [kind for kind in kinds if not options.faults or kind.name in options.faults]


def remaining(kinds: Sequence[Kind], left_out: Mapping[str, str]) -> list[Kind]:
    """Those that can be made here; of the others it's said why they can't. Ends the program when none is left.

    left_out: the reasons, by the kinds' names."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for kind in kinds:
        if kind.name in left_out:
            names[left_out[kind.name]].append(kind.name)
    for reason, those in names.items():
        print(f"Left out, because {reason}: {', '.join(those)}", flush=True)
    rest = [kind for kind in kinds if kind.name not in left_out]
    if not rest:
        raise SystemExit(f"No fault is left that can be made, because {'; '.join(names)}.")
    return rest
