// An app's leaderboards; the editor of one (&leaderboard=ID, or &new).

import { apps, leaderboards, sets } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { formatScore } from "../../lib/score-format.js";
import { viewAddress, viewHead } from "../../elements/connect-frame.js";
import { state } from "../../elements/state.js";
import { nameOf, rowPicture } from "../parts/item.js";
import { editLeaderboard } from "../parts/leaderboard-editor.js";
import { orderedRows } from "../parts/ordered-rows.js";
import { samples } from "../parts/score-preview.js";

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const boards = await leaderboards.list(connect.bundleID);
    const id = connect.query.get("leaderboard");
    const board = boards.find((one) => one.id === id);
    if (connect.query.has("new")) return editLeaderboard(container, connect, null, boards);
    if (board !== undefined) return editLeaderboard(container, connect, board, boards);
    const [pictures, groups] = await Promise.all([apps.pictures(connect.bundleID), sets.list(connect.bundleID)]);
    const isFull = boards.length >= (groups.length > 0 ? 500 : 100);
    const newLink = () => h("a", { class: "button button-primary",
        href: viewAddress(connect.bundleID, "leaderboards", { new: "" }) }, t("connect.board.new"));
    const mayCreate = connect.can("configure") && !isFull;
    container.replaceChildren(
        viewHead(t("connect.view.leaderboards"), { text: t("connect.board.list.text"),
            actions: [mayCreate && newLink()] }),
        boards.length === 0
            ? h("div", { class: "card" }, state({ title: t("connect.board.none.title"), level: "h2",
                text: t("connect.board.none.text"), actions: [mayCreate && newLink()] }))
            : h("section", { class: "card" }, orderedRows({ label: t("connect.view.leaderboards"), items: boards,
                mayOrder: connect.can("configure"), nameOf: (one) => nameOf(one, connect.app),
                row: (one) => row(one, connect, pictures),
                save: (ids) => apps.order(connect.bundleID, { leaderboards: ids }) })),
        isFull ? h("p", { class: "notice" }, t("connect.board.full")) : "");
}

/**
 * @param {Wire.AppLeaderboard} board @param {import("../app/app.js").Context} connect @param {Wire.Image[]} pictures
 */
function row(board, { app, bundleID }, pictures) {
    /** @type {Partial<Wire.Localization>} */
    const look = board.localizations.find(({ language }) => language === app.defaultLanguage) ?? {};
    const example = formatScore(samples(board.format)[1], { ...look, format: look.formatOverride ?? board.format,
        language: app.defaultLanguage });
    /** @param {string} key @param {string} [kind] */
    const badge = (key, kind = "") => h("span", { class: `badge ${kind}` }, t(key));
    const isGroup = board.id.startsWith("grp.");
    return h("a", { class: "row-link", href: viewAddress(bundleID, "leaderboards", { leaderboard: board.id }) },
        rowPicture(pictures, "leaderboards", board, app),
        h("span", { class: "row-text" }, h("strong", {}, nameOf(board, app)), h("small", {}, board.id)),
        h("span", { class: "row-facts" },
            board.isArchived && badge("connect.state.archived", "badge-quiet"),
            board.isDefault && badge("connect.board.is-default"),
            board.isHidden && badge("connect.is-hidden", "badge-quiet"),
            isGroup && badge("connect.kind.group"),
            board.kind !== "classic" && badge(`connect.kind.${board.kind}`),
            !board.isReleased && badge("connect.is-unreleased", "badge-sandbox")),
        h("span", { class: "row-figure" }, example));
}
