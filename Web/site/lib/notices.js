// What the player is told while a page of ours is open: the number of unread notices, and a banner for each new one.

import { showBanner } from "./banner.js";
import { subscribeToNotices } from "./events.js";

/** Pages that show new notices themselves take this away. */
let wantsBanners = true;

export function showNoBanners() {
    wantsBanners = false;
}

/**
 * What a notice says is loaded when the first one comes: most pages are left without one.
 * @param {Wire.Notice} notice
 */
async function announce(notice) {
    if (!wantsBanners || notice.isRead) return;
    const { noticeBanner } = await import("../inbox/notice.js");
    if (document.visibilityState === "visible") showBanner(noticeBanner(notice));
}

/**
 * Listens for as long as the page lives. Only for somebody who is signed in.
 * @param {(inbox: {unread: number}) => void} onInbox @param {(notice: Wire.Notice) => void} [onNotice]
 * @returns {() => void} stops listening
 */
export function hearNotices(onInbox, onNotice) {
    return subscribeToNotices({
        // The page stays as it is when a notice cannot be shown: it waits in the inbox.
        onNotice: (notice) => {
            onNotice?.(notice);
            announce(notice).catch(() => {});
        },
        onInbox,
    });
}
