"""What players do to the cluster while it is hurt: through the proxy, and at each node. Everything is recorded."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import random
import time
import traceback
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from api import Client, NoAnswer, Reply, part
from hook import PUSH_PATH
from records import (
    Attempt,
    ChallengeAttempt,
    Entry,
    ForgedAttempt,
    FriendRequest,
    Guess,
    Heard,
    MatchAttempt,
    PageAttempt,
    Records,
    ReplayedAttempt,
    ReportAttempt,
    ScoreAttempt,
    StreamPart,
    TokenEnd,
    TokenUse,
    context_id,
    turn_data,
)
from replays import COPY, FOREIGN_TICKET, FORGERIES, NO_LOG, OTHER_SCORE, PAST_END, UNFINISHED, USED_TICKET, Run

BOARDS = [
    "com.ali.MonkeyJump/HighScores",
    "com.dragonforged.whackacac/com.dragonforged.whackacac.leaderboard",
]
# Made by the test, in the game of the first one.
REPLAYED = "Replayed"
# The demo's, of the same game: each can be earned once.
ACHIEVEMENTS = ["FirstRun", "Metres500", "Metres1000", "Naturalist", "Limbo"]
# Made by the test, in the same game: each report of 100 percent earns it.
REPEATED = "Repeated"
VALUE_LIMIT = 1_000_000
PASSWORD = "correct horse battery"
# Whose password is guessed at, and nothing else.
GUESSED = "guessed-at"
GUESSES_PER_SECOND = 2
# How many players have a browser that is closed.
PUSHED_SHARE = 0.4
# A device's keys (RFC 8291, section 5); nobody reads what is encrypted for them here.
PUSH_KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
PROXY = "proxy"

TIMEOUT = 5.0
# A stream that brings nothing, not even a heartbeat (every 20 s), is broken.
STREAM_SILENCE = 30.0
STREAM_LIFE = (8.0, 45.0)
# Scores under way at once; beyond it no more are begun, but for the probe's.
FLYING_LIMIT = 150
PROBES_PER_SECOND = 10
PROBES_LIMIT = 120
# Scores with replays under way at once: the server plays each again, in a process of its own.
RUNS_LIMIT = 40
RUN_INTERVAL = 0.7
# Reports of progress under way at once.
REPORTS_LIMIT = 40
REPORT_INTERVAL = 0.4
# How long after its client has given up a request can still be carried out: a node that is stopped for 10 s has it.
STRAY_LIFE = 15.0
# Matches that are played at once, how many turns one has, and how long a player thinks.
MATCHES_LIMIT = 6
MATCH_INTERVAL = 1.0
MATCH_TURNS = (4, 30)
TURN_PAUSE = (0.3, 1.5)
# A player may ask 50 others in a day.
REQUESTS_PER_PLAYER = 45
PLAYERS_LIMIT = 60

# Problems that waiting solves.
WAITING = {"too-many-requests", "too-many-attempts", "too-many-connections", "request-timeout"}

now = time.monotonic
AnyAttempt = TypeVar("AnyAttempt", bound=Attempt)


@dataclass
class Player:
    alias: str
    token: str
    id: str
    friends: list[Player] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)


@dataclass
class MatchWrite:
    """What is sent again alike."""

    player: Player
    made: MatchAttempt
    path: str
    body: dict[str, Any]


class Load:
    """All players, and what they do until told to stop."""

    def __init__(self, client: Client, seed: int, rate: float, players: int, seconds: float) -> None:
        self.client = client
        self.records = Records()
        # Where the push service is; empty: there is none.
        self.push_service = ""
        # The leaderboard that wants replays, as in BOARDS; empty: there is none.
        self.replayed_board = ""
        # An achievement of the game of that leaderboard that can be earned again; empty: there is none.
        self.repeated_achievement = ""
        # The servers take matches: all of them are of a release that has them, and the store's level says so.
        self.has_matches = False
        self.players: list[Player] = []
        # Errors of this program, or answers that it can't read.
        self.mistakes: list[str] = []
        self._random = random.Random(seed)
        self._rate = rate
        self._count = players
        self._seconds = seconds
        self._nodes = [place for place in client.places if place != PROXY] or [PROXY]
        self._begun = now()
        self._is_stopping = False
        # A client that waits for an acknowledgement gives up then.
        self._gives_up_at = float("inf")
        self._flying = 0
        self._probing = 0
        self._playing = 0
        self._reporting = 0
        self._matches = 0
        # Players who report what can be earned again: two reports of one moment would be told in the same words.
        self._earning: set[str] = set()
        # Of players who send replays: 0 forges one, 1 plays with a ticket, 2 without.
        self._turns = itertools.cycle([1, 2, 0])
        # Runs that were acknowledged, with their players.
        self._runs: list[tuple[Player, Run]] = []
        self._forgeries = itertools.cycle(FORGERIES)
        self._numbers = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._pacers: list[asyncio.Task[None]] = []
        self._listeners: list[asyncio.Task[None]] = []

    async def prepare(self) -> None:
        """The first players sign up, two at a time: a password costs the server as much as a hundred scores."""
        for _ in range(0, self._count, 2):
            await asyncio.gather(self._sign_up(), self._sign_up())
        body = {"alias": GUESSED, "password": PASSWORD}
        await self._insist("sign-up", GUESSED, PROXY, "POST", "/v1/players", None, body)

    def start(self) -> None:
        self._begun = now()
        for pace, act in [
            (1 / self._rate, self._act), (1 / PROBES_PER_SECOND, self._probe), (0.4, self._meet), (3.0, self._visit),
            (10.0, self._join), (1 / GUESSES_PER_SECOND, self._guess), (REPORT_INTERVAL, self._progress),
            (MATCH_INTERVAL, self._sit_down),
            *([(RUN_INTERVAL, self._play)] if self.replayed_board else []),
        ]:
            self._pacers.append(self._watched(self._pace(pace, act)))

    async def stop(self, patience: float) -> None:
        """Nothing new is begun; what waits for its acknowledgement gets it, or is recorded."""
        self._is_stopping = True
        self.records.seconds = now() - self._begun
        self._gives_up_at = now() + patience
        for task in self._pacers:
            task.cancel()
        while self._tasks:
            await asyncio.wait(self._tasks, timeout=1)
        # Streams stay where they are until they have what there is; main asks for that.

    async def end(self) -> None:
        for task in self._listeners:
            task.cancel()
        await asyncio.gather(*self._listeners, return_exceptions=True)
        self.client.close()

    # ---- Who does what when

    async def _pace(self, pause: float, act: Any) -> None:
        """At fixed times, whether or not the last ones are done: so that a pause is seen as one."""
        next_time = now()
        while True:
            act()
            next_time = max(next_time + pause, now() - 1)
            await asyncio.sleep(max(0, next_time - now()))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._watched(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _watched(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Nobody waits for what it ends with: an error of it is a mistake."""
        task = asyncio.create_task(work)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.mistakes.append("".join(traceback.format_exception(error)))

    def _act(self) -> None:
        player = self._random.choice(self.players)
        kind = self._random.random()
        if kind < 0.45:
            if self._flying < FLYING_LIMIT:
                self._spawn(self._score(player, self._random.choice(BOARDS), self._place()))
        elif self._flying < 2 * FLYING_LIMIT:
            self._spawn(self._read(player, self._random.choice(self._boards)))

    def _probe(self) -> None:
        if self._probing < PROBES_LIMIT:
            self._probing += 1
            self._spawn(self._score(self._random.choice(self.players), self._random.choice(BOARDS), PROXY, True))

    def _play(self) -> None:
        if self._playing < RUNS_LIMIT:
            self._playing += 1
            player, turn = self._random.choice(self.players), next(self._turns)
            self._spawn(self._forge(player) if turn == 0 else self._run(player, has_ticket=turn == 1))

    def _progress(self) -> None:
        if self._reporting < REPORTS_LIMIT:
            player = self._random.choice(self.players)
            self._reporting += 1
            self._spawn(self._report(player))

    def _sit_down(self) -> None:
        if self.has_matches and self._matches < MATCHES_LIMIT:
            one, other = self._random.sample(self.players, 2)
            self._matches += 1
            self._spawn(self._match(one, other))

    def _meet(self) -> None:
        player, other = self._random.sample(self.players, 2)
        if player.friends and self._random.random() < 0.6:
            self._spawn(self._challenge(player, self._random.choice(player.friends)))
        elif (
            len(player.asked) < REQUESTS_PER_PLAYER
            and other.alias not in player.asked
            and player.alias not in other.asked
        ):
            player.asked.add(other.alias)
            self._spawn(self._befriend(player, other))

    def _visit(self) -> None:
        self._spawn(self._come_and_go(self._random.choice(self.players)))

    def _join(self) -> None:
        if len(self.players) < PLAYERS_LIMIT:
            self._spawn(self._sign_up())

    def _guess(self) -> None:
        self._spawn(self._guess_at(self._random.choice([PROXY, *self._nodes])))

    @property
    def _boards(self) -> list[str]:
        """Those that are read, listened to, and challenged on."""
        return BOARDS + ([self.replayed_board] if self.replayed_board else [])

    def _place(self) -> str:
        return PROXY if self._random.random() < 0.5 else self._random.choice(self._nodes)

    # ---- One request

    async def _ask(
        self, attempt: Attempt, method: str, path: str, token: str | None = None, body: Any = None
    ) -> Reply | None:
        """Asks once, and fills in when and how it ended. Nil: no answer."""
        attempt.begin = now()
        try:
            reply = await self.client.call(attempt.place, method, path, token, body, TIMEOUT)
            attempt.status, attempt.problem = reply.status, reply.problem if reply.status >= 400 else ""
            return reply
        except NoAnswer as error:
            attempt.status, attempt.problem = 0, str(error)
            return None
        finally:
            attempt.end = now()

    async def _insist(
        self, what: str, player: str, place: str, method: str, path: str, token: str | None, body: Any
    ) -> Reply | None:
        """Asks until there is an answer that settles it."""
        return await self._settle(Attempt(what, place, player, 0, 0, 0), method, path, token, body)

    async def _settle(
        self, made: AnyAttempt, method: str, path: str, token: str | None, body: Any,
        note: Callable[[AnyAttempt, Any], None] | None = None,
    ) -> Reply | None:
        """Asks until there is an answer that settles it. Each attempt is recorded as the one that is given.

        note: takes down what an acknowledgement says."""
        pause, place = 0.1, made.place
        while True:
            attempt = replace(made, place=place)
            reply = await self._ask(attempt, method, path, token, body)
            self.records.others.append(attempt)
            if reply is not None and attempt.is_done and note is not None:
                note(attempt, reply.body)
            if reply is not None and reply.status < 500 and reply.problem not in WAITING:
                return reply
            if now() > self._gives_up_at:
                self.records.unanswered.append(str(attempt))
                return None
            await asyncio.sleep(self._random.uniform(pause / 2, pause))
            pause, place = min(1.0, pause * 2), self._place()

    # ---- Scores

    def _value(self) -> int:
        """Later ones are better, so that bests go on changing; many are equal."""
        progress = min(1.0, (now() - self._begun) / max(1.0, self._seconds))
        value = int(progress * VALUE_LIMIT * 0.85) + self._random.randrange(VALUE_LIMIT // 10)
        return value // 5_000 * 5_000 if self._random.random() < 0.4 else value

    async def _score(self, player: Player, board: str, place: str, is_probe: bool = False) -> None:
        self._numbers += 1
        score_id, value = f"s{self._numbers}", self._value()
        self._flying += not is_probe
        body = {"value": value, "id": score_id}
        has_id = is_probe or self._random.random() < 0.85
        if not has_id:
            # Known in the journal by its context. A client can't send it again; the node that passes it on can.
            score_id, body = context_id(self._numbers), {"value": value, "context": self._numbers}
        made = ScoreAttempt("score", place, player.alias, 0, 0, 0, board=board, score_id=score_id, value=value)
        try:
            await self._submit(player, made, body, is_repeatable=has_id)
        finally:
            self._flying -= not is_probe
            self._probing -= is_probe
        if has_id and not is_probe:
            await self._lose_track(player, made, body)

    async def _lose_track(self, player: Player, made: ScoreAttempt, body: dict[str, Any]) -> None:
        """Now and then a client sends again what was acknowledged."""
        if self._random.random() < 0.1:
            await asyncio.sleep(self._random.uniform(0, 4))
            await self._submit(player, replace(made, place=self._place()), body)

    async def _submit(
        self, player: Player, made: ScoreAttempt, body: dict[str, Any], is_repeatable: bool = True
    ) -> bool:
        """Until there is an answer that settles it. Returns whether the score was acknowledged."""
        pause, place = 0.1, made.place
        path = board_path(made.board) + "/scores" + PRODUCTION
        while True:
            attempt = replace(made, place=place)
            reply = await self._ask(attempt, "POST", path, player.token, body)
            if reply is not None and attempt.is_done:
                answer = reply.body
                attempt.version, attempt.total = answer["version"], answer["total"]
                attempt.entry = Entry.read(answer["entry"]) if answer["entry"] else None
                attempt.is_repeat = answer["isRepeat"]
                attempt.outcome = json.dumps(
                    [answer["score"], answer["isNewBest"], sorted(answer["challengesCompleted"])], sort_keys=True
                )
                if isinstance(attempt, ReplayedAttempt):
                    attempt.verification = answer["score"]["verification"] or ""
            self.records.scores.append(attempt)
            is_settled = reply is not None and reply.status < 500 and reply.status != 401
            if not is_repeatable or (is_settled and reply is not None and reply.problem not in WAITING):
                return attempt.is_done
            if now() > self._gives_up_at:
                self.records.unanswered.append(str(attempt))
                return False
            await asyncio.sleep(self._random.uniform(pause / 2, pause))
            pause = min(0.5, pause * 2)
            place = PROXY if place == PROXY and self._random.random() < 0.8 else self._place()

    # ---- Scores with replays

    async def _run(self, player: Player, has_ticket: bool) -> None:
        """A run whose log gives exactly its score."""
        try:
            run = await self._begin(player) if has_ticket else self._new_run()
            if run is None:
                return
            self._numbers += 1
            made = ReplayedAttempt(
                "replayed score", self._place(), player.alias, 0, 0, 0, board=self.replayed_board,
                score_id=f"r{self._numbers}", value=run.score, trace=run.trace, expected=run.verification,
            )
            body = {"value": run.score, "id": made.score_id, "replay": run.log()}
            if await self._submit(player, made, body):
                self._runs.append((player, run))
                await self._lose_track(player, made, body)
        finally:
            self._playing -= 1

    def _new_run(self) -> Run:
        return Run(self._random.getrandbits(53), self._value())

    async def _begin(self, player: Player) -> Run | None:
        """A run with a ticket; None: it wasn't issued."""
        bundle = self.replayed_board.partition("/")[0]
        path = f"/v1/games/{part(bundle)}/tickets{PRODUCTION}"
        reply = await self._insist("ticket", player.alias, self._place(), "POST", path, player.token, None)
        if reply is None or reply.status >= 300:
            return None
        return Run(reply.body["seed"], self._value(), base64.b64decode(reply.body["ticket"]))

    async def _forge(self, player: Player) -> None:
        """A score that mustn't count, in each way in turn."""
        try:
            for forgery in itertools.islice(self._forgeries, len(FORGERIES)):
                if (forged := self._forged(forgery, player)) is not None:
                    await self._pass_off(forgery, *forged)
                    return
        finally:
            self._playing -= 1

    def _forged(self, forgery: str, player: Player) -> tuple[Player, int, str | None] | None:
        """Whose score it is, its value, and its log. None: there is nothing yet that it can be made of."""
        run = self._new_run()
        score = run.score
        if forgery == OTHER_SCORE:
            return player, score + self._random.randrange(1, 1_000), run.log()
        if forgery == NO_LOG:
            return player, score, None
        if forgery == UNFINISHED:
            return player, score, run.log(run.payload[:-1])
        if forgery == PAST_END:
            return player, score, run.log(run.payload + b"\0")
        if forgery == COPY:
            copied = self._some([run for _, run in self._runs if not run.ticket])
            return (player, copied.score, copied.log()) if copied else None
        if forgery == USED_TICKET:
            used = self._some([(owner, run) for owner, run in self._runs if run.ticket])
            # Another run, of the same player.
            return (used[0], used[1].score + 1, replace(used[1], score=used[1].score + 1).log()) if used else None
        if forgery == FOREIGN_TICKET:
            foreign = self._some([run for owner, run in self._runs if run.ticket and owner is not player])
            return (player, score, replace(foreign, score=score).log()) if foreign else None
        raise ValueError(forgery)

    def _some(self, all: list[Any]) -> Any:
        """None: there are none. Mostly a late one: what came before a takeover is of interest soon after it."""
        return self._random.choice(all[-20:] if self._random.random() < 0.5 else all) if all else None

    async def _pass_off(self, forgery: str, player: Player, value: int, log: str | None) -> None:
        self._numbers += 1
        score_id, pause = f"f{self._numbers}", 0.1
        body = {"value": value, "id": score_id} | ({"replay": log} if log is not None else {})
        path = board_path(self.replayed_board) + "/scores" + PRODUCTION
        while True:
            attempt = ForgedAttempt(
                "forged score", self._place(), player.alias, 0, 0, 0, board=self.replayed_board, score_id=score_id,
                forgery=forgery, expected=FORGERIES[forgery],
            )
            reply = await self._ask(attempt, "POST", path, player.token, body)
            self.records.forged.append(attempt)
            if reply is not None and reply.status < 500 and reply.problem not in WAITING:
                return
            if now() > self._gives_up_at:
                self.records.unanswered.append(str(attempt))
                return
            await asyncio.sleep(self._random.uniform(pause / 2, pause))
            pause = min(0.5, pause * 2)

    # ---- Reads

    async def _read(self, player: Player, board: str) -> None:
        kind = self._random.random()
        attempt = PageAttempt("page", self._place(), player.alias, 0, 0, 0, board=board)
        scope = self._random.choice(["allTime", "allTime", "week", "today"])
        query = f"{PRODUCTION}&time={scope}"
        if kind < 0.4:
            attempt.what, attempt.first, attempt.count = "top", 1, 10
            query += "&from=1&count=10"
        elif kind < 0.6:
            attempt.first, attempt.count = self._random.randrange(1, 2 + len(self.players)), 10
            query += f"&from={attempt.first}&count=10"
        elif kind < 0.85:
            attempt.what, attempt.first, attempt.count = "around", 0, 7
            query += "&count=7"
        else:
            attempt.what, attempt.first, attempt.count = "own", -1, 1
            query += f"&ids={part(player.id)}"
        path = board_path(board) + ("/entries/around" if attempt.first == 0 else "/entries") + query
        reply = await self._ask(attempt, "GET", path, player.token)
        if reply is not None and attempt.is_done:
            page = reply.body
            attempt.version, attempt.total = page["version"], page["total"]
            attempt.local = Entry.read(page["local"]) if page["local"] else None
            attempt.entries = tuple(Entry.read(entry) for entry in page["entries"])
        self.records.pages.append(attempt)

    # ---- Players

    async def _sign_up(self) -> None:
        self._numbers += 1
        alias = f"player-{self._numbers}"
        body = {"alias": alias, "password": PASSWORD}
        reply = await self._insist("sign-up", alias, self._place(), "POST", "/v1/players", None, body)
        if reply is not None and reply.problem == "alias-taken":
            # The first try was done, and its answer lost.
            reply = await self._insist("sign-in", alias, self._place(), "POST", "/v1/sessions", None, body)
        if reply is None or reply.status >= 300:
            return
        self.records.signed_up.append(alias)
        player = Player(alias, reply.body["token"], reply.body["player"]["id"])
        self.players.append(player)
        self.records.streams[alias] = []
        self._listeners.append(self._watched(self._listen(player)))
        if self.push_service and self._random.random() < PUSHED_SHARE:
            self._spawn(self._subscribe(player))

    async def _subscribe(self, player: Player) -> None:
        """A device of its own, which gets pushes while the player's other one listens."""
        body = {"alias": player.alias, "password": PASSWORD}
        reply = await self._insist("sign-in", player.alias, self._place(), "POST", "/v1/sessions", None, body)
        if reply is None or reply.status >= 300:
            return
        device = PUSH_PATH + part(player.alias)
        self.records.devices[device] = player.alias
        body = {"endpoint": self.push_service.removesuffix("/") + device, "keys": PUSH_KEYS}
        path, token = "/v1/push/subscription", reply.body["token"]
        reply = await self._insist("subscribe", player.alias, self._place(), "PUT", path, token, body)
        if reply is not None and reply.status >= 300:
            self.mistakes.append(f"{player.alias} can't subscribe: {reply.body}")

    async def _guess_at(self, place: str) -> None:
        guess = Guess("guess", place, GUESSED, 0, 0, 0)
        body = {"alias": GUESSED, "password": f"wrong {self._random.randrange(10**9)}"}
        await self._ask(guess, "POST", "/v1/sessions", None, body)
        self.records.guesses.append(guess)

    async def _come_and_go(self, player: Player) -> None:
        """A session of its own: signed in, used, signed out, and then tried everywhere."""
        body = {"alias": player.alias, "password": PASSWORD}
        reply = await self._insist("sign-in", player.alias, self._place(), "POST", "/v1/sessions", None, body)
        if reply is None or reply.status >= 300:
            return
        token: str = reply.body["token"]
        # A node that remembers sessions remembers this one now.
        await asyncio.gather(*(self._use(player, token, place) for place in self._nodes))
        out = await self._insist(
            "sign-out", player.alias, self._place(), "DELETE", "/v1/sessions/current", token, None
        )
        # 401 to a second try: the first was done.
        if out is None or out.status not in (204, 401):
            return
        ended = now()
        self.records.token_ends.append(TokenEnd(token, ended))
        for later in (0.0, 0.4, 1.02, 1.5, 3.0):
            await asyncio.sleep(max(0, ended + later - now()))
            await asyncio.gather(*(self._use(player, token, place) for place in [PROXY, *self._nodes]))

    async def _use(self, player: Player, token: str, place: str) -> None:
        use = TokenUse("me", place, player.alias, 0, 0, 0, token=token)
        await self._ask(use, "GET", "/v1/players/me", token)
        self.records.token_uses.append(use)

    async def _befriend(self, player: Player, other: Player) -> None:
        request = FriendRequest(player.alias, other.alias)
        self.records.friend_requests.append(request)
        body = {"playerID": other.id}
        reply = await self._insist(
            "friend request", player.alias, self._place(), "POST", "/v1/friend-requests", player.token, body
        )
        if reply is None or reply.status >= 300:
            return
        request.is_acknowledged = True
        await asyncio.sleep(self._random.uniform(0, 3))
        body = {"playerID": player.id}
        reply = await self._insist("accept", other.alias, self._place(), "POST", "/v1/friends", other.token, body)
        if reply is not None and (reply.status < 300 or reply.problem == "already-friends"):
            request.is_accepted = True
            player.friends.append(other)
            other.friends.append(player)

    async def _challenge(self, player: Player, friend: Player) -> None:
        bundle, _, board = self._random.choice(self._boards).partition("/")
        path = f"/v1/games/{part(bundle)}/challenges{PRODUCTION}"
        made = ChallengeAttempt("challenge", self._place(), player.alias, 0, 0, 0, key=self._key())
        body = {"players": [friend.id], "leaderboard": board, "key": made.key}
        reply = await self._settle(made, "POST", path, player.token, body, note_challenge)
        # Now and then a client sends again what was acknowledged.
        if reply is not None and reply.status < 300 and self._random.random() < 0.3:
            await asyncio.sleep(self._random.uniform(0, 4))
            again = replace(made, place=self._place())
            await self._settle(again, "POST", path, player.token, body, note_challenge)

    def _key(self) -> str:
        """Drawn for a request, and sent again with it."""
        return f"{self._random.getrandbits(128):032x}"

    # ---- Achievements

    def _percent(self) -> float:
        """In eighths, which digits write exactly. Later ones are higher; 100 earns."""
        progress = min(1.0, (now() - self._begun) / max(1.0, self._seconds))
        return min(100.0, (int(progress * 720) + self._random.randrange(160)) / 8)

    async def _report(self, player: Player) -> None:
        try:
            earns = self.repeated_achievement != "" and self._random.random() < 0.3
            if not earns:
                await self._report_progress(player, self._random.choice(ACHIEVEMENTS), self._percent())
            elif player.alias not in self._earning:
                self._earning.add(player.alias)
                try:
                    is_settled = await self._report_progress(player, self.repeated_achievement, 100.0)
                    if not is_settled and not self._is_stopping:
                        await asyncio.sleep(STRAY_LIFE)
                finally:
                    self._earning.discard(player.alias)
        finally:
            self._reporting -= 1

    async def _report_progress(self, player: Player, achievement: str, percent: float) -> bool:
        """With an ID, until it's acknowledged; without one, once. Returns whether it was acknowledged."""
        self._numbers += 1
        report_id = f"p{self._numbers}" if self._random.random() < 0.6 else ""
        made = ReportAttempt(
            "report", self._place(), player.alias, 0, 0, 0, achievement=achievement, percent=percent,
            report_id=report_id,
        )
        report = {"id": achievement, "percentComplete": percent} | ({"reportID": report_id} if report_id else {})
        path, body = f"{GAME}/achievements{PRODUCTION}", {"achievements": [report]}
        if not report_id:
            # Only the node that passes it on can send it again.
            reply = await self._ask(made, "POST", path, player.token, body)
            self.records.others.append(made)
            if reply is not None and made.is_done:
                note_report(made, reply.body)
            return made.is_done
        reply = await self._settle(made, "POST", path, player.token, body, note_report)
        is_done = reply is not None and reply.status < 300
        if is_done and self._random.random() < 0.15:
            await asyncio.sleep(self._random.uniform(0, 4))
            again = replace(made, place=self._place())
            await self._settle(again, "POST", path, player.token, body, note_report)
        return is_done

    # ---- Matches

    async def _match(self, one: Player, other: Player) -> None:
        """A match of two, turn by turn. They find one another by its group, which nobody else asks for."""
        try:
            self._numbers += 1
            group, last = self._numbers, self._random.randint(*MATCH_TURNS)
            wanted = {"minPlayers": 2, "maxPlayers": 2, "group": group}
            writes: list[MatchWrite] = []
            seat = MatchAttempt("match", PROXY, one.alias, 0, 0, 0, group=group)
            latest = await self._write(writes, one, seat, "", wanted)
            for turn in range(1, last + 1):
                if latest is None or self._is_stopping:
                    return
                await self._repeat_one(writes)
                if turn == 2:
                    latest = await self._write(
                        writes, other, replace(seat, player=other.alias, seen=latest.version), "", wanted
                    )
                    if latest is None:
                        return
                await asyncio.sleep(self._random.uniform(*TURN_PAUSE))
                latest = await self._end_turn(writes, one if turn % 2 else other, latest, turn, is_last=turn == last)
            if latest is not None:
                await self._repeat_one(writes)
        finally:
            self._matches -= 1

    async def _end_turn(
        self, writes: list[MatchWrite], player: Player, latest: MatchAttempt, turn: int, is_last: bool
    ) -> MatchAttempt | None:
        made = MatchAttempt(
            "match end" if is_last else "turn", PROXY, player.alias, 0, 0, 0, group=latest.group, turn=turn,
            seen=latest.version,
        )
        data = base64.b64encode(turn_data(made.group, turn)).decode()
        # Seat 0 has the odd turns. Won and lost: docs/concepts/matches.md.
        body = {"version": made.seen, "data": data} | ({"outcomes": [2, 3]} if is_last else {"next": [turn % 2]})
        return await self._write(writes, player, made, f"/{latest.match}/{'end' if is_last else 'turns'}", body)

    async def _write(
        self, writes: list[MatchWrite], player: Player, made: MatchAttempt, path: str, body: dict[str, Any]
    ) -> MatchAttempt | None:
        """Under a key of its own, until it's acknowledged, which is returned; None: it never was.

        writes: those to the match, to which it's added."""
        write = MatchWrite(player, made, f"{GAME}/matches{path}{PRODUCTION}", {"key": self._key()} | body)
        writes.append(write)
        return await self._send(write, replace(made, place=self._place()))

    async def _repeat_one(self, writes: list[MatchWrite]) -> None:
        """Now and then a client sends again what was acknowledged: its last write, or the other player's."""
        if self._random.random() < 0.2:
            write = self._random.choice(writes[-2:])
            await self._send(write, replace(write.made, place=self._place(), is_repeat=True))

    async def _send(self, write: MatchWrite, made: MatchAttempt) -> MatchAttempt | None:
        acknowledged: list[MatchAttempt] = []

        def note(attempt: MatchAttempt, match: Any) -> None:
            attempt.match, attempt.version = match["id"], match["version"]
            acknowledged.append(attempt)

        await self._settle(made, "POST", write.path, write.player.token, write.body, note)
        return acknowledged[0] if acknowledged else None

    # ---- Streams

    async def _listen(self, player: Player) -> None:
        """One stream, resumed wherever it breaks off, and now and then moved."""
        last: int | None = None
        boards = ",".join(self._boards)
        while True:
            stream = StreamPart(player.alias, self._place(), now(), last)
            self.records.streams[player.alias].append(stream)
            life = self._random.uniform(*STREAM_LIFE)
            try:
                async with asyncio.timeout(None if self._is_stopping else life):
                    await self._follow(stream, player.token, boards)
            except (NoAnswer, TimeoutError):
                pass
            finally:
                stream.end = now()
            last = max((one.id for one in stream.heard if one.name != "leaderboard"), default=last)
            await asyncio.sleep(self._random.uniform(0, 1))

    async def _follow(self, stream: StreamPart, token: str, boards: str) -> None:
        last = None if stream.last_id is None else str(stream.last_id)
        events = self.client.events(
            stream.place, f"/v1/events?leaderboards={part(boards)}&environment=production", token, last, STREAM_SILENCE
        )
        try:
            async for event in events:
                if event is None:
                    stream.opened = now()
                elif event.name == "leaderboard":
                    board = f"{event.data['bundleID']}/{event.data['leaderboard']}"
                    stream.heard.append(Heard(now(), event.name, event.data["version"], board))
                elif event.name == "notice" and event.id is not None:
                    stream.heard.append(Heard(now(), event.name, int(event.id)))
                elif event.name == "inbox" and event.id is not None:
                    stream.heard.append(Heard(now(), event.name, int(event.id)))
        finally:
            await events.aclose()  # type: ignore[attr-defined]

    @property
    def is_listening(self) -> bool:
        """Each player's stream has been open for two seconds."""
        return all(
            parts and parts[-1].end is None and parts[-1].opened is not None and parts[-1].opened < now() - 2
            for parts in self.records.streams.values()
        )


PRODUCTION = "?environment=production"
GAME = f"/v1/games/{part(BOARDS[0].partition('/')[0])}"


def note_challenge(attempt: ChallengeAttempt, answer: Any) -> None:
    [issued] = answer["challenges"]
    attempt.challenge, attempt.is_new = issued["id"], issued["isNew"]


def note_report(attempt: ReportAttempt, answer: Any) -> None:
    [result] = answer["results"]
    attempt.progress = result["progress"]["percentComplete"]


def board_path(board: str) -> str:
    bundle, _, identifier = board.partition("/")
    return f"/v1/games/{part(bundle)}/leaderboards/{part(identifier)}"
