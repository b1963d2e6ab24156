// An app's achievements and points; the editor of one (&achievement=ID, or &new).

import { achievements, apps } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { viewAddress, viewHead } from "../../elements/connect-frame.js";
import { state } from "../../elements/state.js";
import { editAchievement, POINTS_OF_APP, pointsMeter } from "../parts/achievement-editor.js";
import { nameOf, rowPicture } from "../parts/item.js";
import { orderedRows } from "../parts/ordered-rows.js";

const COUNT_LIMIT = 100;

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { bundleID } = connect;
    const list = await achievements.list(bundleID);
    const one = list.find(({ id }) => id === connect.query.get("achievement"));
    if (connect.query.has("new")) return editAchievement(container, connect, null, list);
    if (one !== undefined) return editAchievement(container, connect, one, list);
    const pictures = await apps.pictures(bundleID);
    const isFull = list.length >= COUNT_LIMIT;
    const mayCreate = connect.can("configure") && !isFull;
    const newLink = () => h("a", { class: "button button-primary",
        href: viewAddress(bundleID, "achievements", { new: "" }) }, t("connect.achievement.new"));
    const sum = list.reduce((total, { points }) => total + Number(points), 0);
    container.replaceChildren(
        viewHead(t("connect.view.achievements"), { text: t("connect.achievement.list.text"),
            actions: [mayCreate && newLink()] }),
        list.length === 0
            ? h("div", { class: "card" }, state({ title: t("connect.achievement.none.title"),
                text: t("connect.achievement.none.text"), actions: mayCreate ? [newLink()] : [] }))
            : h("section", { class: "card" }, pointsMeter(sum, POINTS_OF_APP).element,
                orderedRows({ label: t("connect.view.achievements"), items: list,
                    mayOrder: connect.can("configure"), nameOf: (each) => nameOf(each, connect.app, "title"),
                    row: (each) => row(each, connect, pictures),
                    save: (ids) => apps.order(bundleID, { achievements: ids }) })),
        isFull ? h("p", { class: "notice" }, t("connect.achievement.full")) : "");
    return undefined;
}

/**
 * @param {Wire.AppAchievement} achievement @param {import("../app/app.js").Context} connect
 * @param {Wire.Image[]} pictures
 */
function row(achievement, { app, bundleID }, pictures) {
    /** @param {string} key @param {string} [kind] */
    const badge = (key, kind = "") => h("span", { class: `badge ${kind}` }, t(key));
    return h("a", { class: "row-link",
        href: viewAddress(bundleID, "achievements", { achievement: achievement.id }) },
    rowPicture(pictures, "achievements", achievement, app),
    h("span", { class: "row-text" },
        h("strong", {}, nameOf(achievement, app, "title")), h("small", {}, achievement.id)),
    h("span", { class: "row-facts" },
        achievement.isArchived && badge("connect.state.archived", "badge-quiet"),
        achievement.isHidden && badge("connect.is-hidden", "badge-quiet"),
        achievement.isRepeatable && badge("connect.achievement.is-repeatable"),
        !achievement.isReleased && badge("connect.is-unreleased", "badge-sandbox")),
    h("span", { class: "row-figure" }, t("connect.achievement.points-of", { count: Number(achievement.points) })));
}
