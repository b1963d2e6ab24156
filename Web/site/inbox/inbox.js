// The inbox: what the player was told, newest first, live on all devices.

import { inbox } from "../lib/api-me.js";
import { people } from "../lib/api-social.js";
import { showBanner, showNoNotices } from "../lib/banner.js";
import { games } from "../lib/api.js";
import { find, h, lookUp, present } from "../lib/dom.js";
import { oneByOne, subscribeToNotices } from "../lib/events.js";
import { addTexts, date, describe, t, wholeDate } from "../lib/i18n.js";
import { onOtherTab, session, signInAddress } from "../lib/session.js";
import { playAddress } from "../elements/art.js";
import { playNow } from "../elements/challenge.js";
import "../elements/chrome.js";
import { icon } from "../elements/icons.js";
import { matchAddress } from "../elements/match-address.js";
import { menu } from "../elements/menu.js";
import { moreButton } from "../elements/more.js";
import { addPhotos, noticeAddress, noticePicture } from "../elements/notice.js";
import { belong, canBeRead, isOfTurn, joinsAnywhere, sentenceOf } from "../elements/notice-groups.js";
import { reportPlayer } from "../elements/report.js";
import { failure, state } from "../elements/state.js";
import { forgetTurns, isPassed, readTurns } from "./turns.js";

await addTexts("social");

const DAY = 86_400_000;
/** Rows that are added at least, as long as there are older notices: of many, none may have a row of its own. */
const ROWS = 10;
/** Notices asked for at once where most of those before had none. */
const MANY = 100;
const partTitles = { today: t("inbox.today"), yesterday: t("inbox.yesterday"), earlier: t("inbox.earlier") };

const main = find("#main");
document.title = `${t("inbox.title")} · Laurel`;
showNoNotices();

/**
 * A row: one notice, or those that belong together, newest first.
 * @typedef {{notices: Wire.Notice[], row: HTMLElement}} Entry
 */

/** @type {Map<string, Entry>} by the ids of all their notices; newest first only by their places in the page */
const shown = new Map();
/** @type {Map<string, Promise<Wire.Game[]>>} by environment */
const playable = new Map();
/** @type {Promise<Wire.FriendRequests> | undefined} those that wait for an answer */
let requests;
/** @type {?string} */
let next = null;
/** Unread in the whole inbox, as the server said last. */
let unreadCount = 0;
/** Of them those that stayed unread when all was read: turns, on pages that aren't loaded, too. */
let stayingCount = 0;

const readAll = h("button", { class: "button button-small", type: "button", "data-idle": true, onclick: markAll },
    t("inbox.read-all"));
/**
 * The button keeps its place, so that nothing moves when there is something to read: turns aren't.
 * @param {boolean} [isOffered]
 */
function offerReading(isOffered = hasReadable() || unreadCount > Math.max(heldTurns(), stayingCount)) {
    readAll.toggleAttribute("data-idle", !isOffered);
}
const said = h("p", { class: "quiet-text", role: "status" });
const list = h("div", { class: "inbox-list" });
const more = h("p", { class: "inbox-more", hidden: true }, moreButton(() => [...list.querySelectorAll("li")],
    () => tried(async () => addOlder(await inbox.list({ before: next }))),
    // A row that others join is drawn anew.
    { text: t("inbox.more"), name: (row) => row.dataset.notice }));

/** @param {string} left @param {string} right */
function isBefore(left, right) {
    return left.length === right.length ? left < right : left.length < right.length;
}

/**
 * The part of the day to which a notice belongs.
 * @param {Wire.Notice} notice
 */
function part(notice) {
    const midnight = new Date().setHours(0, 0, 0, 0);
    const moment = Date.parse(notice.created);
    return moment >= midnight ? "today" : moment >= midnight - DAY ? "yesterday" : "earlier";
}

/** @param {() => Promise<unknown>} action */
async function tried(action) {
    try {
        await action();
        return true;
    } catch (error) {
        showBanner({ title: t("inbox.title"), text: describe(error) });
        return false;
    }
}

