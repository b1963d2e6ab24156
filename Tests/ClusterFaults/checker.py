"""Judges a run by its records and by what the database has at the end. Each check yields sentences; none is good."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from model import (
    ACHIEVEMENT,
    LIVE,
    SCORE,
    VERIFIED,
    Board,
    Entry,
    KeptMatch,
    KeptProgress,
    KeptRun,
    Row,
    Store,
    UnknownKind,
)
from records import (
    Attempt,
    ChallengeAttempt,
    Guess,
    MatchAttempt,
    Ownership,
    PageAttempt,
    Records,
    ReplayedAttempt,
    ReportAttempt,
    ScoreAttempt,
    StreamPart,
    turn_data,
)
from replays import FORGERIES, VERIFICATIONS

# A token that was ended must be refused everywhere after so many seconds.
TOKEN_LIMIT = 1.0
# Guesses at one player's password from one address: so many at once, then one in so many seconds.
GUESSES_AT_ONCE = 10
GUESS_INTERVAL = 60.0
FRIEND_REQUESTED = 1
# The kinds of notices that the game's own server is told of, by their numbers in the store.
HOOKED = {3: "challengeReceived", 4: "challengeCompleted"}
# What is asked rightly, and the problems with which it may be refused all the same: the answer to a first try was lost,
# or a player has no score yet.
RIGHTLY_REFUSED: dict[str, set[str]] = {
    "friend request": set(), "accept": {"already-friends"}, "challenge": {"challenge-invalid"}, "ticket": set(),
    "report": set(), "match": set(), "turn": set(), "match end": set(),
}
# After so many seconds all of it has come for certain: friends, repeats and ended sessions; each way to forge a run;
# reports; challenges, and turns of matches, which may have to wait for an upgrade.
FRIENDS_COME_IN = 60.0
FORGERIES_COME_IN = 60.0
REPORTS_COME_IN = 60.0
CHALLENGES_COME_IN = 300.0
TURNS_COME_IN = 300.0

Defects = Iterator[str]
Check = Callable[[Records, Store], Defects]


def journal_has_no_gap(records: Records, store: Store) -> Defects:
    """Sequences go on without gaps, and times don't go back."""
    last: dict[int, Row] = {}
    for row in sorted(store.rows, key=lambda row: (row.stream, row.sequence)):
        before = last.get(row.stream)
        expected = before.sequence + 1 if before else 1
        if row.sequence != expected:
            yield f"stream {row.stream}: row {row.sequence} stands where {expected} should"
        if before and row.time < before.time:
            yield f"stream {row.stream}: the time of row {row.sequence} is {before.time - row.time} ms before the last"
        last[row.stream] = row


def scores_are_kept(records: Records, store: Store) -> Defects:
    """Each acknowledged score is in the journal once, and no other one is there twice."""
    numbers = {alias: number for number, alias in store.players.items()}
    found: defaultdict[tuple[int, int, str], list[Row]] = defaultdict(list)
    for row in store.rows:
        if row.kind == SCORE and row.stream == store.stream and row.score_id and row.player is not None:
            found[row.board, row.player, row.score_id].append(row)
    for (_, player, score_id), rows in found.items():
        if len(rows) > 1:
            places = ", ".join(str(row.sequence) for row in rows)
            yield f"score {score_id} of {store.players.get(player)} is there {len(rows)} times: rows {places}"
    told: set[str] = set()
    for attempt in records.scores:
        if not attempt.is_done or attempt.score_id in told:
            continue
        rows = found.get((store.boards[attempt.board], numbers.get(attempt.player, 0), attempt.score_id), [])
        if not rows:
            told.add(attempt.score_id)
            yield f"acknowledged score {attempt.score_id} is missing: {attempt}"
        elif rows[0].value != attempt.value:
            told.add(attempt.score_id)
            yield f"score {attempt.score_id} is {rows[0].value} in the journal, not {attempt.value}"
        elif attempt.version < rows[0].sequence:
            told.add(attempt.score_id)
            yield f"score {attempt.score_id} is row {rows[0].sequence}, but was answered at {attempt.version}"
    for what in records.unanswered:
        yield f"never acknowledged, though all parts were back: {what}"


