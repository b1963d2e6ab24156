// What a game on these pages needs of Game Center, over the HTTP interface: who plays, and what becomes of a score.
//
//     const center = new GameCenter({ bundleID: "com.ali.MonkeyJump", leaderboard: "HighScores" });
//     center.addEventListener("change", () => show(center.status, center.player));
//     await center.start();
//     const outcome = await center.submit(314);   // { kind: "sent", rank: 3, total: 12, … }
//
// A score is made once, with its own id and date, and counts once however often it is sent. It is written down
// before it is sent, for the player who made it, and leaves the queue only when it is acknowledged or rejected
// permanently. A score made signed out has no owner until somebody signs in and accepts it.

import { Connection, Store } from "../sdk/laurel.js";

/**
 * @typedef {"checking" | "in" | "out" | "away" | "off"} Status
 * in: signed in · out: signed out · away: no answer, the last player stays signed in ·
 * off: no Game Center for this game
 *
 * @typedef {{id: string, value: number, context: number, date: string, leaderboard?: string, replay?: string}} Score
 * `replay`: what a challenge with this score shows, in base64
 *
 * @typedef {{kind: "sent", rank: number, total: number, isNewBest: boolean, formatted: string, best: string,
 *     version: number, completed: number}
 *     | {kind: "kept", why: "away" | "signed-out", isStored?: boolean}
 *     | {kind: "refused", problem: string, title: string, detail: string}
 *     | {kind: "unowned", isStored: boolean}
 *     | {kind: "off"}} Outcome
 */

/** The most unowned scores kept: the newest, and always the best. */
const UNOWNED_LIMIT = 20;
const RETRY_FIRST = 5_000;
const RETRY_LAST = 300_000;
const PLAYER = "laurel.gamecenter.player";

export class GameCenter extends EventTarget {
    /** @type {Status} */ status = "checking";
    /** @type {?{id: string, displayName: string, alias?: string}} */ player = null;
    bundleID;
    leaderboard;
    /** @type {"production" | "sandbox"} */ environment;

    #store;
    #connection;
    #language;
    #sending = null;
    /** Whether one of the game's leaderboards replays its scores; undefined: not asked yet. */
    #checks;
    #retry = 0;
    #retryDelay = RETRY_FIRST;

    /**
     * @param {{bundleID: string, leaderboard: string, environment?: string, language?: string, storage?: Storage,
     *     fetch?: typeof fetch}} options `language`: of names and scores in answers; without it, the browser's own
     */
    constructor({ bundleID, leaderboard, environment, language, storage, fetch }) {
        super();
        this.bundleID = bundleID;
        this.leaderboard = leaderboard;
        const asked = environment ?? new URLSearchParams(location.search).get("environment");
        this.environment = asked === "sandbox" ? "sandbox" : "production";
        this.#store = new Store(storage, "");
        this.#connection = new Connection({ server: location.origin, credentials: "same-origin", fetch });
        this.#language = language;
    }

    // Who plays

    /** Asks who is signed in, then sends waiting scores. Call it again when the page is visible again. */
    async start() {
        // Until the server has answered, the last player is believed to be the player.
        if (this.status === "checking") this.player = this.#remembered;
        this.#learn(await this.ask("/v1/players/me"));
        if (this.status === "in") await this.#sendWaiting();
        else if (this.status === "away") this.#retryLater();
        return this.status;
    }

