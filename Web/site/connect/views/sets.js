// An app's leaderboard sets; the editor of one (&set=ID, or &new).

import { apps, leaderboards, sets } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { viewAddress, viewHead } from "../../elements/connect-frame.js";
import { bindForm, disableAll, textField } from "../parts/form.js";
import { languageEditor } from "../parts/language-editor.js";
import { state } from "../../elements/state.js";
import { deleteRow, endCard } from "../parts/end.js";
import { follow, idField, languagesOf, nameOf, pictureCard, rowPicture, suggestID } from "../parts/item.js";
import { orderedList } from "../parts/ordered-list.js";
import { setNames } from "../parts/set-names.js";

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { app, bundleID } = connect;
    const [list, boards, pictures] = await Promise.all([sets.list(bundleID), leaderboards.list(bundleID),
        apps.pictures(bundleID)]);
    const one = list.find(({ id }) => id === connect.query.get("set"));
    if (connect.query.has("new")) return edit(container, connect, null, list, boards, pictures);
    if (one !== undefined) return edit(container, connect, one, list, boards, pictures);
    const newLink = () => h("a", { class: "button button-primary", href: viewAddress(bundleID, "sets", { new: "" }) },
        t("connect.set.new"));
    const mayCreate = connect.can("configure");
    /** @param {Wire.LeaderboardSet} set */
    const row = (set) => h("li", {}, h("a", { class: "row-link", href: viewAddress(bundleID, "sets", { set: set.id }) },
        rowPicture(pictures, "sets", set, app),
        h("span", { class: "row-text" }, h("strong", {}, nameOf(set, app)), h("small", {}, set.id)),
        h("span", { class: "row-figure" }, t("connect.set.count", { count: set.leaderboards.length }))));
    container.replaceChildren(
        viewHead(t("connect.view.sets"), { text: t("connect.set.list.text"), actions: [mayCreate && newLink()] }),
        h(list.length === 0 ? "div" : "section", { class: "card" }, list.length === 0
            ? state({ title: t("connect.set.none.title"), text: t("connect.set.none.text"),
                actions: mayCreate ? [newLink()] : [] })
            : h("ul", { class: "rows" }, list.map(row))));
    return undefined;
}

/**
 * @param {HTMLElement} container @param {import("../app/app.js").Context} connect
 * @param {?Wire.LeaderboardSet} one null: a new one @param {Wire.LeaderboardSet[]} list
 * @param {Wire.AppLeaderboard[]} boards @param {Wire.Image[]} pictures
 */
function edit(container, connect, one, list, boards, pictures) {
    const { app, bundleID } = connect;
    const isReadOnly = !connect.can("configure");
    const id = idField(one?.id, list.map((other) => other.id));
    const reference = textField({ name: "referenceName", label: t("connect.reference"), value: one?.referenceName,
        note: t("connect.reference.note") });
    const members = orderedList({ name: "leaderboards", label: t("connect.set.members"), isReadOnly,
        chosen: one?.leaderboards ?? [], add: t("connect.set.add"), none: t("connect.set.members.none"),
        items: boards.map((board) => ({ id: board.id, name: nameOf(board, app) })) });
    const editor = languageEditor({ name: "localizations", defaultLanguage: app.defaultLanguage, isReadOnly,
        wanted: languagesOf(app), values: one?.localizations ?? [],
        fields: [{ name: "name", label: t("connect.board.name"), isRequired: true, limit: 255 }] });
    const names = new Map(boards.map((board) => [board.id, nameOf(board, app)]));
    const own = setNames({ names: one?.leaderboardNames ?? [], members: () => members.value, isReadOnly,
        languages: () => editor.languages, nameOf: (member) => names.get(member) ?? member });
    members.element.addEventListener("input", () => own.draw());
    editor.element.addEventListener("input", ({ target }) => !(target instanceof HTMLInputElement) && own.draw());
    const cards = one === null ? null : pictureCard({ bundleID, kind: "sets", id: one.id, pictures, isReadOnly,
        languages: one.localizations.map(({ language }) => language) });
    const body = () => ({ ...(reference.value === "" ? {} : { referenceName: reference.value }),
        localizations: editor.value, leaderboards: members.value, leaderboardNames: own.value });
    const form = bindForm({ isBar: true, save: t(one === null ? "connect.set.create" : "connect.form.save"),
        fields: () => [id, reference, members, ...editor.fields()],
        send: async () => {
            if (one !== null) {
                await sets.change(bundleID, one.id, body());
                await cards?.update(editor.languages);
                return;
            }
            const made = await sets.create(bundleID, { id: id.value, ...body() });
            showBanner({ title: t("connect.set.made"), text: made.id });
            connect.guard(() => false);
            connect.open("sets", { set: made.id });
        },
        parts: [
            h("section", { class: "card" }, h("h2", {}, t("connect.board.what")),
                h("div", { class: "fields" }, reference.element, id.element)),
            h("section", { class: "card" }, h("h2", {}, t("connect.view.leaderboards")),
                h("p", { class: "card-text" }, t("connect.set.members.text")), members.element, own.element),
            h("section", { class: "card" }, h("h2", {}, t("connect.board.names")), editor.element),
        ] });
    connect.guard(form.isDirty);
    if (one === null) {
        suggestID(id, reference.control);
        follow(editor.fields()[0].control, reference.control);
    }
    if (isReadOnly) disableAll(form.element);
    const name = one?.referenceName ?? one?.id ?? t("connect.set.new");
    container.replaceChildren(
        h("a", { class: "view-back", href: viewAddress(bundleID, "sets") }, t("connect.view.sets")), viewHead(name),
        form.element,
        ...(cards === null ? [] : [cards.element]),
        ...(one === null || isReadOnly ? [] : [endCard(deleteRow({ name, text: t("connect.set.delete.text"),
            consequence: t("connect.set.delete.consequence"), remove: () => sets.remove(bundleID, one.id),
            done: () => connect.open("sets") }))]));
}
