// Another player: /players/?id=ID

import { compareAddress, people } from "../lib/api-social.js";
import { find, h, lookUp } from "../lib/dom.js";
import { subscribeToNotices } from "../lib/events.js";
import { addTexts, t } from "../lib/i18n.js";
import { onOtherTab, session, signInAddress } from "../lib/session.js";
import "../elements/chrome.js";
import { duelCard, readDuels } from "../elements/duels.js";
import { menu } from "../elements/menu.js";
import { actionButton, askToBeFriends, blockPlayer, endFriendship, personSkeleton, sayAsked }
    from "../elements/person.js";
import { photo } from "../elements/photo.js";
import { reportPlayer } from "../elements/report.js";
import { failure, state } from "../elements/state.js";

await addTexts("social");

const main = find("#main");
const id = new URLSearchParams(location.search).get("id") ?? "";
const head = h("div", {});
const content = h("div", { class: "sections sections-beside" });

/** @typedef {Awaited<ReturnType<typeof readStanding>>} Standing */

/**
 * How the reader and this player stand.
 * @param {Wire.Player} me
 */
async function readStanding(me) {
    const [[player], friends, requests, blocked] = await Promise.all([
        people.find([id]), people.friends(), people.requests(), people.blocked()]);
    /** @param {Wire.Player[]} list */
    const has = (list) => list.some((one) => one.id === id);
    const received = requests.received.find((request) => request.player.id === id);
    // Search doesn't find a blocked player any more, but the reader must be able to lift the block.
    return { me, player: player ?? blocked.find((one) => one.id === id), isFriend: has(friends), received,
        isAsked: has(requests.sent.map((request) => request.player)), isBlocked: has(blocked) };
}

/** @param {Standing & {player: Wire.Player}} standing */
function mainActions({ player, isFriend, isAsked, isBlocked, received }) {
    const name = player.displayName;
    const small = "button-primary";
    if (isBlocked) {
        return [actionButton(t("social.unblock"), "", async () => {
            await people.unblock(id);
            await update();
        })];
    }
    if (isFriend) {
        return [h("a", { class: "button button-primary", href: compareAddress(id) }, t("social.compare"))];
    }
    if (received !== undefined) {
        return [actionButton(t("social.accept"), small, async () => {
            await people.accept(id);
            sayAsked({ state: "friends", player });
            await update();
        }, { label: t("social.accept.of", { name }) }), actionButton(t("social.decline"), "", async () => {
            await people.endRequest(id);
            await update();
        }, { label: t("social.decline.of", { name }) })];
    }
    if (isAsked) {
        return [actionButton(t("social.withdraw"), "", async () => {
            await people.endRequest(id);
            await update();
        }, { label: t("social.withdraw.of", { name }) })];
    }
    return [h("button", { class: "button button-primary", type: "button",
        onclick: async () => await askToBeFriends(player) && update() }, t("social.add.friend"))];
}

/** @param {Standing} standing */
function standingBadge({ isFriend, isAsked, isBlocked }) {
    const text = isBlocked ? t("social.blocked") : isFriend ? t("social.is-friend") : isAsked ? t("social.is-asked")
        : null;
    return text !== null && h("span", {}, h("span", { class: "badge" }, text));
}

/** @param {Standing & {player: Wire.Player}} standing */
function drawHead(standing) {
    const { player, isFriend, isBlocked, received } = standing;
    const name = player.displayName;
    /** @param {(player: Wire.Player) => Promise<boolean>} act */
    const after = (act) => async () => await act(player) && update();
    document.title = `${name} · Laurel`;
    head.replaceChildren(h("div", { class: "player-head" }, photo(player, "large"),
        h("div", { class: "player-text" }, h("h1", {}, name),
            player.alias && player.alias !== name && h("p", {}, player.alias),
            player.status && h("p", { class: "player-status" }, player.status), standingBadge(standing)),
        h("div", { class: "person-actions" }, mainActions(standing), menu(t("social.more.of", { name }), [
            { text: t("social.report"),
                choose: () => reportPlayer(player, received?.message ? { message: "friendRequest" } : {}) },
            isFriend && { text: t("social.remove"), choose: after(endFriendship), isDangerous: true },
            !isBlocked && { text: t("social.block"), choose: after(blockPlayer), isDangerous: true },
        ]))), ...(received?.message ? [h("p", { class: "notice" }, h("q", {}, received.message))] : []));
}

/** @param {Standing & {player: Wire.Player}} standing */
async function drawGames({ me, player, isFriend, isBlocked }) {
    if (isBlocked) {
        content.replaceChildren();
        return;
    }
    const found = await readDuels(me, player);
    content.replaceChildren(...(found.length === 0
        ? [h("section", { class: "card" }, state({ title: t("social.no-games"), text: t("social.no-games.text") }))]
        : found.map((one) => duelCard(one, { me, other: player, isFriend, isNamed: true }))));
}

/** @type {Wire.Player} */
let me;

async function update() {
    const { player, ...rest } = await readStanding(me);
    if (player === undefined) {
        main.replaceChildren(unknown());
        return;
    }
    const standing = { ...rest, player };
    const hadFocus = head.contains(document.activeElement);
    drawHead(standing);
    if (hadFocus) lookUp(".person-actions :is(a, button)", head)?.focus();
    await drawGames(standing);
}

function unknown() {
    return state({ title: t("social.unknown"), text: t("social.unknown.text"), level: "h1",
        actions: [h("a", { class: "button button-primary", href: "/friends/" }, t("social.friends"))] });
}

async function begin() {
    head.replaceChildren(h("div", { class: "player-head", "aria-hidden": "true" },
        h("span", { class: "avatar avatar-large skeleton" }),
        h("div", { class: "player-text" }, h("h1", { class: "skeleton skeleton-text" }),
            h("p", { class: "skeleton skeleton-text width-1" })),
        h("div", { class: "person-actions" }, h("span", { class: "skeleton skeleton-button" }))));
    content.replaceChildren(h("section", { class: "card" }, personSkeleton(3)));
    main.replaceChildren(head, content);
    try {
        const found = await session();
        if (found === null) {
            location.replace(signInAddress());
            return;
        }
        if (found.player.id === id) {
            location.replace("/me/");
            return;
        }
        me = found.player;
        await update();
        subscribeToNotices({ onNotice: ({ kind, about }) =>
            kind.startsWith("friend") && about?.id === id && update() });
    } catch (error) {
        // What is no ID is nobody's.
        main.replaceChildren([400, 404].includes(error?.status) ? unknown() : failure(error, begin, "h1"));
    }
}

onOtherTab(() => location.reload());
if (id === "") location.replace("/friends/");
else begin();
