// Laurel for web games: players, scores, achievements, challenges, turn-based matches and saved games. One module, no
// dependencies, any origin that is registered with the app. docs/web-games.md has all of it.
//
//     import { Laurel } from "https://games.example/sdk/laurel.js";
//
//     const laurel = new Laurel({ server: "https://games.example", bundleID: "com.example.hop" });
//     await laurel.start();
//     const outcome = await laurel.submitScore(314, { leaderboard: "HighScores" });
//
// Each score has its own id and date, so it counts once however often it is sent. It is stored in its player's queue
// before it is sent, and leaves the queue only when the server accepts it or refuses it for good. So is the end of a
// turn, with its own key. Values and contexts are always BigInt here. Tabs of one origin share the session and the
// queue.

/** The version of this module. */
export const version = "0.1.0";

/** Fields that are 64-bit integers on the wire, and always BigInt here. */
const WIDE = new Set(["value", "context", "lowest", "highest"]);
/** The time limit of a request, in milliseconds. */
const PATIENCE = 10_000;
/** The same for what takes long to upload: saved games, and bodies of so many characters. */
const PATIENCE_WITH_DATA = 120_000;
const LONG_BODY = 16_384;
const RETRY_FIRST = 5_000;
const RETRY_LAST = 300_000;
/** The most unowned scores and reports that are kept: the newest ones. */
const UNOWNED_LIMIT = 20;
/** Ends of turns that wait for one player: so many, with so many characters together. So many matches can be open, and
 * an origin's storage takes five million characters. The same holds for lost turns, of which the newest ones are kept:
 * all that wait can be refused at once. */
const TURNS_LIMIT = 30;
const TURN_CHARACTERS_LIMIT = 1_000_000;
/** A list of matches ends after so many pages of 100. The server lists 1,000 ended ones. */
const MATCH_PAGES_LIMIT = 20;
/** In the query of a route that doesn't take an environment: its subject is in one already, or in none. */
const ANYWHERE = { environment: undefined };

/** Titles of the problems that this module finds itself. */
const TITLES = {
    "communications-failure": "The server didn't respond",
    cancelled: "Sign-in was canceled",
    "popup-blocked": "The browser blocked the sign-in window",
    "sign-in-failed": "Sign-in failed",
    "sign-in-unavailable": "Signing in isn't possible here",
    unauthenticated: "Sign-in required",
    "invalid-parameter": "Invalid request",
};

/** A problem that the server reports (RFC 9457), or a failure to reach it. */
export class LaurelError extends Error {
    /** Of the end of a turn that wasn't sent: whether it is sent later. */
    isKept = false;

    constructor(kind, {
        status = 0, title = TITLES[kind] ?? "", detail = "", field, reason, values, requestID = "", retryAfter, match,
        cause,
    } = {}) {
        super([title, detail].filter((text) => text !== "").join(": ") || kind, { cause });
        this.name = "LaurelError";
        Object.assign(this, { kind, status, title, detail, field, reason, values, requestID, retryAfter });
        // Of a write that was made of an older match: the match as it is.
        if (match !== undefined) this.match = openedMatch(match);
    }

    get mayPass() {
        return this.status === 0 || this.status === 401 || this.status === 429 || this.status >= 500;
    }

    /** Whether it may pass, and others need not wait for it: a leaderboard that has to be looked through first, say. */
    get concernsOneScore() {
        return this.status === 429 && (this.field?.startsWith("scores[") ?? false);
    }
}

export class Laurel extends EventTarget {
    #session = null;
    #storage;
    /** Holds the session. A cookie belongs to all games of its origin. */
    #sessions;
    /** Holds the secret of this browser's guest, who is the same in all games of this origin. */
    #guests;
    #hasCookie;
    #language;
    #connection;
    #outbox;
    /** Ends of turns. They wait beside the scores: neither holds up the other. */
    #turns;
    #isReachable = true;
    #signInError = null;
    /** Tells streams that wait to try again now. */
    #alarm = new EventTarget();

