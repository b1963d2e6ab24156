// The reader's answer to an open challenge. The page is drawn by the server; its address holds the code behind the #,
// so that it reaches no log. While the reader signs in, it waits in this tab, with what was chosen.

import { shares } from "../lib/api-share.js";
import { find, h, lookUp } from "../lib/dom.js";
import { addTexts, describe, t } from "../lib/i18n.js";
import { onOtherTab, session, signInAddress } from "../lib/session.js";
import { formError, submitButton } from "../elements/fields.js";
import { failure } from "../elements/state.js";

await addTexts("share");

const container = find("#challenge");
const { id = "", player = "", game = "" } = container.dataset;
const WAITING = `laurel.challenge-link.${id}`;
/** Null: the game has no page to be played on. */
const play = lookUp("#play");
/** Appended to the code when the reader accepted before signing in: then nobody asks again. */
const WANTED = "!";

/** What is kept, also where storage is off: then until the page is left. */
let held = "";

/** @param {?string} text */
function keep(text) {
    held = text ?? "";
    try {
        if (text === null) sessionStorage.removeItem(WAITING);
        else sessionStorage.setItem(WAITING, text);
    } catch {
        // Storage is off: after a sign-in the link has to be opened again.
    }
}

/** @returns {{code: string, isWanted: boolean}} */
function takeCode() {
    const code = decodeURIComponent(location.hash.slice(1));
    if (code !== "") {
        keep(code);
        history.replaceState(null, "", location.pathname + location.search);
        return { code, isWanted: false };
    }
    let kept = held;
    try {
        kept = sessionStorage.getItem(WAITING) ?? "";
    } catch {
        // Storage is off.
    }
    return { code: kept.replace(WANTED, ""), isWanted: kept.endsWith(WANTED) };
}

/** @param {...(Node | null)} parts */
const actions = (...parts) => h("div", { class: "actions" }, ...parts);
/** @param {string} text */
const note = (text) => h("p", { class: "share-note" }, text);

/** @param {boolean} isPrimary */
function playLink(isPrimary) {
    if (play === null) return null;
    play.classList.toggle("button-primary", isPrimary);
    return play;
}

function done() {
    keep(null);
    const heading = h("h2", { tabindex: "-1" }, t("share.accepted"));
    container.replaceChildren(heading, note(t("share.accepted.text", { name: player, game })),
        actions(playLink(true), h("a", { class: "button", href: "/challenges/" }, t("share.accepted.list"))));
    heading.focus();
}

/**
 * @param {string} code @param {import("../elements/fields.js").SubmitButton} button
 * @param {import("../elements/fields.js").FormError} problem
 */
async function accept(code, button, problem) {
    if (button.isBusy) return;
    problem.show(null);
    button.busy(true);
    try {
        await shares.accept(code);
        done();
    } catch (error) {
        button.busy(false);
        if (error.kind === "unauthenticated") begin();
        else if (error.kind === "challenge-invalid") problem.show(t("share.own"));
        else problem.show(describe(error));
    }
}

/** @param {string} code */
function ask(code) {
    const problem = formError();
    const button = submitButton(t("share.accept"));
    const form = h("form", { class: "form", onsubmit: (event) => {
        event.preventDefault();
        accept(code, button, problem);
    } }, problem.element, button.element);
    container.replaceChildren(form, note(t("share.accept.note", { name: player })), actions(playLink(false)));
    return () => accept(code, button, problem);
}

/** @param {string} code */
function askToJoin(code) {
    const onclick = () => keep(code + WANTED);
    container.replaceChildren(
        actions(h("a", { class: "button button-primary", id: "join", href: `${signInAddress()}&new`, onclick },
            t("share.join")),
        h("a", { class: "button", id: "sign-in", href: signInAddress(), onclick }, t("share.sign-in")),
        playLink(false)), note(t("share.join.note", { name: player })));
}

async function begin() {
    const { code, isWanted } = takeCode();
    if (code === "") {
        container.replaceChildren(h("p", { class: "notice" }, t("share.no-code", { name: player })),
            actions(playLink(true)));
        return;
    }
    try {
        if (await session() === null) askToJoin(code);
        else if (isWanted) {
            keep(code);
            await ask(code)();
        } else ask(code);
    } catch (error) {
        container.replaceChildren(failure(error, begin, "h2"), actions(playLink(false)));
    }
}

onOtherTab(begin);
// The whole link, opened where a part of it was: that loads no page.
addEventListener("hashchange", begin);
begin();
