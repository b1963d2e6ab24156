// Sign in, create an account, or come back with a recovery code: one calm page.

import { players } from "../lib/api.js";
import { mail } from "../lib/api-mail.js";
import { providers } from "../lib/api-providers.js";
import { security } from "../lib/api-me.js";
import { find, h } from "../lib/dom.js";
import { deviceName } from "../lib/device-name.js";
import { describe, t } from "../lib/i18n.js";
import { environment, forgetGuest, leaveWelcome, rememberName, safeReturn, session } from "../lib/session.js";
import "../elements/chrome.js";
import { recoveryCodes } from "../elements/codes.js";
import { aliasField, field, formError, passwordField, passwordRefusal, submitButton } from "../elements/fields.js";
import { providerButtons } from "../elements/providers.js";
import { tabs } from "../elements/tabs.js";
import { cameByCode, claimForm, takeClaim } from "./claim.js";
import { dropImported, gamesOf, importedForm, importedScores, takeImported } from "./imported.js";
import { guestToMerge, mergeForm } from "./merge.js";
import { comeBack, exchange } from "./returned.js";

/**
 * @typedef {import("../elements/fields.js").LabelledField} LabelledField
 * @typedef {import("../elements/fields.js").FormError} FormError
 */

const ALIAS_LEAST = 3;
const PASSWORD_LEAST = 8;

const query = new URLSearchParams(location.search);
const goal = safeReturn(query.get("return"));
const main = find("#main");
const card = h("div", { class: "card enter" });
main.classList.add("enter-page");
main.replaceChildren(card);

/** What was typed goes along from one form to the next. */
let alias = "";

/** Who can make an account here. As long as that isn't known, everybody. */
let signUp = "open";
providers.signUp().then((found) => {
    signUp = found;
    const isUntouched = [...card.querySelectorAll("input")].every((input) => input.value === "");
    if (signUp !== "open" && isUntouched && card.querySelector("#tab-join[aria-selected=true]")) showJoin();
}, () => {});

/** @param {Wire.Player} player @param {boolean} isNew */
function leave(player, isNew) {
    rememberName(player.displayName);
    leaveWelcome({ name: player.displayName, isNew, environment });
    location.assign(goal);
}

/**
 * Who played here as a guest is asked about their scores; those who can do much are led to a second factor.
 * @param {Wire.Player} player
 */
async function leaveProtected(player) {
    const guest = await guestToMerge();
    if (guest === null) {
        await leaveAdvised(player);
        return;
    }
    rememberName(player.displayName);
    show(t("enter.merge.title"),
        heading(t("enter.merge.title"),
            guest.isImported ? importedText(guest.preview, "merge")
                : t("enter.merge.text", { name: guest.preview.displayName })),
        mergeForm(guest, player.displayName, () => leaveAdvised(player)));
    find("h1", card).focus();
}

/** @param {Wire.Player} player */
async function leaveAdvised(player) {
    let advice = "none";
    try {
        ({ advice } = await security.twoFactor());
    } catch {
        // They are signed in, and that is what they came for.
    }
    if (advice === "none") leave(player, false);
    else showProtect(player, advice === "required");
}

/** @param {Wire.Player} player @param {boolean} isRequired */
function showProtect(player, isRequired) {
    rememberName(player.displayName);
    show(t("enter.protect.title"),
        heading(t("enter.protect.title"), t(isRequired ? "enter.protect.required" : "enter.protect.text")),
        h("div", { class: "form" },
            h("a", { class: "button button-primary button-wide", href: "/me/settings/?view=security" },
                t("enter.protect.begin")),
            !isRequired && h("button", { class: "button button-quiet button-wide", type: "button",
                onclick: () => leave(player, false) }, t("enter.protect.later"))));
    find("h1", card).focus();
}

/**
 * The guest has an account now: the secret is of no use any more, a link's or this browser's own. A code may have
 * brought another guest than this browser's, who stays.
 */
function keepNothing() {
    if (!dropImported() && !cameByCode()) forgetGuest();
}

/** @param {string} title @param {...Node} parts */
function show(title, ...parts) {
    document.title = `${title} · Laurel`;
    card.replaceChildren(...parts);
}

/** @param {string} title @param {string} text */
function heading(title, text) {
    return h("div", { class: "enter-title" }, h("span", { class: "mark wreath", "aria-hidden": "true" }),
        h("h1", { tabindex: "-1" }, title), h("p", {}, text),
        environment === "sandbox" && h("p", { class: "notice notice-sandbox" }, t("enter.sandbox")));
}