    constructor({
        server, bundleID, environment = "production", session = "token", language, bestUnowned, storage, fetch, ...rest
    } = {}) {
        super();
        refuseUnknown(rest);
        if (!/^https?:\/\//.test(server)) refuse("server", "Give the server's address, such as https://games.example.");
        given(bundleID, "bundleID");
        if (environment !== "production" && environment !== "sandbox") {
            refuse("environment", `environment must be "production" or "sandbox", not "${environment}".`);
        }
        this.server = new URL(server).origin;
        this.bundleID = bundleID;
        this.environment = environment;
        this.#hasCookie = session === "cookie";
        this.#language = language;
        this.#storage = new Store(storage, `laurel:${this.server}:${bundleID}:${environment}:`);
        this.#guests = new Store(storage, `laurel:${this.server}:`);
        this.#sessions = this.#hasCookie ? this.#guests : this.#storage;
        this.#connection = new Connection({
            server: this.server, credentials: this.#hasCookie ? "same-origin" : "omit", fetch,
        });
        const shared = {
            store: this.#storage, player: () => this.player?.id ?? null, confirm: (maker) => this.#confirm(maker),
        };
        const tell = (type, detail) => this.dispatchEvent(new CustomEvent(type, { detail }));
        this.#outbox = new Outbox("queue", isResult, {
            ...shared,
            send: (item, waiting) => this.#noting(() => this.#sendResult(item, waiting)),
            late: (item, outcome) => tell("late", { item: opened(item), outcome }),
            drained: () => this.dispatchEvent(new Event("drained")),
            // Which player waits is known only once the server has answered.
            retry: this.#hasCookie ? () => this.start().catch(() => {}) : () => this.sendWaiting(),
            best: bestUnowned,
        });
        this.#turns = new Outbox("turns", isTurn, {
            ...shared,
            send: (item, _, isAwaited) => this.#sendTurn(item, isAwaited),
            fits: turnsFit,
            lose: (turn, maker, { kind }) => this.#keepLost([{ ...turn, why: kind }], maker),
            late: (item, outcome) => tell("lateTurn", { turn: openedTurn(item), outcome }),
        });
        this.#session = this.#storedSession();
        // Neither is there outside of browsers.
        globalThis.addEventListener?.("storage", ({ key }) => {
            if (key === null || key === this.#sessions.key("session")) this.#adopt();
        });
        globalThis.addEventListener?.("online", () => this.#wake());
    }

    // Players

    get player() {
        return this.#session?.player ?? null;
    }

    get isSignedIn() {
        return this.#session !== null;
    }

    /** Whether the player has no password yet: see `playAsGuest`. */
    get isGuest() {
        return this.#session?.isGuest === true;
    }

    get mayPlayAsGuest() {
        return !this.isSignedIn && this.#guests.read("account", false) !== true;
    }

    get isReachable() {
        return this.#isReachable;
    }

    get signInError() {
        return this.#signInError;
    }

    async start() {
        await this.#finishRedirect();
        // Whose cookie it is, only the server knows.
        if (!this.isSignedIn && !this.#hasCookie) return null;
        try {
            await this.#learn();
            await this.#claimWaiting();
            await this.sendWaiting();
        } catch (error) {
            // An unreachable server does not end the session. A 401 already has.
            if (!(error instanceof LaurelError) || !error.mayPass) throw error;
            if (this.isSignedIn || !this.#isReachable) this.#outbox.retryLater();
        }
        return this.player;
    }

    /** Asks whose session it is. */
    async #learn() {
        const token = this.#session?.token;
        try {
            const { player, isGuest } = await this.#noting(() => this.request("GET", "/v1/players/me"));
            // Signed out meanwhile, or another tab has signed somebody in, whose session this answer is not about.
            if (!this.#hasCookie && (!this.isSignedIn || this.#session.token !== token)) return;
            this.#become({ ...this.#session, player, isGuest });
        } catch (error) {
            if (error.status === 403 && this.#hasCookie) this.#become(null);
            throw error;
        }
    }

    /** Refuses unless the maker of a score is still the player: a sign-in in another tab may have replaced them. */
    async #confirm(maker) {
        if (this.#hasCookie) await this.#learn();
        if (this.player?.id !== maker) throw new LaurelError("unauthenticated", { status: 401 });
    }

    /** Notes whether the server answers. */
    async #noting(ask) {
        try {
            const answer = await ask();
            this.#reach(true);
            return answer;
        } catch (error) {
            this.#reach(!(error instanceof LaurelError) || error.status === 401 || !error.mayPass);
            throw error;
        }
    }

    #reach(isReachable) {
        if (this.#isReachable === isReachable) return;
        this.#isReachable = isReachable;
        this.#changed();
    }

    /**
     * Signs the player in. Call it from a click handler, or the browser blocks the pop-up. `redirect` is the registered
     * address that mode "redirect" returns to: this page's own unless it is given.
     */
    async signIn({ mode = "popup", redirect } = {}) {
        if (typeof window === "undefined") throw new LaurelError("sign-in-unavailable");
        if (this.#hasCookie) {
            throw new LaurelError("sign-in-unavailable", { detail: "Players sign in on the server's page, /sign-in/." });
        }
        // Before any await: the browser allows a pop-up only during the click.
        const popup = mode === "popup" ? openPopup() : null;
        if (mode === "popup" && popup === null) {
            throw new LaurelError("popup-blocked", { detail: "Call signIn() from a click, or use the redirect." });
        }
        const verifier = randomText();
        const state = randomText();
        const query = new URLSearchParams({
            bundleID: this.bundleID, environment: this.environment, origin: location.origin, mode, state,
            challenge: await challenge(verifier),
        });
        if (mode === "redirect") {
            query.set("redirect", redirect ?? location.href.split("#")[0]);
            this.#storage.write("redirect", { verifier, state });
            location.assign(`${this.server}/authorize/?${query}`);
            return new Promise(() => {});
        }
        popup.location = `${this.server}/authorize/?${query}`;
        const code = await this.#codeFrom(popup, state);
        return this.#redeem(code, verifier);
    }

    /**
     * Signs this browser's guest in, who is made the first time: a player with a drawn name such as “Amber Heron”, whose
     * scores are ranked. A player who is signed in stays. The secret is stored before it is sent, so a call whose answer
     * was lost leaves no second guest.
     */
    async playAsGuest() {
        if (this.isSignedIn) return this.player;
        const known = this.#guests.read("guest", null);
        const secret = typeof known === "string" ? known : randomText();
        this.#guests.write("guest", secret);
        const { bundleID, environment } = this;
        const body = this.#hasCookie ? { secret, cookie: true }
            : { secret, bundleID, environment, device: this.#device() };
        try {
            const { player, token } = await this.#noting(
                () => this.#send("POST", "/v1/guests", { query: ANYWHERE, body }));
            this.#storage.write("guestPlayer", player.id);
            this.#become({ player, token: token ?? undefined, isGuest: true });
        } catch (error) {
            // The guest has a password, or is part of an account: sign-in is what is left.
            const isOver = error.kind === "guest-upgraded" || error.kind === "guest-merged";
            if (isOver && this.#guests.read("guest", null) === secret) this.#guests.remove("guest");
            // What waits in this browser is the account's.
            if (error.kind === "guest-merged") this.#guests.write("merged", secret);
            throw error;
        }
        this.sendWaiting();
        return this.player;
    }

    get canMergeGuest() {
        return this.isSignedIn && !this.isGuest && typeof this.#guests.read("guest", null) === "string";
    }

    /** What to show with that question: the best scores of both. */
    previewMerge() {
        return this.request("POST", "/v1/players/me/guests/preview", { query: ANYWHERE, body: this.#guestBody() });
    }

    async mergeGuest() {
        const body = this.#guestBody();
        const account = this.player?.id ?? null;
        const answer = await this.request("POST", "/v1/players/me/guests", { query: ANYWHERE, body });
        this.#guests.write("merged", body.secret);
        this.#guests.remove("guest");
        this.#claim(account);
        this.sendWaiting();
        return answer;
    }

    #guestBody() {
        const secret = this.#guests.read("guest", null);
        if (typeof secret !== "string") throw new LaurelError("not-found", { detail: "This browser has no guest." });
        return { secret };
    }

    /** Another game of this origin, or another device, merged the guest: what waits here for them is the account's. */
    async #claimWaiting() {
        const secret = this.#guests.read("merged", null);
        const guest = this.#storage.read("guestPlayer", null);
        if (this.isGuest || typeof secret !== "string" || typeof guest !== "string") return;
        if (this.#outbox.waiting(guest) + this.#turns.waiting(guest) + this.#lost(guest).length === 0) return;
        const account = this.player?.id ?? null;
        try {
            await this.request("POST", "/v1/players/me/guests", { query: ANYWHERE, body: { secret } });
        } catch (error) {
            if (!(error instanceof LaurelError)) throw error;
            // Of another account, which may sign in here; or too old, and then nobody's.
            if (error.mayPass || error.kind === "guest-merged") return;
            this.#storage.remove("guestPlayer");
            return;
        }
        this.#claim(account);
    }

    /**
     * Gives the account what is stored here for the guest. What doesn't fit yet stays the guest's until the next start.
     * `account`: who merged them, and not who may have signed in since.
     */
    #claim(account) {
        const guest = this.#storage.read("guestPlayer", null);
        if (typeof guest !== "string" || account === null) return;
        const areMoved = [this.#outbox, this.#turns].map((outbox) => outbox.move(guest, account));
        // A guest who has chosen a password is the account.
        if (guest !== account) {
            const isKept = this.#keepLost(this.#lost(guest), account);
            if (isKept) this.#storage.remove(`lost:${guest}`);
            areMoved.push(isKept);
        }
        if (areMoved.every(Boolean)) this.#storage.remove("guestPlayer");
    }

    async upgradeGuest({ alias, password, invitation }) {
        const answer = await this.request("POST", "/v1/players/me/upgrade", {
            query: ANYWHERE, body: { alias, password, invitation },
        });
        this.#guests.remove("guest");
        this.#become({ ...this.#session, player: answer.player, isGuest: false });
        return answer;
    }

    /** Signs out here at once, and on the server if it is reachable. Queued scores stay with this player. */
    async signOut() {
        this.#adopt();
        const token = this.#session?.token;
        this.#become(null);
        if (token === undefined && !this.#hasCookie) return;
        try {
            await this.#send("DELETE", "/v1/sessions/current", { query: ANYWHERE }, token);
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
                else finish(reject, signInProblem(data));
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
        if (typeof window === "undefined") return;
        this.#signInError = null;
        const address = new URL(location.href);
        const known = this.#storage.read("redirect", null);
        const state = address.searchParams.get("laurel_state");
        if (state === null || known?.state !== state) return;
        this.#storage.remove("redirect");
        const code = address.searchParams.get("laurel_code");
        const error = address.searchParams.get("laurel_error");
        address.search = address.search.replace(/[?&]laurel_(?:code|state|error)=[^&]*/g, "");
        // Keeps the code out of the history and the Referer header.
        history.replaceState(history.state, "", address);
        try {
            if (code === null) throw signInProblem({ error });
            await this.#redeem(code, known.verifier);
        } catch (problem) {
            if (!(problem instanceof LaurelError)) throw problem;
            this.#signInError = problem;
        }
    }

    async #redeem(code, verifier) {
        const body = { code, verifier, device: this.#device() };
        const { player, token } = await this.#send("POST", "/v1/authorizations/session", { query: ANYWHERE, body });
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
        if (session === null) this.#sessions.remove("session");
        else this.#sessions.write("session", session);
        if (session?.isGuest === false) this.#guests.write("account", true);
        this.#changed();
    }

    #changed() {
        this.dispatchEvent(new Event("change"));
        this.#alarm.dispatchEvent(new Event("wake"));
    }

    /** The session of this origin's tabs: whichever signed in or out last. */
    #storedSession() {
        const stored = this.#sessions.read("session", null);
        const isSession = typeof stored?.player?.id === "string"
            && (this.#hasCookie || typeof stored.token === "string");
        return isSession ? stored : null;
    }

    /**
     * Takes over what another tab did.
     * @returns {boolean} whether it did anything
     */
    #adopt() {
        const stored = this.#storedSession();
        if (this.#isCurrent(stored)) return false;
        this.#session = stored;
        this.#changed();
        if (stored !== null) this.sendWaiting();
        return true;
    }

    /** The server refused this session. Another tab's sign-in that replaced it stays. */
    #expire(session) {
        if (this.#isCurrent(session) && !this.#adopt()) this.#become(null);
    }

    /** Whether the session is the one of this page. The tokens of cookies are unknown to pages. */
    #isCurrent(session) {
        return this.#hasCookie ? session?.player.id === this.player?.id : session?.token === this.#session?.token;
    }

    /** The network is back. */
    #wake() {
        this.#alarm.dispatchEvent(new Event("wake"));
        for (const outbox of [this.#outbox, this.#turns]) outbox.wake();
    }

    // Scores

    async submitScore(value, { leaderboard, context, replay, player = this.player, ...rest } = {}) {
        refuseUnknown(rest);
        return this.#outbox.submit(scoreItem(value, { leaderboard, context, replay: logText(replay) }),
            player?.id ?? null);
    }

    async ticket() {
        const ticket = await this.request("POST", `${this.#game}/tickets`);
        return { ...ticket, ticket: bytesFrom(ticket.ticket) };
    }

    /** Reports progress toward an achievement, 0 to 100. Progress never goes down, and 100 earns it. If nobody is
     * signed in, it is kept like a score. */
    async reportAchievement(achievement, percentComplete = 100) {
        if (typeof percentComplete !== "number" || !(percentComplete >= 0 && percentComplete <= 100)) {
            refuse("percentComplete", `percentComplete must be a number from 0 to 100, not ${percentComplete}.`);
        }
        given(achievement, "achievement");
        const item = { id: newID(), achievement, percentComplete, date: new Date().toISOString() };
        return this.#outbox.submit(item, this.player?.id ?? null);
    }

    get waiting() {
        return this.player === null ? 0 : this.#outbox.waiting(this.player.id);
    }

    /** Sends queued scores and reports, oldest first, until one has to stay queued; and so the ends of turns. */
    async sendWaiting() {
        await Promise.all([this.#outbox.sendWaiting(), this.#turns.sendWaiting()]);
    }

    async #sendResult(item, waiting) {
        const { id, leaderboard, achievement, percentComplete, date } = item;
        const isScore = achievement === undefined;
        const body = isScore ? { scores: [{ ...opened(item), leaderboard }], waiting }
            : { achievements: [{ id: achievement, percentComplete, date, reportID: id }], waiting };
        const path = `${this.#game}/${isScore ? "scores" : "achievements"}`;
        const { results, version } = await this.request("POST", path, { body });
        return { ...results[0], version };
    }

    get unowned() {
        return this.#outbox.unowned;
    }

    /** Gives the unowned scores and reports to the signed-in player. They keep their dates. */
    async acceptUnowned() {
        if (this.player === null) throw new LaurelError("unauthenticated");
        this.#outbox.acceptUnowned(this.player.id);
        this.dispatchEvent(new Event("change"));
        await this.#outbox.sendAdded();
    }

    discardUnowned() {
        this.#outbox.discardUnowned();
        this.dispatchEvent(new Event("change"));
    }

    /**
     * Queues what a game has stored by itself before it used this module, as its player's; null: as unowned. Each
     * counts once, however often it is taken over.
     * @returns {boolean} whether it outlives the page
     */
    takeOver(items, player) {
        return player === null ? this.#outbox.addUnowned(items) : this.#outbox.add(items, player.id);
    }

    // Leaderboards

    async leaderboards({ language } = {}) {
        const { leaderboards } = await this.request("GET", `${this.#game}/leaderboards`, { query: { language } });
        return leaderboards;
    }

    /** A page of entries, best first, with the player's own in `local`. `ids` limits it to those players. */
    async entries(leaderboard, { ids, ...query } = {}) {
        return this.request("GET", `${this.#board(leaderboard)}/entries`, {
            query: { ...query, ids: ids?.join(",") },
        });
    }

    /** The entries around the player. */
    async entriesAround(leaderboard, query = {}) {
        return this.request("GET", `${this.#board(leaderboard)}/entries/around`, { query });
    }

    get #game() {
        return `/v1/games/${encodeURIComponent(this.bundleID)}`;
    }

    #board(leaderboard) {
        return `${this.#game}/leaderboards/${encodeURIComponent(given(leaderboard, "leaderboard"))}`;
    }

    // Achievements and challenges

    achievements({ language } = {}) {
        return this.request("GET", `${this.#game}/achievements`, { query: { language } });
    }

    /**
     * Challenges up to ten friends with one of the player's scores or an achievement they have earned. `replay` is the
     * log of the score's run. A challenge whose answer got lost is sent again, and arrives once.
     */
    async challenge(players, { leaderboard, value, context, achievement, message, replay, ...rest } = {}) {
        refuseUnknown(rest);
        const body = { players, leaderboard, value, context, achievement, message, replay: logText(replay) };
        const path = `${this.#game}/challenges`;
        try {
            return (await this.#written("POST", path, body)).challenges;
        } catch (error) {
            // An older server doesn't know keys, and did nothing.
            const isOurs = error instanceof LaurelError;
            if (!isOurs || error.kind !== "invalid-parameter" || error.field !== "key") throw error;
            return (await this.request("POST", path, { body })).challenges;
        }
    }

    async challenges(query = {}) {
        return (await this.request("GET", "/v1/challenges", { query })).challenges;
    }

    declineChallenge(id) {
        return this.request("DELETE", `/v1/challenges/${encodeURIComponent(id)}`, { query: ANYWHERE });
    }

    async groupChallengeGhost(id) {
        const path = `/v1/group-challenges/${encodeURIComponent(given(id, "id"))}/ghost`;
        return this.request("GET", path, { query: ANYWHERE });
    }

    // Turn-based matches; laurel.d.ts says what each does.
    //
    // A match's data is bytes here. A write is known by a key of its own, so that it is sent again when the answer was
    // lost, and counts once. A write of the turn names the version that it was made of: if the match has changed since,
    // it fails as `not-your-turn`, and the error's `match` is the match as it is.
    //
    // The end of a turn is stored before it is sent. What can't be sent now waits (the error's `isKept`); `lateTurn` says
    // what became of it. What is refused then is a lost turn, until the game has taken its data back.

    async matches({ state, party } = {}) {
        const group = party === undefined ? null : groupOf(party);
        const found = [];
        let before;
        for (let page = 0; page < MATCH_PAGES_LIMIT; page += 1) {
            const { matches, next } = await this.request("GET", `${this.#game}/matches`, { query: { state, before } });
            found.push(...matches.filter((match) => group === null || BigInt(match.group) === group));
            if (next === undefined || next === null) break;
            before = next;
        }
        return found;
    }

    async match(id) {
        return openedMatch(await this.request("GET", this.#matchAt({ id })));
    }

    async findMatch({ players, takesStrangers, minPlayers, maxPlayers, party, ...more } = {}) {
        const least = Math.max(2, (players?.length ?? 0) + 1);
        const body = { minPlayers: minPlayers ?? least, maxPlayers: maxPlayers ?? minPlayers ?? least, players,
            takesStrangers: takesStrangers ?? (players ?? []).length === 0,
            group: party === undefined ? undefined : groupOf(party), ...more };
        return this.#write("POST", `${this.#game}/matches`, body);
    }

    // Parties: players of an activity who meet by a code

    async activities() {
        return (await this.request("GET", `${this.#game}/activities`)).activities;
    }

    beginParty(activity, { code } = {}) {
        return this.request("POST", `${this.#game}/parties`, { body: { activity, code } });
    }

    enterParty(code) {
        return this.request("POST", `${this.#game}/parties/${encodeURIComponent(code)}`);
    }

    leaveParty(code) {
        return this.request("DELETE", `${this.#game}/parties/${encodeURIComponent(code)}`);
    }

    acceptMatch(match) {
        return this.#writeTo(match, "accept");
    }

    declineMatch(match) {
        return this.#writeTo(match, "decline");
    }

    move(match, move) {
        return this.#writeTo(match, "moves", { version: match.version, move: base64(bytesOf(move)) });
    }

    saveMatch(match, data, { message, resolved } = {}) {
        return this.#write("PUT", `${this.#matchAt(match)}/data`, {
            version: match.version, data: base64(bytesOf(data)), message, resolved });
    }

    endTurn(match, data, next, { timeout, message } = {}) {
        return this.#endOfTurn(match, "turn", data, { next, timeout, message });
    }

    async endMatch(match, data, outcomes, { message, scores, achievements, ...rest } = {}) {
        refuseUnknown(rest);
        return this.#endOfTurn(match, "end", data, {
            outcomes, message, scores: scores?.map(matchScore), achievements });
    }

    /**
     * Leaves the match. With the turn of a match that the server doesn't judge, give `data` and `next`, too.
     * @returns {Promise<?object>} the match; null: nobody else had heard of it, and it is deleted
     */
    async quitMatch(match, { outcome = 1, data, next, timeout, message } = {}) {
        if (data !== undefined) return this.#endOfTurn(match, "quit", data, { outcome, next, timeout, message });
        const answer = await this.#written("POST", `${this.#matchAt(match)}/quit`,
            match.state === "turn" ? {} : { outcome }, { whenGone: { match: null } });
        return openedMatch(answer.match);
    }

    get waitingTurns() {
        return this.player === null ? [] : this.#turns.items(this.player.id).map(openedTurn);
    }

    get lostTurns() {
        return this.player === null ? [] : this.#lost(this.player.id).map(openedTurn);
    }

    discardLostTurn(turn) {
        if (this.player === null) return;
        this.#storage.write(`lost:${this.player.id}`, this.#lost(this.player.id).filter(({ id }) => id !== turn.id));
    }

    #lost(playerID) {
        return this.#storage.list(`lost:${playerID}`, isTurn);
    }

    /** @returns {boolean} whether they outlive the page */
    #keepLost(turns, playerID) {
        if (turns.length === 0) return true;
        const present = this.#lost(playerID);
        const all = [...present, ...missing(turns, present)];
        while (!turnsFit(all)) all.shift();
        const isStored = this.#storage.write(`lost:${playerID}`, all);
        if (!isStored) this.#storage.write(`lost:${playerID}`, present);
        return isStored;
    }

    async #endOfTurn(match, kind, bytes, facts) {
        const body = encodeJSON({ version: match.version, ...facts });
        const made = { id: hexadecimal(16), match: match.id, kind, date: new Date().toISOString(), body,
            data: base64(bytesOf(bytes)) };
        const maker = this.player?.id ?? null;
        // With a cookie, only the server may know who plays.
        if (maker === null) return (await this.#sendTurn(made, true)).match;
        // A game that tries again by itself means the same end of the same turn.
        const known = this.#turns.items(maker).find((one) => ["match", "kind", "body", "data"].every(
            (name) => one[name] === made[name]));
        const { kind: what, match: written, error, isStored } = await this.#turns.submit(known ?? made, maker);
        if (what === "sent") return written;
        throw Object.assign(error, { isKept: isStored === true });
    }

    async #sendTurn({ id, match, kind, body, data }, isAwaited) {
        const path = `${this.#matchAt({ id: match })}/${kind === "turn" ? "turns" : kind}`;
        const answer = await this.#written("POST", path, { ...parseJSON(body), data, key: id }, {
            isRepeat: !isAwaited, whenGone: kind === "quit" ? { match: null } : undefined });
        return { match: openedMatch(kind === "quit" ? answer.match : answer) };
    }

    claimTurn(match) {
        return this.#writeTo(match, "claim");
    }

    async sendExchange(match, recipients, data, { message, timeout, ...rest } = {}) {
        refuseUnknown(rest);
        const answer = await this.#written("POST", `${this.#matchAt(match)}/exchanges`, {
            recipients, data: base64(bytesOf(data)), message, timeout });
        return { id: answer.exchange, match: openedMatch(answer.match) };
    }

    replyToExchange(match, exchange, data, { message } = {}) {
        return this.#writeTo(match, `exchanges/${exchange.id}/replies`, { data: base64(bytesOf(data)), message });
    }

    cancelExchange(match, exchange, { message } = {}) {
        return this.#writeTo(match, `exchanges/${exchange.id}/cancel`, { message });
    }

    remindOfMatch(match, seats = match.turn === null ? [] : [match.turn.seat], { message } = {}) {
        return this.#writeTo(match, "reminders", { seats, message });
    }

    rematch(match) {
        return this.#writeTo(match, "rematch");
    }

    removeMatch(match) {
        return this.request("DELETE", this.#matchAt(match));
    }

    /**
     * Calls `onMatch` with the match now and whenever it has changed: the server says so, and it's read again when the
     * connection or the page comes back. With null, and an error, if it can't be read any more.
     * @returns a function that stops following
     */
    followMatch(id, onMatch) {
        const end = new AbortController();
        const { signal } = end;
        let version = 0;
        let isLooking = false;
        let isDue = false;
        let delay = RETRY_FIRST;
        let timer;
        const look = async () => {
            isDue = true;
            if (isLooking) return;
            isLooking = true;
            clearTimeout(timer);
            try {
                while (isDue && !signal.aborted) {
                    isDue = false;
                    const match = await this.match(id);
                    delay = RETRY_FIRST;
                    if (signal.aborted || match.version <= version) continue;
                    version = match.version;
                    onMatch(match);
                }
            } catch (error) {
                if (!(error instanceof LaurelError)) throw error;
                if (signal.aborted) return;
                if (!error.mayPass) {
                    end.abort();
                    onMatch(null, error);
                } else if (error.status !== 401 || this.isSignedIn) {
                    // The stream may stand all the while, and then nothing else would make it look again. Signed out,
                    // there is nothing to look at before a sign-in, which wakes.
                    timer = setTimeout(look, Math.max(delay, (error.retryAfter ?? 0) * 1_000));
                    delay = Math.min(delay * 2, RETRY_LAST);
                }
            } finally {
                isLooking = false;
            }
        };
        const stop = this.listen([], (type, data) => {
            // The first event of each connection tells of the inbox: what came before it wasn't heard.
            if (type === "inbox" || data?.match === id) look();
        });
        globalThis.document?.addEventListener("visibilitychange", look, { signal });
        this.#alarm.addEventListener("wake", look, { signal });
        signal.addEventListener("abort", () => {
            clearTimeout(timer);
            stop();
        });
        look();
        return () => end.abort();
    }

    #matchAt({ id }) {
        return `${this.#game}/matches/${encodeURIComponent(id)}`;
    }

    #writeTo(match, what, body = {}) {
        return this.#write("POST", `${this.#matchAt(match)}/${what}`, body);
    }

    async #write(method, path, body) {
        return openedMatch(await this.#written(method, path, body));
    }

    /**
     * `whenGone`: what it answered if it is sent again and the match isn't there any more: it has deleted it.
     * `isRepeat`: it was sent before, and is sent once now.
     */
    async #written(method, path, body, { whenGone, isRepeat = false } = {}) {
        const whole = { key: hexadecimal(16), ...body };
        const maker = this.player?.id ?? null;
        const first = isRepeat ? 3 : 1;
        for (let attempt = first; ; attempt += 1) {
            try {
                // Somebody else may have signed in during the wait.
                if (attempt > first && maker !== null) await this.#confirm(maker);
                return await this.request(method, path, { body: whole });
            } catch (error) {
                const isOurs = error instanceof LaurelError;
                if (isOurs && error.kind === "unknown-match" && attempt > 1 && whenGone !== undefined) return whenGone;
                const isLost = isOurs && (error.status === 0 || error.status >= 500);
                // Without a network, nothing changes within seconds.
                if (!isLost || attempt === 3 || globalThis.navigator?.onLine === false) throw error;
                await new Promise((resolve) => { setTimeout(resolve, attempt * 1_000); });
            }
        }
    }

    // Saved games

    async savedGames() {
        return (await this.request("GET", `${this.#game}/saved-games`)).savedGames;
    }

    /** Saves a version based on the versions that the game has seen. Returns every current version of that name. */
    async saveGame(name, data, { basedOn, deviceName, modificationDate, id = newID(), ...rest } = {}) {
        refuseUnknown(rest);
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
     * Calls `onEvent` with the type and data of each change to these leaderboards and each notice of the player who is
     * signed in at the time. After `refused`, whose data is a LaurelError, no more events follow.
     * @returns a function that stops listening
     */
    listen(leaderboards, onEvent) {
        if (!Array.isArray(leaderboards)) refuse("leaderboards", "listen() takes an array of leaderboard IDs.");
        const end = new AbortController();
        this.#follow(leaderboards.map((id) => `${this.bundleID}/${id}`), onEvent, end.signal);
        return () => end.abort();
    }

    async #follow(names, onEvent, signal) {
        let delay = 1_000;
        let listener;
        let lastID = "";
        while (!signal.aborted) {
            const session = this.#session;
            // The ids are of one player's notices.
            if (session?.player.id !== listener) lastID = "";
            listener = session?.player.id;
            const isOver = () => signal.aborted || !this.#isCurrent(session);
            try {
                // Signed out, there is nothing but leaderboards to listen to.
                if (names.length > 0 || session !== null) {
                    const headers = lastID === "" ? {} : { "Last-Event-ID": lastID };
                    await this.#readEvents(names, session, { headers, signal, isOver }, ({ type, data, id }) => {
                        delay = 1_000;
                        if (id !== "") lastID = id;
                        onEvent(type, parseJSON(data));
                    });
                }
            } catch (error) {
                if (!isOver()) {
                    if (error.status === 401 && session !== null) this.#expire(session);
                    // Refused for good: no retry can succeed.
                    else if (error instanceof LaurelError && !error.mayPass) return onEvent("refused", error);
                }
            }
            if (isOver()) continue;
            await this.#pause(names.length === 0 && session === null ? RETRY_LAST : delay, signal);
            delay = Math.min(delay * 2, 60_000);
        }
    }

    /** Reads one stream, until it ends or `isOver` after a change of the session. */
    async #readEvents(names, session, { headers, signal, isOver }, onEvent) {
        const connection = new AbortController();
        const check = () => { if (isOver()) connection.abort(); };
        signal.addEventListener("abort", check);
        this.#alarm.addEventListener("wake", check);
        try {
            const query = { leaderboards: names.length === 0 ? undefined : names.join(",") };
            const response = await this.#connection.ask("GET", "/v1/events", this.#signed(
                { query, headers, signal: connection.signal, isStream: true }, session?.token));
            for await (const event of serverSentEvents(response.body)) {
                if (isOver()) return;
                onEvent(event);
            }
        } finally {
            connection.abort();
            signal.removeEventListener("abort", check);
            this.#alarm.removeEventListener("wake", check);
        }
    }

    /** Waits so long, or until the session changes, the network is back or the signal says so. */
    #pause(milliseconds, signal) {
        return new Promise((resolve) => {
            const end = () => {
                clearTimeout(timer);
                signal.removeEventListener("abort", end);
                this.#alarm.removeEventListener("wake", end);
                resolve();
            };
            const timer = setTimeout(end, milliseconds);
            signal.addEventListener("abort", end);
            this.#alarm.addEventListener("wake", end);
        });
    }

    // HTTP

    /** Calls any route that is open to games, with JSON or bytes in either direction. */
    async request(method, path, options = {}) {
        const session = this.#session;
        try {
            return await this.#send(method, path, options, session?.token);
        } catch (error) {
            if (error.status !== 401 || session === null) throw error;
            this.#expire(session);
            // Only if another tab has signed the same player in again.
            if (this.player?.id !== session.player.id) throw error;
            return this.#send(method, path, options, this.#session.token);
        }
    }

    async #send(method, path, options, token) {
        try {
            return await this.#connection.send(method, path, this.#signed(options, token));
        } catch (error) {
            // A route that takes no environment: what it says without one, such as that it takes a player.
            const isOurs = token === undefined && !("environment" in (options.query ?? {}));
            if (!isOurs || error.kind !== "invalid-parameter" || error.field !== "environment") throw error;
            const query = { ...options.query, ...ANYWHERE };
            return this.#connection.send(method, path, this.#signed({ ...options, query }, token));
        }
    }

    /** A request of this player's. Without a token it names the game's environment, unless the query does. */
    #signed({ query = {}, headers = {}, ...options }, token) {
        const own = { ...headers };
        if (this.#language !== undefined) own["Accept-Language"] = this.#language;
        if (token === undefined) {
            return { ...options, headers: own, query: { environment: this.environment, ...query } };
        }
        return { ...options, headers: { ...own, Authorization: `Bearer ${token}` }, query };
    }
}

