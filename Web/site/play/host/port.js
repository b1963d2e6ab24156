// What the core asks of Game Center, done over the HTTP interface; and the strings of the answers, to which the core
// only points. One request after the other, in the order of Arcade's CenterRequest.

import { Social } from "../social.js";
import { KnownGroups } from "./known-groups.js";
import { moment } from "./language.js";
import { Rivals } from "./rivals.js";
import { say } from "./texts.js";

const ACCOUNTS = { checking: 0, in: 1, out: 2, away: 3, off: 4 };
/** Why a score was not sent, as the core numbers it. */
const NOT_SENT = { away: 0, "signed-out": 1 };
/** @type {("global" | "friends")[]} */
const PLAYERS = ["global", "friends"];
/** @type {import("../../sdk/laurel.js").TimeScope[]} */
const TIMES = ["today", "week", "allTime"];
const ENDS = { sent: 0, failed: 1, messageRefused: 2 };
/** As in Arcade's Screens.Page. */
const OVER = 3;
/**
 * What is said of a score that was sent, and nothing else is known.
 * @type {import("../gamecenter.js").Outcome}
 */
const UNRANKED = { kind: "sent", rank: 0, total: 0, isNewBest: false, formatted: "", best: "", version: 0,
    completed: 0 };
/** Bytes of a replay that goes along, at most (docs/concepts/challenges.md). */
const REPLAY_LIMIT = 256 * 1024;

/** Entries before the player's own in which the next to beat is looked for. */
const AHEAD = 20;

/**
 * A score as the core counts: 32 bits.
 * @param {number | bigint} value
 */
const cut = (value) => Number(BigInt.asIntN(32, BigInt(Math.max(-2147483648, Math.min(2147483647, Number(value))))));

/**
 * What a host does for the port besides Game Center.
 * @typedef {object} Hands
 * @property {string} beatAFriend the achievement of who beats a friend in a challenge
 * @property {() => Uint8Array} log of the last run
 * @property {(bytes: Uint8Array) => boolean} canRace whether it's a run of this game that it can play
 * @property {(bytes: Uint8Array) => boolean} race begins a run against a log; false: the game can't run it
 * @property {(action: string) => string} written what stands in a field
 * @property {(make: () => Promise<{url: string}>) => void} share makes a score public when the player says so, and
 *     shows how to pass it on
 * @property {(isMuted: boolean) => void} setMuted
 * @property {(refused: {problem: string, title: string, detail: string}) => string} reason a refusal in the player's
 *     language
 * @property {(run: {board: number}) => void} ended a run is over
 * @property {(best: number, board: number) => void} best the player's best as the leaderboard has it
 * @property {() => ?{id: string} | undefined} runner the player who started the run, for `submit` of gamecenter.js
 */