def replays_are_judged(records: Records, store: Store) -> Defects:
    """A score with the log of its run is acknowledged as verified, and kept so, once. A forged one never counts."""
    replayed = [one for one in records.scores if isinstance(one, ReplayedAttempt) and one.is_done]
    for attempt in replayed:
        if attempt.verification != attempt.expected:
            yield f"score {attempt.score_id} was acknowledged as “{attempt.verification}”, not {attempt.expected}"
    boards = {store.boards[one.board] for one in replayed} | {store.boards[one.board] for one in records.forged}
    forged = {one.score_id: one.forgery for one in records.forged}
    sent = {one.score_id for one in records.scores if isinstance(one, ReplayedAttempt)}
    rows: dict[str, Row] = {}
    for row in store.rows:
        if row.kind != SCORE or row.stream != store.stream or row.board not in boards:
            continue
        rows[row.score_id or ""] = row
        if row.score_id in forged:
            yield f"a forged score counts, {forged[row.score_id]}: row {row.sequence}"
        elif not row.flags & VERIFIED:
            yield f"row {row.sequence} ({row.score_id}) isn't verified, though its leaderboard wants replays"
        elif row.score_id not in sent:
            yield f"row {row.sequence} ({row.score_id}) has a score that nobody sent"
    yield from _runs_defects({one.score_id: one for one in replayed}, rows, boards, store)
    refused: Counter[str] = Counter()
    for attempt in records.forged:
        if attempt.is_done:
            yield f"a forged score was acknowledged, {attempt.forgery}: {attempt}"
        elif 400 <= attempt.status < 500 and attempt.status not in (408, 429):
            refused[attempt.forgery] += 1
            if attempt.problem != attempt.expected:
                yield f"{attempt.forgery} was refused, but not as {attempt.expected}: {attempt}"
    if not replayed:
        yield "no score with a replay was acknowledged"
    if records.seconds < FORGERIES_COME_IN:
        return
    for name in VERIFICATIONS.keys() - {one.verification for one in replayed}:
        yield f"no score was ever acknowledged as {name}"
    for forgery in FORGERIES.keys() - refused.keys():
        yield f"nothing was ever refused that was forged so: {forgery}"


def _runs_defects(scores: dict[str, ReplayedAttempt], rows: dict[str, Row], boards: set[int], store: Store) -> Defects:
    """Of what the store keeps of the runs. A score that is missing altogether is found elsewhere."""
    kept: dict[tuple[int, int], KeptRun] = {}
    traces: dict[tuple[int, int], KeptRun] = {}
    for run in store.runs:
        if run.board not in boards:
            continue
        kept[run.player, run.sequence] = run
        if run.trace is None:
            yield f"the run of row {run.sequence} can't be known again"
        elif (other := traces.setdefault((run.board, run.trace), run)) is not run:
            yield f"one run counts twice: rows {other.sequence} and {run.sequence}"
    for score_id, attempt in scores.items():
        row = rows.get(score_id)
        if row is None or row.player is None:
            continue
        kept_run = kept.get((row.player, row.sequence))
        if kept_run is None:
            yield f"the run of score {score_id} (row {row.sequence}) is missing"
        elif (kept_run.trace, kept_run.value) != (attempt.trace, attempt.value):
            yield f"the run of score {score_id} (row {row.sequence}) is another one: {kept_run}"
        elif kept_run.verification != VERIFICATIONS[attempt.expected]:
            yield f"the run of score {score_id} (row {row.sequence}) isn't kept as {attempt.expected}: {kept_run}"
        if attempt.expected == "live" and not row.flags & LIVE:
            yield f"score {score_id} (row {row.sequence}) isn't live in the journal"