/**
 * What the server doesn't have yet of one game, for every player of this browser: scores and reports, or ends of turns.
 * An item is stored for its maker before it is sent, and leaves when the server accepts it or refuses it for good.
 */
class Outbox {
    #name;
    #isItem;
    #store;
    #hands;
    #sending = null;
    /** By id: items whose callers wait for their turn, and what became of those that were sent with the others. */
    #awaited = new Map();
    #retryTimer;
    #retryDelay = RETRY_FIRST;

    /**
     * `name`: of its lists in the storage; `isItem`: whether one there is valid. `player`: the id of the player who is
     * signed in, or null. `confirm` throws unless the maker still is that player where it counts; `send` sends an item,
     * told how many others wait, and whether its caller does, and returns what goes into the outcome. `late` is told
     * what became of an item that had waited, `drained` that no more follow for now. `retry`: what to do when a delay
     * is over, if not `sendWaiting`. `fits`: whether all of these may wait; items that wouldn't outlive the page may
     * not, then. `lose` is given what was refused while nobody waited for it, and says whether it has stored it: if
     * not, the item stays queued. `best`: the unowned item that is kept even when it is the oldest.
     */
    constructor(name, isItem, { store, ...hands }) {
        this.#name = name;
        this.#isItem = isItem;
        this.#store = store;
        this.#hands = hands;
    }

