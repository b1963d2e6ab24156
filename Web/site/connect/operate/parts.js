// Shared by moderation, webhooks, teams and the server: environment tabs, dialog forms, one-time secrets.

import { showDialog } from "../../lib/back.js";
import { attribute, focused, h, present } from "../../lib/dom.js";
import { addTexts, describe, t } from "../../lib/i18n.js";
import { addStyle } from "../../lib/styles.js";
import { showBanner } from "../../lib/banner.js";
import { explain } from "../details.js";
import { moreButton as listMoreButton } from "../../elements/more.js";
import { addPhotos } from "../../elements/notice.js";
import { photo } from "../../elements/photo.js";
import { tabs } from "../../elements/tabs.js";
import { failure } from "../../elements/state.js";

await Promise.all([addTexts("operate"), addStyle("/style/figures.css"), addStyle("/style/operate.css")]);

/**
 * @typedef {import("../../lib/api.js").Environment} Environment
 * @typedef {Node | string | null | undefined | false} Part
 */

/**
 * A player in a list that comes without photos: `addPhotos` finds them by the player.
 * @param {Wire.Player} player
 */
export function face(player) {
    const picture = photo(player);
    picture.dataset.player = player.id;
    return picture;
}

let count = 0;
/**
 * A unique element id.
 * @param {string} name
 */
export const uniqueID = (name) => `${name}-${count += 1}`;

/**
 * The head of a view, as the frame draws it.
 * @param {string} title @param {{text?: string | Node, actions?: (Node | false | null)[]}} more
 */
export function viewHead(title, { text, actions = [] } = {}) {
    return h("div", { class: "view-head" },
        h("div", { class: "view-head-text" }, h("h1", { tabindex: "-1" }, title), text && h("p", {}, text)),
        h("div", { class: "view-actions" }, actions));
}

/**
 * The link to server administration, for administrators.
 * @param {{isAdministrator: boolean}} connect
 */
export const serverLink = ({ isAdministrator }) => isAdministrator
    && h("a", { class: "button button-small button-quiet", href: "/connect/server/" }, t("operate.server"));

/**
 * Tabs for Sandbox and Production, for released apps; calls `choose` with the selected one.
 * @param {{isReleased: boolean}} app @param {string} current @param {HTMLElement} panel
 * @param {(environment: Environment) => void} choose
 */
export function environmentTabs(app, current, panel, choose) {
    if (!app.isReleased) return h("span", { class: "badge badge-sandbox" }, t("sandbox"));
    panel.id ||= uniqueID("panel");
    return tabs({ label: t("operate.environment"), panel, selected: current, items: [
        { id: "production", name: t("operate.production") }, { id: "sandbox", name: t("sandbox") }],
    choose: (id) => choose(id === "sandbox" ? "sandbox" : "production") });
}

/**
 * A view's initial environment.
 * @param {{isReleased: boolean}} app @param {URLSearchParams} query @returns {Environment}
 */
export function firstEnvironment(app, query) {
    if (!app.isReleased) return "sandbox";
    return query.get("environment") === "sandbox" ? "sandbox" : "production";
}

/**
 * Does something, and shows its error.
 * @param {() => unknown} act
 */
async function told(act) {
    try {
        await act();
    } catch (error) {
        showBanner({ title: t("operate.failed"), text: explain(error) });
    }
}

/**
 * The button below a list, as of `elements/more.js`, that shows the error of `act`.
 * @param {() => HTMLElement[]} rows @param {() => unknown} act @param {string} text
 */
export const moreButton = (rows, act, text = t("operate.more")) =>
    listMoreButton(rows, () => told(act), { text, kind: "button-small" });

/**
 * A button that is busy while `act` runs, and shows its error.
 * @param {string} text @param {() => unknown} act @param {{kind?: string, label?: string}} options
 */
export function actButton(text, act, { kind = "", label } = {}) {
    const button = h("button", { class: `button button-small ${kind}`, type: "button", "aria-label": label,
        onclick: async () => {
            if (button.hasAttribute("aria-busy")) return;
            attribute(button, "aria-busy", "true");
            await told(act);
            attribute(button, "aria-busy", null);
        } }, text);
    return button;
}

/**
 * A labelled control with a note and an error.
 * @template {import("../parts/form.js").Control} Control
 * @param {{label: string, note?: string, control: Control, name: string}} options `name`: the body's field
 */
export function labelled({ label, note, control, name }) {
    const id = uniqueID("field");
    control.id = id;
    control.setAttribute("aria-describedby", note ? `${id}-error ${id}-note` : `${id}-error`);
    const problem = h("p", { class: "field-error", id: `${id}-error`, "aria-live": "polite" });
    /** @param {?string} text */
    const error = (text) => {
        problem.textContent = text ?? "";
        attribute(control, "aria-invalid", text !== null && "true");
    };
    control.addEventListener("input", () => error(null));
    const element = h("div", { class: "field" }, h("label", { for: id }, label), control,
        note && h("p", { class: "field-note", id: `${id}-note` }, note), problem);
    return { element, control, name, error };
}

/**
 * A select of pairs [value, text].
 * @param {string[][]} options @param {string} [selected]
 * @param {import("../../lib/dom.js").Properties} [properties]
 */
