// Whoever signs in where a guest has played is asked once whether the guest's scores are theirs (rule 1.13).

import { request } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { formError, submitButton } from "../elements/fields.js";
import { dropImported, importedHere } from "./imported.js";

// As the client of games keeps them (sdk/laurel.js).
const GUEST = `laurel:${location.origin}:guest`;
const MERGED = `laurel:${location.origin}:merged`;
/** The secret of the guest about whom was asked: nobody is asked twice. */
const ASKED = `laurel:${location.origin}:merge-asked`;

/** @param {string} secret @returns {Promise<Wire.MergePreview>} */
const preview = (secret) => request("POST", "/v1/players/me/guests/preview", { body: { secret } });

/**
 * This browser's guest, or the one of a link that was opened here, as one who signs in has to be asked about them.
 * @typedef {{secret: string, preview: Wire.MergePreview, isImported: boolean}} Mergeable
 * @returns {Promise<?Mergeable>} null: there is nobody to ask about
 */
export async function guestToMerge() {
    const imported = importedHere();
    if (imported !== null) {
        try {
            return { secret: imported, preview: await preview(imported), isImported: true };
        } catch {
            dropImported();
        }
    }
    try {
        const secret = JSON.parse(localStorage.getItem(GUEST) ?? "null");
        if (typeof secret !== "string" || localStorage.getItem(ASKED) === secret) return null;
        return { secret, preview: await preview(secret), isImported: false };
    } catch {
        // No storage, no answer, or a guest who is somebody's by now: they are signed in, which is what they came for.
        return null;
    }
}

/**
 * What was decided stands on the server, whether this browser can note it or not.
 * @param {() => void} write
 */
function note(write) {
    try {
        write();
    } catch {
        // Storage is off or full: the question may come once more, and is answered then.
    }
}

/** @param {Wire.MergedScore} score */
const row = (score) => h("tr", {}, h("th", { scope: "row" }, score.title), h("td", {}, score.guestFormatted),
    h("td", {}, score.accountFormatted ?? "–"));

/**
 * The question, with the best scores of both.
 * @param {Mergeable} guest
 * @param {string} name of the account
 * @param {() => void} go on, whatever was answered
 * @returns {HTMLElement}
 */
export function mergeForm({ secret, preview: { displayName, scores }, isImported }, name, go) {
    const problem = formError();
    const button = submitButton(t("enter.merge.yes"));
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        problem.show(null);
        button.busy(true);
        try {
            await request("POST", "/v1/players/me/guests", { body: { secret }, isRepeatable: true });
            if (isImported) dropImported();
            else note(() => {
                localStorage.removeItem(GUEST);
                localStorage.setItem(MERGED, JSON.stringify(secret));
            });
            go();
        } catch (error) {
            button.busy(false);
            problem.show(describe(error));
        }
    };
    return h("form", { class: "form", onsubmit },
        scores.length > 0 && h("table", { class: "merge-scores" },
            h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, displayName),
                h("th", { scope: "col" }, name))),
            h("tbody", {}, scores.map(row))),
        problem.element, button.element,
        h("button", { class: "button button-quiet button-wide", type: "button", onclick: () => {
            if (isImported) dropImported();
            else note(() => localStorage.setItem(ASKED, secret));
            go();
        } }, t("enter.merge.no")));
}
