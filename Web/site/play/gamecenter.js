// What a game on these pages needs of Game Center, over the HTTP interface: who plays, and what becomes of a score.
//
//     const center = new GameCenter({ bundleID: "com.ali.MonkeyJump", leaderboard: "HighScores" });
//     center.addEventListener("change", () => show(center.status, center.player));
//     await center.start();
//     const outcome = await center.submit(314);   // { kind: "sent", rank: 3, total: 12, … }
//
// `/sdk/laurel.js` does the work, as it does for games on other origins: `center.laurel` is its client, for everything
// that isn't here. This module adds what pages of this origin have: the sign-in page, one event stream for all tabs, and
// words and plain numbers instead of errors and 64-bit integers.

import { Laurel, LaurelError, Store } from "../sdk/laurel.js";
import { EarlierQueue } from "./earlier-queue.js";

/** How many outcomes a browser's tabs tell one another: the newest. */
const TOLD_LIMIT = 20;

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
 *     | {kind: "kept", why: "away" | "signed-out", isStored?: boolean, id: string}
 *     | {kind: "refused", problem: string, title: string, detail: string}
 *     | {kind: "unowned", isStored: boolean, id: string}
 *     | {kind: "off"}} Outcome
 *
 * @typedef {{id: string, outcome: Outcome}[]} Late what became of scores that had waited: `id` as in `kept`, `unowned`.
 *     A `rank` of 0 isn't known.
 *
 * @typedef {Omit<Wire.Entry, "value" | "context"> & {value: number, context: number}} Entry
 */

export class GameCenter extends EventTarget {
    bundleID;
    leaderboard;
    /** @type {"production" | "sandbox"} */ environment;
    /** The client that asks. */
    laurel;

