// The link by which somebody claims scores that were brought here from elsewhere: it has the secret of the guest who
// waits for them.

import { request } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { formError, submitButton } from "../elements/fields.js";

/** In this tab alone, so that it outlives a visit to another sign-in. */
const CLAIM = `laurel:${location.origin}:claim`;
const BEGINS = "#claim=";
/** Where the browser keeps nothing. */
let here = /** @type {?string} */ (null);

/**
 * Takes the secret out of the page's address: it must not stay in the history.
 * @returns {?string} null: none, or malformed
 */
export function takeImported() {
    if (!location.hash.startsWith(BEGINS)) return null;
    const secret = location.hash.slice(BEGINS.length);
    history.replaceState(null, "", location.pathname + location.search);
    if (!/^[\w-]{43}$/u.test(secret)) return null;
    here = secret;
    try {
        sessionStorage.setItem(CLAIM, secret);
    } catch {
        // Storage is off: this page alone knows it.
    }
    return secret;
}

/** @returns {?string} the secret of a link that was opened in this tab and isn't answered yet */
export function importedHere() {
    try {
        return here ?? sessionStorage.getItem(CLAIM);
    } catch {
        return here;
    }
}

/** @returns {boolean} whether there was one */
export function dropImported() {
    const was = importedHere() !== null;
    here = null;
    try {
        sessionStorage.removeItem(CLAIM);
    } catch {
        // Storage is off: there is none.
    }
    return was;
}

/**
 * What the link stands for.
 * @param {string} secret
 * @returns {Promise<Wire.MergePreview>}
 */
export const importedScores = (secret) => request("POST", "/v1/guests/preview", { body: { secret } });

/**
 * The games' names, as many as there are; empty: no scores are left.
 * @param {Wire.MergePreview} preview
 */
export const gamesOf = ({ scores }) => [...new Set(scores.map(({ game }) => game))];

/** @param {Wire.MergedScore} score @param {boolean} isNamed whether the row says of which game it is */
const row = (score, isNamed) => h("tr", {}, h("th", { scope: "row" }, isNamed && [h("bdi", {}, score.game), " · "],
    score.title), h("td", {}, score.guestFormatted));

/**
 * What stands there, and two ways to have it.
 * @param {{secret: string, preview: Wire.MergePreview, go: (player: Wire.Player) => void, signIn: () => void}} options
 * @returns {HTMLElement}
 */
export function importedForm({ secret, preview, go, signIn }) {
    const problem = formError();
    const button = submitButton(t("enter.imported.new", { name: preview.displayName }));
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        problem.show(null);
        button.busy(true);
        try {
            const { player } = await request("POST", "/v1/guests", { body: { secret, cookie: true } });
            go(player);
        } catch (error) {
            button.busy(false);
            problem.show(describe(error));
        }
    };
    return h("form", { class: "form", onsubmit },
        preview.scores.length > 0 && h("table", { class: "merge-scores" }, h("tbody", {},
            preview.scores.map((score) => row(score, gamesOf(preview).length > 1)))),
        problem.element, button.element,
        h("button", { class: "button button-quiet button-wide", type: "button", onclick: signIn },
            t("enter.claim.account")));
}