def epochs_have_one_owner(records: Records, store: Store) -> Defects:
    """By the nodes' own logs: each epoch is taken once, by one process, answered by it alone, and after those before.

    Rows don't say in which epoch they were written, so the logs are all there is."""
    taken: defaultdict[int, list[Ownership]] = defaultdict(list)
    answers: defaultdict[int, list[Ownership]] = defaultdict(list)
    last: dict[str, Ownership] = {}
    for one in records.ownerships:
        if one.is_answering:
            answers[one.epoch].append(one)
            continue
        taken[one.epoch].append(one)
        # In the order of a node's own lines, whatever its clock says.
        if one.node in last and one.epoch < last[one.node].epoch:
            yield f"{one.node} took epoch {one.epoch} after epoch {last[one.node].epoch}"
        last[one.node] = one
    for epoch, owners in sorted(taken.items()):
        if len(owners) > 1:
            places = ", ".join(f"{one.node} at {one.time:.3f}" for one in owners)
            yield f"epoch {epoch} was taken {len(owners)} times: {places}"
    for epoch, those in sorted(answers.items()):
        for node in sorted({one.node for one in those} - {one.node for one in taken.get(epoch, [])}):
            yield f"{node} answered in epoch {epoch}, which it didn't take"
    # One that never answered wrote nothing: it may have heard late that the store was its own, and lost it again.
    before: Ownership | None = None
    for epoch in sorted(answers.keys() & taken.keys()):
        first = min(taken[epoch], key=lambda one: one.time)
        if before is not None and first.time <= before.time:
            both = f"at {first.time:.3f}, not after {before.time:.3f}"
            yield f"epoch {epoch} was taken by {first.node} {both}, when {before.node} took epoch {before.epoch}"
        before = first
    if not taken:
        yield "no node has said that it owns the store"
    if not answers:
        yield "no node has said that it answers"


def challenges_count_once(records: Records, store: Store) -> Defects:
    """What was sent with one key, to one friend, is one challenge, however often and wherever it was sent."""
    numbers = {alias: number for number, alias in store.players.items()}
    found = Counter(store.challenge_keys)
    for (sender, key), count in found.items():
        if count > 1:
            yield f"{store.players.get(sender)} sent {count} challenges with the key {key}"
    first: dict[str, ChallengeAttempt] = {}
    has_repeat = False
    for attempt in records.others:
        # Where the friend had a harder one, nothing was sent, and the key isn't remembered.
        if not isinstance(attempt, ChallengeAttempt) or not attempt.is_done or not attempt.is_new:
            continue
        before = first.setdefault(attempt.key, attempt)
        has_repeat = has_repeat or before is not attempt
        if before.challenge != attempt.challenge:
            yield f"the key {attempt.key} made {before.challenge} ({before}), and {attempt.challenge} ({attempt})"
        elif before is attempt and not found[numbers.get(attempt.player, 0), attempt.key]:
            yield f"the challenge with the key {attempt.key} is missing: {attempt}"
    if not has_repeat and records.seconds >= CHALLENGES_COME_IN:
        yield "no challenge was acknowledged again with its key"


def progress_is_kept(records: Records, store: Store) -> Defects:
    """A player is as far as was acknowledged, and no further than was sent; a report that comes again counts once."""
    reports = [one for one in records.others if isinstance(one, ReportAttempt)]
    numbers = {alias: number for number, alias in store.players.items()}
    kept = {(one.player, one.achievement): one for one in store.progress}
    rows = Counter(
        (row.player, row.score_id) for row in store.rows
        if row.kind == ACHIEVEMENT and row.stream == store.stream and row.score_id
    )
    for (player, report_id), count in rows.items():
        if count > 1:
            yield f"report {report_id} of {store.players.get(player or 0)} is there {count} times"
    sent: defaultdict[tuple[int, str], list[ReportAttempt]] = defaultdict(list)
    for attempt in reports:
        sent[numbers.get(attempt.player, 0), attempt.achievement].append(attempt)
        if attempt.is_done and attempt.progress < attempt.percent:
            yield f"{attempt.percent} % of {attempt.achievement} was answered with {attempt.progress} %: {attempt}"
    for key, attempts in sent.items():
        yield from _progress_defects(key[1], attempts, kept.get(key))
    done = [one for one in reports if one.is_done]
    if records.seconds >= REPORTS_COME_IN and not any(one.report_id for one in done):
        yield "no report with an ID was acknowledged"
    if records.seconds >= REPORTS_COME_IN and all(one.report_id for one in done):
        yield "no report without an ID was acknowledged"


