// Turn-based matches: where it is the reader's turn, invitations, those that wait for others, ended ones. The address
// can choose:
//
//     /matches/?game=com.example.game
//     /matches/?game=com.example.game&match=M:_…

import { find, focused, h, lookUp, present } from "../lib/dom.js";
import { addTexts, number, t } from "../lib/i18n.js";
import { liveList } from "../lib/live.js";
import { environment, onOtherTab, session, signInAddress } from "../lib/session.js";
import "../elements/chrome.js";
import { openDialog } from "../elements/dialog.js";
import { listItems, moreButton } from "../elements/more.js";
import { personSkeleton } from "../elements/person.js";
import { failure, state } from "../elements/state.js";
import { reminderPause } from "./actions.js";
import { address, matchCard } from "./card.js";
import { gameOf, readMatches } from "./read.js";
import { isClaimable, times } from "./words.js";

await Promise.all([addTexts("social"), addTexts("matches")]);

/** Ended ones that are shown at first, and how many more each time. */
const ENDED = 10;
/** @type {Wire.Match["state"][]} */
const STATES = ["turn", "invited", "waiting", "over"];
const titles = { turn: t("matches.turns"), invited: t("matches.invitations"), waiting: t("matches.waiting"),
    over: t("matches.ended") };

const main = find("#main");
const query = new URLSearchParams(location.search);
const chosen = { game: query.get("game") ?? "", match: query.get("match") ?? "" };
const isAlone = chosen.match !== "";
document.title = `${t("matches.title")} · Laurel`;

const title = h("h1", { tabindex: "-1" }, t(isAlone ? "matches.one" : "matches.title"));
const head = h("nav", { class: "view-links", "aria-label": t("social.challenges.views"), hidden: true });
const content = h("div", { id: "content" });
/** @type {HTMLButtonElement} */
const more = moreButton(() => listItems(sections.get("over")?.list), showMore, { kind: "button-quiet" });
more.hidden = true;
const calm = h("p", { class: "soft match-calm" }, t("matches.turns.none"));

/**
 * A card that stays as long as its match stays the same, so that nothing else on the page moves.
 * @type {Map<string, {element: HTMLElement, text: string}>}
 */
const cards = new Map();
const sections = new Map(STATES.map((name) => {
    const count = h("span", { class: "count" });
    const list = h("ul", { class: "matches" });
    const element = h("section", { class: "match-section", "data-section": name, "aria-labelledby": `part-${name}` },
        h("h2", { id: `part-${name}` }, titles[name], " ", count), name === "turn" && calm, list,
        name === "over" && more);
    return [name, { element, list, count }];
}));

let limit = ENDED;
/** @type {Wire.Match[]} */
let shown = [];
let isDrawn = false;
/** @type {ReturnType<typeof liveList> | undefined} */
let live;
/** How often the words are written anew that say how long yet, in milliseconds. */
const TICK = 30_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let tick;

/** After something was done here: the list, and the number beside Matches. */
async function changed() {
    await live?.update();
    // What was done here may be all that has changed, such as a reminder.
    draw(shown);
    dispatchEvent(new Event("matchchange"));
}

/**
 * Brings a match into sight, such as a new one of the same players.
 * @param {Wire.Match} match
 */
async function show(match) {
    if (isAlone) {
        location.assign(address("/matches/", { game: match.bundleID, match: match.id }));
        return;
    }
    await changed();
    const card = cards.get(match.id)?.element;
    card?.scrollIntoView({ block: "nearest" });
    if (card) lookUp("[data-act]", card)?.focus({ preventScroll: true });
}

