// The link that a guest keeps: it has their secret, and brings them into another browser (rule 1.11).

import { request } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { formError, submitButton } from "../elements/fields.js";

// As the client of games keeps it (sdk/laurel.js).
const GUEST = `laurel:${location.origin}:guest`;
const BEGINS = "#guest=";

/**
 * Takes the secret out of the page's address: it must not stay in the history.
 * @returns {?string} null: none, or malformed
 */
export function takeClaim() {
    if (!location.hash.startsWith(BEGINS)) return null;
    const secret = location.hash.slice(BEGINS.length);
    history.replaceState(null, "", location.pathname + location.search);
    return /^[\w-]{43}$/u.test(secret) ? secret : null;
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

/**
 * To go on as the guest, or to sign in and be asked about their scores.
 * @param {{secret: string, go: (player: Wire.Player) => void, signIn: () => void}} options
 * @returns {HTMLElement}
 */
export function claimForm({ secret, go, signIn }) {
    const problem = formError();
    const button = submitButton(t("enter.claim.go"));
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        problem.show(null);
        button.busy(true);
        try {
            const { player } = await request("POST", "/v1/guests", { body: { secret, cookie: true } });
            keep(secret);
            go(player);
        } catch (error) {
            button.busy(false);
            problem.show(describe(error));
        }
    };
    return h("form", { class: "form", onsubmit },
        hasOther(secret) && h("p", { class: "notice" }, t("enter.claim.other")), problem.element, button.element,
        h("button", { class: "button button-quiet button-wide", type: "button", onclick: () => {
            keep(secret);
            signIn();
        } }, t("enter.claim.account")));
}