def _progress_defects(achievement: str, attempts: list[ReportAttempt], kept: KeptProgress | None) -> Defects:
    """attempts: all of one player, of one achievement, whatever came of them."""
    done = [one for one in attempts if one.is_done]
    who = f"{attempts[0].player} with {achievement}"
    if kept is None:
        if done:
            yield f"the progress of {who} is missing: {done[0]}"
        return
    least = max(done, key=lambda one: one.percent, default=None)
    if least is not None and kept.percent < least.percent:
        yield f"{who} is at {kept.percent} %, but {least.percent} % was acknowledged: {least}"
    if kept.percent > (most := max(one.percent for one in attempts)):
        yield f"{who} is at {kept.percent} %, but no more than {most} % was ever sent"
    if kept.is_repeatable:
        low, high = _earnings(done), _earnings(attempts)
    else:
        low = high = int(kept.percent == 100)
    if not low <= kept.times_earned <= high:
        yield f"{who} has earned it {kept.times_earned} times, not {low} to {high} times"


def _earnings(attempts: list[ReportAttempt]) -> int:
    """How often they earn what can be earned again: those with an ID once, however often it was sent."""
    full = [one for one in attempts if one.percent == 100]
    return len({one.report_id for one in full if one.report_id}) + sum(not one.report_id for one in full)


def turns_count_once(records: Records, store: Store) -> Defects:
    """Each turn of a match that was acknowledged is there once, by the match's versions, its count and its data."""
    matches: defaultdict[int, list[MatchAttempt]] = defaultdict(list)
    for attempt in records.others:
        if isinstance(attempt, MatchAttempt):
            matches[attempt.group].append(attempt)
    kept: defaultdict[int, list[KeptMatch]] = defaultdict(list)
    for match in store.matches:
        kept[match.group].append(match)
    for group, attempts in matches.items():
        yield from _answers_defects(group, attempts)
        yield from _match_defects(group, attempts, kept[group])
    done = [one for those in matches.values() for one in those if one.is_done]
    if records.seconds >= TURNS_COME_IN and not any(one.turn for one in done):
        yield "no turn of a match was acknowledged"
    if records.seconds >= TURNS_COME_IN and not any(one.is_repeat for one in done):
        yield "no write to a match was acknowledged again"


def _answers_defects(group: int, attempts: list[MatchAttempt]) -> Defects:
    """Two players write in turns, so each write is of the version after the one that it has seen."""
    identifier = ""
    for attempt in attempts:
        if not attempt.is_done:
            continue
        identifier = identifier or attempt.match
        expected = attempt.seen + 1
        if attempt.match != identifier:
            yield f"match {group} is {identifier}, and {attempt.match}: {attempt}"
        if attempt.version < expected or attempt.version > expected and not attempt.is_repeat:
            what = f"turn {attempt.turn}" if attempt.turn else "the seat"
            yield f"match {group}: {what} was answered at version {attempt.version}, not {expected}: {attempt}"


def _match_defects(group: int, attempts: list[MatchAttempt], kept: list[KeptMatch]) -> Defects:
    """A write that was never acknowledged may be there or not; it's the last one."""
    done = [one for one in attempts if one.is_done]
    if not done:
        return
    turns, version = max(one.turn for one in done), max(one.seen for one in done) + 1
    last = attempts[-1]
    is_open = not last.is_done and not last.is_repeat
    possible = {(turns, version)} | ({(max(turns, last.turn), last.seen + 1)} if is_open else set())
    # One that was asked for twice, long after one another, may be there without its second player.
    found = [match for match in kept if match.turns] if turns else kept
    if not found:
        yield f"match {group} is missing, of which {turns} turns were acknowledged: {done[-1]}"
        return
    if turns and len(found) > 1:
        yield f"the turns of match {group} are in {len(found)} matches"
    match = found[0]
    if (match.turns, match.version) not in possible:
        wanted = " or ".join(f"{turns} turns at version {version}" for turns, version in sorted(possible))
        yield f"match {group} has {match.turns} turns at version {match.version}, not {wanted}: {done[-1]}"
    elif match.turns and match.data != (data := turn_data(group, match.turns)):
        yield f"match {group} holds {match.data!r} after turn {match.turns}, not {data!r}"


