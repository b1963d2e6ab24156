// Young players: the year of birth, what protects a child, and the guardian's code, without which nothing of it
// changes once it is set (docs/concepts/players.md, "Young players").

import { me } from "../../lib/api-me.js";
import { attribute, find, h } from "../../lib/dom.js";
import { describe, t } from "../../lib/i18n.js";
import { openDialog } from "../../elements/dialog.js";
import { field, formError, submitButton } from "../../elements/fields.js";
import { card } from "./parts.js";

/** Characters of a guardian's code, and the first year of birth, as the server has them. */
const CODE = { min: 4, max: 64 };
const FIRST_YEAR = 1900;


/**
 * All of it is said each time.
 * @param {Wire.Profile} profile
 */
const unchanged = ({ birthYear, forbidsStrangers, forbidsMessages }) =>
    ({ birthYear, forbidsStrangers, forbidsMessages });

/** @param {string} name @param {string} label @param {string} [note] */
function codeField(name, label, note) {
    return field({ name, label, note, attributes: { type: "password", autocomplete: "off", maxlength: CODE.max,
        autocapitalize: "none", spellcheck: "false" } });
}

/**
 * Puts a refusal at its field.
 * @param {{kind?: string, field: string, reason?: string}} error
 * @param {Record<string, ReturnType<typeof field>>} fields by the body's names
 * @param {import("../../elements/fields.js").FormError} problem
 */
function refuse(error, fields, problem) {
    const faulty = fields[error.field];
    if (faulty === undefined) {
        // Nobody has set a code: then nobody can be asked for it.
        problem.show(error.kind === "guardian-needed" ? t("me.young.locked") : describe(error));
        return;
    }
    /** @type {Record<string, string>} */
    const says = { guardianCode: t(error.reason === "required" ? "me.young.code.missing" : "me.young.code.wrong"),
        newGuardianCode: t("me.young.code.length", CODE), birthYear: t("me.young.year.wrong") };
    faulty.error(error.kind === "guardian-needed" && error.field === "guardianCode" ? says.guardianCode
        : error.kind === "invalid-parameter" ? says[error.field] : describe(error));
    faulty.input.focus();
}

/**
 * A form that sends what `body` makes of its fields, once.
 * @param {{fields: Record<string, import("../../elements/fields.js").LabelledField>,
 *     parts: (HTMLElement | undefined)[], text: string, body: () => Parameters<typeof me.restrict>[0],
 *     done: (profile: Wire.Profile) => void, ends?: HTMLElement[],
 *     sending?: (sent: Promise<Wire.Profile>) => Promise<Wire.Profile>}} form `sending`: of the dialog around it
 */
function changeForm({ fields, parts, text, body, done, ends = [], sending = (sent) => sent }) {
    const problem = formError();
    const button = submitButton(text);
    button.element.classList.remove("button-wide");
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        problem.show(null);
        button.busy(true);
        try {
            done(await sending(me.restrict(body())));
        } catch (error) {
            refuse(error, fields, problem);
        }
        button.busy(false);
    };
    return h("form", { class: "form setting-form", novalidate: true, onsubmit }, parts, problem.element,
        h("div", { class: ends.length > 0 ? "dialog-actions" : "setting-actions" }, ends, button.element));
}

/** @param {"strangers" | "messages"} name @param {boolean} isOn */
function check(name, isOn) {
    const input = h("input", { type: "checkbox", id: name, name, "aria-describedby": `${name}-note` });
    input.checked = isOn;
    const label = { strangers: t("me.young.strangers"), messages: t("me.young.messages") }[name];
    const note = { strangers: t("me.young.strangers.note"), messages: t("me.young.messages.note") }[name];
    return { input, element: h("div", { class: "field" }, h("label", { class: "check", for: name }, input,
        h("span", {}, label)), h("p", { class: "field-note", id: `${name}-note` }, note)) };
}

/** @param {Wire.Profile} profile @param {(profile: Wire.Profile) => void} redraw */
function protection(profile, redraw) {
    const year = field({ name: "birthYear", label: t("me.young.year"), note: t("me.young.year.note"), attributes: {
        type: "number", inputmode: "numeric", min: FIRST_YEAR, max: new Date().getFullYear(), step: 1,
        autocomplete: "bday-year", value: profile.birthYear ?? "" } });
    const strangers = check("strangers", profile.forbidsStrangers);
    const messages = check("messages", profile.forbidsMessages);
    const code = profile.hasGuardian ? codeField("guardianCode", t("me.young.code"), t("me.young.code.note")) : null;
    return changeForm({ fields: { birthYear: year, ...(code && { guardianCode: code }) }, text: t("me.save"),
        done: redraw, parts: [year.element, strangers.element, messages.element, code?.element],
        body: () => ({ birthYear: year.value === "" ? null : Number(year.value),
            forbidsStrangers: strangers.input.checked, forbidsMessages: messages.input.checked,
            ...(code && code.value !== "" && { guardianCode: code.value }) }) });
}

