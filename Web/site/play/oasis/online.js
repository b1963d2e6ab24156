// A match over the server, which knows the rules and shows this page its player's view (docs/concepts/matches.md).

import { Laurel, LaurelError } from "../../sdk/laurel.js";
import { language } from "../host/language.js";
import { known } from "../host/reason.js";
import { say } from "../host/texts.js";
import { decode } from "./core.js";
import { text } from "./words.js";

const BUNDLE_ID = "org.laurel.oasis";
/** Of the points in one match: the server enters them when a match is over. As in Oasis's PointsBoard. */
const LEADERBOARD = "MostPoints";
/** In which friends meet by a code. */
const ACTIVITY = "Friends";
/** Outcomes, as in GameKit. */
const QUIT = 1;
const WON = 2;
const LOST = 3;
const TIED = 4;
const EXPIRED = 5;
/** What the groups of parties are, to the base 36: a 1, and the characters of the code. Others have chosen none. */
const PARTY = /^1[0-9a-z]{4,12}$/;

/** @typedef {import("../../sdk/laurel.js").LoadedMatch} Match */

const asked = new URLSearchParams(location.search);
/** @type {"sandbox" | "production"} */
const environment = asked.get("environment") === "sandbox" ? "sandbox" : "production";

/** Who plays: whoever is signed in on these pages. */
export const laurel = new Laurel({ server: location.origin, bundleID: BUNDLE_ID, environment, session: "cookie",
    language });

/** @param {string} path @param {Record<string, string>} members */
function address(path, members) {
    const query = new URLSearchParams(members);
    if (environment === "sandbox") query.set("environment", environment);
    return String(query) === "" ? path : `${path}?${query}`;
}

/** The leaderboard's page. */
export const leaderboardAddress = () =>
    address("/games/", { id: BUNDLE_ID, view: "leaderboards", leaderboard: LEADERBOARD });

/**
 * What a match that is over has done for the player's rank.
 * @param {OnlineMatch} online
 * @returns {Promise<?string>} null: nothing, or the server doesn't say
 */
export async function standing({ match, view }) {
    // Points count only of matches that were played to their end, and of who stayed.
    if (!view.isOver || ![WON, LOST, TIED].includes(match.participants[match.seat].outcome)) return null;
    try {
        const { local, total } = await laurel.entries(LEADERBOARD, { from: 1, count: 1 });
        if (local === null) return null;
        // Of this very match: a later one may have been better.
        const isNew = Number(local.value) === view.points[match.seat]
            && Date.parse(local.date) === Date.parse(match.ended ?? "");
        return isNew ? `${say("play.newBest")} · ${say("play.sent", { a: local.rank, b: total })}`
            : say("play.sentBest", { slot: local.formatted, a: local.rank, b: total });
    } catch (error) {
        if (!(error instanceof LaurelError)) throw error;
        return null;
    }
}

/**
 * Where a match is shown on this page.
 * @param {?string} id null: none
 */
export const addressOf = (id) => address(location.pathname, id === null ? {} : { match: id });

/**
 * The sign-in page, which returns here. A guest has been asked already whether to be somebody else.
 * @param {?string} id
 * @param {?string} [code] of a party, where the player comes by one
 */
export const signInAddress = (id, code = null) => address("/sign-in/", {
    return: code === null ? addressOf(id) : address(location.pathname, { partyCode: code }),
    ...laurel.isGuest && { other: "" } });

/** Whether the client keeps a guest of this browser (sdk/laurel.js), who can be that one again. */
function hasGuest() {
    try {
        return localStorage.getItem(`laurel:${location.origin}:guest`) !== null;
    } catch {
        return false;
    }
}

/**
 * Signs a guest in, if nobody is signed in.
 * @param {boolean} mayBeNew whether a guest is made where the browser knows none
 * @returns {Promise<boolean>} whether somebody is
 */
export async function signedIn(mayBeNew) {
    await laurel.start();
    if (!laurel.isReachable) throw new LaurelError("communications-failure");
    if (laurel.isSignedIn || !laurel.mayPlayAsGuest || !(mayBeNew || hasGuest())) return laurel.isSignedIn;
    try {
        await laurel.playAsGuest();
    } catch (error) {
        if (!(error instanceof LaurelError) || error.mayPass) throw error;
    }
    return laurel.isSignedIn;
}

/** Takes a free seat at a table of two, or waits for somebody at a new one. */
export const findMatch = () => laurel.findMatch({ minPlayers: 2, maxPlayers: 2 });

/**
 * Those who have the code meet at its table: at the one where this player sits already, or at a free seat of another.
 * @param {string} party
 */
export async function meet(party) {
    const known = (await laurel.matches({ party })).find(({ state }) => state !== "over");
    return known ?? laurel.findMatch({ minPlayers: 2, maxPlayers: 2, party });
}

/**
 * Enters the party of a code, or begins one.
 * @param {?string} code
 */
export const party = (code) => (code === null ? laurel.beginParty(ACTIVITY) : laurel.enterParty(code));

