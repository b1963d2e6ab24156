// Asking somebody by name to be a friend, or several at once. The address may bring what is to be asked:
//
//     /friends/?view=invite&to=ALIAS&to=ALIAS&mail=ADDRESS&message=TEXT

import { invitations, people } from "../lib/api-social.js";
import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { field, formError, submitButton } from "../elements/fields.js";
import { actionButton, attempt, sayAsked } from "../elements/person.js";

/** Characters of a message, as the server has it (docs/concepts/friends.md). */
const MESSAGE = 200;
/** So many are asked at once; the others wait in the field. */
const RECIPIENTS = 8;

/** What belongs at the field of the names. */
const OF_NAME = new Set(["unknown-player", "already-friends", "player-blocked", "requests-not-taken",
    "player-restricted"]);

/** @param {string} text */
const split = (text) => [...new Set(text.split(/[,，]/u).map((name) => name.trim()).filter(Boolean))];

/**
 * A letter with a link, in the reader's own mail program.
 * @param {string} address
 */
function mailButton(address) {
    const text = t("social.ask.mail", { address });
    return actionButton(text, "", () => attempt(text, async () => {
        const { url } = await invitations.make();
        const letter = new URLSearchParams({ subject: t("social.ask.mail.subject"), body: url }).toString();
        location.href = `mailto:${encodeURIComponent(address)}?${letter.replaceAll("+", "%20")}`;
    }));
}

/**
 * The player's own name: the server knows the player by it, and refuses the player.
 * @param {import("../lib/api.js").Problem} error
 */
const isOfOneself = (error) => error.kind === "invalid-parameter" && error.field === "playerID";

/**
 * What a refusal says of a name.
 * @param {import("../lib/api.js").Problem} error @param {string} name
 */
const refusal = (error, name) => (isOfOneself(error) ? t("social.alias.self")
    : error.field === "alias" || error.kind === "unknown-player" ? t("social.alias.unknown", { name })
        : describe(error));

/**
 * Marks the field that is meant.
 * @param {[string, import("../lib/api.js").Problem][]} refused names, and why each was
 * @param {{names: import("../elements/fields.js").LabelledField,
 *     message: import("../elements/fields.js").LabelledField,
 *     problem: import("../elements/fields.js").FormError}} parts
 */
function refuse(refused, { names, message, problem }) {
    const [[name, error]] = refused;
    if (error.field === "message" || error.kind === "text-refused") {
        message.error(describe(error));
        message.input.focus();
    } else if (refused.length > 1) {
        names.error(refused.map(([one, why]) => `${one}: ${refusal(why, one)}`).join(" "));
        names.input.focus();
    } else if (error.field === "alias" || isOfOneself(error) || OF_NAME.has(error.kind)) {
        names.error(refusal(error, name));
        names.input.focus();
    } else {
        problem.show(describe(error));
    }
}

/** @param {URLSearchParams} query @param {() => void} update called when somebody was asked */
export function askForm(query, update) {
    const given = query.getAll("to").join(", ");
    const note = t("social.alias.note", { count: RECIPIENTS });
    // No limit to its length: names beyond it would vanish from what is pasted.
    const names = field({ name: "alias", label: t("social.alias"), note, attributes: {
        autocapitalize: "none", autocomplete: "off", spellcheck: "false", value: given } });
    const message = field({ name: "message", label: t("social.message.optional"), attributes: {
        maxlength: MESSAGE, autocomplete: "off", value: (query.get("message") ?? "").slice(0, MESSAGE) } });
    const problem = formError();
    const button = submitButton(t("social.ask.send"));
    /** @param {SubmitEvent} event */
    const onsubmit = async (event) => {
        event.preventDefault();
        if (button.isBusy) return;
        problem.show(null);
        const [sent, text] = [names.value, message.value.trim()];
        const all = split(sent);
        const wanted = all.slice(0, RECIPIENTS);
        if (wanted.length === 0) {
            names.error(t("social.alias.missing"));
            names.input.focus();
            return;
        }
        button.busy(true);
        /** @type {[string, import("../lib/api.js").Problem][]} */
        const refused = [];
        for (const alias of wanted) {
            try {
                sayAsked(await people.ask({ alias, ...(text === "" ? {} : { message: text }) }));
            } catch (error) {
                refused.push([alias, error]);
            }
        }
        // Who was asked need not be asked again; those who weren't come first the next time. What was typed meanwhile
        // stays, and the message until it has reached everybody.
        const left = [...all.slice(RECIPIENTS), ...refused.map(([name]) => name)];
        if (names.value === sent) names.input.value = left.join(", ");
        if (names.value === "") message.input.value = "";
        if (refused.length > 0) refuse(refused, { names, message, problem });
        if (refused.length < wanted.length) update();
        button.busy(false);
    };
    const mails = query.getAll("mail").slice(0, RECIPIENTS).map(mailButton);
    return h("div", { class: "sections" },
        h("form", { class: "form", id: "ask", onsubmit, novalidate: true }, problem.element, names.element,
            message.element, button.element),
        mails.length > 0 && h("div", { class: "actions" }, mails));
}
