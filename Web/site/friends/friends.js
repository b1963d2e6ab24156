// Friends: the list, requests, and ways to find one another. The address says which:
//
//     /friends/?view=friends | requests | invite

import { people } from "../lib/api-social.js";
import { h } from "../lib/dom.js";
import { subscribeToNotices } from "../lib/events.js";
import { addTexts, number, t } from "../lib/i18n.js";
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

const main = document.getElementById("main");
const asked = new URLSearchParams(location.search).get("view");
const view = Object.hasOwn(views, asked ?? "") ? asked : "friends";
document.title = `${names()[view]} · Laurel`;

const counts = { friends: h("span", { class: "count" }), requests: h("span", { class: "count count-new" }) };
const content = h("div", { id: "content" });
const head = h("div", { class: "page-head" }, h("h1", {}, t("social.friends")),
    h("nav", { class: "view-links", "aria-label": t("social.friends.views") }, Object.entries(names()).map(([id,
        name]) =>
        h("a", { class: "button button-small", href: `/friends/?view=${id}`, "aria-current": id === view && "page" },
            name, counts[id]))));

function showCount(place, count) {
    place.textContent = count === 0 ? "" : number(count);
}

let isReading = false;
let isStale = false;

/** Reads again and draws; what a person types meanwhile stays, for each view draws its own lists alone. */
async function update() {
    isStale = isReading;
    if (isReading) return;
    isReading = true;
    try {
        const [friends, requests] = await Promise.all([people.friends(), people.requests()]);
        showCount(counts.friends, friends.length);
        showCount(counts.requests, requests.received.length);
        shown.draw({ friends, requests });
    } catch (error) {
        if (error.kind === "unauthenticated") location.replace(signInAddress());
        else if (!shown.isDrawn) content.replaceChildren(failure(error, begin, "h2"));
    }
    isReading = false;
    if (isStale) update();
}

let shown;
let stop = () => {};

async function begin() {
    stop();
    content.replaceChildren(personSkeleton());
    try {
        const found = await session();
        if (found === null) {
            location.replace(signInAddress());
            return;
        }
        shown = views[view]({ content, update, me: found.player });
    } catch (error) {
        content.replaceChildren(failure(error, begin, "h2"));
        return;
    }
    await update();
    stop = subscribeToNotices({ onNotice: ({ kind }) => KINDS.has(kind) && update() });
}

main.replaceChildren(head, content);
// Declined, taken back or removed: nobody is told of that, so whoever comes back to the page sees it then.
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && shown && update());
onOtherTab(() => location.reload());
begin();
