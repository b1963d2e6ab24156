// Whoever signs in where a guest has played is asked once whether the guest's scores are theirs (rule 1.13).

import { request } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { formError, submitButton } from "../elements/fields.js";

// As the client of games keeps them (sdk/laurel.js).
const GUEST = `laurel:${location.origin}:guest`;
const MERGED = `laurel:${location.origin}:merged`;
/** The secret of the guest about whom was asked: nobody is asked twice. */
const ASKED = `laurel:${location.origin}:merge-asked`;

/**
 * This browser's guest, as one who signs in has to be asked about them.
 * @returns {Promise<?{secret: string, preview: Wire.MergePreview}>} null: there is nobody to ask about
 */
export async function guestToMerge() {
    try {
        const secret = JSON.parse(localStorage.getItem(GUEST) ?? "null");
        if (typeof secret !== "string" || localStorage.getItem(ASKED) === secret) return null;
        const preview = await request("POST", "/v1/players/me/guests/preview", { body: { secret } });
        return { secret, preview };
    } catch {
        // No storage, no answer, or a guest who is somebody's by now: they are signed in, and that is what they came for.
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
 * @param {{secret: string, preview: Wire.MergePreview}} guest
 * @param {string} name of the account
 * @param {() => void} go on, whatever was answered
 * @returns {HTMLElement}
 */
export function mergeForm({ secret, preview }, name, go) {
    const problem = formError();
    const button = submitButton(t("enter.merge.yes"));
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        problem.show(null);
        button.busy(true);
        try {
            await request("POST", "/v1/players/me/guests", { body: { secret }, isRepeatable: true });
            note(() => {
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
        preview.scores.length > 0 && h("table", { class: "merge-scores" },
            h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, preview.displayName),
                h("th", { scope: "col" }, name))),
            h("tbody", {}, preview.scores.map(row))),
        problem.element, button.element,
        h("button", { class: "button button-quiet button-wide", type: "button", onclick: () => {
            note(() => localStorage.setItem(ASKED, secret));
            go();
        } }, t("enter.merge.no")));
}
