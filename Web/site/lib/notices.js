// What the player is told while a page of ours is open: the number of unread notices, and a banner for each new one.

import { showBanner } from "./banner.js";
import { subscribeToNotices } from "./events.js";

/** Pages that show new notices themselves take this away. */
let wantsBanners = true;

export function showNoBanners() {
    wantsBanners = false;
}

/**
 * @param {Wire.Notice} notice @param {MakeBanner} makeBanner
 */
async function announce(notice, makeBanner) {
    if (!wantsBanners || notice.isRead) return;
    const banner = await makeBanner(notice);
    if (document.visibilityState === "visible") showBanner(banner);
}

/**
 * Listens for as long as the page lives. Only for somebody who is signed in.
 * @typedef {(notice: Wire.Notice) => Promise<Parameters<typeof showBanner>[0]>} MakeBanner
 * @param {MakeBanner} makeBanner of a notice
 * @param {(inbox: {unread: number}) => void} onInbox @param {(notice: Wire.Notice) => void} [onNotice]
 * @returns {() => void} stops listening
 */
export function hearNotices(makeBanner, onInbox, onNotice) {
    return subscribeToNotices({
        // The page stays as it is when a notice cannot be shown: it waits in the inbox.
        onNotice: (notice) => {
            onNotice?.(notice);
            announce(notice, makeBanner).catch(() => {});
        },
        onInbox,
    });
}
