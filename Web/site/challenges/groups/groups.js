// Challenges of groups: invitations, those that run, ended ones. The address can choose one:
//
//     /challenges/groups/
//     /challenges/groups/?challenge=GC:_…

import { readGroups } from "../../lib/group-list.js";
import { serverNow } from "../../lib/api.js";
import { find, focused, h, lookUp, present } from "../../lib/dom.js";
import { subscribe } from "../../lib/events.js";
import { addTexts, number, t } from "../../lib/i18n.js";
import { liveList } from "../../lib/live.js";
import { environment, onOtherTab, session, signInAddress } from "../../lib/session.js";
import "../../elements/chrome.js";
import { groupAddress, groupCard, groupState, groupText, groupTimes, inEnvironment }
    from "../../elements/group-challenge.js";
import { listItems, moreButton } from "../../elements/more.js";
import { personSkeleton } from "../../elements/person.js";
import { failure, state } from "../../elements/state.js";
import { viewLinks } from "../views.js";

await Promise.all([addTexts("social"), addTexts("groups")]);

/** @typedef {import("../../lib/group-list.js").ShownGroup} ShownGroup */

/** Ended ones that are shown at first, and how many more each time. */
const ENDED = 10;
/** How often the words are written anew that say how long yet, in milliseconds. */
const TICK = 30_000;
/** @type {ReturnType<typeof groupState>[]} */
const STATES = ["invited", "running", "over"];
const titles = { invited: t("groups.invitations"), running: t("groups.running"), over: t("groups.over") };

const main = find("#main");
const chosen = new URLSearchParams(location.search).get("challenge") ?? "";
const isAlone = chosen !== "";
document.title = `${t("groups.title")} · Laurel`;

const title = h("h1", { tabindex: "-1" }, t(isAlone ? "groups.one" : "social.challenges"));
const waiting = h("span", { class: "count count-new" });
const content = h("div", { id: "content" });
/** @type {HTMLButtonElement} */
const more = moreButton(() => listItems(sections.get("over")?.list), showMore, { kind: "button-quiet" });
more.hidden = true;

/**
 * A card that stays as long as what it shows stays the same, so that nothing else on the page moves.
 * @type {Map<string, {element: HTMLElement, text: string}>}
 */
const cards = new Map();
const sections = new Map(STATES.map((name) => {
    const list = h("ul", { class: "groups" });
    const element = h("section", { class: "group-section", "data-section": name, "aria-labelledby": `part-${name}` },
        h("h2", { id: `part-${name}` }, titles[name]), list, name === "over" && more);
    return [name, { element, list }];
}));

let limit = ENDED;
/** @type {ShownGroup[]} */
let shown = [];
let me = { id: "" };
let isDrawn = false;
/** @type {ReturnType<typeof liveList> | undefined} */
let live;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let tick;
/** @type {(() => void) | undefined} */
let stopBoard;

/**
 * After something was done here. Who leaves the one on this page goes on to the others.
 * @param {boolean} isIn
 */
async function changed(isIn) {
    if (isAlone && !isIn) location.assign(inEnvironment("/challenges/groups/", {}));
    else await live?.update();
}

/** @param {ShownGroup} one */
function card(one) {
    const { challenge } = one;
    const text = groupText(one);
    const old = cards.get(challenge.id);
    if (old?.text === text) {
        const times = groupTimes(challenge);
        old.element.querySelectorAll("time").forEach((time, at) => { time.textContent = times[at]?.words ?? ""; });
        return old.element;
    }
    const element = groupCard({ shown: one, me, changed,
        show: ({ id }) => location.assign(groupAddress(id)) }, { isAlone });
    cards.set(challenge.id, { element, text });
    return element;
}

/**
 * What is there already stays where it is: an element that is put back loses the focus.
 * @param {HTMLElement} list @param {HTMLElement[]} elements
 */
function arrange(list, elements) {
    for (const child of [...list.children]) if (!elements.some((element) => element === child)) child.remove();
    elements.forEach((element, at) => {
        if (list.children[at] !== element) list.insertBefore(element, list.children[at] ?? null);
    });
}