/**
 * Empty and short fields, before anybody is asked.
 * @param {LabelledField} aliasInput @param {LabelledField} passwordInput @param {boolean} isNew
 * @returns {boolean} whether all is well
 */
function check(aliasInput, passwordInput, isNew) {
    /** @type {[LabelledField, ?string][]} */
    const checks = [
        [passwordInput, passwordInput.value === "" ? "enter.missing.password"
            : isNew && [...passwordInput.value].length < PASSWORD_LEAST ? "enter.short.password" : null],
        [aliasInput, aliasInput.value.trim() === "" ? "enter.missing.alias"
            : isNew && [...aliasInput.value.trim()].length < ALIAS_LEAST ? "enter.short.alias" : null],
    ];
    for (const [one, key] of checks) {
        one.error(key === null ? null : t(key));
        if (key !== null) one.input.focus();
    }
    return checks.every(([, key]) => key === null);
}

/**
 * Runs what a form is for, busy meanwhile; a problem goes to `fail`.
 * @param {import("../elements/fields.js").SubmitButton} button @param {FormError} problem
 * @param {() => Promise<void>} action @param {(error: any) => void} fail
 */
async function perform(button, problem, action, fail) {
    if (button.isBusy) return;
    problem.show(null);
    button.busy(true);
    try {
        await action();
    } catch (error) {
        button.busy(false);
        fail(error);
    }
}

/**
 * The tabs, over the form of the one that is chosen.
 * @param {"sign-in" | "join"} selected @param {string} title @param {string} text @param {HTMLFormElement} form
 */
function withTabs(selected, title, text, form) {
    const panel = h("div", { id: "enter-form", role: "tabpanel" }, form);
    const choice = tabs({ label: t("enter.tabs"), panel, selected,
        items: [{ id: "sign-in", name: t("enter.tab.sign-in") }, { id: "join", name: t("enter.tab.join") }],
        choose: (id) => {
            alias = form.querySelector("input")?.value ?? alias;
            if (id === "join") showJoin();
            else showSignIn();
            find(`#tab-${id}`).focus();
        } });
    show(title, heading(title, text), choice, panel, otherAccounts());
}

/** The same page with somebody else's account, which leads back to here. */
function otherAccounts() {
    return providerButtons({ label: "provider.sign-in", visit: { purpose: "sign-in", search: location.search } });
}

/** For accounts with a second factor. Its room is not kept: most have none. */
function secondFactorField() {
    const code = field({ name: "code", label: t("enter.second"), note: t("enter.second.note"), attributes: {
        type: "text", inputmode: "text", autocomplete: "one-time-code", autocapitalize: "none", spellcheck: "false",
        maxlength: 40 } });
    code.element.hidden = true;
    return code;
}

/**
 * Asks for the code of the second factor, or says that it was wrong.
 * @param {{kind?: string}} error @param {LabelledField} code @param {FormError} problem
 * @returns {boolean} whether it was about that
 */
function askForCode(error, code, problem) {
    if (error.kind === "code-required") {
        code.element.hidden = false;
        code.input.focus();
        problem.show(null);
        return true;
    }
    if (error.kind !== "wrong-code") return false;
    code.element.hidden = false;
    code.error(describe(error));
    code.input.select();
    return true;
}

/** @param {{password: string, error: {kind?: string}}} [after] what a recovery left: a code is wanted still */
function showSignIn(after) {
    const name = aliasField({ value: alias });
    const password = passwordField("current-password");
    const code = secondFactorField();
    const problem = formError();
    const button = submitButton(t("enter.submit.sign-in"));
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (!check(name, password, false)) return;
        perform(button, problem, async () => {
            const { player } = await players.signIn({ alias: name.value.trim(), password: password.value,
                code: code.value.trim() || undefined, environment, device: deviceName() });
            await leaveProtected(player);
        }, (error) => {
            if (askForCode(error, code, problem)) return;
            problem.show(describe(error));
            if (error.kind === "wrong-credentials") password.input.select();
        });
    };
    withTabs("sign-in", t("enter.title"), t("enter.text"), h("form", { class: "form", novalidate: true, onsubmit },
        name.element, password.element, code.element, problem.element, button.element,
        h("p", { class: "enter-foot" }, h("button", { class: "link-button", type: "button", onclick: () => {
            alias = name.value;
            showRecovery();
        } }, t("enter.forgot")))));
    if (after === undefined) return;
    password.input.value = after.password;
    askForCode(after.error, code, problem);
}

