// The one-time link that creates the first administrator: /setup/#TOKEN. The token is in the fragment, which browsers
// never send to the server, and is removed from the URL once used.

import { players } from "../lib/api.js";
import { find, h } from "../lib/dom.js";
import { addTexts, describe, t } from "../lib/i18n.js";
import { leaveWelcome, rememberName } from "../lib/session.js";
import "../elements/chrome.js";
import { recoveryCodes } from "../elements/codes.js";
import { aliasField, formError, passwordField, passwordRefusal, submitButton } from "../elements/fields.js";
import { state } from "../elements/state.js";

await addTexts("setup");

const main = find("#main");
const card = h("div", { class: "card enter" });
main.classList.add("enter-page");
main.replaceChildren(card);
document.title = `${t("setup.title")} · Laurel`;

function showUsed() {
    card.replaceChildren(state({ title: t("setup.used.title"), text: t("setup.used.text"), level: "h1",
        actions: [h("a", { class: "button button-primary", href: "/sign-in/" }, t("sign-in"))] }));
}

/** @param {Wire.NewPlayer} made */
function showCodes({ player, recoveryCodes: codes }) {
    history.replaceState(null, "", "/setup/");
    rememberName(player.displayName);
    card.replaceChildren(recoveryCodes({ name: player.displayName, codes, go: () => {
        leaveWelcome({ name: player.displayName, isNew: true, environment: "production" });
        location.assign("/connect/server/");
    } }));
    find("h1", card).focus();
}

/** @param {string} token */
function showForm(token) {
    const name = aliasField({}, t("enter.alias.note"));
    const password = passwordField("new-password");
    const problem = formError();
    const button = submitButton(t("setup.submit"));
    /** @param {SubmitEvent} event */
    const onsubmit = async (event) => {
        event.preventDefault();
        const isShortName = [...name.value.trim()].length < 3;
        const isShortPassword = [...password.value].length < 8;
        password.error(isShortPassword ? t("enter.short.password") : null);
        name.error(isShortName ? t("enter.short.alias") : null);
        if (isShortName || isShortPassword) {
            (isShortName ? name : password).input.focus();
            return;
        }
        if (button.isBusy) return;
        problem.show(null);
        button.busy(true);
        try {
            showCodes(await players.becomeAdministrator({ token, alias: name.value.trim(), password: password.value }));
        } catch (error) {
            button.busy(false);
            if (error.kind === "alias-taken") name.error(describe(error));
            else if (error.field === "alias") name.error(t("problem.invalid-parameter.alias"));
            else if (error.field === "password") password.error(passwordRefusal(error));
            else if ([401, 403, 404, 409, 410].includes(error.status) || error.field === "token") showUsed();
            else problem.show(describe(error));
        }
    };
    card.replaceChildren(
        h("div", { class: "enter-title" }, h("span", { class: "mark wreath", "aria-hidden": "true" }),
            h("h1", {}, t("setup.title")), h("p", {}, t("setup.text"))),
        h("form", { class: "form", novalidate: true, onsubmit }, name.element, password.element, problem.element,
            button.element));
}

function start() {
    const token = location.hash.slice(1);
    if (token === "") card.replaceChildren(state({ title: t("setup.no-token.title"), text: t("setup.no-token.text"),
        level: "h1" }));
    else showForm(token);
}

addEventListener("hashchange", start);
start();
