// Laurel for web games: players, scores, achievements, challenges and saved games. One module, no dependencies, any
// origin.
//
//     import { Laurel } from "https://games.example/sdk/laurel.js";
//
//     const laurel = new Laurel({ server: "https://games.example", bundleID: "com.example.hop" });
//     laurel.addEventListener("change", () => show(laurel.player));
//     await laurel.start();
//     button.onclick = () => laurel.signIn();               // in a pop-up; { mode: "redirect" } leaves the page
//     const outcome = await laurel.submitScore(314, { leaderboard: "HighScores" });
//
// Register the page's origin with the app first: laurel app set com.example.hop --origin https://hop.example
//
// Each score has its own id and date, so it counts once however often it is sent. It is stored in its player's queue
// before it is sent, and leaves the queue only when the server accepts it or refuses it for good. Values and contexts
// are 64-bit integers: the server's are always BigInt here.

/** The version of this module. */
export const version = "0.1.0";

/** Fields that are 64-bit integers on the wire, and always BigInt here. */
const WIDE = new Set(["value", "context", "lowest", "highest"]);
/** The time limit of a request, in milliseconds. */
const PATIENCE = 10_000;
const RETRY_FIRST = 5_000;
const RETRY_LAST = 300_000;
/** The most unowned scores that are kept: the newest ones. */
const UNOWNED_LIMIT = 20;

/** A problem that the server reports (RFC 9457), or a failure to reach it. */
export class LaurelError extends Error {
    constructor(kind, { status = 0, title = "", detail = "", field, requestID = "", retryAfter, cause } = {}) {
        super(detail || title || kind, { cause });
        this.name = "LaurelError";
        Object.assign(this, { kind, status, title, detail, field, requestID, retryAfter });
    }

    /** Whether a later attempt may succeed: no network, an ended session, too many requests, or a server error. */
    get mayPass() {
        return this.status === 0 || this.status === 401 || this.status === 429 || this.status >= 500;
    }
}

export class Laurel extends EventTarget {
    #session = null;
    #storage;
    #fetch;
    #sending = null;
    #retryTimer;
    #retryDelay = RETRY_FIRST;

    constructor({ server, bundleID, environment = "production", storage, fetch }) {
        super();
        this.server = new URL(server).origin;
        this.bundleID = bundleID;
        this.environment = environment;
        this.#storage = new Store(storage, `laurel:${this.server}:${bundleID}:${environment}:`);
        this.#fetch = fetch ?? ((...request) => globalThis.fetch(...request));
        this.#session = this.#storage.read("session", null);
    }

    // Players

    /** The signed-in player, even while the server is unreachable; null when signed out. */
    get player() {
        return this.#session?.player ?? null;
    }

    get isSignedIn() {
        return this.#session !== null;
    }

    /** Completes a sign-in by redirect, checks that the session is still valid, and sends queued scores. */
    async start() {
        await this.#finishRedirect();
        if (!this.isSignedIn) return null;
        try {
            const { player } = await this.request("GET", "/v1/players/me");
            this.#become({ ...this.#session, player });
            await this.sendWaiting();
        } catch (error) {
            // An unreachable server does not end the session. A 401 already has.
            if (!(error instanceof LaurelError) || !error.mayPass) throw error;
            if (this.isSignedIn) this.#retryLater();
        }
        return this.player;
    }

    /** Signs the player in. Call it from a click handler, or the browser blocks the pop-up. */
    async signIn({ mode = "popup" } = {}) {
        // Before any await: the browser allows a pop-up only during the click.
        const popup = mode === "popup" ? openPopup() : null;
        if (mode === "popup" && popup === null) throw new LaurelError("popup-blocked");
        const verifier = randomText();
        const state = randomText();
        const query = new URLSearchParams({
            bundleID: this.bundleID, environment: this.environment, origin: location.origin, mode, state,
            challenge: await challenge(verifier),
        });
        if (mode === "redirect") {
            query.set("redirect", location.href.split("#")[0]);
            this.#storage.write("redirect", { verifier, state });
            location.assign(`${this.server}/authorize/?${query}`);
            return new Promise(() => {});
        }
        popup.location = `${this.server}/authorize/?${query}`;
        const code = await this.#codeFrom(popup, state);
        return this.#redeem(code, verifier);
    }

