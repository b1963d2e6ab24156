"""What a load has left in the store: how many scores, how many of them new bests, and what the log took for them.

All rows are looked at, after the load, so that counting costs the load nothing. A row's flag is what its answer says as
`isNewBest` (`JournalWriter+Publishing.swift`).
"""
import contextlib
import dataclasses
import pathlib
import sqlite3
import statistics
import sys

from .servers import Failure

# Of the scores of a load that is called "always a new best".
LEAST_BESTS = 0.95
NEW_BEST = 2
SCORE = 1
# Bytes of the log.
LOG_HEAD, FRAME_HEAD, PAGE = 32, 24, 4_096


class Journal:
    """Of the seeded game's stream in production; the server may run meanwhile."""

    def __init__(self, data):
        self.file = data / "laurel.db"
        # {mode: [the share of new bests of each load]}
        self.shares = {}

    def ask(self, question, *values):
        with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as database:
            return database.execute(question, values).fetchone()

    def last(self):
        """The position of the last row."""
        stream, = self.ask("SELECT min(number) FROM streams WHERE environment = 0")
        return self.ask("SELECT max(position) FROM journal WHERE position < ?", stream + 1 << 48)[0]

    def since(self, position):
        """Scores behind the position, how many of them were new bests, and in how many commits they came: rows of one
        have the same time. Two within a millisecond count as one."""
        scores, bests, commits = self.ask(
            f"SELECT count(*), coalesce(sum(flags & {NEW_BEST} <> 0), 0), count(DISTINCT time) FROM journal"
            f" WHERE position > ? AND position < ? AND kind = {SCORE}", position, (position >> 48) + 1 << 48)
        return scores, bests, commits

    def counting(self, mode, run, scores=1):
        """What `run` returns, once it was seen that each of its answers, of so many scores, was a row of its own, and
        that the rows are new bests if they should be."""
        position = self.last()
        result = run()
        rows, bests, _ = self.since(position)
        acknowledged = (result.answers - result.refused) * scores
        share = bests / max(1, rows)
        self.shares.setdefault(mode, []).append(share)
        if rows < acknowledged:
            raise Failure(f"{acknowledged:,} scores were acknowledged and {rows:,} are new: an ID came twice")
        if mode == "better" and share < LEAST_BESTS:
            raise Failure(f"only {share:.1%} of the scores were new bests")
        return result

    def commits(self):
        """How many there were that wrote no row of the journal, such as those of turns in matches."""
        return self.ask("SELECT number FROM changes")[0]

    def log(self, before=None):
        """What is in the log since `before`, or since it was begun anew after that."""
        pages = commits = 0
        with open(f"{self.file}-wal", "rb") as log:
            head = log.read(LOG_HEAD)
            salt = head[16:24]
            # Frames with another salt are of an earlier time.
            while len(frame := log.read(FRAME_HEAD)) == FRAME_HEAD and frame[8:16] == salt:
                pages += 1
                # Else it isn't the last one of its commit.
                commits += frame[4:8] != bytes(4)
                log.seek(PAGE, 1)
        if before and before.salt == salt:
            return Log(salt, pages - before.pages, commits - before.commits)
        return Log(salt, pages, commits)


@dataclasses.dataclass
class Log:
    """Of SQLite's log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log"""

    salt: bytes
    pages: int
    commits: int

    @property
    def pages_of_commit(self):
        """On average; None without a commit."""
        return self.pages / self.commits if self.commits else None


def bests(shares):
    """A sentence about what the loads were."""
    names = {"better": "those that always are", "mixed": "those that mostly aren't", "batch": "batches"}
    return "New bests, of all rows that the scores became: " + ", ".join(
        f"{statistics.median(each):.1%} of {names[mode]}" for mode, each in shares.items()) + "."


def main(words):
    """For shell scripts: `DATA` prints the last position, `DATA POSITION` the share of new bests since."""
    journal = Journal(pathlib.Path(words[0]))
    if len(words) == 1:
        print(journal.last())
        return 0
    rows, bests, _ = journal.since(int(words[1]))
    print(f"{bests / max(1, rows):.4f}")
    return 0 if bests >= LEAST_BESTS * rows else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