/** @param {Wire.Match} match */
function card(match) {
    const game = gameOf(match.bundleID);
    const moments = times(match);
    // What a card depends on besides its match: the time, what was done here, and other matches.
    const text = JSON.stringify([match, moments.map(({ moment }) => moment), isClaimable(match),
        reminderPause(match) > 0, game, shown.some(({ id }) => id === match.rematch)], (_, value) =>
        (typeof value === "bigint" ? String(value) : value));
    const old = cards.get(match.id);
    if (old?.text === text) {
        old.element.querySelectorAll("time").forEach((time, at) => { time.textContent = moments[at].words; });
        return old.element;
    }
    const element = matchCard({ match, game, all: shown, changed, show }, { isAlone });
    if (isDrawn && old?.element.dataset.state !== match.state) element.dataset.new = "";
    cards.set(match.id, { element, text });
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

function nothing() {
    const game = chosen.game === "" ? null : gameOf(chosen.game);
    const together = game !== null && h("a", { class: "button button-primary", href: newAddress(game.bundleID) },
        t("matches.together"));
    if (isAlone) return state({ title: t("matches.unknown"), text: t("matches.unknown.text"), actions: [
        h("a", { class: "button button-primary", href: address("/matches/", {}) }, t("matches.all"))] });
    return state(game === null
        ? { title: t("matches.none"), text: t("matches.none.text"), actions: [
            h("a", { class: "button button-primary", href: address("/", {}) }, t("matches.games"))] }
        : { title: t("matches.none.of", { game: game.name }), text: t("matches.none.of.text"), actions: [together] });
}

/** @param {string} game */
const newAddress = (game) => address("/matches/new/", { game });

/**
 * Leads to a new match. Of several games, one has to be chosen.
 * @param {string[]} ids
 */
function togetherControl(ids) {
    const look = { class: "button button-small button-primary" };
    if (ids.length === 1) return h("a", { ...look, href: newAddress(ids[0]) }, t("matches.together"));
    const choose = () => openDialog({ title: t("matches.games"), fill: (close) => [
        h("ul", { class: "match-games" }, ids.map((id) => h("li", {},
            h("a", { class: "button button-wide", href: newAddress(id) }, gameOf(id).name)))),
        h("div", { class: "dialog-actions" }, h("button", { class: "button button-quiet", type: "button",
            onclick: () => close() }, t("cancel")))] });
    return h("button", { ...look, type: "button", "aria-haspopup": "dialog", onclick: choose },
        t("matches.together"));
}

/** The games of these matches, to choose one; from one match or game back to all; and a new match. */
function links() {
    const ids = [...new Set(shown.map(({ bundleID }) => bundleID))];
    const all = h("a", { class: "button button-small", href: address("/matches/", {}),
        "aria-current": chosen.game === "" && !isAlone && "page" }, t("matches.all"));
    if (isAlone) return [all];
    if (chosen.game !== "") return [all, h("a", { class: "button button-small", "aria-current": "page",
        href: address("/matches/", { game: chosen.game }) }, gameOf(chosen.game).name),
    ...(shown.length === 0 ? [] : [togetherControl([chosen.game])])];
    if (ids.length === 0) return [];
    const games = ids.map((id) => h("a", { class: "button button-small", href: address("/matches/", { game: id }) },
        gameOf(id).name));
    return [...(ids.length < 2 ? [] : [all, ...games]), togetherControl(ids)];
}

/** @param {Wire.Match[]} found */
function draw(found) {
    shown = found;
    const here = focused();
    const kept = here?.closest("[data-match]")?.getAttribute("data-match") ?? null;
    const act = here?.getAttribute("data-act") ?? null;
    for (const name of STATES) {
        const part = sections.get(name);
        if (part === undefined) continue;
        const all = found.filter((match) => match.state === name);
        const some = name === "over" ? all.slice(0, limit) : all;
        arrange(part.list, some.map(card));
        part.count.textContent = all.length > 0 && (name === "turn" || name === "invited") ? number(all.length) : "";
        if (name === "over") more.hidden = all.length <= limit;
        if (name === "turn") calm.hidden = found.some(({ state: one }) => one === "turn" || one === "invited");
        part.element.hidden = all.length === 0 && (name !== "turn" || isAlone || calm.hidden);
    }
    for (const id of cards.keys()) if (!found.some((match) => match.id === id)) cards.delete(id);
    const parts = found.length === 0 ? [h("section", { class: "card" }, nothing())]
        : [...sections.values()].map(({ element }) => element);
    if (!isDrawn || parts.length !== content.children.length) content.replaceChildren(...parts);
    const chips = links();
    const isSame = chips.length === head.children.length
        && chips.every((chip, at) => head.children[at].isEqualNode(chip));
    if (!isSame) head.replaceChildren(...chips);
    head.hidden = head.childElementCount === 0;
    isDrawn = true;
    requestAnimationFrame(() => requestAnimationFrame(() => content.querySelectorAll("[data-new]")
        .forEach((one) => one.removeAttribute("data-new"))));
    if (kept !== null && !here?.isConnected) refocus(kept, act);
    // Nothing is asked for: the same matches, some moments later.
    clearTimeout(tick);
    tick = setTimeout(() => document.visibilityState === "visible" && draw(shown), TICK);
}

/**
 * What had the focus is drawn anew: the same button of the same match, or else its first.
 * @param {string} id @param {?string} act
 */
function refocus(id, act) {
    const next = cards.get(id)?.element;
    const same = next?.isConnected ? lookUp(`[data-act="${act}"]:not(:disabled)`, next)
        ?? lookUp(".match-actions :is(a, button):not(:disabled)", next) : null;
    (same ?? title).focus({ preventScroll: true });
}

function showMore() {
    limit += ENDED;
    draw(shown);
    // Their photos.
    live?.update();
}

async function begin() {
    content.replaceChildren(h("section", { class: "card" }, personSkeleton(3)));
    isDrawn = false;
    try {
        if (await session() === null) {
            location.replace(signInAddress());
            return;
        }
    } catch (error) {
        content.replaceChildren(failure(error, begin, "h2"));
        return;
    }
    live?.stop();
    live = liveList({
        // The kinds are matchInvited, matchTurn, matchTurnEnding, matchReminder and matchEnded.
        concerns: ({ kind, subject, game }) => kind.startsWith("match") && (!isAlone || subject === chosen.match)
            && (chosen.game === "" || game?.bundleID === chosen.game),
        concernsMatch: (event) => (!isAlone || event.match === chosen.match)
            && (chosen.game === "" || event.bundleID === chosen.game),
        read: () => {
            let ended = 0;
            return readMatches(chosen, ({ state: one }) => one !== "over" || (ended += 1) <= limit);
        },
        draw,
        fail: (error) => {
            if (error.kind === "unauthenticated") location.replace(signInAddress());
            else if (!isDrawn) content.replaceChildren(failure(error, begin, "h2"));
        },
    });
    await live?.update();
}

main.replaceChildren(h("div", { class: "page-head" }, title, head), ...present([environment === "sandbox"
    && h("p", { class: "notice notice-sandbox" }, t("game.in-sandbox"))]), content);
document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || !isDrawn) return;
    // The words tell how long yet.
    draw(shown);
    live?.update();
});
onOtherTab(() => location.reload());
begin();
