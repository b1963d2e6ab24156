// Ways to find one another: by name, or by a link that is shown as a QR code too.

import { invitations } from "../lib/api-social.js";
import { showBanner } from "../lib/banner.js";
import { attribute, find, h, lookUp } from "../lib/dom.js";
import { date, t } from "../lib/i18n.js";
import { qrCode } from "../lib/qr.js";
import { keepAddress } from "../lib/session.js";
import { actionButton, attempt } from "../elements/person.js";
import { askForm } from "./ask.js";

/** The link that was made last, for as long as this tab lives: the server tells it once. */
const KEPT = "laurel.invitation.made";

/** @param {Wire.NewFriendInvitation} invitation */
function keepLink(invitation) {
    try {
        sessionStorage.setItem(KEPT, JSON.stringify(invitation));
    } catch {
        // Storage is off: another visit makes another link.
    }
}

/** @param {Wire.FriendInvitation[]} open those that are still good @returns {?Wire.NewFriendInvitation} */
function keptLink(open) {
    try {
        const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
        const still = open.find(({ id }) => id === kept?.id);
        return still === undefined ? null : { ...kept, ...still };
    } catch {
        return null;
    }
}

/**
 * The link, large and ready to be handed on.
 * @param {Wire.NewFriendInvitation} invitation @param {() => void} renew
 */
function linkParts(invitation, renew) {
    const { url, expires, usesLeft } = invitation;
    const address = h("input", { class: "link-address", readonly: true, value: url, "aria-label": t("social.link"),
        onfocus: ({ target }) => target.select() });
    const copy = actionButton(t("social.link.copy"), "button-primary", async () => {
        try {
            await navigator.clipboard.writeText(url);
            showBanner({ title: t("social.link.copied") });
        } catch {
            // Not allowed here: it is selected, so that the keys for copying work.
            address.focus();
            address.select();
            showBanner({ title: t("social.link.copy-by-hand") });
        }
    });
    const share = typeof navigator.share === "function" && h("button", { class: "button", type: "button",
        onclick: () => navigator.share({ title: t("social.link.share.title"), text: t("social.link.share.text"), url })
            // Closed without sharing.
            .catch(() => {}) }, t("social.link.share"));
    return [qrCode(url, t("social.link.qr")),
        h("div", { class: "link-text" }, address, h("div", { class: "actions" }, copy, share),
            h("p", { class: "soft" }, t("social.link.good", { date: date(expires), count: usesLeft })),
            h("p", { class: "soft" }, h("button", { class: "link-button", type: "button", onclick: renew },
                t("social.link.new"))))];
}

/** @param {Wire.FriendInvitation} invitation @param {() => Promise<unknown>} update */
function openLink({ id, expires, usesLeft }, update) {
    return h("li", { class: "person" }, h("div", { class: "person-text" },
        h("span", {}, t("social.link.good", { date: date(expires), count: usesLeft }))),
    h("div", { class: "person-actions" }, actionButton(t("social.link.end"), "button-small button-quiet", async () => {
        await invitations.remove(id);
        await update();
    })));
}

/** @param {{content: HTMLElement, update: () => void, me: object, isGuest: boolean}} page */
export function inviteView({ content, update, isGuest }) {
    const link = h("div", { class: "link" });
    const open = h("div", {});
    const page = { isDrawn: false, draw() {
        if (page.isDrawn) return;
        page.isDrawn = true;
        if (isGuest) {
            content.replaceChildren(h("section", { class: "card" }, h("p", {}, t("guest.first")),
                h("a", { class: "button button-primary", id: "keep", href: keepAddress() }, t("home.keep"))));
            return;
        }
        content.replaceChildren(h("div", { class: "sections sections-beside" },
            h("section", { class: "card" }, h("h2", {}, t("social.by-name")),
                askForm(new URLSearchParams(location.search), update)),
            h("section", { class: "card" }, h("h2", {}, t("social.by-link")),
                h("p", { class: "soft" }, t("social.by-link.text")), link, open)));
        offer();
        showOpen().then((list) => {
            const kept = keptLink(list);
            if (kept !== null && link.contains(lookUp("#make-link"))) {
                link.replaceChildren(...linkParts(kept, offer));
            }
        });
    } };

    function offer() {
        const make = h("button", { class: "button button-primary", type: "button", id: "make-link",
            onclick: async () => {
                attribute(make, "aria-busy", "true");
                await attempt(t("social.link.make"), async () => {
                    const made = await invitations.make();
                    keepLink(made);
                    link.replaceChildren(...linkParts(made, offer));
                    find(".link-address", link).focus();
                    await showOpen();
                });
                attribute(make, "aria-busy", null);
            } }, t("social.link.make"));
        link.replaceChildren(h("div", { class: "qr qr-waiting", "aria-hidden": "true" }),
            h("div", { class: "link-text" }, make));
    }

    async function showOpen() {
        const list = await invitations.list().catch(() => []);
        open.replaceChildren(...(list.length === 0 ? [] : [h("details", { class: "links-open" },
            h("summary", {}, t("social.links.open", { count: list.length })),
            h("ul", { class: "persons" }, list.map((one) => openLink(one, showOpen))))]));
        return list;
    }

    return page;
}
