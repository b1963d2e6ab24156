// A leaderboard's entries, player search, and bans.

import { guard, moderation } from "../../lib/api-operate.js";
import { h, lookUp } from "../../lib/dom.js";
import { date, number, t, wholeDate } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { state } from "../../elements/state.js";
import { cardTable } from "../../elements/table.js";
import { banPlayer, removeScore, showHistory } from "./history.js";
import { actButton, choice, face, labelled, load, waitingCard } from "./parts.js";

/**
 * @typedef {{bundleID: string, boards: Wire.AppLeaderboard[],
 *     environment: import("../../lib/api.js").Environment}} Scope
 */

const PAGE = 25;

/** @param {Wire.Player} player */
const person = (player) => h("span", { class: "who" }, face(player),
    h("span", {}, player.displayName || t("operate.unnamed"), player.alias && player.alias !== player.displayName
        && h("small", {}, player.alias)));

/** @param {Wire.AppLeaderboard[]} boards @param {() => void} change */
function boardChoice(boards, change) {
    return choice(boards.map(({ id, referenceName }) => [id, referenceName]),
        boards.find(({ isDefault }) => isDefault)?.id, { "aria-label": t("operate.leaderboard"), onchange: change });
}

/**
 * A leaderboard's entries with moderation actions.
 * @param {HTMLElement} container @param {Scope} scope
 */
export async function showEntries(container, { bundleID, boards, environment }) {
    if (boards.length === 0) {
        container.replaceChildren(h("div", { class: "card" }, state({ title: t("operate.no-boards"), level: "h2",
            text: t("operate.no-boards.text") })));
        return;
    }
    const board = boardChoice(boards, () => refresh(1));
    const list = h("div", { class: "stack" });
    let from = 1;
    const leaderboard = () => boards.find(({ id }) => id === board.value) ?? boards[0];
    /** @param {Wire.Player} player */
    const history = (player) => showHistory({ bundleID, leaderboard: leaderboard(), environment, player,
        changed: () => refresh(from) });
    /** @type {import("../../elements/table.js").Column<Wire.InspectedEntry>[]} */
    const columns = [
        { name: t("operate.rank"), kind: "number", cell: ({ rank }) => number(rank) },
        { name: t("operate.player"), kind: "head", cell: ({ player }) => person(player) },
        { name: t("operate.score"), kind: "number", cell: ({ formatted }) => formatted },
        { name: t("operate.date"), cell: (entry) =>
            h("time", { datetime: entry.date, title: wholeDate(entry.date) }, date(entry.date)) },
        { name: t("operate.actions"), kind: "actions", cell: (entry) => h("div", { class: "row-actions" },
            actButton(t("operate.history"), () => history(entry.player),
                { label: t("operate.history.of", { name: entry.player.displayName }) }),
            actButton(t("operate.remove"), () => remove(entry),
                { label: t("operate.remove.of", { score: entry.formatted, name: entry.player.displayName }) })) },
    ];
    /** @param {Wire.InspectedEntry} entry */
    async function remove(entry) {
        if (!await removeScore(bundleID, board.value, environment,
            { ...entry, name: entry.player.displayName })) return;
        undo.replaceChildren(h("div", { class: "notice" }, h("span", {},
            t("operate.removed", { score: entry.formatted, name: entry.player.displayName })),
        actButton(t("operate.restore"), async () => {
            await moderation.setRemoved(bundleID, board.value, environment, entry.sequence, false);
            showBanner({ title: t("operate.restored", { score: entry.formatted }) });
            undo.replaceChildren();
            await refresh(from);
        }, { label: t("operate.restore.of", { score: entry.formatted }) })));
        await refresh(from);
        lookUp("button", undo)?.focus();
    }
    /** @param {number} first @returns {Promise<void>} */
    function refresh(first) {
        from = first;
        return load(list, async () => {
            const page = await moderation.entries(bundleID, board.value, environment, from, PAGE);
            if (page.entries.length === 0 && from > 1) {
                await refresh(1);
                return null;
            }
            if (page.total === 0) {
                return state({ title: t("operate.entries.none"), text: t("operate.entries.none.text"), level: "h2" });
            }
            const last = from + page.entries.length - 1;
            return [cardTable({ caption: t("operate.entries.of", { name: leaderboard().referenceName }),
                columns, rows: page.entries }),
            h("div", { class: "pager" },
                from > 1 && actButton(t("operate.earlier"), () => refresh(Math.max(1, from - PAGE))),
                h("span", { class: "field-note" }, t("operate.entries.range", { from, last, total: page.total })),
                last < page.total && actButton(t("operate.later"), () => refresh(last + 1)))];
        });
    }
    const undo = h("div", { role: "status" });
    list.replaceChildren(h("span", { class: "skeleton waiting-block" }));
    container.replaceChildren(h("section", { class: "card stack" },
        h("div", { class: "card-bar" }, h("h2", {}, t("operate.entries")), board), undo, list));
    await refresh(1);
}

