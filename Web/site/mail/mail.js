// Where links in mails lead, and where one is asked for: /mail/#confirm=TOKEN, /mail/#reset=TOKEN and /mail/. The token
// is in the fragment, which browsers never send to the server, and leaves the address once it is read.

import { mail } from "../lib/api-mail.js";
import { find, h } from "../lib/dom.js";
import { addTexts, describe, t } from "../lib/i18n.js";
import "../elements/chrome.js";
import { field, formError, passwordField, passwordRefusal, submitButton } from "../elements/fields.js";
import { state } from "../elements/state.js";

await addTexts("mail");

const PASSWORD_LEAST = 8;
const main = find("#main");
const card = h("div", { class: "card enter" });
main.classList.add("enter-page");
main.replaceChildren(card);

/** @param {string} title @param {...HTMLElement} parts */
function show(title, ...parts) {
    document.title = `${title} · Laurel`;
    card.replaceChildren(...parts);
}

/** @param {string} title @param {string} text */
const heading = (title, text) => h("div", { class: "enter-title" },
    h("span", { class: "mark wreath", "aria-hidden": "true" }), h("h1", { tabindex: "-1" }, title), h("p", {}, text));

/**
 * The end of something: said, with a way on.
 * @param {string} title @param {string} text @param {HTMLElement} [action]
 */
function showEnd(title, text, action = h("a", { class: "button button-primary", href: "/sign-in/" }, t("sign-in"))) {
    show(title, state({ title, text, level: "h1", actions: [action] }));
}

const askAgain = () => h("a", { class: "button button-primary", href: "/mail/" }, t("mail.ask.submit"));

/** @param {string} token */
function showConfirm(token) {
    const problem = formError();
    const button = submitButton(t("mail.confirm.submit"));
    // Not at once: programs that look at mails open links, and press no buttons.
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        problem.show(null);
        button.busy(true);
        try {
            await mail.confirm(token);
            showEnd(t("mail.confirm.done.title"), t("mail.confirm.done.text"),
                h("a", { class: "button button-primary", href: "/me/settings/?view=security" }, t("mail.settings")));
        } catch (error) {
            button.busy(false);
            if (error.kind === "not-found") showEnd(t("mail.dead.title"), t("mail.confirm.dead.text"));
            else problem.show(error.kind === "conflict" ? t("mail.confirm.taken") : describe(error));
        }
    };
    show(t("mail.confirm.title"), heading(t("mail.confirm.title"), t("mail.confirm.text")),
        h("form", { class: "form", novalidate: true, onsubmit }, problem.element, button.element));
}

/** @param {string} token */
function showReset(token) {
    const password = passwordField("new-password");
    find("label", password.element).textContent = t("enter.new-password");
    const problem = formError();
    const button = submitButton(t("enter.submit.recover"));
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        const isShort = [...password.value].length < PASSWORD_LEAST;
        password.error(isShort ? t("enter.short.password") : null);
        if (isShort) {
            password.input.focus();
            return;
        }
        problem.show(null);
        button.busy(true);
        try {
            await mail.reset(token, password.value);
            showEnd(t("mail.reset.done.title"), t("mail.reset.done.text"));
        } catch (error) {
            button.busy(false);
            if (error.kind === "not-found") showEnd(t("mail.dead.title"), t("mail.reset.dead.text"), askAgain());
            else if (error.field === "newPassword") password.error(passwordRefusal(error));
            else problem.show(describe(error));
        }
    };
    show(t("mail.reset.title"), heading(t("mail.reset.title"), t("mail.reset.text")),
        h("form", { class: "form", novalidate: true, onsubmit }, password.element, problem.element, button.element));
}

function showAsk() {
    const address = field({ name: "address", label: t("mail.address"), attributes: { type: "email",
        autocomplete: "email", autocapitalize: "none", spellcheck: "false", maxlength: 254 } });
    const problem = formError();
    const button = submitButton(t("mail.ask.submit"));
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        const typed = address.value.trim();
        address.error(typed === "" ? t("mail.address.missing") : null);
        if (typed === "") {
            address.input.focus();
            return;
        }
        problem.show(null);
        button.busy(true);
        try {
            await mail.askForReset(typed);
            showEnd(t("mail.ask.done.title"), t("mail.ask.done.text"));
        } catch (error) {
            button.busy(false);
            if (error.field === "address") address.error(t("mail.address.wrong"));
            else problem.show(error.kind === "not-found" ? t("mail.off.text") : describe(error));
        }
    };
    show(t("mail.ask.title"), heading(t("mail.ask.title"), t("mail.ask.text")),
        h("form", { class: "form", novalidate: true, onsubmit }, address.element, problem.element, button.element,
            h("p", { class: "enter-foot" }, h("a", { href: "/sign-in/" }, t("enter.back")))));
}

function start() {
    const link = new URLSearchParams(location.hash.slice(1));
    const [confirm, reset] = [link.get("confirm"), link.get("reset")];
    if (location.hash !== "") history.replaceState(null, "", location.pathname);
    if (confirm !== null) showConfirm(confirm);
    else if (reset !== null) showReset(reset);
    else showAsk();
}

addEventListener("hashchange", () => {
    if (location.hash !== "") start();
});
start();
