// The ways through the Game Center: a row in the header, a bar at the lower edge of a phone.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { icon } from "./icons.js";

/** @type {{id: import("./icons.js").IconName, address: string, paths: string[]}[]} */
const sections = [
    { id: "games", address: "/", paths: ["/games/"] },
    { id: "friends", address: "/friends/", paths: ["/players/"] },
    { id: "matches", address: "/matches/", paths: [] },
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

/**
 * @returns {{element: HTMLElement, showUnread: (count: number) => void, showWaiting: (count: number) => void,
 *     showMatches: (count: number) => void}} `showWaiting`: challenges; `showMatches`: matches that wait for the player
 */
export function navigation() {
    /** @type {Partial<Record<import("./icons.js").IconName, HTMLElement>>} */
    const counts = { inbox: h("span", { class: "nav-count", hidden: true }),
        challenges: h("span", { class: "nav-count", hidden: true }),
        matches: h("span", { class: "nav-count", hidden: true }) };
    /** @param {HTMLElement | undefined} place @param {number} count @param {string} said */
    const show = (place, count, said) => {
        if (place === undefined) return;
        place.hidden = count === 0;
        place.replaceChildren(
            h("span", { "aria-hidden": "true" }, count > COUNT_LIMIT ? `${COUNT_LIMIT}+` : String(count)),
            h("span", { class: "quiet-text" }, said));
    };
    const suffix = environment === "production" ? "" : `?environment=${environment}`;
    const element = h("nav", { class: "main-navigation", "aria-label": t("nav.label") }, sections.map((section) =>
        h("a", { href: section.address + suffix, "data-section": section.id,
            "aria-current": isCurrent(section) && "page" },
            h("span", { class: "nav-icon" }, icon(section.id), counts[section.id]),
            h("span", {}, t(`nav.${section.id}`)))));
    return { element,
        showUnread: (count) => show(counts.inbox, count, t("nav.unread", { count })),
        showMatches: (count) => show(counts.matches, count, t("nav.matches.waiting", { count })),
        showWaiting: (count) => show(counts.challenges, count, t("nav.waiting", { count })) };
}