/**
 * Player search by name or ID, with history and ban.
 * @param {HTMLElement} container @param {Scope} scope
 */
export async function showPlayers(container, { bundleID, boards, environment }) {
    const input = h("input", { type: "search", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
        maxlength: 128, required: true });
    const field = labelled({ label: t("operate.players.search"), note: t("operate.players.search.text"),
        control: input, name: "search" });
    const board = boards.length > 0 && boardChoice(boards, () => {});
    const found = h("div", { class: "stack" });
    const calls = guard(bundleID);
    const search = () => load(found, async () => {
        const players = await moderation.players(bundleID, input.value.trim());
        if (players.length === 0) {
            return state({ title: t("operate.players.none"), text: t("operate.players.none.text"), level: "h2" });
        }
        return cardTable({ caption: t("operate.players.found"), rows: players, columns: [
            { name: t("operate.player"), kind: "head", cell: ({ player }) => person(player) },
            { name: t("operate.id"), cell: ({ player }) => h("code", {}, player.id) },
            { name: t("operate.state"), cell: ({ isBanned, isBannedEverywhere }) => (isBanned || isBannedEverywhere
                ? h("span", { class: "badge badge-danger" },
                    t(isBannedEverywhere ? "operate.banned.everywhere" : "operate.banned"))
                : h("span", { class: "badge" }, t("operate.plays"))) },
            { name: t("operate.actions"), kind: "actions", cell: ({ player, isBanned }) =>
                h("div", { class: "row-actions" },
                    board && actButton(t("operate.history"), () => showHistory({ bundleID, environment, player,
                        leaderboard: boards.find(({ id }) => id === board.value) ?? boards[0] }),
                    { label: t("operate.history.of", { name: player.displayName }) }),
                    isBanned ? actButton(t("operate.unban"), async () => {
                        await calls.unban(player.id);
                        showBanner({ title: t("operate.unbanned", { name: player.displayName }) });
                        await search();
                    }, { label: t("operate.unban.of", { name: player.displayName }) })
                        : actButton(t("operate.ban"), async () => {
                            if (!await banPlayer(bundleID, player)) return;
                            showBanner({ title: t("operate.banned.done", { name: player.displayName }) });
                            await search();
                        }, { label: t("operate.ban.of", { name: player.displayName }) })) },
        ] });
    });
    /** @param {SubmitEvent} event */
    const onsubmit = (event) => {
        event.preventDefault();
        if (input.value.trim() === "") field.error(t("operate.players.type"));
        else search();
    };
    container.replaceChildren(h("section", { class: "card stack" },
        h("form", { class: "search-row", role: "search", novalidate: true, onsubmit }, field.element,
            h("button", { class: "button button-primary", type: "submit" }, t("operate.search"))),
        board && h("label", { class: "card-bar" }, h("span", {}, t("operate.players.board")), board), found));
}

/**
 * Banned players.
 * @param {?string} bundleID null: server-wide bans
 * @param {HTMLElement} container
 */
export function showBans(container, bundleID) {
    const calls = guard(bundleID);
    const list = h("div", { class: "stack" }, waitingCard());
    const refresh = () => load(list, async () => {
        const bans = await calls.bans();
        if (bans.length === 0) {
            return h("div", { class: "card" }, state({ title: t("operate.bans.none"), level: "h2",
                text: t(bundleID === null ? "operate.bans.none.server" : "operate.bans.none.text") }));
        }
        return h("div", { class: "card" }, cardTable({ caption: t("operate.bans"), rows: bans, columns: [
            { name: t("operate.player"), kind: "head", cell: ({ player }) => person(player) },
            { name: t("operate.ban.reason"), cell: ({ reason }) => reason || "–" },
            { name: t("operate.since"), cell: ({ created }) =>
                h("time", { datetime: created, title: wholeDate(created) }, date(created)) },
            { name: t("operate.actions"), kind: "actions", cell: ({ player }) =>
                actButton(t("operate.unban"), async () => {
                    await calls.unban(player.id);
                    showBanner({ title: t("operate.unbanned", { name: player.displayName }) });
                    await refresh();
                }, { label: t("operate.unban.of", { name: player.displayName }) }) },
        ] }));
    });
    container.replaceChildren(list);
    return refresh();
}