/** @param {Entry} entry @param {(notice: Wire.Notice) => boolean} isMeant which of its notices are read */
function showRead(entry, isMeant) {
    for (const notice of entry.notices) if (isMeant(notice)) notice.isRead = true;
    if (!isRead(entry)) return;
    delete entry.row.dataset.unread;
    lookUp(".unread-word", entry.row)?.remove();
}

/** @param {{notices: Wire.Notice[]}} entry */
const isRead = ({ notices }) => notices.every((notice) => notice.isRead);

/** The notices shown that stay unread until a turn has passed. */
const heldTurns = () => [...shown].filter(([id, { notices }]) =>
    notices.some((notice) => notice.id === id && !notice.isRead && !canBeRead(notice))).length;

/** Whether a notice is shown that is read by being marked so. */
const hasReadable = () => [...shown.values()].some(({ notices }) =>
    notices.some((notice) => !notice.isRead && canBeRead(notice)));

/**
 * The row is drawn anew with other notices.
 * @param {Entry} entry @param {Wire.Notice[]} notices
 */
function redraw(entry, notices) {
    const old = entry.row;
    const hadFocus = old.contains(document.activeElement);
    const next = draw(notices);
    old.replaceWith(next);
    if (hadFocus) find("a", next).focus();
    return next;
}

/** Parts of the day whose last row has gone, or has moved to another part. */
function removeEmptyParts() {
    for (const one of list.querySelectorAll(".inbox-part")) if (lookUp(".notice-row", one) === null) one.remove();
}

/** @param {string} id */
function remove(id) {
    const entry = shown.get(id);
    if (entry === undefined) return;
    shown.delete(id);
    const others = entry.notices.filter((notice) => notice.id !== id);
    if (others.length > 0) {
        redraw(entry, others);
        return;
    }
    const hadFocus = entry.row.contains(document.activeElement);
    const neighbour = entry.row.nextElementSibling ?? entry.row.previousElementSibling;
    entry.row.remove();
    removeEmptyParts();
    if (hadFocus) (neighbour?.querySelector("a") ?? lookUp("h1", main))?.focus();
    if (shown.size === 0 && next === null) drawEmpty();
}

/**
 * What another player says in a notice about a match, as a report names it. Null: nothing that shows here, or it isn't
 * known with which exchange it was said, as in an older notice.
 * @param {Wire.Notice} notice
 */
function saidID({ kind, subject, details }) {
    const message = /** @type {{text?: unknown} | undefined} */ (details.message);
    if (String(message?.text ?? "") === "") return null;
    switch (kind) {
    case "matchInvited": return `${subject}/invitation`;
    case "matchReminder": return `${subject}/reminder`;
    case "matchExchange":
    case "matchExchangeCanceled": {
        const { id } = /** @type {{id?: unknown}} */ (details.exchange ?? {});
        return id === undefined ? null : `${subject}/exchanges/${id}`;
    }
    default: return null;
    }
}

/**
 * What another player says can be reported where it shows.
 * @param {Wire.Notice} notice
 */
function reportItem(notice) {
    const { about, game } = notice;
    const message = saidID(notice);
    if (message === null || about === null || game === null) return null;
    return { text: t("social.report"), choose: () => reportPlayer(about,
        { message, game: { bundleID: game.bundleID, environment: notice.environment ?? "production" } }) };
}

/** @param {Wire.Notice[]} notices of a row */
function options(notices) {
    const [notice] = notices;
    const toRead = notices.filter((one) => !one.isRead && canBeRead(one));
    /** @param {"kindInGame" | "game" | "kind"} extent */
    const mute = (extent) => ({ text: t(`inbox.mute.${extent}`, { game: notice.game?.name ?? "" }), choose: () =>
        tried(async () => {
            await inbox.mute(notice.id, extent);
            showBanner({ title: t("inbox.muted"), text: t("inbox.muted.change"),
                address: "/me/settings/?view=notifications" });
        }) });
    return present([
        toRead.length > 0 && { text: t("inbox.mark-read"), choose: () => tried(async () => {
            await Promise.all(toRead.map(({ id }) => inbox.read(id)));
            const entry = shown.get(notice.id);
            // Deleted meanwhile, on another device.
            if (entry !== undefined) showRead(entry, canBeRead);
        }) },
        { text: t("inbox.delete"), choose: () => tried(async () => {
            for (const { id } of [...notices]) {
                await inbox.delete(id);
                remove(id);
            }
            said.textContent = t("inbox.deleted");
        }) },
        reportItem(notice),
        ...(notice.game ? [mute("kindInGame"), mute("game")] : notice.canBeMuted ? [mute("kind")] : []),
    ]);
}

