// A guest's recovery link (rule 1.11): the secret that this browser has, for the day on which it is lost.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { keepAddress, session } from "../../lib/session.js";
import { card } from "./parts.js";

/** @returns {?string} */
function secretHere() {
    try {
        const secret = JSON.parse(localStorage.getItem(`laurel:${location.origin}:guest`) ?? "null");
        return typeof secret === "string" ? secret : null;
    } catch {
        return null;
    }
}

/** @returns {Promise<HTMLElement[]>} none for players with a password, and where another browser has the secret */
export async function guestPart() {
    const [found, secret] = [await session(), secretHere()];
    if (found?.isGuest !== true || secret === null) return [];
    const said = h("p", { class: "field-note", role: "status" });
    /** @type {HTMLInputElement} */
    const link = h("input", { id: "guest-link", readonly: true, "aria-label": t("me.guest"),
        value: `${location.origin}/sign-in/#guest=${secret}`, onfocus: () => link.select() });
    const copy = h("button", { class: "button", type: "button", onclick: async () => {
        try {
            await navigator.clipboard.writeText(link.value);
            said.textContent = t("me.guest.copied");
        } catch {
            link.select();
            said.textContent = t("me.guest.copy-failed");
        }
    } }, t("me.guest.copy"));
    return [card({ title: t("me.guest"), text: t("me.guest.text") },
        h("div", { class: "field" }, link, said),
        h("div", { class: "setting-actions" }, copy,
            h("a", { class: "button button-primary", href: keepAddress() }, t("home.keep"))))];
}
