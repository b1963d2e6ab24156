// The banner: slides in at the top, says one thing, and goes. Read aloud without taking the focus.

import { h, prefersStillness } from "./dom.js";
import { t } from "./i18n.js";
import { takeWelcome } from "./session.js";

/** How long a banner stays, in milliseconds: time to read it twice. */
const STAY = 5_000;
/** The same while others wait. */
const SHORT_STAY = 2_000;

/** @type {HTMLElement | undefined} */
let region;

/**
 * Banners that wait until the one before them has gone.
 * @type {HTMLElement[]}
 */
const waiting = [];

/** How many may wait; what comes on top is left out, so that no banner tells of what is long past. */
const WAITING_LIMIT = 5;

/** @type {HTMLElement | undefined} */
let shown;
/** Another one has come: the one that is shown makes room soon. */
let makeRoom = () => {};

/** Shows the next banner, if none stands. */
function showNext() {
    if (shown !== undefined) return;
    const banner = waiting.shift();
    if (banner === undefined) return;
    shown = banner;
    let isLeaving = false;
    const leave = () => {
        if (isLeaving) return;
        isLeaving = true;
        banner.dataset.leaving = "";
        setTimeout(() => {
            banner.remove();
            shown = undefined;
            makeRoom = () => {};
            showNext();
        }, prefersStillness() ? 0 : 500);
    };
    banner.addEventListener("click", leave);
    // A region that comes with its text is not read by every reader: the text follows in the next frame.
    requestAnimationFrame(() => {
        region?.replaceChildren(banner);
        const since = performance.now();
        makeRoom = () => setTimeout(leave, Math.max(0, SHORT_STAY - (performance.now() - since)));
        setTimeout(leave, waiting.length > 0 ? SHORT_STAY : STAY);
    });
}

/**
 * @param {{title: string, text?: string, badge?: string, address?: string, picture?: HTMLElement}} message
 *     `address`: where a click leads; `picture` stands in place of the mark
 * @returns {HTMLElement}
 */
export function showBanner({ title, text, badge, address, picture }) {
    if (region === undefined) {
        region = h("div", { role: "status", "aria-live": "polite" });
        document.body.append(region);
    }
    const banner = h(address === undefined ? "div" : "a", { class: "banner", href: address },
        picture ?? h("span", { class: "mark", "aria-hidden": "true" }),
        h("div", {},
            h("strong", {}, title),
            text && h("small", {}, text),
            badge && h("span", { class: "badge badge-sandbox" }, badge)));
    if (waiting.length < WAITING_LIMIT) waiting.push(banner);
    makeRoom();
    showNext();
    return banner;
}

/**
 * "Welcome back, NAME" (rule 1.6), with Sandbox where it is.
 * @param {{name: string, isNew?: boolean, environment?: string}} note
 */
export function welcome({ name, isNew = false, environment = "production" }) {
    return showBanner({
        title: t(isNew ? "welcome.new" : "welcome.back", { name }),
        badge: environment === "sandbox" ? t("sandbox") : undefined,
    });
}

/** Shows the welcome that the sign-in page left, once. */
export function welcomeIfNew() {
    const note = takeWelcome();
    if (note !== null) welcome(note);
}

/** Pages that show new notices themselves take this away. */
let wantsNotices = true;

export function showNoNotices() {
    wantsNotices = false;
}

/**
 * The banner of what the player is told. When it can't be made, the notice waits in the inbox all the same.
 * @param {Wire.Notice} notice
 * @param {(notice: Wire.Notice) => Promise<Parameters<typeof showBanner>[0]>} make
 */
export async function announce(notice, make) {
    if (!wantsNotices || notice.isRead) return;
    try {
        const banner = await make(notice);
        if (document.visibilityState === "visible") showBanner(banner);
    } catch {
        // The page stays as it is.
    }
}
