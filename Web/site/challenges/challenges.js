// Challenges: those that wait for the reader, those they sent, and past ones. The address says which:
//
//     /challenges/?view=received | sent | history

import { play } from "../lib/api.js";
import { challenges, people } from "../lib/api-social.js";
import { find, focused, h, lookUp, oneOf, present } from "../lib/dom.js";
import { addTexts, number, t } from "../lib/i18n.js";
import { liveList } from "../lib/live.js";
import { environment, onOtherTab, session, signInAddress } from "../lib/session.js";
import "../elements/chrome.js";
import { challengeCard } from "../elements/challenge.js";
import { listItems, moreButton } from "../elements/more.js";
import { attempt, personSkeleton } from "../elements/person.js";
import { failure, state } from "../elements/state.js";
import { muteList } from "./mutes.js";
import { viewLinks, viewNames } from "./views.js";

await addTexts("social");

const empty = () => ({
    received: { title: t("social.challenges.received.none"), text: t("social.challenges.received.none.text") },
    sent: { title: t("social.challenges.sent.none"), text: t("social.challenges.sent.none.text") },
    history: { title: t("social.challenges.history.none"), text: t("social.challenges.history.none.text") },
});
/** Read at once, of each kind. */
const PAGE = 50;

const main = find("#main");
const asked = new URLSearchParams(location.search).get("view");
const view = oneOf(["received", "sent", "history"], asked, "received");
document.title = `${viewNames()[view]} · Laurel`;

const waiting = h("span", { class: "count count-new" });
/** Invitations to challenges of groups, which are on a page of their own. */
const invitations = h("span", { class: "count count-new" });
const content = h("div", { id: "content" });
const list = h("ul", { class: "challenges" });
const more = moreButton(() => listItems(list), () => readMore(), { kind: "button-quiet",
    name: (row) => row.dataset.challenge });
more.hidden = true;

/** @type {Wire.Challenge[]} */
let shown = [];
/**
 * @typedef {Record<string, ?string>} Ends where each list goes on: undefined is not read yet, null is its end
 * @typedef {{role: "received" | "sent", state?: "pending"}} Query
 */
/** @type {Ends} of what is shown */
let ends = {};

/**
 * What a view reads: received or sent, pending or all.
 * @returns {Query[]}
 */
const lists = () => (view === "history"
    ? [{ role: "received" }, { role: "sent" }] : [{ role: view, state: "pending" }]);

/** @param {Query} query @param {?string} [before] */
async function readPage(query, before) {
    if (before === null) return { challenges: [], next: null };
    return challenges.list({ ...query, before, count: PAGE, environment });
}

/** @param {Ends} from */
async function read(from) {
    const pages = await Promise.all(lists().map((query) => readPage(query, from[query.role])));
    const added = pages.flatMap((page) => page.challenges)
        .filter((one) => view !== "history" || one.state !== "pending");
    // Photos are not in challenges; a player who is not found keeps the name.
    const known = new Map((await people.find(added.flatMap(({ sender, receiver }) => [sender.id, receiver.id])))
        .map((player) => [player.id, player]));
    /** @param {Wire.Player} player */
    const whole = (player) => ({ ...player, ...known.get(player.id) });
    return { found: added.map((one) => ({ ...one, sender: whole(one.sender), receiver: whole(one.receiver) })),
        ends: Object.fromEntries(lists().map(({ role }, index) => [role, pages[index].next])) };
}

const nothing = () => h("section", { class: "card" }, state({ ...empty()[view], actions: [
    h("a", { class: "button button-primary", href: "/" }, t("social.challenges.find"))] }));

/** @param {Wire.Challenge} challenge */
const moment = ({ settled, issued }) => Date.parse(settled ?? issued);

/** @param {Wire.Player} me */
function draw(me) {
    if (view === "history") shown.sort((one, other) => moment(other) - moment(one));
    const kept = focused()?.closest("[data-challenge]")?.getAttribute("data-challenge");
    list.replaceChildren(...shown.map((one) => challengeCard(one, { me, changed })));
    more.hidden = Object.values(ends).every((end) => end === null);
    if (view === "received") waiting.textContent = shown.length === 0 ? "" : number(shown.length);
    list.hidden = shown.length === 0;
    // What is there already stays where it is, and with it the focus.
    if (!isDrawn) content.replaceChildren(...present([list, more, view === "received" && mutes]));
    isDrawn = true;
    lookUp(":scope > .card", content)?.remove();
    if (shown.length === 0) list.after(nothing());
    if (!kept) return;
    const next = lookUp(`[data-challenge="${CSS.escape(kept)}"] :is(a, button)`, list) ?? main;
    next.focus({ preventScroll: true });
}

const mutes = h("div", {});
/** @type {Wire.Player} */
let player;
let isDrawn = false;
/** @type {ReturnType<typeof liveList> | undefined} */
let live;

/** After the reader has done something about one. */
async function changed() {
    await live?.update();
    if (view === "received") await muteList(mutes);
}

async function readMore() {
    await attempt(t("board.more"), async () => {
        const from = ends;
        const next = await read(from);
        // All was read anew meanwhile: what comes behind it is another page.
        if (ends !== from) return;
        ends = next.ends;
        shown.push(...next.found);
        draw(player);
    });
}

async function begin() {
    content.replaceChildren(h("section", { class: "card" }, personSkeleton(3)));
    try {
        const found = await session();
        if (found === null) {
            location.replace(signInAddress());
            return;
        }
        player = found.player;
    } catch (error) {
        content.replaceChildren(failure(error, begin, "h2"));
        return;
    }
    live?.stop();
    live = liveList({
        // The kinds are challengeReceived, challengeCompleted and challengeDeclined, and those of groups.
        concerns: ({ kind }) => /^(c|groupC)hallenge/.test(kind),
        read: async () => {
            const [page, invited] = await Promise.all([read({}), play.groupInvitations(player.id, { environment })]);
            return { ...page, invited };
        },
        draw: ({ found, ends: next, invited }) => {
            invitations.textContent = invited === 0 ? "" : number(invited);
            shown = found;
            ends = next;
            draw(player);
            if (view === "received") muteList(mutes);
        },
        fail: (error) => {
            if (error.kind === "unauthenticated") location.replace(signInAddress());
            else if (!isDrawn) content.replaceChildren(failure(error, begin, "h2"));
        },
    });
    await live?.update();
}

main.replaceChildren(h("div", { class: "page-head" }, h("h1", {}, t("social.challenges")),
    viewLinks(view, { received: waiting, groups: invitations })), content);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && live?.update());
onOtherTab(() => location.reload());
begin();
