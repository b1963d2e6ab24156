// An app's activities, which links open; the editor of one (&activity=ID, or &new).

import { achievements, activities, leaderboards } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { viewAddress, viewHead } from "../../elements/connect-frame.js";
import { state } from "../../elements/state.js";
import { editActivity } from "../parts/activity-editor.js";
import { nameOf } from "../parts/item.js";

const COUNT_LIMIT = 100;

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { bundleID } = connect;
    const list = await activities.list(bundleID);
    const one = list.find(({ id }) => id === connect.query.get("activity"));
    if (connect.query.has("new") || one !== undefined) {
        const [boards, medals] = await Promise.all([leaderboards.list(bundleID), achievements.list(bundleID)]);
        return editActivity(container, connect, connect.query.has("new") ? null : one ?? null,
            { list, boards, medals });
    }
    const isFull = list.length >= COUNT_LIMIT;
    const mayCreate = connect.can("configure") && !isFull;
    const newLink = () => h("a", { class: "button button-primary",
        href: viewAddress(bundleID, "activities", { new: "" }) }, t("connect.game-activity.new"));
    container.replaceChildren(
        viewHead(t("connect.view.activities"), { text: t("connect.game-activity.list.text"),
            actions: [mayCreate && newLink()] }),
        list.length === 0
            ? h("div", { class: "card" }, state({ title: t("connect.game-activity.none.title"),
                text: t("connect.game-activity.none.text"), actions: mayCreate ? [newLink()] : [] }))
            : h("section", { class: "card" }, h("ul", { class: "rows" }, list.map((each) =>
                h("li", {}, row(each, connect))))),
        isFull ? h("p", { class: "notice" }, t("connect.game-activity.full")) : "");
    return undefined;
}

/** @param {Wire.AppActivity} activity @param {import("../app/app.js").Context} connect */
function row(activity, { app, bundleID }) {
    /** @param {string} key @param {string} [kind] */
    const badge = (key, kind = "") => h("span", { class: `badge ${kind}` }, t(key));
    const { minPlayers, maxPlayers } = activity;
    return h("a", { class: "row-link", href: viewAddress(bundleID, "activities", { activity: activity.id }) },
        h("span", { class: "row-text" },
            h("strong", {}, nameOf(activity, app, "title")), h("small", {}, activity.id)),
        h("span", { class: "row-facts" },
            activity.isArchived && badge("connect.state.archived", "badge-quiet"),
            activity.supportsPartyCodes && badge("connect.game-activity.has-codes"),
            !activity.isReleased && badge("connect.is-unreleased", "badge-sandbox")),
        h("span", { class: "row-figure" }, t("connect.game-activity.players", {
            least: Number(minPlayers), most: maxPlayers === null ? "" : Number(maxPlayers) })));
}
