// Score review rules of an app, or of a leaderboard with its own rules.

import { moderation } from "../../lib/api-operate.js";
import { attribute, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { explain } from "../details.js";
import { actButton, choice, labelled, load } from "./parts.js";

/** @param {bigint | number | null | undefined} value */
const text = (value) => (value === null || value === undefined ? "" : String(value));
/**
 * A field's value: undefined if empty, NaN if not a whole number.
 * @param {HTMLInputElement} input @param {boolean} [isWide]
 */
function whole(input, isWide = false) {
    const typed = input.value.trim();
    if (typed === "") return undefined;
    if (!/^-?\d+$/.test(typed)) return Number.NaN;
    return isWide ? BigInt(typed) : Number(typed);
}

/** @param {string} bundleID @param {?string} id @param {Wire.ModerationPolicyState} policy @param {() => void} done */
function form(bundleID, id, policy, done) {
    const holds = h("input", { type: "checkbox", checked: policy.holdsScores });
    /** @param {bigint | number | null | undefined} value */
    const input = (value) => h("input", { inputmode: "numeric", autocomplete: "off", value: text(value) });
    const fields = {
        lowest: labelled({ label: t("operate.rules.lowest"), control: input(policy.plausibleRange?.lowest),
            name: "plausibleRange.lowest" }),
        highest: labelled({ label: t("operate.rules.highest"), control: input(policy.plausibleRange?.highest),
            name: "plausibleRange.highest" }),
        interval: labelled({ label: t("operate.rules.interval"), note: t("operate.rules.interval.text"),
            control: input(policy.shortestIntervalSeconds), name: "shortestIntervalSeconds" }),
        best: labelled({ label: t("operate.rules.best"), note: t("operate.rules.best.text"),
            control: input(policy.leapOverBestPercent), name: "leapOverBestPercent" }),
        board: labelled({ label: t("operate.rules.board"), note: t("operate.rules.board.text"),
            control: input(policy.leapOverBoardSpreads), name: "leapOverBoardSpreads" }),
    };
    const problem = h("p", { class: "notice notice-danger", role: "alert", hidden: true });
    const save = h("button", { class: "button button-primary", type: "submit" }, t("operate.save"));

    function read() {
        /** @type {Record<string, any>} */
        const values = Object.fromEntries(Object.entries(fields).map(([name, { control }]) =>
            [name, whole(control, name === "lowest" || name === "highest")]));
        const wrong = Object.entries(fields).find(([name]) => Number.isNaN(values[name]));
        if (wrong !== undefined) {
            wrong[1].error(t("operate.rules.whole"));
            wrong[1].control.focus();
            return null;
        }
        if ((values.lowest === undefined) !== (values.highest === undefined)) {
            const missing = values.lowest === undefined ? fields.lowest : fields.highest;
            missing.error(t("operate.rules.both"));
            missing.control.focus();
            return null;
        }
        return { holdsScores: holds.checked, shortestIntervalSeconds: values.interval, leapOverBestPercent: values.best,
            leapOverBoardSpreads: values.board, plausibleRange: values.lowest === undefined ? undefined
                : { lowest: values.lowest, highest: values.highest } };
    }

    /** @param {SubmitEvent} event */
    async function onsubmit(event) {
        event.preventDefault();
        const body = read();
        if (body === null || save.hasAttribute("aria-busy")) return;
        problem.hidden = true;
        attribute(save, "aria-busy", "true");
        try {
            await moderation.setPolicy(bundleID, id, body);
            showBanner({ title: t("operate.rules.saved") });
            done();
        } catch (error) {
            const field = Object.values(fields).find(({ name }) => error.field?.split(".")[0] === name.split(".")[0]);
            if (field !== undefined) {
                field.error(explain(error));
                field.control.focus();
            } else {
                problem.hidden = false;
                problem.textContent = explain(error);
            }
        }
        attribute(save, "aria-busy", null);
    }
    return h("form", { class: "form form-narrow", novalidate: true, onsubmit },
        h("label", { class: "check" }, holds, h("span", {}, h("strong", {}, t("operate.rules.holds")), h("br"),
            t("operate.rules.holds.text"))),
        h("fieldset", { class: "plain-set" }, h("legend", {}, t("operate.rules.range")),
            h("p", { class: "field-note" }, t("operate.rules.range.text")),
            h("div", { class: "field-pair" }, fields.lowest.element, fields.highest.element)),
        fields.interval.element, fields.best.element, fields.board.element, problem,
        h("div", { class: "dialog-actions" },
            id !== null && policy.isOwn && actButton(t("operate.rules.drop"), async () => {
                await moderation.dropPolicy(bundleID, id);
                showBanner({ title: t("operate.rules.dropped") });
                done();
            }), save));
}

/** @param {HTMLElement} container @param {{bundleID: string, boards: Wire.AppLeaderboard[]}} of */
export function showRules(container, { bundleID, boards }) {
    const content = h("div", { class: "stack" });
    const which = choice([["", t("operate.rules.app")],
        ...boards.map(({ id, referenceName }) => [id, referenceName])], "",
    { "aria-label": t("operate.rules.which"), onchange: () => refresh() });
    const refresh = () => load(content, async () => {
        const id = which.value === "" ? null : which.value;
        const policy = await moderation.policy(bundleID, id);
        return [id !== null && !policy.isOwn && h("p", { class: "notice" }, t("operate.rules.inherited")),
            form(bundleID, id, policy, refresh)];
    });
    content.replaceChildren(h("span", { class: "skeleton waiting-block" }));
    container.replaceChildren(h("section", { class: "card stack" }, h("div", { class: "card-bar" },
        h("h2", {}, t("operate.rules")), which, h("p", {}, t("operate.rules.text"))), content));
    return refresh();
}
