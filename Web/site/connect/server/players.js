// All players of the server: reset password, turn off two-factor, end sessions, ban, delete account.

import { server } from "../../lib/api-operate.js";
import { showDialog } from "../../lib/back.js";
import { focused, h } from "../../lib/dom.js";
import { date, t, wholeDate } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { redraw, tableRows } from "../../elements/more.js";
import { addPhotos } from "../../elements/notice.js";
import { state } from "../../elements/state.js";
import { cardTable } from "../../elements/table.js";
import { banPlayer } from "../operate/history.js";
import { actButton, face, formDialog, labelled, load, moreButton, showSecrets, uniqueID } from "../operate/parts.js";

/** @param {Wire.Player} player @param {string} alias */
async function resetPassword(player, alias) {
    let made = /** @type {?Wire.PasswordReset} */ (null);
    const isDone = await formDialog({ title: t("operate.reset.title", { name: player.displayName }),
        text: t("operate.reset.text"), action: t("operate.reset"), isDangerous: true,
        act: async () => { made = await server.resetPassword(alias); } });
    if (isDone && made !== null) {
        await showSecrets(t("operate.reset.done", { name: player.displayName }),
            t("operate.reset.done.text", { date: wholeDate(made.expires) }), [
            [t("operate.reset.code"), made.resetCode]]);
    }
}

/** @param {Wire.Player} player */
async function erase(player) {
    const word = labelled({ label: t("operate.erase.type", { name: player.alias ?? player.id }), name: "alias",
        control: h("input", { autocomplete: "off", autocapitalize: "none", spellcheck: "false" }) });
    const isDone = await formDialog({ title: t("operate.erase.title", { name: player.displayName }), isDangerous: true,
        text: t("operate.erase.text"), action: t("operate.erase"), fields: [word], act: async () => {
            const typed = word.control.value.trim();
            if (typed !== player.alias) {
                throw Object.assign(new Error(), { field: "alias", said: t("operate.erase.differs") });
            }
            await server.erase(typed);
        } });
    if (isDone) showBanner({ title: t("operate.erased", { name: player.displayName }) });
    return isDone;
}

/**
 * The actions for a player.
 * @returns {Promise<boolean>} whether the account was deleted
 * @param {Wire.Player} player
 */
async function manage(player) {
    const name = player.alias ?? "";
    const id = uniqueID("manage");
    let isGone = false;
    /** @param {string} what @param {() => Promise<unknown>} act @param {string} [kind] */
    const item = (what, act, kind = "") => h("li", { class: "list-row" },
        h("div", { class: "list-text" }, h("strong", {}, t(`operate.${what}`)),
            h("span", {}, t(`operate.${what}.hint`))),
        actButton(t(`operate.${what}`), act, { kind, label: t(`operate.${what}.of`, { name }) }));
    /** @type {HTMLDialogElement} */
    const dialog = h("dialog", { class: "dialog", "aria-labelledby": id }, h("h2", { id }, name),
    h("ul", { class: "list" },
        item("reset", () => resetPassword(player, name)),
        item("reset-factor", async () => {
            const isDone = await formDialog({ title: t("operate.reset-factor.title", { name }), isDangerous: true,
                text: t("operate.reset-factor.text"), action: t("operate.reset-factor"),
                act: () => server.resetTwoFactor(name) });
            if (isDone) showBanner({ title: t("operate.reset-factor.done", { name }) });
        }),
        item("end-sessions", async () => {
            const isDone = await formDialog({ title: t("operate.end-sessions.title", { name }), isDangerous: true,
                text: t("operate.end-sessions.text"), action: t("operate.end-sessions"),
                act: () => server.endSessions(name) });
            if (isDone) showBanner({ title: t("operate.end-sessions.done", { name }) });
        }),
        item("ban", async () => {
            if (await banPlayer(null, player)) showBanner({ title: t("operate.banned.done", { name }) });
        }),
        item("erase", async () => {
            isGone = await erase(player);
            if (isGone) dialog.close();
        }, "button-danger")),
    h("div", { class: "dialog-actions" }, h("button", { class: "button", type: "button",
        onclick: () => dialog.close() }, t("operate.close"))));
    const back = focused();
    await showDialog(dialog);
    if (back?.isConnected) back.focus();
    return isGone;
}

/** @param {HTMLElement} container */
export function showPlayers(container) {
    const input = h("input", { type: "search", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
        maxlength: 64 });
    const found = h("div", { class: "stack" });
    /** @param {Wire.FoundPlayers["players"]} players */
    const table = (players) => cardTable({ caption: t("operate.players.found"), rows: players, columns: [
        { name: t("operate.player"), kind: "head", cell: ({ player, isAdministrator }) =>
            h("span", { class: "who" }, face(player), h("span", {}, player.alias, " ",
                isAdministrator && h("span", { class: "badge" }, t("operate.administrator")),
                h("small", { translate: "no" }, player.id))) },
        { name: t("operate.since"), cell: ({ created }) =>
            h("time", { datetime: created, title: wholeDate(created) }, date(created)) },
        { name: t("operate.actions"), kind: "actions", cell: ({ player }) => actButton(t("operate.manage"),
            async () => { if (await manage(player)) await redraw(() => tableRows(found), search); },
            { label: t("operate.manage.of", { name: player.alias ?? player.id }) }) },
    ] });
    const search = () => load(found, async () => {
        const prefix = input.value.trim();
        let { players, next } = await server.players(prefix);
        const more = moreButton(() => tableRows(found), async () => {
            ({ players, next } = await server.players(prefix, next));
            if (players.length > 0) more.before(table(players));
            more.hidden = next === null;
            addPhotos(found).catch(() => {});
        });
        more.hidden = next === null;
        return [players.length === 0 ? state({ title: t("operate.players.none"),
            text: t("operate.players.none.text"), level: "h2" }) : table(players), more];
    });
    container.replaceChildren(h("section", { class: "card stack" }, h("form", { class: "search-row", role: "search",
        onsubmit: (event) => {
            event.preventDefault();
            search();
        } }, labelled({ label: t("operate.server.search"), control: input, name: "prefix" }).element,
    h("button", { class: "button button-primary", type: "submit" }, t("operate.search"))), found));
    return search();
}