def outcomes_agree(records: Records, store: Store) -> Defects:
    """What was acknowledged more than once was acknowledged alike; no score was refused."""
    first: dict[str, ScoreAttempt] = {}
    fresh: Counter[str] = Counter()
    for attempt in records.scores:
        if 400 <= attempt.status < 500 and attempt.status not in (408, 429):
            yield f"score {attempt.score_id} was refused: {attempt}"
        if not attempt.is_done:
            continue
        fresh[attempt.score_id] += not attempt.is_repeat
        if fresh[attempt.score_id] > 1 and not attempt.is_repeat:
            yield f"score {attempt.score_id} counted more than once by its answers: {attempt}"
        before = first.setdefault(attempt.score_id, attempt)
        if before.outcome != attempt.outcome:
            both = f"{before.outcome} ({before}), {attempt.outcome} ({attempt})"
            yield f"score {attempt.score_id} had two outcomes: {both}"


def ranks_are_the_models(records: Records, store: Store) -> Defects:
    """Each rank, total and page is what the journal gives at the version of the answer."""
    answers: defaultdict[int, defaultdict[int, list[ScoreAttempt | PageAttempt]]]
    answers = defaultdict(lambda: defaultdict(list))
    for attempt in [*records.scores, *records.pages]:
        if attempt.is_done:
            answers[store.boards[attempt.board]][attempt.version].append(attempt)
    rows: defaultdict[int, list[Row]] = defaultdict(list)
    end = 0
    for row in sorted(store.rows, key=lambda row: row.sequence):
        if row.stream == store.stream:
            end = max(end, row.sequence)
            if row.kind != ACHIEVEMENT:
                rows[row.board].append(row)
    for number, versions in answers.items():
        board = Board(store.players)
        rest = iter(rows[number])
        row = next(rest, None)
        for version in sorted(versions):
            if version > end:
                yield f"version {version} was answered, but the journal ends at {end}: {versions[version][0]}"
                continue
            while row is not None and row.sequence <= version:
                try:
                    board.apply(row)
                except UnknownKind as error:
                    yield str(error)
                    return
                row = next(rest, None)
            for attempt in versions[version]:
                judge = _score_defect if isinstance(attempt, ScoreAttempt) else _page_defect
                if defect := judge(attempt, board.entries):
                    yield f"version {version}: {defect}: {attempt}"


def _score_defect(attempt: ScoreAttempt, entries: list[Entry]) -> str | None:
    own = next((entry for entry in entries if entry.name == attempt.player), None)
    if attempt.entry != own:
        return f"the entry is {attempt.entry}, not {own}"
    return _total_defect(attempt.total, entries)


def _page_defect(attempt: PageAttempt, entries: list[Entry]) -> str | None:
    own = next((entry for entry in entries if entry.name == attempt.player), None)
    if attempt.local != own:
        return f"the player's own entry is {attempt.local}, not {own}"
    if attempt.first > 0:
        expected = entries[attempt.first - 1 : attempt.first - 1 + attempt.count]
    elif attempt.first < 0 or own is None:
        expected = [own] if own else []
    else:
        # Where the window ends is the server's; which entries are in it is not.
        first = attempt.entries[0].rank if attempt.entries else 1
        expected = entries[first - 1 : first - 1 + min(attempt.count, len(entries))]
        if own not in attempt.entries:
            return f"{own} isn't in the page around it"
    if list(attempt.entries) != expected:
        return f"the page is {_brief(attempt.entries)}, not {_brief(expected)}"
    return _total_defect(attempt.total, entries)


def _total_defect(total: int, entries: list[Entry]) -> str | None:
    return None if total == len(entries) else f"the total is {total}, not {len(entries)}"


def _brief(entries: list[Entry] | tuple[Entry, ...]) -> str:
    return "[" + ", ".join(f"{entry.rank} {entry.name} {entry.value}" for entry in entries) + "]"


def reads_are_fresh(records: Records, store: Store) -> Defects:
    """No answer is older than what was acknowledged before it was asked for."""
    known = _acknowledged(records)
    for attempt in [*records.pages, *records.scores]:
        if attempt.is_done and (newer := known(attempt.board, attempt.begin)) > attempt.version:
            yield f"version {attempt.version} is older than {newer}, acknowledged before: {attempt}"
    for part in _parts(records):
        if part.opened is None:
            continue
        last: dict[str, int] = {}
        for heard in part.heard:
            if heard.name != "leaderboard":
                continue
            least = last.get(heard.board, known(heard.board, part.begin))
            if heard.id < least:
                yield f"{_name(part)} heard version {heard.id} of {heard.board} after {least}"
            last[heard.board] = heard.id


