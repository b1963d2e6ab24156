// A player in a list, and what is done about one: each action tells by a banner what came of it.

import { people, playerAddress } from "../lib/api-social.js";
import { showBanner } from "../lib/banner.js";
import { attribute, h, lookUp } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { keepAddress, session } from "../lib/session.js";
import { ask, openDialog } from "./dialog.js";
import { field, formError } from "./fields.js";
import { photo } from "./photo.js";


/** Characters of a request's message (docs/concepts/friends.md). */
const MESSAGE = 200;

/**
 * A row with photo, name, a line below, and what can be done.
 * @param {Wire.Player} player
 * @param {{text?: string | Node | null, quote?: string, actions?: Array<Node | null | false>,
 *     isLink?: boolean}} options
 *     `quote` is a message of the player's own
 */
export function personRow(player, { text, quote, actions = [], isLink = true } = {}) {
    const name = isLink ? h("a", { href: playerAddress(player.id) }, player.displayName) : player.displayName;
    return h("li", { class: "person", "data-player": player.id }, photo(player, "normal"),
        h("div", { class: "person-text" }, h("strong", {}, name), text && h("span", {}, text),
            quote && h("q", {}, quote)),
        actions.some(Boolean) && h("div", { class: "person-actions" }, actions));
}

/** Rows of the size of persons, while they are on their way. */
export function personSkeleton(count = 4) {
    return h("ul", { class: "persons", "aria-hidden": "true" }, Array.from({ length: count }, (_, index) =>
        h("li", { class: "person" }, h("span", { class: "avatar avatar-normal skeleton" }),
            h("div", { class: "person-text" }, h("span", { class: `skeleton skeleton-text width-${index % 4}` }),
                h("span", { class: `skeleton skeleton-text width-${(index + 2) % 4}` })))));
}

/**
 * Draws rows anew while somebody uses them: the focus stays where it is, or with the same player's same button, or
 * goes to the page when that is gone.
 * @param {HTMLElement} container @param {() => void} draw
 */
export function keepingFocus(container, draw) {
    const focused = document.activeElement;
    const wasHere = container.contains(focused);
    const row = focused?.closest("[data-player]");
    const at = row ? [...row.querySelectorAll("a, button")].findIndex((one) => one === focused) : -1;
    draw();
    if (!wasHere || document.activeElement === focused) return;
    const player = at === -1 ? null : row?.getAttribute("data-player") ?? null;
    const next = player === null ? null : lookUp(`[data-player="${CSS.escape(player)}"]`, container);
    /** @type {NodeListOf<HTMLElement> | undefined} */
    const buttons = next?.querySelectorAll("a, button");
    (buttons?.[at] ?? lookUp("#main"))?.focus({ preventScroll: true });
}

/**
 * A button that does something at the server: busy meanwhile, and a banner when it fails.
 * @param {string} text @param {string} kind classes @param {() => Promise<unknown>} act
 * @param {{label?: string}} options `label`: with the name of whom it is about
 */
export function actionButton(text, kind, act, { label } = {}) {
    const button = h("button", { class: `button ${kind}`, type: "button", "aria-label": label, onclick: async () => {
        if (button.hasAttribute("aria-busy")) return;
        attribute(button, "aria-busy", "true");
        await attempt(label ?? text, act);
        attribute(button, "aria-busy", null);
    } }, text);
    return button;
}

/**
 * Does it, or says why not.
 * @param {string} title @param {() => Promise<unknown>} act @returns {Promise<boolean>} done
 */
export async function attempt(title, act) {
    try {
        await act();
        return true;
    } catch (error) {
        showBanner({ title, text: describe(error) });
        return false;
    }
}

/**
 * Guests ask nobody (rule 1.11): they are led to the form in which they take an account.
 * @param {string} title
 */
async function leadToAccount(title) {
    await openDialog({ title, text: t("guest.first"), fill: (close) => [h("div", { class: "dialog-actions" },
        h("button", { class: "button", type: "button", onclick: () => close() }, t("cancel")),
        h("a", { class: "button button-primary", href: keepAddress(), autofocus: true }, t("home.keep")))] });
}

/**
 * Asks a player to be friends, with a message if one likes.
 * @param {Wire.Player} player @returns {Promise<boolean>}
 */
export async function askToBeFriends(player) {
    const title = t("social.ask.title", { name: player.displayName });
    const found = await session().catch(() => null);
    if (found?.isGuest === true) {
        await leadToAccount(title);
        return false;
    }
    const answer = await openDialog({ title, fill: (close, sending) => {
        const message = field({ name: "request-message", label: t("social.message.optional"),
            attributes: { maxlength: MESSAGE, autofocus: true, autocomplete: "off" } });
        const problem = formError();
        const send = h("button", { class: "button button-primary", type: "submit" }, t("social.ask.send"));
        /** @param {SubmitEvent} event */
        const onsubmit = async (event) => {
            event.preventDefault();
            if (send.hasAttribute("aria-busy")) return;
            attribute(send, "aria-busy", "true");
            const text = message.value.trim();
            try {
                close(await sending(people.ask({ playerID: player.id, ...(text === "" ? {} : { message: text }) })));
            } catch (error) {
                if (error.field === "message") message.error(describe(error));
                else problem.show(describe(error));
            }
            attribute(send, "aria-busy", null);
        };
        return [h("form", { class: "form", onsubmit }, problem.element, message.element,
            h("div", { class: "dialog-actions" },
                h("button", { class: "button", type: "button", onclick: () => close() }, t("cancel")), send))];
    } });
    if (answer === undefined) return false;
    sayAsked(answer);
    return true;
}

/** @param {{state: "requested" | "friends", player: Wire.Player}} answer */
export function sayAsked({ state, player }) {
    const name = player.displayName;
    showBanner({ title: state === "friends" ? t("social.now-friends", { name }) : t("social.asked", { name }) });
}

/** @param {Wire.Player} player @returns {Promise<boolean>} whether it was done */
export async function endFriendship(player) {
    const name = player.displayName;
    const isSure = await ask({ title: t("social.remove.title", { name }), text: t("social.remove.text"),
        confirm: t("social.remove"), isDangerous: true });
    return isSure && attempt(t("social.remove"), () => people.remove(player.id));
}

/** @param {Wire.Player} player @returns {Promise<boolean>} whether it was done */
export async function blockPlayer(player) {
    const name = player.displayName;
    const isSure = await ask({ title: t("social.block.title", { name }), text: t("social.block.text"),
        confirm: t("social.block"), isDangerous: true });
    if (!isSure || !await attempt(t("social.block"), () => people.block(player.id))) return false;
    showBanner({ title: t("social.blocked.done", { name }) });
    return true;
}
