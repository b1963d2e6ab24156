// What is new for a player: the latest unread notices, live, beside the greeting.

import { h } from "../lib/dom.js";
import { subscribeToNotices } from "../lib/events.js";
import { date, t, wholeDate } from "../lib/i18n.js";
import { inbox } from "../lib/api-me.js";
import { icon } from "../elements/icons.js";
import { addPhotos, noticeAddress, noticePicture } from "../elements/notice.js";
import { canBeRead, grouped, sentenceOf } from "../elements/notice-groups.js";

/** Rows shown; the rest are in the inbox. */
const SHOWN = 3;

/** @param {Wire.Notice[]} notices those that belong together */
function line(notices) {
    const [notice] = notices;
    return h("li", {}, h("a", { class: "new-line", href: noticeAddress(notice),
        // A player who follows it has read it; the page does not wait for the server to know.
        onclick: () => notices.filter(canBeRead).forEach(({ id }) => void inbox.read(id).catch(() => {})) },
    noticePicture(notice), h("span", { class: "list-text" }, h("strong", {}, sentenceOf(notices)),
        h("small", { title: wholeDate(notice.created) },
            [notice.game?.name, date(notice.created)].filter(Boolean).join(" · ")))));
}

/** @param {HTMLElement} panel filled, and kept up to date */
export async function showNew(panel) {
    const draw = async () => {
        const { notices, unread } = await inbox.list({ count: 20 });
        const fresh = grouped(notices.filter(({ isRead }) => !isRead)).slice(0, SHOWN);
        const rest = unread - fresh.flat().length;
        panel.replaceChildren(
            h("div", { class: "new-head" }, h("h2", { id: "new" }, t("home.new")),
                h("a", { href: "/inbox/" }, t("home.inbox"))),
            fresh.length === 0 ? h("div", { class: "new-none" }, icon("inbox"), h("p", {}, t("home.new.none")))
                : h("ul", { class: "new-list" }, fresh.map(line)),
            ...(rest > 0 ? [h("p", { class: "new-rest" }, t("home.new.rest", { count: rest }))] : []));
        // Without photos the first letters stay.
        addPhotos(panel).catch(() => {});
    };
    await draw();
    /** @type {string | undefined} */
    let last;
    subscribeToNotices({ onNotice: () => {}, onInbox: ({ unread, last: newest }) => {
        const seen = `${unread}/${newest}`;
        const isChange = last !== undefined && last !== seen;
        last = seen;
        if (isChange) draw().catch(() => {});
    } });
}