function showJoin() {
    if (signUp === "closed") {
        withTabs("join", t("enter.join.title"), t("enter.join.closed"), h("form", { class: "form" }));
        return;
    }
    const name = aliasField({ value: alias }, t("enter.alias.note"));
    const password = passwordField("new-password");
    const invitation = invitationField();
    const problem = formError();
    const button = submitButton(t("enter.submit.join"));
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (!check(name, password, true)) return;
        perform(button, problem, async () => {
            const made = await players.register({ alias: name.value.trim(), password: password.value, environment,
                device: deviceName(), invitation: invitation.value.trim() || undefined });
            showCodes(made);
        }, (error) => refuse(error, { name, password, invitation, problem }));
    };
    withTabs("join", t("enter.join.title"), t("enter.join.text"),
        h("form", { class: "form", novalidate: true, onsubmit },
        name.element, password.element, invitation.element, problem.element, button.element));
}

/** Shown where the server wants one, and when the page's address brings one. */
function invitationField() {
    const invitation = field({ name: "invitation", label: t("enter.invitation"), note: t("enter.invitation.note"),
        attributes: { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
            value: query.get("invitation") ?? "" } });
    invitation.element.hidden = signUp !== "invitation" && !query.has("invitation");
    return invitation;
}

/**
 * A guest takes an account, under the name they have or another one (rule 1.12).
 * @param {Wire.Player} guest
 */
function showKeep(guest) {
    const name = aliasField({ value: guest.alias ?? guest.displayName }, t("enter.alias.note"));
    const password = passwordField("new-password");
    const invitation = invitationField();
    const problem = formError();
    const button = submitButton(t("enter.submit.keep"));
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (!check(name, password, true)) return;
        perform(button, problem, async () => {
            const kept = await players.upgrade({ alias: name.value.trim(), password: password.value,
                invitation: invitation.value.trim() || undefined, device: deviceName() });
            keepNothing();
            showCodes(kept);
        }, (error) => refuse(error, { name, password, invitation, problem }));
    };
    show(t("enter.keep.title"), heading(t("enter.keep.title"), t("enter.keep.text")),
        h("form", { class: "form", novalidate: true, onsubmit },
            name.element, password.element, invitation.element, problem.element, button.element,
            h("p", { class: "enter-foot" }, h("button", { class: "link-button", type: "button", onclick: () => {
                alias = "";
                showSignIn();
                find("h1", card).focus();
            } }, t("enter.have")))), otherAccounts());
    password.input.focus();
}

// MARK: Back from a provider

/** @param {{provider: string, code: string, state: string, error: string, isLink: boolean}} answer */
async function showReturned(answer) {
    show(t("enter.provider.title"), heading(t("enter.provider.title"), t("enter.provider.wait")));
    try {
        if (answer.error !== "" || answer.code === "") throw new Error(answer.error);
        const { ticket, isLinked } = await exchange(answer);
        if (answer.isLink) {
            await providers.link({ ticket, device: deviceName() });
            location.replace(goal);
        } else if (isLinked) await enterBy(ticket);
        else await showNewcomer(ticket);
    } catch (error) {
        const isLeft = error.kind === undefined;
        if (answer.isLink) {
            const title = t("enter.provider.link.title");
            show(title, heading(title, isLeft ? t("enter.provider.link.left") : describe(error)),
                h("div", { class: "form" },
                    h("a", { class: "button button-primary button-wide", href: goal }, t("enter.go-on"))));
            find("h1", card).focus();
        } else await showRefused(isLeft ? t("enter.provider.left") : describe(error));
    }
}

/**
 * What they came from, with what went wrong above it.
 * @param {string} text
 */
async function showRefused(text) {
    const found = await session().catch(() => null);
    if (found?.isGuest === true) showKeep(found.player);
    else showSignIn();
    const problem = formError();
    find(".enter-title", card).after(problem.element);
    problem.show(text);
    problem.element.scrollIntoView({ block: "nearest" });
}

/**
 * Whom the ticket signs in comes in, with a code of the second factor where there is one.
 * @param {string} ticket
 */
async function enterBy(ticket) {
    try {
        const { player } = await providers.signIn({ ticket, environment, device: deviceName() });
        await leaveProtected(player);
    } catch (error) {
        if (error.kind !== "code-required") throw error;
        showSecondFactor(ticket);
    }
}

/** @param {string} ticket */
function showSecondFactor(ticket) {
    const code = secondFactorField();
    code.element.hidden = false;
    const problem = formError();
    const button = submitButton(t("enter.submit.sign-in"));
    const onsubmit = (/** @type {Event} */ event) => {
        event.preventDefault();
        perform(button, problem, async () => {
            const { player } = await providers.signIn({ ticket, environment, device: deviceName(),
                code: code.value.trim() });
            await leaveProtected(player);
        }, (error) => {
            if (!askForCode(error, code, problem)) problem.show(describe(error));
        });
    };
    show(t("enter.title"), heading(t("enter.title"), t("enter.second.note")),
        h("form", { class: "form", novalidate: true, onsubmit }, code.element, problem.element, button.element));
    code.input.focus();
}

