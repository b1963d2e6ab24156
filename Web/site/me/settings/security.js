// Password, recovery codes, two-factor authentication and the mail address.

import { mail } from "../../lib/api-mail.js";
import { providers } from "../../lib/api-providers.js";
import { security } from "../../lib/api-me.js";
import { attribute, find, h, lookUp, present } from "../../lib/dom.js";
import { describe, t } from "../../lib/i18n.js";
import { session } from "../../lib/session.js";
import { recoveryCodes } from "../../elements/codes.js";
import { passwordField, passwordRefusal, formError, submitButton } from "../../elements/fields.js";
import { card, prove, refuseProof } from "./parts.js";
import { guestPart } from "./guest.js";
import { linksPart } from "./links.js";
import { mailPart } from "./mail.js";
import { twoFactorPart } from "./two-factor.js";

const PASSWORD_LEAST = 8;

/**
 * `passwordField` names its parts; a second one needs other names.
 * @param {import("../../elements/fields.js").LabelledField} made @param {string} name @param {string} label
 */
function renamed(made, name, label) {
    const { element, input } = made;
    input.id = name;
    input.name = name;
    find("label", element).htmlFor = name;
    find("label", element).textContent = label;
    const error = find(".field-error", element);
    error.id = `${name}-error`;
    const note = lookUp("[id$='-note']", element);
    attribute(input, "aria-describedby", note === null ? `${name}-error` : `${name}-error ${name}-note`);
    if (note !== null) note.id = `${name}-note`;
    return made;
}

/**
 * Password managers want to know whose it is.
 * @param {Wire.Player} player
 */
const nameFor = (player) => h("input", { type: "text", name: "username", autocomplete: "username",
    value: player.alias ?? "", hidden: true, readonly: true });

/**
 * For who comes by others' accounts alone; with a password there is more to set.
 * @param {Wire.Player} player
 */
function firstPasswordPart(player) {
    const next = renamed(passwordField("new-password"), "next", t("enter.new-password"));
    const problem = formError();
    const button = submitButton(t("me.password.set"));
    button.element.classList.remove("button-wide");
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        problem.show(null);
        const isShort = [...next.value].length < PASSWORD_LEAST;
        next.error(isShort ? t("enter.short.password") : null);
        if (isShort) {
            next.input.focus();
            return;
        }
        button.busy(true);
        try {
            await security.changePassword(undefined, next.value);
            const parts = present(await draw(player, t("me.password.was-set")));
            find(".settings-content").replaceChildren(...parts);
            find("#password-said").parentElement?.scrollIntoView({ block: "nearest" });
        } catch (error) {
            button.busy(false);
            if (error.field === "newPassword") {
                next.error(passwordRefusal(error));
                next.input.focus();
            } else problem.show(describe(error));
        }
    };
    return card({ title: t("me.password"), text: t("me.password.none", { name: player.alias ?? player.displayName }) },
        h("form", { class: "form setting-form", novalidate: true, onsubmit }, nameFor(player), next.element,
            problem.element, h("div", {}, button.element)));
}

/** @param {Wire.Player} player @param {string} text what was just done */
function passwordPart(player, text) {
    const current = renamed(passwordField("current-password"), "current", t("me.password.current"));
    const next = renamed(passwordField("new-password"), "next", t("enter.new-password"));
    const problem = formError();
    const said = h("p", { class: "notice", id: "password-said", role: "status", hidden: text === "" }, text);
    const button = submitButton(t("me.password.change"));
    button.element.classList.remove("button-wide");
    const onsubmit = async (/** @type {SubmitEvent & {target: any}} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        said.hidden = true;
        problem.show(null);
        next.error([...next.value].length < PASSWORD_LEAST ? t("enter.short.password") : null);
        current.error(current.value === "" ? t("enter.missing.password") : null);
        const wrong = [current, next].find(({ input }) => input.hasAttribute("aria-invalid"));
        if (wrong !== undefined) {
            wrong.input.focus();
            return;
        }
        button.busy(true);
        try {
            await security.changePassword(current.value, next.value);
            event.target.reset();
            said.textContent = t("me.password.changed");
            said.hidden = false;
        } catch (error) {
            if (error.field === "newPassword") {
                next.error(passwordRefusal(error));
                next.input.focus();
            } else refuseProof(error, { password: current, code: null, problem });
        }
        button.busy(false);
    };
    return card({ title: t("me.password"), text: t("me.password.text") },
        h("form", { class: "form setting-form", novalidate: true, onsubmit }, nameFor(player), current.element,
            next.element,
            problem.element, said, h("div", {}, button.element)));
}

/**
 * Shows codes in place of a card's content, until they are kept.
 * @param {HTMLElement} container @param {Wire.Player} player @param {string[]} codes
 * @param {() => void} after @param {object} [texts]
 */
export function showCodes(container, player, codes, after, texts = {}) {
    const name = player.alias ?? player.displayName;
    container.replaceChildren(recoveryCodes({ name, codes, go: after, level: "h3", ...texts }));
    find("h3", container).focus();
    container.scrollIntoView({ block: "start" });
}

/** @param {Wire.Player} player */
function codesPart(player) {
    const body = h("div", { class: "setting-body" });
    const drawButton = () => body.replaceChildren(h("button", { class: "button", type: "button", id: "new-codes",
        onclick: async () => {
            const codes = await prove({ title: t("me.codes.ask"), text: t("me.codes.ask.text"),
                confirm: t("me.codes.make"), act: ({ password }) => security.newRecoveryCodes(password) });
            if (codes) showCodes(body, player, codes, () => {
                drawButton();
                find("button", body).focus();
            });
        } }, t("me.codes.make")));
    drawButton();
    return card({ title: t("me.codes"), text: t("me.codes.text") }, body);
}

/** @param {Wire.Player} player @param {string} [said] of the password */
export async function draw(player, said = "") {
    const [state, address, links, known, guest, found] = await Promise.all([security.twoFactor(), mail.address(),
        providers.links(), providers.list(), guestPart(), session()]);
    const others = linksPart(links, known);
    // What asks for a password is for who has one. A guest takes an alias with it.
    if (!links.hasPassword) {
        return [...guest, others, found?.isGuest !== true && firstPasswordPart(player)]
            .filter((part) => part !== false);
    }
    return [...guest, passwordPart(player, said), others, twoFactorPart(player, state, showCodes), codesPart(player),
        mailPart(address)]
        .filter((part) => part !== false);
}