def _acknowledged(records: Records) -> Callable[[str, float], int]:
    """The highest version of a board that was acknowledged before a time."""
    ends: defaultdict[str, list[float]] = defaultdict(list)
    highest: defaultdict[str, list[int]] = defaultdict(list)
    for attempt in sorted((attempt for attempt in records.scores if attempt.is_done), key=lambda one: one.end):
        ends[attempt.board].append(attempt.end)
        versions = highest[attempt.board]
        versions.append(max(attempt.version, versions[-1] if versions else 0))

    def known(board: str, time: float) -> int:
        index = bisect_left(ends[board], time)
        return highest[board][index - 1] if index else 0

    return known


def notices_arrive(records: Records, store: Store) -> Defects:
    """Each notice reaches its player's stream once and in order, however often the stream is resumed."""
    numbers = {alias: number for number, alias in store.players.items()}
    written: defaultdict[int, list[int]] = defaultdict(list)
    for notice in store.notices:
        written[notice.player].append(notice.id)
    for alias, parts in records.streams.items():
        begun: int | None = None
        heard: list[int] = []
        for part in parts:
            for event in part.heard:
                if event.name == "inbox" and begun is None:
                    begun = event.id
                if event.name == "notice" and begun is not None:
                    if heard and event.id == heard[-1] or event.id in heard[-50:]:
                        yield f"{_name(part)}: notice {event.id} came twice"
                    elif heard and event.id < heard[-1]:
                        yield f"{_name(part)}: notice {event.id} came after {heard[-1]}"
                    heard.append(event.id)
        if begun is None:
            if parts:
                yield f"{alias}'s stream never said where the inbox stands, in {len(parts)} connections"
            continue
        own = set(written[numbers.get(alias, 0)])
        for missing in sorted(identifier for identifier in own if identifier > begun and identifier not in set(heard)):
            yield f"notice {missing} never came to {alias}'s stream"
        for stray in sorted(set(heard) - own):
            yield f"{alias}'s stream had notice {stray}, which isn't in the store"


def notices_are_written_once(records: Records, store: Store) -> Defects:
    """Nothing is told twice under two IDs, and what was acknowledged is told."""
    seen: dict[tuple[int, int, int | None, str], int] = {}
    asked: Counter[tuple[int, int]] = Counter()
    for notice in store.notices:
        key = (notice.player, notice.kind, notice.about, notice.content)
        if key in seen:
            yield f"notices {seen[key]} and {notice.id} to {store.players.get(notice.player)} are the same"
        seen[key] = notice.id
        if notice.kind == FRIEND_REQUESTED and notice.about is not None:
            asked[notice.about, notice.player] += 1
    numbers = {alias: number for number, alias in store.players.items()}
    for request in records.friend_requests:
        pair = (numbers.get(request.sender, 0), numbers.get(request.receiver, 0))
        if request.is_acknowledged and asked[pair] == 0:
            yield f"{request.receiver} was never told of the request of {request.sender}"
        if asked[pair] > 1:
            yield f"{request.receiver} was told {asked[pair]} times of one request of {request.sender}"
        if request.is_accepted and not {pair, pair[::-1]} <= store.friendships:
            yield f"{request.sender} and {request.receiver} aren't friends, though it was acknowledged"


def events_have_one_id(records: Records, store: Store) -> Defects:
    """The game's own server is told of each notice, and knows by its ID an event that comes again."""
    ids: dict[int, str] = {}
    notices: dict[str, int] = {}
    taken: set[int] = set()
    for event in records.deliveries:
        if ids.setdefault(event.notice, event.id) != event.id:
            yield f"notice {event.notice} came as event {ids[event.notice]}, and as {event.id}"
        if notices.setdefault(event.id, event.notice) != event.notice:
            yield f"event {event.id} is of notice {notices[event.id]}, and of {event.notice}"
        if event.is_taken:
            taken.add(event.notice)
    written = {notice.id: notice for notice in store.notices if notice.kind in HOOKED and notice.app == store.app}
    for missing in sorted(written.keys() - taken):
        yield f"the game was never told of notice {missing} ({HOOKED[written[missing].kind]})"
    for event in records.deliveries:
        notice = written.get(event.notice)
        if notice is None or HOOKED[notice.kind] != event.kind:
            yield f"event {event.id} ({event.kind}) is of notice {event.notice}, which isn't in the store as such"