    /** Signs out here at once, and on the server if it is reachable. Queued scores stay with this player. */
    async signOut() {
        const token = this.#session?.token;
        this.#become(null);
        if (token === undefined) return;
        try {
            await this.#send("DELETE", "/v1/sessions/current", {}, token);
        } catch (error) {
            if (!(error instanceof LaurelError) || !error.mayPass) throw error;
        }
    }

    #codeFrom(popup, state) {
        return new Promise((resolve, reject) => {
            const finish = (settle, value) => {
                removeEventListener("message", hear);
                clearTimeout(timer);
                settle(value);
            };
            const hear = ({ origin, source, data }) => {
                if (origin !== this.server || source !== popup || data?.type !== "laurel.authorization") return;
                if (data.state !== state) return;
                if (typeof data.code === "string") finish(resolve, data.code);
                else finish(reject, new LaurelError(data.error === "cancelled" ? "cancelled" : "sign-in-failed"));
            };
            // No event tells that a window was closed.
            const look = () => {
                if (popup.closed) finish(reject, new LaurelError("cancelled"));
                else timer = setTimeout(look, 300);
            };
            let timer = setTimeout(look, 300);
            addEventListener("message", hear);
        });
    }

    async #finishRedirect() {
        const address = new URL(location.href);
        const known = this.#storage.read("redirect", null);
        const state = address.searchParams.get("laurel_state");
        if (state === null || known?.state !== state) return;
        this.#storage.remove("redirect");
        const code = address.searchParams.get("laurel_code");
        address.search = address.search.replace(/[?&]laurel_(?:code|state|error)=[^&]*/g, "");
        // Keeps the code out of the history and the Referer header.
        history.replaceState(history.state, "", address);
        if (code !== null) await this.#redeem(code, known.verifier);
    }

    async #redeem(code, verifier) {
        const body = { code, verifier, device: this.#device() };
        const { player, token } = await this.#send("POST", "/v1/authorizations/session", { body });
        this.#become({ player, token });
        this.sendWaiting();
        return player;
    }

    /** This browser's device id: the next session continues the same queue. */
    #device() {
        const known = this.#storage.read("device", null);
        const device = typeof known === "string" ? known : newID();
        this.#storage.write("device", device);
        return device;
    }

    #become(session) {
        this.#session = session;
        if (session === null) this.#storage.remove("session");
        else this.#storage.write("session", session);
        this.dispatchEvent(new Event("change"));
    }

    // Scores

    /** Submits a score dated now. If nobody is signed in, it is kept as `unowned` until a player accepts it. */
    async submitScore(value, { leaderboard, context = 0n } = {}) {
        const score = {
            id: newID(), leaderboard, value: String(BigInt(value)), context: String(BigInt(context)),
            date: new Date().toISOString(),
        };
        if (this.player === null) return { kind: "unowned", isStored: this.#addUnowned(score) };
        return this.#submit(score);
    }

    /** Reports progress toward an achievement, 0 to 100. Progress never goes down, and 100 earns it. */
    async reportAchievement(achievement, percentComplete = 100) {
        if (this.player === null) throw new LaurelError("unauthenticated");
        return this.#submit({ id: newID(), achievement, percentComplete, date: new Date().toISOString() });
    }

    /** Stores a score or report in the queue, then sends it. */
    async #submit(item) {
        const maker = this.player.id;
        const isStored = this.#change(maker, (queue) => [...queue, item]);
        await this.#sending;
        const outcome = await this.#sendItem(maker, item);
        if (outcome.kind === "kept") return { ...outcome, isStored };
        if (this.waiting > 0) this.sendWaiting();
        return outcome;
    }

    /** The number of this player's queued scores and reports. */
    get waiting() {
        return this.player === null ? 0 : this.#queue(this.player.id).length;
    }

    /** Sends queued scores and reports, oldest first, until one has to stay queued. */
    sendWaiting() {
        this.#sending ??= this.#drain().finally(() => {
            this.#sending = null;
        });
        return this.#sending;
    }

    /** Scores made while signed out, which no player has accepted yet. */
    get unowned() {
        return this.#storage.list("unowned").map(opened);
    }

    /** Gives the unowned scores to the signed-in player. They keep their dates. */
    async acceptUnowned() {
        if (this.player === null) throw new LaurelError("unauthenticated");
        const scores = this.#storage.list("unowned");
        this.#change(this.player.id, (queue) => [...queue, ...scores]);
        this.discardUnowned();
        await this.sendWaiting();
    }

    discardUnowned() {
        this.#storage.remove("unowned");
        this.dispatchEvent(new Event("change"));
    }

    #addUnowned(score) {
        return this.#storage.write("unowned", [...this.#storage.list("unowned"), score].slice(-UNOWNED_LIMIT));
    }

    #queue(playerID) {
        return this.#storage.list(`queue:${playerID}`);
    }

    #change(playerID, edit) {
        return this.#storage.write(`queue:${playerID}`, edit(this.#queue(playerID)));
    }

    async #drain() {
        const maker = this.player?.id;
        if (maker === undefined) return;
        for (const item of this.#queue(maker)) {
            if (this.player?.id !== maker) return;
            const outcome = await this.#sendItem(maker, item);
            if (outcome.kind === "kept") return;
            this.dispatchEvent(new CustomEvent("late", { detail: { item: opened(item), outcome } }));
        }
    }

    async #sendItem(maker, item) {
        const { id, leaderboard, achievement, percentComplete, date } = item;
        const waiting = this.#queue(maker).filter((other) => other.id !== id).length;
        const [path, body] = achievement === undefined
            ? ["scores", { scores: [{ ...opened(item), leaderboard }], waiting }]
            : ["achievements",
                { achievements: [{ id: achievement, percentComplete, date, reportID: id }], waiting }];
        let outcome;
        try {
            const { results, version: place } = await this.request("POST", `${this.#game}/${path}`, { body });
            outcome = { kind: "sent", ...results[0], version: place };
            this.#retryDelay = RETRY_FIRST;
        } catch (error) {
            if (!(error instanceof LaurelError)) throw error;
            if (error.mayPass) {
                if (error.status !== 401) this.#retryLater(error.retryAfter);
                return { kind: "kept", why: error.status === 401 ? "signed-out" : "away" };
            }
            outcome = { kind: "refused", error };
        }
        this.#change(maker, (queue) => queue.filter((other) => other.id !== id));
        return outcome;
    }

    #retryLater(seconds) {
        clearTimeout(this.#retryTimer);
        const delay = Math.max(this.#retryDelay, (seconds ?? 0) * 1_000);
        this.#retryDelay = Math.min(this.#retryDelay * 2, RETRY_LAST);
        this.#retryTimer = setTimeout(() => this.sendWaiting(), delay);
    }

    // Leaderboards

    async leaderboards({ language } = {}) {
        const { leaderboards } = await this.request("GET", `${this.#game}/leaderboards`, { query: { language } });
        return leaderboards;
    }

    /** A page of entries, best first, with the player's own in `local`. `ids` limits it to those players. */
    entries(leaderboard, { ids, ...query } = {}) {
        return this.request("GET", `${this.#board(leaderboard)}/entries`, {
            query: { ...query, ids: ids?.join(",") },
        });
    }

    /** The entries around the player. */
    entriesAround(leaderboard, query = {}) {
        return this.request("GET", `${this.#board(leaderboard)}/entries/around`, { query });
    }

    get #game() {
        return `/v1/games/${encodeURIComponent(this.bundleID)}`;
    }

    #board(leaderboard) {
        return `${this.#game}/leaderboards/${encodeURIComponent(leaderboard)}`;
    }

    // Achievements and challenges

    /** All achievements of the game, with the player's progress. */
    achievements({ language } = {}) {
        return this.request("GET", `${this.#game}/achievements`, { query: { language } });
    }

    /** Challenges up to ten friends with one of the player's scores or an achievement they have earned. */
    async challenge(players, { leaderboard, value, context, achievement, message } = {}) {
        const body = { players, leaderboard, value, context, achievement, message };
        return (await this.request("POST", `${this.#game}/challenges`, { body })).challenges;
    }

    /** The challenges that the player received or sent, newest first. */
    async challenges(query = {}) {
        return (await this.request("GET", "/v1/challenges", { query })).challenges;
    }

    declineChallenge(id) {
        return this.request("DELETE", `/v1/challenges/${encodeURIComponent(id)}`);
    }

    // Saved games

    async savedGames() {
        return (await this.request("GET", `${this.#game}/saved-games`)).savedGames;
    }

    /** Saves a version based on the versions that the game has seen. Returns every current version of that name. */
    async saveGame(name, data, { basedOn, deviceName, modificationDate, id = newID() } = {}) {
        const answer = await this.request("PUT", `${this.#game}/saved-games/${encodeURIComponent(id)}`, {
            query: { name, deviceName, modificationDate, basedOn: basedOn?.join(",") }, data,
        });
        return answer.savedGames;
    }

    /** The bytes of one version. */
    loadSavedGame(id) {
        return this.request("GET", `${this.#game}/saved-games/${encodeURIComponent(id)}`);
    }

    deleteSavedGame(name) {
        return this.request("DELETE", `${this.#game}/saved-games`, { query: { name } });
    }

    // Identity

    /** Signed proof of the player's identity. Send it to your own server to verify. */
    identity() {
        return this.request("GET", `${this.#game}/identity`);
    }

    // Events

    /**
     * Calls `onEvent` with the type and data of each change to these leaderboards and each of the player's notices.
     * After `refused`, whose data is a LaurelError, no more events follow.
     * @returns a function that stops listening
     */
    listen(leaderboards, onEvent) {
        const end = new AbortController();
        this.#follow(leaderboards.map((id) => `${this.bundleID}/${id}`), onEvent, end.signal);
        return () => end.abort();
    }

    async #follow(names, onEvent, signal) {
        let delay = 1_000;
        let lastID = "";
        while (!signal.aborted) {
            try {
                const headers = lastID === "" ? {} : { "Last-Event-ID": lastID };
                const response = await this.#ask("GET", "/v1/events", {
                    query: { leaderboards: names.join(",") }, headers, signal, isStream: true,
                }, this.#session?.token);
                delay = 1_000;
                for await (const event of serverSentEvents(response.body)) {
                    if (event.id !== "") lastID = event.id;
                    onEvent(event.type, parseJSON(event.data));
                }
            } catch (error) {
                if (signal.aborted) return;
                // Refused for good: no retry can succeed.
                if (error instanceof LaurelError && !error.mayPass) return onEvent("refused", error);
            }
            await new Promise((resolve) => { setTimeout(resolve, delay); });
            delay = Math.min(delay * 2, 60_000);
        }
    }

    // HTTP

    /** Calls any route that is open to games, with JSON or bytes in either direction. */
    async request(method, path, options = {}) {
        const token = this.#session?.token;
        try {
            return await this.#send(method, path, options, token);
        } catch (error) {
            // Ends the session, unless another one has replaced it during the request.
            if (error.status === 401 && token !== undefined && this.#session?.token === token) this.#become(null);
            throw error;
        }
    }

    async #send(method, path, options, token) {
        const response = await this.#ask(method, path, options, token);
        try {
            const type = response.headers.get("Content-Type") ?? "";
            if (type.includes("octet-stream")) return new Uint8Array(await response.arrayBuffer());
            const text = await response.text();
            return text === "" ? null : parseJSON(text);
        } catch (error) {
            throw new LaurelError("communications-failure", { cause: error });
        }
    }

    async #ask(method, path, { query = {}, body, data, headers = {}, signal, isStream = false }, token) {
        const address = new URL(path, this.server);
        for (const [name, value] of Object.entries(query)) {
            if (value !== undefined && value !== null) address.searchParams.set(name, value);
        }
        const fields = { Accept: isStream ? "text/event-stream" : "application/json", ...headers };
        if (token !== undefined) fields.Authorization = `Bearer ${token}`;
        else if (path !== "/v1/authorizations/session") address.searchParams.set("environment", this.environment);
        if (body !== undefined) fields["Content-Type"] = "application/json";
        if (data !== undefined) fields["Content-Type"] = "application/octet-stream";
        let response;
        try {
            response = await this.#fetch(address, {
                method, headers: fields, body: body === undefined ? data : encodeJSON(body), credentials: "omit",
                cache: "no-store", signal: signal ?? AbortSignal.timeout(data === undefined ? PATIENCE : PATIENCE * 12),
            });
        } catch (error) {
            throw new LaurelError("communications-failure", { cause: error });
        }
        if (!response.ok) throw await refusal(response);
        return response;
    }
}

