// Somebody's invitation link: who invites, and the player decides. The code stands behind the #, so that it reaches no
// log; while the player signs in it waits in this tab.

import { request } from "../lib/api.js";
import { find, h } from "../lib/dom.js";
import { date, describe, t } from "../lib/i18n.js";
import { keepAddress, onOtherTab, session, signInAddress } from "../lib/session.js";
import "../elements/chrome.js";
import { formError, submitButton } from "../elements/fields.js";
import { photo } from "../elements/photo.js";
import { failure } from "../elements/state.js";

const WAITING = "laurel.invitation";

/** @returns {string} empty: there is none */
function takeCode() {
    const code = location.hash.slice(1);
    try {
        if (code === "") return sessionStorage.getItem(WAITING) ?? "";
        sessionStorage.setItem(WAITING, code);
    } catch {
        // Storage is off: after a sign-in the link has to be opened again.
    }
    return code;
}

const main = find("#main");
const card = h("div", { class: "card enter" });
main.classList.add("enter-page");
main.replaceChildren(card);

/** @param {Wire.Player} inviter */
function showFace(inviter) {
    find(".wreath", card).replaceWith(photo(inviter, "large"));
}

/** @param {string} title @param {?string} text @param {...Node} parts */
function show(title, text, ...parts) {
    document.title = `${title} · Laurel`;
    card.replaceChildren(h("div", { class: "enter-title" },
        h("span", { class: "mark wreath", "aria-hidden": "true" }), h("h1", { tabindex: "-1" }, title),
        text !== null && h("p", {}, text)), ...parts);
}

/**
 * @param {string} code @param {Wire.Player} inviter @param {import("../elements/fields.js").SubmitButton} button
 * @param {import("../elements/fields.js").FormError} problem
 */
async function accept(code, inviter, button, problem) {
    if (button.isBusy) return;
    problem.show(null);
    button.busy(true);
    try {
        await request("POST", "/v1/friends", { body: { invitation: code } });
        show(t("invite.done", { name: inviter.displayName }), null,
            h("a", { class: "button button-primary button-wide", href: "/" }, t("home")));
    } catch (error) {
        button.busy(false);
        if (error.kind === "unauthenticated") location.reload();
        else problem.show(describe(error));
    }
}

/** @param {string} code @param {Wire.FriendInvitationView} invitation */
function ask(code, invitation) {
    const problem = formError();
    const button = submitButton(t("invite.accept"));
    /** @param {SubmitEvent} event */
    const onsubmit = (event) => {
        event.preventDefault();
        accept(code, invitation.player, button, problem);
    };
    show(t("invite.title", { name: invitation.player.displayName }),
        t("invite.text", { date: date(invitation.expires) }),
        h("form", { class: "form", onsubmit }, problem.element, button.element,
            h("a", { class: "button button-quiet button-wide", href: "/" }, t("invite.later"))));
    showFace(invitation.player);
}

/**
 * A guest has no friends before there is an account. The invitation waits in this tab meanwhile.
 * @param {Wire.FriendInvitationView} invitation
 */
function askToKeep({ player }) {
    show(t("invite.title", { name: player.displayName }), t("guest.first"),
        h("a", { class: "button button-primary button-wide", id: "keep", href: keepAddress() }, t("home.keep")),
        h("a", { class: "button button-quiet button-wide", href: "/" }, t("invite.later")));
    showFace(player);
}

async function begin() {
    const code = takeCode();
    if (code === "") {
        show(t("invite.refused"), t("problem.friend-invitation-refused"));
        return;
    }
    try {
        const [found, invitation] = await Promise.all([session(),
            request("POST", "/v1/friend-invitation-views", { body: { code } })]);
        if (found === null) {
            show(t("invite.title", { name: invitation.player.displayName }), t("invite.signed-out"),
                h("a", { class: "button button-primary button-wide", id: "join", href: `${signInAddress()}&new` },
                    t("enter.tab.join")),
                h("a", { class: "button button-wide", id: "sign-in", href: signInAddress() }, t("sign-in")));
            showFace(invitation.player);
            return;
        }
        if (found.isGuest) askToKeep(invitation);
        else ask(code, invitation);
    } catch (error) {
        // An invitation is not refused by a network that is away.
        if (error.isTemporary) card.replaceChildren(failure(error, begin, "h1"));
        else show(t("invite.refused"), describe(error));
    }
}

onOtherTab(begin);
begin();