/**
 * Somebody's first time: as the guest who plays here already, or as a new player.
 * @param {string} ticket
 */
async function showNewcomer(ticket) {
    const found = await session().catch(() => null);
    const guest = found?.isGuest === true ? found.player : null;
    const name = aliasField({ value: guest === null ? "" : guest.alias ?? guest.displayName },
        t(guest === null ? "enter.provider.alias.note" : "enter.alias.note"));
    const invitation = invitationField();
    const problem = formError();
    const button = submitButton(t(guest === null ? "enter.submit.join" : "enter.submit.keep"));
    const onsubmit = (/** @type {Event} */ event) => {
        event.preventDefault();
        perform(button, problem, async () => {
            const account = { ticket, alias: name.value.trim() || undefined,
                invitation: invitation.value.trim() || undefined };
            if (guest === null) {
                const { player } = await providers.signIn({ ...account, environment, device: deviceName() });
                leave(player, true);
            } else {
                const { player } = await providers.link({ ...account, device: deviceName() });
                keepNothing();
                leave(player, true);
            }
        }, (error) => refuse(error, { name, password: name, invitation, problem }));
    };
    const title = t(guest === null ? "enter.join.title" : "enter.keep.title");
    const text = t(guest === null ? "enter.provider.new" : "enter.provider.keep");
    show(title, heading(title, text),
        h("form", { class: "form", novalidate: true, onsubmit },
            name.element, invitation.element, problem.element, button.element));
    name.input.focus();
}

/**
 * Puts a refusal where it belongs: at the field it is about.
 * @param {{kind?: string, field?: string, reason?: string}} error
 * @param {{name: LabelledField, password: LabelledField, invitation: LabelledField, problem: FormError}} form
 */
function refuse(error, { name, password, invitation, problem }) {
    const at = (/** @type {LabelledField} */ one, /** @type {?string} */ text) => {
        one.error(text);
        one.input.focus();
    };
    if (error.kind === "invitation-required" || error.field === "invitation") {
        // The server asks for a code: the field appears; only a second refusal is a mistake.
        const isFirst = invitation.element.hidden;
        invitation.element.hidden = false;
        at(invitation, isFirst ? null : t("problem.invitation-required"));
    } else if (error.kind === "alias-taken") at(name, describe(error));
    else if (error.field === "alias") at(name, t("problem.invalid-parameter.alias"));
    else if (error.field === "password") at(password, passwordRefusal(error));
    else problem.show(describe(error));
}

/** @param {{player: Wire.Player, recoveryCodes: string[]}} made */
function showCodes({ player, recoveryCodes: codes }) {
    document.title = `${t("codes.title")} · Laurel`;
    rememberName(player.displayName);
    card.replaceChildren(recoveryCodes({ name: player.displayName, codes, go: () => leave(player, true) }));
    find("h1", card).focus();
    scrollTo({ top: 0 });
}

function showRecovery() {
    const name = aliasField({ value: alias });
    const code = field({ name: "code", label: t("enter.code"), attributes: {
        type: "text", autocomplete: "one-time-code", autocapitalize: "none", spellcheck: "false" } });
    const password = passwordField("new-password");
    find("label", password.element).textContent = t("enter.new-password");
    const problem = formError();
    const byMail = h("p", { class: "enter-foot", hidden: true }, h("a", { href: "/mail/" }, t("enter.by-mail")));
    // On a server that can't say, there are recovery codes.
    mail.isOn().then((isOn) => { byMail.hidden = !isOn; }, () => {});
    const button = submitButton(t("enter.submit.recover"));
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const isFilled = code.value.trim() !== "";
        code.error(isFilled ? null : t("enter.missing.code"));
        if (!check(name, password, true) || !isFilled) return;
        perform(button, problem, async () => {
            const account = { alias: name.value.trim(), password: password.value };
            await players.recover({ alias: account.alias, recoveryCode: code.value.trim(),
                newPassword: account.password });
            // From here on the password is the new one, whatever comes of the rest.
            alias = account.alias;
            try {
                const { player } = await players.signIn({ ...account, environment, device: deviceName() });
                await leaveProtected(player);
            } catch (error) {
                if (error.kind !== "code-required") throw error;
                showSignIn({ password: account.password, error });
            }
        }, (error) => {
            if (error.kind === "wrong-credentials") problem.show(t("problem.wrong-credentials.recover"));
            else if (error.field === "newPassword") password.error(passwordRefusal(error));
            else problem.show(describe(error));
        });
    };
    show(t("enter.recover.title"), heading(t("enter.recover.title"), t("enter.recover.text")),
        h("form", { class: "form", novalidate: true, onsubmit }, name.element, code.element, password.element,
            problem.element, button.element, byMail,
            h("p", { class: "enter-foot" }, h("button", { class: "link-button", type: "button", onclick: () => {
                alias = name.value;
                showSignIn();
            } }, t("enter.back")))));
    find("h1", card).focus();
}