/** A match as it was last seen. */
export class OnlineMatch {
    /** @type {Match} */ match;
    /** What this player may know. @type {import("./core.js").View} */ view;

    /** @param {Match} match */
    constructor(match) {
        this.match = match;
        this.view = OnlineMatch.#viewOf(match);
    }

    /** @param {Match} match whether there is a game to be shown in it */
    static isShowable(match) {
        return (match.data?.length ?? 0) > 0;
    }

    /** @param {Match} match */
    static #viewOf(match) {
        return decode(match.data ?? new Uint8Array());
    }

    /** @param {Match} match */
    take(match) {
        this.match = match;
        this.view = OnlineMatch.#viewOf(match);
    }

    get isMine() {
        return this.match.state === "turn";
    }

    /** Whether the player still plays. */
    get isPlaying() {
        return this.match.ended === null && this.match.participants[this.match.seat].status === "active";
    }

    /** Whether who has the turn can be reminded. */
    get isRemindable() {
        const { turn, seat, participants } = this.match;
        return this.isPlaying && turn !== null && turn.seat !== seat && participants[turn.seat].player !== null;
    }

    /** Whether somebody can still come. */
    get hasFreeSeat() {
        return this.match.participants.some(({ status }) => status === "matching");
    }

    /** The code by which friends come to the match, without its dash; null: it is open to others, or to nobody. */
    get code() {
        const digits = BigInt.asUintN(64, BigInt(this.match.group)).toString(36);
        return PARTY.test(digits) ? digits.slice(1).toUpperCase() : null;
    }

    /** @param {number} seat */
    nameAt(seat) {
        const { participants, seat: own } = this.match;
        if (seat === own) return text("you");
        const { player, status } = participants[seat];
        return player?.displayName || text(status === "matching" ? "free" : "gone");
    }

    /** Whose turn it is. */
    get status() {
        const { turn, participants } = this.match;
        if (turn === null) return text("over");
        if (this.isMine) return text("your");
        const { status } = participants[turn.seat];
        if (status === "matching") return text(this.code === null ? "searching" : "waiting");
        return text(status === "invited" ? "answering" : "turn", { slot: this.nameAt(turn.seat) });
    }

    /** How long they have yet; empty: as long as they like. */
    get left() {
        const due = this.match.turn?.due ?? null;
        return due === null ? "" : text("left", { value: duration(Date.parse(due) - Date.now()) });
    }

    /** Who didn't play to the end, and what became of them: each a sentence. */
    get departures() {
        return this.match.participants.flatMap(({ status, outcome }, seat) => {
            const key = status === "declined" ? "declined" : outcome === QUIT ? "gone.now"
                : outcome === EXPIRED ? "expired" : "";
            if (key === "") return [];
            return [seat === this.match.seat ? text(`${key}.you`) : text(key, { slot: this.nameAt(seat) })];
        });
    }

    /** By seat, from 1: how it ended. Those who left come last. */
    get ranks() {
        const { participants } = this.match;
        const { points } = this.view;
        const worth = points.map((own, seat) => own + (participants[seat].outcome === WON ? 10_000 : 0)
            - (participants[seat].status === "declined" || [QUIT, EXPIRED].includes(participants[seat].outcome)
                ? 5_000 : 0));
        return worth.map((own) => 1 + worth.filter((other) => other > own).length);
    }

    /** Whether anybody played to the end. */
    get hasWinner() {
        return this.match.participants.some(({ outcome }) => outcome === WON || outcome === TIED);
    }
}

/**
 * As the pages of matches have it.
 * @param {number} milliseconds
 */
function duration(milliseconds) {
    const minutes = Math.max(1, Math.round(milliseconds / 60_000));
    if (minutes >= 2_880) return text("days", { a: Math.round(minutes / 1_440) });
    return minutes >= 90 ? text("hours", { a: Math.round(minutes / 60) }) : text("minutes", { a: minutes });
}

/** @param {unknown} error @returns {boolean} whether guests can't do it: they meet no strangers */
export const isForPlayersAlone = (error) =>
    laurel.isGuest && error instanceof LaurelError && error.kind === "player-restricted";

/** The page on which a guest becomes a player, or signs in. It returns here. */
export const keepAddress = () => address("/sign-in/", { keep: "", return: addressOf(null) });

/**
 * What to say of a failure. The server's own words are for developers, in English.
 * @param {unknown} error
 */
export function reason(error) {
    if (!(error instanceof LaurelError) || error.kind === "communications-failure") return text("away");
    // What can't be a code is no party's.
    const kind = error.kind === "invalid-parameter" && error.field === "partyCode" ? "unknown-party" : error.kind;
    return known(kind, "oasis") ?? text("failed.means");
}

/** @param {unknown} error @returns {boolean} whether they were reminded minutes ago */
export const isTooSoon = (error) =>
    error instanceof LaurelError && error.kind === "too-many-attempts" && error.field === "seats";

/** @param {unknown} error @returns {?Match} the match as it is, if a move was made of an older one */
export const matchIn = (error) => (error instanceof LaurelError ? error.match ?? null : null);
