// What GameKit's view controllers open for friends: who they are, who asks to be one, and a form to ask somebody.
//
//     /me/?view=friends&player=ALIAS
//     /me/?view=request&to=ALIAS&to=ALIAS&mail=ADDRESS&message=TEXT

import { friends } from "../lib/api.js";
import { showBanner } from "../lib/banner.js";
import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { session, signInAddress } from "../lib/session.js";
import { field, formError, submitButton } from "../elements/fields.js";
import { photo } from "../elements/photo.js";
import { failure } from "../elements/state.js";

/** As many are asked at once, and as long is a message. */
const RECIPIENTS = 8;
const MESSAGE = 200;

const main = document.getElementById("main");
const query = new URLSearchParams(location.search);

function section(title, ...parts) {
    return h("section", { class: "card" }, h("div", { class: "board-title" }, h("h2", {}, title)), ...parts);
}

function row(player, text, ...actions) {
    return h("li", { class: "list-row", "aria-current": player.alias === query.get("player") && "true" },
        photo(player),
        h("div", { class: "list-text" }, h("strong", {}, player.displayName), text && h("span", {}, text)),
        h("div", { class: "actions" }, actions));
}

function answer(name, label, act) {
    const button = h("button", { class: `button button-small ${name}`, type: "button", onclick: async () => {
        button.setAttribute("aria-busy", "true");
        try {
            await act();
            await showFriends();
        } catch (error) {
            button.removeAttribute("aria-busy");
            showBanner({ title: label, text: describe(error) });
        }
    } }, label);
    return button;
}

function received({ player, message }) {
    return row(player, message, answer("button-primary", t("me.accept"), () => friends.accept(player.id)),
        answer("button-quiet", t("me.decline"), () => friends.decline(player.id)));
}

/** A letter with a link, in the reader's own mail program. @param {string} address */
function mailButton(address) {
    return h("button", { class: "button button-small", type: "button", onclick: async () => {
        try {
            const { url } = await friends.invite();
            const text = new URLSearchParams({ subject: t("me.mail.subject"), body: url }).toString();
            location.href = `mailto:${encodeURIComponent(address)}?${text.replaceAll("+", "%20")}`;
        } catch (error) {
            showBanner({ title: t("me.mail", { address }), text: describe(error) });
        }
    } }, t("me.mail", { address }));
}

/** Asks each of them, and says what came of it. */
async function ask(names, message, problem) {
    const refusals = [];
    for (const alias of names) {
        try {
            const { state, player } = await friends.ask(message === "" ? { alias } : { alias, message });
            showBanner({ title: t(`me.asked.${state}`, { name: player.displayName }) });
        } catch (error) {
            refusals.push(`${alias}: ${describe(error)}`);
        }
    }
    problem.show(refusals.length === 0 ? null : refusals.join(" "));
    return refusals.length === 0;
}

function requestForm() {
    const named = query.getAll("to").slice(0, RECIPIENTS);
    const others = query.get("player");
    const names = field({ name: "to", label: t("me.ask.names"), note: t("me.ask.note"), attributes: {
        value: (named.length === 0 && others !== null ? [others] : named).join(", "), required: true,
        autocapitalize: "none", spellcheck: "false", maxlength: 200 } });
    const message = field({ name: "message", label: t("me.ask.message"),
        attributes: { value: (query.get("message") ?? "").slice(0, MESSAGE), maxlength: MESSAGE } });
    const problem = formError();
    const button = submitButton(t("me.ask"));
    const onsubmit = async (event) => {
        event.preventDefault();
        if (button.isBusy) return;
        button.busy(true);
        const wanted = names.value.split(",").map((name) => name.trim()).filter(Boolean).slice(0, RECIPIENTS);
        const isDone = wanted.length > 0 && await ask(wanted, message.value.trim(), problem);
        button.busy(false);
        if (isDone) names.input.value = "";
    };
    const mails = query.getAll("mail").slice(0, RECIPIENTS).map(mailButton);
    return section(t("me.ask.title"), h("form", { class: "form", id: "ask", onsubmit }, problem.element, names.element,
        message.element, button.element), mails.length > 0 && h("div", { class: "actions" }, mails));
}

/** Draws the page; whoever is nobody signs in first. */
export async function showFriends() {
    try {
        const found = await session();
        if (found === null) {
            location.replace(signInAddress());
            return;
        }
        const [list, requests] = await Promise.all([friends.list(), friends.requests()]);
        document.title = `${t("me.friends")} · Laurel`;
        const parts = [
            h("div", { class: "page-head" }, h("h1", {}, t("me.friends")),
                h("a", { class: "button button-small", href: "/friends/" }, t("me.friends.all"))),
            requests.received.length > 0
                && section(t("me.requests"), h("ul", { class: "list" }, requests.received.map(received))),
            section(t("me.friends.yours"), list.length === 0 ? h("p", {}, t("me.friends.none"))
                : h("ul", { class: "list" }, list.map((player) =>
                    row(player, player.alias !== player.displayName && player.alias)))),
        ].filter(Boolean);
        const isFriend = list.some((player) => player.alias === query.get("player"));
        const form = isFriend ? null : requestForm();
        if (query.get("view") === "request" || (query.get("player") !== null && !isFriend)) parts.splice(1, 0, form);
        else if (form !== null) parts.push(form);
        main.replaceChildren(...parts);
    } catch (error) {
        main.replaceChildren(failure(error, showFriends, "h1"));
    }
}