    #isChecked = false;
    #isOff = false;
    #earlier;
    /** What became of scores that had waited, since it was last told. */
    /** @type {Late} */ #late = [];
    /** The same, for all tabs of this browser: they share the queue, and one of them sends. */
    #told;
    /** Whether this server and this game take guests; undefined: not asked yet. */
    /** @type {boolean | undefined} */ #takesGuests;
    /** The guest who is being made, null if that failed; null: nobody is. */
    /** @type {?Promise<?Wire.Player>} */ #guestToCome = null;
    /** Whether one of the game's leaderboards replays its scores; undefined: not asked yet. */
    /** @type {boolean | undefined} */ #checks;

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
        this.laurel = new Laurel({ server: location.origin, bundleID, environment: this.environment, session: "cookie",
            language, bestUnowned: bestOf, storage, fetch });
        this.#told = new Store(storage, `laurel.told.${bundleID}.${this.environment}.`);
        this.#earlier = new EarlierQueue(this, storage);
        this.#earlier.takeOverUnowned();
        this.laurel.addEventListener("change", () => this.#changed());
        this.laurel.addEventListener("late", ({ detail }) => {
            // Reports of achievements wait beside the scores.
            if (!("value" in detail.item)) return;
            /** @type {import("../sdk/laurel.js").Outcome<Wire.SubmittedResult>} */
            const outcome = (/** @type {any} */ (detail.outcome));
            const late = { id: detail.item.id, outcome: shown(outcome) };
            this.#late.push(late);
            this.#told.write("late", [...this.told, late].slice(-TOLD_LIMIT));
        });
        addEventListener("storage", ({ key }) => {
            if (key === this.#told.key("late")) this.dispatchEvent(new Event("told"));
        });
        this.laurel.addEventListener("drained", () => this.#tellLate());
    }

    // Who plays

    /** @returns {Status} */
    get status() {
        if (this.#isOff) return "off";
        if (!this.#isChecked) return "checking";
        if (!this.laurel.isReachable) return "away";
        return this.laurel.isSignedIn ? "in" : "out";
    }

    /**
     * Until the server has answered, the last player is believed to be the player.
     * @returns {?Wire.Player}
     */
    get player() {
        return this.#isOff ? null : this.laurel.player;
    }

    /** Asks who is signed in, then sends waiting scores. Call it again when the page is visible again. */
    async start() {
        const before = this.status;
        try {
            await this.laurel.start();
            this.#isOff = false;
        } catch (error) {
            if (!(error instanceof LaurelError)) throw error;
            this.#isOff = error.status === 404;
        }
        this.#isChecked = true;
        if (this.status !== before) this.dispatchEvent(new Event("change"));
        if (this.status === "out") await this.#askForGuests();
        return this.status;
    }

    // Guests

    /** Whether the player is a guest, who has no account yet. */
    get isGuest() {
        return this.player !== null && this.laurel.isGuest;
    }

    /** Whether who isn't signed in can play as a guest here. */
    get welcomesGuests() {
        return this.status === "out" && this.laurel.mayPlayAsGuest && this.#takesGuests === true;
    }

    /** The guest who is being made, null if that failed; null: nobody is. */
    get guestToCome() {
        return this.#guestToCome;
    }

    async #askForGuests() {
        if (this.#takesGuests !== undefined || !this.laurel.mayPlayAsGuest) return;
        try {
            const { allowsGuests } = await this.laurel.request("GET", `/v1/games/${encodeURIComponent(this.bundleID)}`);
            this.#takesGuests = allowsGuests;
            this.dispatchEvent(new Event("change"));
        } catch (error) {
            // Without an answer there are none; it's asked again with the next start, unless there is no such game.
            if (!(error instanceof LaurelError)) throw error;
            if (!error.mayPass) this.#takesGuests = false;
        }
    }

    /**
     * Signs this browser's guest in, who is made the first time, and gives them what was scored here before anybody
     * was signed in. To be called when a run begins: it goes on meanwhile.
     * @returns {Promise<?Wire.Player>} null: there is no guest
     */
    playAsGuest() {
        this.#guestToCome ??= this.#makeGuest().finally(() => { this.#guestToCome = null; });
        return this.#guestToCome;
    }

    async #makeGuest() {
        try {
            const guest = await this.laurel.playAsGuest();
            // Somebody may have signed in meanwhile, in another tab.
            if (!this.laurel.isGuest) return null;
            await this.laurel.acceptUnowned();
            return guest;
        } catch (error) {
            if (!(error instanceof LaurelError)) throw error;
            if (error.mayPass) return null;
            this.#takesGuests = false;
            this.dispatchEvent(new Event("change"));
            return null;
        }
    }

    /** Where a guest takes an account, with their name if they like; it returns to this page. */
    get keepAddress() {
        return `${this.signInAddress}&keep`;
    }

    #changed() {
        this.#isChecked = true;
        this.#isOff = false;
        if (this.player !== null) this.#earlier.takeOver(this.player.id);
        this.dispatchEvent(new Event("change"));
    }

    /** The sign-in page, which returns to this page. */
    get signInAddress() {
        const query = new URLSearchParams({ return: location.pathname + location.search });
        if (this.environment === "sandbox") query.set("environment", "sandbox");
        return `/sign-in/?${query}`;
    }

    // Scores

    /**
     * Submits a score, made now.
     * @param {number} value
     * @param {{context?: number, leaderboard?: string, replay?: string | BufferSource, player?: ?{id: string}}} more
     *     `replay`: bytes, or the same in base64; `player`: who made it, null for nobody, where it may be another than
     *     who plays now
     * @returns {Promise<Outcome>}
     */
    async submit(value, { context = 0, leaderboard = this.leaderboard, replay, player = this.player } = {}) {
        if (this.status === "off") return { kind: "off" };
        const log = typeof replay === "string" ? bytesOf(replay) : replay;
        return shown(await this.laurel.submitScore(value, { leaderboard, context, replay: log, player }));
    }

    /** How many scores of this player wait to be sent. */
    get waiting() {
        return this.laurel.waiting;
    }

    /**
     * Scores made signed out, not owned yet.
     * @returns {Score[]}
     */
    get unowned() {
        return this.laurel.unowned.flatMap((item) => ("value" in item ? [narrowed(item)] : []));
    }

    /** Assigns these scores to the signed-in player. They keep their dates. */
    async acceptUnowned() {
        if (this.player !== null) await this.laurel.acceptUnowned();
    }

    discardUnowned() {
        this.laurel.discardUnowned();
    }

    /**
     * What became lately of scores that had waited, in whichever tab of this browser they were sent: `told` says when
     * another one has sent any. A tab that sleeps hears of none, so look again when it's seen.
     * @returns {Late}
     */
    get told() {
        const found = this.#told.read("late", []);
        return Array.isArray(found) ? found.filter(isLate) : [];
    }

    #tellLate() {
        const outcomes = this.#late;
        this.#late = [];
        if (outcomes.length > 0) this.dispatchEvent(new CustomEvent("late", { detail: { outcomes } }));
    }

    // Tickets

    /**
     * What the next run begins with, where a leaderboard of the game checks its scores by playing them again: a seed,
     * and a ticket for the log. Null: nothing, the run is the game's own.
     * @returns {Promise<?import("../sdk/laurel.js").RunTicket>}
     */
    async ticket() {
        if (this.status !== "in") return null;
        try {
            this.#checks ??= (await this.laurel.leaderboards()).some(({ replays }) => (replays ?? null) !== null);
            if (!this.#checks) return null;
            const ticket = await this.laurel.ticket();
            // The cookie belongs to all tabs: another one may have signed somebody else in.
            return ticket.player === this.player?.id ? ticket : null;
        } catch (error) {
            if (error instanceof LaurelError) return null;
            throw error;
        }
    }

    // The leaderboard

    /**
     * The best few, and the player's own entry.
     * @param {{leaderboard?: string, players?: "global" | "friends", time?: import("../sdk/laurel.js").TimeScope,
     *     from?: number, count?: number, version?: number}} options
     * @returns {Promise<?{local: ?Entry, entries: Entry[], total: number, version: number}>} null without an answer
     */
    async entries({ leaderboard = this.leaderboard, players = "global", time = "allTime", from = 1, count = 5,
        version } = {}) {
        try {
            const page = await this.laurel.entries(leaderboard, { players, time, from, count, version });
            return { ...page, local: page.local && narrowed(page.local), entries: page.entries.map(narrowed) };
        } catch (error) {
            if (error instanceof LaurelError) return null;
            throw error;
        }
    }

    /**
     * Tells each change of the leaderboard, until the returned function is called.
     * @param {(version: number) => void} onChange
     * @param {string} [leaderboard]
     */
    async subscribe(onChange, leaderboard = this.leaderboard) {
        try {
            // The pages' tabs share one stream.
            const { subscribe } = await import("/lib/events.js");
            return subscribe({ leaderboards: [`${this.bundleID}/${leaderboard}`], environment: this.environment,
                onEvent: (event) => {
                    if (event.leaderboard === leaderboard && event.bundleID === this.bundleID) onChange(event.version);
                } });
        } catch {
            return this.laurel.listen([leaderboard], (...[type, data]) => {
                if (type === "leaderboard") onChange(data.version);
            });
        }
    }
}

/**
 * With its value and context as plain numbers: games on these pages have no larger ones.
 * @template {{value: bigint, context: bigint}} Item
 * @param {Item} item
 * @returns {Omit<Item, "value" | "context"> & {value: number, context: number}}
 */
const narrowed = (item) => ({ ...item, value: Number(item.value), context: Number(item.context) });

/**
 * RFC 4648, section 4.
 * @param {string} text
 */
export const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/**
 * What became of a score, as games show it.
 * @param {import("../sdk/laurel.js").Outcome<Wire.SubmittedResult>} outcome
 * @returns {Outcome}
 */
function shown(outcome) {
    if (outcome.kind === "refused") return { kind: "refused", ...refusal(outcome.error) };
    if (outcome.kind === "kept") {
        const { why, isStored, id } = outcome;
        return { kind: "kept", why: why === "signed-out" ? "signed-out" : "away", isStored, id };
    }
    if (outcome.kind === "unowned") return outcome;
    const { entry, total, isNewBest, score, version, challengesCompleted = [] } = outcome;
    // A first score that is held for a moderator has no entry yet.
    return {
        kind: "sent", rank: entry?.rank ?? 0, total: Math.max(total, 1), isNewBest, version,
        formatted: score.formatted, best: entry?.formatted ?? score.formatted, completed: challengesCompleted.length,
    };
}

/**
 * Whether a stored outcome is one: any script of the origin may have written it.
 * @param {any} one
 */
function isLate(one) {
    const outcome = one?.outcome;
    /** @param {string} type @param {string[]} names */
    const has = (type, names) => names.every((name) => typeof outcome[name] === type);
    if (typeof one?.id !== "string") return false;
    return outcome?.kind === "sent" ? has("number", ["rank", "total", "completed"]) && has("string", ["best"])
        : outcome?.kind === "refused" && has("string", ["problem", "title", "detail"]);
}

/** @param {import("../sdk/laurel.js").QueuedItem[]} items */
function bestOf(items) {
    const scores = items.flatMap((item) => ("value" in item ? [item] : []));
    return scores.reduce((first, second) => (BigInt(second.value) > BigInt(first.value) ? second : first));
}

/**
 * What the server says when it refuses (RFC 9457). Without an answer `problem` is empty; what isn't the server's own
 * says nothing, and of a proxy in trouble there is no status.
 * @param {LaurelError} error
 * @returns {{problem: string, title: string, detail: string, field: ?string, status: number}}
 */
export function refusal({ kind, status, title, detail, field = undefined }) {
    if (kind !== "communications-failure") return { problem: kind, title, detail, field: field ?? null, status };
    const own = status >= 500 ? 0 : status;
    return { problem: "", title: own === 0 ? "" : `HTTP ${own}`, detail: "", field: null, status: own };
}
