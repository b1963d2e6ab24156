// Reports a name, photo, status or message to the moderators.

import { people } from "../lib/api-social.js";
import { showBanner } from "../lib/banner.js";
import { attribute, h, present } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { openDialog } from "./dialog.js";
import { formError } from "./fields.js";

/** The most characters of the reporter's note. */
const TEXT = 500;

const reasons = () => ({
    offensive: t("social.report.offensive"), harassment: t("social.report.harassment"),
    impersonation: t("social.report.impersonation"), personalInformation: t("social.report.personal"),
    spam: t("social.report.spam"), other: t("social.report.other"),
});

/**
 * What of a player can be reported.
 * @param {Partial<Wire.Player> & {displayName: string}} player
 * @param {{message?: string, share?: string}} options the id of one of their messages, or of a page they share
 * @returns {string[][]} each with its value and its text
 */
function things(player, { message, share }) {
    // Nothing is known of the owner of a shared page but what the page shows.
    if (share !== undefined) return [["name", t("social.report.shared-name", { name: player.displayName })]];
    return present([
        message !== undefined && ["message", t("social.report.message")],
        ["name", t("social.report.name", { name: player.displayName })],
        Boolean(player.photo) && ["photo", t("social.report.photo")],
        Boolean(player.status) && ["status", t("social.report.status")],
    ]);
}

/** @param {string} name @param {string} legend @param {string[][]} choices */
function radios(name, legend, choices) {
    return h("fieldset", { class: "choices" }, h("legend", {}, legend), choices.map(([value, text], index) =>
        h("label", { class: "check" }, h("input", { type: "radio", name, value, required: true,
            checked: choices.length === 1 || (name === "thing" && index === 0) }), h("span", {}, text))));
}

/**
 * @param {Partial<Wire.Player> & {displayName: string}} player
 * @param {{message?: string, share?: string, game?: {bundleID: string,
 *     environment: import("../lib/api.js").Environment}}} options `message`: the id of a challenge, request or match
 *     whose message it is; `game`: of the match; `share`: of a page that does not show their id
 * @returns {Promise<void>}
 */
export async function reportPlayer(player, options = {}) {
    const title = t("social.report.title");
    const isSent = await openDialog({ title, text: t("social.report.text"), fill: (close, sending) => {
        const problem = formError();
        const words = h("textarea", { id: "report-text", name: "text", rows: 3, maxlength: TEXT });
        const send = h("button", { class: "button button-primary", type: "submit" }, t("social.report.send"));
        /** @param {SubmitEvent & {target: HTMLFormElement}} event */
        const onsubmit = async (event) => {
            event.preventDefault();
            const form = new FormData(event.target);
            const thing = /** @type {Wire.AbuseReport["thing"]} */ (form.get("thing"));
            const reason = /** @type {Wire.AbuseReport["reason"]} */ (form.get("reason"));
            const text = words.value.trim();
            attribute(send, "aria-busy", "true");
            try {
                close(await sending(people.report({ ...(options.share === undefined ? { player: player.id }
                    : { share: options.share }), thing, reason,
                    ...(thing === "message" ? { id: options.message, ...options.game } : {}),
                    ...(text === "" ? {} : { text }) }).then(() => true)));
            } catch (error) {
                problem.show(describe(error));
            }
            attribute(send, "aria-busy", null);
        };
        return [h("form", { class: "form", onsubmit }, problem.element,
            radios("thing", t("social.report.what"), things(player, options)),
            radios("reason", t("social.report.why"), Object.entries(reasons())),
            h("div", { class: "field" }, h("label", { for: "report-text" }, t("social.report.more")), words),
            h("div", { class: "dialog-actions" },
                h("button", { class: "button", type: "button", onclick: () => close() }, t("cancel")), send))];
    } });
    if (isSent) showBanner({ title: t("social.report.done"), text: t("social.report.done.text") });
}
