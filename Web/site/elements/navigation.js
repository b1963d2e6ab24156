// The ways through the Game Center: a row in the header, a bar at the lower edge of a phone.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { icon } from "./icons.js";

/** @type {{id: import("./icons.js").IconName, address: string, paths: string[]}[]} */
const sections = [
    { id: "games", address: "/", paths: ["/games/"] },
    { id: "friends", address: "/friends/", paths: ["/players/"] },
    { id: "challenges", address: "/challenges/", paths: [] },
    { id: "inbox", address: "/inbox/", paths: [] },
    { id: "me", address: "/me/", paths: [] },
];

/** Past this a count says only that there are many. */
const COUNT_LIMIT = 99;

/** @param {{address: string, paths: string[]}} section */
function isCurrent({ address, paths }) {
    const here = location.pathname;
    return here === address || (address !== "/" && here.startsWith(address))
        || paths.some((path) => here.startsWith(path));
}

/** @returns {{element: HTMLElement, showUnread: (count: number) => void}} */
export function navigation() {
    const count = h("span", { class: "nav-count", hidden: true });
    const suffix = environment === "production" ? "" : `?environment=${environment}`;
    const element = h("nav", { class: "main-navigation", "aria-label": t("nav.label") }, sections.map((section) =>
        h("a", { href: section.address + suffix, "data-section": section.id,
            "aria-current": isCurrent(section) && "page" },
            h("span", { class: "nav-icon" }, icon(section.id), section.id === "inbox" && count),
            h("span", {}, t(`nav.${section.id}`)))));
    return { element, showUnread(unread) {
        count.hidden = unread === 0;
        count.replaceChildren(
            h("span", { "aria-hidden": "true" }, unread > COUNT_LIMIT ? `${COUNT_LIMIT}+` : String(unread)),
            h("span", { class: "quiet-text" }, t("nav.unread", { count: unread })));
    } };
}