def pushes_come_once(records: Records, store: Store) -> Defects:
    """A device gets no notice twice, and its own player's alone."""
    players = {notice.id: store.players.get(notice.player) for notice in store.notices}
    told: set[tuple[str, int]] = set()
    for push in records.pushes:
        if (push.device, push.notice) in told:
            yield f"notice {push.notice} was pushed to {push.device} again at {push.time:.3f}, though it wasn't refused"
        if not push.is_refused:
            told.add((push.device, push.notice))
        alias = records.devices.get(push.device)
        if alias is None or players.get(push.notice) != alias:
            yield f"notice {push.notice} of {players.get(push.notice)} was pushed to {push.device}, which is {alias}'s"
    # A single one may be lost with a node that sends it.
    if not told:
        yield "no device was ever told of anything"


def guesses_are_limited(records: Records, store: Store) -> Defects:
    """However many nodes are asked, and whoever owns the store, a password is guessed at as often as one server allows.

    An owner that is killed may have checked one whose row it hadn't written yet. A program of the release before may
    know no such rows, so nothing counts until all nodes are of this one."""
    upgraded = max((each.recovered for each in records.faults if each.name in ("upgrade", "go-back")), default=-1.0)
    checked = [guess for guess in records.guesses if guess.was_checked and guess.begin > upgraded]
    if checked:
        first, last = min(guess.begin for guess in checked), max(guess.end for guess in checked)
        lost = sum(first < takeover < last for takeover in records.takeovers)
        limit = GUESSES_AT_ONCE + int((last - first) / GUESS_INTERVAL) + lost
        if len(checked) > limit:
            yield f"{len(checked)} guesses were checked in {last - first:.1f} s, not {limit}: {checked[limit]}"
    elif not any(guess.was_checked for guess in records.guesses):
        yield "no guess was ever checked"


def accounts_are_kept(records: Records, store: Store) -> Defects:
    """A player who signed up is there once, and no live session was refused."""
    counts = Counter(store.players.values())
    for alias in records.signed_up:
        if counts[alias] != 1:
            yield f"{alias} signed up, and is there {counts[alias]} times"
    for attempt in [*records.scores, *records.pages, *records.others]:
        # The second try to sign out finds that the first one did.
        if attempt.status == 401 and attempt.what != "sign-out":
            yield f"a session that nobody ended was refused: {attempt}"


def tokens_end(records: Records, store: Store) -> Defects:
    """A token is refused everywhere a second after its end was acknowledged."""
    ends: dict[str, float] = {}
    for end in records.token_ends:
        ends[end.token] = min(end.time, ends.get(end.token, end.time))
    for use in records.token_uses:
        if use.is_done and use.token in ends and use.begin > ends[use.token] + TOKEN_LIMIT:
            yield f"a token worked {use.begin - ends[use.token]:.2f} s after its end: {use}"


def silence_is_kept(records: Records, store: Store) -> Defects:
    """While no commit can be safe, no score is acknowledged."""
    for fault in records.faults:
        if fault.silence is None:
            continue
        begin, end = fault.silence
        for attempt in records.scores:
            if attempt.is_done and not attempt.is_repeat and attempt.begin > begin and attempt.end < end:
                yield f"acknowledged during “{fault.name}” ({begin:.3f}–{end:.3f}): {attempt}"


def requests_pass(records: Records, store: Store) -> Defects:
    """What is asked rightly isn't refused; that waiting solves it, or that a session ended, is judged elsewhere."""
    for attempt in [*records.pages, *(one for one in records.others if one.what in RIGHTLY_REFUSED)]:
        is_refused = 400 <= attempt.status < 500 and attempt.status not in (401, 408, 429)
        if is_refused and attempt.problem not in RIGHTLY_REFUSED.get(attempt.what, set()):
            yield f"refused: {attempt}"