export function choice(options, selected, properties = {}) {
    return h("select", { class: "select", ...properties }, options.map(([value, text]) =>
        h("option", { value, selected: value === selected }, text)));
}

/**
 * A form in a dialog. It stays open when the server refuses, with the error at its field.
 * @param {object} form
 * @param {string} form.title @param {string | Node | Array<Node | false>} [form.text]
 * @param {{element: Node, control: HTMLElement, name: string, error: (text: ?string) => void}[]} [form.fields]
 * @param {Node} [form.after] stands below the fields
 * @param {string} form.action @param {boolean} [form.isDangerous]
 * @param {() => Promise<unknown>} form.act sends it
 * @returns {Promise<boolean>} whether `act` has succeeded, even if the dialog was left meanwhile
 */
export function formDialog({ title, text, fields = [], after, action, isDangerous = false, act }) {
    const id = uniqueID("dialog");
    const problem = h("p", { class: "notice notice-danger", role: "alert", hidden: true });
    const yes = h("button", { class: `button ${isDangerous ? "button-danger" : "button-primary"}`, type: "submit" },
        action);
    /** @type {HTMLButtonElement} */
    const no = h("button", { class: "button", type: "button", autofocus: isDangerous && fields.length === 0,
        onclick: () => dialog.close() }, t("operate.cancel"));
    /** @type {Promise<unknown> | undefined} */
    let sent;
    /** @param {SubmitEvent} event */
    const onsubmit = async (event) => {
        event.preventDefault();
        if (yes.hasAttribute("aria-busy")) return;
        problem.hidden = true;
        attribute(yes, "aria-busy", "true");
        try {
            sent = act();
            await sent;
            dialog.close("yes");
        } catch (error) {
            const field = fields.find(({ name }) => name === error?.field);
            if (field === undefined) {
                problem.hidden = false;
                problem.textContent = explain(error);
            } else {
                field.error(explain(error));
                field.control.focus();
            }
        }
        attribute(yes, "aria-busy", null);
    };
    /** @type {HTMLDialogElement} */
    const dialog = h("dialog", { class: "dialog", "aria-labelledby": id }, h("form", { class: "form", onsubmit },
        h("h2", { id }, title), typeof text === "string" ? h("p", {}, text) : text,
        fields.map(({ element }) => element), after, problem, h("div", { class: "dialog-actions" }, no, yes)));
    const back = focused();
    return showDialog(dialog).then(() => {
        if (back?.isConnected) back.focus();
        // What was under way when the dialog was left, the server does all the same.
        return dialog.returnValue === "yes" || (sent?.then(() => true, () => false) ?? false);
    });
}

/**
 * A secret with a copy button.
 * @param {string} text @param {string} label
 */
export function secretBox(text, label) {
    const said = h("p", { class: "field-note", role: "status" });
    const code = h("code", { class: "secret" }, text);
    const copy = h("button", { class: "button button-small", type: "button", onclick: async () => {
        try {
            await navigator.clipboard.writeText(text);
            said.textContent = t("operate.copied");
        } catch {
            getSelection()?.selectAllChildren(code);
            said.textContent = t("operate.copy-by-hand");
        }
    } }, t("operate.copy"));
    return h("div", { class: "secret-box", role: "group", "aria-label": label }, code, copy, said);
}

/**
 * Shows one-time secrets in a dialog.
 * @param {string} title @param {string} text @param {Array<[string, string]>} secrets
 */
export async function showSecrets(title, text, secrets) {
    const id = uniqueID("dialog");
    const back = focused();
    /** @type {HTMLDialogElement} */
    const dialog = h("dialog", { class: "dialog", "aria-labelledby": id }, h("div", { class: "form" },
        h("h2", { id }, title), h("p", {}, text),
        secrets.map(([label, secret]) => h("div", { class: "field" }, h("strong", {}, label),
            secretBox(secret, label))),
        h("div", { class: "dialog-actions" }, h("button", { class: "button button-primary", type: "button",
            onclick: () => dialog.close() }, t("operate.kept")))));
    await showDialog(dialog);
    if (back?.isConnected) back.focus();
}

/**
 * Loads part of a view and the photos of its players, with a retry button on failure. A later call wins over an earlier
 * one.
 * @param {HTMLElement} container @param {() => Part | Part[] | Promise<Part | Part[]>} make @returns {Promise<void>}
 */
export async function load(container, make) {
    const turn = (Number(container.dataset.turn) || 0) + 1;
    container.dataset.turn = String(turn);
    container.setAttribute("aria-busy", "true");
    let parts;
    try {
        parts = [await make()].flat();
    } catch (error) {
        parts = [error?.kind === "game-center-disabled" || error?.kind === "not-released"
            ? h("p", { class: "notice" }, describe(error)) : failure(error, () => load(container, make), "h2")];
    }
    if (container.dataset.turn !== String(turn)) return;
    container.replaceChildren(...present(parts));
    container.removeAttribute("aria-busy");
    // Without photos the first letters stay.
    addPhotos(container).catch(() => {});
}

/** A placeholder of about the size of a chart or list. */
export const waitingCard = (kind = "") => h("div", { class: `card waiting-card ${kind}`, "aria-hidden": "true" },
    h("span", { class: "skeleton skeleton-text width-2" }), h("span", { class: "skeleton waiting-block" }));