async function refusal(response) {
    const seconds = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
    const facts = { status: response.status, retryAfter: Number.isNaN(seconds) ? undefined : seconds };
    try {
        const problem = parseJSON(await response.text());
        return new LaurelError(String(problem.type).split("/").pop(), { ...problem, ...facts });
    } catch {
        // Not a Laurel problem: a proxy's error page or a captive portal.
        return new LaurelError("communications-failure", facts);
    }
}

/** The events of a stream (WHATWG HTML, section 9.2). */
async function* serverSentEvents(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let event = { type: "message", data: [], id: "" };
    while (true) {
        const { done, value } = await reader.read();
        if (done) return;
        const lines = (rest + value).split(/\r\n|\n|\r/);
        rest = lines.pop();
        for (const line of lines) {
            const [, name, text = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
            if (line === "") {
                if (event.data.length > 0) yield { ...event, data: event.data.join("\n") };
                event = { type: "message", data: [], id: event.id };
            } else if (name === "event") event.type = text;
            else if (name === "data") event.data.push(text);
            else if (name === "id") event.id = text;
        }
    }
}

// Signing in

function openPopup() {
    const [width, height] = [480, 720];
    const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
    const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
    return window.open("", "_blank", `popup,width=${width},height=${height},left=${left},top=${top}`);
}

/** 256 random bits in base64url. */
function randomText() {
    return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** SHA-256 of the verifier (RFC 7636, section 4.2, method S256). */
async function challenge(verifier) {
    return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

function base64url(bytes) {
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Always available: allowed origins are HTTPS or the developer's own machine, both secure contexts.
const newID = () => crypto.randomUUID();

/** A stored score as the game sees it. Reports need no conversion. */
const opened = (item) => (item.achievement === undefined
    ? { ...item, value: BigInt(item.value), context: BigInt(item.context) } : item);

// JSON with 64-bit integers

// Strings come first, so that digits inside a string never match as an integer.
const STRING_OR_INTEGER = /"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])(?<![.eE+]\d*)/g;
// Marks an integer as a string. It is removed from real strings first, so none of them can pass for a number.
const MARK = "\u{E000}int:";
const MARKED = /^\u{E000}int:-?\d+$/u;

/** Like JSON.parse, but with BigInt for 64-bit fields and for integers beyond 2^53. */
export function parseJSON(text) {
    const marked = text.replace(STRING_OR_INTEGER, (token) => (
        token[0] === '"' ? token.replace(MARK, "int:") : token.length >= 16 ? `"${MARK}${token}"` : token
    ));
    return JSON.parse(marked, (key, value) => {
        if (typeof value === "string" && MARKED.test(value)) {
            const integer = BigInt(value.slice(MARK.length));
            return WIDE.has(key) || !Number.isSafeInteger(Number(integer)) ? integer : Number(integer);
        }
        if (typeof value === "number" && WIDE.has(key) && Number.isInteger(value)) return BigInt(value);
        return value;
    });
}

/** Like JSON.stringify, but writes BigInt as JSON integers. Omits undefined members. */
export function encodeJSON(value) {
    if (typeof value === "bigint") return value.toString();
    if (Array.isArray(value)) return `[${value.map((item) => encodeJSON(item ?? null)).join(",")}]`;
    if (value !== null && typeof value === "object" && !(value instanceof Date)) {
        const members = Object.entries(value).filter(([, member]) => member !== undefined);
        return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${encodeJSON(member)}`).join(",")}}`;
    }
    return JSON.stringify(value);
}

/** Local storage, or memory if storage is unavailable. */
class Store {
    #storage;
    #prefix;
    #memory = new Map();

    constructor(storage, prefix) {
        this.#prefix = prefix;
        try {
            this.#storage = storage ?? localStorage;
        } catch {
            this.#storage = undefined;
        }
    }

    read(name, absent) {
        const key = this.#prefix + name;
        try {
            const text = this.#memory.get(key) ?? this.#storage?.getItem(key) ?? null;
            return text === null ? absent : JSON.parse(text);
        } catch {
            return absent;
        }
    }

    /** The valid scores and reports. Drops anything else: other scripts of the origin can write here, too. */
    list(name) {
        const found = this.read(name, []);
        const isInteger = (text) => typeof text === "string" && /^-?\d{1,19}$/.test(text);
        const isReport = (item) => typeof item.achievement === "string" && typeof item.percentComplete === "number";
        return Array.isArray(found)
            ? found.filter((item) => typeof item?.id === "string" && typeof item.date === "string"
                && (isReport(item) || isInteger(item.value) && isInteger(item.context)))
            : [];
    }

    /** @returns {boolean} whether it outlives the page */
    write(name, value) {
        const key = this.#prefix + name;
        const text = JSON.stringify(value);
        try {
            if (this.#storage === undefined) throw new Error("no storage");
            this.#storage.setItem(key, text);
            this.#memory.delete(key);
            return true;
        } catch {
            this.#memory.set(key, text);
            return false;
        }
    }

    remove(name) {
        const key = this.#prefix + name;
        this.#memory.delete(key);
        try {
            this.#storage?.removeItem(key);
        } catch {
            // Storage is unavailable, so nothing is stored.
        }
    }
}