    /** Takes over who the server says is signed in. */
    #learn(answer) {
        if (answer.ok) {
            const { player } = /** @type {Wire.CurrentPlayer} */ (answer.body);
            this.player = player;
            this.#store.write(PLAYER, { playerID: player.id, displayName: player.displayName });
            this.#become("in");
        } else if (answer.status === 401 || answer.status === 403) {
            this.player = null;
            this.#store.remove(PLAYER);
            this.#become("out");
        } else if (answer.status === 404) {
            this.player = null;
            this.#become("off");
        } else {
            // An unreachable server ends no session: the player stays signed in and keeps their scores.
            this.player ??= this.#remembered;
            this.#become("away");
        }
    }

    /** The last player on this device who hasn't signed out. */
    get #remembered() {
        const found = this.#store.read(PLAYER, null);
        if (typeof found?.playerID !== "string") return null;
        return { id: found.playerID, displayName: String(found.displayName) };
    }

    /** The sign-in page, which returns to this page. */
    get signInAddress() {
        const query = new URLSearchParams({ return: location.pathname + location.search });
        if (this.environment === "sandbox") query.set("environment", "sandbox");
        return `/sign-in/?${query}`;
    }

    #become(status) {
        this.status = status;
        this.dispatchEvent(new Event("change"));
    }

    // Scores

    /**
     * Submits a score, made now.
     * @param {number} value
     * @param {{context?: number, leaderboard?: string, replay?: string, player?: ?{id: string}}} more
     *     `player`: who made it, null for nobody, where it may be another than who plays now
     * @returns {Promise<Outcome>}
     */
    async submit(value, { context = 0, leaderboard = this.leaderboard, replay, player = this.player } = {}) {
        const score = { id: newID(), value, context, date: new Date().toISOString(), leaderboard, replay };
        if (this.status === "off") return { kind: "off" };
        if (player === null) return { kind: "unowned", isStored: this.#addUnowned(score) };
        const maker = player.id;
        const isStored = this.#enqueue(score, maker);
        await this.#sending;
        const outcome = await this.#exclusively(() => this.#sendFor(maker, score));
        if (outcome.kind === "kept") {
            if (outcome.why === "away") this.#retryLater();
            return { ...outcome, isStored };
        }
        this.#dequeue(score.id, maker);
        // One got through: so may the others, without anybody waiting for them.
        if (this.waiting > 0) this.#sendWaiting();
        return outcome;
    }

    /** How many scores of this player wait to be sent. */
    get waiting() {
        return this.player === null ? 0 : this.#queue.length;
    }

    /**
     * Scores made signed out, not owned yet.
     * @returns {Score[]}
     */
    get unowned() {
        return scoresIn(this.#store, this.#unownedKey);
    }

    /** Assigns these scores to the signed-in player. They keep their dates. */
    async acceptUnowned() {
        if (this.player === null) return;
        const scores = this.unowned;
        this.#store.write(this.#queueKey(), [...this.#queue, ...scores]);
        this.#store.remove(this.#unownedKey);
        this.dispatchEvent(new Event("change"));
        await this.#sendWaiting();
    }

    discardUnowned() {
        this.#store.remove(this.#unownedKey);
        this.dispatchEvent(new Event("change"));
    }

    #queueKey(playerID = this.player?.id ?? "") {
        return `laurel.queue.${this.bundleID}.${this.environment}.${playerID}`;
    }

    get #unownedKey() {
        return `laurel.unowned.${this.bundleID}.${this.environment}`;
    }

    /** @returns {Score[]} */
    get #queue() {
        return scoresIn(this.#store, this.#queueKey());
    }

    #enqueue(score, playerID) {
        const key = this.#queueKey(playerID);
        return this.#store.write(key, [...scoresIn(this.#store, key), score]);
    }

    #dequeue(id, playerID) {
        const key = this.#queueKey(playerID);
        this.#store.write(key, scoresIn(this.#store, key).filter((score) => score.id !== id));
    }

    #addUnowned(score) {
        const scores = [...this.unowned, score];
        if (scores.length > UNOWNED_LIMIT) {
            const best = scores.reduce((first, second) => (second.value > first.value ? second : first));
            scores.splice(scores[0] === best ? 1 : 0, 1);
        }
        return this.#store.write(this.#unownedKey, scores);
    }

    /**
     * Sends a score if the player who made it is still the one who is signed in. The cookie belongs to all tabs:
     * another one may have signed somebody else in since the page asked.
     * @returns {Promise<Outcome>}
     */
    async #sendFor(playerID, score) {
        this.#learn(await this.ask("/v1/players/me"));
        if (this.player?.id !== playerID) return { kind: "kept", why: "signed-out" };
        return this.status === "away" ? { kind: "kept", why: "away" } : this.#send(score);
    }

    /** @returns {Promise<Outcome>} */
    async #send(score) {
        // Scores of an older page do not say: they were the first leaderboard's.
        const board = encodeURIComponent(score.leaderboard ?? this.leaderboard);
        const waiting = this.#queue.filter(({ id }) => id !== score.id).length;
        const answer = await this.ask(`/v1/games/${encodeURIComponent(this.bundleID)}/leaderboards/${board}/scores`, {
            method: "POST",
            body: { value: score.value, id: score.id, context: score.context, date: score.date, waiting, replay: score.replay },
        });
        if (answer.ok) {
            this.#retryDelay = RETRY_FIRST;
            if (this.status === "away") this.#become("in");
            const { entry, total, isNewBest, score: made, version, challengesCompleted = [] } = answer.body;
            // A first score that is held for a moderator has no entry yet.
            return {
                kind: "sent", rank: entry?.rank ?? 1, total: Math.max(total, 1), isNewBest, version,
                formatted: made.formatted, best: entry?.formatted ?? made.formatted,
                completed: challengesCompleted.length,
            };
        }
        if (answer.status === 401) {
            // The session has ended. The queue stays this player's until they sign in again.
            this.player = null;
            this.#store.remove(PLAYER);
            this.#become("out");
            return { kind: "kept", why: "signed-out" };
        }
        if (mayPass(answer.status)) {
            if (answer.status === 0) this.#become("away");
            return { kind: "kept", why: "away" };
        }
        return { kind: "refused", ...refusal(answer) };
    }

    /** Sends the queue, oldest first, until a score has to wait. */
    async #sendWaiting() {
        this.#sending ??= this.#exclusively(() => this.#drain()).finally(() => {
            this.#sending = null;
        });
        return this.#sending;
    }

    async #drain() {
        let sent = 0;
        const refused = [];
        const player = this.player;
        if (player === null) return;
        for (const score of this.#queue) {
            if (this.player?.id !== player.id) break;
            const outcome = await this.#send(score);
            if (outcome.kind === "kept") {
                if (outcome.why === "away") this.#retryLater();
                break;
            }
            this.#dequeue(score.id, player.id);
            if (outcome.kind === "sent") sent += 1;
            else refused.push(outcome);
        }
        if (sent + refused.length > 0) this.dispatchEvent(new CustomEvent("late", { detail: { sent, refused } }));
    }

    /** One tab at a time, so no score is sent twice. It would still count once. */
    #exclusively(action) {
        if (navigator.locks === undefined) return action();
        return navigator.locks.request(`laurel.queue.${this.bundleID}`, action);
    }

    #retryLater() {
        if (this.#retry !== 0) return;
        this.#retry = setTimeout(() => {
            this.#retry = 0;
            this.start();
        }, this.#retryDelay);
        this.#retryDelay = Math.min(this.#retryDelay * 2, RETRY_LAST);
    }

    // Tickets

    /**
     * What the next run begins with, where a leaderboard of the game checks its scores by playing them again: a seed, and
     * a ticket for the log. Null: nothing, the run is the game's own.
     * @returns {Promise<?{ticket: string, seed: number}>} the ticket in base64
     */
    async ticket() {
        if (this.status !== "in" || !await this.#checksReplays()) return null;
        const answer = await this.ask(`/v1/games/${encodeURIComponent(this.bundleID)}/tickets`, { method: "POST" });
        if (!answer.ok || this.player === null) return null;
        // The cookie belongs to all tabs: the ticket of somebody who signed in in another one is none for this player.
        const { player = this.player.id } = answer.body;
        return player === this.player.id ? answer.body : null;
    }

    async #checksReplays() {
        if (this.#checks === undefined) {
            const answer = await this.ask(`/v1/games/${encodeURIComponent(this.bundleID)}/leaderboards`);
            if (answer.ok) this.#checks = answer.body.leaderboards.some(({ replays }) => (replays ?? null) !== null);
        }
        return this.#checks === true;
    }

    // The leaderboard

    /**
     * The best few, and the player's own entry.
     * @param {{leaderboard?: string, players?: "global" | "friends", time?: string, count?: number,
     *     version?: number}} options
     * @returns {Promise<?{local: ?object, entries: object[], total: number, version: number}>} null without an answer
     */
    async entries({ leaderboard = this.leaderboard, players = "global", time = "allTime", count = 5, version } = {}) {
        const path = `/v1/games/${encodeURIComponent(this.bundleID)}/leaderboards/${encodeURIComponent(leaderboard)}/entries`;
        const answer = await this.ask(path, { query: { players, time, from: 1, count, version } });
        return answer.ok ? answer.body : null;
    }

    /**
     * Tells each change of the leaderboard, until the returned function is called.
     * @param {(version: number) => void} onChange
     * @param {string} [leaderboard]
     */
    async subscribe(onChange, leaderboard = this.leaderboard) {
        const name = `${this.bundleID}/${leaderboard}`;
        const onEvent = (event) => {
            if (event.leaderboard === leaderboard && event.bundleID === this.bundleID) onChange(event.version);
        };
        try {
            // The pages' tabs share one stream.
            const { subscribe } = await import("/lib/events.js");
            return subscribe({ leaderboards: [name], environment: this.environment, onEvent });
        } catch {
            const source = new EventSource(`/v1/events?${new URLSearchParams({ leaderboards: name, environment: this.environment })}`);
            source.addEventListener("leaderboard", ({ data }) => onEvent(JSON.parse(data)));
            return () => source.close();
        }
    }

    // HTTP

    /**
     * One call of the HTTP interface, in the game's environment unless `query` has another.
     * @param {string} path
     * @param {{method?: string, query?: object, body?: object, isBytes?: boolean}} options `isBytes`: the answer is no
     *     JSON
     * @returns {Promise<{ok: boolean, status: number, body: ?object}>} status 0: no answer
     */
    async ask(path, { method = "GET", query = {}, body, isBytes = false } = {}) {
        /** @type {Record<string, string>} */
        const headers = this.#language === undefined ? {} : { "Accept-Language": this.#language };
        try {
            const response = await this.#connection.ask(method, path,
                { query: { environment: this.environment, ...query }, body, headers });
            const { status } = response;
            if (isBytes) return { ok: true, status, body: new Uint8Array(await response.arrayBuffer()) };
            if (status === 204) return { ok: true, status, body: null };
            // A response that isn't Laurel's (from a proxy, a captive portal) counts as none.
            const isJSON = /\bjson\b/.test(response.headers.get("Content-Type") ?? "");
            return isJSON ? { ok: true, status, body: await response.json() } : { ok: false, status: 0, body: null };
        } catch (error) {
            const { kind = "communications-failure", status = 0, title, detail, field } = error;
            if (kind !== "communications-failure") {
                return { ok: false, status, body: { type: kind, title, detail, field } };
            }
            return { ok: false, status: status >= 500 ? 0 : status, body: null };
        }
    }
}

/**
 * What the server says when it refuses (RFC 9457). Without an answer `problem` is empty.
 * @returns {{problem: string, title: string, detail: string, field: ?string, status: number}}
 */
export function refusal({ status, body }) {
    const { type = "", title = status === 0 ? "" : `HTTP ${status}`, detail = "", field = null } = body ?? {};
    return { problem: String(type).split("/").pop() ?? "", title, detail, field, status };
}

/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` is missing where a page was loaded without TLS. */
function newID() {
    if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Only temporary failures keep a score: no network, 401, 429, 5xx. */
function mayPass(status) {
    return status === 0 || status === 401 || status === 429 || status >= 500;
}

/**
 * Malformed scores are left out: anyone may have written here.
 * @param {Store} store @param {string} key
 * @returns {Score[]}
 */
function scoresIn(store, key) {
    const found = store.read(key, []);
    const isScore = ({ id, value, date }) => typeof id === "string" && Number.isSafeInteger(value)
        && typeof date === "string";
    return Array.isArray(found) ? found.filter((score) => score !== null && isScore(score)) : [];
}
