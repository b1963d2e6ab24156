// All of a player's scores on a leaderboard, removed ones included; each can be removed or restored.

import { guard, moderation } from "../../lib/api-operate.js";
import { showDialog } from "../../lib/back.js";
import { focused, h, lookUp } from "../../lib/dom.js";
import { date, t, wholeDate } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { redraw, tableRows } from "../../elements/more.js";
import { cardTable } from "../../elements/table.js";
import { actButton, formDialog, labelled, moreButton, uniqueID } from "./parts.js";

/**
 * Asks for a note, then removes the score.
 * @returns {Promise<boolean>}
 * @param {string} bundleID @param {string} leaderboard @param {import("../../lib/api.js").Environment} environment
 * @param {{sequence: number, formatted: string, name: string}} score
 */
export function removeScore(bundleID, leaderboard, environment, { sequence, formatted, name }) {
    const note = h("textarea", { maxlength: 500, rows: 3 });
    return formDialog({ title: t("operate.remove.title", { score: formatted, name }), text: t("operate.remove.text"),
        action: t("operate.remove"), isDangerous: true,
        fields: [labelled({ label: t("operate.note"), note: t("operate.note.text"), control: note, name: "note" })],
        act: () => moderation.setRemoved(bundleID, leaderboard, environment, sequence, true, note.value.trim()) });
}

/**
 * Asks for a reason, then bans the player.
 * @param {?string} bundleID null: server-wide @returns {Promise<boolean>}
 * @param {{id: string, displayName: string}} player
 */
export function banPlayer(bundleID, player) {
    const reason = h("textarea", { maxlength: 500, rows: 3, required: true });
    return formDialog({ title: t("operate.ban.title", { name: player.displayName }),
        text: t(bundleID === null ? "operate.ban.server.text" : "operate.ban.text"), action: t("operate.ban"),
        isDangerous: true, fields: [labelled({ label: t("operate.ban.reason"), note: t("operate.ban.reason.text"),
            control: reason, name: "reason" })],
        act: () => guard(bundleID).ban(player.id, reason.value.trim()) });
}

/**
 * Opens the history in a dialog; calls `changed` after a score was removed or restored.
 * @param {{bundleID: string, leaderboard: {id: string, referenceName: string},
 *     environment: import("../../lib/api.js").Environment, player: {id: string, displayName: string},
 *     changed?: () => void}} of
 */
export async function showHistory({ bundleID, leaderboard, environment, player, changed = () => {} }) {
    const id = uniqueID("history");
    const container = h("div", { class: "stack" });
    /** @type {HTMLDialogElement} */
    const dialog = h("dialog", { class: "dialog dialog-wide", "aria-labelledby": id },
        h("div", { class: "form" }, h("h2", { id }, t("operate.history.title", { name: player.displayName })),
            h("p", { class: "field-note" }, leaderboard.referenceName), container,
            h("div", { class: "dialog-actions" }, h("button", { class: "button", type: "button",
                onclick: () => dialog.close() }, t("operate.close")))));
    /** @param {?number} [before] */
    async function page(before) {
        const found = await moderation.scores(bundleID, leaderboard.id, environment, player.id, before);
        const table = cardTable({ caption: t("operate.history.title", { name: player.displayName }), rows: found.scores,
            mark: ({ state }) => ({ "data-out": state !== "counted" }), columns: [
                { name: t("operate.score"), kind: "head", cell: ({ formatted }) => formatted },
                { name: t("operate.date"), cell: (score) =>
                    h("time", { datetime: score.date, title: wholeDate(score.date) }, date(score.date)) },
                { name: t("operate.state"), cell: ({ state }) => h("span", {
                    class: `badge ${state === "counted" ? "" : state === "removed" ? "badge-danger" : "badge-quiet"}` },
                t(`operate.score.${state}`)) },
                { name: t("operate.actions"), kind: "actions", cell: (score) => (score.state === "removed"
                    ? actButton(t("operate.restore"), async () => {
                        await moderation.setRemoved(bundleID, leaderboard.id, environment, score.sequence, false);
                        showBanner({ title: t("operate.restored", { score: score.formatted }) });
                        changed();
                        await redraw(() => tableRows(container), refresh);
                    }, { label: t("operate.restore.of", { score: score.formatted }) })
                    : score.state === "counted" && actButton(t("operate.remove"), async () => {
                        if (!await removeScore(bundleID, leaderboard.id, environment,
                            { ...score, name: player.displayName })) return;
                        changed();
                        await redraw(() => tableRows(container), refresh);
                    }, { label: t("operate.remove.of", { score: score.formatted, name: player.displayName }) })) },
            ] });
        return { next: found.next, table: found.scores.length > 0 && table };
    }
    /** Draws the list anew, from the newest on. */
    async function refresh() {
        let { next, table } = await page();
        const more = moreButton(() => tableRows(container), async () => {
            ({ next, table } = await page(next));
            if (table !== false) more.before(table);
            more.hidden = next === null;
        });
        more.hidden = next === null;
        container.replaceChildren(table === false ? h("p", {}, t("operate.history.none")) : table, more);
    }
    const back = focused();
    await refresh();
    showDialog(dialog).then(() => {
        if (back?.isConnected) back.focus();
        else lookUp("#main")?.focus();
    });
}
