// Who is signed in, asked once a page.

import { players } from "./api.js";

const HINT = "laurel.player";
const WELCOME = "laurel.welcome";
/** Who plays, as the client of games (sdk/laurel.js) remembers it for the time when the server is away. */
const PLAYS = `laurel:${location.origin}:session`;

/**
 * The environment that this page was asked to show.
 * @type {import("./api.js").Environment}
 */
export const environment = new URLSearchParams(location.search).get("environment") === "sandbox" ? "sandbox"
    : "production";

let asked;

/** @returns {Promise<?Wire.CurrentPlayer>} null when nobody is signed in; throws a Problem */
export function session() {
    asked ??= players.me({ environment }).then((found) => {
        rememberName(found?.player.displayName ?? null);
        return found;
    }, (error) => {
        asked = undefined;
        throw error;
    });
    return asked;
}

/** After a change of name or photo: what shows them asks again. */
export function playerChanged() {
    asked = undefined;
    dispatchEvent(new Event("playerchange"));
}

/** This browser's guest has an account now: the secret that games keep here (sdk/laurel.js) is of no use any more. */
export function forgetGuest() {
    try {
        localStorage.removeItem(`laurel:${location.origin}:guest`);
    } catch {
        // Storage is off: there is none.
    }
}

/** The sign-in page's form in which a guest takes an account. */
export const keepAddress = () => `${signInAddress()}&keep`;

/** The name last seen, to draw the header with before the server has answered. */
export function rememberedName() {
    try {
        return localStorage.getItem(HINT);
    } catch {
        return null;
    }
}

/** @param {?string} name null: nobody */
export function rememberName(name) {
    try {
        if (localStorage.getItem(HINT) === name) return;
        // Somebody else, or nobody: games must not go on in the name of the one before.
        localStorage.removeItem(PLAYS);
        if (name === null) localStorage.removeItem(HINT);
        else localStorage.setItem(HINT, name);
    } catch {
        // Storage is off: the header waits for the server then.
    }
}

/**
 * Calls back when another tab signs in or out. Every page that shows what is a player's own listens.
 * @param {() => void} callback
 */
export function onOtherTab(callback) {
    const changed = () => {
        asked = undefined;
        callback();
    };
    addEventListener("storage", ({ key }) => key === HINT && changed());
    // A page that slept in the back-forward cache was told nothing.
    /** @type {?string} */
    let leftBy;
    addEventListener("pagehide", () => { leftBy = rememberedName(); });
    addEventListener("pageshow", ({ persisted }) => persisted && rememberedName() !== leftBy && changed());
}

/**
 * Leaves a note for the next page: welcome this player.
 * @param {{name: string, isNew: boolean, environment: string}} note
 */
export function leaveWelcome(note) {
    try {
        sessionStorage.setItem(WELCOME, JSON.stringify(note));
    } catch {
        // Storage is off: no banner.
    }
}

/**
 * Takes the note.
 * @returns {?{name: string, isNew: boolean, environment: string}}
 */
export function takeWelcome() {
    try {
        const note = JSON.parse(sessionStorage.getItem(WELCOME) ?? "null");
        sessionStorage.removeItem(WELCOME);
        return typeof note?.name === "string" ? note : null;
    } catch {
        return null;
    }
}

/**
 * A path of this site, from a parameter that anybody may have written.
 * @param {?string} text
 * @returns {string} "/" for everything that would lead elsewhere
 */
export function safeReturn(text) {
    if (text === null || !/^\/(?![/\\])/.test(text)) return "/";
    try {
        const target = new URL(text, location.origin);
        // "/.//elsewhere" stays on this site as an address, but its path alone, "//elsewhere", names another one.
        const isOurs = target.origin === location.origin && !target.pathname.startsWith("//");
        if (!isOurs || target.pathname.startsWith("/sign-in")) return "/";
        return target.pathname + target.search + target.hash;
    } catch {
        return "/";
    }
}

/** The sign-in page, to come back from to here. */
export function signInAddress(returnTo = location.pathname + location.search) {
    const query = new URLSearchParams({ return: returnTo });
    if (environment === "sandbox") query.set("environment", environment);
    return `/sign-in/?${query}`;
}
