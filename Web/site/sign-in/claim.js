// The link that a guest keeps: it has their secret, and brings them into another browser (rule 1.11). A game in a
// window opens one with a code in its place, which is good once.

import { request } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { formError, submitButton } from "../elements/fields.js";

// As the client of games keeps it (sdk/laurel.js).
const GUEST = `laurel:${location.origin}:guest`;
const BY_CODE = "laurel:guest-by-code";

/** @typedef {{secret: string} | {code: string}} Claim */

/**
 * Takes the secret or the code out of the page's address: it must not stay in the history.
 * @returns {?Claim} null: none, or malformed
 */
export function takeClaim() {
    const [, kind, text] = /^#(guest|code)=([\w-]{43})$/u.exec(location.hash) ?? [];
    if (!/^#(guest|code)=/u.test(location.hash)) return null;
    history.replaceState(null, "", location.pathname + location.search);
    if (text === undefined) return null;
    return kind === "guest" ? { secret: text } : { code: text };
}

/** @param {string} secret */
function keep(secret) {
    try {
        localStorage.setItem(GUEST, JSON.stringify(secret));
    } catch {
        // Storage is off: the session alone knows them.
    }
}

/**
 * Whether a guest of this browser would be forgotten.
 * @param {string} secret
 */
function hasOther(secret) {
    try {
        return ![null, JSON.stringify(secret)].includes(localStorage.getItem(GUEST));
    } catch {
        return false;
    }
}

/** @param {boolean} isCode */
function noteArrival(isCode) {
    try {
        sessionStorage.setItem(BY_CODE, JSON.stringify(isCode));
    } catch {
        // Storage is off, and has no guest either.
    }
}

/** Whether the guest came into this tab by a code: the one whose secret this browser may have is another. */
export function cameByCode() {
    try {
        return sessionStorage.getItem(BY_CODE) === "true";
    } catch {
        return false;
    }
}

/**
 * To go on as the guest or, with their secret, to sign in and be asked about their scores.
 * @param {{claim: Claim, go: (player: Wire.Player) => void, signIn: () => void}} options
 * @returns {HTMLElement}
 */
export function claimForm({ claim, go, signIn }) {
    const secret = "secret" in claim ? claim.secret : null;
    const problem = formError();
    const button = submitButton(t("enter.claim.go"));
    const enter = () => ("secret" in claim
        ? request("POST", "/v1/guests", { body: { secret: claim.secret, cookie: true } })
        : request("POST", "/v1/guests/codes/session", { body: { code: claim.code, cookie: true } }));
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        problem.show(null);
        button.busy(true);
        try {
            const { player } = await enter();
            if (secret !== null) keep(secret);
            noteArrival(secret === null);
            go(player);
        } catch (error) {
            button.busy(false);
            problem.show(describe(error));
        }
    };
    return h("form", { class: "form", onsubmit },
        secret !== null && hasOther(secret) && h("p", { class: "notice" }, t("enter.claim.other")),
        problem.element, button.element,
        secret !== null && h("button", { class: "button button-quiet button-wide", type: "button", onclick: () => {
            keep(secret);
            signIn();
        } }, t("enter.claim.account")));
}