export class Port {
    #core;
    #center;
    #social;
    #boards;
    #hands;
    /** @type {Record<string, any[]>} by the core's lists */
    #strings = { account: [{}], outcome: [{}], entries: [], friends: [], challenges: [], achievements: [],
        opponent: [{}], problem: [{}], rivals: [], groups: [] };
    #rivals;
    /**
     * @type {?{query: number, leaderboard: string, players: "global" | "friends",
     *     time: import("../../sdk/laurel.js").TimeScope, count: number}}
     */
    #query = null;
    /** @type {?() => void} */
    #stop = null;
    #version = 0;
    /** The run that ended last. */
    #run = 0;
    /** Runs whose scores wait, by the ids of those, and the player whose they are; null: nobody's. */
    /** @type {Map<string, {run: number, player: ?string}>} */
    #waiting = new Map();
    /** The log of the run that is run against; null: the challenge has none. */
    /** @type {?Uint8Array} */
    #ghost = null;
    /** The challenge for which the page was opened: it stands first. */
    #wanted = "";
    /** The same of a group. */
    #wantedGroup = "";
    /** Of the replay that was asked for last. */
    /** @type {?object} */ #begun = null;
    /** The last run whose score the core knows to have arrived. */
    #counted = 0;
    #knownGroups;
    /** Whose challenges of groups the core has; null: nobody's. */
    /** @type {?string} */ #groupsOf = null;
    /** As in Arcade's CenterRequest; the first is no request. */
    /** @type {((...numbers: number[]) => unknown)[]} */
    #tasks = [() => {}, () => this.#signIn(), (run, board, score) => this.#submit(run, board, score),
        () => this.#acceptScores(), () => this.#discardScores(),
        (query, board, players, time, count) => this.#loadEntries(query, board, players, time, count),
        () => this.#closeEntries(), (board) => this.#loadFriends(board),
        (board, score) => this.#sendChallenge(board, score), () => this.loadChallenges(),
        (index) => this.#startChallenge(index), () => this.#begin(), (index) => this.#declineChallenge(index),
        () => this.#loadAchievements(), (board) => this.#share(board), (isMuted) => this.#setMuted(isMuted),
        () => this.#leave(), () => this.#center.playAsGuest(), () => this.#keepName(),
        (board) => this.#loadRivals(board), (run) => this.loadGroups(run), (index) => this.#startGroupRace(index)];

    /**
     * @param {any} core the module's exports
     * @param {import("../gamecenter.js").GameCenter} center
     * @param {string[]} boards the game's leaderboards, in the core's order
     * @param {Hands} hands
     */
    constructor(core, center, boards, hands) {
        this.#core = core;
        this.#center = center;
        this.#social = new Social(center);
        this.#rivals = new Rivals(center);
        this.#knownGroups = new KnownGroups(center);
        this.#boards = boards;
        this.#hands = hands;
        center.addEventListener("change", () => this.tell());
        // An achievement may wait for a moment longer than the score of its run.
        center.laurel.addEventListener("drained", () => this.follow());
        center.addEventListener("told", () => this.follow());
        this.tell();
    }

    /**
     * A string that the core points to.
     * @param {string} list @param {string} field @param {number} index
     */
    find(list, field, index) {
        return this.#strings[list]?.[index]?.[field] ?? "";
    }

    /** Tells the core who is playing and what is waiting for them. */
    tell() {
        const { status, player, environment, unowned, waiting } = this.#center;
        this.#strings.account = [{ name: player?.displayName ?? "" }];
        this.#core.answer_account(ACCOUNTS[status], player === null ? 0 : 1, environment === "sandbox" ? 1 : 0,
            this.#center.isGuest ? 1 : 0);
        this.#core.answer_guests(this.#center.welcomesGuests ? 1 : 0);
        const best = unowned.filter(({ leaderboard = this.#boards[0] }) => leaderboard === this.#boards[0])
            .reduce((found, { value }) => Math.max(found, value), 0);
        this.#core.answer_offer(unowned.length, cut(best));
        this.#core.answer_waiting(waiting);
        this.#recallGroups();
    }

    /** Does what the core asks for. */
    pump() {
        for (;;) {
            const at = this.#core.screens_request();
            const [kind, ...numbers] = new Int32Array(this.#core.memory.buffer, at, 6);
            if (kind === 0) return;
            this.#tasks[kind](...numbers);
        }
    }

    // Who plays

    #signIn() {
        location.assign(this.#center.signInAddress);
    }

    #keepName() {
        location.assign(this.#center.keepAddress);
    }

    async #acceptScores() {
        await this.#center.acceptUnowned();
        this.tell();
    }

    #discardScores() {
        this.#center.discardUnowned();
        this.tell();
    }

    /** @param {number} isMuted */
    #setMuted(isMuted) {
        this.#hands.setMuted(isMuted === 1);
        this.#core.answer_sound(isMuted);
    }

    #leave() {
        location.assign("/");
    }

    // Scores

    /** @param {number} run @param {number} board @param {number} score */
    async #submit(run, board, score) {
        const log = this.#hands.log();
        this.#run = run;
        this.#hands.ended({ board });
        // The guest who began the run is still being made.
        if (this.#center.guestToCome !== null) await this.#center.guestToCome;
        const runner = this.#hands.runner();
        const player = runner === undefined ? this.#center.player : runner;
        const outcome = await this.#center.submit(score, { leaderboard: this.#boards[board], player,
            replay: log.length <= REPLAY_LIMIT ? log : undefined });
        this.tell();
        if ("id" in outcome) this.#waiting.set(outcome.id, { run, player: player?.id ?? null });
        this.#answer(run, outcome);
    }

    /** Shows what another tab has sent of what this one keeps. */
    follow() {
        for (const late of this.#center.told) this.settle(late);
        const player = this.#center.player?.id;
        // It's gone, and nothing is known of it but that: another tab sent it, and this one slept.
        for (const [id, { player: maker }] of this.#center.waiting === 0 ? [...this.#waiting] : []) {
            if (maker !== null && maker === player) this.settle({ id, outcome: UNRANKED });
        }
        this.tell();
    }

    /**
     * A score that had waited was sent or refused.
     * @param {import("../gamecenter.js").Late[number]} late @returns {boolean} whether game over shows it
     */
    settle({ id, outcome }) {
        const run = this.#waiting.get(id)?.run;
        if (run === undefined) return false;
        this.#waiting.delete(id);
        this.#answer(run, outcome);
        return run === this.#run && this.#core.screens_page() === OVER;
    }

    /** @param {number} run @param {import("../gamecenter.js").Outcome} outcome */
    #answer(run, outcome) {
        if (outcome.kind === "sent" && outcome.completed > 0) this.#earn(this.#hands.beatAFriend);
        // The next one has ended meanwhile.
        if (run !== this.#run) return;
        if (outcome.kind === "sent") {
            this.#strings.outcome = [{ score: outcome.best }];
            this.#core.answer_sent(run, outcome.rank, outcome.total, outcome.isNewBest ? 1 : 0, outcome.completed);
        } else {
            this.#strings.outcome = [{ message: outcome.kind === "refused" ? this.#hands.reason(outcome) : "" }];
            const why = outcome.kind === "kept" ? NOT_SENT[outcome.why]
                : { refused: 2, unowned: 3, off: 4 }[outcome.kind];
            this.#core.answer_not_sent(run, why, "isStored" in outcome && outcome.isStored === false ? 0 : 1);
        }
    }

    // Leaderboards

    /**
     * @param {number} query @param {number} board @param {number} players
     * @param {number} time @param {number} count
     */
    async #loadEntries(query, board, players, time, count) {
        this.#version = 0;
        const asked = { query, leaderboard: this.#boards[board], players: PLAYERS[players], time: TIMES[time], count };
        this.#query = asked;
        await this.#readEntries();
        if (this.#query !== asked) return;
        this.#stop?.();
        this.#stop = null;
        const stop = await this.#center.subscribe((version) => {
            if (version > this.#version) this.#readEntries();
        }, asked.leaderboard);
        if (this.#query === asked) this.#stop = stop;
        else stop();
    }

    #closeEntries() {
        this.#query = null;
        this.#stop?.();
        this.#stop = null;
    }

    async #readEntries() {
        const asked = this.#query;
        if (asked === null) return;
        const answer = await this.#center.entries(asked);
        if (asked !== this.#query) return;
        if (answer === null) {
            this.#problem(null);
            this.#core.answer_entries(-1, asked.query);
            return;
        }
        const { local, total, version } = answer;
        const own = local?.player.id ?? this.#center.player?.id;
        const isThere = answer.entries.some(({ player }) => player.id === own);
        const rows = local && !isThere ? [...await this.#before(local, answer.entries, asked), local] : answer.entries;
        // A later answer may have come meanwhile.
        if (asked !== this.#query || version < this.#version) return;
        this.#version = version;
        this.#strings.entries = rows.map(({ player }) => ({ name: player.displayName }));
        for (const { rank, value, player } of rows) {
            this.#core.answer_entry(rank, cut(value), player.id === own ? 1 : 0);
        }
        this.#core.answer_entries(Math.max(0, total), asked.query);
    }

    /**
     * The best few, and what the player has to beat next: it takes the last one's row. Who has as much isn't beaten by
     * as much: the next with more is looked for among those right before.
     * @template {{rank: number, value: number}} Row
     * @param {Row} local @param {Row[]} entries
     * @param {{leaderboard: string, players: "global" | "friends",
     *     time: import("../../sdk/laurel.js").TimeScope}} asked
     * @returns {Promise<Row[]>}
     */
    async #before(local, entries, { leaderboard, players, time }) {
        const shown = entries.length;
        if (local.rank <= shown + 1) return entries;
        const from = Math.max(shown + 1, local.rank - AHEAD);
        const page = await this.#center.entries({ leaderboard, players, time, from, count: local.rank - from });
        // The leaderboard is live: it may be another one by now.
        const ahead = /** @type {any[]} */ (page?.entries ?? []).filter(({ rank }) => rank < local.rank).reverse();
        const next = ahead.find(({ value }) => value !== local.value) ?? ahead[0];
        return next === undefined ? entries : [...entries.slice(0, -1), next];
    }

    /** @param {number} board */
    async #loadRivals(board) {
        if (this.#center.guestToCome !== null) await this.#center.guestToCome;
        const { rivals, own } = await this.#rivals.load(this.#boards[board]);
        this.#hands.best(cut(own), board);
        for (const { number, name, score, isFriend, hasPassed } of rivals) {
            this.#strings.rivals[number] = { name };
            this.#core.answer_rival(number, cut(score), isFriend ? 1 : 0, hasPassed ? 1 : 0);
        }
        this.#core.answer_rivals(board);
    }

    // Friends

    /** @param {number} board */
    async #loadFriends(board) {
        try {
            const friends = await this.#social.friends({ leaderboard: this.#boards[board] });
            this.#strings.friends = friends.map(({ player }) => ({ id: player.id, name: player.displayName,
                photo: player.photo?.small ?? "",
                text: `${player.displayName}\n${player.alias ?? ""}`.toLocaleLowerCase() }));
            for (const { rank, value } of friends) this.#core.answer_friend(rank, cut(value));
            this.#core.answer_friends(1);
        } catch (problem) {
            this.#problem(problem);
            this.#core.answer_friends(0);
        }
    }

    /**
     * Tells the core which friends match.
     * @param {string} wanted a part of a name
     */
    search(wanted) {
        const part = wanted.trim().toLocaleLowerCase();
        this.#strings.friends.forEach(({ text }, index) => this.#core.friend_found(index, text.includes(part) ? 1 : 0));
    }

    /** @param {number} board @param {number} score */
    async #sendChallenge(board, score) {
        // A message is one line (docs/concepts/challenges.md).
        const message = this.#hands.written("message").replace(/\s+/gu, " ").trim();
        const chosen = this.#strings.friends.map(({ id }, index) => ({ id, index }))
            .filter(({ index }) => this.#core.friend_is_chosen(index) === 1);
        const log = this.#hands.log();
        try {
            await this.#social.challenge(chosen.map(({ id }) => id), {
                leaderboard: this.#boards[board], value: score, message,
                replay: log.length <= REPLAY_LIMIT ? log : undefined,
            }, (ids) => chosen.filter(({ id }) => ids.includes(id))
                .forEach(({ index }) => this.#core.friend_challenged(index)));
            this.#core.challenge_finished(ENDS.sent);
        } catch (problem) {
            this.#problem(problem);
            const isMessage = problem.problem === "text-refused" || problem.field === "message";
            this.#core.challenge_finished(isMessage ? ENDS.messageRefused : ENDS.failed);
        }
    }

    // Challenges

    /** Asks for those that wait for the player: also when one has come or gone. */
    async loadChallenges() {
        try {
            this.#challenges(await this.#social.challenges());
        } catch (problem) {
            this.#problem(problem);
            this.#core.answer_challenges(0);
        }
    }

    /** @param {import("../social.js").Challenge[]} found */
    #challenges(found) {
        const shown = found.filter(({ leaderboard }) => leaderboard === null || this.#boards.includes(leaderboard))
            .sort((one, other) => Number(other.id === this.#wanted) - Number(one.id === this.#wanted));
        this.#strings.challenges = shown.map((challenge) => ({ challenge, name: challenge.sender.displayName,
            message: challenge.message ?? "", title: challenge.title ?? "" }));
        for (const { leaderboard, value, message } of shown) {
            this.#core.answer_challenge(leaderboard === null ? -1 : this.#boards.indexOf(leaderboard), cut(value ?? 0),
                message ? 1 : 0);
        }
        this.#core.answer_challenges(1);
    }

    /** @param {number} index */
    async #startChallenge(index) {
        const challenge = this.#strings.challenges[index]?.challenge;
        const isLate = this.#start();
        try {
            const log = challenge.replay === null ? null : await this.#social.replay(challenge.id);
            if (isLate()) return;
            this.#ghost = log;
            this.#strings.opponent = [{ name: challenge.sender.displayName }];
        } catch (problem) {
            // It was beaten or taken back meanwhile.
            if (problem.status === 404 || problem.status === 409) await this.loadChallenges();
            if (isLate()) return;
            this.#problem(problem);
            this.#core.challenge_ready(-1);
            return;
        }
        this.#begin();
    }

    /**
     * Puts a challenge first.
     * @param {string} id @returns {Promise<boolean>} whether it waits for the player
     */
    async want(id) {
        this.#wanted = id;
        await this.loadChallenges();
        return this.#strings.challenges[0]?.challenge.id === id;
    }

    /**
     * Begins a run against one that somebody shows to everybody.
     * @param {{bytes: Uint8Array, name: string, board: number, score: number}} shown
     * @returns {boolean} whether it has begun
     */
    raceAgainst({ bytes, name, board, score }) {
        if (!this.#hands.race(bytes)) return false;
        this.#ghost = bytes;
        this.#strings.opponent = [{ name }];
        this.#core.screens_race(board, cut(score));
        return true;
    }

    /**
     * A replay is on its way.
     * @returns {() => boolean} whether the player has gone on meanwhile
     */
    #start() {
        const start = this.#begun = {};
        return () => this.#begun !== start || !this.#core.screens_is_starting();
    }

    #begin() {
        this.#core.challenge_ready(this.#ghost !== null && this.#hands.race(this.#ghost) ? 1 : 0);
    }

    /** @param {number} index */
    async #declineChallenge(index) {
        const { challenge } = this.#strings.challenges[index] ?? {};
        try {
            if (challenge !== undefined) await this.#social.decline(challenge.id);
        } catch (problem) {
            this.#problem(problem);
        }
        await this.loadChallenges();
    }

    /**
     * Whether the player is the one who was challenged.
     * @param {string} id
     */
    async isOwn(id) {
        try {
            return (await this.#social.challengeOf(id)).receiver.id === this.#center.player?.id;
        } catch {
            // No answer, or it is gone: then it is told once too often rather than not at all.
            return false;
        }
    }

    // Challenges of groups

    /**
     * Asks for those that the player's scores count for: also when one has changed.
     * @param {number} [run] the last one whose score is counted there
     * @returns {Promise<boolean>} whether there was an answer
     */
    async loadGroups(run = this.#counted) {
        this.#counted = run;
        if (this.#center.status !== "in") return false;
        try {
            const player = this.#center.player?.id;
            const found = await this.#social.groups();
            // It may be asked for anew meanwhile, after another run or by another player.
            if (run === this.#counted && player !== undefined && player === this.#groupsOf) {
                const shown = this.#shownGroups(found);
                this.#knownGroups.keep(player, shown);
                this.#tellGroups(shown);
                this.#core.answer_groups(run);
            }
            return true;
        } catch {
            // What is known stays.
            return false;
        }
    }

    /** Another player plays: before there is an answer, what this browser knew last of theirs. */
    #recallGroups() {
        const { status, player } = this.#center;
        const whose = status === "in" || status === "away" ? player?.id ?? null : null;
        const before = this.#groupsOf;
        if (whose === before) return;
        this.#groupsOf = whose;
        if (whose === null) return;
        const known = this.#knownGroups.recall(whose)?.filter(({ leaderboard }) => this.#boards.includes(leaderboard))
            ?? null;
        this.#tellGroups(known ?? []);
        this.#core.answer_groups_recalled(known === null ? 0 : 1);
        // The core asks by itself when somebody signs in, and not when it's somebody else.
        if (before !== null) this.loadGroups();
    }

    /**
     * The one for which the game was opened first, then those that end first.
     * @param {Awaited<ReturnType<Social["groups"]>>} found
     * @returns {import("./known-groups.js").KnownGroup[]}
     */
    #shownGroups(found) {
        return found.filter(({ id, leaderboard, state }) => leaderboard !== null
            && this.#boards.includes(leaderboard) && (state === "running" || id === this.#wantedGroup))
            .sort((one, other) => Number(other.id === this.#wantedGroup) - Number(one.id === this.#wantedGroup)
                || Date.parse(one.ends) - Date.parse(other.ends))
            .map(({ id, title, definition, leaderboard, ends, state, triesLimit, players, own, hasGhost }) => ({
                id, name: title ?? definition, leaderboard: leaderboard ?? "", ends, isRunning: state === "running",
                tries: own.tries, limit: triesLimit ?? 0, rank: own.rank ?? 0,
                players: players.filter(({ hasJoined }) => hasJoined).length, score: own.formatted ?? "", hasGhost,
            }));
    }

    /** @param {import("./known-groups.js").KnownGroup[]} shown */
    #tellGroups(shown) {
        this.#strings.groups = shown.map(({ id, name, ends, score }) => (
            { id, name, detail: say("play.groupUntil", { slot: name, value: moment(ends) }), score }));
        for (const { id, leaderboard, tries, limit, rank, players, isRunning, hasGhost } of shown) {
            this.#core.answer_group(this.#boards.indexOf(leaderboard), tries, limit, rank, players, isRunning ? 1 : 0,
                id === this.#wantedGroup ? 1 : 0, hasGhost ? 1 : 0);
        }
    }

    /**
     * Beside the run of who won the challenge before (rule 14.16).
     * @param {number} index
     */
    async #startGroupRace(index) {
        const id = this.#strings.groups[index]?.id ?? "";
        const isLate = this.#start();
        try {
            const found = id === "" ? null : await this.#social.groupGhost(id);
            if (isLate()) return;
            const board = this.#boards.indexOf(found?.challenge.leaderboard ?? "");
            if (found !== null && this.#hands.canRace(found.log) && this.raceAgainst({ bytes: found.log, board,
                name: found.winner.player.displayName, score: Number(found.winner.value) })) return;
            this.#strings.problem = [{ message: say(found === null ? "play.runGone" : "play.otherRun") }];
            // Whose it is may be another one now, or nobody's.
            if (found === null) this.loadGroups();
        } catch (problem) {
            if (isLate()) return;
            this.#problem(problem);
        }
        this.#core.challenge_ready(-1);
    }

    /**
     * Puts one first.
     * @param {string} id @returns {Promise<boolean>} false: the player isn't in it, or it is gone
     */
    async wantGroup(id) {
        this.#wantedGroup = id;
        return !await this.loadGroups() || this.#strings.groups[0]?.id === id;
    }

    // Achievements

    /**
     * What no run tells: reported once, where the game has it.
     * @param {string} id
     */
    async #earn(id) {
        try {
            const { achievements } = await this.#social.achievements();
            const found = achievements.find((one) => one.id === id);
            if (found !== undefined && !found.progress?.isCompleted) await this.#social.earn(id);
        } catch {
            // Without an answer the next challenge that is beaten tells it.
        }
    }

    /**
     * The title of one; empty: there is no answer.
     * @param {string} id
     */
    async achievement(id) {
        try {
            const { achievements } = await this.#social.achievements();
            return achievements.find((one) => one.id === id)?.title ?? "";
        } catch {
            return "";
        }
    }

    async #loadAchievements() {
        try {
            const { achievements } = await this.#social.achievements();
            this.#strings.achievements = achievements.map((one) => ({ title: one.title ?? "",
                detail: (one.progress?.isCompleted ? one.descriptionAfter : one.descriptionBefore) ?? "" }));
            for (const { points, progress, title } of achievements) {
                this.#core.answer_achievement(points ?? 0, Math.floor(progress?.percentComplete ?? 0), title ? 0 : 1);
            }
            this.#core.answer_achievements(1);
        } catch (problem) {
            this.#problem(problem);
            this.#core.answer_achievements(0);
        }
    }

    /** @param {number} board */
    #share(board) {
        this.#hands.share(() => this.#social.share({ leaderboard: this.#boards[board] }));
    }

    /** @param {?{problem: string, title: string, detail: string}} refusal null: there was no answer */
    #problem(refusal) {
        this.#strings.problem = [{ message: refusal?.problem ? this.#hands.reason(refusal) : "" }];
    }
}