/**
 * Sets the first code, in place.
 * @param {Wire.Profile} profile @param {(profile: Wire.Profile) => void} redraw
 */
function firstCode(profile, redraw) {
    const code = codeField("newGuardianCode", t("me.young.code.new"), t("me.young.code.length", CODE));
    attribute(code.input, "autocomplete", "new-password");
    return changeForm({ fields: { newGuardianCode: code }, parts: [code.element], text: t("me.young.code.set"),
        done: redraw, body: () => ({ ...unchanged(profile), newGuardianCode: code.value || " " }) });
}

/**
 * Asks for the code that is set, and for a new one unless it is to go.
 * @param {Wire.Profile} profile @param {boolean} isToGo
 */
function changeCode(profile, isToGo) {
    const title = isToGo ? t("me.young.code.remove.ask") : t("me.young.code.change");
    return openDialog({ title, text: isToGo ? t("me.young.code.remove.text") : undefined, fill: (close, sending) => {
        const old = codeField("guardianCode", t("me.young.code"));
        // The form behind has one of the same name.
        old.input.id = "old-code";
        old.input.setAttribute("aria-describedby", "old-code-error");
        find("label", old.element).htmlFor = "old-code";
        find(".field-error", old.element).id = "old-code-error";
        const next = isToGo ? null : codeField("newGuardianCode", t("me.young.code.new"),
            t("me.young.code.length", CODE));
        return [changeForm({ fields: { guardianCode: old, ...(next && { newGuardianCode: next }) },
            parts: [old.element, next?.element], text: isToGo ? t("me.young.code.remove") : t("me.save"), done: close,
            sending, body: () => ({ ...unchanged(profile), guardianCode: old.value || null,
                newGuardianCode: next === null ? "" : next.value || " " }),
            ends: [h("button", { class: "button", type: "button", onclick: () => close() }, t("cancel"))] })];
    } });
}

/** @param {Wire.Profile} profile @param {(profile: Wire.Profile) => void} redraw */
function codeButtons(profile, redraw) {
    const open = async (/** @type {boolean} */ isToGo) => {
        const changed = await changeCode(profile, isToGo);
        if (changed !== undefined) redraw(changed);
    };
    return h("div", { class: "setting-actions" },
        h("button", { class: "button", type: "button", onclick: () => open(false) }, t("me.young.code.change")),
        h("button", { class: "button", type: "button", onclick: () => open(true) }, t("me.young.code.remove")));
}

/**
 * What holds at the moment, in a sentence.
 * @param {Wire.Profile} profile
 */
function standing({ isUnderage, hasGuardian, isMultiplayerGamingRestricted, isPersonalizedCommunicationRestricted }) {
    if (isUnderage && !hasGuardian) return t("me.young.now.child");
    if (isMultiplayerGamingRestricted && isPersonalizedCommunicationRestricted) return t("me.young.now.both");
    if (isMultiplayerGamingRestricted) return t("me.young.now.strangers");
    return isPersonalizedCommunicationRestricted ? t("me.young.now.messages") : t("me.young.now.none");
}

export async function draw() {
    const container = h("div", { class: "settings-content" });
    const said = h("p", { class: "quiet-text", role: "status" });
    const show = (/** @type {Wire.Profile} */ profile) => container.replaceChildren(
        card({ title: t("me.young.title"), text: t("me.young.text") },
            h("p", { class: "notice", id: "standing" }, standing(profile)), protection(profile, redraw)),
        card({ title: t("me.young.guardian"), text: t(profile.hasGuardian ? "me.young.guardian.set"
            : "me.young.guardian.none") },
        profile.hasGuardian ? codeButtons(profile, redraw) : firstCode(profile, redraw)));
    const redraw = (/** @type {Wire.Profile} */ profile) => {
        show(profile);
        said.textContent = `${t("me.saved")} ${standing(profile)}`;
        find("h2", container).focus();
    };
    show(await me.profile());
    return [container, said];
}