/** What waits for the player in a match. The server marks such a notice as read once nothing does. */
const matchKinds = ["matchTurn", "matchTurnEnding", "matchReminder", "matchExchange"];

/**
 * What can be played because of a notice, in place.
 * @param {Wire.Notice} notice @param {string} words
 */
function playButton(notice, words) {
    const { kind, game, subject } = notice;
    const isOfMatch = matchKinds.includes(kind);
    // Of a turn there is a row only while it is the player's.
    const isOver = notice.isRead && !isOfTurn(notice);
    if (game === null || (isOfMatch ? isOver : kind !== "challengeReceived" && kind !== "overtaken")) return null;
    const seen = () => void (notice.isRead || !canBeRead(notice) || inbox.read(notice.id).catch(() => {}));
    const look = { class: "button button-small notice-play", "aria-label": t("inbox.play", { what: words }) };
    if (kind === "challengeReceived") {
        return h("button", { ...look, type: "button", onclick: () => {
            seen();
            return tried(() => playNow({ id: subject, game }));
        } }, t("play"));
    }
    const link = h("a", { ...look, hidden: true, onclick: seen }, t("play"));
    const environment = notice.environment ?? "production";
    const asked = playable.get(environment) ?? games.list({ environment });
    playable.set(environment, asked);
    asked.then((list) => {
        const found = { link: list.find(({ bundleID }) => bundleID === game.bundleID)?.link ?? null };
        const address = isOfMatch ? matchAddress(found, environment, subject) : playAddress(found, environment);
        if (address !== null) Object.assign(link, { href: address, hidden: false });
    }, () => {});
    return link;
}

/**
 * The answer to a friend request, in place, while it waits for one.
 * @param {Wire.Notice} notice
 */
function acceptButton({ kind, about }) {
    if (kind !== "friendRequested" || about === null) return null;
    const name = about.displayName;
    const button = h("button", { class: "button button-small notice-play", type: "button", hidden: true,
        "aria-label": t("social.accept.of", { name }), onclick: async () => {
            if (button.getAttribute("aria-busy") === "true") return;
            button.setAttribute("aria-busy", "true");
            const isDone = await tried(() => people.accept(about.id));
            button.removeAttribute("aria-busy");
            if (!isDone) return;
            said.textContent = t("invite.done", { name });
            find("a", /** @type {HTMLElement} */ (button.closest(".notice-row"))).focus();
            button.hidden = true;
        } }, t("social.accept"));
    const asked = requests ??= people.requests();
    asked.then(({ received }) => { button.hidden = !received.some(({ player }) => player.id === about.id); },
        // The next one asks again.
        () => { if (requests === asked) requests = undefined; });
    return button;
}

/** @param {Wire.Notice[]} notices one, or those that belong together */
function draw(notices) {
    const [notice] = notices;
    const words = sentenceOf(notices);
    const link = h("a", { class: "notice-link", href: noticeAddress(notice),
        // A player who follows it has read it; the page does not wait for the server to know.
        onclick: () => notices.filter((one) => !one.isRead && canBeRead(one))
            .forEach(({ id }) => void inbox.read(id).catch(() => {})) },
    noticePicture(notice), h("span", { class: "list-text" }, h("strong", {}, words),
        h("small", { title: wholeDate(notice.created) }, [notice.game?.name, date(notice.created)]
            .filter(Boolean).join(" · ")),
        !isRead({ notices }) && h("span", { class: "quiet-text unread-word" }, t("inbox.unread"))));
    const row = h("li", { class: "notice-row", "data-notice": notice.id, "data-unread": !isRead({ notices }) }, link,
        playButton(notice, words) ?? acceptButton(notice),
        menu(t("inbox.options", { what: words }), () => options(notices)));
    for (const { id } of notices) shown.set(id, { notices, row });
    return row;
}

