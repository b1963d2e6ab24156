// A device without a keyboard shows a code; here its player types it, sees who asks, and says yes or no (RFC 8628).

import { devices } from "../lib/api.js";
import { find, h, present } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { onOtherTab, session, signInAddress } from "../lib/session.js";
import "../elements/chrome.js";
import { field, formError, submitButton } from "../elements/fields.js";
import { failure } from "../elements/state.js";

/** As the server makes them: eight letters, none a vowel. */
const CODE_LENGTH = 8;

/** @typedef {import("../lib/api.js").Problem} Problem */

const main = find("#main");
const card = h("div", { class: "card enter" });
main.classList.add("enter-page");
main.replaceChildren(card);
document.title = `${t("device.title")} · Laurel`;

/** @param {string} title @param {string} text */
function heading(title, text) {
    return h("div", { class: "enter-title" }, h("span", { class: "mark wreath", "aria-hidden": "true" }),
        h("h1", { tabindex: "-1" }, title), h("p", {}, text));
}

/**
 * What is shown last takes the focus, so that it is read.
 * @param {...Node} parts
 */
function show(...parts) {
    card.replaceChildren(...parts);
    find("h1", card).focus();
}

/** @param {string} text */
const letters = (text) => text.toUpperCase().replace(/[^A-Z]/g, "");

/**
 * Step one: the code.
 * @param {string} typed @param {?Problem} [refusal]
 */
function showCode(typed, refusal = null) {
    const code = field({ name: "code", label: t("device.code"), note: t("device.code.note"), attributes: {
        type: "text", autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false",
        maxlength: 16, value: typed } });
    const problem = formError();
    const button = submitButton(t("device.next"));
    /** @param {SubmitEvent} event */
    const onsubmit = async (event) => {
        event.preventDefault();
        if (button.isBusy) return;
        if (letters(code.value).length !== CODE_LENGTH) {
            code.error(t("device.code.short"));
            code.input.focus();
            return;
        }
        problem.show(null);
        button.busy(true);
        try {
            const name = letters(code.value);
            showRequest(`${name.slice(0, 4)}-${name.slice(4)}`, await devices.pending(name));
        } catch (error) {
            button.busy(false);
            refuse(error, code, problem);
        }
    };
    show(heading(t("device.title"), t("device.text")),
        h("form", { class: "form", novalidate: true, onsubmit }, code.element, problem.element, button.element));
    if (refusal !== null) refuse(refusal, code, problem);
    code.input.focus();
}

/**
 * @param {Problem} error @param {import("../elements/fields.js").LabelledField} code
 * @param {import("../elements/fields.js").FormError} problem
 */
function refuse(error, code, problem) {
    if (error.status === 401) location.assign(signInAddress());
    else if (error.kind === "not-found" || error.kind === "invalid-parameter") {
        code.error(t("device.unknown"));
        code.input.focus();
    } else problem.show(describe(error));
}

/**
 * Step two: who asks. The code is shown again: it must be the one on the device.
 * @param {string} code @param {Wire.PendingDevice} request
 */
function showRequest(code, request) {
    const problem = formError();
    const facts = present([
        [t("device.game"), request.game ?? t("device.own")],
        request.environment === "sandbox" && [t("device.where"), t("sandbox")],
        [t("device.device"), request.device ?? t("device.unnamed")],
        // To be compared, letter by letter, with what the device shows: no translator may touch it.
        [t("device.code"), h("span", { translate: "no" }, code)],
    ]);
    const allow = h("button", { class: "button button-primary button-wide", type: "button", "data-allow": "yes",
        onclick: () => decide(true) }, t("device.allow"));
    const deny = h("button", { class: "button button-quiet button-wide", type: "button", "data-allow": "no",
        onclick: () => decide(false) }, t("device.deny"));
    let isBusy = false;
    /** @param {boolean} isAllowed */
    const decide = async (isAllowed) => {
        if (isBusy) return;
        isBusy = true;
        problem.show(null);
        try {
            await devices.decide(letters(code), isAllowed);
            show(heading(t(isAllowed ? "device.done" : "device.denied"),
                t(isAllowed ? "device.done.text" : "device.denied.text")));
            card.dataset.outcome = isAllowed ? "allowed" : "denied";
        } catch (error) {
            isBusy = false;
            if (error.kind === "not-found") showCode("", error);
            else problem.show(describe(error));
        }
    };
    show(heading(t("device.ask"), t("device.ask.text")),
        h("dl", { class: "device-facts" }, facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
        problem.element, h("div", { class: "form" }, allow, deny));
}

async function start() {
    let player;
    try {
        player = await session();
    } catch (error) {
        card.replaceChildren(failure(error, start, "h1"));
        return;
    }
    if (player === null) {
        location.replace(signInAddress());
        return;
    }
    // A link brings the code along; it is not looked up before the player says so, for a link may come from anybody.
    showCode(new URLSearchParams(location.search).get("code") ?? "");
}

onOtherTab(start);
start();