/**
 * Somebody is signed in already: go on, or change.
 * @param {Wire.CurrentPlayer} found
 */
function showAlready({ player, isGuest }) {
    const text = t(isGuest ? "enter.already.guest" : "enter.already", { name: player.displayName });
    show(t("enter.title"), heading(t("enter.title"), text),
        h("div", { class: "form" },
            isGuest && h("button", { class: "button button-wide", type: "button", onclick: () => showKeep(player) },
                t("enter.keep.title")),
            h("a", { class: "button button-primary button-wide", href: goal }, t("enter.go-on")),
            h("button", { class: "button button-quiet button-wide", type: "button", onclick: () => showSignIn() },
                t("enter.other"))));
}

/** Somebody comes to keep a guest's name, and nobody is signed in: who signs in is asked about this browser's guest. */
function showKeepSignedOut() {
    showSignIn();
    const title = t("enter.keep.title");
    document.title = `${title} · Laurel`;
    find(".enter-title", card).replaceWith(heading(title, t("enter.keep.signed-out")));
}

/** @param {import("./claim.js").Claim} claim of a guest, whose link was opened */
function showClaim(claim) {
    const text = "code" in claim ? t("enter.claim.code") : t("enter.claim.text");
    const title = t(query.has("keep") ? "enter.keep.title" : "enter.claim.title");
    show(title, heading(title, text),
        claimForm({ claim, go: (player) => claimed(player), signIn: () => {
            showSignIn();
            find("h1", card).focus();
        } }));
}

/**
 * A game in a window brings its guest here to keep their name.
 * @param {Wire.Player} guest
 */
function claimed(guest) {
    rememberName(guest.displayName);
    if (query.has("keep")) showKeep(guest);
    else leave(guest, false);
}

/**
 * Whose scores of what they are. The rows say so where they are of several games.
 * @param {Wire.MergePreview} preview @param {"text" | "merge"} [what]
 */
function importedText(preview, what = "text") {
    const [game, ...others] = gamesOf(preview);
    return t(`enter.imported.${what}`, { name: preview.displayName,
        game: game === undefined || others.length > 0 ? "" : game });
}

/** @param {string} secret of a link to scores from elsewhere */
async function showImported(secret) {
    try {
        const [preview, found] = await Promise.all([importedScores(secret), session().catch(() => null)]);
        if (found !== null && found.isGuest !== true) {
            await leaveProtected(found.player);
            return;
        }
        show(t("enter.imported.title"),
            heading(t("enter.imported.title"), importedText(preview)),
            importedForm({ secret, preview, go: showKeep, signIn: () => {
                showSignIn();
                find("h1", card).focus();
            } }));
    } catch (error) {
        dropImported();
        show(t("enter.imported.lost"), heading(t("enter.imported.lost"), describe(error)),
            h("a", { class: "button button-wide", href: goal }, t("enter.go-on")));
    }
}

/** Who wants to keep a name: whose it is has to be known first. */
async function showKept() {
    const title = t("enter.keep.title");
    show(title, heading(title, t("enter.keep.text")));
    const found = await session().catch(() => null);
    if (found === null) showKeepSignedOut();
    else if (found.isGuest === true) showKeep(found.player);
    else showAlready(found);
}

// Kept by the browser as it was left: with a password in its field, and of whoever was signed in before.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

const returned = comeBack();
const claim = takeClaim();
const imported = takeImported();
if (returned !== null) showReturned(returned);
else if (claim !== null) showClaim(claim);
else if (imported !== null) showImported(imported);
else if (query.has("new") || query.has("invitation")) showJoin();
else if (query.has("keep")) showKept();
else showSignIn();
// Who comes to be somebody else has been asked that already.
if (returned === null && claim === null && imported === null && !query.has("keep") && !query.has("other")) {
    session().then((found) => {
        // Who has begun to type goes on typing.
        if (found !== null && [...card.querySelectorAll("input")].every((input) => input.value === "")) {
            showAlready(found);
        }
    }, () => {});
}