/**
 * The list of a part of the day, made when its first notice comes.
 * @param {keyof typeof partTitles} name @param {boolean} isNewest
 */
function group(name, isNewest) {
    const found = lookUp(`[data-part="${name}"] ul`, list);
    if (found !== null) return found;
    const rows = h("ul", { class: "notices" });
    const section = h("section", { class: "inbox-part", "data-part": name, "aria-labelledby": `part-${name}` },
        h("h2", { id: `part-${name}` }, partTitles[name]), rows);
    if (isNewest) list.prepend(section);
    else list.append(section);
    return rows;
}

function drawEmpty() {
    list.replaceChildren(state({ title: t("inbox.none.title"), text: t("inbox.none.text"),
        actions: [h("a", { class: "button button-primary", href: "/friends/" }, t("inbox.none.friends"))] }));
    offerReading(false);
}

/**
 * The row in which a notice joins others: at the one end of the list, where it comes; of a friend who passed the
 * player, or of a match, wherever theirs stands.
 * @param {Wire.Notice} notice @param {0 | -1} end
 */
function entryFor(notice, end) {
    const neighbor = [...list.querySelectorAll(".notice-row")].at(end);
    return [...shown.values()].find(({ row, notices }) => belong(notices[0], notice)
        && (row === neighbor || joinsAnywhere(notice)));
}

/** @param {Wire.Notice[]} notices */
function append(notices) {
    for (const notice of notices) {
        if (shown.has(notice.id) || isPassed(notice)) continue;
        const entry = entryFor(notice, -1);
        if (entry !== undefined) redraw(entry, [...entry.notices, notice]);
        else group(part(notice), false).append(draw([notice]));
    }
    offerReading();
    // Without photos the first letters stay.
    addPhotos(list).catch(() => {});
}

/**
 * A new one, on top; it shines for a moment.
 * @param {Wire.Notice} notice
 */
function prepend(notice) {
    if (shown.has(notice.id)) return;
    requests = undefined;
    lookUp(":scope > .state", list)?.remove();
    const entry = entryFor(notice, 0);
    const row = entry === undefined ? draw([notice]) : redraw(entry, [notice, ...entry.notices]);
    row.dataset.new = "";
    const rows = group(part(notice), true);
    // Moving it would take the focus from it.
    if (rows.firstElementChild !== row) rows.prepend(row);
    removeEmptyParts();
    addPhotos(row).catch(() => {});
    said.textContent = sentenceOf([notice]);
    requestAnimationFrame(() => requestAnimationFrame(() => delete row.dataset.new));
}

/** Whether the stream has said before where the inbox stands. */
let hasHeard = false;

/**
 * A request was answered, or a turn has passed: what asks for nothing any more is read, and such a turn's row goes. A
 * moderator may have taken words down: then what is read says less, too.
 */
const followResolved = oneByOne(async () => {
    const known = [...shown].flatMap(([id, { notices }]) => notices.filter((notice) => notice.id === id));
    try {
        if (known.length > 0) showResolved((await inbox.list({ count: MANY })).notices);
        if (!known.some(isOfTurn)) return;
        await readTurns(known, true);
        for (const notice of known) if (isPassed(notice)) remove(notice.id);
    } catch {
        // The rows stay as they are.
    }
});