def something_is_checked(records: Records, store: Store) -> Defects:
    """The run has some of everything that the other checks judge, so that they don't pass for want of it.

    A short run needs only what comes in it for certain. Pushes and guesses say it themselves where they are missing."""
    if not any(attempt.is_done for attempt in records.scores):
        yield "no score was acknowledged"
    if not any(attempt.is_done for attempt in records.pages):
        yield "no page was read"
    if records.seconds < FRIENDS_COME_IN:
        return
    if not records.faults:
        yield "no fault was made"
    if not any(attempt.is_done and attempt.is_repeat for attempt in records.scores):
        yield "no score that was sent again was acknowledged as a repeat"
    if not any(request.is_accepted for request in records.friend_requests):
        yield "no friendship was accepted"
    if not any(heard.name == "notice" for part in _parts(records) for heard in part.heard):
        yield "no notice was heard on any stream"
    ends = {end.token: end.time for end in records.token_ends}
    if not any(
        use.status == 401 and use.token in ends and use.begin > ends[use.token] + TOKEN_LIMIT
        for use in records.token_uses
    ):
        yield "no token was refused after its end"
    if records.seconds < CHALLENGES_COME_IN:
        return
    # Where there is a game's server, another check says whether it heard of them.
    told = {notice.kind for notice in store.notices if notice.app == store.app}
    for number, kind in HOOKED.items():
        if number not in told:
            yield f"nobody was told of any challenge: {kind}"


def _parts(records: Records) -> Iterator[StreamPart]:
    for parts in records.streams.values():
        yield from parts


def _name(part: StreamPart) -> str:
    return f"{part.player}'s stream at {part.place} from {part.begin:.3f}"


CHECKS: dict[str, Check] = {
    "the journal has no gap, its time never goes back": journal_has_no_gap,
    "acknowledged scores are there, once": scores_are_kept,
    "replayed scores are verified, forged ones never count": replays_are_judged,
    "each epoch has one owner": epochs_have_one_owner,
    "a challenge that is sent again with its key is one": challenges_count_once,
    "progress is kept as acknowledged": progress_is_kept,
    "each turn of a match counts once, none is lost": turns_count_once,
    "what is acknowledged twice has one outcome": outcomes_agree,
    "ranks, totals and pages are the model's": ranks_are_the_models,
    "no read is older than what was acknowledged": reads_are_fresh,
    "each notice arrives once, in order": notices_arrive,
    "each notice is written once": notices_are_written_once,
    "each event comes to the game's server, under one ID": events_have_one_id,
    "no device is told of a notice twice": pushes_come_once,
    "guesses are limited as by one server": guesses_are_limited,
    "accounts and sessions are kept": accounts_are_kept,
    "ended tokens are refused within a second": tokens_end,
    "nothing is acknowledged while no standby can have it": silence_is_kept,
    "what is asked rightly isn't refused": requests_pass,
    "there was something to check": something_is_checked,
}


def failures(attempts: Iterator[Attempt], begin: float, end: float) -> list[Attempt]:
    """Requests through the proxy that failed for their client in that time."""
    return [
        attempt
        for attempt in attempts
        if attempt.place == "proxy" and attempt.has_failed and attempt.end >= begin and attempt.begin <= end
    ]


def longest_pause(records: Records, begin: float, end: float) -> float:
    """The longest time without a new score acknowledged through the proxy, in seconds; it may begin before `begin`."""
    times = sorted(one.end for one in records.scores if one.is_done and not one.is_repeat and one.place == "proxy")
    first = max(0, bisect_left(times, begin) - 1)
    last = bisect_left(times, end)
    inner = times[first : last + 1]
    if len(inner) < 2:
        return end - begin
    return max(after - before for before, after in zip(inner, inner[1:]))


BUCKET = 0.5
BAD_SHARE = 0.2


def longest_disturbance(records: Records, begin: float, end: float) -> float:
    """The longest time in which a fifth or more of the scores sent through the proxy failed, in seconds.

    Writes that go on through one node only are no writes that go on for a client the proxy sends to another."""
    sent: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for one in records.scores:
        if one.place == "proxy" and begin <= one.begin < end:
            bucket = int((one.begin - begin) / BUCKET)
            sent[bucket] += 1
            lost[bucket] += one.has_failed
    longest = current = 0
    for bucket in range(max(sent, default=-1) + 1):
        # Nobody sent anything: it goes on as it was.
        is_bad = lost[bucket] >= BAD_SHARE * sent[bucket] if sent[bucket] else current > 0
        current = current + 1 if is_bad else 0
        longest = max(longest, current)
    return longest * BUCKET
