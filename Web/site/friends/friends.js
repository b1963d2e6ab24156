// Friends: the list, requests, and ways to find one another. The address says which:
//
//     /friends/?view=friends | requests | invite

import { people } from "../lib/api-social.js";
import { find, h, oneOf } from "../lib/dom.js";
import { addTexts, number, t } from "../lib/i18n.js";
import { liveList } from "../lib/live.js";
import { onOtherTab, session, signInAddress } from "../lib/session.js";
import "../elements/chrome.js";
import { personSkeleton } from "../elements/person.js";
import { failure } from "../elements/state.js";
import { inviteView } from "./invite.js";
import { friendsView } from "./list.js";
import { requestsView } from "./requests.js";

await addTexts("social");

const views = { friends: friendsView, requests: requestsView, invite: inviteView };
const names = () => ({ friends: t("social.friends"), requests: t("social.requests"), invite: t("social.invite") });
/** What may change a list here. */
const KINDS = new Set(["friendRequested", "friendAccepted"]);

const main = find("#main");
const asked = new URLSearchParams(location.search).get("view");
/** @type {(keyof typeof views)[]} */
const ids = ["friends", "requests", "invite"];
const view = oneOf(ids, asked, "friends");
document.title = `${names()[view]} · Laurel`;

const counts = { friends: h("span", { class: "count" }), requests: h("span", { class: "count count-new" }),
    invite: null };
const content = h("div", { id: "content" });
const head = h("div", { class: "page-head" }, h("h1", {}, t("social.friends")),
    h("nav", { class: "view-links", "aria-label": t("social.friends.views") }, ids.map((id) =>
        h("a", { class: "button button-small", href: `/friends/?view=${id}`, "aria-current": id === view && "page" },
            names()[id], counts[id]))));

/** @param {HTMLElement} element @param {number} count */
function showCount(element, count) {
    element.textContent = count === 0 ? "" : number(count);
}

/** @typedef {{friends: Wire.Player[], requests: Wire.FriendRequests}} Read */
/** @type {{isDrawn: boolean, draw: (read: Read) => void}} */
let shown;
/** @type {ReturnType<typeof liveList> | undefined} */
let list;

/** @param {Read} read */
function draw({ friends, requests }) {
    showCount(counts.friends, friends.length);
    showCount(counts.requests, requests.received.length);
    shown.draw({ friends, requests });
}

async function begin() {
    list?.stop();
    content.replaceChildren(personSkeleton());
    try {
        const found = await session();
        if (found === null) {
            location.replace(signInAddress());
            return;
        }
        shown = views[view]({ content, update: () => list?.update(), me: found.player,
            isGuest: found.isGuest });
    } catch (error) {
        content.replaceChildren(failure(error, begin, "h2"));
        return;
    }
    list = liveList({
        concerns: ({ kind }) => KINDS.has(kind),
        read: async () => {
            const [friends, requests] = await Promise.all([people.friends(), people.requests()]);
            return { friends, requests };
        },
        draw,
        fail: (error) => {
            if (error.kind === "unauthenticated") location.replace(signInAddress());
            else if (!shown.isDrawn) content.replaceChildren(failure(error, begin, "h2"));
        },
    });
    await list.update();
}

main.replaceChildren(head, content);
// Declined, taken back or removed: nobody is told of that, so players see it when they come back to the page.
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && list?.update());
onOtherTab(() => location.reload());
begin();