/** @param {Wire.Notice[]} notices as they are now */
function showResolved(notices) {
    for (const { id, isRead: isSo, details } of notices) {
        const entry = shown.get(id);
        const known = entry?.notices.find((notice) => notice.id === id);
        if (entry === undefined || known === undefined) continue;
        const saysOther = JSON.stringify(details) !== JSON.stringify(known.details);
        known.details = details;
        // Of a turn that is still the player's, what came with it may have been read before.
        const isResolved = isSo && !known.isRead;
        if (!isResolved && !saysOther) continue;
        if (isResolved) {
            showRead(entry, (notice) => notice.id === id);
            // What could be answered in place can't be any more.
            requests = undefined;
        }
        addPhotos(redraw(entry, entry.notices)).catch(() => {});
    }
}

/** @param {number} count as the server says */
function noteUnread(count) {
    unreadCount = count;
    stayingCount = Math.min(stayingCount, count);
}

/**
 * What was done here or on another device.
 * @param {import("../lib/event-hub.js").InboxEvent} event
 */
function follow({ unread, readID, readUpTo, deletedID }) {
    const isSame = unread === unreadCount;
    noteUnread(unread);
    offerReading();
    // The server has marked as read what asks for nothing any more, and doesn't say which.
    if (deletedID === undefined && readID === undefined && readUpTo === undefined) {
        if (hasHeard || !isSame) followResolved();
        hasHeard = true;
        return;
    }
    if (deletedID !== undefined) remove(deletedID);
    for (const [id, entry] of shown) {
        if (id !== readID && (readUpTo === undefined || isBefore(readUpTo, id))) continue;
        showRead(entry, (notice) => notice.id === id && canBeRead(notice));
    }
    offerReading();
}

async function markAll() {
    const newest = [...shown.keys()].reduce((left, right) => (isBefore(left, right) ? right : left), "0");
    readAll.setAttribute("aria-busy", "true");
    let left = 0;
    const isDone = await tried(async () => { left = (await inbox.readUpTo(newest)).unread; });
    readAll.removeAttribute("aria-busy");
    if (!isDone) return;
    shown.forEach((entry) => showRead(entry, canBeRead));
    // Turns, on older pages, too.
    unreadCount = left;
    stayingCount = left;
    said.textContent = left > 0 ? t("inbox.turns-stay") : t("inbox.count", { count: 0 });
    find("h1", main).focus();
    offerReading(false);
}

/**
 * A page, and those after it until some rows have come.
 * @param {Wire.Inbox} page
 */
async function addOlder(page) {
    const count = () => list.querySelectorAll(".notice-row").length;
    const enough = count() + ROWS;
    for (;;) {
        await readTurns(page.notices);
        append(page.notices);
        next = page.next;
        if (next === null || count() >= enough) break;
        page = await inbox.list({ before: next, count: MANY });
    }
    more.hidden = next === null;
}

function skeleton() {
    return h("ul", { class: "notices", "aria-hidden": "true" }, [0, 1, 2, 3].map((index) => h("li",
        { class: "notice-row" }, h("span", { class: "notice-link" }, h("span", { class: "avatar skeleton" }),
            h("span", { class: `skeleton skeleton-text width-${index}` })))));
}

function frame() {
    list.replaceChildren(skeleton());
    main.replaceChildren(h("div", { class: "page-head" }, h("h1", { tabindex: "-1" }, t("inbox.title")),
        h("div", { class: "inbox-head" }, readAll, h("a", { class: "button button-small",
            href: "/me/settings/?view=notifications" }, icon("gear"), t("inbox.settings")))), said, list, more);
}

/** @type {(() => void) | undefined} */
let stop;

async function show() {
    frame();
    try {
        if (await session() === null) {
            location.replace(signInAddress());
            return;
        }
        const page = await inbox.list();
        // Of this player, who may be another one than before.
        requests = undefined;
        playable.clear();
        shown.clear();
        forgetTurns();
        unreadCount = page.unread;
        stayingCount = 0;
        offerReading();
        // What comes while more is read is heard.
        stop ??= subscribeToNotices({ onNotice: prepend, onInbox: follow });
        await readTurns(page.notices);
        lookUp(":scope > [aria-hidden]", list)?.remove();
        await addOlder(page);
        if (shown.size === 0) drawEmpty();
    } catch (error) {
        main.replaceChildren(failure(error, show, "h1"));
    }
}

onOtherTab(show);
show();