const nothing = () => h("section", { class: "card" }, state(isAlone
    ? { title: t("groups.unknown"), text: t("groups.unknown.text"), actions: [
        h("a", { class: "button button-primary", href: inEnvironment("/challenges/groups/", {}) }, t("groups.all"))] }
    : { title: t("groups.none"), text: t("groups.none.text"), actions: [
        h("a", { class: "button button-primary", href: "/" }, t("social.challenges.find"))] }));

/** @param {ShownGroup[]} found */
function draw(found) {
    shown = found;
    const here = focused();
    const kept = here?.closest("[data-challenge]")?.getAttribute("data-challenge") ?? null;
    const act = here?.getAttribute("data-act") ?? null;
    for (const [name, part] of sections) {
        const all = found.filter(({ challenge }) => groupState(challenge, me) === name);
        arrange(part.list, (name === "over" ? all.slice(0, limit) : all).map(card));
        if (name === "over") more.hidden = all.length <= limit;
        if (name === "invited") waiting.textContent = all.length === 0 ? "" : number(all.length);
        part.element.hidden = all.length === 0;
    }
    for (const id of cards.keys()) if (!found.some(({ challenge }) => challenge.id === id)) cards.delete(id);
    const parts = found.length === 0 ? [nothing()] : [...sections.values()].map(({ element }) => element);
    if (!isDrawn || parts.length !== content.children.length) content.replaceChildren(...parts);
    isDrawn = true;
    if (kept !== null && !here?.isConnected) refocus(kept, act);
    clearTimeout(tick);
    tick = setTimeout(tell, TICK);
}

/** Time goes on: new words, and whether one has ended, of which no one else may tell. */
function tell() {
    if (document.visibilityState !== "visible") return;
    draw(shown);
    const isOver = shown.some(({ challenge: { state: one, ends } }) =>
        one === "running" && Date.parse(ends) <= serverNow());
    if (isOver) live?.update();
}

/**
 * What had the focus is drawn anew: the same button of the same challenge, or else its first.
 * @param {string} id @param {?string} act
 */
function refocus(id, act) {
    const next = cards.get(id)?.element;
    const same = next?.isConnected ? lookUp(`[data-act="${act}"]`, next)
        ?? lookUp(".group-actions :is(a, button)", next) : null;
    (same ?? title).focus({ preventScroll: true });
}

function showMore() {
    limit += ENDED;
    draw(shown);
}

/** The standings of the one on this page follow its leaderboard; of many, notices tell. */
function followBoard() {
    const [{ challenge } = { challenge: null }] = shown;
    if (!isAlone || stopBoard !== undefined || challenge?.state !== "running" || challenge.leaderboard === null) return;
    /** @type {unknown} */
    let known;
    stopBoard = subscribe({ leaderboards: [`${challenge.game.bundleID}/${challenge.leaderboard}`], environment,
        onEvent: ({ version }) => {
            if (known !== undefined && known !== version) live?.update();
            known = version;
        } });
}

async function begin() {
    content.replaceChildren(h("section", { class: "card" }, personSkeleton(3)));
    isDrawn = false;
    try {
        const found = await session();
        if (found === null) {
            location.replace(signInAddress());
            return;
        }
        me = found.player;
    } catch (error) {
        content.replaceChildren(failure(error, begin, "h2"));
        return;
    }
    live?.stop();
    live = liveList({
        // The kinds are groupChallengeInvited, …Joined, …Overtaken, …Ending and …Ended.
        concerns: ({ kind, subject }) => kind.startsWith("groupChallenge") && (!isAlone || subject === chosen),
        read: () => readGroups({ challenge: chosen }),
        draw: (found) => {
            draw(found);
            followBoard();
        },
        fail: (error) => {
            if (error.kind === "unauthenticated") location.replace(signInAddress());
            else if (!isDrawn) content.replaceChildren(failure(error, begin, "h2"));
        },
    });
    await live?.update();
}

const links = isAlone ? viewLinks(null, {}) : viewLinks("groups", { groups: waiting });
main.replaceChildren(h("div", { class: "page-head" }, title, links),
    ...present([environment === "sandbox" && h("p", { class: "notice notice-sandbox" }, t("game.in-sandbox"))]),
    content);
document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || !isDrawn) return;
    // The words tell how long yet.
    draw(shown);
    live?.update();
});
onOtherTab(() => location.reload());
begin();
