// What a game on these pages needs of Game Center, over the HTTP interface: who plays, and what becomes of a score.
//
//     const center = new GameCenter({ bundleID: "com.ali.MonkeyJump", leaderboard: "HighScores" });
//     center.addEventListener("change", () => show(center.status, center.player));
//     await center.start();
//     const outcome = await center.submit(314);   // { kind: "sent", rank: 3, total: 12, … }
//
// A score is made once, with its own id and date, and counts once however often it is sent. It waits in the queue of
// `/sdk/laurel.js`: it is written down before it is sent, for the player who made it, and leaves only when it is
// acknowledged or rejected permanently. A score made signed out has no owner until somebody signs in and accepts it.

import { Connection, LaurelError, Outbox, Store, scoreItem } from "../sdk/laurel.js";
import { EarlierQueue } from "./earlier-queue.js";

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
    #outbox;
    #earlier;
    /** What became of scores that had waited, since it was last told. */
    #late = { sent: 0, refused: /** @type {object[]} */ ([]) };
    /** Whether one of the game's leaderboards replays its scores; undefined: not asked yet. */
    #checks;

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
        this.#outbox = new Outbox({
            store: new Store(storage, `laurel:${location.origin}:${bundleID}:${this.environment}:`), bundleID,
            player: () => this.player?.id ?? null,
            confirm: (maker) => this.#confirm(maker),
            request: (...call) => this.#send(...call),
            late: (_, outcome) => {
                if (outcome.kind === "refused") this.#late.refused.push(refusal(answerOf(outcome.error)));
                else this.#late.sent += 1;
            },
            drained: () => this.#tellLate(),
            retry: () => this.start(),
            best: bestOf,
        });
        this.#earlier = new EarlierQueue(this.#store, this.#outbox, this);
        this.#earlier.takeOverUnowned();
    }

    // Who plays

    /** Asks who is signed in, then sends waiting scores. Call it again when the page is visible again. */
    async start() {
        // Until the server has answered, the last player is believed to be the player.
        if (this.status === "checking") this.player = this.#remembered;
        this.#learn(await this.ask("/v1/players/me"));
        if (this.status === "in") await this.#outbox.sendWaiting();
        else if (this.status === "away") this.#outbox.retryLater();
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
        if (this.player !== null) this.#earlier.takeOver(this.player.id);
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
        if (this.status === "off") return { kind: "off" };
        const item = scoreItem(value, { leaderboard, context, replay });
        return shown(await this.#outbox.submit(item, player?.id ?? null));
    }

    /** How many scores of this player wait to be sent. */
    get waiting() {
        return this.player === null ? 0 : this.#outbox.waiting(this.player.id);
    }

    /**
     * Scores made signed out, not owned yet.
     * @returns {Score[]}
     */
    get unowned() {
        return this.#outbox.unowned.flatMap((item) => ("value" in item
            ? [{ ...item, value: Number(item.value), context: Number(item.context) }] : []));
    }

    /** Assigns these scores to the signed-in player. They keep their dates. */
    async acceptUnowned() {
        if (this.player === null) return;
        this.#outbox.acceptUnowned(this.player.id);
        this.dispatchEvent(new Event("change"));
        await this.#outbox.sendWaiting();
    }

    discardUnowned() {
        this.#outbox.discardUnowned();
        this.dispatchEvent(new Event("change"));
    }

    /**
     * The cookie belongs to all tabs: another one may have signed somebody else in since the page asked.
     * @param {string} maker
     * @throws {LaurelError} unless the player who made a score is still the one who is signed in
     */
    async #confirm(maker) {
        this.#learn(await this.ask("/v1/players/me"));
        if (this.player?.id !== maker) throw new LaurelError("unauthenticated", { status: 401 });
        if (this.status === "away") throw new LaurelError("communications-failure");
    }

    /** A request of the queue's. @type {import("../sdk/laurel.js").OutboxOptions["request"]} */
    async #send(method, path, options) {
        try {
            const answer = await this.#connection.send(method, path,
                { ...options, query: { environment: this.environment }, headers: this.#headers });
            if (this.status === "away") this.#become("in");
            return answer;
        } catch (error) {
            const { status } = answerOf(error);
            if (status === 401) {
                // The session has ended. The queue stays this player's until they sign in again.
                this.player = null;
                this.#store.remove(PLAYER);
                this.#become("out");
            } else if (status === 0) this.#become("away");
            throw error;
        }
    }

    #tellLate() {
        const detail = this.#late;
        this.#late = { sent: 0, refused: [] };
        if (detail.sent + detail.refused.length > 0) this.dispatchEvent(new CustomEvent("late", { detail }));
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
        try {
            const response = await this.#connection.ask(method, path,
                { query: { environment: this.environment, ...query }, body, headers: this.#headers });
            const { status } = response;
            if (isBytes) return { ok: true, status, body: new Uint8Array(await response.arrayBuffer()) };
            if (status === 204) return { ok: true, status, body: null };
            // A response that isn't Laurel's (from a proxy, a captive portal) counts as none.
            const isJSON = /\bjson\b/.test(response.headers.get("Content-Type") ?? "");
            return isJSON ? { ok: true, status, body: await response.json() } : { ok: false, status: 0, body: null };
        } catch (error) {
            return answerOf(error);
        }
    }

    /** @returns {Record<string, string>} */
    get #headers() {
        return this.#language === undefined ? {} : { "Accept-Language": this.#language };
    }
}

/**
 * A failed call as `ask` answers it. What isn't the server's own has no body, and of a proxy in trouble no status.
 * @param {any} error
 * @returns {{ok: false, status: number, body: ?object}}
 */
function answerOf({ kind = "communications-failure", status = 0, title, detail, field }) {
    if (kind !== "communications-failure") return { ok: false, status, body: { type: kind, title, detail, field } };
    return { ok: false, status: status >= 500 ? 0 : status, body: null };
}

/**
 * What became of a score, as games show it.
 * @param {import("../sdk/laurel.js").Outcome<Wire.SubmittedResult>} outcome
 * @returns {Outcome}
 */
function shown(outcome) {
    if (outcome.kind === "refused") return { kind: "refused", ...refusal(answerOf(outcome.error)) };
    if (outcome.kind === "kept") {
        return { kind: "kept", why: outcome.why === "signed-out" ? "signed-out" : "away", isStored: outcome.isStored };
    }
    if (outcome.kind === "unowned") return outcome;
    const { entry, total, isNewBest, score, version, challengesCompleted = [] } = outcome;
    // A first score that is held for a moderator has no entry yet.
    return {
        kind: "sent", rank: entry?.rank ?? 1, total: Math.max(total, 1), isNewBest, version,
        formatted: score.formatted, best: entry?.formatted ?? score.formatted, completed: challengesCompleted.length,
    };
}

/** @param {import("../sdk/laurel.js").QueuedItem[]} items */
function bestOf(items) {
    const scores = items.flatMap((item) => ("value" in item ? [item] : []));
    return scores.reduce((first, second) => (BigInt(second.value) > BigInt(first.value) ? second : first));
}

/**
 * What the server says when it refuses (RFC 9457). Without an answer `problem` is empty.
 * @returns {{problem: string, title: string, detail: string, field: ?string, status: number}}
 */
export function refusal({ status, body }) {
    const { type = "", title = status === 0 ? "" : `HTTP ${status}`, detail = "", field = null } = body ?? {};
    return { problem: String(type).split("/").pop() ?? "", title, detail, field, status };
}