    /** Stores an item for its maker, then sends it. A maker of null is nobody: a player can accept it later. */
    async submit(item, maker) {
        const { id } = item;
        if (maker === null) return { kind: "unowned", isStored: this.addUnowned([item]), id };
        const isStored = this.add([item], maker);
        this.#awaited.set(id, null);
        let outcome;
        try {
            await this.#sending;
            outcome = await this.#exclusively(() => this.#awaited.get(id) ?? this.#send(item, maker));
        } finally {
            this.#awaited.delete(id);
        }
        if (outcome.kind === "kept") return { ...outcome, isStored, id };
        // One got through: so may the others, and nobody waits for them.
        const player = this.#hands.player();
        if (player !== null && this.waiting(player) > 0) this.sendWaiting();
        return outcome;
    }

    /** The number of items that wait for this player. */
    waiting(playerID) {
        return this.items(playerID).length;
    }

    items(playerID) {
        return this.#store.list(`${this.#name}:${playerID}`, this.#isItem);
    }

    /** Sends what the player has queued, oldest first, until an item has to stay queued. */
    sendWaiting() {
        this.#sending ??= this.#exclusively(() => this.#drain()).finally(() => {
            this.#sending = null;
        });
        return this.#sending;
    }

    /** The same with what was added a moment ago: a round that is on its way may have read the queue before. */
    async sendAdded() {
        await this.#sending;
        await this.sendWaiting();
    }

    /**
     * Stores items for their maker. An item that is there already stays there once.
     * @returns {boolean} whether they outlive the page
     */
    add(items, maker) {
        const present = this.items(maker);
        const all = [...present, ...missing(items, present)];
        const isStrict = this.#hands.fits !== undefined;
        if (isStrict && !this.#hands.fits(all)) return false;
        const isStored = this.#write(maker, all);
        if (isStrict && !isStored) this.#write(maker, present);
        return isStored;
    }

    /**
     * Stores items that are nobody's yet: the newest, and always the best.
     * @returns {boolean} whether they outlive the page
     */
    addUnowned(added) {
        const present = this.#store.list("unowned");
        const items = [...present, ...missing(added, present)];
        while (items.length > UNOWNED_LIMIT) {
            const best = this.#hands.best?.(items);
            items.splice(items[0] === best ? 1 : 0, 1);
        }
        return this.#store.write("unowned", items);
    }

    /** Items that no player has accepted yet. */
    get unowned() {
        return this.#store.list("unowned").map(opened);
    }

    /** Gives the unowned items to a player. They keep their dates. */
    acceptUnowned(playerID) {
        this.add(this.#store.list("unowned"), playerID);
        this.discardUnowned();
    }

    discardUnowned() {
        this.#store.remove("unowned");
    }

    /**
     * Gives all that waits for one player to another one: a merged guest's to the account.
     * @returns {boolean} whether nothing is left to move
     */
    move(source, target) {
        if (source === target) return true;
        const items = this.items(source);
        if (items.length > 0 && !this.add(items, target)) return false;
        this.#store.remove(`${this.#name}:${source}`);
        return true;
    }

    #write(playerID, items) {
        return this.#store.write(`${this.#name}:${playerID}`, items);
    }

    async #drain() {
        const maker = this.#hands.player();
        if (maker === null) return;
        /** Of this round: one refusal is enough. */
        const full = new Set();
        for (const item of this.items(maker)) {
            if (this.#hands.player() !== maker) break;
            const needed = item.match ?? item.leaderboard;
            if (item.achievement === undefined && full.has(needed)) continue;
            const outcome = await this.#send(item, maker);
            if (outcome.kind === "kept") {
                if (outcome.why === "not-stored") continue;
                if (!outcome.error.concernsOneScore) break;
                full.add(needed);
                continue;
            }
            if (this.#awaited.has(item.id)) this.#awaited.set(item.id, outcome);
            else this.#hands.late(item, outcome);
        }
        this.#hands.drained?.();
    }

    async #send(item, maker) {
        let outcome;
        try {
            // Each time: somebody else may sign in while a long queue is sent.
            await this.#hands.confirm(maker);
            const others = this.items(maker).filter(({ id }) => id !== item.id).length;
            outcome = { kind: "sent", ...await this.#hands.send(item, others, this.#awaited.has(item.id)) };
            this.#retryDelay = RETRY_FIRST;
        } catch (error) {
            if (!(error instanceof LaurelError)) throw error;
            const isForbidden = error.kind === "origin-not-allowed";
            if (error.mayPass || isForbidden) {
                if (error.status !== 401) this.retryLater(error.retryAfter);
                // The origin's registration can come back, and says nothing about the score.
                const why = isForbidden ? "origin-not-allowed" : error.status === 401 ? "signed-out" : "away";
                return { kind: "kept", why, error };
            }
            outcome = { kind: "refused", error };
            if (!this.#awaited.has(item.id) && this.#hands.lose?.(item, maker, error) === false) {
                return { kind: "kept", why: "not-stored", error };
            }
        }
        this.#write(maker, this.items(maker).filter(({ id }) => id !== item.id));
        return outcome;
    }

    /**
     * One tab at a time, so nothing is sent twice; it would still count once. There are no locks without TLS, and none
     * in frames and browsers that may not store anything.
     */
    async #exclusively(action) {
        const locks = globalThis.navigator?.locks;
        if (locks === undefined) return action();
        let hasBegun = false;
        try {
            return await locks.request(this.#store.key(this.#name), () => {
                hasBegun = true;
                return action();
            });
        } catch (error) {
            if (hasBegun) throw error;
            return action();
        }
    }

    /** Tries again after a delay, which doubles each time, and not before the server's own. */
    retryLater(seconds = 0) {
        clearTimeout(this.#retryTimer);
        const delay = Math.max(this.#retryDelay, seconds * 1_000);
        this.#retryDelay = Math.min(this.#retryDelay * 2, RETRY_LAST);
        const retry = this.#hands.retry ?? (() => this.sendWaiting());
        this.#retryTimer = setTimeout(() => retry(), delay);
        // Node: doesn't keep a program running.
        this.#retryTimer.unref?.();
    }

    /** The network is back: the next delay is the first again. */
    wake() {
        this.#retryDelay = RETRY_FIRST;
        const player = this.#hands.player();
        if (player !== null && this.waiting(player) > 0) this.sendWaiting();
    }
}

/** The items of the one list that the other doesn't have. */
function missing(items, present) {
    const ids = new Set(present.map(({ id }) => id));
    return items.filter(({ id }) => !ids.has(id));
}

/** A score dated now, as the queue stores it. `replay` is in Base64. */
function scoreItem(value, { leaderboard, context = 0n, replay } = {}) {
    return {
        id: newID(), leaderboard, value: wholeNumber(value, "value"), context: wholeNumber(context, "context"),
        date: new Date().toISOString(), replay,
    };
}

/**
 * HTTP with one server: JSON or bytes in both directions, and problems as errors. `Laurel` uses it, and so do the
 * server's own pages.
 */
export class Connection {
    #server;
    #credentials;
    #fetch;

    constructor({ server, credentials = "omit", fetch }) {
        this.#server = server;
        this.#credentials = credentials;
        this.#fetch = fetch ?? ((...request) => globalThis.fetch(...request));
    }

    async send(method, path, options = {}) {
        const response = await this.ask(method, path, options);
        try {
            const type = response.headers.get("Content-Type") ?? "";
            if (type.includes("octet-stream")) return new Uint8Array(await response.arrayBuffer());
            const text = await response.text();
            return text === "" ? null : parseJSON(text);
        } catch (error) {
            throw new LaurelError("communications-failure", { cause: error });
        }
    }

    async ask(method, path, { query = {}, body, data, headers = {}, signal, isStream = false } = {}) {
        const address = new URL(path, this.#server);
        for (const [name, value] of Object.entries(query)) {
            if (value !== undefined && value !== null) address.searchParams.set(name, value);
        }
        const fields = { Accept: isStream ? "text/event-stream" : "application/json", ...headers };
        if (body !== undefined) fields["Content-Type"] = "application/json";
        if (data !== undefined) fields["Content-Type"] = "application/octet-stream";
        const content = body === undefined ? data : encodeJSON(body);
        const isLong = data !== undefined || (content?.length ?? 0) > LONG_BODY;
        let response;
        try {
            response = await this.#fetch(address, {
                method, headers: fields, body: content, credentials: this.#credentials, cache: "no-store",
                signal: signal ?? AbortSignal.timeout(isLong ? PATIENCE_WITH_DATA : PATIENCE),
            });
        } catch (error) {
            const detail = `No response from ${this.#server}.`;
            throw new LaurelError("communications-failure", { detail, cause: error });
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

/** What the server's page says about a sign-in that failed. */
function signInProblem({ error, title, detail }) {
    const text = (value) => (typeof value === "string" && value !== "" ? value : undefined);
    return new LaurelError(text(error) ?? "sign-in-failed", { title: text(title), detail: text(detail) });
}

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
    return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` is missing on pages without TLS. */
function newID() {
    if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Whether a stored item is a score or a report. */
function isResult(item) {
    const isInteger = (text) => typeof text === "string" && /^-?\d{1,19}$/.test(text);
    const isReport = typeof item?.achievement === "string" && typeof item.percentComplete === "number";
    return typeof item?.id === "string" && typeof item.date === "string"
        && (item.replay === undefined || typeof item.replay === "string")
        && (isReport || isInteger(item.value) && isInteger(item.context));
}

/** Whether a stored item is the end of a turn: its data in Base64, and what else is sent as JSON. */
function isTurn(item) {
    try {
        atob(item.data);
        return parseJSON(item.body) !== null && ["turn", "end", "quit"].includes(item.kind)
            && ["id", "match", "date", "body", "data"].every((name) => typeof item[name] === "string");
    } catch {
        return false;
    }
}

/** Whether all of these ends of turns may be stored for one player. */
const turnsFit = (turns) => turns.length <= TURNS_LIMIT
    && turns.reduce((sum, { body, data }) => sum + body.length + data.length, 0) <= TURN_CHARACTERS_LIMIT;

/** The end of a turn as the game sees it. */
function openedTurn({ body, data, ...item }) {
    return { ...parseJSON(body), ...item, data: bytesFrom(data) };
}

/** A score that a match ends with. */
const matchScore = ({ value, context, ...score }, index) => ({
    ...score, value: BigInt(wholeNumber(value, `scores[${index}].value`)),
    context: BigInt(wholeNumber(context ?? 0, `scores[${index}].context`)),
});

/** A stored score as the game sees it. Reports need no conversion. */
const opened = (item) => (item.achievement === undefined
    ? printable({ ...item, value: BigInt(item.value), context: BigInt(item.context) }) : item);

/**
 * The decimal digits of a 64-bit integer.
 * @throws {LaurelError} for anything else
 */
function wholeNumber(value, field) {
    const isDigits = typeof value === "bigint" || Number.isInteger(value)
        || typeof value === "string" && /^-?\d{1,19}$/.test(value);
    if (isDigits && BigInt.asIntN(64, BigInt(value)) === BigInt(value)) return String(BigInt(value));
    return refuse(field, `${field} must be a whole number of at most 64 bits, not ${String(value).slice(0, 40)}. `
        + "For decimals, submit hundredths and choose a fixed-point format for the leaderboard.");
}

function refuse(field, detail) {
    throw new LaurelError("invalid-parameter", { field, detail });
}

/** A typo would go unnoticed. */
function refuseUnknown(rest) {
    for (const name of Object.keys(rest)) refuse(name, `There is no option ${name}.`);
}

function given(id, field) {
    return typeof id === "string" && id !== "" ? id : refuse(field, `${field} must be an ID, not ${id}.`);
}

/** The bytes of an ArrayBuffer or of a view of one. */
const bytesOf = (data) => (ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data));

const bytesFrom = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** With its data as bytes. */
const withBytes = (item) => (typeof item?.data === "string" ? { ...item, data: bytesFrom(item.data) } : item);

/** A match as it is sent, with its data and its exchanges' as bytes. */
function openedMatch(match) {
    if (typeof match?.data !== "string") return match;
    const exchanges = match.exchanges?.map(({ replies, ...exchange }) => (
        { ...withBytes(exchange), replies: replies.map(withBytes) }));
    return { ...withBytes(match), exchanges };
}

/** So many random bytes, as digits. */
function hexadecimal(count) {
    const bytes = crypto.getRandomValues(new Uint8Array(count));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The log of a run as it is sent. */
const logText = (log) => (log === undefined ? undefined : base64(bytesOf(log)));

function base64(bytes) {
    let text = "";
    // In pieces: a function takes only so many arguments.
    for (let start = 0; start < bytes.length; start += 8_192) {
        text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
    }
    return btoa(text);
}

// JSON with 64-bit integers

// Strings come first, so that digits inside a string never match as an integer.
const STRING_OR_INTEGER = /"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])(?<![.eE+]\d*)/g;
// Marks an integer as a string. It is removed from real strings first, so none of them can pass for a number.
const MARK = "\u{E000}int:";
const MARKED = /^\u{E000}int:-?\d+$/u;

/**
 * The group of matches that a party's code stands for, as in GameKit: its characters in base 36, with a 1 before, in 64
 * bits.
 */
const groupOf = (code) => BigInt.asIntN(64, [...code.toUpperCase().replaceAll(/[\s-]/gu, "")]
    .reduce((number, character) => number * 36n + BigInt(Number.parseInt(character, 36)), 1n));

/**
 * Like JSON.parse, but with BigInt for 64-bit fields and for integers beyond 2^53. JSON.stringify writes them as
 * numbers where those are exact, and as strings where they are not.
 */
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
        return value !== null && typeof value === "object" ? printable(value) : value;
    });
}

/** Lets JSON.stringify write an object with BigInt, which it can't by itself. */
function printable(object) {
    if (Object.values(object).some((member) => typeof member === "bigint")) {
        Object.defineProperty(object, "toJSON", { value: () => (Array.isArray(object)
            ? object.map(printed) : Object.fromEntries(
                Object.entries(object).map(([name, member]) => [name, printed(member)]))) });
    }
    return object;
}

const printed = (value) => (typeof value !== "bigint" ? value
    : Number.isSafeInteger(Number(value)) ? Number(value) : String(value));

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

/** Values by name under a prefix, in local storage, or in memory if storage is unavailable. */
export class Store {
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

    key(name) {
        return this.#prefix + name;
    }

    read(name, absent) {
        const key = this.key(name);
        try {
            const text = this.#memory.get(key) ?? this.#storage?.getItem(key) ?? null;
            return text === null ? absent : JSON.parse(text);
        } catch {
            return absent;
        }
    }

    /** The valid items: scores and reports. Drops anything else: other scripts of the origin can write here, too. */
    list(name, isItem = isResult) {
        const found = this.read(name, []);
        return Array.isArray(found) ? found.filter(isItem) : [];
    }

    /** @returns {boolean} whether it outlives the page */
    write(name, value) {
        const key = this.key(name);
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
        const key = this.key(name);
        this.#memory.delete(key);
        try {
            this.#storage?.removeItem(key);
        } catch {
            // Storage is unavailable, so nothing is stored.
        }
    }
}
